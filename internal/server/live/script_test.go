package live

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// The files of testdata tell games as scripts: words with spaces between them.
//
//	2.5s            so much time goes by
//	m  m:c3-d4      the side to move plays its first legal move, or that one
//	m+draw          it offers a draw with the move
//	w:resign        White acts; b: is Black; the words are the types of action
//	w:takeback-offer=2  b:add-time=15000   with plies, or milliseconds
//	b:claim@45s     the opponent has been away for so long; claim-draw as well
//	w:abort!code    the action is refused with an error of that code
//	look            somebody looks at the clock
//	follow          the game that is due begins, and the script goes on there

var monday = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// script is a game that a script plays on a clock of its own.
type script struct {
	t     *testing.T
	state State
	now   time.Time
	acts  int
}

func (s *script) run(words string) {
	s.t.Helper()
	for _, word := range strings.Fields(words) {
		before := s.state.Version
		s.step(word)
		if s.state.Version < before && word != "follow" {
			s.t.Errorf("%s: the version fell from %d to %d", word, before, s.state.Version)
		}
	}
}

func (s *script) step(word string) {
	s.t.Helper()
	if d, err := time.ParseDuration(word); err == nil {
		s.now = s.now.Add(d)
		return
	}
	switch word {
	case "look":
		s.state, _ = s.state.Look(s.now)
		return
	case "follow":
		this, next, err := s.state.Follow("this", "next", s.now, nil)
		if err != nil {
			s.t.Fatalf("follow: %v", err)
		}
		if this.Due() {
			s.t.Error("the game is due again")
		}
		s.state = next
		return
	}
	word, code, _ := strings.Cut(word, "!")
	a, err := s.action(word)
	if err != nil {
		s.t.Fatalf("%s: %v", word, err)
	}
	next, err := s.state.Apply(a, s.now)
	s.state = next
	var refused *Error
	switch {
	case err == nil && code == "":
	case errors.As(err, &refused) && refused.Code == code:
	default:
		s.t.Fatalf("%s at %v: %v, expected %q", word, s.now.Sub(monday), err, code)
	}
}

// action reads what a word of a script stands for.
func (s *script) action(word string) (Action, error) {
	s.acts++
	a := Action{ID: strconv.Itoa(s.acts)}
	if word == "m" || word == "m+draw" || strings.HasPrefix(word, "m:") {
		g, err := s.state.Game()
		if err != nil {
			return a, err
		}
		m := draughts.Move{}
		if text, ok := strings.CutPrefix(word, "m:"); ok {
			if m, err = g.Position().ParseMove(text); err != nil {
				return a, err
			}
		} else if moves := g.Position().AppendMoves(nil); len(moves) > 0 {
			m = moves[0]
		}
		a.Type, a.Ply, a.Move, a.Side, a.Draw = DoMove, len(s.state.Plies), (*Move)(&m), s.state.Turn(), word == "m+draw"
		return a, nil
	}
	side, rest, ok := strings.Cut(word, ":")
	switch {
	case ok && side == "w":
		a.Side = draughts.White
	case ok && side == "b":
		a.Side = draughts.Black
	default:
		return a, fmt.Errorf("no word of a script")
	}
	var err error
	if name, gone, ok := strings.Cut(rest, "@"); ok {
		rest = name
		if a.Gone, err = time.ParseDuration(gone); err != nil {
			return a, err
		}
	}
	if name, number, ok := strings.Cut(rest, "="); ok {
		rest = name
		n, err := strconv.Atoi(number)
		if err != nil {
			return a, err
		}
		a.Plies, a.MS = n, int64(n)
	}
	if rest == "claim-draw" {
		rest, a.As = "claim", "draw"
	}
	a.Type = Type(rest)
	return a, nil
}

