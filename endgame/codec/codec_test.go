package codec

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func Example() {
	block := []uint8{1, 1, 1, 1, 1, Any, 1, 0, 1, 1, 1, 1, 1, 2, Any, 1}
	m := Train(3, 8, slices.Values([][]uint8{block}))
	packed := m.NewEncoder().Encode(nil, slices.Clone(block))

	got := make([]uint8, len(block))
	err := m.Decode(got, packed)
	fmt.Println(got, err)
	// Output: [1 1 1 1 1 1 1 0 1 1 1 1 1 2 2 1] <nil>
}

// random returns blocks of symbols with long runs.
func random(rng *rand.Rand, symbols, blocks, size int) [][]uint8 {
	var list [][]uint8
	for range blocks {
		block := make([]uint8, size)
		v := uint8(0)
		for i := range block {
			if rng.IntN(8) == 0 {
				v = uint8(rng.IntN(symbols))
			}
			block[i] = v
			if rng.IntN(4) == 0 {
				block[i] = Any
			}
		}
		list = append(list, block)
	}
	return list
}

func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, symbols := range []int{1, 2, 3, 4, 5, 60, 255} {
		for _, row := range []int{2, 7, 30, 5000} {
			blocks := random(rng, symbols, 20, 1+rng.IntN(3000))
			trained := Train(symbols, row, slices.Values(blocks))
			text, err := trained.AppendBinary(nil)
			if err != nil {
				t.Fatal(err)
			}
			m, err := ReadModel(text)
			if err != nil {
				t.Fatalf("%d symbols: %v", symbols, err)
			}
			if again, _ := m.AppendBinary(nil); !bytes.Equal(again, text) {
				t.Fatalf("%d symbols: the model is not the same after reading", symbols)
			}
			if m.Symbols() != symbols {
				t.Errorf("%d symbols, want %d", m.Symbols(), symbols)
			}
			for _, want := range blocks {
				filled := slices.Clone(want)
				packed := m.NewEncoder().Encode(nil, filled)
				got := make([]uint8, len(want))
				if err := m.Decode(got, packed); err != nil {
					t.Fatal(err)
				}
				for i := range want {
					if want[i] != Any && got[i] != want[i] || got[i] != filled[i] {
						t.Fatalf("%d symbols, row %d: symbol %d is %d, want %d", symbols, row, i, got[i], want[i])
					}
				}
				part := make([]uint8, rng.IntN(len(want)+1))
				if err := m.Decode(part, packed); err != nil || !bytes.Equal(part, got[:len(part)]) {
					t.Fatalf("%d symbols: the first %d symbols differ: %v", symbols, len(part), err)
				}
			}
		}
	}
}

// TestSmall checks that what is regular becomes small.
func TestSmall(t *testing.T) {
	block := make([]uint8, 4096)
	for i := range block {
		block[i] = uint8(i / 64 % 2)
	}
	m := Train(2, 64, slices.Values([][]uint8{block}))
	if packed := m.NewEncoder().Encode(nil, block); len(packed) > 80 {
		t.Errorf("a regular block takes %d bytes", len(packed))
	}
}

func TestTruncated(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, symbols := range []int{3, 40} {
		block := random(rng, symbols, 1, 2000)[0]
		m := Train(symbols, 30, slices.Values([][]uint8{block}))
		packed := m.NewEncoder().Encode(nil, block)
		got := make([]uint8, len(block))
		for n := range len(packed) {
			if err := m.Decode(got, packed[:n]); !errors.Is(err, ErrBlock) {
				t.Fatalf("%d symbols: %d of %d bytes are taken for a block", symbols, n, len(packed))
			}
		}
	}
}

func TestReadModelRefuses(t *testing.T) {
	m := Train(3, 5, slices.Values([][]uint8{{0, 1, 2, 1, 0}}))
	text, _ := m.AppendBinary(nil)
	for n := range len(text) {
		if _, err := ReadModel(text[:n]); !errors.Is(err, ErrModel) {
			t.Errorf("%d of %d bytes are taken for a model", n, len(text))
		}
	}
	if _, err := ReadModel(append(text, 0)); !errors.Is(err, ErrModel) {
		t.Error("a model with a byte more is taken for one")
	}
}

// FuzzDecode asks that no bytes, as model or as block, make the decoder fail
// otherwise than by its error.
func FuzzDecode(f *testing.F) {
	for _, symbols := range []int{1, 2, 3, 9} {
		block := random(rand.New(rand.NewPCG(1, 1)), symbols, 1, 300)[0]
		m := Train(symbols, 30, slices.Values([][]uint8{block}))
		text, _ := m.AppendBinary(nil)
		f.Add(text, m.NewEncoder().Encode(nil, block))
	}
	f.Fuzz(func(t *testing.T, text, block []byte) {
		m, err := ReadModel(text)
		if err != nil {
			return
		}
		got := make([]uint8, 1000)
		if m.Decode(got, block) != nil {
			return
		}
		for i, v := range got {
			if int(v) >= m.Symbols() {
				t.Fatalf("symbol %d is %d of %d", i, v, m.Symbols())
			}
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	for _, symbols := range []int{3, 40} {
		b.Run(fmt.Sprintf("symbols=%d", symbols), func(b *testing.B) {
			block := random(rand.New(rand.NewPCG(1, 1)), symbols, 1, 2048)[0]
			m := Train(symbols, 300, slices.Values([][]uint8{block}))
			packed := m.NewEncoder().Encode(nil, block)
			got := make([]uint8, len(block))
			for b.Loop() {
				if err := m.Decode(got, packed); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(block)), "ns/symbol")
		})
	}
}
