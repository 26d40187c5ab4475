// Package arbiter tells where and why a recorded game was over.
//
// Start with [Adjudicate], which goes through a game under a list of draw rules;
// [Verdict.Log] is a line that an arbiter can file.
//
// Players often go on after the board has ended a game, or agree on a result
// that the board does not bear out. Adjudicate therefore looks for the first ply
// after which the game was over under the rules asked for, whatever was played
// later, and compares the recorded result with it ([Verdict.Conflict]).
//
// The rules are those of package draughts (FMJD section 64, articles 7.2.3 to
// 7.2.8, and other lists); this package adds no rule of its own. Articles 7.2.7
// and 7.2.8 speak of a winning position, which the count alone cannot see: the
// verdict says what the count says.
package arbiter
