package build

import (
	"math/bits"
	"sync/atomic"

	"github.com/bolshak-draughts/bolshak/endgame/file"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// table is the values of a balance by number: with lengths a byte each, else
// two bits each, draw, lost and won as the codes 0, 1 and 2.
type table struct {
	size    uint64
	numbers *index.Numbering
	codes   []Code
	pairs   []uint64 // 32 values a word, the first in the lowest bits
	// takes has a bit for each position in which the side to move has a capture.
	// It is there until the table has been packed.
	takes []uint64
}

// won is the code of a win of which no length is kept; that of a loss is lost.
const won Code = 2

// newTable returns a table of draws.
func newTable(b index.Balance, lengths bool) *table {
	t := &table{size: b.Size(), numbers: b.Numbering()}
	if lengths {
		t.codes = make([]Code, t.size)
	} else {
		t.pairs = make([]uint64, (t.size+31)/32)
	}
	return t
}

// tableBytes returns what a table of so many positions takes.
func tableBytes(positions uint64, lengths bool) int64 {
	if lengths {
		return int64(positions)
	}
	return int64((positions + 31) / 32 * 8)
}

// at returns the value of position i. Without lengths others may be writing
// other positions meanwhile.
func (t *table) at(i uint64) Code {
	if t.codes != nil {
		return t.codes[i]
	}
	return Code(atomic.LoadUint64(&t.pairs[i>>5]) >> (i & 31 * 2) & 3)
}

// result returns the code without its length.
func (c Code) result() Code {
	switch {
	case c.Win():
		return won
	case c.Loss():
		return lost
	}
	return draw
}

// writer writes the values of neighbouring positions to a table in which they
// are draws as yet. Several may write to different places of one table.
type writer struct {
	table *table
	at    uint64
	pairs uint64 // of the present word
	takes uint64
}

// add writes the next value, and where the table wants to know it, whether there
// is a capture.
func (w *writer) add(c Code, takes bool) {
	if w.table.codes != nil {
		w.table.codes[w.at] = c
	} else {
		w.pairs |= uint64(c) << (w.at & 31 * 2)
	}
	if takes {
		w.takes |= 1 << (w.at & 63)
	}
	if w.at++; w.at&31 == 0 {
		w.flush()
	}
}

// flush writes what is left; the last words may belong to the next writer too.
func (w *writer) flush() {
	if w.pairs != 0 {
		atomic.OrUint64(&w.table.pairs[(w.at-1)>>5], w.pairs)
		w.pairs = 0
	}
	if w.takes != 0 && w.table.takes != nil {
		atomic.OrUint64(&w.table.takes[(w.at-1)>>6], w.takes)
	}
	w.takes = 0
}

// clear makes draws of the values from from to before to. Others may be writing
// other positions meanwhile.
func (t *table) clear(from, to uint64) {
	if t.codes != nil {
		clear(t.codes[from:to])
		return
	}
	for from < to {
		end := min(to, (from|31)+1)
		mask := ^uint64(0) >> (64 - 2*(end-from)) << (from & 31 * 2)
		atomic.AndUint64(&t.pairs[from>>5], ^mask)
		from = end
	}
}

// wantCaptures lets the table know where there are captures.
func (t *table) wantCaptures() { t.takes = make([]uint64, (t.size+63)/64) }

// captures reports whether there is a capture in position i, of a table that
// knows.
func (t *table) captures(i uint64) bool { return t.takes[i>>6]>>(i&63)&1 != 0 }

// stats returns the statistics of a table.
func (t *table) stats() file.Stats {
	if t.codes != nil {
		return Count(t.codes)
	}
	const low = 0x5555_5555_5555_5555
	s := file.Stats{LongestWin: file.NoLengths, LongestLoss: file.NoLengths}
	for _, w := range t.pairs {
		s.Losses += uint64(bits.OnesCount64(w & low))
		s.Wins += uint64(bits.OnesCount64(w &^ low))
	}
	s.Draws = t.size - s.Wins - s.Losses
	if s.Wins == 0 {
		s.LongestWin = -1
	}
	if s.Losses == 0 {
		s.LongestLoss = -1
	}
	return s
}
