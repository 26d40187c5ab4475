package opening_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/opening"
)

// A micro-match is two games from one opening with colours reversed.
func ExampleDraw() {
	rng := rand.New(rand.NewPCG(2026, 0))
	e, err := opening.Draw(rng, opening.FMJD64, opening.Played)
	if err != nil {
		panic(err)
	}
	fmt.Println(e.Code, e.Text)
	g := e.Game(draughts.FMJD64)
	fmt.Println(g.Position().Turn(), "to move after", g.Plies(), "plies")
	// Output:
	// 41-X cd4 bc5
	// white to move after 2 plies
}

func ExampleLookup() {
	e, err := opening.Lookup(opening.FMJD64, "11-IV")
	if err != nil {
		panic(err)
	}
	fmt.Println(e.Kind, e.Text)
	fmt.Println(e.Position)
	// Output:
	// flying a1-a5 a7-h4
	// W:Wc1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3,a5:Bh4,b6,d6,f6,h6,c7,e7,g7,b8,d8,f8,h8
}

func ExampleClassify() {
	g := draughts.NewGame(draughts.Start(), draughts.FMJD64)
	for _, move := range []string{"cb4", "fg5", "bc3", "gh4", "cd4", "hg5"} {
		if err := g.PlayText(move); err != nil {
			panic(err)
		}
	}
	c := opening.Classify(g)
	fmt.Println(c.Name.Russian, "-", c.Name.English)
	fmt.Println("by transposition:", c.Transposed)
	// Output:
	// Киевская защита - Kiev Defence
	// by transposition: true
}
