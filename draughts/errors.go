package draughts

import "errors"

// The kinds of error in the text of a move, for errors.Is. The errors
// themselves are *[SyntaxError], *[IllegalError] and *[AmbiguousError].
var (
	// ErrSyntax: the text is no move in any notation.
	ErrSyntax = errors.New("not a move")
	// ErrIllegal: no legal move fits.
	ErrIllegal = errors.New("illegal move")
	// ErrAmbiguous: several legal moves fit.
	ErrAmbiguous = errors.New("ambiguous move")
)
