// Package eval judges positions without looking ahead.
//
// Start with [Default], the learnt evaluation that is built in, and its
// [Weights.Evaluate]. [Baseline] is material and squares, written by hand: the
// fixed mark against which learnt evaluations are measured.
package eval

import (
	"github.com/bolshak-draughts/bolshak/draughts"
)

// The worth of pieces and features in hundredths of a man.
const (
	man       = 100
	king      = 330
	advance   = 4  // for each rank a man has climbed
	center    = 5  // a man on c3-f6
	edge      = -3 // a man on the a and h files
	guard     = 12 // a man on c1, e1 (Black: d8, f8), where it keeps kings out
	road      = 45 // a king on the main road while the enemy has none there
	kingAhead = 60 // kings on one side only
)

const (
	centerSquares = draughts.Bitboard(1<<draughts.C3 | 1<<draughts.E3 | 1<<draughts.D4 | 1<<draughts.F4 |
		1<<draughts.C5 | 1<<draughts.E5 | 1<<draughts.D6 | 1<<draughts.F6)
	edgeSquares = 1<<draughts.A1 | 1<<draughts.A3 | 1<<draughts.A5 | 1<<draughts.A7 |
		1<<draughts.H2 | 1<<draughts.H4 | 1<<draughts.H6 | draughts.Bitboard(1)<<draughts.H8
	guardSquares = draughts.Bitboard(1<<draughts.C1 | 1<<draughts.E1)
)

// Evaluator judges positions. Evaluate returns the worth of p for the side to
// move, in hundredths of a man, between -30000 and 30000. It takes no notice of
// captures that are due: search those first. Turning the board round does not
// change it.
type Evaluator interface {
	Evaluate(p draughts.Position) int
}

// Baseline is the evaluation by hand.
type Baseline struct{}

// Evaluate implements [Evaluator].
func (Baseline) Evaluate(p draughts.Position) int {
	score := side(p) - side(p.Rotate())
	if p.Turn() == draughts.Black {
		return -score
	}
	return score
}

// side returns the worth of what White has.
func side(p draughts.Position) int {
	men, kings := p.Men(draughts.White), p.Kings(draughts.White)
	score := man*men.Count() + king*kings.Count()
	for rank := 1; rank < 8; rank++ {
		score += advance * rank * (men & (0xf << (4 * rank))).Count()
	}
	score += center * (men & centerSquares).Count()
	score += edge * (men & edgeSquares).Count()
	score += guard * (men & guardSquares).Count()
	if kings != 0 {
		enemy := p.Kings(draughts.Black)
		if enemy == 0 {
			score += kingAhead
		}
		if kings&draughts.MainRoad != 0 && enemy&draughts.MainRoad == 0 {
			score += road
		}
	}
	return score
}
