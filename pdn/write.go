package pdn

import (
	"fmt"
	"io"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// GameType is the PDN number of Russian draughts with all its defaults: White
// moves first, 8x8, algebraic squares, a1 dark, no quantity rule.
const GameType = "25"

// Tag is a tag pair of a game, such as White "Ivanov".
type Tag struct{ Name, Value string }

// Write writes a game in the standard's own form: the tags given, in their
// order; then Result, GameType and, where the game does not begin at the start
// position, FEN; the moves with ':' for captures, start and end only where that
// names one legal move, in lines of at most 80 columns; the result.
func Write(w io.Writer, g *draughts.Game, tags ...Tag) error {
	var b strings.Builder
	result := g.Outcome().Result()
	all := append(tags[:len(tags):len(tags)], Tag{"Result", result}, Tag{"GameType", GameType})
	if g.Start() != draughts.Start() {
		all = append(all, Tag{"FEN", g.Start().FEN()})
	}
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", "")
	for _, t := range all {
		fmt.Fprintf(&b, "[%s \"%s\"]\n", t.Name, escape.Replace(t.Value))
	}
	b.WriteByte('\n')
	column := 0
	word := func(text string) {
		switch {
		case column == 0:
		case column+1+len(text) > 80:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(text)
		column += len(text)
	}
	p := g.Start()
	number := g.MoveNumber() - (g.Plies()+int(p.Turn()))/2
	for i, m := range g.Moves() {
		switch {
		case p.Turn() == draughts.White:
			word(fmt.Sprintf("%d.", number))
		case i == 0:
			word(fmt.Sprintf("%d...", number))
		}
		word(draughts.Notation{Short: true}.Format(p, m))
		if p.Turn() == draughts.Black {
			number++
		}
		p = g.PositionAt(i + 1)
	}
	word(result)
	b.WriteString("\n")
	_, err := io.WriteString(w, b.String())
	return err
}
