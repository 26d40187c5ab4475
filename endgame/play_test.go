package endgame

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// TestPlayedOut plays random endings out under the FMJD's draw rules, all
// counters live: one side makes the first move of [Tables.Answer], the other
// holds out as long as it can, or now and then moves at random. What was said to
// be won is won before a rule strikes; what was drawn is not lost.
//
// It plays endings of four pieces, and 1,000 won and 1,000 drawn ones of five if
// BOLSHAK_TABLES names a directory that has their lengths and changes.
func TestPlayedOut(t *testing.T) {
	tables, pieces, games := Default(), 4, 60
	if testing.Short() {
		games = 10
	}
	if os.Getenv(EnvDir) != "" {
		var err error
		if tables, err = Find(""); err != nil {
			t.Fatal(err)
		}
		pieces, games = 5, 1000
		for b := range index.Balances(pieces) {
			if p := tables.pairs[b]; p == nil || p.distance == nil || p.change == nil {
				t.Fatalf("%s has no lengths or changes of %v", os.Getenv(EnvDir), b)
			}
		}
	}
	rng := rand.New(rand.NewPCG(8, 8))
	var list []index.Balance
	for b := range index.Balances(pieces) {
		list = append(list, b)
	}
	seen := map[Verdict]int{}
	inexact, longest := 0, 0
	for wins, draws := 0, 0; wins < games || draws < games; {
		b := list[rng.IntN(len(list))]
		p := b.Position(rng.Uint64N(b.Size()))
		g := draughts.NewGame(p, draughts.FMJD64)
		if g.Outcome().Reason != draughts.NotOver {
			continue
		}
		j, err := tables.Judge(g)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case j.Result.Value == Draw && draws < games:
			draws++
		case j.Result.Value != Draw && wins < games:
			wins++
		default:
			continue
		}
		seen[j.Verdict]++
		if !j.Exact {
			inexact++
		}
		playOut(t, tables, g, j, rng)
		longest = max(longest, g.Plies())
	}
	t.Logf("%v, %d of them not proved, at most %d plies", seen, inexact, longest)
}

// playOut plays a game to its end, or a drawn one for 40 plies.
func playOut(t *testing.T, tables *Tables, g *draughts.Game, first Judgement, rng *rand.Rand) {
	t.Helper()
	start := g.Position()
	// The tables play for the side that wins, or for White in a draw.
	ours := start.Turn()
	switch first.Result.Value {
	case Loss:
		ours = ours.Other()
	case Draw:
		ours = draughts.White
	}
	wild := rng.IntN(4) == 0
	for g.Outcome().Reason == draughts.NotOver && (first.Result.Value != Draw || g.Plies() < 40) {
		a, err := tables.Answer(g)
		if err != nil {
			t.Fatal(err)
		}
		m := a.Moves[0]
		if g.Position().Turn() != ours && wild && rng.IntN(4) == 0 {
			m = a.Moves[rng.IntN(len(a.Moves))]
		}
		if err := g.Play(m.Move); err != nil {
			t.Fatal(err)
		}
	}
	o := g.Outcome()
	switch first.Verdict {
	case VerdictWin, VerdictLoss:
		if o.Winner != ours {
			t.Errorf("%v is a %v (%v, exact: %v) and ended with %v after %d plies: %v",
				start, first.Verdict, first.Result, first.Exact, o, g.Plies(), g.Position())
		}
	case VerdictDraw:
		if o.Reason != draughts.NotOver && o.Winner == ours.Other() {
			t.Errorf("%v is a draw and was lost: %v", start, g.Position())
		}
	}
}
