package codec

import (
	"encoding/binary"
	"errors"
	"slices"
)

// ErrBlock says that bytes are no block of the model, or one of fewer symbols
// than were asked for.
var ErrBlock = errors.New("codec: not a block")

// The state of the coder lies between floor and 1<<32.
const floor = 1 << 16

// Encoder packs blocks by a model. It belongs to one goroutine.
type Encoder struct {
	model  *Model
	filler *filler
	words  []uint16
}

// NewEncoder returns an encoder.
func (m *Model) NewEncoder() *Encoder { return &Encoder{model: m, filler: m.newFiller()} }

// Encode appends a block of symbols to dst and returns it: the last state and
// then the 16-bit words in the order of reading, all little-endian. All symbols
// must be less than the number of the model's symbols, or [Any], which is
// replaced in symbols by what is cheap.
func (e *Encoder) Encode(dst []byte, symbols []uint8) []byte {
	m := e.model
	e.filler.fill(symbols)
	// The decoder pops what the encoder pushed last.
	x := uint32(floor)
	words := e.words[:0]
	for i := len(symbols) - 1; i >= 0; i-- {
		t := &m.tables[m.context(symbols, i)]
		at := slices.Index(t.order, symbols[i])
		low := uint32(t.low[at])
		freq := uint32(t.end(at)) - low
		if uint64(x) >= uint64(freq)<<(32-precision) {
			words = append(words, uint16(x))
			x >>= 16
		}
		x = x/freq<<precision + x%freq + low
	}
	dst = binary.LittleEndian.AppendUint32(dst, x)
	for _, w := range slices.Backward(words) {
		dst = binary.LittleEndian.AppendUint16(dst, w)
	}
	e.words = words
	return dst
}

// Decode reads the first symbols of a block into all of symbols. The error is
// [ErrBlock]. It finds some damage but not all: that is for a checksum.
func (m *Model) Decode(symbols []uint8, block []byte) error {
	if len(block) < 4 {
		return ErrBlock
	}
	x := binary.LittleEndian.Uint32(block)
	block = block[4:]
	if m.symbols > few {
		return m.decodeMany(symbols, block, x)
	}
	n := m.symbols
	base := n + 1
	last, last2, above, above2 := n, n, n, n
	for i := range symbols {
		above2, above = above, n
		if i >= m.row {
			above = int(symbols[i-m.row])
		}
		t := &m.small[(((above2*base+above)*base+last2)*base+last)&255]
		last2 = last
		slot := x & (total - 1)
		switch low := uint32(t.low[0]); {
		case slot < low:
			x = low*(x>>precision) + slot
			last = int(t.order[0])
		case slot < uint32(t.low[1]):
			x = (uint32(t.low[1])-low)*(x>>precision) + slot - low
			last = int(t.order[1])
		default:
			low = uint32(t.low[1])
			x = (total-low)*(x>>precision) + slot - low
			last = int(t.order[2])
		}
		if x < floor {
			if len(block) < 2 {
				return ErrBlock
			}
			x = x<<16 | uint32(binary.LittleEndian.Uint16(block))
			block = block[2:]
		}
		symbols[i] = uint8(last)
	}
	return nil
}

// decodeMany is Decode for models in which only the last symbol counts.
func (m *Model) decodeMany(symbols []uint8, block []byte, x uint32) error {
	last := m.symbols
	for i := range symbols {
		t := &m.tables[last]
		slot := x & (total - 1)
		at := 0
		for at+1 < len(t.low) && slot >= uint32(t.low[at+1]) {
			at++
		}
		low := uint32(t.low[at])
		x = (uint32(t.end(at))-low)*(x>>precision) + slot - low
		if x < floor {
			if len(block) < 2 {
				return ErrBlock
			}
			x = x<<16 | uint32(binary.LittleEndian.Uint16(block))
			block = block[2:]
		}
		last = int(t.order[at])
		symbols[i] = uint8(last)
	}
	return nil
}
