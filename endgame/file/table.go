package file

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"path/filepath"
	"sync"

	"github.com/bolshak-draughts/bolshak/endgame/codec"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Table is an open file. It does not change, and goroutines may share it.
type Table struct {
	Header
	name      string
	source    Source
	model     *codec.Model
	directory []byte  // 2 bytes a block
	offsets   []int64 // of every 16th block
	blocks    int
	start     int64 // of the blocks
}

const offsetEvery = 16

// OpenFile opens a file and maps it into memory. The error is an *[Error], or
// that of the operating system.
func OpenFile(path string) (*Table, error) {
	source, err := mapFile(path)
	if err != nil {
		return nil, err
	}
	return Open(filepath.Base(path), source)
}

// OpenFS opens a file of fsys, such as an embed.FS.
func OpenFS(fsys fs.FS, name string) (*Table, error) {
	source, err := FromFS(fsys, name)
	if err != nil {
		return nil, err
	}
	return Open(name, source)
}

// Open opens a table. It reads and checks all but the blocks, which are checked
// as they are read; [Table.Check] checks them all. The name is for errors. The
// table closes the source, also when it is refused with an *[Error].
func Open(name string, source Source) (*Table, error) {
	t := &Table{name: name, source: source}
	if err := t.open(); err != nil {
		source.Close()
		return nil, err
	}
	return t, nil
}

func (t *Table) fault(kind error, format string, args ...any) error {
	return &Error{Name: t.name, Err: kind, Detail: fmt.Sprintf(format, args...)}
}

// readAt fills b. That the source ends is a fault of its own.
func (t *Table) readAt(b []byte, offset int64) error {
	n, err := t.source.ReadAt(b, offset)
	switch {
	case n == len(b):
		return nil
	case err == nil || errors.Is(err, io.EOF):
		return t.fault(ErrTruncated, "at %d", offset)
	}
	return t.fault(ErrRead, "%v", err)
}

func (t *Table) open() error {
	size := t.source.Size()
	head := make([]byte, headerSize)
	if size < headerSize {
		return t.fault(ErrFormat, "%d bytes", size)
	}
	if err := t.readAt(head, 0); err != nil {
		return err
	}
	h, model, data, err := readHeader(head)
	if err != nil {
		return &Error{Name: t.name, Err: err}
	}
	t.Header = h
	positions := h.Balance.Size()
	blocks := (positions + uint64(h.BlockSize) - 1) / uint64(h.BlockSize)
	// The model says whether there is a directory; that the file is at least so
	// long is known before anything of that length is made.
	if uint64(size) < headerSize+model+sumSize+hashSize {
		return t.fault(ErrTruncated, "%d bytes", size)
	}
	text := make([]byte, model)
	if err := t.readAt(text, headerSize); err != nil {
		return err
	}
	t.model, err = codec.ReadModel(text)
	if err != nil {
		return t.fault(ErrDamaged, "%v", err)
	}
	if h.Kind == Result && len(h.Values) != t.model.Symbols() {
		return t.fault(ErrDamaged, "%d symbols", len(h.Values))
	}
	if t.model.Symbols() == 1 {
		blocks = 0
	}
	if want := headerSize + model + 2*blocks + sumSize + data + hashSize; uint64(size) != want || data > uint64(size) {
		return t.fault(ErrTruncated, "%d bytes, should be %d", size, want)
	}
	t.blocks = int(blocks)
	rest := make([]byte, 2*blocks+sumSize)
	if err := t.readAt(rest, int64(headerSize+model)); err != nil {
		return err
	}
	t.directory = rest[:2*blocks]
	sum := crc32.Update(crc32.Update(crc32.Checksum(head, castagnoli), castagnoli, text), castagnoli, t.directory)
	if sum != binary.LittleEndian.Uint32(rest[2*blocks:]) {
		return t.fault(ErrChecksum, "header")
	}
	t.start = int64(headerSize + model + 2*blocks + sumSize)
	offset := t.start
	for i := range t.blocks {
		if i%offsetEvery == 0 {
			t.offsets = append(t.offsets, offset)
		}
		if s, ok := t.Constant(i); ok && int(s) >= t.model.Symbols() {
			return t.fault(ErrDamaged, "directory")
		}
		offset += t.length(i)
	}
	if offset != t.start+int64(data) {
		return t.fault(ErrDamaged, "directory")
	}
	return nil
}

