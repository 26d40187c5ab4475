package stateless

import (
	"context"
	"errors"
	"fmt"

	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// game answers with the state of a game.
func (s *Service) game(_ context.Context, r Request) (any, error) {
	var q GameRequest
	if p := wire.Decode(r.Body, &q); p != nil {
		return nil, p
	}
	g, p := q.Play()
	if p != nil {
		return nil, p
	}
	return NewState(g), nil
}

// reply plays the engine's move and answers with the state after it.
func (s *Service) reply(ctx context.Context, r Request) (any, error) {
	var q replyRequest
	if p := wire.Decode(r.Body, &q); p != nil {
		return nil, p
	}
	if p := q.check(); p != nil {
		return nil, p
	}
	g, p := q.Play()
	if p != nil {
		return nil, p
	}
	move, err := s.Best(ctx, g.Game, q.Level)
	switch {
	case errors.Is(err, engine.ErrGameOver):
		return nil, wire.Refuse("game-over", "the game is over: "+g.Outcome().String())
	case err != nil:
		return nil, err
	}
	if err := g.Play(move); err != nil {
		return nil, fmt.Errorf("the engine's move %v in %v: %w", move, g.Position(), err)
	}
	return NewState(g), nil
}
