package exercise

import (
	"context"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
)

// The bounds of Exercise.Rating.
const (
	MinRating = 800
	MaxRating = 2200
)

// rateDepth is how many plies ahead a rater looks at most.
const rateDepth = 9

// rater measures how hard exercises are.
type rater struct{ engine *engine.Engine }

// features are what the difficulty is judged by.
type features struct {
	// moves is the number of turns in the main line, choices that of those with
	// more than one legal move.
	moves, choices int
	// depth is how many plies ahead an engine without tables must look to find
	// every move of the main line and to stay with it, captures being followed to
	// their end: 1 to rateDepth+1. First is the same of the first move alone.
	depth, first int
	tries        int // first moves that look as good at a glance
	pieces       int
	quiet        bool // the first move takes nothing and offers nothing
	sacrifice    bool // the first move takes nothing and gives a piece
}

// rating is the difficulty of an exercise with such features, by the number of
// moves to foresee above all.
func (f features) rating() int {
	r := 600 + 110*f.choices + 70*f.depth + 25*min(f.tries, 6) + 15*(f.pieces-4)
	if f.quiet {
		r += 80
	}
	if f.sacrifice {
		r += 60
	}
	return min(max(r, MinRating), MaxRating)
}

// measure looks at an exercise as a player would.
func (r *rater) measure(ctx context.Context, x *Exercise) (features, error) {
	f := features{moves: x.Moves(), pieces: x.Start.Occupied().Count(), quiet: x.Themes.Has(QuietMove), sacrifice: x.Themes.Has(Sacrifice)}
	for t := x.Solution; t != nil; {
		depth, err := r.depth(ctx, t)
		if err != nil {
			return f, err
		}
		if t == x.Solution {
			f.first = depth
		}
		f.depth = max(f.depth, depth)
		if len(t.Tries) > 0 {
			f.choices++
		}
		if len(t.Replies) == 0 {
			break
		}
		t = t.Replies[0].Next
	}
	var err error
	f.tries, err = r.tries(ctx, x.Solution)
	return f, err
}

// depth returns the least depth from which on the engine chooses the right move.
func (r *rater) depth(ctx context.Context, t *Turn) (int, error) {
	if len(t.Tries) == 0 {
		return 1, nil
	}
	least := rateDepth + 1
	g := draughts.NewGame(t.Position, draughts.FMJD64)
	for d := rateDepth; d >= 1; d-- {
		r.engine.NewGame()
		info, err := r.engine.Best(ctx, g, engine.Limits{Depth: d, NoTables: true})
		if err != nil {
			return 0, err
		}
		if info.PV[0] != t.Move {
			break
		}
		least = d
	}
	return least, nil
}

// glance is the depth of a first look, and asGood the hundredths of a man by
// which a move may be worse and still look as good.
const (
	glance = 3
	asGood = 30
)

// tries returns how many wrong moves look as good as the right one.
func (r *rater) tries(ctx context.Context, t *Turn) (int, error) {
	g := draughts.NewGame(t.Position, draughts.FMJD64)
	scores := map[draughts.Move]engine.Score{}
	r.engine.NewGame()
	for info := range r.engine.Search(ctx, g, engine.Limits{Depth: glance, NoTables: true, MultiPV: 1 + len(t.Tries)}) {
		scores[info.PV[0]] = info.Score
	}
	n := 0
	for _, try := range t.Tries {
		if s, ok := scores[try.Move]; ok && s >= scores[t.Move]-asGood {
			n++
		}
	}
	return n, ctx.Err()
}
