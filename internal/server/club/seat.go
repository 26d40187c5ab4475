package club

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
	"github.com/bolshak-draughts/bolshak/internal/server/rating"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// SeatRequest is what a player asks for.
type SeatRequest struct {
	Terms live.Terms `json:"terms"`
	// Color is "white", "black" or "random", which is also "".
	Color string `json:"color"`
	// Open lists the seat in the lobby.
	Open bool `json:"open"`
	// Level is that of the computer to play against, 0 for people.
	Level int `json:"level"`
}

// SeatJSON is a seat as clients see it.
type SeatJSON struct {
	ID    string     `json:"id"`
	By    PlayerJSON `json:"by"`
	Terms live.Terms `json:"terms"`
	Color string     `json:"color"`
	Open  bool       `json:"open"`
	At    int64      `json:"at"`
	Game  *string    `json:"game"`
}

// NewSeat tells a seat.
func NewSeat(s store.Seat) SeatJSON {
	return SeatJSON{
		ID: s.ID, By: NewPlayer(s.By, s.Terms.Class()), Terms: s.Terms, Color: s.Color, Open: s.Open,
		At: s.Created.UnixMicro(), Game: orNull(s.Game),
	}
}

// What one player may have at once.
const (
	maxSeats   = 10  // seats in the lobby
	maxInvited = 100 // seats in all
	maxPlaying = 60  // games that have not ended; a connection watches as many
)

var (
	errSeats   = wire.NewProblem(http.StatusTooManyRequests, "too-many-requests", fmt.Sprintf("a player has at most %d seats in the lobby and %d in all; take one away", maxSeats, maxInvited))
	errPlaying = wire.NewProblem(http.StatusTooManyRequests, "too-many-requests", fmt.Sprintf("a player has at most %d games at once; end one", maxPlaying))
)

// room returns an error if a player has as many games as may be.
func (c *Club) room(ctx context.Context, player string) error {
	playing, err := c.store.Playing(ctx, player)
	if err == nil && len(playing) >= maxPlaying {
		err = errPlaying
	}
	return err
}

// countSeats returns how many free seats a player has, in the lobby and in all.
func (c *Club) countSeats(ctx context.Context, player string) (listed, all int, err error) {
	if all, err = c.store.CountSeats(ctx, player); err != nil || all < maxSeats {
		return all, all, err // too few to look closer
	}
	seats, err := c.store.OpenSeats(ctx)
	for _, s := range seats {
		if s.By.ID == player {
			listed++
		}
	}
	return listed, all, err
}

func (q *SeatRequest) check() error {
	switch q.Color {
	case "":
		q.Color = "random"
	case "white", "black", "random":
	default:
		return wire.NewProblem(http.StatusUnprocessableEntity, "bad-color", wire.Clip(fmt.Sprintf("the color %q is none of white, black, random", q.Color), wire.MaxDetail))
	}
	if q.Level < 0 || q.Level > engine.Levels {
		return wire.NewProblem(http.StatusUnprocessableEntity, "bad-level", fmt.Sprintf("the level is a number from 1 to %d, or 0 for people", engine.Levels))
	}
	if q.Level > 0 && q.Terms.Rated {
		return wire.NewProblem(http.StatusUnprocessableEntity, "bad-terms", "games against the computer are not rated")
	}
	return q.Terms.Check()
}

// CreateSeat makes a seat of a player. A game against the computer begins at
// once; its seat is told, but not kept.
func (c *Club) CreateSeat(ctx context.Context, by store.Player, q SeatRequest) (store.Seat, error) {
	if err := q.check(); err != nil {
		return store.Seat{}, err
	}
	if q.Terms.Rated && by.Guest {
		return store.Seat{}, ErrAccountNeeded
	}
	if err := c.room(ctx, by.ID); err != nil {
		return store.Seat{}, err
	}
	if q.Level == 0 {
		listed, all, err := c.countSeats(ctx, by.ID)
		if err != nil {
			return store.Seat{}, err
		}
		if q.Open && listed >= maxSeats || all >= maxInvited {
			return store.Seat{}, errSeats
		}
	}
	seat := store.Seat{By: by, Terms: q.Terms, Color: q.Color, Open: q.Open, Created: c.now()}
	if q.Level == 0 {
		made, err := c.store.CreateSeat(ctx, seat)
		if err != nil {
			return store.Seat{}, err
		}
		c.lobby.changed()
		return made, nil
	}
	g, err := c.newGame(seat, store.Seated{Level: q.Level})
	if err != nil {
		return store.Seat{}, err
	}
	g, err = c.store.CreateGame(ctx, g)
	if err != nil {
		return store.Seat{}, err
	}
	seat.ID, seat.Game = store.NewID(), g.ID
	c.started(&g, "")
	return seat, nil
}

