package load

import (
	"slices"
	"sync"
	"time"
)

// latencies collects durations.
type latencies struct {
	mu  sync.Mutex
	all []time.Duration
}

func (l *latencies) add(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, d)
}

func (l *latencies) reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = nil
}

// percentiles returns the median, the 99th percentile and the maximum.
func (l *latencies) percentiles() (p50, p99, most time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.all) == 0 {
		return 0, 0, 0
	}
	slices.Sort(l.all)
	at := func(share float64) time.Duration { return l.all[min(int(share*float64(len(l.all))), len(l.all)-1)] }
	return at(0.5), at(0.99), l.all[len(l.all)-1]
}
