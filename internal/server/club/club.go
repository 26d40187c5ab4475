package club

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/cluster"
	"github.com/bolshak-draughts/bolshak/internal/server/event"
	"github.com/bolshak-draughts/bolshak/internal/server/limit"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
)

// Config says what a Club works with.
type Config struct {
	Store  *store.Store
	Bus    event.Bus
	Logger *slog.Logger
	// Now tells the time; nil means time.Now.
	Now func() time.Time
	// Jobs has the computer opponents' moves found by workers; without it they do
	// not move.
	Jobs *cluster.Node
	// Computers is the number of computer opponents that think at once, as far as
	// is known at the start; less than 1 means one less than there are processors,
	// but at least one.
	Computers int
}

// Club is the service. Its methods are for many goroutines; Run does what time
// demands.
type Club struct {
	node      string // by which other nodes know this one
	store     *store.Store
	bus       event.Bus
	near      event.Local
	farewell  func() // ends the hearing of other nodes
	connected func() bool
	turns     chan struct{}
	log       *slog.Logger
	now       func() time.Time
	presence  *presence
	games     cache
	people    players
	computers *computers
	lobby     lobby
	counts    Counts
	chatter   *limit.Keyed

	rngMu sync.Mutex
	rng   *rand.Rand
}

// New returns a club.
func New(cfg Config) *Club {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	if cfg.Computers < 1 {
		cfg.Computers = max(1, runtime.GOMAXPROCS(0)-1)
	}
	c := &Club{
		node:     store.NewID(),
		turns:    make(chan struct{}, turns),
		store:    cfg.Store,
		bus:      cfg.Bus,
		log:      cfg.Logger,
		now:      cfg.Now,
		presence: newPresence(cfg.Now()),
		chatter:  limit.NewKeyed(chatPerSecond, chatBurst, maxChatters),
		rng:      rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())),
	}
	c.connected = func() bool { return true }
	if cfg.Jobs != nil {
		c.connected = func() bool { return cfg.Jobs.Ping(context.Background()) == nil }
	}
	c.computers = newComputers(c, cfg.Jobs, cfg.Computers)
	c.farewell = sync.OnceFunc(c.hearNodes())
	return c
}

// How often Run looks after things.
const (
	flagEvery      = 250 * time.Millisecond
	lobbyEvery     = 500 * time.Millisecond
	computersEvery = 30 * time.Second
	seatsEvery     = 5 * time.Second
	storeEvery     = 10 * time.Minute
	fleetEvery     = 30 * time.Second
)

// Run lets flags fall, computers play and the lobby be told, until ctx ends.
func (c *Club) Run(ctx context.Context) {
	var owned sync.WaitGroup
	every := func(d time.Duration, name string, f func(context.Context) error) {
		owned.Go(func() {
			ticker := time.NewTicker(d)
			defer ticker.Stop()
			for {
				if err := f(ctx); err != nil && ctx.Err() == nil && !errors.Is(err, store.ErrClosed) {
					c.log.ErrorContext(ctx, "a chore of the club failed", "chore", name, "error", err)
				}
				select {
				case <-ticker.C:
				case <-ctx.Done():
					return
				}
			}
		})
	}
	every(flagEvery, "flags", c.SweepFlags)
	every(lobbyEvery, "lobby", c.tellLobby)
	every(tellEvery, "nodes", c.tellNodes)
	every(computersEvery, "computers", func(context.Context) error { c.computers.look(); return nil })
	if jobs := c.computers.jobs; jobs != nil && !jobs.Embedded() {
		every(fleetEvery, "fleet", c.countWorkers)
	}
	every(seatsEvery, "seats", c.SweepSeats)
	every(storeEvery, "store", c.store.Sweep)
	owned.Go(func() { c.computers.run(ctx) })
	owned.Wait()
}

// random calls f with the club's source of chance.
func (c *Club) random(f func(*rand.Rand)) {
	c.rngMu.Lock()
	defer c.rngMu.Unlock()
	f(c.rng)
}
