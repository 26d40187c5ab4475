// Package pdn is Portable Draughts Notation: games as text, in the dialects that
// people have written for decades.
//
// Start with [Read], which yields the games of a source one by one, and
// [Writer], which writes them in the standard's form; [Write] is the short way
// for a game that was played here.
//
// # Reading
//
// Read takes what it finds and says what was wrong: every game comes with its
// problems, each with file, line and column. It takes
//
//   - UTF-8, UTF-16, windows-1251, KOI8-R, CP866, ISO-8859-5 and windows-1252,
//     found out from the bytes ([Detect]); UTF-8 and another may take turns in a
//     file put together of several;
//   - moves as c3-d4, c3:e5, c3xe5, c3e5, C3-D4, cd4, by any part of a capture's
//     route, as numbers from b8 or from a1, in Cyrillic letters;
//   - results as 1-0, 2-0, 1-1, 1/2-1/2, ½-½ and 0-0;
//   - FEN in letters and numbers, with ranges, as a tag or among the moves;
//   - comments in { }, behind ; and behind %, variations, NAGs and marks;
//   - lists of moves without tags, sentences between them, and the wrappers of forums.
//
// A game is a tree ([Line], [Ply], [Note]) of legal moves. A move that cannot be
// played ends its line: what follows is kept as text ([Line.Unread]), and the
// next game is read as if nothing had been. So does a word where a move must
// stand, as behind its number; other words are comments. Moves and words behind a
// result that are no game of their own are in Game.After. Options.Strict turns what the
// standard does not allow into errors.
//
// # Writing
//
// A game that was read, or played here, is written so that it reads back the
// same ([Equal]).
// What plain notation cannot say is written in comments that other programs pass
// over: [%unread] before moves that were not read, [%char 7D] for a brace.
//
// # Below
//
// [Scanner] gives the tokens of a source with their places, for highlighting and
// for tools that need no games.
package pdn
