package work

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
)

var quiet = slog.New(slog.DiscardHandler)

// open returns a node of the test's own.
func open(t testing.TB) *cluster.Node {
	t.Helper()
	node, err := cluster.Open(t.Context(), cluster.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := node.Close(); err != nil {
			t.Error(err)
		}
	})
	return node
}

// crewed returns a node with so many places for work.
func crewed(t testing.TB, places int) *cluster.Node {
	t.Helper()
	node := open(t)
	if _, err := Start(t.Context(), node, places, endgame.Default()); err != nil {
		t.Fatal(err)
	}
	return node
}

// handle lets a handler of the test's own do the jobs of a kind, one at once.
func handle(t testing.TB, node *cluster.Node, kind cluster.Kind, h cluster.Handler) {
	t.Helper()
	if _, err := node.Work(t.Context(), cluster.Worker{Slots: 1, Handlers: map[cluster.Kind]cluster.Handler{kind: h}}); err != nil {
		t.Fatal(err)
	}
}

func game(t testing.TB, fen string, moves ...string) *draughts.Game {
	t.Helper()
	setup, err := draughts.ParseLegalSetup(fen)
	if err != nil {
		t.Fatal(err)
	}
	g, err := draughts.NewGameFrom(setup, draughts.FMJD64, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range moves {
		if err := g.PlayText(text); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// spoiler changes what the workers of a kind answer, as long as it wants to.
type spoiler struct {
	mu    sync.Mutex
	spoil func(v map[string]any) bool // reports whether it has changed something
	done  int
}

// around returns a handler that spoils what another one tells and answers.
func (s *spoiler) around(h cluster.Handler) cluster.Handler {
	change := func(text []byte) []byte {
		s.mu.Lock()
		defer s.mu.Unlock()
		var v map[string]any
		if json.Unmarshal(text, &v) != nil || s.spoil == nil || !s.spoil(v) {
			return text
		}
		s.done++
		changed, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		return changed
	}
	return func(ctx context.Context, t *cluster.Task) ([]byte, error) {
		inner := cluster.NewTask(t.Job, func(told []byte) { t.Tell(change(told)) }, t.OthersWait)
		result, err := h(ctx, inner)
		if err != nil {
			return nil, err
		}
		return change(result), nil
	}
}
