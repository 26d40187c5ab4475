// Package feed is what one connection hears of: the games it watches, the lobby,
// and what concerns its player. Sockets and streams are fed by it.
package feed

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/club"
	"github.com/bolshak-draughts/bolshak/internal/server/event"
)

// maxWatched is how many games a connection may watch at once.
const maxWatched = 64

// ErrTooMany says that a connection watches too many games.
var ErrTooMany = errors.New("too many games are watched")

// Feed is what a connection hears. Close ends it.
type Feed struct {
	club   *club.Club
	bus    event.Bus
	player string
	send   func(message []byte)

	// telling is held while a game or the lobby is told, so that what was read
	// first is also sent first.
	telling sync.Mutex

	// ctx ends with the feed; look.go has what is done in it.
	ctx    context.Context
	cancel context.CancelFunc
	looker sync.WaitGroup

	mu      sync.Mutex
	watches map[string]*watch
	ends    []func()
	lobby   func()
	closed  bool
	mine    func(event.Event)   // hears of what concerns the player
	begun   map[string]struct{} // games that were told to have begun
	due     due
}

// New returns the feed of a player's connection, or of anybody's with the player
// "". Messages come to send, which must not block and may be called by several
// goroutines; those of a game come in order.
func New(c *club.Club, bus event.Bus, player string, send func([]byte)) *Feed {
	f := &Feed{club: c, bus: bus, player: player, send: send, watches: map[string]*watch{}, begun: map[string]struct{}{}}
	f.ctx, f.cancel = context.WithCancel(context.Background())
	f.keep(c.Near().Subscribe(club.Gap, func(event.Event) { f.look(all) }))
	return f
}

// Mine subscribes to what concerns the player: started is called for each game
// that begins, leave when the player is to prove again who it is. Neither may
// block.
func (f *Feed) Mine(started func(game string), leave func()) {
	if f.player == "" {
		return
	}
	f.mu.Lock()
	f.mine = func(e event.Event) {
		if e.Kind == club.KindLeave {
			leave()
			return
		}
		if e.Kind == club.KindStarted && !f.begins(e.Game) {
			return // it has been told
		}
		f.send(e.All)
		if e.Kind == club.KindStarted && started != nil {
			started(e.Game)
		}
	}
	f.mu.Unlock()
	f.keep(f.bus.Subscribe(event.Player(f.player), f.mine))
	f.keep(f.club.Connect(f.player))
}

// keep remembers what is to be done at the end.
func (f *Feed) keep(end func()) {
	f.mu.Lock()
	closed := f.closed
	if !closed {
		f.ends = append(f.ends, end)
	}
	f.mu.Unlock()
	if closed {
		end()
	}
}

// watch is a game that is watched.
type watch struct {
	send func([]byte)
	look func() // asks for the game to be read again
	end  []func()

	mu      sync.Mutex
	ready   bool
	waiting []event.Event // what came before the game was told
	version int
	frame   func(event.Event) []byte
}

// receive sends an event on, or keeps it until the game has been told.
func (w *watch) receive(e event.Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.ready {
		w.waiting = append(w.waiting, e)
		return
	}
	w.pass(e)
}

// pass sends an event on unless it is known already. The caller holds the lock.
func (w *watch) pass(e event.Event) {
	if e.Kind == club.KindLook {
		if e.Version > w.version {
			w.look()
		}
		return
	}
	if e.Kind == club.KindUpdate {
		if e.Version <= w.version {
			return
		}
		w.version = e.Version
	}
	w.send(w.frame(e))
}

func (w *watch) close() {
	for _, end := range w.end {
		end()
	}
}

