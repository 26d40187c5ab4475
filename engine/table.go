package engine

import "sync/atomic"

// bound says what a stored score is: the score itself, or only known to be at
// least or at most so much.
type bound uint8

const (
	atLeast bound = 1
	atMost  bound = 2
	exact         = atLeast | atMost
)

// noMove stands for no stored move.
const noMove = 0xff

// entry is what is known of a position. The move is its place in the order of
// draughts.Position.AppendMoves, which depends on the position alone.
type entry struct {
	score int16
	depth int8
	bound bound
	move  uint8
}

func (e entry) pack(age uint8) uint64 {
	return uint64(uint16(e.score)) | uint64(uint8(e.depth))<<16 | uint64(e.bound)<<24 | uint64(e.move)<<32 | uint64(age)<<40
}

func unpack(data uint64) (e entry, age uint8) {
	return entry{
		score: int16(data), depth: int8(data >> 16), bound: bound(data >> 24 & 3), move: uint8(data >> 32),
	}, uint8(data >> 40)
}

// table is the transposition table, shared by all threads without locks: a slot
// holds its data and the key exclusive-or the data, so that a slot written by
// two threads at once fits no key (R. Hyatt and T. Mann, 'A lock-less
// transposition table implementation for parallel search', 2002). Four slots
// make a bucket, one cache line.
type table struct {
	slots []slot
	mask  uint64
	age   uint8
}

type slot struct{ check, data atomic.Uint64 }

const bucketSize = 4

// newTable returns a table of at most so many MiB, a power of two in buckets.
func newTable(mb int) *table {
	buckets := 1
	for buckets*2*bucketSize*16 <= mb<<20 {
		buckets *= 2
	}
	t := &table{mask: uint64(buckets - 1)}
	t.slots = newSlots(t, buckets*bucketSize)
	return t
}

func (t *table) bucket(key uint64) []slot {
	i := (key >> 20 & t.mask) * bucketSize
	return t.slots[i : i+bucketSize : i+bucketSize]
}

// get returns what is known of a key. Scores of proven wins are stored as seen
// from the position; ply turns them to the root's.
func (t *table) get(key uint64, ply int) (entry, bool) {
	b := t.bucket(key)
	for i := range b {
		data := b[i].data.Load()
		if b[i].check.Load()^data != key || data == 0 {
			continue
		}
		e, _ := unpack(data)
		switch s := Score(e.score); {
		case s >= winBound:
			e.score -= int16(ply)
		case s <= -winBound:
			e.score += int16(ply)
		}
		return e, true
	}
	return entry{move: noMove}, false
}

// put stores what is known of a key in the slot of that key, else in the one
// that is worth least: from an older search, then less deep.
func (t *table) put(key uint64, ply int, e entry) {
	switch s := Score(e.score); {
	case s >= winBound:
		e.score += int16(ply)
	case s <= -winBound:
		e.score -= int16(ply)
	}
	b := t.bucket(key)
	worst, worth := 0, 1<<20
	for i := range b {
		data := b[i].data.Load()
		old, age := unpack(data)
		if data != 0 && b[i].check.Load()^data == key {
			if e.bound != exact && int(old.depth) > int(e.depth)+3 && age == t.age {
				return
			}
			if e.move == noMove {
				e.move = old.move
			}
			worst = i
			break
		}
		w := int(old.depth)
		if data == 0 {
			w = -1 << 20
		} else if age != t.age {
			w -= 256
		}
		if w < worth {
			worst, worth = i, w
		}
	}
	data := e.pack(t.age)
	b[worst].data.Store(data)
	b[worst].check.Store(key ^ data)
}

// clear forgets everything.
func (t *table) clear() {
	for i := range t.slots {
		t.slots[i].data.Store(0)
		t.slots[i].check.Store(0)
	}
	t.age = 0
}

// full returns how much of the table the present search has filled, in
// thousandths, from a sample.
func (t *table) full() int {
	n, sample := 0, min(1000, len(t.slots))
	for i := range sample {
		data := t.slots[i].data.Load()
		if _, age := unpack(data); data != 0 && age == t.age {
			n++
		}
	}
	return n * 1000 / sample
}
