package club

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"log/slog"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
	"github.com/bolshak-draughts/bolshak/internal/server/event"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
	"github.com/bolshak-draughts/bolshak/internal/server/work"
)

// fakeClock is a clock that goes when it is told to.
type fakeClock struct {
	mu sync.Mutex
	at time.Time
}

func (c *fakeClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *fakeClock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// testClub is a club on a clock of its own, in which nothing runs by itself.
type testClub struct {
	*Club
	t     testing.TB
	clock *fakeClock
	bus   *event.Local
	dir   string
}

func openStore(t testing.TB, dir string, now func() time.Time) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{Dir: dir, Now: now, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func newTestClub(t testing.TB) *testClub {
	t.Helper()
	clock := &fakeClock{at: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
	dir := t.TempDir()
	s := openStore(t, dir, clock.now)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	c := clubOn(t, s, clock)
	c.dir = dir
	return c
}

func clubOn(t testing.TB, s *store.Store, clock *fakeClock) *testClub {
	bus := &event.Local{}
	return &testClub{Club: New(Config{Store: s, Bus: bus, Logger: slog.New(slog.DiscardHandler), Now: clock.now, Computers: 1}), t: t, clock: clock, bus: bus}
}

// thinks lets the computer opponents of a club move.
func (c *testClub) thinks() {
	c.t.Helper()
	node, err := cluster.Open(c.t.Context(), cluster.Config{})
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() {
		if err := node.Close(); err != nil {
			c.t.Error(err)
		}
	})
	if _, err := work.Start(c.t.Context(), node, 1, endgame.Default()); err != nil {
		c.t.Fatal(err)
	}
	c.computers.jobs = node
}

func (c *testClub) guest() store.Player {
	c.t.Helper()
	p, err := c.store.CreateGuest(c.t.Context())
	if err != nil {
		c.t.Fatal(err)
	}
	return p
}

func terms(kind string) live.Terms {
	switch kind {
	case "blitz":
		return live.Terms{Clock: live.Clock{Kind: live.Fischer, Base: 180_000, Increment: 2000}}
	case "days":
		return live.Terms{Clock: live.Clock{Kind: live.InDays, Days: 2}}
	}
	return live.Terms{Clock: live.Clock{Kind: live.NoClock}}
}

// seat seats two at a game; the first has White.
func (c *testClub) seat(white, black store.Player, t live.Terms) string {
	c.t.Helper()
	seat, err := c.CreateSeat(c.t.Context(), white, SeatRequest{Terms: t, Color: "white"})
	if err != nil {
		c.t.Fatal(err)
	}
	game, err := c.Join(c.t.Context(), seat.ID, black)
	if err != nil {
		c.t.Fatal(err)
	}
	return game
}

// play makes moves by their texts, of whoever is to move.
func (c *testClub) play(game string, texts ...string) {
	c.t.Helper()
	for _, text := range texts {
		g := c.game(game)
		played, err := g.State.Game()
		if err != nil {
			c.t.Fatal(err)
		}
		m, err := played.Position().ParseMove(text)
		if err != nil {
			c.t.Fatal(err)
		}
		move := live.Move(m)
		ply := len(g.State.Plies)
		_, err = c.Act(c.t.Context(), g.Seated[g.State.Turn()].Player, game, live.Action{ID: "m" + text, Type: live.DoMove, Ply: ply, Move: &move})
		if err != nil {
			c.t.Fatal(err)
		}
	}
}

func (c *testClub) game(id string) *store.Game {
	c.t.Helper()
	g, err := c.Game(c.t.Context(), id)
	if err != nil {
		c.t.Fatal(err)
	}
	return g
}

func TestFlagsFallThoughNobodyWatches(t *testing.T) {
	tests := []struct {
		name   string
		terms  string
		moves  []string
		after  time.Duration
		status live.Status
		reason draughts.Reason
		winner draughts.Color
	}{
		{"not begun", "blitz", nil, live.FirstMove, live.StatusAborted, draughts.NotOver, 0},
		{"not answered", "blitz", []string{"c3-d4"}, live.FirstMove, live.StatusAborted, draughts.NotOver, 0},
		{"White's flag", "blitz", []string{"c3-d4", "d6-c5"}, 3 * time.Minute, live.StatusOver, draughts.TimeOut, draughts.Black},
		{"Black's flag", "blitz", []string{"c3-d4", "d6-c5", "b2-c3"}, 3 * time.Minute, live.StatusOver, draughts.TimeOut, draughts.White},
		{"days", "days", []string{"c3-d4", "d6-c5"}, 48 * time.Hour, live.StatusOver, draughts.TimeOut, draughts.Black},
		{"no clock", "none", []string{"c3-d4", "d6-c5"}, 1000 * time.Hour, live.StatusPlaying, draughts.NotOver, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newTestClub(t)
			game := c.seat(c.guest(), c.guest(), terms(tt.terms))
			c.play(game, tt.moves...)
			sweep := func() live.State {
				t.Helper()
				if err := c.SweepFlags(t.Context()); err != nil {
					t.Fatal(err)
				}
				return c.game(game).State
			}
			c.clock.pass(tt.after - time.Millisecond)
			if s := sweep(); s.Status.Ended() {
				t.Fatalf("too early: %s", s.Status)
			}
			// Another process would see it too: its cache is empty.
			other := clubOn(t, c.store, c.clock)
			c.clock.pass(2 * time.Millisecond)
			if err := other.SweepFlags(t.Context()); err != nil {
				t.Fatal(err)
			}
			if s := sweep(); s.Status != tt.status || s.Outcome.Reason != tt.reason || s.Status == live.StatusOver && s.Outcome.Winner != tt.winner {
				t.Errorf("%s, %v", s.Status, s.Outcome)
			}
		})
	}
}

// TestTwoProcesses lets two clubs on one database act in one game in turn, each
// with a cache that is always old.
func TestTwoProcesses(t *testing.T) {
	a := newTestClub(t)
	b := clubOn(t, a.store, a.clock)
	game := a.seat(a.guest(), a.guest(), terms("blitz"))
	clubs := []*testClub{a, b}
	for i, text := range []string{"c3-d4", "d6-c5", "b2-c3", "f6-g5", "c3-b4", "g5-h4", "b4:d6", "e7:c5"} {
		clubs[i%2].play(game, text)
	}
	// What a has in memory is one ply old; an offer is tried on it first.
	white := a.game(game).Seated[draughts.White].Player
	if _, err := a.Act(t.Context(), white, game, live.Action{ID: "offer", Type: live.DoDrawOffer}); err != nil {
		t.Error(err)
	}
	if s := b.game(game).State; len(s.Plies) != 8 || s.Offers.Draw != draughts.White {
		t.Errorf("%d plies, offers %+v", len(s.Plies), s.Offers)
	}
	if a.counts.Stale.Load()+b.counts.Stale.Load() == 0 {
		t.Error("no write was ever stale, so nothing was tested")
	}
}

// TestOneMoveOfMany lets many connections play the same ply at once in two
// processes: one move counts.
func TestOneMoveOfMany(t *testing.T) {
	a := newTestClub(t)
	b := clubOn(t, a.store, a.clock)
	white := a.guest()
	game := a.seat(white, a.guest(), terms("blitz"))
	moves := a.game(game).State
	played, err := moves.Game()
	if err != nil {
		t.Fatal(err)
	}
	var tries sync.WaitGroup
	var mu sync.Mutex
	done, stale := 0, 0
	for i, m := range played.Position().AppendMoves(nil) {
		for j, c := range []*testClub{a, b} {
			tries.Go(func() {
				move := live.Move(m)
				_, err := c.Act(context.Background(), white.ID, game, live.Action{ID: string(rune('a'+i)) + string(rune('0'+j)), Type: live.DoMove, Move: &move})
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil:
					done++
				case errors.Is(err, live.ErrStale), errors.Is(err, live.ErrNotYourTurn):
					stale++
				default:
					t.Error(err)
				}
			})
		}
	}
	tries.Wait()
	if done != 1 || stale != 13 || len(a.game(game).State.Plies) != 1 {
		t.Errorf("%d moves were carried out, %d were stale", done, stale)
	}
}

