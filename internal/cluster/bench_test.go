package cluster

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/server/event"
)

// BenchmarkOpen measures how long an embedded node takes to start and end.
func BenchmarkOpen(b *testing.B) {
	var opening time.Duration
	for b.Loop() {
		start := time.Now()
		n, err := Open(context.Background(), Config{})
		if err != nil {
			b.Fatal(err)
		}
		opening += time.Since(start)
		n.Close()
	}
	b.ReportMetric(float64(opening.Microseconds())/float64(b.N)/1000, "ms/open")
}

// BenchmarkJob measures the way of a job in an idle embedded system: from Submit
// to the handler, and to the result.
func BenchmarkJob(b *testing.B) {
	n, err := Open(context.Background(), Config{})
	if err != nil {
		b.Fatal(err)
	}
	defer n.Close()
	began := make(chan time.Time, 1)
	_, err = n.Work(context.Background(), Worker{Slots: 2, Handlers: map[Kind]Handler{Move: func(context.Context, *Task) ([]byte, error) {
		began <- time.Now()
		return nil, nil
	}}})
	if err != nil {
		b.Fatal(err)
	}
	var waited, worst time.Duration
	i := 0
	for b.Loop() {
		i++
		start := time.Now()
		k, err := n.Submit(context.Background(), Job{ID: fmt.Sprint(i), Kind: Move, Priority: High}, Follow{})
		if err != nil {
			b.Fatal(err)
		}
		d := (<-began).Sub(start)
		waited += d
		worst = max(worst, d)
		if _, err := k.Wait(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(waited.Microseconds())/float64(b.N), "µs/start")
	b.ReportMetric(float64(worst.Microseconds())/1000, "ms/worst-start")
}

// BenchmarkJobs measures many jobs at once.
func BenchmarkJobs(b *testing.B) {
	n, err := Open(context.Background(), Config{})
	if err != nil {
		b.Fatal(err)
	}
	defer n.Close()
	if _, err := n.Work(context.Background(), Worker{Slots: 4, Handlers: map[Kind]Handler{Move: echo}}); err != nil {
		b.Fatal(err)
	}
	places := make(chan bool, 100)
	i := 0
	for b.Loop() {
		i++
		places <- true
		_, err := n.Submit(context.Background(), Job{ID: fmt.Sprint(i), Kind: Move}, Follow{Done: func([]byte) error { <-places; return nil }})
		if err != nil {
			b.Fatal(err)
		}
	}
	for range cap(places) {
		places <- true
	}
}

// BenchmarkEvents measures events from one node to another, in windows of 1000.
func BenchmarkEvents(b *testing.B) {
	url := startServer(b, serverAt{}).ClientURL()
	from, to := openTest(b, Config{URL: url}), openTest(b, Config{URL: url})
	e := event.Event{Kind: "update", Game: "abcdefgh", From: 1, Version: 2, All: make([]byte, 400)}
	window := make(chan bool, 1000)
	to.Bus().Subscribe("game.abcdefgh", func(event.Event) { <-window })
	for b.Loop() {
		window <- true
		from.Bus().Publish("game.abcdefgh", e)
	}
	for range cap(window) {
		window <- true
	}
}

// BenchmarkLocalEvents measures events within an embedded node.
func BenchmarkLocalEvents(b *testing.B) {
	n := openTest(b, Config{})
	e := event.Event{Kind: "update", All: make([]byte, 400)}
	got := 0
	n.Bus().Subscribe("game.abcdefgh", func(event.Event) { got++ })
	for b.Loop() {
		n.Bus().Publish("game.abcdefgh", e)
	}
}
