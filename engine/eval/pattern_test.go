package eval_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine/eval"
)

func randomWeights(rng *rand.Rand) *eval.Weights {
	var w eval.Weights
	for i := range int32(eval.NumFeatures) {
		w.Set(i, int16(rng.IntN(600)-300), int16(rng.IntN(2*1300+1)-1300))
	}
	return &w
}

// randomPositions yields positions of random games.
func randomPositions(t *testing.T, rng *rand.Rand, games int, visit func(draughts.Position)) {
	t.Helper()
	for range games {
		g := draughts.NewGame(draughts.Start(), draughts.NoDrawRules)
		for range 90 {
			moves := g.Position().AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			if err := g.Play(moves[rng.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
			visit(g.Position())
		}
	}
}

// TestEvaluateIsTheSumOfFeatures checks the fast evaluation against the plain
// sum, and that turning the board round changes nothing.
func TestEvaluateIsTheSumOfFeatures(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	w := randomWeights(rng)
	var features []eval.Feature
	randomPositions(t, rng, 60, func(p draughts.Position) {
		features = eval.AppendFeatures(features[:0], p)
		full, bare := 0, 0
		for _, f := range features {
			a, b := w.Get(f.Index)
			full += int(a) * int(f.Count)
			bare += int(b) * int(f.Count)
		}
		phase := eval.Phase(p)
		want := (full*phase + bare*(24-phase)) / 24
		if p.Turn() == draughts.Black {
			want = -want
		}
		if got := w.Evaluate(p); got != want {
			t.Fatalf("%s: %d, the features sum up to %d", p, got, want)
		}
		if got := w.Evaluate(p.Rotate()); got != want {
			t.Fatalf("%s: %d, turned round %d", p, want, got)
		}
	})
}

func BenchmarkEvaluate(b *testing.B) {
	w := randomWeights(rand.New(rand.NewPCG(5, 5)))
	p := draughts.Start()
	for b.Loop() {
		w.Evaluate(p)
	}
}

func TestWeightsFile(t *testing.T) {
	w := randomWeights(rand.New(rand.NewPCG(6, 6)))
	data := w.Bytes()
	back, err := eval.ParseWeights(data)
	if err != nil || *back != *w || back.Hash() != w.Hash() {
		t.Fatalf("read back: %v", err)
	}
	for _, at := range []int{0, 8, 10, 1000, len(data) - 1} {
		bad := append([]byte(nil), data...)
		bad[at] ^= 1
		if _, err := eval.ParseWeights(bad); !errors.Is(err, eval.ErrWeights) {
			t.Errorf("byte %d changed: %v", at, err)
		}
	}
	if _, err := eval.ParseWeights(data[:len(data)-1]); !errors.Is(err, eval.ErrWeights) {
		t.Errorf("cut off: %v", err)
	}
}
