package load

import (
	"strings"
	"testing"
	"time"
)

func TestReportLine(t *testing.T) {
	var l latencies
	for i := range 100 {
		l.add(time.Duration(100-i) * time.Millisecond)
	}
	r := Report{Games: 10, Moves: 101, Acknowledged: 100, Missing: 1}
	r.P50, r.P99, r.Max = l.percentiles()
	if got, want := r.String(), "games 10 moves 101 acknowledged 100 missing 1 p50 51ms p99 100ms max 100ms"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	l.reset()
	if p50, p99, most := l.percentiles(); p50+p99+most != 0 {
		t.Error("nothing has percentiles")
	}
}

func TestOptionsAreChecked(t *testing.T) {
	for _, opt := range []Options{
		{URL: "nonsense", Games: 1, Rate: 1, Time: 1},
		{URL: "ftp://x", Games: 1, Rate: 1, Time: 1},
		{URL: "http://x,", Games: 1, Rate: 1, Time: 1},
		{URL: "http://x", Rate: 1, Time: 1},
		{URL: "http://x", Games: 1, Time: 1},
		{URL: "http://x", Games: 1, Rate: 1},
	} {
		if _, err := Run(t.Context(), opt); err == nil || !strings.Contains(err.Error(), "expected http") && !strings.Contains(err.Error(), "more than 0") {
			t.Errorf("%+v: %v", opt, err)
		}
	}
}
