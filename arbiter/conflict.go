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
