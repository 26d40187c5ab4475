package engine

// leaf judges a position at the end of a line. Captures are followed to their
// end. Where nothing is to be taken the evaluation speaks, but while look is set
// it is not trusted if the opponent threatens to take, or a man is about to be
// crowned: then the moves are looked at once, each to the end of the captures
// that follow.
func (w *worker) leaf(ply int, alpha, beta Score, look bool) Score {
	f := &w.stack[ply]
	moves := w.list(ply)
	if len(moves) == 0 {
		return -win + Score(ply)
	}
	if ply >= maxPly {
		return w.evaluate(&f.node)
	}
	best := -infinity
	crownsOnly := false
	if !moves[0].IsCapture() {
		stand := w.evaluate(&f.node)
		if !look {
			return stand
		}
		look = false
		if !threatened(f.position) {
			if stand >= beta {
				return stand
			}
			best, crownsOnly = stand, true
		}
	}
	for _, m := range moves {
		if crownsOnly && !f.position.Crowns(m) {
			continue
		}
		w.play(ply, m)
		score := -w.settle(ply+1, -beta, -max(alpha, best), look)
		if w.stop {
			return 0
		}
		if score <= best {
			continue
		}
		best = score
		if score > alpha && beta-alpha > 1 {
			w.keep(ply, m)
		}
		if score >= beta {
			break
		}
	}
	return best
}

// settle is leaf for the positions that leaf itself comes to.
func (w *worker) settle(ply int, alpha, beta Score, look bool) Score {
	w.stack[ply].pv = w.stack[ply].pv[:0]
	if w.visit() {
		return 0
	}
	score, least, most, ok := w.given(ply, alpha, beta)
	if ok {
		return score
	}
	return min(max(w.leaf(ply, alpha, beta, look), least), most)
}