// newGame makes the game of a seat against somebody: opening and colors are
// drawn by lot where they are to be.
func (c *Club) newGame(seat store.Seat, other store.Seated) (store.Game, error) {
	g := store.Game{ID: store.NewID()}
	terms := seat.Terms
	side := draughts.White
	var err error
	c.random(func(r *rand.Rand) {
		terms, err = terms.Draw(r)
		if seat.Color == "black" || seat.Color == "random" && r.IntN(2) == 1 {
			side = draughts.Black
		}
	})
	if err != nil {
		return g, err
	}
	g.Seated[side] = store.Seated{Player: seat.By.ID}
	g.Seated[side.Other()] = other
	g.State, err = live.New(terms, c.now())
	return g, err
}

// Seat returns a seat.
func (c *Club) Seat(ctx context.Context, id string) (store.Seat, error) {
	seat, err := c.store.Seat(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return seat, errSeatNotFound
	}
	return seat, err
}

// Join takes a seat and begins its game, whose id it returns. Somebody who has
// joined before gets the same game.
func (c *Club) Join(ctx context.Context, id string, by store.Player) (game string, err error) {
	seat, err := c.Seat(ctx, id)
	if err != nil {
		return "", err
	}
	if seat.Game != "" {
		return c.joined(ctx, seat, by)
	}
	if seat.By.ID == by.ID {
		return "", ErrOwnSeat
	}
	if seat.Terms.Rated && by.Guest {
		return "", ErrAccountNeeded
	}
	if err := c.room(ctx, by.ID); err != nil {
		return "", err
	}
	g, err := c.newGame(seat, store.Seated{Player: by.ID})
	if err != nil {
		return "", err
	}
	g, err = c.store.TakeSeat(ctx, id, g)
	if errors.Is(err, store.ErrTaken) {
		if seat, again := c.store.Seat(ctx, id); again == nil && seat.Game != "" {
			return c.joined(ctx, seat, by)
		}
	}
	if err != nil {
		return "", err
	}
	c.started(&g, id)
	return g.ID, nil
}

// joined returns the game of a seat that is taken to those who play it. The node
// on which they took it may have ended before it could tell, so it is told again.
func (c *Club) joined(ctx context.Context, seat store.Seat, by store.Player) (string, error) {
	g, err := c.Game(ctx, seat.Game)
	if err != nil {
		return "", err
	}
	if g.Side(by.ID) == draughts.NoColor {
		return "", store.ErrTaken
	}
	if !g.State.Status.Ended() {
		c.tellStarted(g, seat.ID)
		c.computers.consider(g)
	}
	return g.ID, nil
}

// DeleteSeat takes a player's own seat away.
func (c *Club) DeleteSeat(ctx context.Context, id, player string) error {
	err := c.store.DeleteSeat(ctx, id, player)
	if errors.Is(err, store.ErrNotFound) {
		return errSeatNotFound
	}
	c.lobby.changed()
	return err
}

const (
	// ownerAway is how long the owner of a seat in the lobby may be without a
	// connection.
	ownerAway = time.Minute
	// seenEvery is how exactly it is noted when an owner was last connected; the
	// minute may be so much longer.
	seenEvery = 15 * time.Second
)

// SweepSeats notes whose owners are connected to this node, takes seats out of the
// lobby whose owner has gone from all nodes, and forgets what is no longer needed.
func (c *Club) SweepSeats(ctx context.Context) error {
	now := c.now()
	c.games.forget(now)
	c.presence.forget(now)
	seats, err := c.store.OpenSeats(ctx)
	if err != nil {
		return err
	}
	var seen []string
	for _, s := range seats {
		if c.presence.here(s.By.ID) && now.Sub(s.Seen) >= seenEvery {
			seen = append(seen, s.ID)
		}
	}
	if len(seen) > 0 {
		if err := c.store.SeeSeats(ctx, seen, now); err != nil {
			return err
		}
	}
	if now.Sub(c.presence.began) < ownerAway {
		return nil // after a common end owners are to come back first
	}
	for _, s := range seats {
		if s.Terms.Class() == rating.Correspondence || c.presence.here(s.By.ID) || now.Sub(s.Seen) < ownerAway+seenEvery {
			continue
		}
		err := c.store.DeleteUnseenSeat(ctx, s.ID, now.Add(-ownerAway-seenEvery))
		if errors.Is(err, store.ErrNotFound) {
			continue // seen or taken in the meantime
		}
		if err != nil {
			return err
		}
		c.lobby.changed()
	}
	return nil
}
