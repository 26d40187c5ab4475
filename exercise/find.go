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
	// Look, if not nil, is called in place of [Look], to have it done elsewhere; it
	// must find the same. Threads of them are called at once.
	Look func(ctx context.Context, s Share) ([]Candidate, error)
}

// Share is a game to look through.
type Share struct {
	// Number is that of the game, from 0 on; the order of what is found goes by it.
	Number int
	// Play says that the game is yet to be played.
	Play bool
	Game []draughts.Position
}

// Candidate is an exercise that was found.
type Candidate struct {
	*Exercise
	// Interest is how good it is of its kind, higher being better.
	Interest int
}

// Look returns the exercises in a game, which it plays if need be, by the seed of
// [FindConfig]. The error is that of ctx or of the tables.
func Look(ctx context.Context, seed uint64, s Share) ([]Candidate, error) {
	return look(ctx, engine.New(engine.Options{HashMB: 1}), seed, s)
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
	f := finder{ctx: ctx, cancel: cancel, progress: cfg.Progress}
	jobs := make(chan Share)
	var workers sync.WaitGroup
	for range max(1, cfg.Threads) {
		workers.Go(func() {
			do := cfg.Look
			if do == nil {
				e := engine.New(engine.Options{HashMB: 1})
				do = func(ctx context.Context, s Share) ([]Candidate, error) { return look(ctx, e, cfg.Seed, s) }
			}
			f.work(jobs, do)
		})
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

func allJobs(games int, others iter.Seq[[]draughts.Position]) iter.Seq[Share] {
	return func(yield func(Share) bool) {
		for i := range games {
			if !yield(Share{Number: i, Play: true}) {
				return
			}
		}
		if others == nil {
			return
		}
		for game := range others {
			if !yield(Share{Number: games, Game: game}) {
				return
			}
			games++
		}
	}
}

type finder struct {
	ctx      context.Context
	cancel   context.CancelFunc
	progress func(games, found int)

	mu    sync.Mutex // guards what follows
	games int
	found []placed
	err   error // the first
}

// placed is a candidate with where it was found, for an order that does not depend
// on threads.
type placed struct {
	Candidate
	game, place int
}

func (f *finder) work(jobs <-chan Share, do func(context.Context, Share) ([]Candidate, error)) {
	for j := range jobs {
		found, err := do(f.ctx, j)
		f.mu.Lock()
		f.games++
		for i, c := range found {
			f.found = append(f.found, placed{c, j.Number, i})
		}
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

// look is [Look] with an engine.
func look(ctx context.Context, e *engine.Engine, seed uint64, s Share) ([]Candidate, error) {
	if s.Play {
		var err error
		if s.Game, err = playGame(ctx, e, rand.New(rand.NewPCG(seed, uint64(s.Number)))); err != nil {
			return nil, err
		}
	}
	var found []Candidate
	seen := map[draughts.Position]bool{}
	for _, p := range s.Game {
		if p.Occupied().Count() > mostPieces {
			continue
		}
		for _, q := range around(p) {
			if seen[q] || !hasChoice(q) {
				continue
			}
			seen[q] = true
			c, err := try(ctx, &rater{e}, q)
			if err != nil {
				return found, err
			}
			if c.Exercise != nil {
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
func try(ctx context.Context, r *rater, p draughts.Position) (Candidate, error) {
	t, err := solve(ctx, p, endgame.Default(), makeBounds)
	for _, reason := range []error{ErrNotWon, ErrSecondWin, ErrUnproven, ErrDrawRules, ErrTooLong} {
		if errors.Is(err, reason) {
			return Candidate{}, nil
		}
	}
	if err != nil {
		return Candidate{}, err
	}
	x := &Exercise{ID: idOf(p), Start: p, Solution: t}
	x.Themes = themesOf(x)
	if trivial(x) {
		return Candidate{}, nil
	}
	f, err := r.measure(ctx, x)
	if err != nil {
		return Candidate{}, err
	}
	if f.dull() {
		return Candidate{}, nil
	}
	x.Rating = f.rating()
	return Candidate{x, f.interest(x)}, nil
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
