package index

import "math/bits"

// NextSet returns the set that follows set in the numbering of the sets of its
// size within free, 0 after the last one and after the empty set.
func NextSet(set, free Set) Set {
	// A carry from the lowest member runs through the members above it, and
	// through the holes, into the next free square; the members it cleared go to
	// the lowest free squares.
	low := set & -set
	next := (set|^free)&^(low-1) + low
	next &= free &^ (low - 1)
	if low == 0 || next == 0 {
		return 0
	}
	rest := free
	for n := bits.OnesCount32(set) - bits.OnesCount32(next); n > 0; n-- {
		next |= rest & -rest
		rest &= rest - 1
	}
	return next
}

// FirstSet returns the set of size k within free that is numbered 0: its k
// lowest squares.
func FirstSet(k int, free Set) (set Set) {
	for ; k > 0; k-- {
		set |= free & -free
		free &= free - 1
	}
	return set
}

// Cursor walks through the positions of a balance in the order of their
// numbers, many times faster than [Balance.At] for each.
type Cursor struct {
	Pieces
	balance Balance
	index   uint64
}

// CursorAt returns a cursor that stands at the position with the number i.
func (b Balance) CursorAt(i uint64) Cursor {
	return Cursor{Pieces: b.At(i), balance: b, index: i}
}

// Index returns the number of the position at which the cursor stands.
func (c *Cursor) Index() uint64 { return c.index }

// Next moves to the next position. It reports false if there is none, and the
// cursor then stays.
func (c *Cursor) Next() bool {
	whiteKings, blackKings := c.White&c.Kings, c.Black&c.Kings
	whiteMen, blackMen := c.White&^c.Kings, c.Black&^c.Kings
	free := ^(whiteMen | blackMen)
	blackKings = NextSet(blackKings, free&^whiteKings)
	if blackKings == 0 {
		whiteKings = NextSet(whiteKings, free)
		if whiteKings == 0 {
			if c.index+1 == c.balance.Size() {
				return false
			}
			*c = c.balance.CursorAt(c.index + 1)
			return true
		}
		blackKings = FirstSet(int(c.balance.BlackKings), free&^whiteKings)
	}
	c.index++
	c.White, c.Black, c.Kings = whiteMen|whiteKings, blackMen|blackKings, whiteKings|blackKings
	return true
}
