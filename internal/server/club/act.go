package club

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/event"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
)

const (
	// tries is how often a change is tried again because another process was
	// first.
	tries = 8
	// commitTime is how long a change may take. It does not end with the request
	// that asked for it: what is being written is written.
	commitTime = 15 * time.Second
)

// Act carries out a player's action in a game and returns the version of the
// game after it. When it returns without an error the action is committed; the
// same action sent again gives the same answer and does nothing.
func (c *Club) Act(ctx context.Context, player, id string, a live.Action) (version int, err error) {
	if err := c.welcome(ctx, player); err != nil {
		return 0, err
	}
	began := c.now()
	version, err = c.change(ctx, id, func(g *store.Game, now time.Time) (live.State, error) {
		a.Side = g.Side(player)
		if a.Side == draughts.NoColor {
			return g.State, ErrNotYourGame
		}
		c.presence.seen(g.ID, a.Side, now)
		a.Gone = c.attendance(g, now).Gone[a.Side.Other()]
		return g.State.Apply(a, now)
	}, func(g *store.Game) int {
		if v, ok := g.State.Done(g.Side(player), a.ID); ok {
			return v
		}
		return g.State.Version
	})
	c.counts.acted(a.Type, c.now().Sub(began), err)
	return version, err
}

// welcome returns an error if a player may do nothing here, such as
// [store.ErrBanned].
func (c *Club) welcome(ctx context.Context, player string) error {
	p, err := c.player(ctx, player)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return errDeleted
	case err != nil:
		return err
	case p.Banned:
		return store.ErrBanned
	case p.Deleted:
		return errDeleted
	}
	return nil
}

// change applies a change to a game: read, apply, write what was read only, and
// once more when somebody else was first. What apply returns is written whenever
// its version is new, even with an error. Answer makes the version to tell from
// the game as it then is.
func (c *Club) change(ctx context.Context, id string, apply func(*store.Game, time.Time) (live.State, error), answer func(*store.Game) int) (int, error) {
	commit, cancel := context.WithTimeout(context.WithoutCancel(ctx), commitTime)
	defer cancel()
	e := c.games.acquire(id, c.now())
	defer c.games.release(e)
	fresh := false // read in this call
	known := 0     // the version that was in memory
	if e.game != nil {
		known = e.game.State.Version
	}
	for range tries {
		if e.game == nil || int64(e.game.State.Version) < e.newest.Load() {
			fresh = true
			g, err := c.store.Game(ctx, id)
			switch {
			case errors.Is(err, store.ErrNotFound):
				return 0, errGameNotFound
			case err != nil:
				return 0, err
			}
			e.game = &g
		}
		before := e.game
		now := c.now()
		state, refused := apply(before, now)
		if state.Version == before.State.Version {
			if !fresh {
				e.game = nil // another process may have changed the game: look before refusing
				continue
			}
			if refused == nil || before.State.Version > known {
				c.tellLook(before)
			}
			return answer(before), refused
		}
		after := *before
		after.State = state
		saved, err := c.save(commit, &after, before.State.Version, now)
		if err != nil {
			e.game, fresh = nil, false // whatever it is, the database knows
			if errors.Is(err, store.ErrStale) {
				c.counts.Stale.Add(1)
				continue
			}
			return 0, err
		}
		e.game = &saved.Game
		c.tell(commit, e, before, saved, now)
		return answer(e.game), refused
	}
	return 0, store.ErrStale
}

// tellLook lets those who watch a game look whether they know its version: the
// node that made the change may have ended before it could tell.
func (c *Club) tellLook(g *store.Game) {
	c.bus.Publish(event.Game(g.ID), event.Event{Kind: KindLook, Game: g.ID, Version: g.State.Version})
}

// save writes a game and the game that follows it, if one is due.
func (c *Club) save(ctx context.Context, g *store.Game, read int, now time.Time) (store.Saved, error) {
	if !g.State.Due() {
		return c.store.Save(ctx, *g, read, nil)
	}
	next := store.Game{ID: store.NewID(), Seated: [2]store.Seated{seatAgain(g.Seated[1]), seatAgain(g.Seated[0])}}
	var err error
	c.random(func(r *rand.Rand) { g.State, next.State, err = g.State.Follow(g.ID, next.ID, now, r) })
	if err != nil {
		return store.Saved{}, err
	}
	return c.store.Save(ctx, *g, read, &next)
}

