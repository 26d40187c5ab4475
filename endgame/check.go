package endgame

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame/file"
)

// ErrWrong says that a value in the tables is not what the rules give.
var ErrWrong = errors.New("wrong value")

// searchPlies is up to which length of a game Check searches without tables.
const searchPlies = 5

// Check reads all files whole and compares every checksum, and asks of so many
// random positions of each balance whether their value follows from those after
// their moves; where the game is at its end within five plies it also searches
// without tables. The positions are the same every time. Progress, if not nil, is
// told how many of how many files are done. The error is an *[file.Error],
// matches [ErrWrong] and names the position, or is that of the context.
//
// Package build verifies every position; that takes as long as building.
func (t *Tables) Check(ctx context.Context, samples int, progress func(done, total int)) error {
	files := t.Files()
	rng := rand.New(rand.NewPCG(1, 1))
	for i, f := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := f.Check(); err != nil {
			return err
		}
		if f.Kind == file.Result {
			for range samples {
				if err := t.checkPosition(f.Balance.Position(rng.Uint64N(f.Balance.Size()))); err != nil {
					return err
				}
			}
		}
		if progress != nil {
			progress(i+1, len(files))
		}
	}
	return nil
}

func (t *Tables) checkPosition(p draughts.Position) error {
	got, err := t.Probe(p)
	if err != nil {
		return err
	}
	want := over
	for i, m := range p.AppendMoves(nil) {
		r, err := t.Probe(p.PlayUnchecked(m))
		if err != nil {
			return err
		}
		if r.Value == Unknown {
			return nil // the tables of what it leads to are not here
		}
		if want = join(want, r.before()); i == 0 {
			want = r.before()
		}
	}
	// A length may be known where it does not follow from others.
	if got.Value != want.Value || got.Plies >= 0 && want.Plies >= 0 && got.Plies != want.Plies {
		return fmt.Errorf("%v: %w: %v, the moves give %v", p, ErrWrong, got, want)
	}
	if got.Plies < 0 || got.Plies > searchPlies {
		return nil
	}
	if r := search(p, got.Plies); r != got {
		return fmt.Errorf("%v: %w: %v, a search says %v", p, ErrWrong, got, r)
	}
	return nil
}

// search returns the value of a position as far as so many plies tell, without
// tables; a draw where they do not tell.
func search(p draughts.Position, plies int) Result {
	if !p.HasMoves() {
		return over
	}
	best := Result{Value: Unknown}
	for m := range p.Moves() {
		r := drawn
		if plies > 0 {
			r = search(p.PlayUnchecked(m), plies-1).before()
		}
		if Better(r, best) < 0 {
			best = r
		}
	}
	return best
}
