package engine

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine/eval"
)

// search is one call of Engine.Search: what its workers share.
type search struct {
	ctx    context.Context
	table  *table
	limits Limits
	rules  draughts.DrawRules
	draw   [2]Score // what a draw is worth to White and Black to move
	game   []uint64 // keys of the game before the root
	root   node
	eval   eval.Evaluator
	tables Tables
	// probePieces is the most pieces with which a node is looked up.
	probePieces int
	// holds are the first moves that hold the result which the tables know; nil
	// means all.
	holds   map[draughts.Move]bool
	workers int

	budget  budget
	started time.Time
	hit     atomic.Int64 // when the time limits began, in nanoseconds after started; -1 while pondering

	stopped atomic.Bool
	nodes   atomic.Int64 // of all workers, as far as they have told
}

func newSearch(ctx context.Context, e *Engine, g *draughts.Game, limits Limits) *search {
	p := g.Position()
	s := &search{
		ctx: ctx, table: e.table, workers: e.opt.Threads, eval: e.opt.Eval, tables: e.opt.Tables, limits: limits, rules: g.Rules(), started: time.Now(),
		root:   node{position: p, key: p.Key(), tally: g.Tally()},
		budget: limits.budget(p.Occupied().Count()),
	}
	if s.limits.Depth <= 0 || s.limits.Depth > maxDepth {
		s.limits.Depth = maxDepth
	}
	s.limits.MultiPV = max(1, s.limits.MultiPV)
	s.draw[p.Turn()] = Score(e.opt.Contempt)
	s.draw[p.Turn().Other()] = -Score(e.opt.Contempt)
	// What a player with blind spots thinks is not for others to find in the
	// table: it has keys of its own.
	var salt uint64
	if limits.Blindness > 0 {
		salt = mix(limits.Seed ^ uint64(limits.Blindness)<<56)
	}
	s.root.key ^= salt
	for i := range g.Plies() {
		s.game = append(s.game, g.PositionAt(i).Key()^salt)
	}
	s.table.age++
	return s
}

// run searches with all workers. The first one is the caller's own goroutine and
// gives the results; the others only fill the table, at depths of their own.
func (s *search) run(workers []*worker, yield func(Info) bool) {
	if s.limits.PonderHit != nil {
		s.hit.Store(-1)
	}
	if !s.limits.NoTables {
		if results := s.consult(); results != nil {
			s.answer(results, yield)
			return
		}
	}
	first := workers[0]
	first.begin(s, 0)
	var others sync.WaitGroup
	defer func() {
		s.stopped.Store(true)
		others.Wait()
	}()
	if s.limits.Noise > 0 {
		s.workers = 1 // so that a seed gives the same game
	}
	for id := 1; id < s.workers; id++ {
		others.Go(func() {
			workers[id].begin(s, id)
			workers[id].iterate(nil)
		})
	}
	first.iterate(yield)
}

// pondering reports whether the time limits do not work yet.
func (s *search) pondering() bool {
	if s.hit.Load() >= 0 {
		return false
	}
	select {
	case <-s.limits.PonderHit:
		s.hit.Store(int64(time.Since(s.started)))
		return false
	default:
		return true
	}
}

// spent returns the time that counts.
func (s *search) spent() time.Duration { return time.Since(s.started) - time.Duration(s.hit.Load()) }

// poll looks whether the search must stop. Workers ask once in a while.
func (s *search) poll() bool {
	switch {
	case s.stopped.Load():
	case s.ctx.Err() != nil,
		s.limits.Nodes > 0 && s.nodes.Load() >= s.limits.Nodes,
		s.budget.hard > 0 && !s.pondering() && s.spent() >= s.budget.hard:
		s.stopped.Store(true)
	}
	return s.stopped.Load()
}

// rootMove is a first move with what is known of it.
type rootMove struct {
	move  draughts.Move
	noise Score
	score Score
	pv    []draughts.Move
}

func (s *search) rootMoves() []rootMove {
	p := s.root.position
	var list []rootMove
	for m := range p.Moves() {
		if s.holds != nil && !s.holds[m] {
			continue
		}
		r := rootMove{move: m, score: -infinity}
		if n := uint64(s.limits.Noise); n > 0 {
			r.noise = Score(mix(p.KeyAfter(s.root.key, m)^s.limits.Seed)%(2*n+1)) - Score(n)
		}
		list = append(list, r)
	}
	return list
}

