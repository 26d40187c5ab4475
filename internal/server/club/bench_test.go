package club

import (
	"runtime"
	"testing"
)

// BenchmarkGameInMemory reports how much memory a game takes that is played
// now; games that nobody has touched for two minutes take none.
func BenchmarkGameInMemory(b *testing.B) {
	c := newTestClub(b)
	white, black := c.guest(), c.guest()
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	for b.Loop() {
		game := c.seat(white, black, terms("blitz"))
		c.play(game, "c3-d4", "d6-c5", "b2-c3", "f6-g5", "c3-b4", "g5-h4", "b4:d6", "e7:c5")
	}
	b.ReportMetric(float64(int64(heap())-int64(before))/float64(b.N), "B/game")
	runtime.KeepAlive(c)
}

// BenchmarkAct is a move with its commit, one after the other.
func BenchmarkAct(b *testing.B) {
	c := newTestClub(b)
	white, black := c.guest(), c.guest()
	line := []string{"c3-d4", "d6-c5", "b2-c3", "f6-g5", "c3-b4", "g5-h4", "b4:d6", "e7:c5"}
	game, ply := "", len(line)
	for b.Loop() {
		if ply == len(line) {
			b.StopTimer()
			game, ply = c.seat(white, black, terms("blitz")), 0
			b.StartTimer()
		}
		c.play(game, line[ply])
		ply++
	}
}
