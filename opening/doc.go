// Package opening knows how games of Russian draughts begin: the tables from
// which openings are drawn by lot in federation play, and the names of the
// debuts.
//
// Start with [Draw], which draws an opening, or [Lookup], which finds one by its
// code; [Classify] names the debut of a game.
//
// # Drawing tables
//
// The tables are text files with one entry a line: the code, a space, and the
// entry as the federations print it. Lines that begin with # are remarks.
//
//	1-I ab4 ba5 ba3 ab6 ab2 dc5    played: the moves, file of the start and end square
//	11-IV a1-a5 a7-h4              flying: men lifted and dropped elsewhere
//	16-III --- a7-a5               flying: White's men stay as they are
//	5-VII Free                     the players open as they like
//
// The sides take turns in both kinds, White first, and the side whose turn it is
// after the last one begins. Which side an opening favours is not told.
//
// # Names
//
// The names are in names.tsv, each with a source in which the first moves are
// given under it; names whose moves could not be sourced are left out. A debut
// may be reached by several orders of moves: what counts is the position at the
// end of its line.
package opening
