package build

import (
	"context"
	"fmt"
	"runtime"

	"github.com/bolshak-draughts/bolshak/endgame/file"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// Solve finds the values of all balances of 2 up to so many pieces and keeps
// them in memory, a byte a position: 6 MB for four pieces, 146 MB for five,
// 2.6 GB for six. Workers less than 1 means as many as there are processors. The
// result does not depend on it. The error is that of the context, [ErrTooLong]
// or [ErrPieces].
func Solve(ctx context.Context, pieces, workers int) (*Values, error) {
	return solve(ctx, byEnd, nil, pieces, workers)
}

// solve solves all balances of 2 up to so many pieces by a metric; results are
// what captures and promotions lead to, nil for those being solved.
func solve(ctx context.Context, by metric, results *Values, pieces, workers int) (*Values, error) {
	if pieces < 2 || pieces > MaxPieces {
		return nil, fmt.Errorf("%w: %d, not between 2 and %d", ErrPieces, pieces, MaxPieces)
	}
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	v := new(Values)
	if results == nil {
		results = v
	}
	for n := 2; n <= pieces; n++ {
		for _, b := range pairs(n) {
			if err := v.solvePair(ctx, b, by, results, workers, func(uint64) {}); err != nil {
				return nil, err
			}
			v.table(b).takes, v.table(b.Mirror()).takes = nil, nil // for files
		}
	}
	return v, nil
}

// Count returns the statistics of the codes of a balance.
func Count(codes []Code) file.Stats {
	var n [256]uint64
	var at [256]uint64
	for i, c := range codes {
		if n[c] == 0 {
			at[c] = uint64(i)
		}
		n[c]++
	}
	s := file.Stats{Draws: n[draw], LongestWin: -1, LongestLoss: -1}
	for i := range n {
		c := Code(i)
		switch {
		case n[c] == 0:
		case c.Win():
			s.Wins += n[c]
			s.LongestWin, s.AtWin = c.Plies(), at[c]
		case c.Loss():
			s.Losses += n[c]
			s.LongestLoss, s.AtLoss = c.Plies(), at[c]
		}
	}
	return s
}

// Stats returns the statistics of a balance; the zero value if it is not there.
func (v *Values) Stats(b index.Balance) file.Stats {
	if v.Balance(b) == nil {
		return file.Stats{}
	}
	return Count(v.Balance(b))
}
