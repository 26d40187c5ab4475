package build

import (
	"math/rand/v2"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// TestTaker compares values of positions with captures, found by the builder's own
// moves, with those that the moves of package draughts give. Most of the pieces
// are taken in one move here, or the tables would not do.
func TestTaker(t *testing.T) {
	v := solved(t)
	rng := rand.New(rand.NewPCG(3, 3))
	var moves []draughts.Move
	compared, several := 0, 0
	for pieces := 2; pieces <= index.MaxPieces; pieces++ {
		for b := range index.Balances(pieces) {
			for range 3000 {
				p := b.At(rng.Uint64N(b.Size()))
				if !mustCapture(p) {
					continue
				}
				want, err := v.afterMoves(p.Position(), &moves)
				if err != nil {
					continue // too much is left
				}
				compared++
				if len(moves) > 1 {
					several++
				}
				for _, results := range []bool{false, true} {
					taker := taker{values: v, results: results}
					got, err := taker.valueOf(p)
					if results {
						got, want = got.result(), want.result()
					}
					if err != nil || got != want {
						t.Fatalf("%v is a %v, want %v (results alone: %v, error: %v)", p.Position(), got, want, results, err)
					}
				}
			}
		}
	}
	if compared < 10_000 || several < 3_000 {
		t.Errorf("%d positions compared, %d of them with several captures", compared, several)
	}
}

// TestTakerMissing says so when what captures lead to is not there.
func TestTakerMissing(t *testing.T) {
	taker := taker{values: new(Values)}
	b := index.Balance{WhiteKings: 1, BlackKings: 2}
	for i := range b.Size() {
		if p := b.At(i); mustCapture(p) {
			if _, err := taker.valueOf(p); err == nil {
				t.Error("a value from nowhere")
			}
			return
		}
	}
}
