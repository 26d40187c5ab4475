package draughts_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/reference"
)

// parsed describes what became of a text, in the words of notation.tsv.
func parsed(m draughts.Move, err error) string {
	var syntax *draughts.SyntaxError
	var ambiguous *draughts.AmbiguousError
	switch {
	case err == nil:
		return key(m)
	case errors.As(err, &syntax) && errors.Is(err, draughts.ErrSyntax):
		return fmt.Sprintf("syntax %d", syntax.Offset)
	case errors.As(err, &ambiguous) && errors.Is(err, draughts.ErrAmbiguous):
		return "ambiguous " + strings.Join(ambiguous.Texts, " or ")
	case errors.Is(err, draughts.ErrIllegal):
		return "illegal"
	}
	return "unknown error: " + err.Error()
}

func TestNotationTable(t *testing.T) {
	for _, row := range rows(t, "notation.tsv") {
		fen := row[0]
		if fen == "start" {
			fen = draughts.StartFEN
		}
		p := position(t, fen)
		m, err := p.ParseMove(row[1])
		if got := parsed(m, err); got != row[2] {
			t.Errorf("%s %q: got %s (%v), want %s", row[0], row[1], got, err, row[2])
		}
	}
}

func TestNumberingFromA1(t *testing.T) {
	m, err := draughts.Notation{Numbering: draughts.FromA1}.Parse(draughts.Start(), "10-14")
	if got := parsed(m, err); got != "c3>d4" {
		t.Errorf("10-14 from a1: %s, want c3>d4", got)
	}
	for s := range draughts.Square(draughts.Squares) {
		for _, n := range []draughts.Numbering{draughts.FromTop, draughts.FromA1} {
			if back, ok := n.Square(n.Number(s)); !ok || back != s {
				t.Errorf("numbering %d: %s is %d is %s", n, s, n.Number(s), back)
			}
		}
	}
	for s, want := range map[draughts.Square]int{draughts.B8: 1, draughts.H8: 4, draughts.A7: 5, draughts.A1: 29, draughts.G1: 32} {
		if got := draughts.FromTop.Number(s); got != want {
			t.Errorf("%s is %d from the top, want %d", s, got, want)
		}
	}
}

func TestMoveTexts(t *testing.T) {
	for _, tt := range []struct {
		fen, key string
		notation draughts.Notation
		want     string
	}{
		{draughts.StartFEN, "c3>d4", draughts.Notation{}, "c3-d4"},
		{draughts.StartFEN, "c3>d4", draughts.Notation{Numbers: true}, "22-18"},
		{draughts.StartFEN, "c3>d4", draughts.Notation{Numbers: true, Numbering: draughts.FromA1}, "10-14"},
		{draughts.StartFEN, "c3>d4", draughts.Notation{Short: true, CaptureX: true}, "c3-d4"},
		{"W:Wh2:Bd2,e7,g3,g5,g7", "h2>e1xd2,e7,g3,g5,g7", draughts.Notation{}, "h2:f4:h6:f8:b4:e1"},
		{"W:Wh2:Bd2,e7,g3,g5,g7", "h2>e1xd2,e7,g3,g5,g7", draughts.Notation{Short: true}, "h2:e1"},
		{"W:Wh2:Bd2,e7,g3,g5,g7", "h2>e1xd2,e7,g3,g5,g7", draughts.Notation{CaptureX: true, Exact: true}, "h2xf4xh6xf8xb4xe1"},
		{"W:Wa3,h4,h6:Bc5,d8,e7,g5,g7,h8", "h6>b4xc5,e7,g7", draughts.Notation{}, "h6:f8:d6:b4"},
		{"W:WKa3:BKa1,b4,e7,h6", "a3>f8xb4,e7", draughts.Notation{}, "a3:c5:f8"},
		{"W:WKe1:Bc3,c7,f2,f6", "e1>e1xc3,c7,f2,f6", draughts.Notation{}, "e1:a5:d8:h4:e1"},
		{"W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8", "f8>b4xc5", draughts.Notation{}, "f8:b4"},
		{"W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8", "f8>b4xc5", draughts.Notation{Exact: true}, "f8:b4:c5"},
		{"W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8", "f8>b4xc5", draughts.Notation{Short: true, Numbers: true}, "3x17x14"},
		{"W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8", "f8>b4xc5,e5,g5,g7", draughts.Notation{Short: true}, "f8:h6:f4:d6:b4"},
		{"W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8", "h4>b6xc5,e5,g5", draughts.Notation{Short: true}, "h4:b6"},
	} {
		p := position(t, tt.fen)
		for m := range p.Moves() {
			if key(m) != tt.key {
				continue
			}
			if got := tt.notation.Format(p, m); got != tt.want {
				t.Errorf("%s %s %+v: got %s, want %s", tt.fen, tt.key, tt.notation, got, tt.want)
			}
		}
	}
}

