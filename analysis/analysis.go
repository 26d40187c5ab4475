// Package analysis tells what happened in a game.
//
// Start with [Game], which searches every position of a game and judges every
// move.
package analysis

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
)

// Judgement is what is thought of a move.
type Judgement uint8

// The judgements, by how many of the points that the player could expect the
// move gave away.
const (
	Good       Judgement = iota
	Inaccuracy           // a tenth of a point or more
	Mistake              // a fifth
	Blunder              // two fifths
)

var thresholds = [...]float64{Inaccuracy: 0.1, Mistake: 0.2, Blunder: 0.4}

var judgementNames = [...]string{Good: "good", Inaccuracy: "inaccuracy", Mistake: "mistake", Blunder: "blunder"}

// JudgementOf returns what is thought of a move that gave away so many of the
// expected points.
func JudgementOf(lost float64) Judgement {
	j := Good
	for k := Inaccuracy; k <= Blunder; k++ {
		if lost >= thresholds[k] {
			j = k
		}
	}
	return j
}

// String returns the judgement in words.
func (j Judgement) String() string {
	if int(j) < len(judgementNames) {
		return judgementNames[j]
	}
	return fmt.Sprintf("judgement %d", uint8(j))
}

// Mark returns the annotator's mark: "?!", "?", "??", or none.
func (j Judgement) Mark() string {
	switch j {
	case Inaccuracy:
		return "?!"
	case Mistake:
		return "?"
	case Blunder:
		return "??"
	}
	return ""
}

// Move is a move of a game as it was judged.
type Move struct {
	Ply    int // from 1
	Before draughts.Position
	Played draughts.Move
	// Best is the search of the position: its score and line are what the player
	// could have had.
	Best engine.Info
	// Score is what the move played was worth to the player.
	Score engine.Score
	// Lost is how many of the expected points the move gave away, 0 to 1.
	Lost float64
	// Forced says that there was no other move.
	Forced    bool
	Judgement Judgement
	// MissedShot says that a move worse than good passed over a line that is
	// proven to win and takes something, or that wins at least a man, as seen from
	// its captures, which the move played does not. Shot is then that line.
	MissedShot bool
	Shot       *Shot
}

// Report is a game as it was judged.
type Report struct {
	Moves []Move
	// Accuracy of White and Black is the share of the points that could be
	// expected which their moves kept, in hundredths, over all moves that were a
	// choice; -1 where there was none.
	Accuracy [2]float64
	// Points are those that White may expect, 0 to 1, before each move and after
	// the last.
	Points []float64
}

// Moments returns the moves that gave away a tenth of a point or more, in the
// order of the game.
func (r Report) Moments() []Move {
	return slices.DeleteFunc(slices.Clone(r.Moves), func(m Move) bool { return m.Judgement == Good })
}

// Key returns the n moves that gave away most, or fewer if there are not so many,
// in the order of the game.
func (r Report) Key(n int) []Move {
	list := r.Moments()
	slices.SortStableFunc(list, func(a, b Move) int { return cmp.Compare(b.Lost, a.Lost) })
	list = list[:min(max(n, 0), len(list))]
	slices.SortFunc(list, func(a, b Move) int { return cmp.Compare(a.Ply, b.Ply) })
	return list
}

// Count returns how many moves of a side are judged so.
func (r Report) Count(side draughts.Color, j Judgement) int {
	n := 0
	for _, m := range r.Moves {
		if m.Before.Turn() == side && m.Judgement == j {
			n++
		}
	}
	return n
}

// Game judges all moves of a game, searching each position within the limits. It
// ends early with the error of ctx.
func Game(ctx context.Context, e *engine.Engine, g *draughts.Game, limits engine.Limits) (Report, error) {
	return Judge(ctx, e, g, limits, func(int, int) {})
}

// Judge is [Game] that tells how many positions of how many have been searched.
func Judge(ctx context.Context, e *engine.Engine, g *draughts.Game, limits engine.Limits, searched func(done, of int)) (Report, error) {
	var r Report
	moves := g.Moves()
	replay := draughts.NewGame(g.Start(), g.Rules())
	best := make([]engine.Info, len(moves)+1)
	for i := range best {
		if i > 0 {
			searched(i, len(best))
			if err := replay.Play(moves[i-1]); err != nil {
				return r, fmt.Errorf("ply %d: %w", i, err)
			}
		}
		if i == len(moves) && g.Outcome().Reason != draughts.NotOver || replay.Outcome().Reason != draughts.NotOver {
			best[i].Score = final(g.Outcome(), replay.Position().Turn())
			continue
		}
		info, err := e.Best(ctx, replay, limits)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return r, err
		}
		best[i] = info
	}
	for i, info := range best {
		points := info.Score.Expected()
		if g.PositionAt(i).Turn() == draughts.Black {
			points = 1 - points
		}
		r.Points = append(r.Points, points)
	}
	searched(len(best), len(best))
	var kept, had [2]float64
	for i, m := range moves {
		j := judge(g.PositionAt(i), m, best[i], best[i+1])
		j.Ply = i + 1
		if err := j.lookForShot(best[i+1]); err != nil {
			return r, err
		}
		r.Moves = append(r.Moves, j)
		if turn := j.Before.Turn(); !j.Forced {
			had[turn] += j.Best.Score.Expected()
			kept[turn] += j.Best.Score.Expected() - j.Lost
		}
	}
	for c := range r.Accuracy {
		r.Accuracy[c] = -1
		if had[c] > 0 {
			r.Accuracy[c] = 100 * kept[c] / had[c]
		}
	}
	return r, nil
}

// final is the score of a game that is over, for the side to move.
func final(o draughts.Outcome, turn draughts.Color) engine.Score {
	switch o.Winner {
	case turn:
		return engine.Win
	case turn.Other():
		return -engine.Win
	}
	return 0
}

// judge compares a move with the best one, given the searches before and after
// it.
func judge(p draughts.Position, m draughts.Move, before, after engine.Info) Move {
	j := Move{Before: p, Played: m, Best: before, Score: -after.Score, Forced: len(p.AppendMoves(nil)) == 1}
	if j.Forced || m == before.PV[0] {
		j.Score = before.Score
		return j
	}
	j.Lost = max(0, before.Score.Expected()-j.Score.Expected())
	j.Judgement = JudgementOf(j.Lost)
	return j
}
