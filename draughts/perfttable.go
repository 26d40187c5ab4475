package draughts

import "sync"

// perftKey is a whole position and a depth in 128 bits.
type perftKey struct{ a, b uint64 }

func perftKeyOf(own, opp, kings ghost, turn Color, depth int) perftKey {
	return perftKey{
		a: uint64(own)<<28 | uint64(opp)>>8,
		b: uint64(opp)&0xff | uint64(kings)<<8 | uint64(turn)<<44 | uint64(depth)<<45,
	}
}

// perftTable keeps counts already made. A bucket has two entries: the first
// keeps the deeper count, the second the latest.
type perftTable struct {
	buckets [][2]perftEntry
	locks   [1 << 12]sync.Mutex
}

type perftEntry struct {
	key   perftKey
	nodes uint64
}

func (e *perftEntry) depth() int { return int(e.key.b >> 45) }

func newPerftTable(mb int) *perftTable {
	const bucketSize = 48
	return &perftTable{buckets: make([][2]perftEntry, max(1, mb<<20/bucketSize))}
}

// lock returns the bucket of a key, locked.
func (t *perftTable) lock(k perftKey) (*[2]perftEntry, *sync.Mutex) {
	h := (k.a ^ k.b*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93
	h = (h ^ h>>32) * 0xd6e8feb86659fd93
	i := h % uint64(len(t.buckets))
	l := &t.locks[i%uint64(len(t.locks))]
	l.Lock()
	return &t.buckets[i], l
}

func (t *perftTable) get(k perftKey) (nodes uint64, ok bool) {
	b, l := t.lock(k)
	defer l.Unlock()
	for i := range b {
		if b[i].key == k {
			return b[i].nodes, true
		}
	}
	return 0, false
}

func (t *perftTable) put(k perftKey, depth int, nodes uint64) {
	b, l := t.lock(k)
	defer l.Unlock()
	i := 1
	if depth >= b[0].depth() {
		i = 0
	}
	b[i] = perftEntry{k, nodes}
}
