package work

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
	"github.com/bolshak-draughts/bolshak/internal/server/desk"
)

func newDesk(t testing.TB, node *cluster.Node, most int) *Desk {
	d := NewDesk(node, most, endgame.Default(), quiet)
	t.Cleanup(d.Close)
	return d
}

// last waits for the message that is done or a problem.
func last(t testing.TB, c chan desk.Message) desk.Message {
	t.Helper()
	for {
		select {
		case m := <-c:
			if m.Problem != nil || m.Queued == 0 && m.Found.Done {
				return m
			}
		case <-time.After(time.Minute):
			t.Fatal("no end comes")
		}
	}
}

func TestSearch(t *testing.T) {
	d := newDesk(t, crewed(t, 1), 10)
	tests := []struct {
		fen            string
		lines, depth   int
		wantLines      int
		first, verdict string
	}{
		{draughts.StartFEN, 3, 6, 3, "", ""},
		{"W:Wc3:Bd4,h8", 5, 6, 1, "c3:e5", "win"},
		{"W:WKa1,Kc1,Ke1:BKh6", 2, 8, 2, "", "win"},
		{"B:Wa1:B", 2, 8, 0, "", ""},
		{"W:Wa3,Kc1:BKh6:H7:F30", 1, 4, 1, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.fen, func(t *testing.T) {
			c := make(chan desk.Message, 1000)
			if !d.Start("p", desk.Request{Key: "k", Game: game(t, tt.fen), Lines: tt.lines, Depth: tt.depth}, func(m desk.Message) { c <- m }, nil) {
				t.Fatal("refused")
			}
			m := last(t, c)
			if len(m.Found.Lines) != tt.wantLines || m.Key != "k" || m.Found.FEN == "" {
				t.Fatalf("%+v", m)
			}
			if tt.wantLines > 0 && (m.Found.Depth == 0 || len(m.Found.Lines[0].PV) == 0) {
				t.Errorf("%+v", m.Found)
			}
			if tt.first != "" && m.Found.Lines[0].PV[0] != tt.first {
				t.Errorf("best %s, want %s", m.Found.Lines[0].PV[0], tt.first)
			}
			if tt.verdict != "" && (m.Found.Verdict == nil || m.Found.Verdict.Value != tt.verdict) {
				t.Errorf("verdict %+v, want %q", m.Found.Verdict, tt.verdict)
			}
			if text := string(m.JSON()); !json.Valid([]byte(text)) || !strings.HasPrefix(text, `{"t":"analysis","key":"k",`) {
				t.Error(text)
			}
		})
	}
}

func TestNoAnswerOfAnOldPosition(t *testing.T) {
	d := newDesk(t, crewed(t, 1), 10)
	c := make(chan desk.Message, 100000)
	for i := range 50 {
		if !d.Start("p", desk.Request{Key: fmt.Sprint(i), Game: game(t, draughts.StartFEN), Lines: 1, Depth: 4}, func(m desk.Message) { c <- m }, nil) {
			t.Fatal("refused")
		}
	}
	newest := -1
	for {
		select {
		case m := <-c:
			var n int
			if _, err := fmt.Sscan(m.Key, &n); err != nil || n < newest {
				t.Fatalf("%s after %d", m.Key, newest)
			}
			newest = n
			if n == 49 && m.Found.Done && m.Queued == 0 {
				return
			}
		case <-time.After(time.Minute):
			t.Fatalf("the newest is %d, and no end comes", newest)
		}
	}
}

// held is a worker that begins a job and holds it until it is told to go on.
type held struct {
	began chan string // jobs
	goOn  chan struct{}
}

