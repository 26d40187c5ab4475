package engine

import (
	"github.com/bolshak-draughts/bolshak/draughts"
)

// drawZone is the number of plies before a draw by rule within which a stored
// score, which knows no counters, may not end a search.
const drawZone = 12

// node returns the score of the position at a ply for its side to move, exact
// between alpha and beta, a bound outside. It is a principal variation search:
// the first move of each node is taken for the best, the others need only be
// shown to be no better. cut says that the node is expected to fail high: it
// stands after the first move of one that was not.
func (w *worker) node(depth, ply int, alpha, beta Score, cut bool) Score {
	f := &w.stack[ply]
	f.pv = f.pv[:0]
	if w.visit() {
		return 0
	}
	score, least, most, ok := w.given(ply, alpha, beta)
	if ok {
		return score
	}
	// Even a win at the next ply, or a loss here, cannot change the result.
	alpha, beta = max(alpha, -win+Score(ply)), min(beta, win-Score(ply)-1)
	switch {
	case alpha >= beta:
		return alpha
	case ply >= maxPly:
		return w.evaluate(&f.node)
	case depth <= 0:
		return min(max(w.leaf(ply, alpha, beta, true), least), most)
	}
	pv := beta-alpha > 1
	known, ok := w.search.table.get(f.key, ply)
	if ok && !pv && int(known.depth) >= depth && known.ends(alpha, beta) && w.timeless(&f.node) {
		return Score(known.score)
	}
	moves := w.list(ply)
	if len(moves) == 0 {
		return -win + Score(ply)
	}
	switch captures := moves[0].IsCapture(); {
	case captures && len(moves) == 1:
		depth++ // a forced reply costs nothing
	case !captures && !pv && beta < winBound && beta > -winBound:
		if score, ok := w.prune(depth, ply, beta, cut); ok {
			return score
		}
		if w.stop {
			return 0
		}
		moves = f.moves // listed once more by the search below
	}
	return min(max(w.expand(moves, known, depth, ply, alpha, beta, cut), least), most)
}

// overlooks reports whether a limited player does not think of the move that led
// from a ply to the next. Which sacrifices those are depends on the position that
// they lead to, so that the same player overlooks the same.
func (w *worker) overlooks(ply int) bool {
	blind := w.search.limits.Blindness
	if blind == 0 || ply < 2 {
		return false
	}
	next := &w.stack[ply+1]
	return next.position.MustCapture() && mix(next.key^w.search.limits.Seed)%100 < uint64(blind)
}

// timeless reports whether no draw by rule is near.
func (w *worker) timeless(n *node) bool {
	return !crowned(n.position) || w.search.rules.PliesLeft(n.position, n.tally) > drawZone
}

// expand searches the moves of a node.
func (w *worker) expand(moves []draughts.Move, known entry, depth, ply int, alpha, beta Score, cut bool) Score {
	f := &w.stack[ply]
	captures := moves[0].IsCapture()
	var order [maxOrdered]uint8
	w.order(moves, known.move, ply, &order)

	w.line = append(w.line, f.key)
	best, bestIndex, limit := -infinity, uint8(noMove), alpha
	pv := beta-alpha > 1
	for i := range moves {
		index := i
		if i < maxOrdered {
			index = int(order[i])
		}
		m := moves[index]
		w.play(ply, m)
		if !captures && best > -infinity && w.overlooks(ply) {
			continue
		}
		var score Score
		if i == 0 {
			score = -w.node(depth-1, ply+1, -beta, -alpha, !pv && !cut)
		} else {
			less := 0
			if !captures && !f.position.Crowns(m) {
				less = reduction(i, depth, pv, cut)
			}
			score = -w.node(depth-1-less, ply+1, -alpha-1, -alpha, true)
			if score > alpha && less > 0 {
				score = -w.node(depth-1, ply+1, -alpha-1, -alpha, !cut)
			}
			if score > alpha && score < beta {
				score = -w.node(depth-1, ply+1, -beta, -alpha, false)
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
			if pv {
				w.keep(ply, m)
			}
		}
		if score >= beta {
			if !captures {
				w.reward(moves, order[:min(i, maxOrdered)], m, depth, ply)
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
	w.search.table.put(f.key, ply, e)
	return best
}
