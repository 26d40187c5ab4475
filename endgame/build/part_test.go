package build

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame/file"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// TestStages asks whether the parts of a balance have every slice once, in the
// order in which slices need each other.
func TestStages(t *testing.T) {
	for pieces := 2; pieces <= 5; pieces++ {
		for _, group := range Pairs(pieces) {
			for _, b := range group {
				for _, positions := range []uint64{1, 1000, 50_000, 1 << 40} {
					checkStages(t, b, positions)
				}
			}
		}
	}
}

func checkStages(t *testing.T, b index.Balance, positions uint64) {
	t.Helper()
	levels := byAdvance(b)
	done := make([]bool, b.Slices()) // of stages before
	for _, stage := range Stages(b, file.Result, positions) {
		var here []uint32
		for _, p := range stage {
			slices, err := p.slices(levels)
			if err != nil {
				t.Fatal(err)
			}
			count := 0
			for _, level := range slices {
				for _, slice := range level {
					needsMan(t, b, slice, done, len(slices) > 1)
					count++
				}
				here = append(here, level...)
			}
			if size := uint64(count) * 2 * b.SliceSize(); count > 1 && size > positions {
				t.Errorf("%v: %v has %d positions, wanted %d", b, p, size, positions)
			}
		}
		for _, slice := range here {
			if done[slice] {
				t.Fatalf("%v: slice %d comes twice", b, slice)
			}
			done[slice] = true
		}
	}
	for slice, ok := range done {
		white, black := b.Slice(uint64(slice))
		twin := b.SliceOf(bits.Reverse32(black), bits.Reverse32(white))
		if !ok && !(b == b.Mirror() && done[twin]) {
			t.Fatalf("%v: slice %d is in no part", b, slice)
		}
	}
}

// needsMan checks that what a white man's step leads to has been done. Several
// levels in one part are done one after another.
func needsMan(t *testing.T, b index.Balance, slice uint32, done []bool, several bool) {
	t.Helper()
	white, black := b.Slice(uint64(slice))
	for m := white; m != 0 && !several; m &= m - 1 {
		for _, d := range []int{upRight, upLeft} {
			land := next[d][lowest(m)]
			if land == 0 || land&(white|black|farRank(0)) != 0 {
				continue
			}
			after := b.SliceOf(white^m&-m|land, black)
			twin := b.SliceOf(bits.Reverse32(black), bits.Reverse32(white^m&-m|land))
			if !done[after] && !(b == b.Mirror() && done[twin]) {
				t.Fatalf("%v: slice %d comes before %d", b, slice, after)
			}
		}
	}
}

// byParts builds tables as several machines would, each part by the next of some
// workshops, and returns the files.
type byParts struct {
	*testing.T
	folder    *Folder
	shops     []*Workshop
	positions uint64
	count     int
}

func (b *byParts) build(pieces, lengths, changes int, probe Probe) {
	for n := 2; n <= pieces; n++ {
		for _, group := range Pairs(n) {
			for _, balance := range group {
				kinds := []file.Kind{file.Distance}
				if n > lengths {
					kinds[0] = file.Result
				}
				if n <= changes {
					kinds = append(kinds, file.Change)
				}
				for _, kind := range kinds {
					a := NewAssembly(balance, kind)
					var inputs []Input
					for _, stage := range Stages(balance, kind, b.positions) {
						inputs = b.stage(a, stage, inputs, probe)
					}
					if err := b.folder.Save(a.Files(2)); err != nil {
						b.Fatal(err)
					}
				}
			}
		}
	}
}

func (b *byParts) stage(a *Assembly, stage []Part, inputs []Input, probe Probe) (next []Input) {
	for _, p := range stage {
		var out bytes.Buffer
		b.count++
		sum, err := b.shops[b.count%len(b.shops)].Solve(b.Context(), p, inputs, &out)
		if err != nil {
			b.Fatal(err)
		}
		if err := a.Add(p, bytes.NewReader(out.Bytes()), 50, probe); err != nil {
			b.Fatal(err)
		}
		next = append(next, Input{p, sum, func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(out.Bytes())), nil }})
	}
	return next
}

func TestParts(t *testing.T) {
	v := solved(t)
	probe := func(p draughts.Position) (Code, error) {
		c, ok := v.Code(p)
		if !ok {
			return 0, fmt.Errorf("no value of %v", p)
		}
		return c, nil
	}
	for _, test := range []struct {
		pieces, lengths, changes int
		positions                uint64
	}{{most(), most(), 3, 60_000}, {3, 1, 1, 3000}, {3, 3, 3, 500}} {
		whole := t.TempDir()
		mustRun(t, Options{Dir: whole, Pieces: test.pieces, Lengths: test.lengths, Changes: test.changes, Workers: 2})
		dir := t.TempDir()
		folder, err := OpenFolder(dir)
		if err != nil {
			t.Fatal(err)
		}
		b := byParts{T: t, folder: folder, positions: test.positions, shops: []*Workshop{NewWorkshop(dir, 0), NewWorkshop(dir, 64<<20)}}
		b.build(test.pieces, test.lengths, test.changes, probe)
		compare(t, contents(t, dir), contents(t, whole))
		t.Logf("%+v: %d parts", test, b.count)
	}
}

