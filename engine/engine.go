// Package engine finds good moves.
//
// Start with [New] and [Engine.Search], which yields ever deeper results until
// its limits are met; [Engine.Best] runs a search to its end and gives the move.
// [Level] gives the limits of the playing strengths that people choose from.
package engine

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/engine/eval"
)

// Options are what an engine is made with. The zero value is sensible.
type Options struct {
	// HashMB is the size of the transposition table in MiB; 0 means 16.
	HashMB int
	// Threads is the number of goroutines that search; less than 1 means 1.
	Threads int
	// Eval judges positions; nil means eval.Default.
	Eval eval.Evaluator
	// Tables are endgame tables; nil means endgame.Default, those in the binary.
	Tables Tables
	// Contempt is what a draw is worth to the side that the engine plays, in
	// hundredths of a man, negative to avoid draws.
	Contempt int
}

// Score is the worth of a position for the side to move, in hundredths of a
// man. Scores near plus or minus 32000 are proven wins and losses.
type Score int

const (
	// Win is the score of a game that is won; a win in n plies is worth Win-n.
	Win Score = 32000

	win      = Win
	infinity = Win + 1
	// winBound is the least score of a proven win: the deepest search sees
	// fewer plies than win-winBound.
	winBound Score = 31000
)

// Plies returns the number of plies to the end of the game in a proven win
// (positive) or loss (negative or, when it is over, zero); ok is false for all
// other scores.
func (s Score) Plies() (plies int, ok bool) {
	switch {
	case s >= winBound:
		return int(win - s), true
	case s <= -winBound:
		return -int(win + s), true
	}
	return 0, false
}

// String returns the score in men, such as "+0.35", or "win in 7", "loss in 4"
// (plies).
func (s Score) String() string {
	if plies, ok := s.Plies(); ok {
		if s > 0 {
			return fmt.Sprintf("win in %d", plies)
		}
		return fmt.Sprintf("loss in %d", -plies)
	}
	return fmt.Sprintf("%+.2f", float64(s)/100)
}

// Info is the result of a search so far: a line of best play from one finished
// iteration.
type Info struct {
	Depth int
	// Line is 1 for the best first move, 2 for the next, up to Limits.MultiPV.
	Line  int
	Score Score
	Nodes int64
	Time  time.Duration
	// HashFull is how much of the table is filled, in thousandths.
	HashFull int
	// PV is the line of best play, the move to make first. It is never empty.
	PV []draughts.Move
}

// ErrGameOver says that there is nothing to search: the game has ended.
var ErrGameOver = errors.New("the game is over")

// Engine searches one game position at a time and remembers what it has seen. A
// search by another goroutine waits for the one under way.
type Engine struct {
	mu      sync.Mutex // held by a search
	opt     Options
	table   *table
	workers []*worker
}

// New returns an engine.
func New(opt Options) *Engine {
	if opt.HashMB <= 0 {
		opt.HashMB = 16
	}
	opt.Threads = max(1, opt.Threads)
	if opt.Tables == nil {
		opt.Tables = endgame.Default()
	}
	if opt.Eval == nil {
		opt.Eval = eval.Default()
	}
	return &Engine{opt: opt, table: newTable(opt.HashMB)}
}

// Threads returns the number of goroutines that search.
func (e *Engine) Threads() int { return e.opt.Threads }

// NewGame makes the engine forget what it has seen.
func (e *Engine) NewGame() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.table.clear()
}

// Search yields the lines of each iteration, deeper and deeper, and ends when
// the limits are met, ctx ends or the caller has enough; the caller must not
// search with the same engine before that. It yields at least one
// result unless the game is over or ctx has ended before. A lone legal move is
// given at once when the move has a time limit.
func (e *Engine) Search(ctx context.Context, g *draughts.Game, limits Limits) iter.Seq[Info] {
	return func(yield func(Info) bool) {
		if g.Outcome().Reason != draughts.NotOver || ctx.Err() != nil {
			return
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		if e.workers == nil {
			for range e.opt.Threads {
				e.workers = append(e.workers, newWorker())
			}
		}
		newSearch(ctx, e, g, limits).run(e.workers, yield)
	}
}

// Best searches to the end and returns the last result of the best line. The
// error is [ErrGameOver], or that of ctx if it ended before there was any
// result.
func (e *Engine) Best(ctx context.Context, g *draughts.Game, limits Limits) (Info, error) {
	var best Info
	for info := range e.Search(ctx, g, limits) {
		if info.Line == 1 {
			best = info
		}
	}
	switch {
	case len(best.PV) > 0:
		return best, nil
	case ctx.Err() != nil:
		return best, ctx.Err()
	}
	return best, ErrGameOver
}