// Watch tells a game, of which the client knows some version or 0, and all that
// happens in it from now on. A game that is watched already is told again.
func (f *Feed) Watch(ctx context.Context, game string, version int) error {
	f.telling.Lock()
	defer f.telling.Unlock()
	side, err := f.club.Side(ctx, game, f.player)
	if err != nil {
		return err
	}
	w, fresh, err := f.begin(game, side)
	if w == nil || err != nil {
		return err
	}
	messages, _, version, err := f.club.Watch(ctx, game, f.player, version)
	if err != nil {
		f.Unwatch(game)
		return err
	}
	if fresh {
		if presence, err := f.club.PresenceMessage(ctx, game); err == nil {
			messages = append(messages, presence)
		}
		if chats, err := f.club.Chats(ctx, game); err == nil {
			messages = append(messages, chats)
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, m := range messages {
		f.send(m)
	}
	w.version = version
	for _, e := range w.waiting {
		w.pass(e)
	}
	w.waiting, w.ready = nil, true
	return nil
}

// begin returns the watch of a game that keeps all news until it is ready, nil
// if the feed has ended, and whether it is a new one.
func (f *Feed) begin(game string, side draughts.Color) (w *watch, fresh bool, err error) {
	f.mu.Lock()
	if w = f.watches[game]; w != nil {
		f.mu.Unlock()
		w.mu.Lock()
		w.ready = false
		w.mu.Unlock()
		return w, false, nil
	}
	if f.closed || len(f.watches) >= maxWatched {
		defer f.mu.Unlock()
		if f.closed {
			return nil, false, nil
		}
		return nil, false, ErrTooMany
	}
	w = &watch{
		send: f.send, look: func() { f.look(game) },
		frame: func(e event.Event) []byte { return club.Frame(e, side) },
	}
	f.watches[game] = w
	w.end = append(w.end, f.club.Hear(game, w.receive))
	f.mu.Unlock()
	leave := f.club.Enter(game, side)
	f.mu.Lock()
	gone := f.watches[game] != w
	if !gone {
		w.end = append(w.end, leave)
	}
	f.mu.Unlock()
	if gone { // unwatched in the meantime
		leave()
		return nil, false, nil
	}
	return w, true, nil
}

// Unwatch ends what Watch began.
func (f *Feed) Unwatch(game string) {
	f.mu.Lock()
	w := f.watches[game]
	delete(f.watches, game)
	f.mu.Unlock()
	if w != nil {
		w.close()
	}
}

// Only ends the watches of all games but these.
func (f *Feed) Only(games []string) {
	f.mu.Lock()
	var others []string
	for game := range f.watches {
		if !slices.Contains(games, game) {
			others = append(others, game)
		}
	}
	f.mu.Unlock()
	for _, game := range others {
		f.Unwatch(game)
	}
}

// hall is the lobby as a connection hears of it: whole each time, so that of
// what comes before it was told only the last counts.
type hall struct {
	mu     sync.Mutex
	ready  bool
	latest []byte
}

// Lobby tells the lobby and its changes, or ends that.
func (f *Feed) Lobby(ctx context.Context, on bool) error {
	f.telling.Lock()
	defer f.telling.Unlock()
	h := &hall{}
	f.mu.Lock()
	end := f.lobby
	f.lobby = nil
	if on && !f.closed {
		f.lobby = f.club.Near().Subscribe(event.Lobby, func(e event.Event) {
			h.mu.Lock()
			defer h.mu.Unlock()
			if h.latest = e.All; h.ready {
				f.send(e.All)
			}
		})
	}
	f.mu.Unlock()
	if end != nil {
		end()
	}
	if !on {
		return nil
	}
	text, err := f.club.Lobby(ctx)
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.latest != nil {
		text = h.latest // it is newer
	}
	f.send(text)
	h.ready = true
	return nil
}

// Close ends everything.
func (f *Feed) Close() {
	f.mu.Lock()
	f.closed = true
	ends := f.ends
	if f.lobby != nil {
		ends = append(ends, f.lobby)
	}
	watches := f.watches
	f.watches, f.ends, f.lobby = map[string]*watch{}, nil, nil
	f.mu.Unlock()
	f.cancel()
	f.looker.Wait()
	for _, w := range watches {
		w.close()
	}
	for _, end := range ends {
		end()
	}
}
