// Package exercise has positions to solve: one move wins, and then one again,
// whatever the opponent does.
//
// Start with [All], the exercises in the binary, or [ByID], [Daily] and [Next],
// which choose one; [Exercise.Check] judges what a learner plays.
//
// # What is proven
//
// A position is won if the side to move can bring about one in which the
// opponent has no move, whatever he does; otherwise the opponent can hold at
// least a draw. Both are proven by search down to the end of the game or to the
// endgame tables in the binary; the engine's evaluation has no part in it. In an
// exercise
//
//   - at each of the solver's turns exactly one legal move wins: there is a proof
//     for it, and for each other move a proof that it does not;
//   - every legal reply of the opponent is answered, by another turn or, where the
//     exercise ends, by a proof that the position is won before any draw rule of
//     the FMJD strikes, counted from the first position;
//   - it ends only where the win is plain: the opponent has no move, or no king and
//     fewer pieces (a king counts for three), or loses within nine plies.
//
// [Verify] proves all of it again from the exercise alone. [Find] makes exercises
// from games.
package exercise
