package engine

import (
	"context"
	"slices"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine/eval"
)

// maxPly bounds the length of a line, captures included.
const maxPly = 128

// search is one search: principal variation search with iterative deepening.
type search struct {
	ctx    context.Context
	table  *table
	limits Limits
	rules  draughts.DrawRules
	start  time.Time

	nodes   int64
	stopped bool
	history [2][draughts.Squares][draughts.Squares]int32

	// line holds the keys of the game so far and of the line searched, to find
	// repetitions.
	line []uint64
	pv   [maxPly + 1][]draughts.Move
	list [maxPly + 1][]draughts.Move

	root rootMoves
}

// node is a position in the tree.
type node struct {
	position draughts.Position
	key      uint64
	tally    draughts.Tally
}

// rootMoves are the legal moves of the root, the best so far first.
type rootMoves struct {
	node
	moves []draughts.Move
	noise map[draughts.Move]Score
}

func newSearch(ctx context.Context, t *table, g *draughts.Game, limits Limits) *search {
	p := g.Position()
	s := &search{ctx: ctx, table: t, limits: limits, rules: g.Rules(), start: time.Now()}
	if s.limits.Depth <= 0 || s.limits.Depth > maxPly/2 {
		s.limits.Depth = maxPly / 2
	}
	for i := range g.Plies() + 1 {
		s.line = append(s.line, g.PositionAt(i).Key())
	}
	s.root = rootMoves{node: node{position: p, key: p.Key(), tally: g.Tally()}, moves: p.AppendMoves(nil)}
	if limits.Noise > 0 {
		s.root.noise = make(map[draughts.Move]Score, len(s.root.moves))
		for _, m := range s.root.moves {
			x := mix(p.KeyAfter(s.root.key, m) ^ limits.Seed)
			s.root.noise[m] = Score(int(x%uint64(2*limits.Noise+1)) - limits.Noise)
		}
	}
	return s
}

// mix spreads the bits of x (the finalizer of splitmix64).
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func (s *search) iterate(yield func(Info) bool) {
	for depth := 1; depth <= s.limits.Depth; depth++ {
		score := s.searchRoot(depth)
		if s.stopped && (depth > 1 || s.ctx.Err() != nil) {
			return
		}
		info := Info{Depth: depth, Score: score, Nodes: s.nodes, Time: time.Since(s.start), PV: slices.Clone(s.pv[0])}
		if !yield(info) || s.stopped {
			return
		}
		if plies, ok := score.Plies(); ok && max(plies, -plies) <= depth {
			return // nothing deeper can be better
		}
		if s.limits.MoveTime > 0 && (len(s.root.moves) == 1 || info.Time > s.limits.MoveTime/2) {
			return // the next iteration would hardly be finished
		}
	}
}

// stop looks whether a limit is met, once in a while.
func (s *search) stop() bool {
	if s.stopped {
		return true
	}
	switch {
	case s.limits.Nodes > 0 && s.nodes >= s.limits.Nodes:
		s.stopped = true
	case s.nodes%1024 != 0:
	case s.ctx.Err() != nil:
		s.stopped = true
	case s.limits.MoveTime > 0 && time.Since(s.start) >= s.limits.MoveTime:
		s.stopped = true
	}
	return s.stopped
}

// searchRoot searches all first moves. With noise each has a full window, since
// its score is to be compared after the noise is added.
func (s *search) searchRoot(depth int) Score {
	best, alpha := -infinity, -infinity
	for i, m := range s.root.moves {
		next := s.root.play(m)
		var score Score
		switch {
		case i == 0 || s.root.noise != nil:
			score = -s.search(next, depth-1, 1, -infinity, infinity)
		default:
			score = -s.search(next, depth-1, 1, -alpha-1, -alpha)
			if score > alpha {
				score = -s.search(next, depth-1, 1, -infinity, -alpha)
			}
		}
		if s.stopped && (depth > 1 || i > 0) {
			break
		}
		if _, proven := score.Plies(); !proven {
			score += s.root.noise[m]
		}
		if score > best {
			best = score
			alpha = max(alpha, score)
			s.keep(0, m)
			copy(s.root.moves[1:i+1], s.root.moves[:i])
			s.root.moves[0] = m
		}
	}
	return best
}

