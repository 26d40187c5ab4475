package build_test

import (
	"context"
	"fmt"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame/build"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

func ExampleSolve() {
	values, err := build.Solve(context.Background(), 2, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := values.Stats(index.Balance{WhiteMen: 1, BlackMen: 1})
	fmt.Println(s.Wins, s.Draws, s.Losses, s.LongestWin)

	p, _ := draughts.ParsePosition("W:Wb4:Bf8")
	fmt.Println(values.Code(p))
	// Output:
	// 284 327 149 13
	// win in 13 plies true
}
