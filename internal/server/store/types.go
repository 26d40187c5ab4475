package store

import (
	"errors"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
	"github.com/bolshak-draughts/bolshak/internal/server/rating"
)

// Errors of the store, for errors.Is.
var (
	// ErrNotFound: nothing has this id, name or token.
	ErrNotFound = errors.New("not found")
	// ErrStale: the game has another version than the one that was read.
	ErrStale = errors.New("the game has changed since it was read")
	// ErrTaken: somebody else was first: the seat has a game, or is gone.
	ErrTaken = errors.New("the seat is taken")
	// ErrNameTaken: a player has this name, or one that looks like it.
	ErrNameTaken = errors.New("the name is taken")
	// ErrName: the name may not be given.
	ErrName = errors.New("not a name for a player")
	// ErrPassword: the password is not that of the player, or there is no such
	// player; which of both is not told.
	ErrPassword = errors.New("wrong name or password")
	// ErrWeakPassword: the password is too short or too long.
	ErrWeakPassword = errors.New("not a password to keep")
	// ErrBanned: the player was banned by the operator.
	ErrBanned = errors.New("the player is banned")
	// ErrNotGuest: only a guest can register.
	ErrNotGuest = errors.New("the player is registered already")
	// ErrTooMany: the player has as many as is possible.
	ErrTooMany = errors.New("too many")
	// ErrCursor: the place in a list is none that the store has given.
	ErrCursor = errors.New("not a place in a list")
	// ErrCommit: nothing can be written at present; the disk is full, say.
	ErrCommit = errors.New("the database cannot be written")
	// ErrDown: the database does not answer. Nothing was changed.
	ErrDown = errors.New("the database does not answer")
	// ErrUnsure: the connection broke while a change was being committed, and
	// whether it was is not known. Read again.
	ErrUnsure = errors.New("the connection to the database broke during a commit")
	// ErrCrowded: too many wait already.
	ErrCrowded = errors.New("too many wait already")
	// ErrClosed: the store was closed.
	ErrClosed = errors.New("the store is closed")
)

// Player is somebody who plays here.
type Player struct {
	ID   string
	Name string
	// Guest is a player without a password, Bot one that says that a program
	// plays.
	Guest, Bot, Banned bool
	// Deleted players have left; their games stay under the name that is set.
	Deleted bool
	Created time.Time
	// Ratings are those of the classes in which a rated game was played.
	Ratings map[rating.Class]rating.Rating
}

// Rating returns the rating of the player in a class, that of a new player if
// there is none.
func (p Player) Rating(c rating.Class) rating.Rating {
	if r, ok := p.Ratings[c]; ok {
		return r
	}
	return rating.New()
}

// Seated is who plays a color in a game: a player, or the computer.
type Seated struct {
	// Player is the id, "" for the computer.
	Player string
	// Name is that of the player; it is read, not written.
	Name string
	// Level is that of the computer, 1 to 10; 0 for a player.
	Level int
	// Rating is that before the game, rounded, and Deviation its deviation; 0 for
	// the computer. Save and CreateGame leave them as they are.
	Rating, Deviation int
	// Change is what the game has brought; it means something when Rated.
	Change int
	Rated  bool
}

// Game is a game as it is kept.
type Game struct {
	ID    string
	State live.State
	// Seated is by color.
	Seated [2]Seated
}

// Side returns the color that a player has in the game, NoColor if none.
func (g Game) Side(player string) draughts.Color {
	for c, s := range g.Seated {
		if s.Player == player && player != "" {
			return draughts.Color(c)
		}
	}
	return draughts.NoColor
}

// Saved is what is new in the store after [Store.Save].
type Saved struct {
	// Game is the game saved; where it was rated and has ended, with the
	// changes.
	Game Game
	// Next is the game that followed, if one was given.
	Next *Game
}

// Seat is an invitation to play.
type Seat struct {
	ID      string
	By      Player // as it is now; to create only the ID is needed
	Terms   live.Terms
	Color   string // that of By: "white", "black" or "random"
	Open    bool   // listed in the lobby
	Created time.Time
	Game    string // the id of the game that it became, "" before
	// Seen is when the owner was last known to be connected to any node; only read.
	Seen time.Time
}

// Token is the right of a program to act for a player.
type Token struct {
	ID      string
	Label   string
	Created time.Time
	Used    time.Time // the zero time if never; to the hour
}

// Chat is something said in a game.
type Chat struct {
	N    int64  // its number in the game, from 1
	By   string // the player's id
	Name string // the player's name now; read, not written
	// Action is the client's id of the line, by which it is known when it is sent
	// again.
	Action string
	Text   string
	At     time.Time
}

// Report is a complaint about something said.
type Report struct {
	Game string
	Chat Chat
	By   string // the name of the one who complains
	At   time.Time
}

// Line is a finished game in a list.
type Line struct {
	ID       string
	Seated   [2]Seated
	Class    rating.Class
	Rated    bool
	Result   string // "1-0", "0-1", "1/2-1/2"
	Reason   string // as draughts.Reason.Code
	Article  string
	Plies    int
	Debut    live.Debut
	Created  time.Time
	Finished time.Time
}

// Search says which finished games are wanted, the latest first. What is zero
// does not matter.
type Search struct {
	Player   string // name
	Opponent string // name of the other one
	// Opening is part of the name of a debut, in Russian or Latin letters, or of
	// a code such as 11-IV; case does not matter.
	Opening string
	// Result is "1-0", "0-1", "1/2-1/2", or "win", "loss", "draw" of Player.
	Result string
	Class  rating.Class
	// From and To are the first and the last moment at which the game ended.
	From, To time.Time
	// Before continues a list where an earlier one ended: its Page.Next.
	Before string
	// Limit is the most games wanted, 0 for 20; never more than 100.
	Limit int
}

// Page is a part of a list of games.
type Page struct {
	Games []Line
	Next  string // for Search.Before, "" at the end
}

// Record is how many games of a player ended how.
type Record struct{ Wins, Draws, Losses int }

// RatingPoint is a rating after a game.
type RatingPoint struct {
	Class     rating.Class
	Rating    int
	Deviation int
	Game      string
	At        time.Time
}
