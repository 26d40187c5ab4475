package match

import (
	"context"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
)

// EnginePlayer is a player of this program's own engine.
type EnginePlayer struct {
	Engine *engine.Engine
	// Limits hold for each move, besides the clock.
	Limits engine.Limits
}

// NewGame makes the engine forget the last game.
func (p *EnginePlayer) NewGame(context.Context) error {
	p.Engine.NewGame()
	return nil
}

// Move searches for a move.
func (p *EnginePlayer) Move(ctx context.Context, g *draughts.Game, clock engine.Clock) (Reply, error) {
	limits := p.Limits
	limits.Clock = clock
	best, err := p.Engine.Best(ctx, g, limits)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Move: best.PV[0], Score: best.Score, Depth: best.Depth, Nodes: best.Nodes}, nil
}