// TestTextsNameTheirMove checks that every move written so as to be exact is
// read back, and that full notation is read back or found ambiguous.
func TestTextsNameTheirMove(t *testing.T) {
	exact := []draughts.Notation{
		{Exact: true},
		{Short: true},
		{Exact: true, CaptureX: true},
		{Short: true, Numbers: true},
		{Exact: true, Numbers: true, Numbering: draughts.FromA1},
	}
	rng := rand.New(rand.NewPCG(64, 7))
	ambiguous := 0
	for i := range 8000 {
		p := placed(t, reference.Placement(rng, rng.IntN(4), rng.IntN(4), rng.IntN(9), rng.IntN(3), reference.Side(i%2)))
		for m := range p.Moves() {
			for _, n := range exact {
				text := n.Format(p, m)
				if got, err := n.Parse(p, text); err != nil || got != m {
					t.Fatalf("%s: %s is written %s and read as %s", p, key(m), text, parsed(got, err))
				}
			}
			switch got, err := p.ParseMove(p.MoveText(m)); {
			case errors.Is(err, draughts.ErrAmbiguous):
				ambiguous++
			case err != nil || got != m:
				t.Fatalf("%s: %s is written %s and read as %s", p, key(m), p.MoveText(m), parsed(got, err))
			}
			for _, route := range p.Routes(m) {
				if text := routeText(route, m.IsCapture()); m.Captured.Count() > 1 {
					if got, err := p.ParseMove(text); err == nil && got != m {
						t.Fatalf("%s: route %s of %s is read as %s", p, text, key(m), key(got))
					} else if errors.Is(err, draughts.ErrIllegal) || errors.Is(err, draughts.ErrSyntax) {
						t.Fatalf("%s: route %s of %s: %v", p, text, key(m), err)
					}
				}
			}
		}
	}
	if ambiguous == 0 {
		t.Error("no move with an ambiguous full notation: the sample is too poor")
	}
}

func TestHints(t *testing.T) {
	for _, tt := range []struct{ fen, text, want string }{
		{"W:Wc3,g1:Bd4", "g1-h2", `illegal move "g1-h2": c3 must take`},
		{"W:Wc3,g1:Bd4", "c3-b4", `illegal move "c3-b4": c3 must take, and to the end`},
		{"W:Wa3,g1:Bb4,c5", "a3-b4", `illegal move "a3-b4": a3 is blocked`},
		{draughts.StartFEN, "b6-a5", `illegal move "b6-a5": it is white's turn`},
		{draughts.StartFEN, "d4-e5", `illegal move "d4-e5": d4 is empty`},
		{"W:Wc3,d4:Ba7", "c3-d4", `illegal move "c3-d4": d4 is occupied`},
		{draughts.StartFEN, "c3-e5", `illegal move "c3-e5": c3 may go to b4,d4`},
		{draughts.StartFEN, "c3-d5", `not a move "c3-d5": light square at 4`},
		{"W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8", "f8:b4", `ambiguous move "f8:b4": f8:b4:c5 or f8:h6:f4:d6:b4`},
	} {
		_, err := position(t, tt.fen).ParseMove(tt.text)
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s %s: got %v, want %s", tt.fen, tt.text, err, tt.want)
		}
	}
}
