package club

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/event"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
)

// Game returns a game, read from the database.
func (c *Club) Game(ctx context.Context, id string) (*store.Game, error) {
	g, err := c.store.Game(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, errGameNotFound
	}
	return &g, err
}

// View returns the JSON of a game as a player sees it; "" is nobody.
func (c *Club) View(ctx context.Context, id, player string) (json.RawMessage, error) {
	g, err := c.Game(ctx, id)
	if err != nil {
		return nil, err
	}
	return c.view(ctx, g, g.Side(player))
}

// Side returns the color that a player has in a game, NoColor for others.
func (c *Club) Side(ctx context.Context, id, player string) (draughts.Color, error) {
	g, err := c.cached(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return draughts.NoColor, errGameNotFound
	}
	if err != nil {
		return draughts.NoColor, err
	}
	return g.Side(player), nil
}

// Watch brings a watcher who knows some version of a game, 0 for none, up to
// date: it returns the messages to send, the side of the watcher and the version
// they lead to. Subscribe to the game's topic before; an update whose version is
// not above the one returned is known already.
func (c *Club) Watch(ctx context.Context, id, player string, version int) (messages [][]byte, side draughts.Color, now int, err error) {
	g, err := c.Game(ctx, id)
	if err != nil {
		return nil, draughts.NoColor, 0, err
	}
	side, now = g.Side(player), g.State.Version
	if version == now {
		return [][]byte{message(struct {
			T       string      `json:"t"`
			Game    string      `json:"game"`
			Version int         `json:"version"`
			Clock   live.Clocks `json:"clock"`
		}{"same", id, version, g.State.ClocksAt(c.now())})}, side, now, nil
	}
	if version > 0 && version < now {
		e := c.games.acquire(id, c.now())
		updates, ok := e.since(version, now)
		updates = append([]event.Event(nil), updates...)
		c.games.release(e)
		// Their clocks are those of their time, which is what an update says.
		if ok {
			for _, u := range updates {
				messages = append(messages, Frame(u, side))
			}
			return messages, side, now, nil
		}
	}
	view, err := c.view(ctx, g, side)
	if err != nil {
		return nil, side, 0, err
	}
	return [][]byte{concat(`{"t":"game","game":`, view, `}`, nil)}, side, now, nil
}

// Frame returns the message of an event for a side.
func Frame(e event.Event, side draughts.Color) []byte {
	switch {
	case side == draughts.White && e.White != nil:
		return e.White
	case side == draughts.Black && e.Black != nil:
		return e.Black
	}
	return e.All
}

// Hear calls receive for all that happens in a game, and for who is at it, until
// the returned function is called. Receive is as that of [event.Bus].
func (c *Club) Hear(id string, receive func(event.Event)) (cancel func()) {
	far := c.bus.Subscribe(event.Game(id), func(e event.Event) {
		if e.Kind == KindUpdate || e.Kind == KindLook {
			c.games.outdated(id, e.Version)
		}
		receive(e)
	})
	near := c.near.Subscribe(event.Game(id), receive)
	return func() {
		far()
		near()
	}
}

// Enter counts a connection that watches a game; the returned function ends it.
// That a player came or went is told at once, the number of spectators and who
// comes and goes on other nodes twice a second.
func (c *Club) Enter(id string, side draughts.Color) (leave func()) {
	if c.presence.enter(id, side) {
		c.tellPresence(id)
	}
	return func() {
		if c.presence.leave(id, side, c.now()) {
			c.tellPresence(id)
		}
	}
}

// Connect counts a connection of somebody; the returned function ends it.
func (c *Club) Connect(person string) (leave func()) {
	c.presence.connect(person)
	c.lobby.touch()
	return func() {
		c.presence.disconnect(person)
		c.lobby.touch()
	}
}

// tellPresence tells those who watch a game by this node who is at it.
func (c *Club) tellPresence(id string) {
	ctx, cancel := context.WithTimeout(context.Background(), commitTime)
	defer cancel()
	e := c.games.acquire(id, c.now())
	defer c.games.release(e) // until it is published, so that the last word is the newest
	g, err := c.read(ctx, e)
	if err != nil {
		c.log.WarnContext(ctx, "who is at a game cannot be told", "game", id, "error", err)
		return
	}
	c.near.Publish(event.Game(id), event.Event{Kind: KindPresence, Game: id, All: c.presenceMessage(g)})
}

type claimInJSON struct {
	White *int64 `json:"white"`
	Black *int64 `json:"black"`
}

// PresenceMessage tells who is at a game, and when it can be claimed.
func (c *Club) PresenceMessage(ctx context.Context, id string) ([]byte, error) {
	g, err := c.cached(ctx, id)
	if err != nil {
		return nil, err
	}
	return c.presenceMessage(g), nil
}

func (c *Club) presenceMessage(g *store.Game) []byte {
	a := c.attendance(g, c.now())
	return message(struct {
		T          string      `json:"t"`
		Game       string      `json:"game"`
		White      bool        `json:"white"`
		Black      bool        `json:"black"`
		Spectators int         `json:"spectators"`
		ClaimIn    claimInJSON `json:"claimIn"`
	}{"presence", g.ID, a.Present[draughts.White], a.Present[draughts.Black], a.Spectators, claimInJSON{
		White: claimIn(&g.State, draughts.White, a),
		Black: claimIn(&g.State, draughts.Black, a),
	}})
}

// claimIn returns in how many milliseconds a side may claim the game, nil if
// never.
func claimIn(s *live.State, side draughts.Color, a Attendance) *int64 {
	in := may(s, side, a).ClaimIn
	if in < 0 {
		return nil
	}
	ms := in.Round(time.Millisecond).Milliseconds()
	return &ms
}

// cached returns a game that may be a little old.
func (c *Club) cached(ctx context.Context, id string) (*store.Game, error) {
	e := c.games.acquire(id, c.now())
	defer c.games.release(e)
	return c.read(ctx, e)
}

// read returns the game of an entry, from the database if it is not there or was
// changed by another node. The caller holds the entry's lock.
func (c *Club) read(ctx context.Context, e *entry) (*store.Game, error) {
	if e.game == nil || int64(e.game.State.Version) < e.newest.Load() {
		g, err := c.store.Game(ctx, e.id)
		if err != nil {
			return nil, err
		}
		e.game = &g
	}
	return e.game, nil
}
