package draughts

import (
	"iter"
	"math/bits"
	"strings"
)

// Bitboard is a set of squares; bit i stands for Square i.
type Bitboard uint32

const (
	// MainRoad is the long diagonal a1-h8, the bolshak.
	MainRoad = 1<<A1 | 1<<B2 | 1<<C3 | 1<<D4 | 1<<E5 | 1<<F6 | 1<<G7 | Bitboard(1)<<H8

	rank1 Bitboard = 0x0000000f
	rank2 Bitboard = 0x000000f0
	rank7 Bitboard = 0x0f000000
	rank8 Bitboard = 0xf0000000
)

// FarRank returns the rank on which men of c are crowned.
func FarRank(c Color) Bitboard {
	if c == Black {
		return rank1
	}
	return rank8
}

// nextToFar returns the rank before the far rank of c. A man that jumps a piece
// there lands on the far rank, and it can reach the far rank by a jump in no
// other way: see crowned.
func nextToFar(c Color) Bitboard {
	if c == Black {
		return rank2
	}
	return rank7
}

// Has reports whether s is in the set.
func (b Bitboard) Has(s Square) bool { return b>>(s&31)&1 != 0 && s.Valid() }

// Count returns the number of squares in the set.
func (b Bitboard) Count() int { return bits.OnesCount32(uint32(b)) }

// First returns the lowest square of the set, NoSquare for the empty set.
func (b Bitboard) First() Square {
	if b == 0 {
		return NoSquare
	}
	return Square(bits.TrailingZeros32(uint32(b)))
}

// Rotate returns the set as it stands when the board is turned round.
func (b Bitboard) Rotate() Bitboard { return Bitboard(bits.Reverse32(uint32(b))) }

// All yields the squares of the set in board order.
func (b Bitboard) All() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for ; b != 0; b &= b - 1 {
			if !yield(b.First()) {
				return
			}
		}
	}
}

// String lists the squares in board order, such as "a1,c3".
func (b Bitboard) String() string {
	var sb strings.Builder
	for s := range b.All() {
		if sb.Len() > 0 {
			sb.WriteByte(',')
		}
		sb.WriteString(s.String())
	}
	return sb.String()
}
