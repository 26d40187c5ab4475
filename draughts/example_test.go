package draughts_test

import (
	"errors"
	"fmt"

	"github.com/bolshak-draughts/bolshak/draughts"
)

func Example() {
	g := draughts.NewGame(draughts.Start(), draughts.FMJD64)
	for _, text := range []string{"c3-d4", "d6-e5", "a3-b4", "e7-d6", "e5:c3", "e:a5"} {
		if err := g.PlayText(text); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(g.Position())
	// Output:
	// illegal move "e7-d6": e5 must take
	// illegal move "e5:c3": e5 must take, and to the end
	// W:Wa1,c1,e1,g1,b2,d2,f2,h2,e3,g3:Ba5,b6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8
}

func ExampleParsePosition() {
	p, err := draughts.ParsePosition("W:Wh2:Bd2,e7,g3,g5,g7")
	if err != nil {
		fmt.Println(err)
		return
	}
	for m := range p.Moves() {
		fmt.Println(p.MoveText(m), p.Crowns(m))
	}
	_, err = draughts.ParsePosition("W:Wd8:Bg7")
	fmt.Println(err)
	// Output:
	// h2:f4:h6:f8:b4:e1 true
	// fen: not a legal position: white man on its promotion rank (d8) at 4
}

func ExamplePosition_ParseMove() {
	p, _ := draughts.ParsePosition("W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8")
	_, err := p.ParseMove("f8:b4")
	var ambiguous *draughts.AmbiguousError
	if errors.As(err, &ambiguous) {
		fmt.Println(ambiguous.Texts)
	}
	m, _ := p.ParseMove("h:b6")
	fmt.Println(p.MoveText(m))
	// Output:
	// [f8:b4:c5 f8:h6:f4:d6:b4]
	// h4:f6:d4:b6
}

func ExampleSetup_Position() {
	s, _ := draughts.ParseSetup("W:Wd8:Bg7")
	_, err := s.Position(0)
	fmt.Println(err)
	p, err := s.Position(draughts.WhiteManOnFarRank)
	fmt.Println(p, err)
	// Output:
	// not a legal position: white man on its promotion rank (d8)
	// W:Wd8:Bg7 <nil>
}

func ExampleGame_Counters() {
	s, _ := draughts.ParseSetup("W:WKa3,Ke1,c3:BKa1:H3")
	g, _ := draughts.NewGameFrom(s, draughts.FMJD64, 0)
	for _, c := range g.Counters() {
		fmt.Println(c)
	}
	// Output:
	// draw in 29 moves by 7.2.6
	// draw in 5 moves by 7.2.7
}
