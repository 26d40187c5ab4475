package build

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame/file"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// ErrWrong says that a value in a file is not what the values of the positions
// after its moves give.
var ErrWrong = errors.New("wrong value")

// Verify reads all files of a directory for up to opt.Pieces pieces and asks of
// every position whether its value follows from those after its moves: a win in
// n plies has a move to a loss in n-1 and none to a shorter one, a loss in n has
// moves to wins only, the longest in n-1, a draw has a move to a draw and none to
// a loss. Lengths that fall to nothing with every ply leave no room for wins
// that are none. Above opt.Lengths pieces it looks at results alone, which shows
// that they agree with each other, and not that there is an end to every win. If
// that is less than 1, lengths are looked at as far as the directory has them, and
// so are changes. It compares checksums and statistics too.
//
// It finds moves by package draughts and not as the builder does. The error
// matches [ErrWrong] and names the position, or is one of [Run].
func Verify(ctx context.Context, opt Options) error {
	if opt.Pieces < 2 || opt.Pieces > MaxPieces {
		return fmt.Errorf("%w: %d, not between 2 and %d", ErrPieces, opt.Pieces, MaxPieces)
	}
	if opt.Workers < 1 {
		opt.Workers = runtime.GOMAXPROCS(0)
	}
	if opt.Lengths < 1 {
		opt.Lengths = filesIn(opt.Dir, file.Distance, opt.Pieces)
	}
	if opt.Changes < 1 {
		opt.Changes = filesIn(opt.Dir, file.Change, opt.Pieces)
	}
	r := &run{Options: opt, values: new(Values), start: time.Now()}
	var list []index.Balance
	for n := 2; n <= opt.Pieces; n++ {
		for _, b := range pairs(n) {
			list = append(list, b)
			r.progress.Total += pairSize(b)
		}
	}
	for _, b := range list {
		if results := b.Pieces() > opt.Lengths; results != r.results {
			r.results, r.values = results, new(Values)
		}
		r.forget(b)
		r.makeRoom(b)
		if err := r.need(b); err != nil {
			return err
		}
		for _, b := range [2]index.Balance{b, b.Mirror()} {
			if err := r.load(b); err != nil {
				return err
			}
		}
		changes, err := r.loadChanges(b)
		if err != nil {
			return err
		}
		if err := r.verify(ctx, b, changes); err != nil {
			return err
		}
		if b != b.Mirror() {
			if err := r.verify(ctx, b.Mirror(), changes); err != nil {
				return err
			}
		}
	}
	return nil
}

// verify checks the files of one balance; changes are those of the balance and its
// mirror, nil if there are none.
func (r *run) verify(ctx context.Context, b index.Balance, changes *Values) error {
	codes := r.values.table(b)
	stats := codes.stats()
	for _, kind := range r.kinds(b.Pieces()) {
		t, err := file.OpenFile(filepath.Join(r.Dir, file.Name(b, kind)))
		if err != nil {
			return err
		}
		defer t.Close()
		if err := t.Check(); err != nil {
			return err
		}
		if kind == file.Change { // its longest are another thing
			if t.Stats.Wins != stats.Wins || t.Stats.Draws != stats.Draws || t.Stats.Losses != stats.Losses {
				return fmt.Errorf("%s: %w in the statistics", t.Name(), ErrWrong)
			}
			continue
		}
		stats := stats
		if r.results { // the file may know lengths that nobody looks at here
			stats.LongestWin, stats.LongestLoss = t.Stats.LongestWin, t.Stats.LongestLoss
			stats.AtWin, stats.AtLoss = t.Stats.AtWin, t.Stats.AtLoss
		}
		if t.Stats != stats {
			return fmt.Errorf("%s: %w in the statistics: %+v, should be %+v", t.Name(), ErrWrong, t.Stats, stats)
		}
	}
	var failed atomic.Pointer[error]
	inChunks(b, r.Workers, func(c index.Cursor, n uint64) {
		var moves []draughts.Move
		for left := n; left > 0; left-- {
			if left%4096 == 0 && (ctx.Err() != nil || failed.Load() != nil) {
				return
			}
			p := c.Position()
			if mustCapture(c.Pieces) && p.MustCapture() {
				c.Next() // no value of a file: load has found it by the moves
				continue
			}
			want, err := r.values.afterMoves(p, &moves)
			if r.results {
				want = want.result()
			}
			if got := codes.at(c.Index()); err == nil && got != want {
				err = fmt.Errorf("%v: %w: %v, the moves give %v", p, ErrWrong, got, want)
			}
			if err == nil && changes != nil && want != draw {
				err = r.verifyChange(changes, p, c, &moves)
			}
			if err != nil {
				failed.Store(&err)
				return
			}
			c.Next()
		}
		r.tick(b, n)
	})
	if err := failed.Load(); err != nil {
		return *err
	}
	return ctx.Err()
}

// filesIn returns the greatest number of pieces, up to most, for which a
// directory has all files of a kind; at least 1.
func filesIn(dir string, kind file.Kind, most int) int {
	for n := 2; n <= most; n++ {
		for b := range index.Balances(n) {
			if _, err := os.Stat(filepath.Join(dir, file.Name(b, kind))); err != nil {
				return n - 1
			}
		}
	}
	return most
}