// TestTheComputerIsFoundAgain lets a process end while the computer is to move.
func TestTheComputerIsFoundAgain(t *testing.T) {
	c := newTestClub(t)
	human := c.guest()
	seat, err := c.CreateSeat(t.Context(), human, SeatRequest{Terms: terms("blitz"), Color: "black", Level: 2})
	if err != nil {
		t.Fatal(err)
	}
	again := clubOn(t, c.store, c.clock) // c is dead: nobody has run its computers
	again.thinks()
	again.computers.look()
	moved := make(chan event.Event, 10)
	again.bus.Subscribe(event.Game(seat.Game), func(e event.Event) { moved <- e })
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { again.computers.run(ctx) })
	<-moved
	cancel()
	running.Wait()
	if n := len(again.game(seat.Game).State.Plies); n != 1 {
		t.Errorf("%d plies", n)
	}
}

func TestThinkTime(t *testing.T) {
	blitz := live.Clock{Kind: live.Fischer, Base: 180_000, Increment: 2000}
	tests := []struct {
		left   time.Duration
		clock  live.Clock
		level  time.Duration
		others int
		want   time.Duration
	}{
		{3 * time.Minute, blitz, 2 * time.Second, 0, 2 * time.Second},
		{3 * time.Minute, blitz, time.Second, 0, time.Second},
		{3 * time.Minute, blitz, 2 * time.Second, 3, 500 * time.Millisecond},
		{2 * time.Second, blitz, 2 * time.Second, 0, 500 * time.Millisecond},
		{40 * time.Millisecond, blitz, 2 * time.Second, 0, 10 * time.Millisecond},
		{time.Minute, live.Clock{Kind: live.Fischer, Base: 60_000}, 0, 0, 1500 * time.Millisecond},
		{0, live.Clock{Kind: live.NoClock}, 0, 0, 2 * time.Second},
		{0, live.Clock{Kind: live.InDays, Days: 1}, time.Second, 0, time.Second},
	}
	for _, tt := range tests {
		if got := thinkTime(live.Clocks{White: tt.left}, draughts.White, tt.clock, tt.level, tt.others); got != tt.want {
			t.Errorf("%+v: %s", tt, got)
		}
	}
}

