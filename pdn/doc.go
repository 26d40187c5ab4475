// Package pdn is Portable Draughts Notation: games as text.
//
// Start with [Write], which writes a game.
package pdn
