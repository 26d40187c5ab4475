// Package rating tells how strong players are: Glicko-2 numbers, one for each
// time class.
//
// The method is that of Mark Glickman's paper "Example of the Glicko-2 system":
// a player has a rating, a deviation (how unsure the rating is) and a volatility
// (how steady the play). Here every game is a rating period of its own, as sites
// do it, and the deviation grows with the time between games ([Rating.At]).
package rating
