package match

import (
	"context"
	"errors"
	"fmt"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/engine/eval"
)

// EnginePlayer is a player of this program's own engine.
type EnginePlayer struct {
	Engine *engine.Engine
	// Limits hold for each move, besides the clock.
	Limits engine.Limits
}

// NewGame makes the engine forget the last game. One that errs like a person
// errs in another way in this one: the next seed is that after the last.
func (p *EnginePlayer) NewGame(context.Context, *draughts.Game, draughts.Color) error {
	p.Engine.NewGame()
	p.Limits.Seed++
	return nil
}

// LevelLimits returns the limits of a level of this program's engine. Limits of
// nodes or time take the place of the level's time, if it has one.
func LevelLimits(level int, seed uint64, instead engine.Limits) engine.Limits {
	l := engine.Level(level, seed)
	if instead.Nodes > 0 || instead.MoveTime > 0 {
		l.Nodes, l.MoveTime = instead.Nodes, instead.MoveTime
	}
	return l
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

// EngineOptions reads options of this program's own engine: hash (MiB), threads,
// contempt (hundredths of a man) and evaluation (learnt or baseline).
func EngineOptions(params map[string]string) (engine.Options, error) {
	var o engine.Options
	for name, value := range params {
		var err error
		switch name {
		case "hash":
			o.HashMB, err = number(value, 1, 65536)
		case "threads":
			o.Threads, err = number(value, 1, 256)
		case "contempt":
			o.Contempt, err = number(value, -100, 100)
		case "evaluation":
			switch value {
			case "learnt":
			case "baseline":
				o.Eval = eval.Baseline{}
			default:
				err = fmt.Errorf("%q is neither learnt nor baseline", value)
			}
		default:
			err = errors.New("our engine has no such option, only hash, threads, contempt and evaluation")
		}
		if err != nil {
			return o, fmt.Errorf("%w: option.%s: %w", ErrWords, name, err)
		}
	}
	return o, nil
}
