package store

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/bolshak-draughts/bolshak/internal/server/live"
)

// crashDir names the variable that makes the test's program a child of
// TestKilled, with the folder of its store.
const crashDir = "BOLSHAK_TEST_CRASH_DIR"

// crashWriters is how many games the child plays at once.
const crashWriters = 16

// crashChild plays random games and writes each version to standard output once
// it was acknowledged, until it is killed.
func crashChild() {
	ctx := context.Background()
	s, err := Open(ctx, Config{Dir: os.Getenv(crashDir)})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	var mu sync.Mutex
	say := func(words ...any) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Println(words...) // one write, unbuffered
	}
	var wg sync.WaitGroup
	for range crashWriters {
		wg.Go(func() {
			for {
				if err := crashGame(ctx, s, say); err != nil {
					say("error", err)
					os.Exit(1)
				}
			}
		})
	}
	wg.Wait()
}

// crashGame plays one rated game.
func crashGame(ctx context.Context, s *Store, say func(...any)) error {
	var seated [2]Seated
	for c := range seated {
		p, err := s.CreateGuest(ctx)
		if err != nil {
			return err
		}
		seated[c].Player = p.ID
	}
	terms := blitz
	terms.Rated = true
	state, err := live.New(terms, s.now())
	if err != nil {
		return err
	}
	g, err := s.CreateGame(ctx, Game{State: state, Seated: seated})
	if err != nil {
		return err
	}
	say("saved", g.ID, g.State.Version)
	for i := 0; !g.State.Status.Ended(); i++ {
		board, err := g.State.Game()
		if err != nil {
			return err
		}
		moves := board.Position().AppendMoves(nil)
		m := live.Move(moves[rand.IntN(len(moves))])
		read := g.State.Version
		a := live.Action{ID: strconv.Itoa(i), Type: live.DoMove, Ply: len(g.State.Plies), Move: &m, Side: g.State.Turn()}
		if i == 30 {
			a = live.Action{ID: "end", Type: live.DoResign, Side: g.State.Turn()}
		}
		if g.State, err = g.State.Apply(a, s.now()); err != nil {
			return err
		}
		saved, err := s.Save(ctx, g, read, nil)
		if err != nil {
			return err
		}
		g = saved.Game
		say("saved", g.ID, g.State.Version)
	}
	return nil
}

// TestKilled kills a writing process many times: what it had acknowledged is in
// the store.
func TestKilled(t *testing.T) {
	kills := 40
	if testing.Short() {
		kills = 5
	}
	dir := t.TempDir()
	acknowledged := map[string]int{}
	rng := rand.New(rand.NewPCG(1, 2))
	program := must(os.Executable())(t)
	for range kills {
		cmd := exec.Command(program)
		cmd.Env = append(os.Environ(), crashDir+"="+dir)
		out := must(cmd.StdoutPipe())(t)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		enough := 1 + rng.IntN(1500)
		lines := bufio.NewScanner(out)
		for n := 0; lines.Scan(); n++ {
			if n == enough { // what is still in the pipe counts too
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
			words := strings.Fields(lines.Text())
			if len(words) != 3 || words[0] != "saved" {
				t.Fatalf("the child says %q", lines.Text())
			}
			acknowledged[words[1]] = must(strconv.Atoi(words[2]))(t)
		}
		_ = cmd.Wait() // killed
	}

	s := open(t, Config{Dir: dir})
	ended := 0
	for id, version := range acknowledged {
		g, err := s.Game(t.Context(), id)
		if err != nil {
			t.Fatalf("game %s, acknowledged at version %d: %v", id, version, err)
		}
		// One more may have been committed without time to say so.
		if g.State.Version < version || g.State.Version > version+1 {
			t.Errorf("game %s has version %d, acknowledged was %d", id, g.State.Version, version)
		}
		if _, err := g.State.Game(); err != nil {
			t.Errorf("game %s: %v", id, err)
		}
		if !g.State.Status.Ended() {
			continue
		}
		ended++
		for _, seated := range g.Seated {
			p := must(s.Player(t.Context(), seated.Player))(t)
			if got := p.Rating(live.Terms{Clock: blitz.Clock}.Class()).Games; got != 1 {
				t.Errorf("game %s has ended and counts %d times for %s", id, got, p.Name)
			}
		}
	}
	t.Logf("%d kills, %d games, %d of them ended", kills, len(acknowledged), ended)
	var ok string
	if err := s.pool.QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&ok); err != nil || ok != "ok" {
		t.Errorf("the file: %s, %v", ok, err)
	}
}
