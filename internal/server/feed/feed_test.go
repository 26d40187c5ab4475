package feed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/club"
	"github.com/bolshak-draughts/bolshak/internal/server/event"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
)

// house is a club with two players.
type house struct {
	t            *testing.T
	club         *club.Club
	bus          *event.Local
	white, black store.Player
}

func newHouse(t *testing.T) *house {
	t.Helper()
	kept, err := store.Open(t.Context(), store.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := kept.Close(); err != nil {
			t.Error(err)
		}
	})
	h := &house{t: t, bus: &event.Local{}}
	h.club = club.New(club.Config{Store: kept, Bus: h.bus, Logger: slog.New(slog.DiscardHandler), Computers: 1})
	for _, p := range []*store.Player{&h.white, &h.black} {
		if *p, err = kept.CreateGuest(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// topics returns how many topics have a receiver besides the club itself.
func (h *house) topics() int { return h.bus.Topics() - 1 }

var blitz = live.Terms{Clock: live.Clock{Kind: live.Fischer, Base: 180_000, Increment: 2000}}

// game seats the two at a new game.
func (h *house) game() string {
	h.t.Helper()
	seat, err := h.club.CreateSeat(h.t.Context(), h.white, club.SeatRequest{Terms: blitz, Color: "white"})
	if err != nil {
		h.t.Fatal(err)
	}
	game, err := h.club.Join(h.t.Context(), seat.ID, h.black)
	if err != nil {
		h.t.Fatal(err)
	}
	return game
}

// act carries out an action of a side.
func (h *house) act(game string, side draughts.Color, a live.Action) {
	h.t.Helper()
	by := h.white
	if side == draughts.Black {
		by = h.black
	}
	if _, err := h.club.Act(h.t.Context(), by.ID, game, a); err != nil {
		h.t.Error(err)
	}
}

// play makes the first two moves and then so many changes, so that the versions
// grow.
func (h *house) play(game string, changes int) {
	h.t.Helper()
	g := draughts.NewGame(draughts.Start(), draughts.FMJD64)
	for i, text := range []string{"c3-d4", "d6-c5"} {
		m, err := g.Position().ParseMove(text)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			h.t.Error(err)
			return
		}
		move := live.Move(m)
		h.act(game, draughts.Color(i), live.Action{ID: text, Type: live.DoMove, Ply: i, Move: &move})
	}
	for i := range changes {
		h.act(game, draughts.White, live.Action{ID: fmt.Sprint("add", i), Type: live.DoAddTime, MS: 1000})
	}
}

// client is what a page makes of the messages of a feed.
type client struct {
	mu       sync.Mutex
	version  map[string]int
	presence map[string]message
	lobby    message
	faults   []string
}

type message struct {
	T             string `json:"t"`
	Game          json.RawMessage
	From, Version int
	White, Black  json.RawMessage
	Spectators    int
	Seats         []struct{ ID string }
}

func newClient() *client {
	return &client{version: map[string]int{}, presence: map[string]message{}}
}

func (c *client) hear(text []byte) {
	var m message
	if err := json.Unmarshal(text, &m); err != nil {
		panic(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	var whole struct {
		ID      string
		Version int
	}
	game := ""
	if m.T == "game" {
		_ = json.Unmarshal(m.Game, &whole)
	} else {
		_ = json.Unmarshal(m.Game, &game)
	}
	switch m.T {
	case "game":
		if whole.Version < c.version[whole.ID] {
			c.faults = append(c.faults, fmt.Sprintf("the game goes back from version %d to %d", c.version[whole.ID], whole.Version))
		}
		c.version[whole.ID] = whole.Version
	case "update":
		if m.From != c.version[game] {
			c.faults = append(c.faults, fmt.Sprintf("an update from %d to %d for somebody who has %d", m.From, m.Version, c.version[game]))
		}
		c.version[game] = m.Version
	case "presence":
		c.presence[game] = m
	case "lobby":
		c.lobby = m
	}
}

// TestWatchingWhileTheGameGoesOn begins to watch, twice at once and again and
// again, while the game changes: whoever puts the messages together in their
// order has the game as it is.
func TestWatchingWhileTheGameGoesOn(t *testing.T) {
	h := newHouse(t)
	game := h.game()
	var all sync.WaitGroup
	clients := make([]*client, 20)
	for i := range clients {
		clients[i] = newClient()
		f := New(h.club, h.bus, h.white.ID, clients[i].hear)
		t.Cleanup(f.Close)
		for range 2 {
			all.Go(func() {
				for range 5 {
					if err := f.Watch(context.Background(), game, 0); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	h.play(game, 40)
	all.Wait()
	view, err := h.club.Game(t.Context(), game)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range clients {
		c.mu.Lock()
		if len(c.faults) > 0 || c.version[game] != view.State.Version {
			t.Errorf("client %d has version %d of %d: %v", i, c.version[game], view.State.Version, c.faults)
		}
		c.mu.Unlock()
	}
}

// TestTheLastWordOnPresence lets players come and go in a hurry: at the end
// everybody knows who is there.
func TestTheLastWordOnPresence(t *testing.T) {
	h := newHouse(t)
	game := h.game()
	looker := newClient()
	f := New(h.club, h.bus, "", looker.hear)
	if err := f.Watch(t.Context(), game, 0); err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all sync.WaitGroup
	var stay *Feed
	for i := range 50 {
		all.Go(func() {
			g := New(h.club, h.bus, h.black.ID, func([]byte) {})
			if err := g.Watch(context.Background(), game, 0); err != nil {
				t.Error(err)
			}
			if i == 0 {
				stay = g
				return
			}
			g.Close()
		})
	}
	all.Wait()
	see := func() string {
		looker.mu.Lock()
		defer looker.mu.Unlock()
		return string(looker.presence[game].Black)
	}
	if see() != "true" {
		t.Error("Black is there, and it is told that not")
	}
	stay.Close()
	if see() != "false" {
		t.Error("Black has gone, and it is told that not")
	}
}

// TestTheLobbyIsTold tells the lobby as it is.
func TestTheLobbyIsTold(t *testing.T) {
	h := newHouse(t)
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { h.club.Run(ctx) })
	defer running.Wait()
	defer stop()
	c := newClient()
	told := make(chan struct{}, 100)
	f := New(h.club, h.bus, h.white.ID, func(text []byte) {
		c.hear(text)
		told <- struct{}{}
	})
	defer f.Close()
	f.Mine(nil, func() {})
	if err := f.Lobby(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	seat, err := h.club.CreateSeat(t.Context(), h.white, club.SeatRequest{Terms: blitz, Open: true})
	if err != nil {
		t.Fatal(err)
	}
	until := func(seats int) {
		t.Helper()
		for {
			c.mu.Lock()
			n := len(c.lobby.Seats)
			c.mu.Unlock()
			if n == seats {
				return
			}
			select {
			case <-told:
			case <-t.Context().Done():
				t.Fatal("the lobby is not told")
			}
		}
	}
	until(1)
	if err := h.club.DeleteSeat(t.Context(), seat.ID, h.white.ID); err != nil {
		t.Fatal(err)
	}
	until(0)
	if err := f.Lobby(t.Context(), false); err != nil {
		t.Error(err)
	}
}

// TestTooManyGames watches games until there are enough, and makes room.
func TestTooManyGames(t *testing.T) {
	h := newHouse(t)
	c := newClient()
	f := New(h.club, h.bus, h.white.ID, c.hear)
	var games []string
	for range maxWatched + 1 {
		game := h.game()
		h.act(game, draughts.White, live.Action{ID: "a", Type: live.DoAbort})
		games = append(games, game)
	}
	for i, game := range games {
		err := f.Watch(t.Context(), game, 0)
		if i < maxWatched && err != nil || i >= maxWatched && !errors.Is(err, ErrTooMany) {
			t.Fatalf("game %d: %v", i, err)
		}
	}
	last := games[maxWatched]
	f.Only(games[:2])
	if n := h.topics(); n != 2 {
		t.Errorf("%d games are watched, want 2", n)
	}
	if err := f.Watch(t.Context(), last, 0); err != nil {
		t.Error(err)
	}
	if err := f.Watch(t.Context(), "nothing", 0); err == nil {
		t.Error("a game that is none can be watched")
	}
	f.Close()
	if n := h.topics(); n != 0 {
		t.Errorf("%d topics are left", n)
	}
	if err := f.Watch(t.Context(), last, 0); err != nil || h.topics() != 0 {
		t.Errorf("after the end: %v, %d topics", err, h.topics())
	}
	if n, err := h.club.Numbers(t.Context()); err != nil || n.Online != 0 {
		t.Errorf("%+v, %v", n, err)
	}
}

// TestLeaving tells a connection to prove again who it is.
func TestLeaving(t *testing.T) {
	h := newHouse(t)
	left, begun := 0, ""
	f := New(h.club, h.bus, h.white.ID, func([]byte) {})
	f.Mine(func(game string) { begun = game }, func() { left++ })
	nobody := New(h.club, h.bus, "", func([]byte) { t.Error("nobody hears of games") })
	nobody.Mine(nil, func() { t.Error("nobody is to leave") })
	game := h.game()
	h.bus.Publish(event.Player(h.white.ID), event.Event{Kind: club.KindLeave})
	if left != 1 || begun != game {
		t.Errorf("left %d times, begun %q, want %q", left, begun, game)
	}
	f.Close()
	f.Close()
	h.bus.Publish(event.Player(h.white.ID), event.Event{Kind: club.KindLeave})
	if left != 1 {
		t.Error("a feed that has ended hears")
	}
	nobody.Close()
}