func TestSeatsOfThoseWhoHaveGone(t *testing.T) {
	c := newTestClub(t)
	here, gone, distant := c.guest(), c.guest(), c.guest()
	leave := c.Connect(here.ID)
	c.Connect(gone.ID)()
	for p, kind := range map[*store.Player]string{&here: "blitz", &gone: "blitz", &distant: "days"} {
		if _, err := c.CreateSeat(t.Context(), *p, SeatRequest{Terms: terms(kind), Open: true}); err != nil {
			t.Fatal(err)
		}
	}
	count := func() int {
		t.Helper()
		if err := c.SweepSeats(t.Context()); err != nil {
			t.Fatal(err)
		}
		seats, err := c.Seats(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return len(seats)
	}
	for _, step := range []struct {
		do    func()
		after time.Duration
		want  int
	}{
		{func() {}, 59 * time.Second, 3},
		{func() {}, 17 * time.Second, 2},
		{leave, 59 * time.Second, 2},
		{func() {}, 17 * time.Second, 1},
	} {
		step.do()
		c.clock.pass(step.after)
		if got := count(); got != step.want {
			t.Errorf("after %s more there are %d seats, want %d", step.after, got, step.want)
		}
	}
}

func TestAClaim(t *testing.T) {
	c := newTestClub(t)
	white, black := c.guest(), c.guest()
	game := c.seat(white, black, terms("blitz"))
	leaveW, leaveB := c.Enter(game, draughts.White), c.Enter(game, draughts.Black)
	defer leaveW()
	c.play(game, "c3-d4", "d6-c5", "b2-c3")
	var told []byte
	c.near.Subscribe(event.Game(game), func(e event.Event) {
		if e.Kind == KindPresence {
			told = e.All
		}
	})
	leaveB()
	var m struct {
		Black   bool `json:"black"`
		ClaimIn struct {
			White, Black *int64
		} `json:"claimIn"`
	}
	if err := json.Unmarshal(told, &m); err != nil || m.Black || m.ClaimIn.White == nil || m.ClaimIn.Black != nil {
		t.Fatalf("%s, %v", told, err)
	}
	claim := func(id string) error {
		_, err := c.Act(t.Context(), white.ID, game, live.Action{ID: id, Type: live.DoClaim})
		return err
	}
	c.clock.pass(time.Duration(*m.ClaimIn.White)*time.Millisecond - time.Millisecond)
	if err := claim("a"); !errors.Is(err, live.ErrClaim) {
		t.Errorf("too early: %v", err)
	}
	c.clock.pass(time.Millisecond)
	if err := claim("b"); err != nil {
		t.Error(err)
	}
	if s := c.game(game).State; s.Outcome.Reason != draughts.Forfeit || s.Outcome.Winner != draughts.White {
		t.Errorf("outcome %v", s.Outcome)
	}
}

func TestAMicroMatch(t *testing.T) {
	c := newTestClub(t)
	white, black := c.guest(), c.guest()
	with := terms("blitz")
	with.Micro, with.Opening = true, &live.Opening{Table: "idf150"}
	game := c.seat(white, black, with)
	var started string
	c.bus.Subscribe(event.Player(white.ID), func(e event.Event) { started = e.Game })
	if _, err := c.Act(t.Context(), white.ID, game, live.Action{ID: "r", Type: live.DoResign}); err != nil {
		t.Fatal(err)
	}
	first := c.game(game)
	if started == "" || first.State.Micro.Other != started {
		t.Fatalf("the second game is %q, the first says %q", started, first.State.Micro.Other)
	}
	second := c.game(started)
	if second.Side(white.ID) != draughts.Black || second.State.Terms.Opening.Code != first.State.Terms.Opening.Code {
		t.Errorf("%v, %v", second.Seated, second.State.Terms.Opening)
	}
	if w, b := second.State.Score(); w != 2 || b != 0 {
		t.Errorf("score %d:%d", w, b)
	}
}

var manyGames = flag.Int("games", 1000, "games that TestManyGamesLeaveNothingBehind plays")

// TestManyGamesLeaveNothingBehind plays many games without sockets;
// -games 100000 plays more of them.
func TestManyGamesLeaveNothingBehind(t *testing.T) {
	games := *manyGames
	if testing.Short() {
		games = 100
	}
	c := newTestClub(t)
	people := []store.Player{c.guest(), c.guest()}
	began := runtime.NumGoroutine()
	var players sync.WaitGroup
	const atOnce = 50
	for range atOnce {
		players.Go(func() {
			for range games / atOnce {
				game := c.seat(people[0], people[1], terms("blitz"))
				leave := []func(){c.Enter(game, draughts.White), c.Enter(game, draughts.Black), c.Enter(game, draughts.NoColor)}
				c.play(game, "c3-d4", "d6-c5", "b2-c3")
				if _, err := c.Act(context.Background(), people[1].ID, game, live.Action{ID: "r", Type: live.DoResign}); err != nil {
					t.Error(err)
				}
				for _, f := range leave {
					f()
				}
			}
		})
	}
	players.Wait()
	if n := runtime.NumGoroutine(); n > began+atOnce/5 { // the last players may not have quite gone; a leak would be of every game
		t.Errorf("%d goroutines, %d before the games", n, began)
	}
	c.clock.pass(2 * forgetAfter)
	if err := c.SweepSeats(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := len(c.games.games) + len(c.presence.games); n != 0 {
		t.Errorf("%d games are remembered for ever", n)
	}
	if n := c.bus.Topics(); n != 1 { // that of the nodes
		t.Errorf("%d topics are left", n-1)
	}
}
