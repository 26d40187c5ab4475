package codec

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"
)

const (
	// Any stands for a symbol that does not matter.
	Any = 255
	// MaxSymbols is the greatest number of different symbols of a table.
	MaxSymbols = 255

	precision = 14 // bits of a probability
	total     = 1 << precision
	few       = 3 // with more symbols only the last one is looked at
)

// Model says how probable each symbol is, depending on those before it. It does
// not change and may be shared.
type Model struct {
	symbols int
	row     int
	tables  []table         // by context
	small   [256]smallTable // the same again where there are few symbols
}

// smallTable is a table in a form for fast reading: symbol order[0] takes the
// numbers below low[0], order[1] those from there below low[1].
type smallTable struct {
	low   [2]uint16
	order [3]uint8
}

// table is the probabilities in one context, the most probable symbol first:
// order[i] takes the numbers from low[i] up to low[i+1].
type table struct {
	low   []uint16
	order []uint8
}

// context returns the number of the context of the symbol at place i.
func (m *Model) context(block []uint8, i int) int {
	n := m.symbols
	before := func(d int) int {
		if i < d {
			return n
		}
		return int(block[i-d])
	}
	if n > few {
		return before(1)
	}
	return ((before(m.row+1)*(n+1)+before(m.row))*(n+1)+before(2))*(n+1) + before(1)
}

func contexts(symbols int) int {
	if symbols > few {
		return symbols + 1
	}
	square := (symbols + 1) * (symbols + 1)
	return square * square
}

// ErrModel says that bytes are no model.
var ErrModel = errors.New("codec: not a model")

// Train returns a model of a table, given as blocks of symbols less than the
// given number, or [Any]. Row is the distance of the symbol that stands a row
// before, 2 or more; it matters only where there are no more than three symbols.
// Train goes through the blocks three times. Symbols must be 1 to [MaxSymbols].
func Train(symbols, row int, blocks func(yield func([]uint8) bool)) *Model {
	m := &Model{symbols: symbols, row: row}
	// First as if what does not matter were like the symbol before it, then with
	// what is cheap in its place, then with what is cheap by that.
	counts := m.count(blocks, nil)
	for range 2 {
		m.setTables(counts)
		counts = m.count(blocks, m.newFiller())
	}
	m.setTables(counts)
	return m
}

// count counts the symbols of each context.
func (m *Model) count(blocks func(yield func([]uint8) bool), f *filler) [][]uint64 {
	counts := make([][]uint64, contexts(m.symbols))
	for i := range counts {
		counts[i] = make([]uint64, m.symbols)
	}
	var buf []uint8
	for block := range blocks {
		buf = append(buf[:0], block...)
		if f != nil {
			f.fill(buf)
		}
		for i, v := range buf {
			if v != Any {
				counts[m.context(buf, i)][v]++
				continue
			}
			buf[i] = 0
			if i > 0 {
				buf[i] = buf[i-1]
			}
		}
	}
	return counts
}

// setTables makes probabilities of counts. Every symbol gets some in every
// context.
func (m *Model) setTables(counts [][]uint64) {
	m.tables = make([]table, len(counts))
	for c, list := range counts {
		var sum uint64
		for _, n := range list {
			sum += n
		}
		freq := make([]int, len(list))
		left := total
		top := 0
		if sum == 0 {
			top = len(list) - 1 // takes no bytes in AppendBinary
		}
		for s, n := range list {
			if sum > 0 {
				freq[s] = int(n * (total - uint64(len(list))) / sum)
			}
			freq[s]++
			left -= freq[s]
			if n > list[top] {
				top = s
			}
		}
		freq[top] += left
		m.tables[c] = newTable(freq)
	}
	m.setSmall()
}

// setSmall makes the tables for fast reading.
func (m *Model) setSmall() {
	if m.symbols > few {
		return
	}
	for c := range m.tables {
		t := &m.tables[c]
		s := smallTable{low: [2]uint16{total, total}}
		copy(s.low[:], t.low[1:])
		copy(s.order[:], t.order)
		m.small[c] = s
	}
}

func newTable(freq []int) table {
	t := table{low: make([]uint16, len(freq)), order: make([]uint8, len(freq))}
	for i := range t.order {
		t.order[i] = uint8(i)
	}
	slices.SortStableFunc(t.order, func(a, b uint8) int { return cmp.Compare(freq[b], freq[a]) })
	low := 0
	for i, s := range t.order {
		t.low[i] = uint16(low)
		low += freq[s]
	}
	return t
}

// freq returns the probabilities by symbol.
func (t *table) freq() []int {
	freq := make([]int, len(t.order))
	for i, s := range t.order {
		freq[s] = t.end(i) - int(t.low[i])
	}
	return freq
}

func (t *table) end(i int) int {
	if i+1 < len(t.low) {
		return int(t.low[i+1])
	}
	return total
}

// AppendBinary appends the model as bytes: the number of symbols, the row and,
// for each context, the probability of each symbol but the last, less 1, all as
// unsigned varints, a run of n zeros being 0 and n-1. It never fails.
func (m *Model) AppendBinary(b []byte) ([]byte, error) {
	b = binary.AppendUvarint(b, uint64(m.symbols))
	b = binary.AppendUvarint(b, uint64(m.row))
	zeros := 0
	flush := func() {
		if zeros > 0 {
			b = binary.AppendUvarint(append(b, 0), uint64(zeros-1))
			zeros = 0
		}
	}
	for i := range m.tables {
		freq := m.tables[i].freq()
		for _, f := range freq[:len(freq)-1] {
			if f == 1 {
				zeros++
				continue
			}
			flush()
			b = binary.AppendUvarint(b, uint64(f-1))
		}
	}
	flush()
	return b, nil
}

// ReadModel reads what [Model.AppendBinary] has written, which must be all of
// b. The error is [ErrModel].
func ReadModel(b []byte) (*Model, error) {
	read := func() (uint64, bool) {
		v, n := binary.Uvarint(b)
		if n <= 0 {
			return 0, false
		}
		b = b[n:]
		return v, true
	}
	symbols, ok1 := read()
	row, ok2 := read()
	if !ok1 || !ok2 || symbols < 1 || symbols > MaxSymbols || row < 2 || row > 1<<30 {
		return nil, ErrModel
	}
	m := &Model{symbols: int(symbols), row: int(row), tables: make([]table, contexts(int(symbols)))}
	var zeros uint64
	for i := range m.tables {
		freq := make([]int, symbols)
		left := total
		for s := range freq[:symbols-1] {
			var f uint64
			if zeros > 0 {
				zeros--
			} else {
				var ok bool
				if f, ok = read(); !ok || f > total {
					return nil, ErrModel
				}
				if f == 0 {
					if zeros, ok = read(); !ok {
						return nil, ErrModel
					}
				}
			}
			freq[s] = int(f) + 1
			left -= freq[s]
		}
		if left < 1 {
			return nil, ErrModel
		}
		freq[symbols-1] = left
		m.tables[i] = newTable(freq)
	}
	if zeros != 0 || len(b) != 0 {
		return nil, ErrModel
	}
	m.setSmall()
	return m, nil
}

// Symbols returns the number of different symbols.
func (m *Model) Symbols() int { return m.symbols }
