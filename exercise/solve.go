package exercise

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/bolshak-draughts/bolshak/analysis/proof"
	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
)

// Reasons why a position is no exercise, for errors.Is.
var (
	// ErrNotWon: the solver does not win.
	ErrNotWon = errors.New("the solver does not win")
	// ErrSecondWin: another move wins as well before the win is plain.
	ErrSecondWin = errors.New("a second move wins")
	// ErrUnproven: a proof was not found within the bounds.
	ErrUnproven = errors.New("not proven")
	// ErrDrawRules: it is not proven that the win comes before a draw rule
	// strikes.
	ErrDrawRules = errors.New("not proven that no draw rule strikes before the win")
	// ErrTooLong: the solution is too long or has too many branches.
	ErrTooLong = errors.New("the solution is too long")
)

// bounds say how hard to try.
type bounds struct {
	nodes int // for the proof of a position
	judge int // for the verdict of the tables under the draw rules
	turns int // of a solution
	moves int // of the solver in a line
}

var (
	makeBounds   = bounds{nodes: 20_000, judge: 4_000, turns: 40, moves: 9}
	verifyBounds = bounds{nodes: 200_000, judge: 100_000}
)

// Efforts for the proof of a move, in nodes. Most moves that win are known to
// after a small one.
const (
	smallEffort = 200
	fairEffort  = 800
	fewPieces   = 7
)

// hope is the effort after which one of the moves must be known to win, or the
// position is given up.
func hope(p draughts.Position) int {
	if p.Occupied().Count() <= fewPieces {
		return fairEffort
	}
	return smallEffort
}

// solver works out the solution of a position.
type solver struct {
	ctx    context.Context
	bounds bounds
	values *proof.Prover // whether a position is won
	tables *endgame.Tables
	wins   *winner
	game   *draughts.Game
	turns  int
}

// solve returns the solution of a position for the side to move, or the reason
// why there is none.
func solve(ctx context.Context, p draughts.Position, tables *endgame.Tables, b bounds) (*Turn, error) {
	s := &solver{
		ctx: ctx, bounds: b, tables: tables, game: draughts.NewGame(p, draughts.FMJD64),
		values: proof.New(tables, tables.Pieces(), p.Turn()), wins: newWinner(tables, p.Turn(), b),
	}
	t, err := s.turn(1)
	if err == nil && t == nil {
		err = ErrSecondWin
	}
	return t, err
}

// turn returns the solver's turn on the board, nil if the win is plain.
func (s *solver) turn(number int) (*Turn, error) {
	if err := s.ctx.Err(); err != nil {
		return nil, err
	}
	p := s.game.Position()
	if number > 1 && decided(p) {
		if err := s.wins.check(s.game); err == nil || !errors.Is(err, ErrDrawRules) {
			return nil, err
		}
	}
	moves := p.AppendMoves(nil)
	proofs, err := s.proofs(p, moves)
	if err != nil {
		return nil, err
	}
	won, open := 0, 0
	var best draughts.Move
	for i, verdict := range proofs {
		switch verdict {
		case proof.Won:
			best = moves[i]
			won++
		case proof.Unproven:
			open++
		}
	}
	late := s.turns >= s.bounds.turns || number > s.bounds.moves
	switch {
	case won == 0 && open == 0:
		return nil, ErrNotWon
	case number > 1 && (won != 1 || open > 0 || late) && plain(p, s.tables):
		return nil, s.wins.check(s.game)
	case won > 1:
		return nil, ErrSecondWin
	case open > 0 || won == 0:
		return nil, ErrUnproven
	case late:
		return nil, ErrTooLong
	}
	s.turns++
	t := &Turn{Position: p, Move: best}
	for i, m := range moves {
		if proofs[i] != proof.NotWon {
			continue
		}
		try, err := s.try(p, m)
		if err != nil {
			return nil, err
		}
		t.Tries = append(t.Tries, try)
	}
	slices.SortFunc(t.Tries, func(a, b Try) int {
		return cmp.Compare(notation.Format(p, a.Move), notation.Format(p, b.Move))
	})
	if err := s.replies(t, number); err != nil {
		return nil, err
	}
	return t, nil
}

// proofs proves what each move is worth, with small efforts before great ones.
// It stops where a second move is known to win, and where hope is lost that one
// does.
func (s *solver) proofs(p draughts.Position, moves []draughts.Move) ([]proof.Verdict, error) {
	list := make([]proof.Verdict, len(moves))
	for nodes := smallEffort; ; nodes *= 10 {
		nodes = min(nodes, s.bounds.nodes)
		open, won := 0, 0
		for i, m := range moves {
			if list[i] == proof.Unproven {
				var err error
				if list[i], err = s.values.Prove(p.PlayUnchecked(m), nodes); err != nil {
					return nil, err
				}
			}
			switch list[i] {
			case proof.Unproven:
				open++
			case proof.Won:
				won++
			}
		}
		if won > 1 || open == 0 || nodes == s.bounds.nodes || won == 0 && nodes >= hope(p) {
			return list, nil
		}
	}
}

// replies plays the solver's move and answers every defence.
func (s *solver) replies(t *Turn, number int) error {
	if err := s.game.Play(t.Move); err != nil {
		return err
	}
	defer s.game.TakeBack()
	switch o := s.game.Outcome(); {
	case o.Winner == s.values.Side() && o.Reason != draughts.NotOver:
		return nil
	case o.Reason != draughts.NotOver:
		return ErrDrawRules
	}
	for m := range s.game.Position().Moves() {
		if err := s.game.Play(m); err != nil {
			return err
		}
		var next *Turn
		err := error(nil)
		if s.game.Outcome().Reason != draughts.NotOver {
			err = ErrDrawRules
		} else {
			next, err = s.turn(number + 1)
		}
		s.game.TakeBack()
		if err != nil {
			return err
		}
		t.Replies = append(t.Replies, Reply{m, next})
	}
	slices.SortStableFunc(t.Replies, func(a, b Reply) int {
		return cmp.Or(-cmp.Compare(length(a.Next), length(b.Next)), -cmp.Compare(size(a.Next), size(b.Next)))
	})
	return nil
}
