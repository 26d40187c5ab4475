// Package draughts is the game of Russian draughts (shashki) on the 8x8 board:
// positions, legal moves, notation, FEN, and games with their draw rules.
//
// Start with [ParsePosition], which reads a FEN, and [Position.Moves], which
// gives the legal moves; a whole game with its counters and its end is a
// [Game], made by [NewGame].
//
// # Model
//
// A [Position] is a small comparable value. [Position.Play] returns a new one:
// nothing is ever undone, so positions may be kept, compared and used as map
// keys. A [Setup] is any arrangement of pieces, legal or not;
// [Setup.Position] makes a Position of it or names every fault.
//
// A [Move] is what a move does: where the piece starts, where it ends, which
// pieces it takes. Two captures that take the same pieces in another order are
// one move; the orders are its routes ([Position.Routes]). The text of a move
// depends on the position and is made by [Position.MoveText], never kept in
// the move.
//
// The package imports only the standard library, does no input or output and
// holds no state that changes; all its values but [Game] may be shared between
// goroutines freely.
package draughts
