package index

import (
	"math/bits"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Set is a set of squares in board order, bit i standing for square i of
// [draughts.Bitboard]: the layout without its type, which inner loops like.
type Set = uint32

const (
	rank1       Set = 0x0000000f
	middleRanks Set = 0x0ffffff0 // ranks 2 to 7, where men of both sides may stand
)

// choose[n][k] is the number of ways to choose k of n.
var choose = func() (c [33][MaxPieces + 1]uint64) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k <= min(n, MaxPieces); k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}()

// Choose returns the number of ways to choose k of n squares, 0 <= n <= 32,
// 0 <= k <= MaxPieces.
func Choose(n, k int) uint64 { return choose[n][k] }

// rank returns the number of a set of squares among the sets of its size that
// avoid the holes, counted in the order of their binary values: with the
// squares numbered without the holes, the sum of choose[square][place] for the
// square at each place from 1 (the combinatorial number system).
func rank(set, holes Set) (r uint64) {
	for k := 1; set != 0; set &= set - 1 {
		below := set&-set - 1
		r += choose[bits.OnesCount32(below&^holes)&31][k&7]
		k++
	}
	return r
}

// unrank is the inverse of rank for sets of size k.
func unrank(r uint64, k int, holes Set) (set Set) {
	n := 32 - bits.OnesCount32(holes)
	for ; k > 0; k-- {
		for n--; choose[n][k] > r; n-- {
		}
		r -= choose[n][k]
		set |= nth(^holes, n)
	}
	return set
}

// nth returns the bit of set that has n bits of it below.
func nth(set Set, n int) Set {
	for ; n > 0; n-- {
		set &= set - 1
	}
	return set & -set
}

// SliceSize returns the number of positions in which the men stand on given
// squares: the placements of the kings.
func (b Balance) SliceSize() uint64 {
	free := 32 - b.Men()
	return choose[free][b.WhiteKings] * choose[free-int(b.WhiteKings)][b.BlackKings]
}

// Slices returns the number of placements of the men.
func (b Balance) Slices() uint64 {
	var n uint64
	for home := 0; home <= 4; home++ {
		n += b.group(home)
	}
	return n
}

// group returns the number of placements of the men in which so many white men
// stand on rank 1, where no black man can be. For all of them black men find
// the same number of free squares; that makes the numbering dense.
func (b Balance) group(home int) uint64 {
	away := int(b.WhiteMen) - home
	if away < 0 {
		return 0
	}
	return choose[4][home] * choose[24][away] * choose[28-away][b.BlackMen]
}

// Size returns the number of positions with White to move.
func (b Balance) Size() uint64 { return b.Slices() * b.SliceSize() }

// SliceOf returns the number of a placement of men, less than
// [Balance.Slices].
func (b Balance) SliceOf(whiteMen, blackMen Set) (n uint64) {
	home, away := whiteMen&rank1, whiteMen&middleRanks
	k := bits.OnesCount32(home)
	for h := range k {
		n += b.group(h)
	}
	white := rank(home, 0)*choose[24][int(b.WhiteMen)-k] + rank(away, rank1)
	return n + white*choose[28-int(b.WhiteMen)+k][b.BlackMen] + rank(blackMen, rank1|away)
}

// Slice returns the placement of men with the number n: the inverse of
// [Balance.SliceOf].
func (b Balance) Slice(n uint64) (whiteMen, blackMen Set) {
	home := 0
	for ; n >= b.group(home); home++ {
		n -= b.group(home)
	}
	away := int(b.WhiteMen) - home
	blacks := choose[28-away][b.BlackMen]
	white, black := n/blacks, n%blacks
	middle := unrank(white%choose[24][away], away, ^middleRanks)
	whiteMen = middle | unrank(white/choose[24][away], home, ^rank1)
	return whiteMen, unrank(black, int(b.BlackMen), rank1|middle)
}

// KingsIndex returns the number of a placement of kings within the slice of the
// given men (of both sides), less than [Balance.SliceSize].
func (b Balance) KingsIndex(men, whiteKings, blackKings Set) uint64 {
	free := 32 - b.Men() - int(b.WhiteKings)
	return rank(whiteKings, men)*choose[free&31][b.BlackKings&7] + rank(blackKings, men|whiteKings)
}

// Index returns the number of the position with the given pieces and White to
// move, which must be of balance b, with no man on its far rank.
func (b Balance) Index(white, black, kings Set) uint64 {
	men := (white | black) &^ kings
	return b.SliceOf(white&^kings, black&^kings)*b.SliceSize() + b.KingsIndex(men, white&kings, black&kings)
}

// Pieces is the squares of the pieces of a position; White is to move.
type Pieces struct {
	White, Black, Kings Set
}

// At returns the position with the number i, which must be less than
// [Balance.Size]: the inverse of [Balance.Index].
func (b Balance) At(i uint64) Pieces {
	whiteMen, blackMen := b.Slice(i / b.SliceSize())
	i %= b.SliceSize()
	men := whiteMen | blackMen
	blacks := choose[32-b.Men()-int(b.WhiteKings)][b.BlackKings]
	whiteKings := unrank(i/blacks, int(b.WhiteKings), men)
	blackKings := unrank(i%blacks, int(b.BlackKings), men|whiteKings)
	return Pieces{whiteMen | whiteKings, blackMen | blackKings, whiteKings | blackKings}
}

// Position returns the pieces as a position with White to move.
func (p Pieces) Position() draughts.Position {
	setup := draughts.Setup{
		White: draughts.Bitboard(p.White), Black: draughts.Bitboard(p.Black), Kings: draughts.Bitboard(p.Kings),
	}
	position, err := setup.Position(0)
	if err != nil {
		panic("index: pieces that are no position: " + err.Error())
	}
	return position
}

// Position returns the position with the number i as [Balance.At] does.
func (b Balance) Position(i uint64) draughts.Position { return b.At(i).Position() }

// See returns the pieces of p as the side to move sees them: with Black to
// move the board is turned round and the colors are exchanged.
func See(p draughts.Position) Pieces {
	white, black := p.Pieces(draughts.White), p.Pieces(draughts.Black)
	kings := p.Kings(draughts.White) | p.Kings(draughts.Black)
	if p.Turn() == draughts.Black {
		white, black, kings = black.Rotate(), white.Rotate(), kings.Rotate()
	}
	return Pieces{Set(white), Set(black), Set(kings)}
}

// Balance returns the balance of the pieces. It may be invalid.
func (p Pieces) Balance() Balance {
	count := func(s Set) uint8 { return uint8(bits.OnesCount32(s)) }
	return Balance{count(p.White &^ p.Kings), count(p.White & p.Kings), count(p.Black &^ p.Kings), count(p.Black & p.Kings)}
}

// Of returns the balance and the number of p, turned round if Black is to
// move. It reports false if the balance is not valid or a man stands on its
// far rank, which only a forgiven setup can have.
func Of(p draughts.Position) (b Balance, i uint64, ok bool) {
	s := See(p)
	b = s.Balance()
	if !b.Valid() || (s.White&^s.Kings)&^(rank1|middleRanks) != 0 || (s.Black&^s.Kings)&rank1 != 0 {
		return b, 0, false
	}
	return b, b.Index(s.White, s.Black, s.Kings), true
}
