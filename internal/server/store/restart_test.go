package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	neturl "net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/postgres"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
)

// TestPostgresRestarts kills the server and starts it again while games are
// saved: nothing that was acknowledged is lost, and all goes on by itself.
func TestPostgresRestarts(t *testing.T) {
	if shared == nil {
		t.Skip(postgres.ErrMissing)
	}
	restarts := 6
	if testing.Short() {
		restarts = 2
	}
	server := must(startCluster())(t)
	defer server.Stop() //nolint:errcheck // nothing is lost with it
	s := open(t, Config{URL: server.database(t), Now: time.Now})

	const writers = 12
	p := guests(t, s, 2*writers)
	var saves, away, unsure atomic.Int64
	playing, stop := context.WithCancel(t.Context())
	defer stop()
	// outage reports whether an error is one of those that an outage brings.
	outage := func(err error) bool {
		switch {
		case errors.Is(err, ErrDown):
			away.Add(1)
		case errors.Is(err, ErrUnsure):
			unsure.Add(1)
		default:
			return false
		}
		return true
	}
	acknowledged := make([]map[string]int, writers) // versions by game
	var wg sync.WaitGroup
	for i := range writers {
		acknowledged[i] = map[string]int{}
		wg.Go(func() {
			w := outageWriter{s: s, players: p[2*i : 2*i+2], rng: rand.New(rand.NewPCG(3, uint64(i))), outage: outage}
			for playing.Err() == nil {
				if err := w.step(context.Background()); err != nil {
					t.Error(err)
					stop()
				}
				acknowledged[i][w.game.ID] = w.acknowledged
				saves.Add(1)
			}
		})
	}
	for range restarts {
		before := saves.Load()
		waitFor(t, func() bool { return saves.Load() > before+20 || playing.Err() != nil })
		if err := server.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
	}
	before := saves.Load()
	waitFor(t, func() bool { return saves.Load() > before || playing.Err() != nil })
	stop()
	wg.Wait()
	games := 0
	for _, mine := range acknowledged {
		for id, version := range mine {
			games++
			if g := must(s.Game(t.Context(), id))(t); g.State.Version < version {
				t.Errorf("game %s has version %d, acknowledged was %d", id, g.State.Version, version)
			}
		}
	}
	if err := s.Ping(t.Context()); err != nil {
		t.Error(err)
	}
	t.Logf("%d restarts, %d saved in %d games, %d told that the database is away, %d not sure", restarts, saves.Load(), games, away.Load(), unsure.Load())
}

// outageWriter plays one game after another, whatever happens to the database.
type outageWriter struct {
	s            *Store
	players      []Player
	rng          *rand.Rand
	outage       func(error) bool
	game         Game
	acknowledged int // the version
	actions      int
}

// step plays on by one move, or begins a game. An error is one that no outage
// explains.
func (w *outageWriter) step(ctx context.Context) error {
	if w.game.ID == "" || w.game.State.Status.Ended() {
		return w.begin(ctx)
	}
	read := w.game
	board, err := read.State.Game()
	if err != nil {
		return err
	}
	moves := board.Position().AppendMoves(nil)
	m := live.Move(moves[w.rng.IntN(len(moves))])
	w.actions++
	a := live.Action{ID: strconv.Itoa(w.actions), Type: live.DoMove, Ply: len(read.State.Plies), Move: &m, Side: read.State.Turn()}
	next := read
	if next.State, err = next.State.Apply(a, time.Now()); err != nil {
		return err
	}
	saved, err := w.s.Save(ctx, next, read.State.Version, nil)
	if err == nil {
		w.game, w.acknowledged = saved.Game, saved.Game.State.Version
		return nil
	}
	if !w.outage(err) {
		return fmt.Errorf("saving: %w", err)
	}
	sure := errors.Is(err, ErrDown)
	for {
		w.game, err = w.s.Game(ctx, read.ID)
		if err == nil {
			break
		}
		if !w.outage(err) {
			return fmt.Errorf("reading: %w", err)
		}
	}
	if v := w.game.State.Version; v != read.State.Version && (sure || v != next.State.Version) {
		return fmt.Errorf("game %s has version %d after a failure, it was %d", read.ID, v, read.State.Version)
	}
	return nil
}

func (w *outageWriter) begin(ctx context.Context) error {
	state, err := live.New(live.Terms{Clock: live.Clock{Kind: live.NoClock}}, time.Now())
	if err != nil {
		return err
	}
	for {
		g, err := w.s.CreateGame(ctx, Game{State: state, Seated: [2]Seated{{Player: w.players[0].ID}, {Player: w.players[1].ID}}})
		if err == nil {
			w.game, w.acknowledged = g, state.Version
			return nil
		}
		if !w.outage(err) {
			return fmt.Errorf("a new game: %w", err)
		}
	}
}