func (n *node) play(m draughts.Move) node {
	next := n.position.PlayUnchecked(m)
	return node{position: next, key: n.position.KeyAfter(n.key, m), tally: n.tally.After(n.position, m, next)}
}

// keep makes m and the line found below it the best line at a ply.
func (s *search) keep(ply int, m draughts.Move) {
	s.pv[ply] = append(append(s.pv[ply][:0], m), s.pv[ply+1]...)
}

// search returns the score of a position for its side to move, exact between
// alpha and beta, a bound outside.
func (s *search) search(n node, depth, ply int, alpha, beta Score) Score {
	s.pv[ply] = s.pv[ply][:0]
	s.nodes++
	if s.stop() {
		return 0
	}
	s.list[ply] = n.position.AppendMoves(s.list[ply][:0])
	moves := s.list[ply]
	if len(moves) == 0 {
		return -win + Score(ply)
	}
	if s.repeated(n) || s.rules.Met(n.position, n.tally) != draughts.NotOver {
		return 0
	}
	captures := moves[0].IsCapture()
	if ply >= maxPly || depth <= 0 && !captures {
		return Score(eval.Baseline(n.position))
	}
	if captures && len(moves) == 1 || depth < 0 {
		depth++ // a forced reply costs nothing
	}
	known, ok := s.table.get(n.key, ply)
	if ok && int(known.depth) >= depth && beta-alpha == 1 {
		switch score := Score(known.score); {
		case known.bound == exact,
			known.bound == atLeast && score >= beta,
			known.bound == atMost && score <= alpha:
			return score
		}
	}
	s.order(n.position, moves, known.move)

	s.line = append(s.line, n.key)
	defer func() { s.line = s.line[:len(s.line)-1] }()
	best, bestMove, limit := -infinity, moves[0], alpha
	for i, m := range moves {
		next := n.play(m)
		var score Score
		if i == 0 {
			score = -s.search(next, depth-1, ply+1, -beta, -alpha)
		} else {
			score = -s.search(next, depth-1, ply+1, -alpha-1, -alpha)
			if score > alpha && score < beta {
				score = -s.search(next, depth-1, ply+1, -beta, -alpha)
			}
		}
		if s.stopped {
			return 0
		}
		if score <= best {
			continue
		}
		best, bestMove = score, m
		if score > alpha {
			alpha = score
			s.keep(ply, m)
		}
		if score >= beta {
			if !captures {
				s.history[n.position.Turn()][m.From][m.To] += int32(depth * depth)
			}
			break
		}
	}
	b := exact
	switch {
	case best >= beta:
		b = atLeast
	case best <= limit:
		b = atMost
	}
	s.table.put(n.key, ply, depth, best, b, bestMove)
	return best
}

// repeated reports whether the position has stood before, in the game or in the
// line: going round once is as good as thrice.
func (s *search) repeated(n node) bool {
	for i := len(s.line) - 2; i >= 0 && i >= len(s.line)-n.tally.SinceChange(); i -= 2 {
		if s.line[i] == n.key {
			return true
		}
	}
	return false
}

// order puts the move from the table first, then the captures that take most,
// promotions, and quiet moves that have cut before.
func (s *search) order(p draughts.Position, moves []draughts.Move, first draughts.Move) {
	var scores [64]int32
	for i, m := range moves {
		if i == len(scores) {
			break
		}
		switch {
		case m == first:
			scores[i] = 1 << 30
		case m.IsCapture():
			scores[i] = int32(m.Captured.Count()*10 + (m.Captured&p.Kings(p.Turn().Other())).Count()*10)
		case p.Crowns(m):
			scores[i] = 1 << 29
		default:
			scores[i] = s.history[p.Turn()][m.From][m.To]
		}
	}
	// Insertion sort: the lists are short and nearly sorted.
	for i := 1; i < min(len(moves), len(scores)); i++ {
		for j := i; j > 0 && scores[j] > scores[j-1]; j-- {
			scores[j], scores[j-1] = scores[j-1], scores[j]
			moves[j], moves[j-1] = moves[j-1], moves[j]
		}
	}
}
