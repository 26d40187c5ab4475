package club

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/event"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// codeOf returns the code by which an error is told.
func codeOf(err error) string {
	if err == nil {
		return ""
	}
	p, _ := Problem(err)
	return p.Code
}

// TestALineSentAgain says the same thing again, after a restart too.
func TestALineSentAgain(t *testing.T) {
	c := newTestClub(t)
	white := c.guest()
	game := c.seat(white, c.guest(), terms("blitz"))
	said := 0
	c.bus.Subscribe(event.Game(game), func(e event.Event) {
		if e.Kind == KindChat {
			said++
		}
	})
	for range 2 {
		if _, err := c.Say(t.Context(), white, game, "a", "hello"); err != nil {
			t.Fatal(err)
		}
	}
	again := clubOn(t, c.store, c.clock)
	if _, err := again.Say(t.Context(), white, game, "a", "hello"); err != nil {
		t.Fatal(err)
	}
	if lines, err := c.store.Chats(t.Context(), game, 10); err != nil || len(lines) != 1 || said != 1 {
		t.Errorf("told %d times: %v, %v", said, lines, err)
	}
}

// TestTooMuchTalk says more than anybody reads.
func TestTooMuchTalk(t *testing.T) {
	c := newTestClub(t)
	white, black := c.guest(), c.guest()
	game := c.seat(white, black, terms("blitz"))
	for i := range chatBurst + 1 {
		_, err := c.Say(t.Context(), white, game, fmt.Sprint(i), "buy")
		if want := i >= chatBurst; want != (codeOf(err) == "too-many-requests") {
			t.Errorf("line %d: %v", i, err)
		}
	}
	if _, err := c.Say(t.Context(), black, game, "b", "?"); err != nil {
		t.Errorf("somebody else: %v", err)
	}
	c.clock.pass(2 * time.Second)
	if _, err := c.Say(t.Context(), white, game, "c", "sorry"); err != nil {
		t.Errorf("later: %v", err)
	}
}

