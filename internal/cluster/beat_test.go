package cluster

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// TestBeats: a beat that does not follow the last one of its run tells that some
// were lost, and events perhaps with them.
func TestBeats(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	b := beats{}
	for i, step := range []struct {
		run  string
		n    uint64
		lost bool
	}{
		{"a", 1, false}, // its first: nothing came before
		{"a", 2, false},
		{"b", 7, true}, // it ran before this node heard it
		{"b", 8, false},
		{"a", 3, false},
		{"a", 5, true},
		{"a", 6, false},
		{"b", 9, false},
		{"a2", 1, false}, // started anew
	} {
		data, err := json.Marshal(beat{Run: step.run, N: step.n})
		if err != nil {
			t.Fatal(err)
		}
		if lost := b.hear(&nats.Msg{Data: data}, now); lost != step.lost {
			t.Errorf("step %d, beat %d of %s: lost %v, want %v", i, step.n, step.run, lost, step.lost)
		}
	}
	if b.hear(&nats.Msg{Data: []byte("noise")}, now) {
		t.Error("noise is no beat")
	}
	now = now.Add(beatsFor + time.Second)
	data, err := json.Marshal(beat{Run: "c", N: 4})
	if err != nil {
		t.Fatal(err)
	}
	if b.hear(&nats.Msg{Data: data}, now); len(b) != 1 {
		t.Errorf("%d runs are kept, want the last one alone", len(b))
	}
}
