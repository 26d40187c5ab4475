package engine

import "github.com/bolshak-draughts/bolshak/draughts"

// bound says what a stored score is: the score itself, or only known to be at
// least or at most so much.
type bound uint8

const (
	exact bound = iota + 1
	atLeast
	atMost
)

// entry is what is known of a position.
type entry struct {
	key   uint64
	move  draughts.Move
	score int16
	depth int8
	bound bound
}

// table is the transposition table: one entry for each index, the deeper or the
// newer kept.
type table struct {
	entries []entry
}

func newTable(mb int) *table {
	const entrySize = 24
	return &table{entries: make([]entry, mb<<20/entrySize)}
}

func (t *table) at(key uint64) *entry { return &t.entries[key%uint64(len(t.entries))] }

// get returns the entry of a key, nil if there is none. Scores of proven wins
// are stored as seen from the position, so ply turns them back to the root's.
func (t *table) get(key uint64, ply int) (e entry, ok bool) {
	e = *t.at(key)
	if e.bound == 0 || e.key != key {
		return entry{}, false
	}
	switch s := Score(e.score); {
	case s >= winBound:
		e.score -= int16(ply)
	case s <= -winBound:
		e.score += int16(ply)
	}
	return e, true
}

func (t *table) put(key uint64, ply, depth int, score Score, b bound, m draughts.Move) {
	e := t.at(key)
	if e.key == key && int(e.depth) > depth && b != exact {
		return
	}
	switch {
	case score >= winBound:
		score += Score(ply)
	case score <= -winBound:
		score -= Score(ply)
	}
	*e = entry{key: key, move: m, score: int16(score), depth: int8(depth), bound: b}
}
