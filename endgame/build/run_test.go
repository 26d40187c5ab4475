package build

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/endgame/file"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// TestMain lets the test program be a builder that others kill.
func TestMain(m *testing.M) {
	if dir := os.Getenv("BOLSHAK_TEST_BUILD"); dir != "" {
		lengths, err := strconv.Atoi(os.Getenv("BOLSHAK_TEST_LENGTHS"))
		if err == nil {
			err = Run(context.Background(), Options{Dir: dir, Pieces: 3, Lengths: lengths, Workers: 2})
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func mustRun(t *testing.T, opt Options) {
	t.Helper()
	if err := Run(context.Background(), opt); err != nil {
		t.Fatal(err)
	}
}

// contents returns all files of a directory by name.
func contents(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, name := range names {
		if files[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func compare(t *testing.T, got, want map[string][]byte) {
	t.Helper()
	for name := range want {
		if !bytes.Equal(got[name], want[name]) {
			t.Errorf("%s differs", name)
		}
	}
	for name := range got {
		if want[name] == nil {
			t.Errorf("%s is there, and should not", name)
		}
	}
}

// TestRun builds files, and asks whether they hold the values that Solve finds
// and do not depend on the number of workers or on where the work was
// interrupted.
func TestRun(t *testing.T) {
	v := solved(t)
	dir := t.TempDir()
	var last Progress
	mustRun(t, Options{Dir: dir, Pieces: 3, Workers: 3, Progress: func(p Progress) { last = p }})
	if last.Done != last.Total || last.Total != 3488+196032 || last.Left != 0 {
		t.Errorf("progress ends with %+v", last)
	}
	want := contents(t, dir)
	if len(want) != 2*(4+12)+1 {
		t.Errorf("%d files, want %d", len(want), 2*(4+12)+1)
	}

	var back Values
	for pieces := 2; pieces <= 3; pieces++ {
		for b := range index.Balances(pieces) {
			var tables [2]*file.Table
			for i, kind := range [2]file.Kind{file.Result, file.Distance} {
				table, err := file.OpenFile(filepath.Join(dir, file.Name(b, kind)))
				if err != nil {
					t.Fatal(err)
				}
				defer table.Close()
				if err := table.Check(); err != nil {
					t.Error(err)
				}
				if table.Stats != v.Stats(b) {
					t.Errorf("%v: %+v, want %+v", b, table.Stats, v.Stats(b))
				}
				tables[i] = table
			}
			if err := back.unpack(tables[0], tables[1], 2); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(back.Balance(b), v.Balance(b)) {
				t.Errorf("%v: the values are not the same after unpacking", b)
			}
		}
	}

	// One worker, in steps, each going on from files.
	other := t.TempDir()
	for pieces := 2; pieces <= 3; pieces++ {
		mustRun(t, Options{Dir: other, Pieces: pieces, Workers: 1})
	}
	compare(t, contents(t, other), want)

	// Files lost and damaged in their headers are built again.
	if err := os.Remove(filepath.Join(other, "0101.wdl")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(other, "1002.dtw"), want["1002.dtw"][:50], 0o666); err != nil {
		t.Fatal(err)
	}
	mustRun(t, Options{Dir: other, Pieces: 3})
	compare(t, contents(t, other), want)
}

// TestKilled kills builders at random times until one comes to the end: of all
// lengths, of results alone, and of both.
func TestKilled(t *testing.T) {
	for _, lengths := range []int{3, 1, 2} {
		t.Run(fmt.Sprint("lengths", lengths), func(t *testing.T) { testKilled(t, lengths) })
	}
}

func testKilled(t *testing.T, lengths int) {
	whole := t.TempDir()
	started := time.Now()
	mustRun(t, Options{Dir: whole, Pieces: 3, Lengths: lengths, Workers: 2})
	takes := time.Since(started)

	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(9, 9))
	kills := 0
	for tries := 0; ; tries++ {
		if tries > 200 {
			t.Fatal("the builder does not come to its end")
		}
		builder := exec.Command(os.Args[0])
		builder.Env = append(os.Environ(), "BOLSHAK_TEST_BUILD="+dir, fmt.Sprint("BOLSHAK_TEST_LENGTHS=", lengths))
		var said bytes.Buffer
		builder.Stderr = &said
		if err := builder.Start(); err != nil {
			t.Fatal(err)
		}
		// At first too short for much, then longer and longer.
		lives := takes/8 + time.Duration(rng.Int64N(int64(takes))*int64(tries+1)/16)
		timer := time.AfterFunc(lives, func() { builder.Process.Kill() })
		err := builder.Wait()
		if timer.Stop() && err != nil || said.Len() > 0 {
			t.Fatalf("the builder failed: %v %s", err, said.String())
		}
		if err == nil {
			break
		}
		kills++
		// What is listed is whole at every time.
		list, err := readManifest(dir)
		if err != nil {
			t.Fatal(err)
		}
		for name := range list {
			got, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(filepath.Join(whole, name))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Fatalf("%s is listed and not whole", name)
			}
		}
	}
	t.Logf("%d builders killed", kills)
	compare(t, contents(t, dir), contents(t, whole))
}

func TestRunRefuses(t *testing.T) {
	for _, pieces := range []int{-1, 0, 1, MaxPieces + 1} {
		if err := Run(context.Background(), Options{Dir: t.TempDir(), Pieces: pieces}); !errors.Is(err, ErrPieces) {
			t.Errorf("%d pieces: %v", pieces, err)
		}
		if _, err := Solve(context.Background(), pieces, 1); !errors.Is(err, ErrPieces) {
			t.Errorf("%d pieces: %v", pieces, err)
		}
	}
	dir := t.TempDir()
	if err := Run(context.Background(), Options{Dir: dir, Pieces: 6, Memory: 100 << 20}); !errors.Is(err, ErrMemory) {
		t.Errorf("too little memory: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Run(ctx, Options{Dir: t.TempDir(), Pieces: 3}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, ManifestName), []byte("nonsense\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Run(context.Background(), Options{Dir: dir, Pieces: 2}); err == nil {
		t.Error("a list that is none is taken for one")
	}
}

// TestVerify finds a single wrong value in files whose checksums are right.
func TestVerify(t *testing.T) {
	v := solved(t)
	dir := t.TempDir()
	mustRun(t, Options{Dir: dir, Pieces: 3, Workers: 2})
	var last Progress
	verify := func() error {
		return Verify(context.Background(), Options{Dir: dir, Pieces: 3, Workers: 2, Progress: func(p Progress) { last = p }})
	}
	if err := verify(); err != nil {
		t.Fatal(err)
	}
	if last.Done != last.Total || last.Total != 3488+196032 {
		t.Errorf("progress ends with %+v", last)
	}
	b := index.Balance{WhiteMen: 1, BlackMen: 2}
	rng := rand.New(rand.NewPCG(2, 2))
	for range 8 {
		codes := slices.Clone(v.Balance(b))
		i := rng.IntN(len(codes))
		if mustCapture(b.At(uint64(i))) {
			continue
		}
		// A quiet position: the next length, or a draw in place of a win or loss.
		if codes[i] == 0 || rng.IntN(2) == 0 {
			codes[i] += 2
		} else {
			codes[i] = 0
		}
		results, distances := pack(b, &table{size: b.Size(), codes: codes}, 1)
		for name, bytes := range map[string][]byte{file.Name(b, file.Result): results, file.Name(b, file.Distance): distances} {
			if err := os.WriteFile(filepath.Join(dir, name), bytes, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := verify(); !errors.Is(err, ErrWrong) {
			t.Errorf("%v with the value %v instead of %v: %v", b.Position(uint64(i)), codes[i], v.Balance(b)[i], err)
		}
	}
}
