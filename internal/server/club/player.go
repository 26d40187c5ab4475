package club

import (
	"context"
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/server/event"
	"github.com/bolshak-draughts/bolshak/internal/server/rating"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
)

// PlayerJSON is a player as clients see one.
type PlayerJSON struct {
	ID      string                `json:"id"`
	Name    string                `json:"name"`
	Guest   bool                  `json:"guest"`
	Bot     bool                  `json:"bot"`
	Ratings map[string]RatingJSON `json:"ratings"`
}

// RatingJSON is a rating as clients see it, rounded.
type RatingJSON struct {
	Rating      int  `json:"rating"`
	Deviation   int  `json:"deviation"`
	Games       int  `json:"games"`
	Provisional bool `json:"provisional"`
}

// NewPlayer tells a player with the ratings of some classes.
func NewPlayer(p store.Player, classes ...rating.Class) PlayerJSON {
	j := PlayerJSON{ID: p.ID, Name: p.Name, Guest: p.Guest, Bot: p.Bot, Ratings: map[string]RatingJSON{}}
	for _, c := range classes {
		r := p.Rating(c)
		j.Ratings[string(c)] = RatingJSON{Rating: r.Rounded(), Deviation: int(r.Deviation + 0.5), Games: r.Games, Provisional: r.Provisional()}
	}
	return j
}

// players remembers players for a short while: every update of a game tells
// them.
type players struct {
	mu    sync.Mutex
	known map[string]knownPlayer
}

type knownPlayer struct {
	player store.Player
	read   time.Time
}

const (
	playerFor = 20 * time.Second
	maxKnown  = 20000
)

// player returns a player, as of at most a few seconds ago.
func (c *Club) player(ctx context.Context, id string) (store.Player, error) {
	now := c.now()
	c.people.mu.Lock()
	k, ok := c.people.known[id]
	c.people.mu.Unlock()
	if ok && now.Sub(k.read) < playerFor {
		return k.player, nil
	}
	p, err := c.store.Player(ctx, id)
	if err != nil {
		return p, err
	}
	c.people.mu.Lock()
	defer c.people.mu.Unlock()
	if c.people.known == nil || len(c.people.known) >= maxKnown {
		c.people.known = map[string]knownPlayer{}
	}
	c.people.known[id] = knownPlayer{p, now}
	return p, nil
}

// Forget drops what is remembered of a player who has changed, on all nodes.
func (c *Club) Forget(id string) {
	c.people.forget(id)
	c.bus.Publish(event.Nodes, event.Event{Kind: kindForget, Game: id})
}

func (p *players) forget(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.known, id)
}

func (p *players) forgetAll() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.known = nil
}