// waitFor waits for what another process or goroutine does.
func waitFor(t *testing.T, done func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !done(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it does not go on")
		}
	}
}

// scissors is a line to PostgreSQL that is cut at a commit.
type scissors struct {
	net.Listener
	to string
	// before and after cut, once, on the way to the server and on the way back.
	before, after atomic.Bool
}

func newScissors(t *testing.T) *scissors {
	t.Helper()
	l := must((&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0"))(t)
	s := &scissors{Listener: l, to: shared.Socket()}
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			wg.Go(func() { s.carry(client) })
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		wg.Wait()
	})
	return s
}

func (s *scissors) carry(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("unix", s.to)
	if err != nil {
		return
	}
	defer server.Close()
	var cut atomic.Bool
	back := make(chan struct{})
	go func() {
		defer close(back)
		buf := make([]byte, 1<<16)
		for {
			n, err := server.Read(buf)
			if err != nil || cut.Load() {
				_ = client.Close()
				return
			}
			if _, err := client.Write(buf[:n]); err != nil {
				return
			}
		}
	}()
	buf := make([]byte, 1<<16)
	for {
		n, err := client.Read(buf)
		if err != nil {
			break
		}
		if bytes.Contains(buf[:n], []byte("commit\x00")) {
			if s.before.CompareAndSwap(true, false) {
				break
			}
			cut.Store(s.after.CompareAndSwap(true, false))
		}
		if _, err := server.Write(buf[:n]); err != nil {
			break
		}
	}
	if !cut.Load() {
		_ = server.Close()
	}
	<-back // after a cut, once the server has answered
}

// TestCutCommits cuts the line to the server just before and just after it has
// committed: what can be found out is, and nothing counts twice.
func TestCutCommits(t *testing.T) {
	if shared == nil {
		t.Skip(postgres.ErrMissing)
	}
	line := newScissors(t)
	url := shared.database(t)
	direct := open(t, Config{URL: url})
	name := must(neturl.Parse(url))(t).Path[1:]
	s := open(t, Config{URL: postgres.TCP(line.Addr().String(), name)})
	ctx := t.Context()
	terms := blitz
	terms.Rated = true
	for where, cut := range map[string]*atomic.Bool{"before": &line.before, "after": &line.after} {
		t.Run(where, func(t *testing.T) {
			armed := func() {
				t.Helper()
				cut.Store(true)
				t.Cleanup(func() {
					if cut.Load() {
						t.Error("nothing was cut")
					}
				})
			}
			p := guests(t, direct, 2)
			seat := must(direct.CreateSeat(ctx, Seat{By: p[0], Terms: terms, Color: "white", Open: true}))(t)
			state := must(live.New(terms, monday))(t)
			armed()
			g, err := s.TakeSeat(ctx, seat.ID, Game{State: state, Seated: [2]Seated{{Player: p[0].ID}, {Player: p[1].ID}}})
			if err != nil || cut.Load() {
				t.Fatalf("taking a seat: %v", err)
			}
			if got := must(direct.Seat(ctx, seat.ID))(t); got.Game != g.ID {
				t.Errorf("the seat has become the game %q, told was %q", got.Game, g.ID)
			}

			read := g.State.Version
			g = act(t, s, g, live.Action{Type: live.DoResign, Side: draughts.White})
			next := Game{ID: NewID(), State: state, Seated: [2]Seated{{Player: p[1].ID}, {Player: p[0].ID}}}
			armed()
			saved, err := s.Save(ctx, g, read, &next)
			if err != nil || saved.Next == nil || saved.Next.ID != next.ID || saved.Game.Seated[draughts.Black].Change <= 0 {
				t.Fatalf("saving: %+v, %v", saved, err)
			}
			if r := must(direct.Player(ctx, p[1].ID))(t).Rating(terms.Class()); r.Games != 1 {
				t.Errorf("the game counts %d times", r.Games)
			}
			_, err = s.Save(ctx, g, read, nil)
			wantErr(t, err, ErrStale)

			must(s.WantReport(ctx, where, nil))(t)
			armed()
			if first, err := s.FinishReport(ctx, where, []byte("r")); !first || err != nil {
				t.Errorf("a report: first %v, %v", first, err)
			}

			armed()
			_, err = s.CreateGuest(ctx)
			wantErr(t, err, ErrUnsure)
			must(s.CreateGuest(ctx))(t)
		})
	}
}
