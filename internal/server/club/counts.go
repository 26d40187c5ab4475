package club

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/server/live"
)

// Counts are what has happened since the process began, for metrics.
type Counts struct {
	Started atomic.Int64 // games
	Stale   atomic.Int64 // changes that were tried again because another was first

	mu sync.Mutex
	// Actions by type and by whether they were carried out; Ends by reason.
	actions map[ActionCount]int64
	ends    map[string]int64
	// observe is told how long each action took, with its commit.
	observe func(time.Duration)
}

// ActionCount is a kind of action and what became of it.
type ActionCount struct {
	Type    string
	Refused bool
}

func (n *Counts) acted(t live.Type, took time.Duration, err error) {
	if !known[t] {
		t = "other" // what a client makes up is no label
	}
	n.mu.Lock()
	if n.actions == nil {
		n.actions = map[ActionCount]int64{}
	}
	n.actions[ActionCount{string(t), err != nil}]++
	observe := n.observe
	n.mu.Unlock()
	if observe != nil && err == nil {
		observe(took)
	}
}

var known = map[live.Type]bool{
	live.DoMove: true, live.DoResign: true, live.DoDrawOffer: true, live.DoDrawAccept: true, live.DoDrawDecline: true,
	live.DoTakebackOffer: true, live.DoTakebackAccept: true, live.DoTakebackDecline: true, live.DoAbort: true, live.DoClaim: true,
	live.DoAddTime: true, live.DoRematchOffer: true, live.DoRematchAccept: true, live.DoRematchDecline: true, live.DoFlag: true,
}

func (n *Counts) finished(s live.State) {
	reason := "aborted"
	if s.Status == live.StatusOver {
		reason = s.Outcome.Reason.Code()
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.ends == nil {
		n.ends = map[string]int64{}
	}
	n.ends[reason]++
}

// Observe lets f be told how long each action took.
func (n *Counts) Observe(f func(time.Duration)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.observe = f
}

// Each calls the functions for every count.
func (n *Counts) Each(action func(ActionCount, int64), end func(reason string, games int64)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for a, count := range n.actions {
		action(a, count)
	}
	for reason, count := range n.ends {
		end(reason, count)
	}
}

// Counts returns the club's counts.
func (c *Club) Counts() *Counts { return &c.counts }
