package exercise

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/engine"
)

// FindConfig says how exercises are found.
type FindConfig struct {
	// Games is how many games of the engine against itself to look through, and
	// Seed makes them the same again with the same engine.
	Games int
	Seed  uint64
	// Threads is the number of goroutines; less than 1 means 1. What is found
	// does not depend on it.
	Threads int
	// Count is how many exercises to choose for variety; 0 means all.
	Count int
	// Progress, if not nil, is told after each game how many have been looked
	// through and how many exercises they gave, before the choice. Calls do not
	// overlap.
	Progress func(games, found int)
}

// mostPieces is the most that a position may have on the board: with more of
// them, what does not win cannot be proven.
const mostPieces = 14

// Find makes exercises of the positions of games, those of the engine against
// itself and others: in each, and after each move that could have been played
// there, it looks for a single winning move. Positions of others, which may be nil,
// need not follow each other. The result has no two that are much alike, the
// easiest first. The error is that of ctx or of the tables.
func Find(ctx context.Context, cfg FindConfig, others iter.Seq[[]draughts.Position]) ([]*Exercise, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	f := finder{ctx: ctx, cancel: cancel, seed: cfg.Seed, progress: cfg.Progress}
	jobs := make(chan job)
	var workers sync.WaitGroup
	for range max(1, cfg.Threads) {
		workers.Go(func() { f.work(jobs) })
	}
	for j := range allJobs(cfg.Games, others) {
		select {
		case jobs <- j:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(jobs)
	workers.Wait()
	if err := cmp.Or(f.err, ctx.Err()); err != nil {
		return nil, err
	}
	return choose(f.found, cfg.Count), nil
}

// job is a game to look through, perhaps yet to be played.
type job struct {
	number int
	play   bool
	game   []draughts.Position
}

func allJobs(games int, others iter.Seq[[]draughts.Position]) iter.Seq[job] {
	return func(yield func(job) bool) {
		for i := range games {
			if !yield(job{number: i, play: true}) {
				return
			}
		}
		if others == nil {
			return
		}
		for game := range others {
			if !yield(job{number: games, game: game}) {
				return
			}
			games++
		}
	}
}

type finder struct {
	ctx      context.Context
	cancel   context.CancelFunc
	seed     uint64
	progress func(games, found int)

	mu    sync.Mutex // guards what follows
	games int
	found []candidate
	err   error // the first
}

// candidate is an exercise with what the choice goes by.
type candidate struct {
	*Exercise
	features features
	game     int // for an order that does not depend on threads
	place    int
}

func (f *finder) work(jobs <-chan job) {
	e := engine.New(engine.Options{HashMB: 1})
	for j := range jobs {
		found, err := f.do(e, j)
		f.mu.Lock()
		f.games++
		f.found = append(f.found, found...)
		if err != nil && f.err == nil && f.ctx.Err() == nil {
			f.err = err
			f.cancel()
		}
		if f.progress != nil && err == nil {
			f.progress(f.games, len(f.found))
		}
		f.mu.Unlock()
	}
}

// do looks through a game, and plays it before if need be.
func (f *finder) do(e *engine.Engine, j job) ([]candidate, error) {
	if j.play {
		var err error
		if j.game, err = playGame(f.ctx, e, rand.New(rand.NewPCG(f.seed, uint64(j.number)))); err != nil {
			return nil, err
		}
	}
	return f.look(&rater{e}, j)
}

// look returns the exercises in a game.
func (f *finder) look(r *rater, j job) ([]candidate, error) {
	var found []candidate
	seen := map[draughts.Position]bool{}
	for _, p := range j.game {
		if p.Occupied().Count() > mostPieces {
			continue
		}
		for _, q := range around(p) {
			if seen[q] || !hasChoice(q) {
				continue
			}
			seen[q] = true
			c, err := f.try(r, q)
			if err != nil {
				return found, err
			}
			if c.Exercise != nil {
				c.game, c.place = j.number, len(found)
				found = append(found, c)
			}
		}
	}
	return found, nil
}

// around returns a position and those after its moves.
func around(p draughts.Position) []draughts.Position {
	list := []draughts.Position{p}
	for m := range p.Moves() {
		list = append(list, p.PlayUnchecked(m))
	}
	return list
}

// hasChoice reports whether there is something to choose: three moves, or two
// captures.
func hasChoice(p draughts.Position) bool {
	n := len(p.AppendMoves(nil))
	return n >= 3 || n == 2 && p.MustCapture()
}

// try makes an exercise of a position; there is none in the result if it is not
// good for one.
func (f *finder) try(r *rater, p draughts.Position) (candidate, error) {
	t, err := solve(f.ctx, p, endgame.Default(), makeBounds)
	for _, reason := range []error{ErrNotWon, ErrSecondWin, ErrUnproven, ErrDrawRules, ErrTooLong} {
		if errors.Is(err, reason) {
			return candidate{}, nil
		}
	}
	if err != nil {
		return candidate{}, err
	}
	x := &Exercise{ID: idOf(p), Start: p, Solution: t}
	x.Themes = themesOf(x)
	if trivial(x) {
		return candidate{}, nil
	}
	c := candidate{Exercise: x}
	if c.features, err = r.measure(f.ctx, x); err != nil {
		return c, err
	}
	x.Rating = c.features.rating()
	if c.features.dull() {
		return candidate{}, nil
	}
	return c, nil
}

// trivial reports whether nobody would have to think: the first move takes the
// most that can be taken, and that is all.
func trivial(x *Exercise) bool {
	if x.Moves() > 1 || !x.Solution.Move.IsCapture() {
		return false
	}
	return !slices.ContainsFunc(x.Solution.Tries, func(t Try) bool {
		return t.Move.Captured.Count() >= x.Solution.Move.Captured.Count()
	})
}

// dull reports whether one move is all that is to be found, and a glance finds it.
func (f features) dull() bool { return f.moves == 1 && f.depth <= 2 }
