package build

import (
	"context"
)

// metric is what the codes of a table count.
type metric uint8

const (
	byEnd     metric = iota // plies to the end of the game, as Code says
	noLengths               // results alone
	byChange                // plies to the next change of the balance, see Change
)

// before returns the code that a move to a position with the code c gives.
func (m metric) before(c Code) Code {
	if m == byChange && c.Win() {
		return c + 3
	}
	return c + 1
}

// most returns the greatest code that has one before it.
func (m metric) most() Code {
	if m == byChange {
		return 255 - 3
	}
	return 254
}

// change returns the code of a change by a code of what it leads to: won or lost
// in one ply.
func (c Code) change() Code {
	switch {
	case c.Win():
		return 2
	case c.Loss():
		return 3
	}
	return draw
}

// addExit takes in a promotion to a position that is worth c for the opponent.
func (b *best) addExit(c Code) {
	switch {
	case c.Loss():
		b.win = 2
	case c == draw:
		b.draw = true
	default:
		b.loss = max(b.loss, 3)
	}
}

// addQuiet takes in a man's move that changes nothing, to a position with the
// code c by change.
func (b *best) addQuiet(c Code) {
	switch {
	case c == draw:
		b.draw = true
	case c.Loss():
		if b.win == 0 || c < b.win-1 {
			b.win = c + 1
		}
	default:
		b.loss = max(b.loss, c+3)
	}
}

// Change is how many plies it takes to the next change of the balance, a capture
// or a promotion, or to the end of the game, if the winner hurries to one that
// keeps the win and the loser delays it; 0 where the game is over, -1 in draws.
// Unlike the plies to the end of the game it may be odd or even for both sides.
func (c Code) Change() int {
	if c == draw {
		return -1
	}
	return int(c) / 2
}

// SolveChanges finds, for all balances of 2 up to so many pieces, how long it
// takes to the next change of the balance ([Code.Change]). The results, whose
// balances must be there, say what a change is worth. Errors are those of
// [Solve].
func SolveChanges(ctx context.Context, results *Values, pieces, workers int) (*Values, error) {
	return solve(ctx, byChange, results, pieces, workers)
}
