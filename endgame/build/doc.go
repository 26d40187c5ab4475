// Package build makes the endgame tables: it finds the value of every position
// of a few pieces.
//
// Start with [Run], which builds the files of a directory and goes on where an
// earlier Run was interrupted, or [Solve], which keeps the values in memory;
// [Verify] checks the files of a directory against the rules.
//
// # Method
//
// Captures lead to fewer pieces and promotions to fewer men, so balances are
// solved in the order of pieces and then of men, each together with its mirror
// (the same pieces with the colors exchanged), since White's moves lead into the
// mirror and Black's back. Within a balance all positions with the men on the
// same squares, a slice, are solved at once: a man's move leads for good to a
// slice whose men are one step farther, so slices are taken by how far their men
// have advanced, the farthest first, and those of one level by any number of
// goroutines, each with memory of its own.
//
// In a slice every position first takes the values that captures and men's moves
// lead to, which are known. A position with captures, or without a king's move,
// is then settled. The others count their kings' moves. Then values spread, ply
// by ply from the end of the game: from a position lost in n plies, kings' moves
// taken back lead to positions won in n+1; from one won in n they lead to
// positions that have one move fewer to hope for, and that are lost when the last
// is gone. A king's move is taken back only to positions without captures, since
// a side that can take may make no other move. What is never reached is a draw.
//
// Lengths are plies to the end of the game without draw rules; both sides play
// for it, the winner for the shortest, the loser for the longest.
package build
