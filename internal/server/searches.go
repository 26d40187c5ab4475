package server

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
)

// errCrowded says that a search did not get its turn.
var errCrowded = errors.New("too many searches")

// maxWait is how long a search waits for its turn.
const maxWait = 20 * time.Second

// searches runs a few searches at once and lets a few more wait in turn.
type searches struct {
	engines chan *engine.Engine
	places  chan struct{}
}

func newSearches(atOnce, waiting int) *searches {
	s := &searches{
		engines: make(chan *engine.Engine, atOnce),
		places:  make(chan struct{}, atOnce+waiting),
	}
	for range atOnce {
		s.engines <- engine.New(engine.Options{})
	}
	return s
}

// best returns the engine's move at a level. The error is errCrowded,
// engine.ErrGameOver, or that of ctx.
func (s *searches) best(ctx context.Context, g *draughts.Game, level int) (draughts.Move, error) {
	if g.Outcome().Reason != draughts.NotOver {
		return draughts.Move{}, engine.ErrGameOver
	}
	select {
	case s.places <- struct{}{}:
		defer func() { <-s.places }()
	default:
		return draughts.Move{}, errCrowded
	}
	turn := time.NewTimer(maxWait)
	defer turn.Stop()
	select {
	case e := <-s.engines:
		defer func() { s.engines <- e }()
		info, err := e.Best(ctx, g, engine.Level(level, rand.Uint64()))
		if err != nil {
			return draughts.Move{}, err
		}
		return info.PV[0], nil
	case <-turn.C:
		return draughts.Move{}, errCrowded
	case <-ctx.Done():
		return draughts.Move{}, ctx.Err()
	}
}
