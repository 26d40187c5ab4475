// Package index numbers the positions of an ending without gaps.
//
// Start with [Of], which gives the balance of a position and its number there,
// and [Balance.Position], its inverse. [Balance.CursorAt] walks through all
// positions of a balance.
//
// # Numbering
//
// A [Balance] says how many men and kings each side has. Only positions with
// White to move are numbered: one with Black to move is the same as the one
// with the board turned round and the colors exchanged, in the mirror balance.
// No man stands on its far rank, and each side has a piece.
//
// The numbering has four digits, the slowest first: the white men, the black
// men, the white kings, the black kings. Each is the rank of a set among the
// sets of its size on the squares left, in the combinatorial number system. The
// white men are grouped by how many stand on rank 1, where black men cannot
// stand: in such a group all placements leave black men the same number of
// squares, so a product of binomial coefficients numbers it without tables and
// without gaps.
//
// The positions with the same men are thus neighbours, a slice: kings' moves
// stay within the slice and its mirror, a man's move leaves it for good.
package index
