package exercise_test

import (
	"fmt"
	"strings"

	"github.com/bolshak-draughts/bolshak/exercise"
)

func ExampleExercise_CheckText() {
	// A file of one exercise: White is to move.
	list, err := exercise.Read(strings.NewReader("# bolshak exercises 1\n" +
		"h5z6mrx3\tW:WKe1,h4:BKb2,d2,f6,h6\t800\tturkish-strike,king-caught,free-choice\te1:c3:a1#e1:c3:g7 b2:h8#e1:c3:h8 b2-a1<f6-g5 h4:f6<h6-g5>><f6-e5><h6-g5>\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	x := list[0]
	for _, path := range [][]string{
		{"e1:c3:g7"},
		{"e1:c3:a1"},
		{"e1:c3:a1", "f6-g5", "h4:f6"},
	} {
		answer, err := x.CheckText(path)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(strings.Join(path, " "), ": ", answer.Verdict)
		if answer.Next != nil {
			fmt.Print(", and the opponent replies ", answer.Before.Position.PlayUnchecked(answer.Before.Move).MoveText(answer.Reply))
		}
		for _, m := range answer.Line {
			fmt.Print(", since ", m)
		}
		fmt.Println()
	}
	// Output:
	// e1:c3:g7: wrong, since b2:h8
	// e1:c3:a1: right, and the opponent replies f6-g5
	// e1:c3:a1 f6-g5 h4:f6: solved
}
