package draughts

import "math/bits"

// ghost is a set of squares in the layout of the move generator: 36 bits in
// which every pair of ranks takes nine bits, the fifth of them standing for no
// square. A step up to the left is then a shift by 4 and a step up to the right
// a shift by 5 wherever it starts; a step off the board lands on a ghost bit or
// outside the 36, and one mask of the empty squares removes it. With 32 bits
// each step needs two masks and two shifts instead.
//
//	rank 2    5   6   7   8
//	rank 1  0   1   2   3   (4)
type ghost uint64

// onBoard holds the 32 bits that stand for squares.
const onBoard ghost = 1<<36 - 1 - (1<<4 | 1<<13 | 1<<22 | 1<<31)

// farRanks are the far ranks of White and Black.
var farRanks = [2]ghost{White: 0xf << 32, Black: 0xf}

// spread gives the ghost layout of b.
func spread(b Bitboard) ghost {
	x := ghost(b)
	x = x&0xff | x&0xff00<<1 | x&0xff0000<<2 | x&0xff000000<<3
	const even = 0xf | 0xf<<9 | 0xf<<18 | 0xf<<27
	return x&even | x&(even<<4)<<1
}

// gather is the inverse of spread for sets of squares of the board.
func (g ghost) gather() Bitboard {
	const even = 0xf | 0xf<<9 | 0xf<<18 | 0xf<<27
	x := g&even | g>>1&(even<<4)
	return Bitboard(x&0xff | x>>1&0xff00 | x>>2&0xff0000 | x>>3&0xff000000)
}

// bit returns the single bit of a square.
func bit(s Square) ghost { return 1 << (ghostIndex[s&31] & 63) }

// square returns the square of the lowest bit.
func (g ghost) square() Square { return squareOf[bits.TrailingZeros64(uint64(g))&63] }

func (g ghost) count() int { return bits.OnesCount64(uint64(g)) }

// rays holds for each direction and each bit the squares beyond it, up to the
// edge.
var rays = func() (rays [4][64]ghost) {
	for d := range direction(4) {
		for s := range Square(Squares) {
			for b := bit(s).step(d) & onBoard; b != 0; b = b.step(d) & onBoard {
				rays[d][ghostIndex[s]] |= b
			}
		}
	}
	return rays
}()

// beyond returns the squares that lie in a direction from the lowest bit of g.
func (g ghost) beyond(d direction) ghost { return rays[d&3][bits.TrailingZeros64(uint64(g))&63] }

// nearest returns the bit of g that is met first in a direction, of bits that
// lie in one line; none of none.
func (g ghost) nearest(d direction) ghost {
	if d&1 == 0 {
		return g & -g
	}
	return ghost(1) << 63 >> bits.LeadingZeros64(uint64(g)) // a shift by 64 leaves nothing
}

// free returns the free squares in a direction from the lowest bit of g, up to
// the first piece or the edge.
func (g ghost) free(d direction, empty ghost) ghost {
	ray := g.beyond(d)
	if piece := (ray &^ empty).nearest(d); piece != 0 {
		return ray &^ (piece | piece.beyond(d))
	}
	return ray
}

var ghostIndex, squareOf = func() (index [32]uint8, square [64]Square) {
	for s := range Square(Squares) {
		i := bits.TrailingZeros64(uint64(spread(s.Bitboard())))
		index[s] = uint8(i)
		square[i] = s
	}
	return index, square
}()

// direction is one of the four diagonal steps, numbered so that d^1 is the
// opposite of d, d^2 and d^3 are the two directions across it, and the even ones
// lead to higher bits.
type direction uint8

const (
	upRight direction = iota
	downLeft
	upLeft
	downRight
)

// step moves every square of the set one step in a direction.
func (g ghost) step(d direction) ghost {
	switch d {
	case upRight:
		return g << 5
	case downLeft:
		return g >> 5
	case upLeft:
		return g << 4
	}
	return g >> 4
}
