package limit

import (
	"fmt"
	"testing"
	"time"
)

func TestKeyed(t *testing.T) {
	now := time.Unix(1000, 0)
	k := NewKeyed(1, 2, 10)
	steps := []struct {
		after time.Duration
		key   string
		want  bool
	}{
		{0, "a", true}, {0, "a", true}, {0, "a", false}, {0, "b", true},
		{time.Second, "a", true}, {0, "a", false}, {time.Hour, "a", true}, {0, "a", true}, {0, "a", false},
	}
	for i, s := range steps {
		now = now.Add(s.after)
		if got := k.Allow(s.key, now); got != s.want {
			t.Errorf("step %d: %s allowed %v, want %v", i, s.key, got, s.want)
		}
	}
}

func TestKeyedIsBounded(t *testing.T) {
	now := time.Unix(1000, 0)
	k := NewKeyed(0.001, 1, 10)
	for i := range 1000 {
		now = now.Add(time.Millisecond)
		if !k.Allow(fmt.Sprint(i), now) {
			t.Fatalf("%d: the first time is refused", i)
		}
		if k.Len() > 10 {
			t.Fatalf("%d keys are remembered", k.Len())
		}
	}
	if k.Allow("999", now) {
		t.Error("the last key was forgotten")
	}
}
