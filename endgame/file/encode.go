package file

import (
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
	"sync"
	"sync/atomic"

	"github.com/bolshak-draughts/bolshak/endgame/codec"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// BlockSize is the number of positions in a block of the files that [Encode]
// makes: long enough to pack well, short enough to be unpacked for one value.
const BlockSize = 4096

// trainingSymbols is about how many symbols of a table the model is made of. It
// changes the bytes of the files.
const trainingSymbols = 1 << 20

// Encode returns the bytes of a file. The symbols are those of all positions by
// number; codec.Any where the value does not matter. They are changed: what does
// not matter is filled in. With results, h.Values says what the symbols are; with
// distances the symbols are half the plies, rounded down. The bytes depend on
// nothing but h and the symbols.
func Encode(h Header, symbols []uint8, workers int) []byte {
	h.BlockSize = BlockSize
	count := len(h.Values)
	if h.Kind == Distance {
		for _, s := range symbols {
			if s != codec.Any {
				count = max(count, int(s)+1)
			}
		}
	}
	count = max(count, 1)
	blocks := (len(symbols) + BlockSize - 1) / BlockSize
	block := func(i int) []uint8 { return symbols[i*BlockSize : min((i+1)*BlockSize, len(symbols))] }
	every := max(1, len(symbols)/trainingSymbols)
	model := codec.Train(count, row(h), func(yield func([]uint8) bool) {
		for i := 0; i < blocks; i += every {
			if _, ok := same(block(i)); !ok && !yield(block(i)) {
				return
			}
		}
	})
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
			for {
				i := int(taken.Add(1)) - 1
				if i >= blocks {
					return
				}
				if s, ok := same(block(i)); ok {
					binary.LittleEndian.PutUint16(directory[2*i:], constant|uint16(s))
					continue
				}
				b := encoder.Encode(make([]byte, sumSize, 512), block(i))
				binary.LittleEndian.PutUint32(b, blockSum(i, b[sumSize:]))
				binary.LittleEndian.PutUint16(directory[2*i:], uint16(len(b)-sumSize))
				packed[i] = b
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
