// Package endgame answers what an ending is worth: win, draw or loss with best
// play, how long it takes, and what the draw rules of a competition make of it.
//
// Start with [Default], the tables in the binary, or [Find], which adds those of
// a directory; then [Tables.Probe] for the value of a position, [Tables.Moves]
// for the value of each move, [Tables.Judge] for the verdict in a game under its
// draw rules, and [Tables.Answer] for all of it at once.
//
// The tables know every position with both sides on the board up to some number
// of pieces: in the binary results through five pieces, and through four lengths
// and plies to the next change of the balance.
// Values are those of the game without draw rules: the side to move wins if it
// can bring about a position in which the opponent has no move. The files hold
// only positions without captures; where the side to move must take, Probe plays
// the captures out, so that its answers are exact for every position.
//
// Sub-packages: index numbers positions, build makes the tables, codec packs
// values, file is the format.
package endgame
