package build

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// most is the greatest number of pieces that the tests solve.
func most() int {
	if testing.Short() {
		return 3
	}
	return 4
}

var solvedOnce = sync.OnceValues(func() (*Values, error) { return Solve(context.Background(), most(), 2) })

// solved returns the values of up to so many pieces, found once.
func solved(t testing.TB) *Values {
	t.Helper()
	v, err := solvedOnce()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestKnownCounts compares with the counts of testdata/wdl3.tsv, which come
// from independent programs.
func TestKnownCounts(t *testing.T) {
	v := solved(t)
	data, err := os.ReadFile("testdata/wdl3.tsv")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "slice") {
			continue
		}
		lines++
		b, err := index.ParseBalance(line[:7])
		if err != nil {
			t.Fatal(err)
		}
		w, k := v.Stats(b), v.Stats(b.Mirror())
		got := fmt.Sprintf("%v\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n", b, w.Positions(), w.Wins, w.Draws, w.Losses,
			k.Wins, k.Draws, k.Losses, max(0, w.LongestWin), max(0, w.LongestLoss))
		if got != line {
			t.Errorf("got  %swant %s", got, line)
		}
	}
	if lines != 16 {
		t.Errorf("%d balances compared, want 16", lines)
	}
}

// TestLongestWins compares with lengths known from an independent program.
func TestLongestWins(t *testing.T) {
	v := solved(t)
	for pieces, want := range map[int]int{2: 13, 3: 25, 4: 86} {
		if pieces > most() {
			continue
		}
		longest := 0
		for b := range index.Balances(pieces) {
			s := v.Stats(b)
			longest = max(longest, s.LongestWin, s.LongestLoss)
		}
		if longest != want {
			t.Errorf("%d pieces: the longest win takes %d plies, want %d", pieces, longest, want)
		}
	}
}
