package build

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"math/bits"

	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// ErrPart says that a part is none, or that bytes are not the values of it.
var ErrPart = errors.New("not a part of a table")

// The values of a part travel as blocks, in the order of its slices, those of
// each slice before those of its mirror. Numbers are little-endian.
//
//	8   "bolshprt"
//	    blocks, each of partBlock values but for the last:
//	4   length of what follows the checksum
//	4   CRC-32C of the number of the block (4 bytes) and of what follows
//	    the values, deflated: a byte each, or without lengths two bits
const (
	partMagic = "bolshprt"
	partBlock = 1 << 16
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func partSum(block uint32, data []byte) uint32 {
	return crc32.Update(crc32.Checksum(binary.LittleEndian.AppendUint32(nil, block), castagnoli), castagnoli, data)
}

// span is neighbouring positions of a table.
type span struct {
	table    *table
	from, to uint64
}

// spans returns where the values of a part stand in the tables of a balance and
// its mirror, in the order in which they travel.
func (v *Values) spans(b index.Balance, slices [][]uint32) iter.Seq[span] {
	mirror := b.Mirror()
	size := b.SliceSize()
	return func(yield func(span) bool) {
		for _, level := range slices {
			for _, slice := range level {
				from := uint64(slice) * size
				if !yield(span{v.table(b), from, from + size}) {
					return
				}
				white, black := b.Slice(uint64(slice))
				turned := mirror.SliceOf(bits.Reverse32(black), bits.Reverse32(white))
				if mirror == b && turned == uint64(slice) {
					continue
				}
				if from = turned * size; !yield(span{v.table(mirror), from, from + size}) {
					return
				}
			}
		}
	}
}

// clear makes all values of slices draws.
func (v *Values) clear(b index.Balance, slices [][]uint32) {
	for s := range v.spans(b, slices) {
		s.table.clear(s.from, s.to)
	}
}

// writePart writes the values of slices.
func (v *Values) writePart(w io.Writer, b index.Balance, slices [][]uint32) error {
	out := partWriter{to: w, lengths: v.table(b).codes != nil}
	if _, err := io.WriteString(w, partMagic); err != nil {
		return err
	}
	for s := range v.spans(b, slices) {
		for i := s.from; i < s.to; i++ {
			if out.codes = append(out.codes, s.table.at(i)); len(out.codes) == partBlock {
				if err := out.flush(); err != nil {
					return err
				}
			}
		}
	}
	return out.flush()
}

type partWriter struct {
	to      io.Writer
	lengths bool
	codes   []Code
	block   uint32
	packed  bytes.Buffer
	deflate *flate.Writer
}

func (w *partWriter) flush() error {
	if len(w.codes) == 0 {
		return nil
	}
	raw := make([]byte, 0, partBlock)
	if w.lengths {
		for _, c := range w.codes {
			raw = append(raw, byte(c))
		}
	} else {
		raw = raw[:(len(w.codes)+3)/4]
		for i, c := range w.codes {
			raw[i/4] |= byte(c) << (i % 4 * 2)
		}
	}
	w.packed.Reset()
	w.packed.Write(make([]byte, 8))
	if w.deflate == nil {
		w.deflate, _ = flate.NewWriter(nil, flate.BestSpeed) // a level that there is
	}
	w.deflate.Reset(&w.packed)
	// Writing to a buffer does not fail.
	_, _ = w.deflate.Write(raw)
	_ = w.deflate.Close()
	data := w.packed.Bytes()
	binary.LittleEndian.PutUint32(data, uint32(len(data)-8))
	binary.LittleEndian.PutUint32(data[4:], partSum(w.block, data[8:]))
	w.block++
	w.codes = w.codes[:0]
	_, err := w.to.Write(data)
	return err
}

// readPart reads what writePart has written into the tables, whose values there
// must be draws as yet. The error is [ErrPart], or that of the reader.
func (v *Values) readPart(r io.Reader, b index.Balance, slices [][]uint32) error {
	in := partReader{from: bufio.NewReaderSize(r, 1<<16), lengths: v.table(b).codes != nil}
	var head [len(partMagic)]byte
	if _, err := io.ReadFull(in.from, head[:]); err != nil || string(head[:]) != partMagic {
		return fmt.Errorf("%w: no head", errors.Join(ErrPart, err))
	}
	for s := range v.spans(b, slices) {
		in.left += s.to - s.from
	}
	for s := range v.spans(b, slices) {
		out := writer{table: s.table, at: s.from}
		for out.at < s.to {
			c, err := in.next()
			if err != nil {
				return err
			}
			out.add(c, false)
		}
		out.flush()
	}
	if _, err := in.from.ReadByte(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: more than it should be", errors.Join(ErrPart, err))
	}
	return nil
}

type partReader struct {
	from    *bufio.Reader
	lengths bool
	left    uint64 // values in blocks yet to come
	codes   []Code // the rest of the present block
	block   uint32
	data    []byte
	raw     [partBlock]byte
	buffer  [partBlock]Code
}

func (r *partReader) next() (Code, error) {
	if len(r.codes) == 0 {
		if err := r.read(); err != nil {
			return draw, err
		}
	}
	c := r.codes[0]
	r.codes = r.codes[1:]
	return c, nil
}

// read reads the next block.
func (r *partReader) read() error {
	fault := func(what string, err error) error {
		return fmt.Errorf("%w: block %d: %s", errors.Join(ErrPart, err), r.block, what)
	}
	var head [8]byte
	if _, err := io.ReadFull(r.from, head[:]); err != nil {
		return fault("cut off", err)
	}
	length := binary.LittleEndian.Uint32(head[:])
	if length > 2*partBlock {
		return fault("too long", nil)
	}
	r.data = append(r.data[:0], make([]byte, length)...)
	if _, err := io.ReadFull(r.from, r.data); err != nil {
		return fault("cut off", err)
	}
	if partSum(r.block, r.data) != binary.LittleEndian.Uint32(head[4:]) {
		return fault("checksum", nil)
	}
	n := int(min(r.left, partBlock))
	raw := r.raw[:n]
	if !r.lengths {
		raw = raw[:(n+3)/4]
	}
	if _, err := io.ReadFull(flate.NewReader(bytes.NewReader(r.data)), raw); err != nil {
		return fault("unpacking", err)
	}
	r.codes = r.buffer[:n]
	for i := range r.codes {
		if r.lengths {
			r.codes[i] = Code(raw[i])
			continue
		}
		if r.codes[i] = Code(raw[i/4] >> (i % 4 * 2) & 3); r.codes[i] > won {
			return fault("a value that is none", nil)
		}
	}
	r.left -= uint64(n)
	r.block++
	return nil
}
