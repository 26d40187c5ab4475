package endgame

import (
	"cmp"
	"slices"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Answer is all that the tables know of the position of a game.
type Answer struct {
	// Judgement is for the side to move.
	Judgement
	// Moves are the legal moves, the best first.
	Moves []MoveJudgement
}

// MoveJudgement is a move and what it is worth for the side that makes it: the
// plies of the result and to the next change count from before the move, so that
// one that ends the game, or changes the balance, has 1.
type MoveJudgement struct {
	Move draughts.Move
	Judgement
	// Over is the reason by which the move ends the game at once, NotOver if it
	// goes on: a win if the opponent has no move, or a draw by a rule.
	Over draughts.Reason
}

// Answer returns the verdict for the position of a game that goes on, with the
// article, the plies to the end and those to the next change of the balance, and
// the same for every legal move, under the draw rules of the game and with its
// counters. It is what a page about a position shows.
//
// The best move comes first: by verdict; of wins and losses by the plies to the
// end where they are known ([Better]), else by those to the next change. A side
// that always makes the first move wins whatever is an exact win. Verdict is
// VerdictUnknown, and there are no moves, where the position is not in the
// tables. The error is that of [Tables.Probe].
func (t *Tables) Answer(g *draughts.Game) (Answer, error) {
	both := t.judges(g.Rules())
	s, rules := state{g.Position(), g.Tally()}, g.Rules()
	j, err := both.judge(s, JudgeNodes)
	if err != nil || j.Verdict == VerdictUnknown {
		return Answer{Judgement: j}, err
	}
	a := Answer{Judgement: j}
	for m := range s.position.Moves() {
		mj, err := both.judgeMove(s, m, rules)
		if err != nil {
			return Answer{}, err
		}
		a.Moves = append(a.Moves, mj)
	}
	slices.SortStableFunc(a.Moves, betterMove)
	return a, nil
}

func (both judges) judgeMove(s state, m draughts.Move, rules draughts.DrawRules) (MoveJudgement, error) {
	next := s.after(m)
	j, err := both.judge(next, JudgeNodes)
	if err != nil {
		return MoveJudgement{}, err
	}
	mj := MoveJudgement{Move: m, Judgement: j}
	mj.Verdict = j.Verdict.turn()
	mj.Result = j.Result.before()
	switch {
	case m.IsCapture() || s.position.Crowns(m):
		mj.Change = 1
		if mj.Result.Value == Draw || mj.Result.Value == Unknown {
			mj.Change = -1
		}
	case j.Change >= 0:
		mj.Change++
	}
	switch {
	case next.position.HasMoves():
		mj.Over = rules.Met(next.position, next.tally)
	case next.position.Pieces(next.position.Turn()) == 0:
		mj.Over = draughts.NoPieces
	default:
		mj.Over = draughts.Blocked
	}
	return mj, nil
}

// turn returns the verdict for the opponent.
func (v Verdict) turn() Verdict {
	switch v {
	case VerdictWin:
		return VerdictLoss
	case VerdictCutOff:
		return VerdictSaved
	case VerdictSaved:
		return VerdictCutOff
	case VerdictLoss:
		return VerdictWin
	}
	return v
}

// betterMove compares moves as [Answer] orders them.
func betterMove(a, b MoveJudgement) int {
	rank := [...]int{VerdictWin: 0, VerdictCutOff: 1, VerdictDraw: 2, VerdictSaved: 3, VerdictLoss: 4, VerdictUnknown: 5}
	if c := cmp.Compare(rank[a.Verdict], rank[b.Verdict]); c != 0 {
		return c
	}
	// A verdict that is proved is worth more than one that is not, for the winner.
	if a.Exact != b.Exact && a.Verdict == VerdictWin {
		if a.Exact {
			return -1
		}
		return 1
	}
	if c := Better(a.Result, b.Result); c != 0 || a.Result.Plies >= 0 {
		return c
	}
	switch {
	case a.Change < 0 || b.Change < 0:
		return 0
	case a.Result.Value == Win:
		return cmp.Compare(a.Change, b.Change)
	}
	return cmp.Compare(b.Change, a.Change)
}
