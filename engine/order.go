package engine

import "github.com/bolshak-draughts/bolshak/draughts"

// maxOrdered is the number of moves that are put in order; the few beyond it in
// positions with many kings come last as they are.
const maxOrdered = 64

// order fills order with the indices of moves, the most promising first: the
// one from the table, promotions, captures of much, killers (quiet moves that
// ended a node at this ply), then by history.
func (w *worker) order(p draughts.Position, moves []draughts.Move, stored uint8, ply int, order *[maxOrdered]uint8) {
	var scores [maxOrdered]int32
	count := min(len(moves), maxOrdered)
	for i, m := range moves[:count] {
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
		case m == w.killers[ply][0]:
			score = 1<<28 + 1
		case m == w.killers[ply][1]:
			score = 1 << 28
		default:
			score = w.history[p.Turn()&1][m.From&31][m.To&31]
		}
		j := i
		for ; j > 0 && scores[j-1] < score; j-- {
			scores[j], order[j] = scores[j-1], order[j-1]
		}
		scores[j], order[j] = score, uint8(i)
	}
}

// historyMax bounds the history of a move.
const historyMax = 1 << 14

// reward remembers that the quiet move m ended a node, and that those tried
// before it did not. Each change moves a value towards its bound by a share of
// the distance, so that old successes fade.
func (w *worker) reward(c draughts.Color, moves []draughts.Move, tried []uint8, m draughts.Move, depth, ply int) {
	if w.killers[ply][0] != m {
		w.killers[ply] = [2]draughts.Move{m, w.killers[ply][0]}
	}
	bonus := int32(min(depth*depth, 400))
	h := &w.history[c&1]
	v := &h[m.From&31][m.To&31]
	*v += bonus - *v*bonus/historyMax
	for _, i := range tried {
		v := &h[moves[i].From&31][moves[i].To&31]
		*v -= bonus + *v*bonus/historyMax
	}
}
