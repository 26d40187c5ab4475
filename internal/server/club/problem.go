package club

import (
	"context"
	"errors"
	"net/http"

	"github.com/bolshak-draughts/bolshak/internal/server/live"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// Problems of the club.
var (
	ErrNotYourGame   = wire.NewProblem(http.StatusForbidden, "not-your-game", "only its players can do that in a game")
	ErrAccountNeeded = wire.NewProblem(http.StatusForbidden, "account-needed", "rated games are for players with an account")
	ErrOwnSeat       = wire.NewProblem(http.StatusConflict, "own-seat", "nobody plays against himself: give the address of the seat to somebody else")
	errDeleted       = wire.NewProblem(http.StatusUnauthorized, "not-signed-in", "this player was deleted")
	errGameNotFound  = wire.NewProblem(http.StatusNotFound, "not-found", "there is no such game")
	errSeatNotFound  = wire.NewProblem(http.StatusNotFound, "not-found", "there is no such seat")
)

// storeProblems tell the errors of the store.
var storeProblems = []struct {
	err     error
	problem *wire.Problem
}{
	{store.ErrNotFound, wire.NewProblem(http.StatusNotFound, "not-found", "there is nothing with this name or id")},
	{store.ErrStale, wire.NewProblem(http.StatusConflict, "stale", "the game has gone on since")},
	{store.ErrTaken, wire.NewProblem(http.StatusConflict, "seat-taken", "somebody else was first")},
	{store.ErrNameTaken, wire.NewProblem(http.StatusConflict, "name-taken", "somebody has this name already, or one that looks like it")},
	{store.ErrName, wire.NewProblem(http.StatusUnprocessableEntity, "bad-name", "this cannot be a player's name")},
	{store.ErrPassword, wire.NewProblem(http.StatusUnauthorized, "wrong-password", "wrong name or password")},
	{store.ErrWeakPassword, wire.NewProblem(http.StatusUnprocessableEntity, "weak-password", "the password is too short or too long")},
	{store.ErrBanned, wire.NewProblem(http.StatusForbidden, "banned", "this player was banned by the operator")},
	{store.ErrNotGuest, wire.NewProblem(http.StatusConflict, "not-a-guest", "this player is registered already")},
	{store.ErrTooMany, wire.NewProblem(http.StatusTooManyRequests, "too-many-requests", "there are too many of these already; delete one")},
	{store.ErrCursor, wire.NewProblem(http.StatusUnprocessableEntity, "bad-query", "not a place in a list")},
	{store.ErrCommit, wire.ErrBusy}, // the store has logged it
	{store.ErrDown, wire.ErrBusy},
	{store.ErrUnsure, wire.ErrBusy},
	{store.ErrCrowded, wire.ErrBusy},
	{store.ErrClosed, wire.ErrStopped},
	{context.Canceled, wire.ErrStopped},
	{context.DeadlineExceeded, wire.ErrStopped},
}

// statuses of the refusals of package live; others are 409.
var statuses = map[string]int{
	live.ErrAction.Code:  http.StatusUnprocessableEntity,
	live.ErrIllegal.Code: http.StatusUnprocessableEntity,
	live.ErrTerms.Code:   http.StatusUnprocessableEntity,
	live.ErrState.Code:   http.StatusInternalServerError,
}

// Problem returns how an error of the club is told to a client. An error that no
// client is to see becomes wire.ErrInternal; ok is then false.
func Problem(err error) (p *wire.Problem, ok bool) {
	if errors.As(err, &p) {
		return p, true
	}
	var refused *live.Error
	if errors.As(err, &refused) {
		status, known := statuses[refused.Code]
		if !known {
			status = http.StatusConflict
		}
		if status == http.StatusInternalServerError {
			return wire.ErrInternal, false
		}
		return wire.NewProblem(status, refused.Code, wire.Clip(refused.Error(), wire.MaxDetail)), true
	}
	for _, sp := range storeProblems {
		if !errors.Is(err, sp.err) {
			continue
		}
		if s := sp.problem.Status; s == http.StatusConflict || s == http.StatusUnprocessableEntity {
			return wire.NewProblem(s, sp.problem.Code, err.Error()), true
		}
		return sp.problem, true
	}
	return wire.ErrInternal, false
}
