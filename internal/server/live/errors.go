package live

// Error says why an action or terms were refused. Errors with the same code are
// the same to errors.Is, so that errors.Is(err, [ErrStale]) works whatever the
// detail.
type Error struct {
	// Code is a stable word for programs, such as "stale".
	Code string
	// Detail is for people.
	Detail string
	// Err is the error behind it, such as that of a move; it may be nil.
	Err error
}

func (e *Error) Error() string {
	if e.Err != nil {
		return e.Detail + ": " + e.Err.Error()
	}
	return e.Detail
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is an *Error with the same code.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code
}

// with returns the error with a detail of its own.
func (e *Error) with(detail string) *Error { return &Error{Code: e.Code, Detail: detail} }

// The ways in which an action is refused.
var (
	// ErrAction: no such action, or one with a wrong field.
	ErrAction = &Error{Code: "bad-action", Detail: "not an action of a game"}
	// ErrOver: the game has ended.
	ErrOver = &Error{Code: "game-over", Detail: "the game is over"}
	// ErrNotOver: the action is for a game that has ended.
	ErrNotOver = &Error{Code: "not-over", Detail: "the game is not over yet"}
	// ErrNotYourTurn: a move by the side that is not to move.
	ErrNotYourTurn = &Error{Code: "not-your-turn", Detail: "it is the opponent's turn"}
	// ErrStale: a move for another ply than the one to be played.
	ErrStale = &Error{Code: "stale", Detail: "the game has gone on since"}
	// ErrIllegal: the move cannot be played.
	ErrIllegal = &Error{Code: "illegal-move", Detail: "the move cannot be played"}
	// ErrOffer: nothing to answer, or an offer that may not be made now.
	ErrOffer = &Error{Code: "no-offer", Detail: "no such offer stands"}
	// ErrDraw: a draw may not be offered now; the codes of [May.DrawWhyNot] are
	// in the detail.
	ErrDraw = &Error{Code: "draw-refused", Detail: "a draw may not be offered now"}
	// ErrTakeback: these plies cannot be taken back, or not asked for now.
	ErrTakeback = &Error{Code: "takeback-refused", Detail: "this cannot be taken back"}
	// ErrAbort: the game has begun, and can only be resigned.
	ErrAbort = &Error{Code: "too-late-to-abort", Detail: "both sides have moved: resign, or offer a draw"}
	// ErrClaim: the opponent is not gone, or not long enough.
	ErrClaim = &Error{Code: "no-claim", Detail: "there is nothing to claim"}
	// ErrTime: time cannot be added.
	ErrTime = &Error{Code: "no-time", Detail: "no time can be added"}
	// ErrTerms: the terms of a game are not possible.
	ErrTerms = &Error{Code: "bad-terms", Detail: "these terms are not possible"}
	// ErrState: stored JSON that is no state of a game.
	ErrState = &Error{Code: "bad-state", Detail: "not a state of a game"}
)