// seatAgain seats somebody in another game.
func seatAgain(s store.Seated) store.Seated { return store.Seated{Player: s.Player, Level: s.Level} }

// tell publishes a change that was committed. The caller holds the entry's lock,
// so that updates of a game are published in their order.
func (c *Club) tell(ctx context.Context, e *entry, before *store.Game, saved store.Saved, now time.Time) {
	after := &saved.Game
	u, err := c.update(ctx, before, after, now)
	if err != nil {
		// The database has gone since. Those who watch will look.
		c.log.ErrorContext(ctx, "a change of a game cannot be told", "game", after.ID, "error", err)
		c.tellLook(after)
	} else {
		e.remember(u)
		c.bus.Publish(event.Game(after.ID), u)
	}
	if after.State.Status.Ended() != before.State.Status.Ended() {
		c.lobby.changed()
		c.counts.finished(after.State)
		if changed(after) {
			c.Forget(after.Seated[draughts.White].Player)
			c.Forget(after.Seated[draughts.Black].Player)
		}
	}
	if saved.Next != nil {
		c.started(saved.Next, "")
	}
	c.computers.consider(after)
}

// changed reports whether ratings have changed.
func changed(g *store.Game) bool { return g.Seated[0].Rated || g.Seated[1].Rated }

// started tells the players of a new game that it is there.
func (c *Club) started(g *store.Game, seat string) {
	c.counts.Started.Add(1)
	c.lobby.changed()
	c.tellStarted(g, seat)
	c.computers.consider(g)
}

func (c *Club) tellStarted(g *store.Game, seat string) {
	for _, s := range g.Seated {
		if s.Player != "" {
			c.bus.Publish(event.Player(s.Player), startedEvent(g.ID, seat))
		}
	}
}

func startedEvent(game, seat string) event.Event {
	return event.Event{Kind: KindStarted, Game: game, All: message(struct {
		T    string  `json:"t"`
		Game string  `json:"game"`
		Seat *string `json:"seat"`
	}{"started", game, orNull(seat)})}
}

// begunOf is how old a game may be of which it is told once more that it has
// begun.
const begunOf = 2 * time.Minute

// Begun returns the events that a player's latest games have begun, for those who
// may have missed them.
func (c *Club) Begun(ctx context.Context, player string) ([]event.Event, error) {
	playing, err := c.store.Playing(ctx, player)
	if err != nil {
		return nil, err
	}
	var begun []event.Event
	for _, id := range playing {
		g, err := c.cached(ctx, id)
		if err != nil {
			return nil, err
		}
		if c.now().Sub(g.State.Created) < begunOf {
			begun = append(begun, startedEvent(id, ""))
		}
	}
	return begun, nil
}

// SweepFlags applies what time has done to games, whether anybody watches them
// or not.
func (c *Club) SweepFlags(ctx context.Context) error {
	for ctx.Err() == nil {
		const atOnce = 200
		due, err := c.store.Due(ctx, c.now(), atOnce)
		if err != nil {
			return err
		}
		var failed []error // a game that cannot be read must not keep others from ending
		for _, id := range due {
			if err := c.look(ctx, id); err != nil {
				failed = append(failed, fmt.Errorf("game %s: %w", id, err))
			}
		}
		if len(due) < atOnce || len(failed) > 0 {
			return errors.Join(failed...)
		}
	}
	return nil
}

// look applies what time has done to a game.
func (c *Club) look(ctx context.Context, id string) error {
	_, err := c.change(ctx, id, func(g *store.Game, now time.Time) (live.State, error) {
		state, _ := g.State.Look(now)
		return state, nil
	}, func(g *store.Game) int { return g.State.Version })
	if errors.Is(err, store.ErrStale) {
		return nil // the next round sees to it
	}
	return err
}
