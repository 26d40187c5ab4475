package build

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame/index"
	"github.com/bolshak-draughts/bolshak/internal/reference"
)

// naive solves endings by the slow implementation of the rules, both sides to
// move, without numbers, slices or unmoves: it looks at all positions again and
// again until nothing changes.
type naive struct {
	number    map[reference.Position]int
	positions []reference.Position
	children  [][]int
	codes     []Code
}

// add lists all positions of a balance.
func (n *naive) add(b index.Balance) {
	for i := range b.Size() {
		p := b.Position(i)
		for _, q := range []draughts.Position{p, p.Rotate()} {
			slow, err := reference.Parse(q.FEN())
			if err != nil {
				panic(err)
			}
			n.number[slow] = len(n.positions)
			n.positions = append(n.positions, slow)
		}
	}
}

// overAndLost is the number of any position in which the side to move has no
// pieces left.
const overAndLost = 0

// find returns the number of a position.
func (n *naive) find(p reference.Position) int {
	if i, ok := n.number[p]; ok {
		return i
	}
	if len(p.Moves()) > 0 {
		panic("a move leads outside: " + p.FEN())
	}
	return overAndLost
}

func (n *naive) solve() {
	n.children = make([][]int, len(n.positions))
	const workers = 4
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			for i := w + 1; i < len(n.positions); i += workers {
				for _, m := range n.positions[i].Moves() {
					n.children[i] = append(n.children[i], n.find(m.Result))
				}
			}
		})
	}
	group.Wait()
	n.codes = make([]Code, len(n.positions))
	// In pass d all positions get their value that are decided in d plies.
	for d, quiet := 0, 0; quiet < 3; d++ {
		quiet++
		for i, list := range n.children {
			if n.codes[i] != 0 {
				continue
			}
			won, allLost := false, true
			for _, c := range list {
				code := n.codes[c]
				won = won || code.Loss() && code.Plies() < d
				allLost = allLost && code.Win() && code.Plies() < d
			}
			if won || allLost {
				n.codes[i] = Code(d + 1)
				quiet = 0
			}
		}
	}
}

// TestNaive compares every position of two and three pieces, both sides to
// move, with what the slow rules give.
func TestNaive(t *testing.T) {
	v := solved(t)
	pieces := 3
	if testing.Short() {
		pieces = 2
	}
	n := naive{number: map[reference.Position]int{}, positions: make([]reference.Position, 1)}
	for i := 2; i <= pieces; i++ {
		for b := range index.Balances(i) {
			n.add(b)
		}
	}
	n.solve()
	wrong := 0
	for i, slow := range n.positions[1:] {
		p, err := draughts.ParsePosition(slow.FEN())
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := v.Code(p); !ok || got != n.codes[i+1] {
			if wrong++; wrong < 10 {
				t.Errorf("%v: %v (%v), the slow rules say %v", p, got, ok, n.codes[i+1])
			}
		}
	}
	if wrong > 0 {
		t.Errorf("%d of %d positions are wrong", wrong, len(n.positions)-1)
	}
}

// TestSuccessors takes random positions of four pieces (of three if short) and asks whether each
// has the value that the slow rules and the values of its successors give.
func TestSuccessors(t *testing.T) {
	v := solved(t)
	rng := rand.New(rand.NewPCG(3, 4))
	samples := 300
	if testing.Short() {
		samples = 30
	}
	for b := range index.Balances(most()) {
		for range samples {
			p := b.Position(rng.Uint64N(b.Size()))
			if rng.IntN(2) == 0 {
				p = p.Rotate()
			}
			slow, err := reference.Parse(p.FEN())
			if err != nil {
				t.Fatal(err)
			}
			var want best
			for _, m := range slow.Moves() {
				q, err := draughts.ParseSetup(m.Result.FEN())
				if err != nil {
					t.Fatal(err)
				}
				child, err := q.Position(0)
				if err != nil {
					t.Fatal(err)
				}
				c, ok := v.Code(child)
				if !ok {
					t.Fatalf("%v has no value", child)
				}
				want.add(c)
			}
			if got, ok := v.Code(p); !ok || got != want.code() {
				t.Fatalf("%v: %v, its successors give %v", p, got, want.code())
			}
		}
	}
}
