// Package match lets players play matches and says what the result is worth.
//
// Start with [Run], which plays a match of paired openings, and [Result], which
// holds its score with the Elo difference, its error and the state of the
// sequential test.
package match
