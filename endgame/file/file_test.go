package file

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/bolshak-draughts/bolshak/endgame/codec"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

var balance = index.Balance{WhiteMen: 1, WhiteKings: 1, BlackKings: 1} // 26,040 positions

// table returns a file of random symbols and the symbols.
func table(kind Kind, symbols int) (file []byte, want []uint8) {
	rng := rand.New(rand.NewPCG(1, uint64(symbols)))
	want = make([]uint8, balance.Size())
	v := uint8(0)
	for i := range want {
		if rng.IntN(6) == 0 {
			v = uint8(rng.IntN(symbols))
		}
		want[i] = v
		if rng.IntN(4) == 0 {
			want[i] = codec.Any
		}
		if i/BlockSize == 2 {
			want[i] = 0 // a block of one symbol
		}
	}
	h := Header{Kind: kind, Balance: balance, Stats: Stats{1, 2, 3, 5, -1, 7, 8}}
	if kind == Result {
		h.Values = []Value{Loss, Draw, Win}[:symbols]
	}
	return Encode(h, slices.Clone(want), 3), want
}

// memory is a source in memory.
type memory struct{ *bytes.Reader }

func (memory) Close() error { return nil }

func openBytes(b []byte) (*Table, error) { return Open("test", memory{bytes.NewReader(b)}) }

func checkSymbols(t *testing.T, table *Table, want []uint8) {
	t.Helper()
	block := make([]uint8, BlockSize)
	for i := 0; i*BlockSize < len(want); i++ {
		part := want[i*BlockSize : min(len(want), (i+1)*BlockSize)]
		if err := table.ReadBlock(i, block[:len(part)]); err != nil {
			t.Fatal(err)
		}
		for j, v := range part {
			if v != codec.Any && block[j] != v {
				t.Fatalf("symbol %d of block %d is %d, want %d", j, i, block[j], v)
			}
		}
	}
}

func TestRoundTrip(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		kind    Kind
		symbols int
	}{{Result, 1}, {Result, 2}, {Result, 3}, {Distance, 1}, {Distance, 3}, {Distance, 60}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			bytes, want := table(c.kind, c.symbols)
			name := filepath.Join(dir, "table")
			if err := os.WriteFile(name, bytes, 0o666); err != nil {
				t.Fatal(err)
			}
			mapped, err := OpenFile(name)
			if err != nil {
				t.Fatal(err)
			}
			defer mapped.Close()
			embedded, err := OpenFS(fstest.MapFS{"x": {Data: bytes}}, "x")
			if err != nil {
				t.Fatal(err)
			}
			for _, table := range []*Table{mapped, embedded} {
				if table.Stats != (Stats{1, 2, 3, 5, -1, 7, 8}) || table.Kind != c.kind || table.Symbols() != c.symbols ||
					table.Balance != balance || table.Size() != int64(len(bytes)) {
					t.Errorf("%+v", table.Header)
				}
				if err := table.Check(); err != nil {
					t.Error(err)
				}
				checkSymbols(t, table, want)
			}
			if c.symbols > 1 {
				if _, ok := mapped.Constant(2); !ok {
					t.Error("the third block has one symbol and takes bytes")
				}
			}
			block := make([]uint8, BlockSize+1)
			if c.symbols > 1 {
				for _, n := range []int{-1, 13, 1 << 40} {
					if err := mapped.ReadBlock(n, block[:1]); !errors.Is(err, ErrRead) {
						t.Errorf("block %d: %v", n, err)
					}
				}
				if err := mapped.ReadBlock(0, block); !errors.Is(err, ErrRead) {
					t.Errorf("too long a block: %v", err)
				}
			}
		})
	}
}

func isFault(err error) bool {
	var fault *Error
	return errors.As(err, &fault)
}

