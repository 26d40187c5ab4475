package store

import (
	"context"
	"errors"
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
)

// clock is the time of a test, which stands still unless it is moved.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

var monday = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func open(tb testing.TB, c Config) *Store {
	tb.Helper()
	if c.Now == nil {
		c.Now = (&clock{t: monday}).now
	}
	s, err := Open(context.Background(), c)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Error(err)
		}
	})
	return s
}

// setClock gives a store a clock that the test can move.
func setClock(s *Store) *clock {
	c := &clock{t: monday}
	s.now = c.now
	return c
}

func must[T any](v T, err error) func(testing.TB) T {
	return func(tb testing.TB) T {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
		return v
	}
}

func wantErr(tb testing.TB, err, want error) {
	tb.Helper()
	if !errors.Is(err, want) {
		tb.Errorf("error %v, expected %v", err, want)
	}
}

var blitz = live.Terms{Clock: live.Clock{Kind: live.Fischer, Base: 180_000, Increment: 2000}}

// guests makes players.
func guests(tb testing.TB, s *Store, n int) []Player {
	tb.Helper()
	players := make([]Player, n)
	for i := range players {
		players[i] = must(s.CreateGuest(tb.Context()))(tb)
	}
	return players
}

// start makes a game between two players.
func start(tb testing.TB, s *Store, terms live.Terms, white, black string) Game {
	tb.Helper()
	state := must(live.New(terms, s.now()))(tb)
	return must(s.CreateGame(tb.Context(), Game{State: state, Seated: [2]Seated{{Player: white}, {Player: black}}}))(tb)
}

var actions int

// act applies an action.
func act(tb testing.TB, s *Store, g Game, a live.Action) Game {
	tb.Helper()
	actions++
	a.ID = strconv.Itoa(actions)
	g.State = must(g.State.Apply(a, s.now()))(tb)
	return g
}

// playOn plays random moves and saves the game after each.
func playOn(tb testing.TB, s *Store, g Game, plies int, rng *rand.Rand) Game {
	tb.Helper()
	for range plies {
		read := g.State.Version
		g = act(tb, s, g, randomMove(tb, g.State, rng))
		g = must(s.Save(tb.Context(), g, read, nil))(tb).Game
	}
	return g
}

func randomMove(tb testing.TB, s live.State, rng *rand.Rand) live.Action {
	tb.Helper()
	board := must(s.Game())(tb)
	moves := board.Position().AppendMoves(nil)
	m := live.Move(moves[rng.IntN(len(moves))])
	return live.Action{Type: live.DoMove, Ply: len(s.Plies), Move: &m, Side: s.Turn()}
}

// finish ends a game by resignation and saves it.
func finish(tb testing.TB, s *Store, g Game, loser draughts.Color) Game {
	tb.Helper()
	read := g.State.Version
	g = act(tb, s, g, live.Action{Type: live.DoResign, Side: loser})
	return must(s.Save(tb.Context(), g, read, nil))(tb).Game
}
