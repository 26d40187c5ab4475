package file

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/bolshak-draughts/bolshak/endgame/codec"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// BlockSize is the number of positions in a block of the files that [Encode]
// makes: long enough to pack well, short enough to be unpacked for one value.
const BlockSize = 2048

// trainingSymbols is about how many symbols of a table the model is made of. It
// changes the bytes of the files.
const trainingSymbols = 1 << 20

// Encode returns the bytes of a file. The symbols are those of all positions by
// number; codec.Any where the value does not matter. With results, h.Values says
// what the symbols are; with distances the symbols are half the plies, rounded
// down, with changes the plies. The bytes depend on nothing but h and the symbols.
func Encode(h Header, symbols []uint8, workers int) []byte {
	count := len(h.Values)
	if h.Kind != Result {
		for _, s := range symbols {
			if s != codec.Any {
				count = max(count, int(s)+1)
			}
		}
	}
	return EncodeBlocks(h, count, workers, func(block int, dst []uint8) {
		copy(dst, symbols[block*BlockSize:])
	})
}

// EncodeBlocks is [Encode] for symbols, less than count, that are made when they
// are needed: fill writes those of a whole block, the last one being shorter.
// Several goroutines call it at once, and more than once for some blocks.
func EncodeBlocks(h Header, count, workers int, fill func(block int, dst []uint8)) []byte {
	h.BlockSize = BlockSize
	count = max(count, 1)
	size := h.Balance.Size()
	blocks := int((size + BlockSize - 1) / BlockSize)
	block := func(i int, buf []uint8) []uint8 {
		buf = buf[:min(BlockSize, size-uint64(i)*BlockSize)]
		fill(i, buf)
		return buf
	}
	every := max(1, int(size/trainingSymbols))
	var sample [][]uint8
	for i := 0; i < blocks; i += every {
		if b := block(i, make([]uint8, BlockSize)); !isSame(b) {
			sample = append(sample, b)
		}
	}
	model := codec.Train(count, row(h), slices.Values(sample))
	sample = nil
	text, _ := model.AppendBinary(nil) // never fails
	if count == 1 {
		blocks = 0
	}

	packed := make([][]byte, blocks)
	directory := make([]byte, 2*blocks)
	var taken atomic.Int64
	var group sync.WaitGroup
	for range max(1, workers) {
		group.Go(func() {
			encoder := model.NewEncoder()
			buf := make([]uint8, BlockSize)
			var out []byte
			for {
				i := int(taken.Add(1)) - 1
				if i >= blocks {
					return
				}
				symbols := block(i, buf)
				if s, ok := same(symbols); ok {
					binary.LittleEndian.PutUint16(directory[2*i:], constant|uint16(s))
					continue
				}
				out = encoder.Encode(append(out[:0], 0, 0, 0, 0), symbols)
				binary.LittleEndian.PutUint32(out, blockSum(i, out[sumSize:]))
				binary.LittleEndian.PutUint16(directory[2*i:], uint16(len(out)-sumSize))
				packed[i] = bytes.Clone(out)
			}
		})
	}
	group.Wait()

	data := 0
	for _, b := range packed {
		data += len(b)
	}
	out := make([]byte, 0, headerSize+len(text)+len(directory)+sumSize+data+hashSize)
	out = h.appendHeader(out, len(text), data)
	out = append(out, text...)
	out = append(out, directory...)
	out = binary.LittleEndian.AppendUint32(out, crc32.Checksum(out, castagnoli))
	for _, b := range packed {
		out = append(out, b...)
	}
	sum := sha256.Sum256(out)
	return append(out, sum[:]...)
}

func isSame(symbols []uint8) bool {
	_, ok := same(symbols)
	return ok
}

// same reports whether all symbols that matter are the same, and which it is.
func same(symbols []uint8) (symbol uint8, ok bool) {
	symbol = codec.Any
	for _, s := range symbols {
		switch {
		case s == codec.Any || s == symbol:
		case symbol == codec.Any:
			symbol = s
		default:
			return 0, false
		}
	}
	if symbol == codec.Any {
		return 0, true
	}
	return symbol, true
}

// row returns the distance at which positions are alike: that of two positions
// that differ by one step of the white kings, or if there are no black kings, of
// the men.
func row(h Header) int {
	b := h.Balance
	blackKings := index.Choose(32-b.Men()-int(b.WhiteKings), int(b.BlackKings))
	for _, n := range []uint64{blackKings, b.SliceSize()} {
		if n > 1 && n < BlockSize {
			return int(n)
		}
	}
	return 3
}