// mix spreads the bits of x (the finalizer of splitmix64).
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// iterate searches deeper and deeper.
func (w *worker) iterate(yield func(Info) bool) {
	s := w.search
	moves := s.rootMoves()
	lines := min(s.limits.MultiPV, len(moves))
	steady := 0 // iterations for which the best move has been the same
	for depth := 1 + w.id%2; depth <= s.limits.Depth; depth++ {
		before := moves[0].move
		for line := range lines {
			w.searchLine(moves, line, depth)
			if w.stop && (depth > 1 || moves[line].score == -infinity || w.id > 0) {
				// An unfinished iteration may have found a better first move all
				// the same; it stands first then, with its line.
				if w.id == 0 && moves[0].move != before && line == 0 {
					yield(w.info(moves[0], 0, depth))
				}
				return
			}
			slices.SortStableFunc(moves[:line+1], func(a, b rootMove) int { return cmp.Compare(b.score, a.score) })
		}
		if w.id > 0 {
			continue
		}
		for line := range lines {
			if !yield(w.info(moves[line], line, depth)) {
				return
			}
		}
		if moves[0].move == before {
			steady++
		} else {
			steady = 0
		}
		if s.finished(moves, lines, depth, steady) || w.stop {
			return
		}
	}
}

func (w *worker) info(r rootMove, line, depth int) Info {
	s := w.search
	w.tell()
	return Info{
		Depth: depth, Line: line + 1, Score: r.score, Nodes: s.nodes.Load(), Time: time.Since(s.started),
		HashFull: s.table.full(), PV: slices.Clone(r.pv),
	}
}

// finished reports whether there is no use in another iteration.
func (s *search) finished(moves []rootMove, lines, depth, steady int) bool {
	if s.pondering() {
		return false
	}
	decided := func(m rootMove) bool {
		plies, ok := m.score.Plies()
		return ok && max(plies, -plies) <= depth
	}
	if !slices.ContainsFunc(moves[:lines], func(m rootMove) bool { return !decided(m) }) {
		return true // nothing deeper can be better
	}
	if s.budget.soft <= 0 {
		return false
	}
	if len(moves) == 1 {
		return true
	}
	if s.limits.MoveTime > 0 {
		return false // time that is left is of no use later
	}
	return s.spent() >= s.budget.soft*time.Duration(10-min(steady, 5))*6/100
}

// searchLine searches the first moves from index line on, those before it being
// given better lines already, and puts the best at index line. It begins with a
// narrow window around the last score and widens it where that fails.
func (w *worker) searchLine(moves []rootMove, line, depth int) {
	alpha, beta := -infinity, infinity
	margin := Score(16)
	last := moves[line].score
	if depth >= 5 && w.search.limits.Noise == 0 && last > -winBound && last < winBound {
		alpha, beta = last-margin, last+margin
	}
	for {
		got := w.searchRoot(moves, line, depth, alpha, beta)
		margin *= 4
		switch {
		case w.stop || got > alpha && got < beta:
			return
		case margin > 400:
			alpha, beta = -infinity, infinity
		case got <= alpha:
			alpha = got - margin
		default:
			beta = got + margin
		}
	}
}

// searchRoot searches the first moves from index line on in a window. With noise
// each has a full window, since its score is compared after the noise is added.
func (w *worker) searchRoot(moves []rootMove, line, depth int, alpha, beta Score) Score {
	w.line = append(w.line, w.stack[0].key)
	defer func() { w.line = w.line[:len(w.line)-1] }()
	best := -infinity
	noisy := w.search.limits.Noise > 0
	for i := line; i < len(moves); i++ {
		r := &moves[i]
		score := w.searchMove(r.move, i-line, depth, alpha, beta)
		if w.stop && best > -infinity {
			break
		}
		if _, proven := score.Plies(); !proven {
			score += r.noise
		}
		if score <= best {
			continue
		}
		best = score
		if score > alpha || i == line {
			moved := *r
			moved.score = score
			moved.pv = append([]draughts.Move{r.move}, w.stack[1].pv...)
			copy(moves[line+1:i+1], moves[line:i])
			moves[line] = moved
			if !noisy {
				alpha = max(alpha, score)
			}
		}
		if score >= beta {
			break
		}
	}
	return best
}

// searchMove searches the first move that is number i in the order.
func (w *worker) searchMove(m draughts.Move, i, depth int, alpha, beta Score) Score {
	w.play(0, m)
	if i == 0 || w.search.limits.Noise > 0 {
		return -w.node(depth-1, 1, -beta, -alpha, false)
	}
	less := 0
	if !m.IsCapture() && !w.stack[0].position.Crowns(m) {
		less = reduction(i, depth, true, false)
	}
	score := -w.node(depth-1-less, 1, -alpha-1, -alpha, true)
	if score > alpha && less > 0 {
		score = -w.node(depth-1, 1, -alpha-1, -alpha, true)
	}
	if score > alpha && score < beta {
		score = -w.node(depth-1, 1, -beta, -alpha, false)
	}
	return score
}
