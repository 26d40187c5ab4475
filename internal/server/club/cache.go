package club

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/server/event"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
)

// Bounds of the cache.
const (
	maxCached = 20000
	keepFor   = 2 * time.Minute
	// maxRecent is how many updates of a game are kept for those who come back
	// after a short while.
	maxRecent = 4
)

// cache has the games that were changed lately. What it says may be old: the
// database decides when it is written to.
type cache struct {
	mu    sync.Mutex
	games map[string]*entry
}

// entry is a game in the cache. Whoever changes the game holds its lock, so that
// within a process nobody comes second.
type entry struct {
	id    string
	users int // guarded by the cache's lock
	used  time.Time
	// newest is the highest version of the game that was heard of.
	newest atomic.Int64

	mu     sync.Mutex
	game   *store.Game // nil: to be read
	recent []event.Event
}

// acquire returns the locked entry of a game; release gives it back.
func (c *cache) acquire(id string, now time.Time) *entry {
	c.mu.Lock()
	e := c.games[id]
	if e == nil {
		if c.games == nil {
			c.games = map[string]*entry{}
		}
		if len(c.games) >= maxCached {
			c.dropOne()
		}
		e = &entry{id: id}
		c.games[id] = e
	}
	e.users++
	e.used = now
	c.mu.Unlock()
	e.mu.Lock()
	return e
}

// outdated notes that a game has a version, so that what is in memory may be old.
// It may be called while the entry is locked.
func (c *cache) outdated(id string, version int) {
	c.mu.Lock()
	e := c.games[id]
	c.mu.Unlock()
	if e == nil {
		return
	}
	for v := int64(version); ; {
		known := e.newest.Load()
		if v <= known || e.newest.CompareAndSwap(known, v) {
			return
		}
	}
}

// doubt drops what is in memory of games.
func (c *cache) doubt() {
	c.mu.Lock()
	entries := slices.Collect(maps.Values(c.games))
	for _, e := range entries {
		e.users++
	}
	c.mu.Unlock()
	for _, e := range entries {
		e.mu.Lock()
		e.game = nil
		c.release(e)
	}
}

// An entry in which there is nothing is dropped: what clients ask for need not be
// a game.
func (c *cache) release(e *entry) {
	empty := e.game == nil && len(e.recent) == 0
	e.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	if e.users--; e.users == 0 && empty && c.games[e.id] == e {
		delete(c.games, e.id)
	}
}

// dropOne makes room, if any entry is not in use. The caller holds the lock.
func (c *cache) dropOne() {
	for id, e := range c.games {
		if e.users == 0 {
			delete(c.games, id)
			return
		}
	}
}

// forget drops what was not used for a while.
func (c *cache) forget(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, e := range c.games {
		if e.users == 0 && now.Sub(e.used) > keepFor {
			delete(c.games, id)
		}
	}
}

// remember keeps an update for those who come back.
func (e *entry) remember(update event.Event) {
	if len(e.recent) == maxRecent {
		copy(e.recent, e.recent[1:])
		e.recent = e.recent[:maxRecent-1]
	}
	e.recent = append(e.recent, update)
}

// since returns the updates that lead from a version to another.
func (e *entry) since(from, to int) ([]event.Event, bool) {
	for i, u := range e.recent {
		if u.From != from {
			continue
		}
		for j := i; j < len(e.recent); j++ {
			if j > i && e.recent[j].From != e.recent[j-1].Version {
				return nil, false
			}
			if e.recent[j].Version == to {
				return e.recent[i : j+1 : j+1], true
			}
		}
	}
	return nil, false
}
