package engine

import (
	"slices"

	"github.com/bolshak-draughts/bolshak/draughts"
)

const (
	// maxDepth is the deepest iteration.
	maxDepth = 99
	// maxPly bounds the length of a line, extensions and captures included.
	maxPly = 192
	// drawZone is the number of plies before a draw by rule within which a
	// stored score, which knows no counters, may not end a search.
	drawZone = 12
)

// worker is one goroutine of a search.
type worker struct {
	search *search
	id     int
	nodes  int64
	told   int64
	stop   bool

	// line holds the keys of the game and of the line searched, to find
	// repetitions.
	line    []uint64
	pv      [maxPly + 2][]draughts.Move
	moves   [maxPly + 2][]draughts.Move
	killers [maxPly + 2][2]draughts.Move
	history [2][draughts.Squares][draughts.Squares]int32
}

func newWorker(s *search, id int) *worker {
	w := &worker{search: s, id: id, line: slices.Clone(s.game)}
	for i := range w.moves {
		w.moves[i] = make([]draughts.Move, 0, 32)
	}
	return w
}

// tell adds the nodes searched since the last time to those of the search.
func (w *worker) tell() {
	w.search.nodes.Add(w.nodes - w.told)
	w.told = w.nodes
}

// pollEvery is how often a worker looks whether it must stop, in nodes.
const pollEvery = 512

func (w *worker) stopping() bool {
	if w.nodes&(pollEvery-1) == 0 || w.search.limits.Nodes > 0 && w.nodes-w.told+w.search.nodes.Load() >= w.search.limits.Nodes {
		w.tell()
		w.stop = w.stop || w.search.poll()
	}
	return w.stop
}

// node is a position in the tree.
type node struct {
	position draughts.Position
	key      uint64
	tally    draughts.Tally
}

func (n *node) play(m draughts.Move) node {
	next := n.position.PlayUnchecked(m)
	return node{position: next, key: n.position.KeyAfter(n.key, m), tally: n.tally.After(n.position, m, next)}
}

// keep makes m and the line found below it the best line at a ply.
func (w *worker) keep(ply int, m draughts.Move) {
	w.pv[ply] = append(append(w.pv[ply][:0], m), w.pv[ply+1]...)
}

// repeated reports whether the position has stood before, in the game or in the
// line: going round once is as good as thrice.
func (w *worker) repeated(n *node) bool {
	last := len(w.line)
	for i := last - 2; i >= max(0, last-n.tally.SinceChange()); i -= 2 {
		if w.line[i] == n.key {
			return true
		}
	}
	return false
}

// node returns the score of a position for its side to move, exact between
// alpha and beta, a bound outside. It is a principal variation search: the first
// move of each node is taken for the best, the others need only be shown to be
// no better.
func (w *worker) node(n node, depth, ply int, alpha, beta Score) Score {
	w.pv[ply] = w.pv[ply][:0]
	w.nodes++
	if w.stopping() {
		return 0
	}
	s := w.search
	moves := n.position.AppendMoves(w.moves[ply][:0])
	w.moves[ply] = moves
	if len(moves) == 0 {
		return -win + Score(ply)
	}
	if w.repeated(&n) || s.rules.Met(n.position, n.tally) != draughts.NotOver {
		return s.draw[n.position.Turn()]
	}
	// What the tables know ends the search of the node, unless they know a win
	// without its length and the window asks for a shorter one: then the score is
	// a bound.
	least, most := -infinity, infinity
	switch score, b := w.probe(&n, ply); {
	case b == exact, b == atLeast && score >= beta, b == atMost && score <= alpha:
		return score
	case b == atLeast:
		least = score
	case b == atMost:
		most = score
	}
	// Even a win at the next ply, or a loss here, cannot change the result.
	alpha, beta = max(alpha, -win+Score(ply)), min(beta, win-Score(ply)-1)
	if alpha >= beta {
		return alpha
	}
	captures := moves[0].IsCapture()
	if ply >= maxPly {
		return w.evaluate(&n)
	}
	if depth <= 0 && !captures {
		return w.leaf(&n, ply, alpha, beta)
	}
	if captures && len(moves) == 1 {
		depth++ // a forced reply costs nothing
	}
	depth = max(depth, 0)

	pv := beta-alpha > 1
	known, ok := s.table.get(n.key, ply)
	if ok && !pv && int(known.depth) >= depth && w.ends(known, alpha, beta) && s.rules.PliesLeft(n.position, n.tally) > drawZone {
		return Score(known.score)
	}
	if !pv && !captures && depth >= 3 && beta < winBound && beta > -winBound {
		if score, ok := w.probCut(n, depth, ply, beta); ok {
			return score
		}
	}
	return min(max(w.expand(n, moves, known, depth, ply, alpha, beta), least), most)
}

// ends reports whether a stored score decides a search with this window.
func (w *worker) ends(e entry, alpha, beta Score) bool {
	switch score := Score(e.score); {
	case e.bound == exact:
		return true
	case e.bound == atLeast:
		return score >= beta
	case e.bound == atMost:
		return score <= alpha
	}
	return false
}

