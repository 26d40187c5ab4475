package engine

import "github.com/bolshak-draughts/bolshak/draughts"

// maxOrdered is the number of moves that are put in order; the few beyond it in
// positions with many kings come last as they are.
const maxOrdered = 64

// history tells by color, start and end how quiet moves have fared (J.
// Schaeffer, 'The history heuristic', 1983).
type history [2][draughts.Squares][draughts.Squares]int32

// historyMax bounds the history of a move.
const historyMax = 1 << 14

// add moves the value of a move towards its bound, up or down, by a share of the
// distance, so that old successes fade.
func (h *history) add(c draughts.Color, m draughts.Move, bonus int32) {
	v := &h[c&1][m.From&31][m.To&31]
	*v += bonus - *v*max(bonus, -bonus)/historyMax
}

// order fills order with the indices of moves, the most promising first: the
// one from the table, promotions, captures of much, killers (quiet moves that
// ended a node at this ply), then by history.
func (w *worker) order(moves []draughts.Move, stored uint8, ply int, order *[maxOrdered]uint8) {
	f := &w.stack[ply]
	p := f.position
	history := &w.history[p.Turn()&1]
	var scores [maxOrdered]int32
	for i, m := range moves[:min(len(moves), maxOrdered)] {
		var score int32
		switch {
		case i == int(stored):
			score = 1 << 30
		case m.IsCapture():
			score = int32(m.Captured.Count()*4 + (m.Captured&p.Kings(p.Turn().Other())).Count()*6)
			if p.Crowns(m) {
				score += 10
			}
		case p.Crowns(m):
			score = 1 << 29
		case m == f.killers[0]:
			score = 1<<28 + 1
		case m == f.killers[1]:
			score = 1 << 28
		default:
			score = history[m.From&31][m.To&31]
		}
		j := i
		for ; j > 0 && scores[j-1] < score; j-- {
			scores[j], order[j] = scores[j-1], order[j-1]
		}
		scores[j], order[j] = score, uint8(i)
	}
}

// reward remembers that the quiet move m ended a node, and that those tried
// before it did not.
func (w *worker) reward(moves []draughts.Move, tried []uint8, m draughts.Move, depth, ply int) {
	f := &w.stack[ply]
	if f.killers[0] != m {
		f.killers = [2]draughts.Move{m, f.killers[0]}
	}
	c := f.position.Turn()
	bonus := int32(min(depth*depth, 400))
	w.history.add(c, m, bonus)
	for _, i := range tried {
		w.history.add(c, moves[i], -bonus)
	}
}
