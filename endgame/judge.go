package endgame

import (
	"fmt"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Verdict is what a position of a game is worth for the side to move when the
// draw rules of the game count.
type Verdict uint8

const (
	// VerdictUnknown: the position is not in the tables.
	VerdictUnknown Verdict = iota
	// VerdictWin: won before a draw rule strikes.
	VerdictWin
	// VerdictCutOff: won without draw rules, but they cut the win off.
	VerdictCutOff
	VerdictDraw
	// VerdictSaved: lost without draw rules, but they save the draw.
	VerdictSaved
	// VerdictLoss: lost before a draw rule strikes.
	VerdictLoss
)

// String returns the verdict in words, such as "win cut off by the draw rules".
func (v Verdict) String() string {
	words := [...]string{"unknown", "win", "win cut off by the draw rules", "draw", "loss saved by the draw rules", "loss"}
	if int(v) >= len(words) {
		return fmt.Sprintf("verdict %d", uint8(v))
	}
	return words[v]
}

// Judgement is a verdict and what is known of it.
type Judgement struct {
	Verdict Verdict
	// Result is the value without draw rules.
	Result Result
	// Reason is the rule that cuts the win off or saves the loss, in the line in
	// which the winner takes the shortest way and the loser the longest;
	// NotOver with other verdicts, or when that line is not known.
	Reason draughts.Reason
	// Exact says that the verdict is proved. If not, it is what comes of that
	// line: another way might still win, or another defence might still hold.
	Exact bool
}

// JudgeNodes is how many positions [Tables.Judge] looks at before it gives up a
// proof: some hundredths of a second.
const JudgeNodes = 20000

// Judge returns the verdict for the position of a game that goes on, under its
// draw rules and with its counters. Exact are all verdicts where the tables say
// draw, where the game has no draw rules, and where the search came to its end
// within [JudgeNodes] positions: mostly where the win is short or a counter
// nearly full. Repetitions of positions that stood earlier in the game are not
// looked for. The error is that of [Tables.Probe].
func (t *Tables) Judge(g *draughts.Game) (Judgement, error) { return t.JudgeWithin(g, JudgeNodes) }

// JudgeWithin is [Tables.Judge] with a number of positions to look at before
// it gives up a proof: more of them prove more.
func (t *Tables) JudgeWithin(g *draughts.Game, nodes int) (Judgement, error) {
	p := g.Position()
	r, err := t.Probe(p)
	if err != nil {
		return Judgement{}, err
	}
	j := Judgement{Result: r, Exact: true}
	winner := p.Turn()
	switch r.Value {
	case Unknown:
		return Judgement{Result: r}, nil
	case Draw:
		j.Verdict = VerdictDraw
		return j, nil
	case Loss:
		winner = winner.Other()
	}
	won := yes
	if g.Rules() != draughts.NoDrawRules {
		s := judge{tables: t, rules: g.Rules(), winner: winner, nodes: nodes, seen: map[state]answer{}}
		if won, err = s.wins(state{p, g.Tally()}); err != nil {
			return Judgement{}, err
		}
		if won != yes {
			if j.Reason, err = s.line(state{p, g.Tally()}); err != nil {
				return Judgement{}, err
			}
		}
		if won == unsure {
			j.Exact = false
			if j.Reason == draughts.NotOver {
				won = yes
			}
		}
	}
	switch {
	case won == yes && r.Value == Win:
		j.Verdict = VerdictWin
	case won == yes:
		j.Verdict = VerdictLoss
	case r.Value == Win:
		j.Verdict = VerdictCutOff
	default:
		j.Verdict = VerdictSaved
	}
	return j, nil
}

// state is a position with its counters.
type state struct {
	position draughts.Position
	tally    draughts.Tally
}

func (s state) after(m draughts.Move) state {
	next := s.position.PlayUnchecked(m)
	return state{next, s.tally.After(s.position, m, next)}
}

type answer uint8

const (
	no answer = iota
	unsure
	yes
)

// judge searches whether a side can win before a draw rule strikes.
type judge struct {
	tables *Tables
	rules  draughts.DrawRules
	winner draughts.Color
	nodes  int // left
	seen   map[state]answer
}

// soon is a number of plies in which no draw rule can strike, counted from the
// last change of the balance: the shortest one takes five moves of a side. All
// counters but those of repetitions begin anew with a change at the latest.
const soon = 8

// wins reports whether the winner-to-be can force the win.
func (j *judge) wins(s state) (answer, error) {
	if a, ok := j.seen[s]; ok {
		return a, nil
	}
	if j.nodes--; j.nodes < 0 {
		return unsure, nil
	}
	a, err := j.search(s)
	if err == nil && (a != unsure || j.nodes > 0) {
		j.seen[s] = a
	}
	return a, err
}

func (j *judge) search(s state) (answer, error) {
	p := s.position
	attacks := p.Turn() == j.winner
	if !p.HasMoves() {
		if attacks {
			return no, nil
		}
		return yes, nil
	}
	if j.rules.Met(p, s.tally) != draughts.NotOver {
		return no, nil
	}
	r, err := j.tables.Probe(p)
	switch {
	case err != nil:
		return unsure, err
	case r.Value == Unknown:
		return unsure, nil
	case r.Value == Draw || attacks != (r.Value == Win):
		return no, nil
	case r.Plies >= 0 && s.tally.SinceChange()+r.Plies <= soon:
		return yes, nil
	}
	moves, err := j.tables.Moves(p)
	if err != nil {
		return unsure, err
	}
	if attacks {
		return j.attack(s, moves)
	}
	return j.defend(s, moves)
}

// attack tries the moves of the winner-to-be, one of which must do.
func (j *judge) attack(s state, moves []MoveResult) (answer, error) {
	best := no
	for _, m := range moves {
		if m.Value != Win {
			break // the best come first; the rest throw the win away
		}
		a, err := j.wins(s.after(m.Move))
		if err != nil || a == yes {
			return a, err
		}
		best = max(best, a)
	}
	return best, nil
}

// defend tries the moves of the other side, all of which must lose.
func (j *judge) defend(s state, moves []MoveResult) (answer, error) {
	worst := yes
	for _, m := range moves {
		a, err := j.wins(s.after(m.Move))
		if err != nil || a == no {
			return a, err
		}
		worst = min(worst, a)
	}
	return worst, nil
}

// line plays the shortest win against the longest defence and returns the rule
// that ends it, NotOver if it is won or the way is not known.
func (j *judge) line(s state) (draughts.Reason, error) {
	for {
		moves, err := j.tables.Moves(s.position)
		if err != nil || len(moves) == 0 || moves[0].Plies < 0 {
			return draughts.NotOver, err
		}
		if reason := j.rules.Met(s.position, s.tally); reason != draughts.NotOver {
			return reason, nil
		}
		s = s.after(moves[0].Move)
	}
}