// probCut ends a node that a much shallower search finds far above beta (M.
// Buro, 'ProbCut: an effective selective extension of the alpha-beta algorithm',
// 1995). Passing, which other games use instead, would hide zugzwang.
func (w *worker) probCut(n node, depth, ply int, beta Score) (Score, bool) {
	margin := Score(20 + 6*depth)
	bound := beta + margin
	if bound >= winBound || w.evaluate(&n) < beta {
		return 0, false
	}
	// The search below lists the same moves in the same place again.
	score := w.node(n, depth*2/5, ply, bound-1, bound)
	if w.stop {
		return 0, true
	}
	return score - margin, score >= bound
}

// expand searches the moves of a node.
func (w *worker) expand(n node, moves []draughts.Move, known entry, depth, ply int, alpha, beta Score) Score {
	p := n.position
	captures := moves[0].IsCapture()
	var order [maxOrdered]uint8
	w.order(p, moves, known.move, ply, &order)

	w.line = append(w.line, n.key)
	best, bestIndex, limit := -infinity, uint8(noMove), alpha
	pv := beta-alpha > 1
	for i := range moves {
		index := i
		if i < maxOrdered {
			index = int(order[i])
		}
		m := moves[index]
		next := n.play(m)
		var score Score
		switch {
		case i == 0:
			score = -w.node(next, depth-1, ply+1, -beta, -alpha)
		default:
			less := 0
			if !captures && depth >= 2 && !p.Crowns(m) {
				less = reduction(i, depth, pv)
			}
			score = -w.node(next, depth-1-less, ply+1, -alpha-1, -alpha)
			if score > alpha && less > 0 {
				score = -w.node(next, depth-1, ply+1, -alpha-1, -alpha)
			}
			if score > alpha && score < beta {
				score = -w.node(next, depth-1, ply+1, -beta, -alpha)
			}
		}
		if w.stop {
			break
		}
		if score <= best {
			continue
		}
		best, bestIndex = score, uint8(min(index, noMove))
		if score > alpha {
			alpha = score
			w.keep(ply, m)
		}
		if score >= beta {
			if !captures {
				w.reward(p.Turn(), moves, order[:min(i, maxOrdered)], m, depth, ply)
			}
			break
		}
	}
	w.line = w.line[:len(w.line)-1]
	if w.stop {
		return 0
	}
	e := entry{score: int16(best), depth: int8(min(depth, 127)), bound: exact, move: bestIndex}
	switch {
	case best >= beta:
		e.bound = atLeast
	case best <= limit:
		e.bound = atMost
	}
	w.search.table.put(n.key, ply, e)
	return best
}

// reduction is how much less deep a quiet move late in the order is searched at
// first.
func reduction(i, depth int, pv bool) int {
	switch {
	case pv && i < 3 || i < 2:
		return 0
	case pv || i < 5 || depth < 4:
		return 1
	case i < 9 || depth < 8:
		return 2
	}
	return 3
}

// leaf judges a position at the end of a line in which nothing is to be taken.
// If the opponent threatens to take, or a man is about to be crowned, the
// evaluation would be blind, so the moves are looked at once.
func (w *worker) leaf(n *node, ply int, alpha, beta Score) Score {
	stand := w.evaluate(n)
	threatened := n.position.WithTurn(n.position.Turn().Other()).MustCapture()
	if !threatened && stand >= beta {
		return stand
	}
	best := stand
	if threatened {
		best = -infinity
	}
	for _, m := range w.moves[ply] {
		if !threatened && !n.position.Crowns(m) {
			continue
		}
		next := n.play(m)
		score := -w.settle(next, ply+1, -beta, -max(alpha, best))
		if w.stop {
			break
		}
		if score > best {
			best = score
			if score > alpha {
				w.keep(ply, m)
			}
			if score >= beta {
				break
			}
		}
	}
	return best
}

// settle follows captures to their end and then takes the evaluation as it is.
func (w *worker) settle(n node, ply int, alpha, beta Score) Score {
	w.pv[ply] = w.pv[ply][:0]
	w.nodes++
	if w.stopping() {
		return 0
	}
	moves := n.position.AppendMoves(w.moves[ply][:0])
	w.moves[ply] = moves
	if len(moves) == 0 {
		return -win + Score(ply)
	}
	if w.search.rules.Met(n.position, n.tally) != draughts.NotOver {
		return w.search.draw[n.position.Turn()]
	}
	if !moves[0].IsCapture() || ply >= maxPly {
		return w.evaluate(&n)
	}
	best := -infinity
	for _, m := range moves {
		score := -w.settle(n.play(m), ply+1, -beta, -max(alpha, best))
		if w.stop {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				w.keep(ply, m)
			}
			if score >= beta {
				break
			}
		}
	}
	return best
}

func (w *worker) evaluate(n *node) Score { return Score(w.search.eval.Evaluate(n.position)) }
