package wire

import (
	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
)

// Verdict is what the endgame tables and the draw rules say of a position, for
// the side to move.
type Verdict struct {
	// Verdict is win, win-cut-off, draw, loss-saved, loss or unknown.
	Verdict string `json:"verdict"`
	// Value and Plies tell the position without draw rules; Plies is null where
	// the length is not known.
	Value string `json:"value"`
	Plies *int   `json:"plies"`
	// Reason and Article name the rule that makes the draw, "" if none does.
	Reason  string `json:"reason"`
	Article string `json:"article"`
	// Exact says that the verdict is proved.
	Exact bool `json:"exact"`
}

var verdictCodes = [...]string{
	endgame.VerdictUnknown: "unknown",
	endgame.VerdictWin:     "win",
	endgame.VerdictCutOff:  "win-cut-off",
	endgame.VerdictDraw:    "draw",
	endgame.VerdictSaved:   "loss-saved",
	endgame.VerdictLoss:    "loss",
}

// NewVerdict asks the tables about the position of a game. It is nil when the
// position is in none, or the game is over.
func NewVerdict(t *endgame.Tables, g *draughts.Game) (*Verdict, error) {
	if g.Outcome().Reason != draughts.NotOver {
		return nil, nil
	}
	j, err := t.Judge(g)
	if err != nil || j.Verdict == endgame.VerdictUnknown {
		return nil, err
	}
	return &Verdict{
		Verdict: verdictCodes[j.Verdict],
		Value:   j.Result.Value.String(),
		Plies:   Plies(j.Result),
		Reason:  j.Reason.Code(),
		Article: j.Reason.Article(),
		Exact:   j.Exact,
	}, nil
}

// Plies returns the length of a result, nil where it is not known.
func Plies(r endgame.Result) *int {
	if r.Plies < 0 {
		return nil
	}
	return &r.Plies
}
