package cluster

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/bolshak-draughts/bolshak/internal/server/event"
)

func contains(err error, s string) bool { return strings.Contains(err.Error(), s) }

func TestEventsReachTheOtherNodes(t *testing.T) {
	c := startTrio(t)
	a, b := openTest(t, Config{URL: c.urls()}), openTest(t, Config{URL: c.urls()})
	for _, topic := range []string{"lobby", "game.x1-_", "a..b", "", "é *", ".x", "x.", "b.c"} {
		here, there := make(chan event.Event, 2000), make(chan event.Event, 2000)
		endHere := a.Bus().Subscribe(topic, func(e event.Event) { here <- e })
		end := b.Bus().Subscribe(topic, func(e event.Event) { there <- e })
		want := event.Event{Kind: "update", Game: "g", From: 1, Version: 2, All: []byte("all"), White: []byte{0, 255}, Black: []byte("b")}
		// Servers tell each other of subscriptions with a small delay.
		until(t, "an event has come", func() bool {
			a.Bus().Publish(topic, want)
			return len(there) > 0
		})
		if got := take(t, there, "an event"); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("topic %q: got %v", topic, got)
		}
		for i := range 1000 {
			a.Bus().Publish(topic, event.Event{Kind: "n", Version: i})
		}
		for _, c := range []chan event.Event{here, there} {
			for i := 0; i < 1000; {
				switch e := take(t, c, "an event"); {
				case e.Kind == "update" && i == 0:
				case e.Kind != "n" || e.Version != i:
					t.Fatalf("topic %q: event %d is %v", topic, i, e)
				default:
					i++
				}
			}
		}
		if len(here) != 0 || len(there) != 0 {
			t.Errorf("topic %q: %d and %d events more", topic, len(here), len(there))
		}
		end()
		endHere()
	}
	if n := len(b.bus.topics); n != 0 {
		t.Errorf("%d topics are left", n)
	}
}

func TestSubjectsOfTopics(t *testing.T) {
	seen := map[string]string{}
	for _, topic := range []string{"", ".", "lobby", "game.a", "game.a.", "game..a", ".game", "a b", "*", ">", "b", "t", "x*", "é", "-"} {
		s := eventSubject(topic)
		if other, ok := seen[s]; ok {
			t.Errorf("%q and %q have one subject", topic, other)
		}
		seen[s] = topic
		tokens := strings.Split(s, ".")
		if strings.ContainsAny(s, " *>") || slices.Contains(tokens, "") {
			t.Errorf("%q has the subject %q", topic, s)
		}
		if back := eventTopic(s); back != topic {
			t.Errorf("%q comes back as %q", topic, back)
		}
	}
}

func FuzzEventSubject(f *testing.F) {
	f.Add("game.a")
	f.Add("a b")
	f.Fuzz(func(t *testing.T, topic string) {
		s := eventSubject(topic)
		if back := eventTopic(s); back != topic || strings.ContainsAny(s, " *>\r\n") || slices.Contains(strings.Split(s, "."), "") {
			t.Errorf("%q has the subject %q and comes back as %q", topic, s, back)
		}
		eventTopic(topic)
	})
}

func TestAGapIsToldAfterACut(t *testing.T) {
	at := serverAt{name: "s", port: freePort(t), dir: t.TempDir()}
	s := startServer(t, at)
	a, b := openTest(t, Config{URL: s.ClientURL()}), openTest(t, Config{URL: s.ClientURL()})
	gaps := make(chan string, 100)
	a.OnGap(func() { gaps <- "a" })
	cancel := b.OnGap(func() { gaps <- "cancelled" })
	b.OnGap(func() { gaps <- "b" })
	cancel()
	var got atomic.Int64
	b.Bus().Subscribe("lobby", func(e event.Event) {
		if e.Kind == "new" {
			got.Add(1)
		}
	})
	stopServer(s)
	until(t, "both have noticed", func() bool { return a.Ping(testContext(t)) != nil && b.Ping(testContext(t)) != nil })
	for range 100 {
		a.Bus().Publish("lobby", event.Event{Kind: "lost"}) // does not block
	}
	startServer(t, at)
	heard := map[string]bool{}
	for !heard["a"] || !heard["b"] {
		heard[take(t, gaps, "a gap")] = true
	}
	if heard["cancelled"] {
		t.Error("a receiver was called after it was cancelled")
	}
	until(t, "events come again", func() bool {
		a.Bus().Publish("lobby", event.Event{Kind: "new"})
		return got.Load() > 0
	})
}

func TestASlowListenerHearsOfTheGap(t *testing.T) {
	url := startServer(t, serverAt{}).ClientURL()
	a := openTest(t, Config{URL: url})
	b := openTest(t, Config{URL: url}, func(p *pace) { p.backlog = 16 })
	gaps, goOn := make(chan bool, 100), make(chan bool)
	b.OnGap(func() { gaps <- true })
	var got, last atomic.Int64
	b.Bus().Subscribe("lobby", func(e event.Event) {
		if got.Add(1) == 1 {
			<-goOn
		}
		if e.Kind == "last" {
			last.Add(1)
		}
	})
	for i := range 1000 {
		a.Bus().Publish("lobby", event.Event{Version: i})
	}
	take(t, gaps, "the gap")
	close(goOn)
	until(t, "events come again", func() bool {
		a.Bus().Publish("lobby", event.Event{Kind: "last"})
		return last.Load() > 0
	})
	if n := got.Load() - last.Load(); n >= 1000 {
		t.Errorf("%d events came, none was lost", n)
	}
}

func TestASlowSenderTellsOfTheGap(t *testing.T) {
	url := startServer(t, serverAt{}).ClientURL()
	a := openTest(t, Config{URL: url}, func(p *pace) { p.backlog = 0 })
	b := openTest(t, Config{URL: url})
	gaps := make(chan bool, 100)
	b.OnGap(func() { gaps <- true })
	until(t, "the others hear of the gap", func() bool {
		for range 100 {
			a.Bus().Publish("lobby", event.Event{})
		}
		return len(gaps) > 0
	})
}

func TestEventsStayWithinAnEmbeddedNode(t *testing.T) {
	n := openTest(t, Config{})
	var got []int
	end := n.Bus().Subscribe("lobby", func(e event.Event) { got = append(got, e.Version) })
	n.Bus().Publish("lobby", event.Event{Version: 1})
	end()
	n.Bus().Publish("lobby", event.Event{Version: 2})
	if fmt.Sprint(got) != "[1]" {
		t.Errorf("got %v", got)
	}
}
