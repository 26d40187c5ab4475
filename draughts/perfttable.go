package draughts

import "sync"

// perftKey is a whole position, a depth and what is counted in 128 bits.
type perftKey struct{ a, b uint64 }

func perftKeyOf(own, opp, kings ghost, turn Color, depth int, orders bool) perftKey {
	k := perftKey{
		a: uint64(own)<<28 | uint64(opp)>>8,
		b: uint64(opp)&0xff | uint64(kings)<<8 | uint64(turn)<<44 | uint64(depth)<<46,
	}
	if orders {
		k.b |= 1 << 45
	}
	return k
}

// PerftTable keeps counts that [Perft] has made, for any number of calls and
// goroutines. A bucket has two entries: the first keeps the deeper count, the
// second the latest.
type PerftTable struct {
	buckets [][2]perftEntry
	locks   [1 << 12]sync.Mutex
}

type perftEntry struct {
	key   perftKey
	nodes uint64
}

func (e *perftEntry) depth() int { return int(e.key.b >> 46) }

// NewPerftTable returns a table of so many MiB, at least one bucket.
func NewPerftTable(mb int) *PerftTable {
	const bucketSize = 48
	return &PerftTable{buckets: make([][2]perftEntry, max(1, mb<<20/bucketSize))}
}

// lock returns the bucket of a key, locked.
func (t *PerftTable) lock(k perftKey) (*[2]perftEntry, *sync.Mutex) {
	h := (k.a ^ k.b*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93
	h = (h ^ h>>32) * 0xd6e8feb86659fd93
	i := h % uint64(len(t.buckets))
	l := &t.locks[i%uint64(len(t.locks))]
	l.Lock()
	return &t.buckets[i], l
}

func (t *PerftTable) get(k perftKey) (nodes uint64, ok bool) {
	b, l := t.lock(k)
	defer l.Unlock()
	for i := range b {
		if b[i].key == k {
			return b[i].nodes, true
		}
	}
	return 0, false
}

func (t *PerftTable) put(k perftKey, depth int, nodes uint64) {
	b, l := t.lock(k)
	defer l.Unlock()
	i := 1
	if depth >= b[0].depth() {
		i = 0
	}
	b[i] = perftEntry{k, nodes}
}
