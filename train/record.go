package train

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"os"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Record is a position of a game with what was thought of it and what became of
// it.
type Record struct {
	Position draughts.Position
	// Score is what the search said, for White, in hundredths of a man.
	Score int16
	// Result is that of the game for White: 1, 0 or -1.
	Result int8
}

// A file begins with a header and goes on with blocks. All numbers are little
// endian.
//
//	header  magic (8 bytes), version (uint16), size of a record (uint16), CRC-32C of those 12 bytes
//	block   number of records (uint32), games in it (uint32), CRC-32C of the records and those two numbers, records
//	record  packed position (13 bytes), score (int16), result (int8)
const (
	magic      = "BOLSHTRN"
	version    = 1
	recordSize = draughts.PackedSize + 3
	headerSize = 16
	blockHead  = 12
	// maxBlock bounds the records of a block, so that a broken length cannot ask
	// for all memory.
	maxBlock = 1 << 20
)

// Errors of record files, for errors.Is.
var (
	// ErrFormat: the file is none of this format, or of another version.
	ErrFormat = errors.New("not a file of training positions")
	// ErrDamaged: a block is cut off or its checksum is wrong.
	ErrDamaged = errors.New("damaged block")
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func header() []byte {
	b := append([]byte(magic), version, 0, recordSize, 0)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

func (r Record) append(b []byte) []byte {
	b, _ = r.Position.AppendBinary(b)
	b = binary.LittleEndian.AppendUint16(b, uint16(r.Score))
	return append(b, byte(r.Result))
}

func parseRecord(b []byte) (r Record, err error) {
	if err := r.Position.UnmarshalBinary(b[:draughts.PackedSize]); err != nil {
		return r, err
	}
	r.Score = int16(binary.LittleEndian.Uint16(b[draughts.PackedSize:]))
	r.Result = int8(b[draughts.PackedSize+2])
	if r.Result < -1 || r.Result > 1 {
		return r, fmt.Errorf("result %d", r.Result)
	}
	return r, nil
}

// Block is a part of a file that is whole or not there.
type Block struct {
	Games   int
	Records []Record
}

func (b Block) bytes() []byte {
	out := make([]byte, blockHead, blockHead+len(b.Records)*recordSize)
	binary.LittleEndian.PutUint32(out, uint32(len(b.Records)))
	binary.LittleEndian.PutUint32(out[4:], uint32(b.Games))
	for _, r := range b.Records {
		out = r.append(out)
	}
	sum := crc32.Update(crc32.Checksum(out[:8], castagnoli), castagnoli, out[blockHead:])
	binary.LittleEndian.PutUint32(out[8:], sum)
	return out
}

// ReadBlocks yields the blocks of a file. It ends at the first error, which
// matches [ErrFormat] or [ErrDamaged] where the file is at fault.
func ReadBlocks(r io.Reader) iter.Seq2[Block, error] {
	return func(yield func(Block, error) bool) {
		in := bufio.NewReaderSize(r, 1<<20)
		head := make([]byte, headerSize)
		if _, err := io.ReadFull(in, head); err != nil || string(head) != string(header()) {
			yield(Block{}, fmt.Errorf("%w of version %d", ErrFormat, version))
			return
		}
		for number := 1; ; number++ {
			b, err := readBlock(in)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(Block{}, fmt.Errorf("block %d: %w", number, err))
				return
			}
			if !yield(b, nil) {
				return
			}
		}
	}
}

// readBlock returns io.EOF at an orderly end.
func readBlock(in io.Reader) (b Block, err error) {
	head := make([]byte, blockHead)
	switch _, err := io.ReadFull(in, head); {
	case errors.Is(err, io.EOF):
		return b, io.EOF
	case err != nil:
		return b, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	n := binary.LittleEndian.Uint32(head)
	if n > maxBlock {
		return b, fmt.Errorf("%w: %d records", ErrDamaged, n)
	}
	body := make([]byte, int(n)*recordSize)
	if _, err := io.ReadFull(in, body); err != nil {
		return b, fmt.Errorf("%w: cut off", ErrDamaged)
	}
	if crc32.Update(crc32.Checksum(head[:8], castagnoli), castagnoli, body) != binary.LittleEndian.Uint32(head[8:]) {
		return b, fmt.Errorf("%w: checksum", ErrDamaged)
	}
	b.Games = int(binary.LittleEndian.Uint32(head[4:]))
	b.Records = make([]Record, n)
	for i := range b.Records {
		if b.Records[i], err = parseRecord(body[i*recordSize : (i+1)*recordSize]); err != nil {
			return b, fmt.Errorf("%w: record %d: %w", ErrDamaged, i+1, err)
		}
	}
	return b, nil
}

// openAppend opens a file to be continued, making it if it is not there. A block
// at its end that is not whole, as a killed process leaves it, is cut off. It
// returns the numbers of blocks and records that are there.
func openAppend(name string) (f *os.File, blocks, records int, err error) {
	f, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, 0, 0, err
	}
	fail := func(err error) (*os.File, int, int, error) {
		return nil, 0, 0, errors.Join(err, f.Close())
	}
	info, err := f.Stat()
	if err != nil {
		return fail(err)
	}
	if info.Size() < headerSize {
		if err := f.Truncate(0); err != nil {
			return fail(err)
		}
		if _, err := f.WriteAt(header(), 0); err != nil {
			return fail(err)
		}
	}
	end := int64(headerSize)
	for b, err := range ReadBlocks(io.NewSectionReader(f, 0, 1<<62)) {
		if errors.Is(err, ErrDamaged) {
			break
		}
		if err != nil {
			return fail(fmt.Errorf("%s: %w", name, err))
		}
		blocks++
		records += len(b.Records)
		end += blockHead + int64(len(b.Records))*recordSize
	}
	if err := f.Truncate(end); err != nil {
		return fail(err)
	}
	if _, err := f.Seek(end, io.SeekStart); err != nil {
		return fail(err)
	}
	return f, blocks, records, nil
}
