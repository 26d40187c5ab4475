package match

import (
	"context"
	"errors"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
)

// Player plays one game at a time. One that has GameOver is told how each game
// ended; one that has Close is closed when the match is over.
type Player interface {
	// NewGame tells that a game begins in which the player has color c, and makes
	// the player ready: nothing of it is on the clock. An error ends the match.
	NewGame(ctx context.Context, g *draughts.Game, c draughts.Color) error
	// Move returns the move to play in a game that goes on. clock is the player's
	// own. ctx ends some time after the clock has run out. An error loses the game:
	// for an illegal move one that matches draughts.ErrIllegal, draughts.ErrSyntax
	// or draughts.ErrAmbiguous; [ErrResigns] and [ErrClaimsDraw] end it as they
	// say; any other is a breakdown.
	Move(ctx context.Context, g *draughts.Game, clock engine.Clock) (Reply, error)
}

// gameOver is told of the end of a game, with its outcome.
type gameOver interface {
	GameOver(ctx context.Context, g *draughts.Game) error
}

// Errors of a player's Move that end a game in an orderly way.
var (
	// ErrResigns: the player gives the game up.
	ErrResigns = errors.New("resigns")
	// ErrClaimsDraw: the player ends the game as a draw that no rule gives. That
	// holds unless its opponent thought itself better by more than half a man.
	ErrClaimsDraw = errors.New("claims a draw")
)

// ErrPlayer says that a match cannot go on: a player could not be started, or it
// has broken down in several games running.
var ErrPlayer = errors.New("player failed")

// Reply is a player's move and what the player says of it.
type Reply struct {
	Move draughts.Move
	// Score is for the player; Depth is 0 where the player says nothing.
	Score engine.Score
	Depth int
	Nodes int64
	// Time is what the move took, where the player can measure it better than its
	// caller, else 0.
	Time time.Duration
}
