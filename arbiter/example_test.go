package arbiter_test

import (
	"fmt"
	"strings"

	"github.com/bolshak-draughts/bolshak/arbiter"
	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/pdn"
)

func ExampleAdjudicate() {
	const file = `
[White "Petrov"]
[Black "Sargin"]
[Result "1-0"]
[GameType "25"]
[FEN "W:WKc1,Ke1:BKh2"]

1. c1-b2 h2-b8 2. b2-a1 b8-a7 3. a1-h8 a7-b8 4. e1-a5 b8-h2 5. a5-e1 h2-b8 1-0
`
	for game, err := range pdn.Read(strings.NewReader(file), pdn.Options{}) {
		if err != nil {
			panic(err)
		}
		v, err := arbiter.Adjudicate(game, draughts.FMJD64)
		if err != nil {
			panic(err)
		}
		fmt.Println(v.Ply, v.Outcome)
		fmt.Println(v.Count)
		fmt.Println(v.Conflict)
		fmt.Println(v.Log())
	}
	// Output:
	// 9 draw: two pieces or fewer against a king (7.2.8)
	// 5 of 5 moves of white since ply 0
	// a draw by rule recorded as decided
	// over at ply 9 (move 5, white a5-e1) under fmjd64: draw: two pieces or fewer against a king (7.2.8); 5 of 5 moves of white since ply 0; position B:WKe1,Kh8:BKh2:H9:F5; 1 ply recorded after the end; result 1-0: a draw by rule recorded as decided
}
