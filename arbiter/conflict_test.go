package arbiter

import (
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/pdn"
)

// The Result tag and the result behind the moves are held against the board
// apart from each other.
func TestContradictions(t *testing.T) {
	for _, test := range []struct {
		tags, end string
		want      string // what is told
		conflict  Conflict
	}{
		{`[Result "0-1"]`, "1-0", "Result tag 0-1: the wrong side recorded as the winner", WrongWinner},
		{`[Result "1-0"]`, "1/2-1/2", "result 1/2-1/2: a win recorded as a draw", WinNotDraw},
		{`[Result "1/2-1/2"]`, "0-1", "result 0-1: the wrong side recorded as the winner; Result tag 1/2-1/2: a win recorded as a draw", WrongWinner},
		{`[Result "0-1"]`, "0-1", "result 0-1: the wrong side recorded as the winner", WrongWinner},
		{`[Result "0-1"]`, "*", "result 0-1: the wrong side recorded as the winner", WrongWinner},
		{`[Result "0-1"]`, "", "result 0-1: the wrong side recorded as the winner", WrongWinner},
		{`[Result "0-1"] [Result "1-0"]`, "1-0", "", NoConflict},
		{`[Result "*"]`, "1-0", "", NoConflict},
		{`[Result "won"]`, "1-0", "", NoConflict},
		{"", "1-0", "", NoConflict},
	} {
		text := test.tags + "\n[FEN \"W:Wc3:Bd4\"]\n1. c3:e5 " + test.end
		for g, err := range pdn.Read(strings.NewReader(text), pdn.Options{}) {
			if err != nil {
				t.Fatal(err)
			}
			v := adjudicate(t, g, draughts.FMJD64)
			var told []string
			for _, c := range v.Contradictions() {
				told = append(told, c.String()+": "+c.Conflict.String())
			}
			got := strings.Join(told, "; ")
			if got != test.want || v.Conflict != test.conflict || !strings.HasSuffix(v.Log(), test.want) {
				t.Errorf("%s %s: %q, %v\n%s", test.tags, test.end, got, v.Conflict, v.Log())
			}
		}
	}
}
