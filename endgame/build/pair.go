package build

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// ErrTooLong says that a game is longer than the 254 plies that a code can
// tell.
var ErrTooLong = errors.New("a game of more than 254 plies")

// ErrPieces says that tables of so many pieces cannot be built.
var ErrPieces = errors.New("no tables of so many pieces")

// MaxPieces is the greatest number of pieces for which tables can be built.
const MaxPieces = 7

// pairs returns the balances of so many pieces to be solved, each standing for
// itself and its mirror, in an order in which each comes after all it leads to.
func pairs(pieces int) (list []index.Balance) {
	for b := range index.Balances(pieces) {
		if first(b) == b {
			list = append(list, b)
		}
	}
	return list
}

// first returns the one of a balance and its mirror that stands for both.
func first(b index.Balance) index.Balance {
	if m := b.Mirror(); key(m) > key(b) {
		return m
	}
	return b
}

// solvePair finds the values of a balance and its mirror by a metric and adds
// them to v. All that they lead to must be there: in v, or with byChange what
// captures and promotions lead to in exits.
func (v *Values) solvePair(ctx context.Context, b index.Balance, m metric, exits *Values, workers int, tick func(positions uint64)) error {
	mirror := b.Mirror()
	for _, b := range [2]index.Balance{b, mirror} {
		t := newTable(b, m != noLengths)
		t.wantCaptures()
		v.set(b, t)
	}
	err := v.fillPair(ctx, b, m, exits, workers, tick)
	if err != nil {
		v.set(b, nil)
		v.set(mirror, nil)
		return fmt.Errorf("balance %v: %w", b, err)
	}
	return nil
}

func (v *Values) fillPair(ctx context.Context, b index.Balance, m metric, exits *Values, workers int, tick func(positions uint64)) error {
	levels := byAdvance(b)
	solvers := make([]solver, workers)
	for i := range solvers {
		solvers[i] = solver{values: exits, own: v, balance: b, metric: m}
		solvers[i].taker = taker{values: exits, results: m != byEnd}
	}
	for _, level := range levels {
		var taken atomic.Int64
		var group sync.WaitGroup
		// Parts small enough that the workers end together, large enough that
		// they seldom meet.
		part := max(1, min(64, len(level)/(8*workers)))
		for i := range solvers {
			group.Go(func() {
				for ctx.Err() == nil {
					from := int(taken.Add(int64(part))) - part
					if from >= len(level) {
						return
					}
					to := min(from+part, len(level))
					var done uint64
					for _, slice := range level[from:to] {
						done += solvers[i].solve(uint64(slice))
					}
					tick(done)
				}
			})
		}
		group.Wait()
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	for i := range solvers {
		if solvers[i].tooLong {
			return ErrTooLong
		}
	}
	return nil
}

// byAdvance returns the slices of a balance by how far the men have advanced in
// all, the farthest first. A man's quiet move leads to the level before. Of two
// slices of one balance that are each other's mirror only the first is listed.
func byAdvance(b index.Balance) [][]uint32 {
	levels := make([][]uint32, 7*b.Men()+1)
	n := uint32(b.Slices())
	same := b == b.Mirror()
	for slice := range n {
		white, black := b.Slice(uint64(slice))
		if same && b.SliceOf(bits.Reverse32(black), bits.Reverse32(white)) < uint64(slice) {
			continue
		}
		togo := 0
		for m := white; m != 0; m &= m - 1 {
			togo += 7 - lowest(m)/4
		}
		for m := black; m != 0; m &= m - 1 {
			togo += lowest(m) / 4
		}
		levels[togo] = append(levels[togo], slice)
	}
	return levels
}
