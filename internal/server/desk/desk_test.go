package desk

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
)

func game(t *testing.T, fen string) *draughts.Game {
	t.Helper()
	setup, err := draughts.ParseLegalSetup(fen)
	if err != nil {
		t.Fatal(err)
	}
	g, err := draughts.NewGameFrom(setup, draughts.FMJD64, 0)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// last waits for the message that is done.
func last(c chan Message) (m Message) {
	for m = range c {
		if m.Queued == 0 && m.Found.Done {
			return m
		}
	}
	return m
}

func TestSearch(t *testing.T) {
	d := New(1, 16, 10, endgame.Default())
	defer d.Close()
	tests := []struct {
		fen           string
		lines, depth  int
		wantLines     int
		first, verict string
	}{
		{draughts.StartFEN, 3, 6, 3, "", ""},
		{"W:Wc3:Bd4,h8", 5, 6, 1, "c3:e5", "win"},
		{"W:WKa1,Kc1,Ke1:BKh6", 2, 8, 2, "", "win"},
		{"B:Wa1:B", 2, 8, 0, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.fen, func(t *testing.T) {
			c := make(chan Message, 1000)
			if !d.Start("p", Request{Key: "k", Game: game(t, tt.fen), Lines: tt.lines, Depth: tt.depth}, func(m Message) { c <- m }, nil) {
				t.Fatal("refused")
			}
			m := last(c)
			if len(m.Found.Lines) != tt.wantLines || m.Key != "k" || m.Found.FEN == "" {
				t.Fatalf("%+v", m)
			}
			if tt.wantLines > 0 && (m.Found.Depth == 0 || len(m.Found.Lines[0].PV) == 0) {
				t.Errorf("%+v", m.Found)
			}
			if tt.first != "" && m.Found.Lines[0].PV[0] != tt.first {
				t.Errorf("best %s, want %s", m.Found.Lines[0].PV[0], tt.first)
			}
			got := ""
			if m.Found.Verdict != nil {
				got = m.Found.Verdict.Value
			}
			if got != tt.verict {
				t.Errorf("verdict %q, want %q", got, tt.verict)
			}
			if text := string(m.JSON()); !json.Valid([]byte(text)) || !strings.HasPrefix(text, `{"t":"analysis","key":"k",`) {
				t.Error(text)
			}
		})
	}
}

// TestTurns runs on a fake clock: the one engine is shared by slices of time,
// and a person has one place in the queue.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := New(0, 16, 2, endgame.Default()) // the test is the only worker
		d.idle = 1
		defer d.Close()
		var said []string
		emit := func(m Message) { said = append(said, fmt.Sprintf("%s:%d", m.Key, m.Queued)) }
		g := game(t, draughts.StartFEN)
		ask := func(person, key string) bool {
			return d.Start(person, Request{Key: key, Game: g, Lines: 1}, emit, nil)
		}
		if !ask("a", "a1") || !ask("b", "b1") || ask("c", "c1") || !ask("a", "a2") {
			t.Error("wrong answers")
		}
		j := d.take()
		if j.req.Key != "a2" {
			t.Errorf("first is %s, want a2", j.req.Key)
		}
		if !ask("c", "c1") {
			t.Error("there is room for c")
		}
		if j.slice == nil {
			t.Error("a has no end though others wait")
		}
		<-j.ctx.Done() // a slice later
		if ask("a", "a3") {
			t.Error("a has a third place though two wait")
		}
		d.Stop("b", "other")
		d.Stop("b", "b1")
		if got := d.take().req.Key; got != "c1" {
			t.Errorf("next is %s, want c1", got)
		}
		if want := "b1:1 b1:1 c1:2"; strings.Join(said, " ") != want {
			t.Errorf("said %v, want %s", said, want)
		}
	})
}

func TestNoAnswerOfAnOldPosition(t *testing.T) {
	d := New(1, 16, 10, endgame.Default())
	defer d.Close()
	c := make(chan Message, 10000)
	emit := func(m Message) { c <- m }
	for i := range 50 {
		d.Start("p", Request{Key: fmt.Sprint(i), Game: game(t, draughts.StartFEN), Lines: 1, Depth: 4}, emit, nil)
	}
	newest := -1
	for {
		m := <-c
		var n int
		if _, err := fmt.Sscan(m.Key, &n); err != nil || n < newest {
			t.Fatalf("%s after %d", m.Key, newest)
		}
		newest = n
		if n == 49 && m.Found.Done && m.Queued == 0 {
			return
		}
	}
}
