package arbiter

import (
	"fmt"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/pdn"
)

// Conflict is a way in which a recorded result disagrees with the board.
type Conflict uint8

const (
	// NoConflict: the result is that of the board, or is not told, or the game
	// was not over on the board, so that the players ended it otherwise.
	NoConflict Conflict = iota
	// DrawNotWin: the game was a draw by rule, the record says that a side won or
	// that both lost.
	DrawNotWin
	// WinNotDraw: the side to move had no move, the record says draw.
	WinNotDraw
	// WrongWinner: the side to move had no move, the record says that it won or
	// that both lost.
	WrongWinner
)

var conflictTexts = [...]string{
	NoConflict:  "none",
	DrawNotWin:  "a draw by rule recorded as decided",
	WinNotDraw:  "a win recorded as a draw",
	WrongWinner: "the wrong side recorded as the winner",
}

// String returns the conflict in words.
func (c Conflict) String() string {
	if int(c) < len(conflictTexts) {
		return conflictTexts[c]
	}
	return fmt.Sprintf("conflict %d", uint8(c))
}

// Contradiction is a recorded result that disagrees with the board.
type Contradiction struct {
	Result pdn.Result
	// Tag says that it stands in the Result tag, and that something else stands
	// behind the moves.
	Tag      bool
	Conflict Conflict
}

// String returns where the result stands and the result, such as "result 1-0" or
// "Result tag 0-1".
func (c Contradiction) String() string {
	if c.Tag {
		return "Result tag " + c.Result.String()
	}
	return "result " + c.Result.String()
}

// Contradictions returns the recorded results that disagree with the board:
// Recorded, and Tagged if it is another.
func (v Verdict) Contradictions() []Contradiction {
	var all []Contradiction
	if c := conflict(v.Outcome, v.Recorded); c != NoConflict {
		all = append(all, Contradiction{v.Recorded, false, c})
	}
	if c := conflict(v.Outcome, v.Tagged); c != NoConflict && v.Tagged != v.Recorded {
		all = append(all, Contradiction{v.Tagged, true, c})
	}
	return all
}

// conflict compares a recorded result with how a game ended on the board.
func conflict(o draughts.Outcome, recorded pdn.Result) Conflict {
	switch {
	case o.Reason == draughts.NotOver || recorded == pdn.NoResult:
		return NoConflict
	case o.Winner == draughts.NoColor:
		if recorded == pdn.Drawn {
			return NoConflict
		}
		return DrawNotWin
	case recorded == pdn.Drawn:
		return WinNotDraw
	case recorded.String() != o.Result():
		return WrongWinner
	}
	return NoConflict
}
