// Package reference is a slow and obvious implementation of the rules of
// Russian draughts. It exists to check a fast one: where the two disagree, one
// of them is wrong, and this one can be compared with the rules line by line.
//
// Only tests import it. It favours clarity over speed everywhere: the board is
// a plain 8x8 array, squares are pairs of a file and a rank, lists of squares
// are slices, and the draw rules look back over the whole game after every ply
// instead of keeping counters.
//
// Start with Parse, which reads a position, and Position.Moves, which lists
// what may be played in it.
package reference
