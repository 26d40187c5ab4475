package club

import (
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
)

func TestPresence(t *testing.T) {
	start := time.Unix(1000, 0)
	at := func(s int) time.Time { return start.Add(time.Duration(s) * time.Second) }
	p := newPresence(start)
	made := at(10)
	steps := []struct {
		do           func()
		now          int
		white, black time.Duration
		spectators   int
	}{
		{func() {}, 15, 5 * time.Second, 5 * time.Second, 0},
		{func() { p.enter("g", draughts.White) }, 20, 0, 10 * time.Second, 0},
		{func() { p.enter("g", draughts.White) }, 21, 0, 11 * time.Second, 0},
		{func() { p.enter("g", draughts.NoColor) }, 22, 0, 12 * time.Second, 1},
		{func() { p.leave("g", draughts.White, at(23)) }, 24, 0, 14 * time.Second, 1},
		{func() { p.leave("g", draughts.White, at(25)) }, 30, 5 * time.Second, 20 * time.Second, 1},
		{func() { p.seen("g", draughts.Black, at(31)) }, 33, 8 * time.Second, 2 * time.Second, 1},
		{func() { p.leave("g", draughts.NoColor, at(34)) }, 35, 10 * time.Second, 4 * time.Second, 0},
		{func() { p.forget(at(40)) }, 40, 15 * time.Second, 9 * time.Second, 0},
	}
	for i, s := range steps {
		s.do()
		a := p.at("g", made, at(s.now))
		if a.Gone != [2]time.Duration{s.white, s.black} || a.Spectators != s.spectators {
			t.Errorf("step %d: %+v", i, a)
		}
	}
	p.forget(at(100000))
	if len(p.games) != 0 {
		t.Error("the game is remembered for ever")
	}
	p.connect("a")
	p.connect("a")
	p.disconnect("a")
	if !p.here("a") || p.count() != 1 {
		t.Error("a is there")
	}
	p.disconnect("a")
	if p.here("a") || p.count() != 0 || len(p.online) != 0 {
		t.Error("a has gone")
	}
}
