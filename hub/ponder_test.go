package hub_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/hub"
	"github.com/bolshak-draughts/bolshak/hub/hubtest"
)

// TestClientPonders lets the client ponder with engines that keep to the protocol
// and such that do not: each search has one answer, the next one is not confused,
// and no move that is not legal comes out.
func TestClientPonders(t *testing.T) {
	const good, early = "done move=9-13", "done move=9-14"
	next := hubtest.Step{Expect: "go think", Say: []string{"done move=10-14"}}
	for _, tt := range []struct {
		name   string
		hit    bool
		script []hubtest.Step
		want   string // the move, or what the error contains
	}{
		{"hit", true, []hubtest.Step{{Expect: "go ponder", Say: []string{"info depth=1"}}, {Expect: "ponder-hit", Say: []string{good}}, next}, "b6-a5"},
		{"miss", false, []hubtest.Step{{Expect: "go ponder"}, {Expect: "stop", Say: []string{good}}, next}, ""},
		{"an early answer, hit", true, []hubtest.Step{{Expect: "go ponder", Say: []string{early}}, next}, "b6-c5"},
		{"an early answer, miss", false, []hubtest.Step{{Expect: "go ponder", Say: []string{early}}, next}, ""},
		{"a bogus move, hit", true, []hubtest.Step{{Expect: "go ponder"}, {Expect: "ponder-hit", Say: []string{"done move=22-17"}}, next}, "illegal move"},
		{"a bogus move, miss", false, []hubtest.Step{{Expect: "go ponder"}, {Expect: "stop", Say: []string{"done move=22-17"}}, next}, ""},
		{"nothing, miss", false, []hubtest.Step{{Expect: "go ponder"}, {Expect: "stop", Say: []string{"done"}}, next}, ""},
		{"bogus reply", true, []hubtest.Step{{Expect: "go ponder"}, {Expect: "ponder-hit", Say: []string{good + " ponder=1-2"}}, next}, "b6-a5"},
		{"noise", true, []hubtest.Step{{Expect: "go ponder", Say: []string{"pong", "ready", "wait", "id name=x"}}, {Expect: "ponder-hit", Say: []string{"ok", good + "\r"}}, next}, "b6-a5"},
		{"a crash, hit", true, []hubtest.Step{{Expect: "go ponder", Crash: true}}, "the engine is gone"},
		{"a crash, miss", false, []hubtest.Step{{Expect: "go ponder", Crash: true}}, "the engine is gone"},
		{"silence, hit", true, []hubtest.Step{{Expect: "ponder-hit", Hang: true}}, "does not answer"},
		{"silence, miss", false, []hubtest.Step{{Expect: "stop", Hang: true}}, "does not answer"},
		{"an error, then its answer", true, []hubtest.Step{{Expect: "ponder-hit", Say: []string{"error message=oops"}}, {Expect: "stop", Say: []string{good}}, next}, "oops"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				in, out, _ := hubtest.Start(t, append(hubtest.Greeting[:2:2], tt.script...)...)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				c, err := hub.Connect(ctx, in, out, nil, time.Second)
				if err != nil {
					t.Fatal(err)
				}
				got, err := ponder(ctx, c, tt.hit)
				if err != nil {
					got = err.Error()
				}
				if got != tt.want && (err == nil || !strings.Contains(got, tt.want)) {
					t.Errorf("got %q, want %q", got, tt.want)
				}
				if errors.Is(err, hub.ErrGone) || errors.Is(err, hub.ErrSilent) {
					return
				}
				r, err := c.Think(ctx, moved(t), engine.Limits{Depth: 1})
				if err != nil || r.Move.From != draughts.D6 {
					t.Errorf("the next search: %v, %v", r.Move, err)
				}
			})
		})
	}
}

func moved(t *testing.T) *draughts.Game {
	t.Helper()
	g := draughts.NewGame(draughts.Start(), draughts.FMJD64)
	if err := g.PlayText("c3-b4"); err != nil {
		t.Fatal(err)
	}
	return g
}

func ponder(ctx context.Context, c *hub.Client, hit bool) (string, error) {
	g := draughts.NewGame(draughts.Start(), draughts.FMJD64)
	if err := g.PlayText("c3-b4"); err != nil {
		return "", err
	}
	s, err := c.Ponder(g, engine.Limits{MoveTime: time.Second})
	if err != nil {
		return "", err
	}
	if !hit {
		return "", s.Miss(ctx)
	}
	r, err := s.Hit(ctx)
	if err != nil {
		return "", err
	}
	if r.PonderOK {
		return "", fmt.Errorf("ponder move %v", r.Ponder)
	}
	return g.Position().MoveText(r.Move), nil
}

// TestClientAnalyzes: lines of search come until the context ends.
func TestClientAnalyzes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, out, lines := hubtest.Start(t, append(hubtest.Greeting[:2:2],
			hubtest.Step{Expect: "go analyze", Say: []string{"info depth=1 score=0.1 pv=22-17", "info depth=2 score=-0.2 pv=22-18"}},
			hubtest.Step{Expect: "stop", Say: []string{"done move=22-18"}})...)
		life, end := context.WithCancel(t.Context())
		defer end()
		c, err := hub.Connect(life, in, out, nil, time.Second)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(life)
		defer cancel()
		var depths []int
		r, err := c.Analyze(ctx, draughts.NewGame(draughts.Start(), draughts.FMJD64), func(i engine.Info) {
			if depths = append(depths, i.Depth); i.Depth == 2 {
				cancel()
			}
		})
		if err != nil || r.Move.To != draughts.D4 || fmt.Sprint(depths) != "[1 2]" || r.Last.Score != -20 {
			t.Errorf("%+v, %v, depths %v", r, err, depths)
		}
		if got := strings.Join(lines()[3:], "|"); got != "level infinite|go analyze|stop" {
			t.Errorf("heard %s", got)
		}
	})
}

// FuzzClient: whatever an engine says, the client ends with a legal move or an
// error.
func FuzzClient(f *testing.F) {
	f.Add("wait\nready\ninfo depth=1 pv=22-17\ndone move=22-17 ponder=9-13\n")
	f.Add("id name=\"x\nparam name=a\nwait\nerror message=b\nready\ndone\n")
	f.Fuzz(func(t *testing.T, said string) {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			c, err := hub.Connect(ctx, strings.NewReader(said), io.Discard, nil, time.Second)
			if err != nil {
				return
			}
			g := draughts.NewGame(draughts.Start(), draughts.FMJD64)
			if r, err := c.Think(ctx, g, engine.Limits{Depth: 1}); err == nil && !g.Position().IsLegal(r.Move) {
				t.Fatalf("move %v", r.Move)
			}
		})
	})
}
