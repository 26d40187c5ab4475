package endgame

import (
	"fmt"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame/index"
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
	// Change is the number of plies to the next change of the balance, a capture
	// or a promotion, or to the end of the game, if the winner hurries to one that
	// keeps the win and the loser delays it. It is -1 in draws and where the tables
	// do not know it.
	Change int
	// Reason is the rule that cuts the win off or saves the loss in the line in
	// which the winner takes the shortest way and the loser the longest, or if
	// that line is won or not known in another line of best play; NotOver with
	// other verdicts, or when no such line is known.
	Reason draughts.Reason
	// Exact says that the verdict is proved. If not, it is what comes of that
	// line: another way might still win, or another defence might still hold.
	Exact bool
}

// Article returns the number of the article that cuts the win off or saves the
// loss, such as "7.2.4"; "" if there is none or it is not known.
func (j Judgement) Article() string { return j.Reason.Article() }

// JudgeNodes is how many positions [Tables.Judge] looks at before it gives up a
// proof: some hundredths of a second.
const JudgeNodes = 20000

// Judge returns the verdict for the position of a game that goes on, under its
// draw rules and with its counters. Exact are all verdicts where the tables say
// draw, where the game has no draw rules, and where a proof is found: at once
// where the tables know the plies to the next change and these settle it, else by
// a search that comes to its end within [JudgeNodes] positions. Repetitions of
// positions that stood earlier in the game are not looked for. The error is that
// of [Tables.Probe].
func (t *Tables) Judge(g *draughts.Game) (Judgement, error) { return t.JudgeWithin(g, JudgeNodes) }

// JudgeWithin is [Tables.Judge] with a number of positions to look at before
// it gives up a proof: more of them prove more.
func (t *Tables) JudgeWithin(g *draughts.Game, nodes int) (Judgement, error) {
	return t.judges(g.Rules()).judge(state{g.Position(), g.Tally()}, nodes)
}

// judges are the searches for wins of White and of Black in one game; what one
// position has shown serves the next.
type judges [2]*judge

func (t *Tables) judges(rules draughts.DrawRules) judges {
	var both judges
	for c := range both {
		both[c] = &judge{tables: t, rules: rules, winner: draughts.Color(c), seen: map[state]answer{}}
	}
	return both
}

func (both judges) judge(s state, nodes int) (Judgement, error) {
	t, rules := both[0].tables, both[0].rules
	p := s.position
	r, err := t.Probe(p)
	if err != nil {
		return Judgement{}, err
	}
	j := Judgement{Result: r, Exact: true, Change: -1}
	winner := p.Turn()
	switch r.Value {
	case Unknown:
		j.Exact = false
		return j, nil
	case Draw:
		j.Verdict = VerdictDraw
		return j, nil
	case Loss:
		winner = winner.Other()
	}
	if j.Change, err = t.change(p, r); err != nil {
		return Judgement{}, err
	}
	won := yes
	if rules != draughts.NoDrawRules {
		search := both[winner]
		search.nodes = nodes
		if won, err = search.wins(s); err != nil {
			return Judgement{}, err
		}
		if won != yes {
			if j.Reason, err = search.line(s); err != nil {
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

// change returns the plies to the next change of the balance in a position with
// the result r, as [Judgement] says; -1 if it is not known.
func (t *Tables) change(p draughts.Position, r Result) (int, error) {
	switch {
	case r.Value != Win && r.Value != Loss:
		return -1, nil
	case p.MustCapture():
		return 1, nil
	case r.Plies == 0:
		return 0, nil
	}
	b, i, ok := index.Of(p)
	pair := t.pairs[b]
	if !ok || pair == nil || pair.change == nil {
		return -1, nil
	}
	size := uint64(pair.change.BlockSize)
	n, err := t.cache.symbol(pair.change, int(i/size), int(i%size))
	return int(n), err
}
