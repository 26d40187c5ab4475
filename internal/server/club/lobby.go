package club

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/bolshak-draughts/bolshak/internal/server/event"
)

// lobby knows whether what was last told of the lobby is old.
type lobby struct {
	old atomic.Bool
	far atomic.Bool // other nodes are to be told that it is old

	mu   sync.Mutex
	last []byte
}

// touch notes that the lobby has changed, on this node or another one.
func (l *lobby) touch() { l.old.Store(true) }

// changed notes that this node has changed the lobby.
func (l *lobby) changed() {
	l.old.Store(true)
	l.far.Store(true)
}

// tellLobby publishes the lobby if it has changed, and who watches games where
// that has.
func (c *Club) tellLobby(ctx context.Context) error {
	for id := range c.presence.takeCrowds() {
		c.tellPresence(id)
	}
	if c.lobby.far.Swap(false) {
		c.bus.Publish(event.Nodes, event.Event{Kind: kindHall, All: []byte(c.node)})
	}
	if !c.lobby.old.Swap(false) {
		return nil
	}
	text, err := c.readLobby(ctx)
	if err != nil {
		c.lobby.touch()
		return err
	}
	c.lobby.mu.Lock()
	c.lobby.last = text // here alone, so that nothing older comes after it
	c.lobby.mu.Unlock()
	c.near.Publish(event.Lobby, event.Event{Kind: KindLobby, All: text})
	return nil
}

// Lobby returns the message that tells the lobby.
func (c *Club) Lobby(ctx context.Context) ([]byte, error) {
	c.lobby.mu.Lock()
	last := c.lobby.last
	c.lobby.mu.Unlock()
	if last != nil && !c.lobby.old.Load() {
		return last, nil
	}
	return c.readLobby(ctx)
}

func (c *Club) readLobby(ctx context.Context) ([]byte, error) {
	seats, err := c.Seats(ctx)
	if err != nil {
		return nil, err
	}
	playing, err := c.store.Unfinished(ctx)
	if err != nil {
		return nil, err
	}
	return message(struct {
		T       string     `json:"t"`
		Seats   []SeatJSON `json:"seats"`
		Playing int        `json:"playing"`
		Online  int        `json:"online"`
	}{"lobby", seats, playing, c.presence.count()}), nil
}

// Seats returns the open seats.
func (c *Club) Seats(ctx context.Context) ([]SeatJSON, error) {
	seats, err := c.store.OpenSeats(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]SeatJSON, 0, len(seats))
	for _, s := range seats {
		list = append(list, NewSeat(s))
	}
	return list, nil
}

// Numbers are what the club is busy with.
type Numbers struct{ Playing, Seats, Online, Cached, Thinking, WaitingToThink int }

// Numbers returns what the club is busy with.
func (c *Club) Numbers(ctx context.Context) (n Numbers, err error) {
	if n.Playing, err = c.store.Unfinished(ctx); err != nil {
		return n, err
	}
	seats, err := c.store.OpenSeats(ctx)
	n.Seats, n.Online = len(seats), c.presence.count()
	c.games.mu.Lock()
	n.Cached = len(c.games.games)
	c.games.mu.Unlock()
	n.Thinking, n.WaitingToThink = c.computers.load()
	return n, err
}
