package engine

import "math"

// The chances of a score: the win of the side to move is as likely as a logistic
// curve says that is one half at evenWin and this steep; the loss likewise. Both
// come from 301,505 positions of the engine's games against itself at 500 nodes a
// move (engine/HISTORY.md, fifth round).
const (
	evenWin   = 57
	steepness = 38
)

// Chances returns how likely a win, a draw and a loss of the side to move are
// between equal players.
func (s Score) Chances() (win, draw, loss float64) {
	win = 1 / (1 + math.Exp(-(float64(s)-evenWin)/steepness))
	loss = 1 / (1 + math.Exp(-(-float64(s)-evenWin)/steepness))
	return win, max(0, 1-win-loss), loss // rounding may leave a little less than nothing
}

// Expected returns the points that the side to move may expect, 0 to 1.
func (s Score) Expected() float64 {
	win, draw, _ := s.Chances()
	return win + draw/2
}
