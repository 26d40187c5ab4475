package build

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/bolshak-draughts/bolshak/endgame/file"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// TestChanges asks of every position whether its plies to the next change are
// what those after its moves give, by the moves of package draughts.
func TestChanges(t *testing.T) {
	v := solved(t)
	changes, err := SolveChanges(t.Context(), v, most(), 3)
	if err != nil {
		t.Fatal(err)
	}
	longest := map[int]int{}
	for pieces := 2; pieces <= most(); pieces++ {
		for b := range index.Balances(pieces) {
			results, codes := v.Balance(b), changes.Balance(b)
			c := b.CursorAt(0)
			for i := range codes {
				if codes[i].result() != results[i].result() {
					t.Fatalf("%v: %v by changes, %v by ends", c.Position(), codes[i].result(), results[i])
				}
				longest[pieces] = max(longest[pieces], codes[i].Change())
				if pieces < 4 || i%7 == 0 {
					if want := changeByMoves(t, v, changes, c); codes[i].Change() != want {
						t.Fatalf("%v: %d plies to a change, want %d", c.Position(), codes[i].Change(), want)
					}
				}
				c.Next()
			}
		}
	}
	// Known from an independent program.
	for pieces, want := range map[int]int{2: 9, 3: 20, 4: 51} {
		if pieces <= most() && longest[pieces] != want {
			t.Errorf("%d pieces: %d plies to a change, want %d", pieces, longest[pieces], want)
		}
	}
}

func changeByMoves(t *testing.T, v, changes *Values, c index.Cursor) int {
	p := c.Position()
	value, _ := v.Code(p)
	if value == draw {
		return -1
	}
	best := 0
	for m := range p.Moves() {
		next := p.PlayUnchecked(m)
		after, ok := v.Code(next)
		if !ok {
			t.Fatalf("no value of %v", next)
		}
		n := 1
		if !m.IsCapture() && !p.Crowns(m) {
			code, _ := changes.Code(next)
			n += code.Change()
		}
		switch {
		case value.Loss():
			best = max(best, n)
		case after.Loss() && (best == 0 || n < best):
			best = n
		}
	}
	return best
}

// TestVerifyChanges builds files of changes, verifies them, and finds one that is
// wrong.
func TestVerifyChanges(t *testing.T) {
	opt := Options{Dir: t.TempDir(), Pieces: 3, Changes: 3, Workers: 2}
	mustRun(t, opt)
	if err := Verify(t.Context(), opt); err != nil {
		t.Fatal(err)
	}
	v := solved(t)
	changes, err := SolveChanges(t.Context(), v, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	b := index.Balance{WhiteKings: 2, BlackMen: 1}
	codes := slices.Clone(changes.Balance(b))
	for i := range codes {
		if codes[i] != draw && codes[i].Change() > 4 && !mustCapture(b.At(uint64(i))) {
			codes[i] -= 2 // a ply less
			break
		}
	}
	name := filepath.Join(opt.Dir, file.Name(b, file.Change))
	if err := os.WriteFile(name, packChanges(b, &table{size: b.Size(), codes: codes}, 1), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Verify(t.Context(), opt); !errors.Is(err, ErrWrong) {
		t.Errorf("a ply less: %v", err)
	}
}
