package work

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
	"github.com/bolshak-draughts/bolshak/internal/server/stateless"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
)

func openStore(t testing.TB) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{Dir: t.TempDir(), Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func newReports(t testing.TB, node *cluster.Node, s ReportStore, most int) *Reports {
	t.Helper()
	r, closer, err := NewReports(node, s, most, quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(closer)
	return r
}

// played returns a short game.
func played(t testing.TB, moves ...string) *stateless.Game {
	return &stateless.Game{Game: game(t, draughts.StartFEN, moves...), Start: draughts.StartFEN}
}

func TestAReportIsMadeOnce(t *testing.T) {
	node, s := open(t), openStore(t)
	made := 0
	h := Handlers(node.Bus(), endgame.Default())[cluster.Report]
	handle(t, node, cluster.Report, func(ctx context.Context, task *cluster.Task) ([]byte, error) { made++; return h(ctx, task) })
	r := newReports(t, node, s, 2)
	g := played(t, "c3-d4", "d6-e5", "a3-b4")
	var told []Progress
	first, err := r.Judge(t.Context(), "one", g, nil, func(p Progress) { told = append(told, p) })
	if err != nil {
		t.Fatal(err)
	}
	var report Report
	if err := json.Unmarshal(first, &report); err != nil || len(report.Moves) != 3 || len(told) == 0 || told[len(told)-1].Done < 3 || told[0].Of != 4 {
		t.Errorf("%d moves, progress %v, %v", len(report.Moves), told, err)
	}
	again, err := newReports(t, node, s, 2).Judge(t.Context(), "two", g, nil, func(Progress) { t.Error("it is made again") })
	if err != nil || string(again) != string(first) || made != 1 {
		t.Errorf("made %d times, %v", made, err)
	}
}

// TestReportTurns lets people wait for one who is served first.
func TestReportTurns(t *testing.T) {
	node := open(t)
	w := hold(t, node, cluster.Report, Handlers(node.Bus(), endgame.Default())[cluster.Report])
	r := newReports(t, node, openStore(t), 2)
	type end struct {
		person string
		err    error
	}
	ends, news := make(chan end, 10), make(chan Progress, 100)
	lines := map[string][]string{"first": {"c3-d4"}, "second": {"e3-f4"}, "third": {"g3-h4"}, "fourth": {"a3-b4"}, "third again": {"c3-b4"}}
	judge := func(ctx context.Context, person, line string) {
		go func() {
			_, err := r.Judge(ctx, person, played(t, lines[line]...), nil, func(p Progress) {
				// The first may be told that it is next, before the worker takes it.
				if p.Before > 0 && person != "first" {
					news <- p
				}
			})
			ends <- end{person, err}
		}()
	}
	queued := func(want int) {
		t.Helper()
		select {
		case p := <-news:
			if p.Before != want {
				t.Fatalf("%d come before, want %d", p.Before, want)
			}
		case e := <-ends:
			t.Fatalf("%s ended with %v", e.person, e.err)
		case <-time.After(time.Minute):
			t.Fatal("nobody is told a place")
		}
	}
	ended := func(person string, want error) {
		t.Helper()
		select {
		case e := <-ends:
			if e.person != person || !errors.Is(e.err, want) {
				t.Fatalf("%s ended with %v, want %s with %v", e.person, e.err, person, want)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s does not end", person)
		}
	}
	judge(t.Context(), "first", "first")
	<-w.began
	gone, leave := context.WithCancel(t.Context())
	judge(gone, "second", "second")
	queued(1)
	judge(t.Context(), "third", "third")
	queued(2)
	judge(t.Context(), "fourth", "fourth")
	ended("fourth", cluster.ErrCrowded)
	leave()
	ended("second", context.Canceled)
	queued(1)
	judge(t.Context(), "third", "third again")
	ended("third", ErrReplaced)
	w.goOn <- struct{}{}
	ended("first", nil)
	w.goOn <- struct{}{}
	ended("third", nil)
}

// TestAReportWhoseAskerHasDied is found again by another node.
func TestAReportWhoseAskerHasDied(t *testing.T) {
	node, s := crewed(t, 1), openStore(t)
	id, payload := newReportAsk(played(t, "c3-d4"), nil)
	if _, err := s.WantReport(t.Context(), id, payload); err != nil {
		t.Fatal(err)
	}
	r := newReports(t, node, s, 2)
	if err := r.Sweep(t.Context(), time.Now()); err != nil || len(r.jobs) != 0 {
		t.Errorf("%d jobs at once, %v: the asker may be alive", len(r.jobs), err)
	}
	if err := r.Sweep(t.Context(), time.Now().Add(2*lostAfter)); err != nil || len(r.jobs) != 1 {
		t.Fatalf("%d jobs, %v", len(r.jobs), err)
	}
	text, err := r.Judge(t.Context(), "one", played(t, "c3-d4"), nil, func(Progress) {})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := s.GameReport(t.Context(), id)
	if err != nil || kept.State != store.ReportDone || string(kept.Result) != string(text) {
		t.Errorf("%+v, %v", kept, err)
	}
}

func TestWrongReportsAreRefused(t *testing.T) {
	move := func(v map[string]any, i int) map[string]any { return v["moves"].([]any)[i].(map[string]any) }
	tests := map[string]func(v map[string]any){
		"another game": func(v map[string]any) { v["moves"] = v["moves"].([]any)[1:] },
		"another ply":  func(v map[string]any) { move(v, 1)["ply"] = 1 },
		"an illegal line": func(v map[string]any) {
			move(v, 0)["best"].(map[string]any)["moves"].([]any)[0].(map[string]any)["to"] = "h8"
		},
		"another text":           func(v map[string]any) { move(v, 0)["best"].(map[string]any)["text"] = "<script>" },
		"points below nothing":   func(v map[string]any) { move(v, 2)["lost"] = -0.5 },
		"another judgement":      func(v map[string]any) { move(v, 2)["judgement"] = "<script>" },
		"a choice called forced": func(v map[string]any) { move(v, 0)["forced"] = true },
		"no chances":             func(v map[string]any) { move(v, 1)["win"] = 5 },
		"no accuracy":            func(v map[string]any) { v["accuracy"].(map[string]any)["white"] = 101 },
		"no report":              func(v map[string]any) { v["t"] = "error" },
	}
	node, s := open(t), openStore(t)
	var spoilt spoiler
	results := 0
	spoilt.spoil = func(v map[string]any) bool {
		if v["moves"] == nil {
			return false // progress
		}
		if results++; results == 1 {
			tests["an illegal line"](v)
		}
		return results == 1
	}
	handle(t, node, cluster.Report, spoilt.around(Handlers(node.Bus(), endgame.Default())[cluster.Report]))
	g := played(t, "c3-d4", "d6-e5", "a3-b4")
	text, err := newReports(t, node, s, 2).Judge(t.Context(), "one", g, nil, func(Progress) {})
	if err != nil || results != 2 {
		t.Fatalf("%d reports were made, want 2: %v", results, err)
	}
	if err := checkReport(g.Game, text); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range tests {
		var v map[string]any
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatal(err)
		}
		spoil(v)
		spoilt, err := json.Marshal(v)
		if err == nil {
			err = checkReport(g.Game, spoilt)
		}
		if err == nil {
			t.Errorf("%s is believed", name)
		}
	}
}

// TestWhatIsKeptIsTold: who waits for a report is told the one that is kept, even
// if another node was first, or nobody wanted it there any more.
func TestWhatIsKeptIsTold(t *testing.T) {
	for name, meanwhile := range map[string]func(s *store.Store, id string, other []byte) error{
		"another node was first": func(s *store.Store, id string, other []byte) error {
			first, err := s.FinishReport(t.Context(), id, other)
			if err == nil && !first {
				err = errors.New("it was there")
			}
			return err
		},
		"another node wants it no more": func(s *store.Store, id string, _ []byte) error { return s.UnwantReport(t.Context(), id) },
	} {
		t.Run(name, func(t *testing.T) {
			node, s := open(t), openStore(t)
			g := played(t, "c3-d4")
			id, _ := newReportAsk(g, nil)
			h := Handlers(node.Bus(), endgame.Default())[cluster.Report]
			handle(t, node, cluster.Report, func(ctx context.Context, task *cluster.Task) ([]byte, error) {
				text, err := h(ctx, task)
				if err == nil {
					err = meanwhile(s, id, append([]byte(" "), text...)) // the same but for a space
				}
				return text, err
			})
			text, err := newReports(t, node, s, 2).Judge(t.Context(), "one", g, nil, func(Progress) {})
			if err != nil {
				t.Fatal(err)
			}
			kept, err := s.GameReport(t.Context(), id)
			if err != nil || kept.State != store.ReportDone || string(kept.Result) != string(text) {
				t.Errorf("told %.20q, kept %.20q in state %v, %v", text, kept.Result, kept.State, err)
			}
		})
	}
}