// parseTerms reads terms such as "180+2 club", "60d5 rated", "3/60:3/30", "3days
// micro" or "none"; start=FEN and opening=TABLE/CODE may stand behind.
func parseTerms(t *testing.T, text string) Terms {
	t.Helper()
	words := strings.Fields(text)
	terms := Terms{}
	ms := func(text string) int64 {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatalf("terms %q: %v", text, err)
		}
		return int64(f * 1000)
	}
	switch clock := words[0]; {
	case clock == "none":
		terms.Clock.Kind = NoClock
	case strings.HasSuffix(clock, "days"):
		terms.Clock.Kind = InDays
		terms.Clock.Days = int(ms(strings.TrimSuffix(clock, "days")) / 1000)
	case strings.Contains(clock, "/"):
		first, again, _ := strings.Cut(clock, ":")
		moves, base, _ := strings.Cut(first, "/")
		terms.Clock = Clock{Kind: InMoves, Base: ms(base), Moves: int(ms(moves) / 1000), Again: ms(again)}
	case strings.Contains(clock, "d"):
		base, delay, _ := strings.Cut(clock, "d")
		terms.Clock = Clock{Kind: Delay, Base: ms(base), Delay: ms(delay)}
	default:
		base, increment, _ := strings.Cut(clock, "+")
		terms.Clock = Clock{Kind: Fischer, Base: ms(base), Increment: ms(increment)}
	}
	for _, word := range words[1:] {
		name, value, _ := strings.Cut(word, "=")
		switch name {
		case "club":
			terms.Offers = ClubOffers
		case "rated":
			terms.Rated = true
		case "micro":
			terms.Micro = true
		case "start":
			terms.Start = value
		case "rules":
			terms.Rules = value
		case "opening":
			table, code, _ := strings.Cut(value, "/")
			terms.Opening = &Opening{Table: table, Code: code}
		default:
			t.Fatalf("terms %q: no word %q", text, word)
		}
	}
	return terms
}

// rows reads a file of testdata: a line a case, the first names the columns.
func rows(t *testing.T, file string) []map[string]string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	var list []map[string]string
	for _, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		if names == nil {
			names = fields
			continue
		}
		if len(fields) != len(names) {
			t.Fatalf("%s: %q has %d columns, expected %d", file, line, len(fields), len(names))
		}
		row := map[string]string{}
		for i, name := range names {
			row[name] = fields[i]
		}
		list = append(list, row)
	}
	return list
}

// shown returns clocks as the tables write them: seconds of White and Black, a
// star behind the one that runs.
func shown(c Clocks) string {
	text := func(side draughts.Color, d time.Duration) string {
		s := strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
		if c.Running == side {
			s += "*"
		}
		return s
	}
	return text(draughts.White, c.White) + " " + text(draughts.Black, c.Black)
}

// ended returns how a game stands: new, playing, aborted, or its result, reason
// and article.
func ended(s State) string {
	if s.Status != StatusOver {
		return string(s.Status)
	}
	return strings.TrimSpace(s.Outcome.Result() + " " + s.Outcome.Reason.Code() + " " + s.Outcome.Article)
}

// TestTables plays the scripts of the tables.
func TestTables(t *testing.T) {
	for _, file := range []string{"clocks.tsv", "takebacks.tsv", "offers.tsv", "ends.tsv"} {
		for _, row := range rows(t, file) {
			t.Run(file+"/"+row["name"], func(t *testing.T) {
				state, err := New(parseTerms(t, row["terms"]), monday)
				if err != nil {
					t.Fatal(err)
				}
				s := &script{t: t, state: state, now: monday}
				s.run(row["script"])
				if got := shown(s.state.ClocksAt(s.now)); row["clocks"] != "" && got != row["clocks"] {
					t.Errorf("clocks %s, expected %s", got, row["clocks"])
				}
				if got := ended(s.state); got != row["end"] {
					t.Errorf("the game is %s, expected %s", got, row["end"])
				}
				if _, err := s.state.Game(); err != nil {
					t.Error(err)
				}
			})
		}
	}
}
