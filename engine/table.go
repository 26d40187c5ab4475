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
const noMove = 0x7f

// entry is what is known of a position. The move is its place in the order of
// draughts.Position.AppendMoves, which depends on the position alone.
type entry struct {
	score int16
	depth int8 // 0 to 127
	bound bound
	move  uint8 // 0 to 126, or noMove
}

// ends reports whether a stored score decides a search with this window.
func (e entry) ends(alpha, beta Score) bool {
	switch score := Score(e.score); e.bound {
	case exact:
		return true
	case atLeast:
		return score >= beta
	case atMost:
		return score <= alpha
	}
	return false
}

// slot is an entry with its age and the part of the key that tells it from
// others, in one word, so that threads can share it without locks:
//
//	score 16, move 7, depth 7, bound 2, age 4, check 28 bits
//
// The check and the place in the table are different parts of the key. A wrong
// position passes for the right one about once in 30 million look-ups; the
// worst that comes of it is a wrong score, since a stored move is only a place
// in the list of legal moves. An entry has a bound, so an empty slot is zero.
type slot struct{ word atomic.Uint64 }

const (
	checkShift = 36
	ageMask    = 0xf
)

func (e entry) pack(key uint64, age uint8) uint64 {
	return uint64(uint16(e.score)) | uint64(e.move&noMove)<<16 | uint64(uint8(e.depth))<<23 | uint64(e.bound)<<30 |
		uint64(age&ageMask)<<32 | key>>checkShift<<checkShift
}

func unpack(word uint64) entry {
	return entry{score: int16(word), move: uint8(word>>16) & noMove, depth: int8(word >> 23 & 0x7f), bound: bound(word >> 30 & 3)}
}

func wordAge(word uint64) uint8 { return uint8(word>>32) & ageMask }

// table is the transposition table. Eight slots make a bucket, one cache line.
type table struct {
	slots []slot
	mask  uint64
	age   uint8
}

const (
	bucketSize = 8
	slotBytes  = 8
)

// newTable returns a table of at most so many MiB, a power of two in buckets.
func newTable(mb int) *table {
	buckets := 1
	for buckets*2*bucketSize*slotBytes <= mb<<20 {
		buckets *= 2
	}
	t := &table{mask: uint64(buckets - 1)}
	t.slots = newSlots(t, buckets*bucketSize)
	return t
}

func (t *table) bucket(key uint64) *[bucketSize]slot {
	i := (key & t.mask) * bucketSize
	return (*[bucketSize]slot)(t.slots[i:])
}

// get returns what is known of a key. Scores of proven wins are stored as seen
// from the position; ply turns them to the root's.
func (t *table) get(key uint64, ply int) (entry, bool) {
	b := t.bucket(key)
	for i := range b {
		word := b[i].word.Load()
		if (word^key)>>checkShift != 0 || word == 0 {
			continue
		}
		e := unpack(word)
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
		word := b[i].word.Load()
		if word == 0 {
			worst = i
			break
		}
		old, age := unpack(word), wordAge(word)
		if (word^key)>>checkShift == 0 {
			if e.bound != exact && int(old.depth) > int(e.depth)+3 && age == t.age&ageMask {
				return
			}
			if e.move == noMove {
				e.move = old.move
			}
			worst = i
			break
		}
		w := int(old.depth)
		if age != t.age&ageMask {
			w -= 256
		}
		if w < worth {
			worst, worth = i, w
		}
	}
	b[worst].word.Store(e.pack(key, t.age))
}

// clear forgets everything; no search must be under way.
func (t *table) clear() {
	clear(t.slots)
	t.age = 0
}

// full returns how much of the table the present search has filled, in
// thousandths, from a sample.
func (t *table) full() int {
	n, sample := 0, min(1000, len(t.slots))
	for i := range sample {
		if word := t.slots[i].word.Load(); word != 0 && wordAge(word) == t.age&ageMask {
			n++
		}
	}
	return n * 1000 / sample
}
