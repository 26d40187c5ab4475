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
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Options are what an engine is made with. The zero value is sensible.
type Options struct {
	// HashMB is the size of the transposition table in MiB; 0 means 16.
	HashMB int
}

// Limits say when a search ends: at the first that is met. Without any, the
// search ends with its context only.
type Limits struct {
	// Depth is the last iteration, in plies; captures are always followed to
	// their end.
	Depth int
	// Nodes is the number of positions to visit. With a node limit and no time
	// limit the result depends on the game and the engine's past searches alone.
	Nodes int64
	// MoveTime is the time for the move.
	MoveTime time.Duration
	// Noise, in hundredths of a man, is added at random to the worth of each
	// first move, up or down by at most so much. It makes a weak and varied
	// player.
	Noise int
	// Seed chooses the noise; the same seed gives the same game.
	Seed uint64
}

// Score is the worth of a position for the side to move, in hundredths of a
// man. Scores near plus or minus 32000 are proven wins and losses.
type Score int

const (
	win      Score = 32000
	infinity Score = 32001
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

// Info is the result of a search so far: one finished iteration.
type Info struct {
	Depth int
	Score Score
	Nodes int64
	Time  time.Duration
	// PV is the line of best play, the move to make first. It is never empty.
	PV []draughts.Move
}

// ErrGameOver says that there is nothing to search: the game has ended.
var ErrGameOver = errors.New("the game is over")

// Engine searches one game position at a time. Make one for each goroutine that
// searches.
type Engine struct {
	table *table
}

// New returns an engine.
func New(opt Options) *Engine {
	if opt.HashMB <= 0 {
		opt.HashMB = 16
	}
	return &Engine{table: newTable(opt.HashMB)}
}

// Search yields the result of each iteration, deeper and deeper, and ends when
// the limits are met, ctx ends or the caller has enough. It yields at least one
// result unless the game is over or ctx has ended before the first. A lone legal
// move is given at once when the move has a time limit.
func (e *Engine) Search(ctx context.Context, g *draughts.Game, limits Limits) iter.Seq[Info] {
	return func(yield func(Info) bool) {
		if g.Outcome().Reason != draughts.NotOver || ctx.Err() != nil {
			return
		}
		newSearch(ctx, e.table, g, limits).iterate(yield)
	}
}

// Best searches to the end and returns the last result. The error is
// [ErrGameOver], or that of ctx if it ended before there was any result.
func (e *Engine) Best(ctx context.Context, g *draughts.Game, limits Limits) (Info, error) {
	var best Info
	for info := range e.Search(ctx, g, limits) {
		best = info
	}
	switch {
	case len(best.PV) > 0:
		return best, nil
	case ctx.Err() != nil:
		return best, ctx.Err()
	}
	return best, ErrGameOver
}