// TestThoseWhoAreShutOut acts for players who were banned or deleted in the
// middle of a game; it is lost by the clock.
func TestThoseWhoAreShutOut(t *testing.T) {
	for name, shut := range map[string]struct {
		do   func(context.Context, *store.Store, string) error
		code string
	}{
		"banned":  {func(ctx context.Context, s *store.Store, name string) error { return s.Ban(ctx, name, true) }, "banned"},
		"deleted": {func(ctx context.Context, s *store.Store, name string) error { return s.DeletePlayer(ctx, name) }, "not-signed-in"},
	} {
		t.Run(name, func(t *testing.T) {
			c := newTestClub(t)
			white, black := c.guest(), c.guest()
			game := c.seat(white, black, terms("blitz"))
			c.play(game, "c3-d4", "d6-c5")
			seat, err := c.CreateSeat(t.Context(), white, SeatRequest{Terms: terms("blitz"), Open: true})
			if err != nil {
				t.Fatal(err)
			}
			if err := shut.do(t.Context(), c.store, white.Name); err != nil {
				t.Fatal(err)
			}
			c.clock.pass(playerFor)
			_, err = c.Act(t.Context(), white.ID, game, live.Action{ID: "r", Type: live.DoResign})
			if codeOf(err) != shut.code {
				t.Errorf("acting: %v", err)
			}
			if _, err = c.Say(t.Context(), white, game, "s", "I am still here"); codeOf(err) != shut.code {
				t.Errorf("talking: %v", err)
			}
			if _, err = c.Join(t.Context(), seat.ID, black); codeOf(err) != "not-found" {
				t.Errorf("joining the seat: %v", err)
			}
			c.clock.pass(3 * time.Minute)
			if err := c.SweepFlags(t.Context()); err != nil {
				t.Fatal(err)
			}
			if s := c.game(game).State; s.Outcome.Winner != draughts.Black || s.Outcome.Reason != draughts.TimeOut {
				t.Errorf("%v", s.Outcome)
			}
			if _, err := c.View(t.Context(), game, black.ID); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestAGameThatCannotBeRead is in the way of no other.
func TestAGameThatCannotBeRead(t *testing.T) {
	c := newTestClub(t)
	white, black := c.guest(), c.guest()
	broken := c.seat(white, black, terms("blitz"))
	c.clock.pass(time.Second)
	whole := c.seat(white, black, terms("blitz"))
	pool, err := sql.Open("sqlite", filepath.Join(c.dir, store.File))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close() //nolint:errcheck // the test is over
	if _, err := pool.ExecContext(t.Context(), "UPDATE game SET state = '{' WHERE id = ?", broken); err != nil {
		t.Fatal(err)
	}
	again := clubOn(t, c.store, c.clock)
	again.clock.pass(time.Minute)
	if err := again.SweepFlags(t.Context()); err == nil {
		t.Error("nothing is said of the game that cannot be read")
	}
	if s := again.game(whole).State; s.Status != live.StatusAborted {
		t.Errorf("the other game is %s", s.Status)
	}
}

// TestGamesThatAreNone asks for games by ids that are none: they are not
// remembered.
func TestGamesThatAreNone(t *testing.T) {
	c := newTestClub(t)
	white := c.guest()
	for i := range 100 {
		id := fmt.Sprint("none", i)
		if _, err := c.Side(t.Context(), id, white.ID); codeOf(err) != "not-found" {
			t.Errorf("side: %v", err)
		}
		if _, err := c.Act(t.Context(), white.ID, id, live.Action{ID: "a", Type: live.DoResign}); codeOf(err) != "not-found" {
			t.Errorf("act: %v", err)
		}
		if _, err := c.Say(t.Context(), white, id, "a", "?"); err == nil {
			t.Error("something was said in no game")
		}
	}
	if n := len(c.games.games); n != 0 {
		t.Errorf("%d are remembered", n)
	}
}

// TestManyTakeOneSeat lets many join at once, and the owner take it away: one
// game begins, or none.
func TestManyTakeOneSeat(t *testing.T) {
	for round := range 5 {
		a := newTestClub(t)
		b := clubOn(t, a.store, a.clock)
		owner := a.guest()
		seat, err := a.CreateSeat(t.Context(), owner, SeatRequest{Terms: terms("blitz"), Open: true})
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		var mu sync.Mutex
		games := map[string]int{}
		for i := range 6 {
			p := a.guest()
			for range 2 { // two tabs of one browser
				all.Go(func() {
					game, err := []*testClub{a, b}[i%2].Join(context.Background(), seat.ID, p)
					mu.Lock()
					defer mu.Unlock()
					if err == nil {
						games[game]++
					} else if code := codeOf(err); code != "seat-taken" && code != "not-found" {
						t.Error(err)
					}
				})
			}
		}
		gone := false
		if round%2 == 1 {
			all.Go(func() { gone = a.DeleteSeat(context.Background(), seat.ID, owner.ID) == nil })
		}
		all.Wait()
		playing, err := a.Playing(t.Context(), owner.ID)
		if err != nil || len(games) > 1 || len(playing) != len(games) || gone == (len(games) == 1) {
			t.Errorf("games %v, the owner plays %v, taken away %v, %v", games, playing, gone, err)
		}
	}
}

// TestBothWantARematch lets both offer at once in two processes: one game
// follows.
func TestBothWantARematch(t *testing.T) {
	a := newTestClub(t)
	b := clubOn(t, a.store, a.clock)
	white, black := a.guest(), a.guest()
	game := a.seat(white, black, terms("blitz"))
	if _, err := a.Act(t.Context(), white.ID, game, live.Action{ID: "r", Type: live.DoResign}); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i, p := range []store.Player{white, black, white, black} {
		all.Go(func() {
			_, err := []*testClub{a, b}[i/2].Act(context.Background(), p.ID, game, live.Action{ID: fmt.Sprint("m", i), Type: live.DoRematchOffer})
			if err != nil && !errors.Is(err, live.ErrOffer) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	next := a.game(game).State.Next
	playing, err := a.Playing(t.Context(), white.ID)
	if err != nil || len(playing) != 1 || playing[0] != next {
		t.Errorf("next %q, playing %v, %v", next, playing, err)
	}
	if g := a.game(next); g.Side(white.ID) != draughts.Black {
		t.Errorf("%v", g.Seated)
	}
}

// TestTooManyAtOnce begins games and makes seats until there are enough.
func TestTooManyAtOnce(t *testing.T) {
	c := newTestClub(t)
	white, black := c.guest(), c.guest()
	for i := range maxSeats + 1 {
		_, err := c.CreateSeat(t.Context(), white, SeatRequest{Terms: terms("blitz"), Open: true})
		if (codeOf(err) == "too-many-requests") != (i == maxSeats) {
			t.Errorf("seat %d: %v", i, err)
		}
	}
	for range maxPlaying {
		c.seat(black, c.guest(), terms("days"))
	}
	if _, err := c.CreateSeat(t.Context(), black, SeatRequest{Terms: terms("blitz"), Level: 1}); !errors.Is(err, error(errPlaying)) {
		t.Errorf("one more: %v", err)
	}
	var p *wire.Problem
	seat, err := c.CreateSeat(t.Context(), white, SeatRequest{Terms: terms("blitz")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Join(t.Context(), seat.ID, black); !errors.As(err, &p) || p != errPlaying {
		t.Errorf("one more by joining: %v", err)
	}
}
