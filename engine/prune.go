package engine

import "math"

// The margins of this file are in hundredths of a man; engine/HISTORY.md tells
// what was measured.
const (
	// At depths up to standDepth a position in which nothing is threatened and
	// whose worth is standMargin and standSlope for each ply above beta is given
	// up as too good.
	standDepth  = 4
	standMargin = 26
	standSlope  = 34

	// probCut looks ahead a part of the depth.
	probDepth  = 3
	probMargin = 13
	probSlope  = 17 // for every five plies
)

// prune ends a quiet node that is very likely to fail high.
func (w *worker) prune(depth, ply int, beta Score, cut bool) (Score, bool) {
	f := &w.stack[ply]
	stand := w.evaluate(&f.node)
	if sure := stand - Score(standMargin+standSlope*depth); depth <= standDepth && sure >= beta && !threatened(f.position) {
		return sure, true
	}
	if depth >= probDepth && stand >= beta {
		return w.probCut(depth, ply, beta, cut)
	}
	return 0, false
}

// probCut ends a node that a much shallower search finds far above beta (M.
// Buro, 'ProbCut: an effective selective extension of the alpha-beta algorithm',
// 1995). Passing, which other games use instead, would hide zugzwang.
func (w *worker) probCut(depth, ply int, beta Score, cut bool) (Score, bool) {
	margin := Score(probMargin + probSlope*depth/5)
	bound := beta + margin
	if bound >= winBound {
		return 0, false
	}
	score := w.node(depth*2/5, ply, bound-1, bound, cut)
	return score - margin, score >= bound && !w.stop
}

// reductions holds how much less deep a quiet move is searched at first, in
// hundredths of a ply, by depth and place in the order. That it grows with the
// logarithm of both is usual since the chess programs of the years around 2005.
var reductions = func() (t [64][maxOrdered]int16) {
	for depth := 1; depth < len(t); depth++ {
		for i := 1; i < maxOrdered; i++ {
			t[depth][i] = int16(100 + 100*math.Log(float64(depth))*math.Log(float64(i))/1.3)
		}
	}
	return t
}()

// reduction is how many plies less deep the quiet move that is number i in the
// order is searched at first; less in a principal variation, more where the node
// is expected to fail high.
func reduction(i, depth int, pv, cut bool) int {
	r := int(reductions[min(depth, len(reductions)-1)][min(i, maxOrdered-1)])
	if pv {
		r -= 100
	}
	if cut {
		r += 100
	}
	return max(0, min(r/100, depth-1))
}