// TestPartFaults spoils the values of a part in all ways and wants each refused,
// and the right ones taken afterwards.
func TestPartFaults(t *testing.T) {
	v := solved(t)
	probe := func(p draughts.Position) (Code, error) { c, _ := v.Code(p); return c, nil }
	dir := t.TempDir()
	mustRun(t, Options{Dir: dir, Pieces: 3})
	b := first(index.Balance{WhiteKings: 2, BlackMen: 1})
	for _, kind := range []file.Kind{file.Distance, file.Result} {
		shop := NewWorkshop(dir, 0)
		a := NewAssembly(b, kind)
		stages := Stages(b, kind, 1)
		p := stages[0][0]
		var out bytes.Buffer
		if _, err := shop.Solve(t.Context(), p, nil, &out); err != nil {
			t.Fatal(err)
		}
		right := out.Bytes()
		refused := func(data []byte, want error) {
			t.Helper()
			if err := a.Add(p, bytes.NewReader(data), 2000, probe); !errors.Is(err, want) {
				t.Errorf("%d bytes: %v, want %v", len(data), err, want)
			}
		}
		for i := range right {
			bad := bytes.Clone(right)
			bad[i] ^= 1 << (i % 8)
			refused(bad, ErrPart)
		}
		for n := range right {
			refused(right[:n], ErrPart)
		}
		refused(append(bytes.Clone(right), 0), ErrPart)
		// Wrong values with right checksums.
		slices, err := p.slices(a.levels)
		if err != nil {
			t.Fatal(err)
		}
		wrong := NewAssembly(b, kind)
		for s := range wrong.values.spans(b, slices) {
			w := writer{table: s.table, at: s.from}
			for range s.to - s.from {
				w.add(won, false)
			}
			w.flush()
		}
		out = bytes.Buffer{}
		if err := wrong.values.writePart(&out, b, slices); err != nil {
			t.Fatal(err)
		}
		refused(out.Bytes(), ErrWrong)
		if err := a.Add(p, bytes.NewReader(right), 2000, probe); err != nil {
			t.Error(err)
		}
		// As input of the next stage.
		in := Input{Part: p, Sum: "other", Open: func() (io.ReadCloser, error) {
			return io.NopCloser(bytes.NewReader(right[:len(right)-1])), nil
		}}
		if _, err := shop.Solve(t.Context(), stages[1][0], []Input{in}, io.Discard); !errors.Is(err, ErrPart) {
			t.Errorf("an input cut off: %v", err)
		}
	}
}

func TestPartRefuses(t *testing.T) {
	dir := t.TempDir()
	mustRun(t, Options{Dir: dir, Pieces: 3})
	shop := NewWorkshop(dir, 0)
	b := first(index.Balance{WhiteKings: 2, BlackMen: 1})
	good := Stages(b, file.Distance, 1<<30)[0][0]
	for _, change := range []func(*Part){
		func(p *Part) { p.Balance = b.Mirror() },
		func(p *Part) { p.Balance = index.Balance{WhiteMen: 200} },
		func(p *Part) { p.Balance = index.Balance{WhiteMen: 4, BlackMen: 4} },
		func(p *Part) { p.Kind = 0 },
		func(p *Part) { p.Kind = 9 },
		func(p *Part) { p.From = -1 },
		func(p *Part) { p.To = 100 },
		func(p *Part) { p.To = p.From },
		func(p *Part) { p.Last = 1 },
		func(p *Part) { p.To, p.Last = p.From+1, 1<<30 },
		func(p *Part) { p.First, p.Last = 2, 1 },
	} {
		p := good
		change(&p)
		if _, err := shop.Solve(t.Context(), p, nil, io.Discard); !errors.Is(err, ErrPart) {
			t.Errorf("%v: %v", p, err)
		}
	}
	// What it needs is not there.
	if _, err := shop.Solve(t.Context(), Stages(first(index.Balance{WhiteKings: 4, BlackMen: 1}), file.Distance, 1<<30)[0][0], nil, io.Discard); err == nil {
		t.Error("solved out of nothing")
	}
	if err := NewAssembly(b, file.Result).Add(good, bytes.NewReader(nil), 1, nil); !errors.Is(err, ErrPart) {
		t.Errorf("a part of another kind: %v", err)
	}
}

func FuzzReadPart(f *testing.F) {
	b := index.Balance{WhiteMen: 1, BlackMen: 1}
	levels := byAdvance(b)
	for _, kind := range []file.Kind{file.Distance, file.Result} {
		a := NewAssembly(b, kind)
		var out bytes.Buffer
		if err := a.values.writePart(&out, b, levels); err != nil {
			f.Fatal(err)
		}
		f.Add(out.Bytes(), kind == file.Result)
	}
	f.Fuzz(func(t *testing.T, data []byte, results bool) {
		kind := file.Distance
		if results {
			kind = file.Result
		}
		a := NewAssembly(b, kind)
		if err := a.values.readPart(bytes.NewReader(data), b, levels); err != nil {
			if !errors.Is(err, ErrPart) {
				t.Fatal(err)
			}
			return
		}
		// What is read is written again with the same meaning.
		var out bytes.Buffer
		if err := a.values.writePart(&out, b, levels); err != nil {
			t.Fatal(err)
		}
		again := NewAssembly(b, kind)
		if err := again.values.readPart(&out, b, levels); err != nil {
			t.Fatal(err)
		}
		for b := range index.Balances(2) {
			if x, y := a.values.table(b), again.values.table(b); x != nil {
				for i := range x.size {
					if x.at(i) != y.at(i) {
						t.Fatalf("%v %d: %d became %d", b, i, x.at(i), y.at(i))
					}
				}
			}
		}
	})
}
