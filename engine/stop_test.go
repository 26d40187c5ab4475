package engine

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// countedContext ends when it has been asked so many times.
type countedContext struct {
	context.Context
	asked, last atomic.Int64
}

func (c *countedContext) Err() error {
	if c.asked.Add(1) > c.last.Load() {
		return context.Canceled
	}
	return nil
}

var stopPositions = []string{
	draughts.StartFEN,
	"W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8",
	"W:WKc1,Ka3,Ke3,Kh2,d2:BKf6,Ka5,Kc7,h6",
}

// TestStopsWithinNodes: a search looks at its context so often that hardly any
// node is searched after that has ended. At a million nodes/s, a quarter of what
// is usual, the bound stands for half a millisecond.
func TestStopsWithinNodes(t *testing.T) {
	for _, fen := range stopPositions {
		p, err := draughts.ParsePosition(fen)
		if err != nil {
			t.Fatal(err)
		}
		for _, times := range []int64{2, 3, 10, 100} {
			ctx := &countedContext{Context: context.Background()}
			ctx.last.Store(times)
			s := newSearch(ctx, New(Options{HashMB: 1}), draughts.NewGame(p, draughts.FMJD64), Limits{NoTables: true})
			s.run([]*worker{newWorker()}, func(Info) bool { return true })
			if nodes := s.nodes.Load(); nodes > (times+2)*pollEvery {
				t.Errorf("%s: %d nodes though the context ended the %d. time it was asked", fen, nodes, times+1)
			}
		}
	}
}

// BenchmarkStop measures how long a search goes on after its context has ended:
// the worst of all stops.
func BenchmarkStop(b *testing.B) {
	e := New(Options{HashMB: 16, Threads: 2})
	worst := time.Duration(0)
	for i := 0; b.Loop(); i++ {
		p, err := draughts.ParsePosition(stopPositions[i%len(stopPositions)])
		if err != nil {
			b.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		var ended atomic.Int64
		time.AfterFunc(5*time.Millisecond, func() {
			ended.Store(time.Now().UnixNano())
			cancel()
		})
		for range e.Search(ctx, draughts.NewGame(p, draughts.FMJD64), Limits{}) {
			continue
		}
		cancel()
		if at := ended.Load(); at != 0 {
			worst = max(worst, time.Duration(time.Now().UnixNano()-at))
		}
	}
	b.ReportMetric(float64(worst.Microseconds())/1000, "ms-worst")
}
