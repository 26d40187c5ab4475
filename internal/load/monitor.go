package load

import (
	"sync/atomic"
	"time"
)

// Monitor watches a run with heartbeats from outside.
type Monitor struct{ run atomic.Pointer[runner] }

// Behind tells of each game that has not come on its way since a moment why: a
// move sent before is not acknowledged or has not come to the opponent, a
// spectator has not heard of one, or somebody has no connection that has answered
// since then.
func (m *Monitor) Behind(since time.Time) []string {
	r := m.run.Load()
	if r == nil {
		return nil
	}
	r.mu.Lock()
	games := r.games
	r.mu.Unlock()
	var list []string
	for _, g := range games {
		if why := g.behind(since, time.Now()); why != "" {
			list = append(list, why)
		}
	}
	return list
}