func (t *Table) entry(block int) uint16 { return binary.LittleEndian.Uint16(t.directory[2*block:]) }

// length returns the bytes of a block with its checksum.
func (t *Table) length(block int) int64 {
	if e := t.entry(block); e < constant {
		return int64(e) + sumSize
	}
	return 0
}

// Name returns the name given to [Open].
func (t *Table) Name() string { return t.name }

// Symbols returns the number of different symbols.
func (t *Table) Symbols() int { return t.model.Symbols() }

// Constant reports whether all symbols of a block are known without reading
// it, and which it is.
func (t *Table) Constant(block int) (symbol uint8, ok bool) {
	if t.blocks == 0 {
		return 0, true
	}
	if block < 0 || block >= t.blocks {
		return 0, false
	}
	e := t.entry(block)
	return uint8(e), e >= constant
}

var buffers = sync.Pool{New: func() any { return new([sumSize + 4 + 2*maxBlock]byte) }}

// ReadBlock reads the first symbols of a block into all of symbols, which must
// not be longer than [Header.BlockSize]. The block with the position i has the
// number i / BlockSize; its last one may have fewer symbols of meaning. The error
// is an *[Error].
func (t *Table) ReadBlock(block int, symbols []uint8) error {
	if s, ok := t.Constant(block); ok {
		for i := range symbols {
			symbols[i] = s
		}
		return nil
	}
	if block < 0 || block >= t.blocks || len(symbols) > t.BlockSize {
		return t.fault(ErrRead, "no block %d of %d symbols", block, len(symbols))
	}
	offset := t.offsets[block/offsetEvery]
	for i := block / offsetEvery * offsetEvery; i < block; i++ {
		offset += t.length(i)
	}
	buffer := buffers.Get().(*[sumSize + 4 + 2*maxBlock]byte)
	defer buffers.Put(buffer)
	length := t.length(block)
	if length > int64(len(buffer)) {
		return t.fault(ErrDamaged, "block %d", block)
	}
	bytes := buffer[:length]
	if err := t.readAt(bytes, offset); err != nil {
		return err
	}
	if blockSum(block, bytes[sumSize:]) != binary.LittleEndian.Uint32(bytes) {
		return t.fault(ErrChecksum, "block %d", block)
	}
	if err := t.model.Decode(symbols, bytes[sumSize:]); err != nil {
		return t.fault(ErrDamaged, "block %d: %v", block, err)
	}
	return nil
}

func blockSum(block int, bytes []byte) uint32 {
	var number [4]byte
	binary.LittleEndian.PutUint32(number[:], uint32(block))
	return crc32.Update(crc32.Checksum(number[:], castagnoli), castagnoli, bytes)
}

// Check reads the whole file and compares every checksum. The error is an
// *[Error].
func (t *Table) Check() error {
	hash := sha256.New()
	end := t.source.Size() - hashSize
	if _, err := io.Copy(hash, io.NewSectionReader(t.source, 0, end)); err != nil {
		return t.fault(ErrRead, "%v", err)
	}
	want, err := t.Hash()
	if err != nil {
		return err
	}
	if [hashSize]byte(hash.Sum(nil)) != want {
		return t.fault(ErrChecksum, "file")
	}
	symbols := make([]uint8, t.BlockSize)
	left := t.Balance.Size()
	for i := range t.blocks {
		n := min(left, uint64(t.BlockSize))
		if err := t.ReadBlock(i, symbols[:n]); err != nil {
			return err
		}
		left -= n
	}
	return nil
}

// Hash returns the SHA-256 at the end of the file. It does not compute it.
func (t *Table) Hash() (sum [32]byte, err error) {
	return sum, t.readAt(sum[:], t.source.Size()-hashSize)
}

// Size returns the length of the file in bytes.
func (t *Table) Size() int64 { return t.source.Size() }

// Close closes the source. The table cannot be read any more.
func (t *Table) Close() error { return t.source.Close() }