// TestDamage changes bits and cuts the file short, everywhere, and asks that
// either opening or reading says so.
func TestDamage(t *testing.T) {
	for _, kind := range []Kind{Result, Distance} {
		whole, _ := table(kind, 3)
		rng := rand.New(rand.NewPCG(3, uint64(kind)))
		for range 3000 {
			i := rng.IntN(len(whole))
			if rng.IntN(2) == 0 {
				i = rng.IntN(400) // the header more often
			}
			damaged := slices.Clone(whole)
			damaged[i] ^= 1 << rng.IntN(8)
			table, err := openBytes(damaged)
			if err == nil {
				err = table.Check()
			}
			if !isFault(err) {
				t.Fatalf("%v: byte %d changed: %v", kind, i, err)
			}
		}
		for range 300 {
			if _, err := openBytes(whole[:rng.IntN(len(whole))]); !isFault(err) {
				t.Fatalf("%v: cut short: %v", kind, err)
			}
		}
		if _, err := openBytes(append(slices.Clone(whole), 0)); !errors.Is(err, ErrTruncated) {
			t.Errorf("a byte more: %v", err)
		}
	}
}

// TestBlockDamage asks of damage that is met only when a block is read.
func TestBlockDamage(t *testing.T) {
	whole, want := table(Result, 3)
	whole[len(whole)-hashSize-10] ^= 4 // in the last block
	table, err := openBytes(whole)
	if err != nil {
		t.Fatal(err)
	}
	block := make([]uint8, 8)
	if err := table.ReadBlock(0, block); err != nil {
		t.Error(err)
	}
	if err := table.ReadBlock(len(want)/BlockSize, block); !errors.Is(err, ErrChecksum) {
		t.Errorf("a damaged block: %v", err)
	}
}

func TestOtherKinds(t *testing.T) {
	whole, _ := table(Result, 3)
	for offset, want := range map[int]error{0: ErrFormat, 8: ErrVersion, 9: ErrVersion, 11: ErrRules, 10: ErrDamaged, 12: ErrDamaged, 24: ErrChecksum} {
		changed := slices.Clone(whole)
		changed[offset] += 3
		if _, err := openBytes(changed); !errors.Is(err, want) {
			t.Errorf("byte %d changed: %v, want %v", offset, err, want)
		}
	}
	if _, err := openBytes(nil); !errors.Is(err, ErrFormat) {
		t.Errorf("nothing: %v", err)
	}
}

// TestShrinks cuts a file short while it is mapped.
func TestShrinks(t *testing.T) {
	whole, want := table(Distance, 60)
	name := filepath.Join(t.TempDir(), "table")
	if err := os.WriteFile(name, whole, 0o666); err != nil {
		t.Fatal(err)
	}
	table, err := OpenFile(name)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	checkSymbols(t, table, want)
	if err := os.Truncate(name, 10); err != nil {
		t.Fatal(err)
	}
	block := make([]uint8, 100)
	failed := 0
	for i := range len(want) / BlockSize {
		if err := table.ReadBlock(i, block); err != nil {
			failed++
			if !isFault(err) {
				t.Errorf("block %d: %v", i, err)
			}
		}
	}
	if failed == 0 {
		t.Error("a file that is gone is still read")
	}
	if err := table.Check(); !isFault(err) {
		t.Errorf("a file that is gone passes: %v", err)
	}
	if err := table.Close(); err != nil {
		t.Error(err)
	}
	if err := table.ReadBlock(0, block); !isFault(err) {
		t.Errorf("a closed file: %v", err)
	}
}

// broken is a source whose disk fails.
type broken struct{ memory }

func (broken) ReadAt([]byte, int64) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestBroken(t *testing.T) {
	whole, _ := table(Result, 3)
	if _, err := Open("test", broken{memory{bytes.NewReader(whole)}}); !errors.Is(err, ErrRead) {
		t.Errorf("a broken disk: %v", err)
	}
	if _, err := OpenFile(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// FuzzOpen asks that no bytes make a reader fail otherwise than by its error.
func FuzzOpen(f *testing.F) {
	for _, symbols := range []int{1, 2, 3} {
		whole, _ := table(Result, symbols)
		f.Add(whole)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := openBytes(data)
		if err != nil {
			if !isFault(err) {
				t.Fatal(err)
			}
			return
		}
		block := make([]uint8, table.BlockSize)
		for i := range 3 {
			if err := table.ReadBlock(i, block); err != nil && !isFault(err) {
				t.Fatal(err)
			}
		}
	})
}
