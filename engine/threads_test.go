package engine_test

import (
	"context"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/opening"
)

// BenchmarkThreads compares two threads with one: how many times as many nodes
// they search in a second, and how many times as soon they come to a depth. What
// both threads search in vain makes the second number the smaller one.
func BenchmarkThreads(b *testing.B) {
	const depth, step = 18, 20
	run := func(threads int) (took time.Duration, nodes int64) {
		e := engine.New(engine.Options{HashMB: 64, Threads: threads})
		for i, entry := range opening.FMJD64.Entries() {
			if i%step != 0 {
				continue
			}
			e.NewGame()
			began := time.Now()
			info, err := e.Best(context.Background(), entry.Game(draughts.FMJD64), engine.Limits{Depth: depth})
			if err != nil {
				b.Fatal(err)
			}
			took += time.Since(began)
			nodes += info.Nodes
		}
		return took, nodes
	}
	var one, two time.Duration
	var nodesOne, nodesTwo int64
	for b.Loop() {
		took, nodes := run(1)
		one, nodesOne = one+took, nodesOne+nodes
		took, nodes = run(2)
		two, nodesTwo = two+took, nodesTwo+nodes
	}
	sooner := one.Seconds() / two.Seconds()
	b.ReportMetric(sooner, "times-sooner")
	b.ReportMetric(sooner*float64(nodesTwo)/float64(nodesOne), "times-nodes/s")
}