func hold(t testing.TB, node *cluster.Node, kind cluster.Kind, h cluster.Handler) *held {
	t.Helper()
	w := &held{began: make(chan string, 100), goOn: make(chan struct{})}
	handle(t, node, kind, func(ctx context.Context, task *cluster.Task) ([]byte, error) {
		w.began <- task.Job.ID
		select {
		case <-w.goOn:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		return h(ctx, task)
	})
	return w
}

// TestTurns has one worker and people who wait for it: each has one place, which
// a newer wish keeps.
func TestTurns(t *testing.T) {
	node := open(t)
	all := Handlers(node.Bus(), endgame.Default())
	w := hold(t, node, cluster.Analysis, all[cluster.Analysis])
	d := newDesk(t, node, 2)
	var mu sync.Mutex
	var said []string
	news := make(chan struct{}, 1000)
	emit := func(m desk.Message) {
		mu.Lock()
		defer mu.Unlock()
		text := m.Key
		if m.Queued > 0 {
			text = fmt.Sprintf("%s:%d", m.Key, m.Queued)
		}
		// The first may be told that it is the next before the worker has it.
		if (m.Queued > 0 && m.Key != "a1" || m.Found.Done) && !slices.Contains(said, text) {
			said = append(said, text)
		}
		news <- struct{}{}
	}
	until := func(want string) {
		t.Helper()
		deadline := time.After(time.Minute)
		for {
			mu.Lock()
			got := strings.Join(said, " ")
			mu.Unlock()
			if got == want {
				return
			}
			select {
			case <-news:
			case <-deadline:
				t.Fatalf("said %q, want %q", got, want)
			}
		}
	}
	g := game(t, draughts.StartFEN)
	ask := func(person, key string) bool {
		return d.Start(person, desk.Request{Key: key, Game: g, Lines: 1, Depth: 3}, emit, nil)
	}
	if !ask("a", "a1") {
		t.Fatal("refused")
	}
	<-w.began
	if !ask("b", "b1") {
		t.Fatal("refused")
	}
	until("b1:1")
	if !ask("c", "c1") || ask("d", "d1") {
		t.Error("two may wait")
	}
	until("b1:1 c1:2")
	if !ask("b", "b2") {
		t.Error("a newer wish is refused")
	}
	until("b1:1 c1:2 b2:1")
	if working, waiting := d.Load(); working != 1 || waiting != 2 {
		t.Errorf("%d at work, %d wait", working, waiting)
	}
	w.goOn <- struct{}{}
	<-w.began
	until("b1:1 c1:2 b2:1 a1 c1:1")
	d.Stop("c", "other")
	d.mu.Lock()
	turn := d.of["c"].id
	d.mu.Unlock()
	// The worker may come to the end of b1 before it hears of b2: then that has a
	// job of its own, which comes before c's.
	for id := ""; id != turn; id = <-w.began {
		w.goOn <- struct{}{}
	}
	until("b1:1 c1:2 b2:1 a1 c1:1 b2")
	d.Stop("c", "c1")
	if working, waiting := d.Load(); working+waiting != 0 {
		t.Errorf("%d at work, %d wait", working, waiting)
	}
}

// BenchmarkFirstLine is the time from a wish to the first line, for a person who
// goes from one position to another.
func BenchmarkFirstLine(b *testing.B) {
	d := newDesk(b, crewed(b, 1), 10)
	games := []*draughts.Game{game(b, draughts.StartFEN), game(b, draughts.StartFEN, "c3-d4"), game(b, draughts.StartFEN, "c3-d4", "d6-c5")}
	for i := 0; b.Loop(); i++ {
		first := make(chan struct{})
		once := sync.OnceFunc(func() { close(first) })
		d.Start("p", desk.Request{Key: "k", Game: games[i%len(games)], Lines: 1}, func(m desk.Message) {
			if len(m.Found.Lines) > 0 {
				once()
			}
		}, nil)
		<-first
	}
}

// TestAPersonAsksOnAnotherNode ends what was asked for here.
func TestAPersonAsksOnAnotherNode(t *testing.T) {
	node := crewed(t, 2)
	here, there := newDesk(t, node, 5), newDesk(t, node, 5)
	ended, found := make(chan struct{}), make(chan desk.Message, 1000)
	g := game(t, draughts.StartFEN)
	if !here.Start("player x", desk.Request{Game: g, Lines: 1}, func(desk.Message) {}, func() { close(ended) }) {
		t.Fatal("refused")
	}
	if !there.Start("player x", desk.Request{Game: g, Lines: 1, Depth: 3}, func(m desk.Message) { found <- m }, nil) {
		t.Fatal("refused")
	}
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("the first analysis goes on")
	}
	last(t, found)
}

