package index

import (
	"errors"
	"fmt"
	"iter"
)

// MaxPieces is the greatest number of pieces, of both sides together, that a
// balance may have. With nine the counts would still fit, but nobody could
// build the tables.
const MaxPieces = 8

// Balance is what stands on the board, wherever it stands. It is a comparable
// value. The side to move is always called White.
type Balance struct {
	WhiteMen, WhiteKings, BlackMen, BlackKings uint8
}

// ErrBalance says that a text or a set of numbers is no balance.
var ErrBalance = errors.New("no such balance of pieces")

// Pieces returns the number of pieces.
func (b Balance) Pieces() int { return b.Men() + b.Kings() }

// Men returns the number of men of both sides.
func (b Balance) Men() int { return int(b.WhiteMen) + int(b.BlackMen) }

// Kings returns the number of kings of both sides.
func (b Balance) Kings() int { return int(b.WhiteKings) + int(b.BlackKings) }

// Mirror returns the balance with the sides exchanged: the one that holds the
// positions of b with Black to move.
func (b Balance) Mirror() Balance {
	return Balance{b.BlackMen, b.BlackKings, b.WhiteMen, b.WhiteKings}
}

// Valid reports whether each side has a piece and there are no more than
// [MaxPieces] in all. The methods that count and number positions are
// meaningful for valid balances only.
func (b Balance) Valid() bool {
	if max(b.WhiteMen, b.WhiteKings, b.BlackMen, b.BlackKings) > MaxPieces {
		return false // the sums below might overflow
	}
	return b.WhiteMen+b.WhiteKings > 0 && b.BlackMen+b.BlackKings > 0 && b.Pieces() <= MaxPieces
}

// String returns the four numbers with spaces between, in the order of the
// fields: "1 0 0 2" is a white man against two black kings.
func (b Balance) String() string {
	return fmt.Sprintf("%d %d %d %d", b.WhiteMen, b.WhiteKings, b.BlackMen, b.BlackKings)
}

// Name returns the four numbers without spaces, as files are named: "1002".
func (b Balance) Name() string {
	return fmt.Sprintf("%d%d%d%d", b.WhiteMen, b.WhiteKings, b.BlackMen, b.BlackKings)
}

// ParseBalance reads what [Balance.Name] and [Balance.String] write. The error
// matches [ErrBalance].
func ParseBalance(text string) (Balance, error) {
	var digits []uint8
	for _, r := range text {
		switch {
		case r >= '0' && r <= '9':
			digits = append(digits, uint8(r-'0'))
		case r != ' ':
			return Balance{}, fmt.Errorf("%w: %q", ErrBalance, text)
		}
	}
	if len(digits) != 4 {
		return Balance{}, fmt.Errorf("%w: %q, expected four digits", ErrBalance, text)
	}
	b := Balance{digits[0], digits[1], digits[2], digits[3]}
	if !b.Valid() {
		return Balance{}, fmt.Errorf("%w: %q needs a piece on each side and at most %d in all", ErrBalance, text, MaxPieces)
	}
	return b, nil
}

// Balances yields the balances of exactly so many pieces so that each comes
// after those to which its quiet moves lead: those with fewer men first.
// Captures lead to fewer pieces. Nothing is yielded outside 2 to [MaxPieces].
func Balances(pieces int) iter.Seq[Balance] {
	return func(yield func(Balance) bool) {
		if pieces > MaxPieces {
			return
		}
		for men := 0; men <= pieces; men++ {
			for white := pieces - 1; white >= 1; white-- {
				for whiteMen := 0; whiteMen <= min(white, men); whiteMen++ {
					blackMen, black := men-whiteMen, pieces-white
					if blackMen > black {
						continue
					}
					b := Balance{uint8(whiteMen), uint8(white - whiteMen), uint8(blackMen), uint8(black - blackMen)}
					if !yield(b) {
						return
					}
				}
			}
		}
	}
}
