package reference

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// record is a game read from testdata/draws.pdn.
type record struct {
	round string
	start Position
	moves []Move
}

var (
	tagLine    = regexp.MustCompile(`^\[(\w+) "([^"]*)"\]$`)
	moveNumber = regexp.MustCompile(`^\d+\.(\.\.)?$`)
)

// readPDN reads just what draws.pdn needs: tags, one line of moves for each
// game, and the result mark * that ends it.
func readPDN(t *testing.T, path string) []record {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var games []record
	tags := map[string]string{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if tag := tagLine.FindStringSubmatch(line); tag != nil {
			tags[tag[1]] = tag[2]
			continue
		}
		if line == "" {
			continue
		}
		moves, ended := strings.CutSuffix(line, "*")
		if !ended {
			t.Fatalf("game %s: no result at the end of %q", tags["Round"], line)
		}
		start := mustParse(t, tags["FEN"])
		games = append(games, record{tags["Round"], start, playText(t, start, moves)})
		tags = map[string]string{}
	}
	return games
}

// playText plays moves written as in "1. c3-d4 b4:e1"; move numbers are passed
// over.
func playText(t *testing.T, p Position, text string) []Move {
	t.Helper()
	var played []Move
	for _, word := range strings.Fields(text) {
		if moveNumber.MatchString(word) {
			continue
		}
		move := findMove(t, p, word)
		played = append(played, move)
		p = move.Result
	}
	return played
}

// findMove gives the one legal move that a text names: a route of it has the
// same ends and passes over the squares in between.
func findMove(t *testing.T, p Position, text string) Move {
	t.Helper()
	var squares []Square
	capture := strings.Contains(text, ":")
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return r == ':' || r == '-' }) {
		s, err := ParseSquare(name)
		if err != nil {
			t.Fatalf("move %q: %v", text, err)
		}
		squares = append(squares, s)
	}
	found := map[string]Move{}
	for _, r := range p.Routes() {
		if capture == (len(r.Captured) > 0) && r.From == squares[0] && r.To == squares[len(squares)-1] &&
			isSubsequence(squares, r.Squares) {
			found[r.Key()] = r.Move
		}
	}
	if len(found) != 1 {
		t.Fatalf("%s names %d moves in %s", text, len(found), p.FEN())
	}
	for _, move := range found {
		return move
	}
	panic("unreachable")
}

func isSubsequence(squares, of []Square) bool {
	for _, s := range squares {
		i := slices.Index(of, s)
		if i < 0 {
			return false
		}
		of = of[i+1:]
	}
	return true
}
