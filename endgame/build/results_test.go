package build

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/bolshak-draughts/bolshak/endgame/file"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// TestResultsOnly builds without lengths and compares every result with those
// that were found with lengths.
func TestResultsOnly(t *testing.T) {
	v := solved(t)
	for _, lengths := range []int{1, most() - 1} {
		dir := t.TempDir()
		opt := Options{Dir: dir, Pieces: most(), Lengths: lengths, Workers: 3}
		mustRun(t, opt)
		for pieces := 2; pieces <= most(); pieces++ {
			for b := range index.Balances(pieces) {
				checkResults(t, v, dir, b, lengths)
			}
		}
		opt.Lengths = 0 // as far as they are there
		if err := Verify(t.Context(), opt); err != nil {
			t.Errorf("lengths through %d: %v", lengths, err)
		}
	}
}

func checkResults(t *testing.T, v *Values, dir string, b index.Balance, lengths int) {
	t.Helper()
	table, err := file.OpenFile(filepath.Join(dir, file.Name(b, file.Result)))
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	_, err = os.Stat(filepath.Join(dir, file.Name(b, file.Distance)))
	if has := err == nil; has != (b.Pieces() <= lengths) {
		t.Errorf("%v: a file of lengths: %v", b, has)
	}
	want := v.Stats(b)
	if b.Pieces() > lengths {
		want.AtWin, want.AtLoss = 0, 0
		want.LongestWin, want.LongestLoss = min(want.LongestWin, file.NoLengths), min(want.LongestLoss, file.NoLengths)
		if want.Wins == 0 {
			want.LongestWin = -1
		}
		if want.Losses == 0 {
			want.LongestLoss = -1
		}
	}
	if table.Stats != want {
		t.Errorf("%v: %+v, want %+v", b, table.Stats, want)
	}
	block := make([]uint8, file.BlockSize)
	c := b.CursorAt(0)
	for i := range b.Size() {
		if i%file.BlockSize == 0 {
			if err := table.ReadBlock(int(i/file.BlockSize), block[:min(file.BlockSize, b.Size()-i)]); err != nil {
				t.Fatal(err)
			}
		}
		if got := table.Values[block[i%file.BlockSize]]; !mustCapture(c.Pieces) && got != value(v.Balance(b)[i]) {
			t.Fatalf("%v is a %v, want %v", c.Position(), got, v.Balance(b)[i])
		}
		c.Next()
	}
}

// TestVerifyResults finds a wrong result where there are no lengths.
func TestVerifyResults(t *testing.T) {
	v := solved(t)
	dir := t.TempDir()
	opt := Options{Dir: dir, Pieces: 3, Lengths: 2, Workers: 2}
	mustRun(t, opt)
	b := index.Balance{WhiteMen: 1, BlackMen: 2}
	for i := uint64(0); ; i += 11 {
		if mustCapture(b.At(i)) || !v.Balance(b)[i].Win() {
			continue
		}
		wrong := newTable(b, false)
		w := writer{table: wrong}
		for k, c := range v.Balance(b) {
			if uint64(k) == i {
				c = draw
			}
			w.add(c.result(), false)
		}
		w.flush()
		results, distances := pack(b, wrong, 1)
		if distances != nil {
			t.Error("lengths from nowhere")
		}
		if err := os.WriteFile(filepath.Join(dir, file.Name(b, file.Result)), results, 0o666); err != nil {
			t.Fatal(err)
		}
		break
	}
	if err := Verify(t.Context(), opt); !errors.Is(err, ErrWrong) {
		t.Errorf("a win as a draw: %v", err)
	}
}

// TestMemory builds within the least memory that will do and says no to less;
// the files are the same.
func TestMemory(t *testing.T) {
	for _, lengths := range []int{3, 2} {
		opt := Options{Dir: t.TempDir(), Pieces: 3, Lengths: lengths, Workers: 2}
		mustRun(t, opt)
		want := contents(t, opt.Dir)
		r := run{Options: opt}
		for _, b := range pairs(3) {
			opt.Memory = max(opt.Memory, r.least(b))
		}
		opt.Dir = t.TempDir()
		opt.Memory--
		if err := Run(t.Context(), opt); !errors.Is(err, ErrMemory) {
			t.Errorf("a byte less than needed: %v", err)
		}
		if names, _ := filepath.Glob(filepath.Join(opt.Dir, "*")); len(names) > 0 {
			t.Errorf("it has begun: %v", names)
		}
		opt.Memory++
		mustRun(t, opt)
		compare(t, contents(t, opt.Dir), want)
	}
	// The figures of docs/tables.md.
	if m := Memory(6, 2) >> 20; m < 500 || m > 2000 {
		t.Errorf("six pieces take %d MiB", m)
	}
	if m := Memory(7, 2) >> 20; m < 1500 || m > 8000 {
		t.Errorf("seven pieces take %d MiB", m)
	}
	t.Logf("six pieces %d MiB, seven %d MiB", Memory(6, 2)>>20, Memory(7, 2)>>20)
}
