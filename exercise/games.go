package exercise

import (
	"context"
	"math/rand/v2"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
)

// Games that are played for exercises begin with random moves and go on between
// levels of play that err as people do, down to the end of the ending.
const (
	randomPlies = 6
	longestGame = 200
	lowestLevel = 2
	levelRange  = 3
)

// playGame returns the positions of a game of the engine against itself. The same
// random numbers give the same game.
func playGame(ctx context.Context, e *engine.Engine, rng *rand.Rand) ([]draughts.Position, error) {
	e.NewGame()
	g := draughts.NewGame(draughts.Start(), draughts.FMJD64)
	levels := [2]int{lowestLevel + rng.IntN(levelRange), lowestLevel + rng.IntN(levelRange)}
	line := []draughts.Position{g.Position()}
	for g.Outcome().Reason == draughts.NotOver && g.Plies() < longestGame {
		p := g.Position()
		var m draughts.Move
		if g.Plies() < randomPlies {
			moves := p.AppendMoves(nil)
			m = moves[rng.IntN(len(moves))]
		} else {
			info, err := e.Best(ctx, g, engine.Level(levels[p.Turn()], rng.Uint64()))
			if err != nil {
				return nil, err
			}
			m = info.PV[0]
		}
		if err := g.Play(m); err != nil {
			return nil, err
		}
		line = append(line, g.Position())
	}
	return line, ctx.Err()
}