// TestSlices runs on a fake clock: after a slice of time, and not before, others
// get their turn.
func TestSlices(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		var waits atomic.Bool
		ended := make(chan time.Duration, 1)
		stop := takeTurns(t.Context(), waits.Load, func() { ended <- time.Since(began) })
		defer stop()
		time.Sleep(2 * desk.Slice)
		waits.Store(true)
		if after := <-ended; after < 2*desk.Slice || after > 2*desk.Slice+lookEvery+lookSpread {
			t.Errorf("it ended after %s", after)
		}
		began = time.Now()
		defer takeTurns(t.Context(), waits.Load, func() { ended <- time.Since(began) })()
		if after := <-ended; after != desk.Slice {
			t.Errorf("it ended after %s, want %s", after, desk.Slice)
		}
	})
}

// TestWrongLinesAreRefused lets a worker lie in many ways: no lie is told, and the
// search is done again.
func TestWrongLinesAreRefused(t *testing.T) {
	line := func(v map[string]any) map[string]any {
		lines, _ := v["found"].(map[string]any)["lines"].([]any)
		if len(lines) == 0 {
			return nil
		}
		return lines[0].(map[string]any)
	}
	tests := map[string]func(v map[string]any) bool{
		"another position": func(v map[string]any) bool { v["found"].(map[string]any)["fen"] = "W:Wa1:Bh8"; return true },
		"an illegal move": func(v map[string]any) bool {
			if l := line(v); l != nil {
				l["moves"].([]any)[0].(map[string]any)["to"] = "h8"
				return true
			}
			return false
		},
		"another text": func(v map[string]any) bool {
			if l := line(v); l != nil {
				l["pv"].([]any)[0] = "<script>"
				return true
			}
			return false
		},
		"fewer moves": func(v map[string]any) bool {
			if l := line(v); l != nil {
				l["moves"] = []any{}
				return true
			}
			return false
		},
		"no chances": func(v map[string]any) bool {
			if l := line(v); l != nil {
				l["win"] = 7
				return true
			}
			return false
		},
		"a win that the tables deny": func(v map[string]any) bool {
			if l := line(v); l != nil {
				l["plies"] = 0
				return true
			}
			return false
		},
		"one line twice": func(v map[string]any) bool {
			if l := line(v); l != nil {
				found := v["found"].(map[string]any)
				found["lines"] = []any{l, l}
				return true
			}
			return false
		},
	}
	node := open(t)
	var s spoiler
	handle(t, node, cluster.Analysis, s.around(Handlers(node.Bus(), endgame.Default())[cluster.Analysis]))
	d := newDesk(t, node, 5)
	const fen = "W:WKa1,Kc1,Ke1:BKh6"
	for name, spoil := range tests {
		t.Run(name, func(t *testing.T) {
			results := 0
			s.mu.Lock()
			s.done = 0
			s.spoil = func(v map[string]any) bool {
				lies := results == 0
				if v["found"].(map[string]any)["done"] == true {
					results++
				}
				return lies && spoil(v)
			}
			s.mu.Unlock()
			c := make(chan desk.Message, 1000)
			if !d.Start("p", desk.Request{Key: "k", Game: game(t, fen), Lines: 2, Depth: 6}, func(m desk.Message) { c <- m }, nil) {
				t.Fatal("refused")
			}
			m := last(t, c)
			if m.Problem != nil || len(m.Found.Lines) != 2 {
				t.Errorf("%+v", m)
			}
			s.mu.Lock()
			defer s.mu.Unlock()
			if s.done == 0 || results != 2 {
				t.Errorf("%d answers were spoilt, %d results came", s.done, results)
			}
		})
	}
}
