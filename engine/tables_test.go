package engine_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/engine"
)

// endingOf returns a random ending of so many pieces with a value, White to move.
func endingOf(t testing.TB, rng *rand.Rand, pieces int, value endgame.Value) draughts.Position {
	t.Helper()
	for {
		var s draughts.Setup
		for i, sq := range rng.Perm(draughts.Squares)[:pieces] {
			side := &s.White
			if i == 0 || i > 1 && rng.IntN(2) == 0 {
				side = &s.Black
			}
			*side |= 1 << sq
			if rng.IntN(2) == 0 {
				s.Kings |= 1 << sq
			}
		}
		p, err := s.Position(0)
		if err != nil {
			continue
		}
		if got, err := endgame.Default().Value(p); err == nil && got == value {
			return p
		}
	}
}

// playOut plays a game between two engines of which one has a move limit of its
// own.
func playOut(t testing.TB, p draughts.Position, limits [2]engine.Limits) draughts.Outcome {
	t.Helper()
	g := draughts.NewGame(p, draughts.FMJD64)
	engines := [2]*engine.Engine{engine.New(engine.Options{HashMB: 1}), engine.New(engine.Options{HashMB: 1})}
	for g.Outcome().Reason == draughts.NotOver {
		turn := g.Position().Turn()
		best, err := engines[turn].Best(context.Background(), g, limits[turn])
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(best.PV[0]); err != nil {
			t.Fatal(err)
		}
	}
	return g.Outcome()
}

// TestWinsWonEndings: from endings that the tables call won the engine wins
// before a draw rule strikes, against a defence that knows the tables too;
// drawn ones it does not lose.
func TestWinsWonEndings(t *testing.T) {
	games := 60
	if testing.Short() {
		games = 12
	}
	rng := rand.New(rand.NewPCG(8, 8))
	limits := [2]engine.Limits{{Nodes: 30_000}, {Nodes: 5000}}
	for range games {
		p := endingOf(t, rng, 3+rng.IntN(3), endgame.Win)
		if o := playOut(t, p, limits); o.Winner != draughts.White {
			t.Errorf("%s: %v", p, o)
		}
		p = endingOf(t, rng, 3+rng.IntN(3), endgame.Draw)
		if o := playOut(t, p, limits); o.Winner == draughts.Black {
			t.Errorf("%s, drawn: %v", p, o)
		}
	}
}

// TestAnswersFromTables: where the tables know the length the answer is at once
// and exact, with the whole line.
func TestAnswersFromTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for range 50 {
		p := endingOf(t, rng, 4, endgame.Win)
		want, err := endgame.Default().Probe(p)
		if err != nil {
			t.Fatal(err)
		}
		g := draughts.NewGame(p, draughts.NoDrawRules)
		best, err := engine.New(engine.Options{HashMB: 1}).Best(context.Background(), g, engine.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if plies, ok := best.Score.Plies(); !ok || plies != want.Plies || len(best.PV) != plies {
			t.Errorf("%s: %s, line of %d, want win in %d", p, best.Score, len(best.PV), want.Plies)
		}
		checkLine(t, p, best)
	}
}

func TestNoTables(t *testing.T) {
	p := endingOf(t, rand.New(rand.NewPCG(10, 10)), 4, endgame.Win)
	best, err := engine.New(engine.Options{HashMB: 1}).Best(context.Background(), draughts.NewGame(p, draughts.FMJD64), engine.Limits{Depth: 4, NoTables: true})
	if err != nil || best.Depth == 1 || best.Nodes < 2 {
		t.Errorf("%+v, %v", best, err)
	}
}
