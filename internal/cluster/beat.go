package cluster

import (
	"encoding/json"
	"time"

	"github.com/nats-io/nats.go"
)

// beatSubject is where every node shows that its events come through. Two servers
// that have lost each other break no node's connection, and still events are lost
// between their nodes: then beats are lost too.
const beatSubject = "bolshak.beat"

// beatEvery is the time between the beats of a node.
const beatEvery = 200 * time.Millisecond

// beat is a sign of life: the N-th of a run of a node.
type beat struct {
	Run string `json:"run"`
	N   uint64 `json:"n"`
}

// beats are the last beats heard of each run; those silent for longer than
// beatsFor are forgotten. One goroutine uses it.
type beats map[string]lastBeat

type lastBeat struct {
	n  uint64
	at time.Time
}

const beatsFor = 10 * time.Minute

// hear takes a beat and reports whether others of its run, and events with them,
// were lost. Of a run that is new, what came before counts as lost.
func (b beats) hear(m *nats.Msg, now time.Time) (lost bool) {
	var heard beat
	if json.Unmarshal(m.Data, &heard) != nil {
		return false
	}
	lost = heard.N != b[heard.Run].n+1
	b[heard.Run] = lastBeat{heard.N, now}
	if lost { // a good moment, and a rare one
		for run, l := range b {
			if now.Sub(l.at) > beatsFor {
				delete(b, run)
			}
		}
	}
	return lost
}
