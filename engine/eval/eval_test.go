package eval_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine/eval"
)

// TestSymmetry: turning the board round and exchanging the colors changes
// nothing for the side to move.
func TestSymmetry(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		g := draughts.NewGame(draughts.Start(), draughts.NoDrawRules)
		for range rng.IntN(60) {
			moves := g.Position().AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			if err := g.Play(moves[rng.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
		p := g.Position()
		if a, b := baseline.Evaluate(p), baseline.Evaluate(p.Rotate()); a != b {
			t.Fatalf("%s: %d, turned round %d", p, a, b)
		}
		if a, b := baseline.Evaluate(p), baseline.Evaluate(p.WithTurn(p.Turn().Other())); a != -b {
			t.Fatalf("%s: %d, with the other side to move %d", p, a, b)
		}
	}
}

// TestOrder: the first position of each pair is better for White.
func TestOrder(t *testing.T) {
	for _, pair := range [][2]string{
		{"W:Wc3,d4:Bh8", "W:Wc3:Bh8"},         // a man more
		{"W:WKc3:Bg7,a7", "W:Wc3:Bg7,a7"},     // a king
		{"W:Wc5:Bh8,b8", "W:Wc3:Bh8,b8"},      // nearer to the far rank
		{"W:WKd4:BKb8", "W:WKd2:BKb8"},        // the main road
		{"W:Wc1,a3:Bh8", "W:Wb2,a3:Bh8"},      // the back rank kept
		{"W:WKc1,a3:Bh8,f8", "W:WKc1:Bh8,f8"}, // a man more
	} {
		var scores [2]int
		for i, fen := range pair {
			p, err := draughts.ParsePosition(fen)
			if err != nil {
				t.Fatal(err)
			}
			scores[i] = baseline.Evaluate(p)
		}
		if scores[0] <= scores[1] {
			t.Errorf("%s is worth %d, %s is worth %d", pair[0], scores[0], pair[1], scores[1])
		}
	}
}

var baseline eval.Baseline

func ExampleBaseline() {
	fmt.Println(baseline.Evaluate(draughts.Start()))
	// Output: 0
}

func BenchmarkBaseline(b *testing.B) {
	p := draughts.Start()
	for b.Loop() {
		baseline.Evaluate(p)
	}
}
