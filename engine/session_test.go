package engine_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
)

// TestSession plays thousands of steps with one engine as a protocol would drive
// it: searches that end by a limit, are stopped from outside at any moment, ponder
// and are hit or are not, new games in between, calls from two goroutines. It is
// worth most with the race detector.
func TestSession(t *testing.T) {
	steps := 3000
	if testing.Short() {
		steps = 300
	}
	rng := rand.New(rand.NewPCG(6, 6))
	e := engine.New(engine.Options{HashMB: 1, Threads: 2})
	g := draughts.NewGame(draughts.Start(), draughts.FMJD64)
	for range steps {
		if g.Outcome().Reason != draughts.NotOver || rng.IntN(100) == 0 {
			g = draughts.NewGame(draughts.Start(), draughts.FMJD64)
			e.NewGame()
		}
		ctx, cancel := context.WithCancel(context.Background())
		limits := engine.Limits{Nodes: 1 + rng.Int64N(2000), MultiPV: rng.IntN(3)}
		stopAfter := -1
		switch rng.IntN(4) {
		case 0: // stopped by another goroutine
			limits.Nodes = 0
			time.AfterFunc(time.Duration(rng.IntN(1000))*time.Microsecond, cancel)
		case 1: // pondering; the hit comes, and ends it by time
			hit := make(chan struct{})
			limits = engine.Limits{PonderHit: hit, MoveTime: time.Millisecond}
			time.AfterFunc(time.Duration(rng.IntN(1000))*time.Microsecond, func() { close(hit) })
		case 2: // pondering in vain
			limits = engine.Limits{PonderHit: make(chan struct{}), MoveTime: time.Millisecond}
			stopAfter = 1 + rng.IntN(6)
		}
		other := make(chan error)
		if rng.IntN(20) == 0 {
			go func() {
				_, err := e.Best(context.Background(), draughts.NewGame(draughts.Start(), draughts.FMJD64), engine.Limits{Nodes: 100})
				other <- err
			}()
		} else {
			close(other)
		}
		var best engine.Info
		for info := range e.Search(ctx, g, limits) {
			if info.Line == 1 {
				best = info
			}
			if stopAfter--; stopAfter == 0 {
				break
			}
		}
		cancel()
		if err := <-other; err != nil {
			t.Fatal(err)
		}
		if len(best.PV) == 0 {
			continue // stopped before the first result
		}
		checkLine(t, g.Position(), best)
		if err := g.Play(best.PV[0]); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.Best(ctx, draughts.NewGame(draughts.Start(), draughts.FMJD64), engine.Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after all that: %v", err)
	}
}
