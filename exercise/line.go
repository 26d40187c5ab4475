package exercise

import (
	"errors"
	"fmt"

	"github.com/bolshak-draughts/bolshak/analysis/proof"
	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
)

// Lines in which the solver resists as long as he can have so many plies at most,
// others so many.
const (
	stubbornLine = 12
	longestLine  = 24
)

// try returns a move that is proven not to win, with the opponent's defence.
func (s *solver) try(p draughts.Position, m draughts.Move) (Try, error) {
	t, err := s.refute(p, m, true, stubbornLine)
	if errors.Is(err, ErrTooLong) {
		t, err = s.refute(p, m, false, longestLine)
	}
	return t, err
}

func (s *solver) refute(p draughts.Position, m draughts.Move, stubborn bool, longest int) (Try, error) {
	t := Try{Move: m}
	for p = p.PlayUnchecked(m); ; {
		end, loses, err := settled(p, s.values.Side(), s.tables)
		if err != nil {
			return t, err
		}
		if end && len(t.Line) > 0 {
			t.Loses = loses
			return t, nil
		}
		if len(t.Line) == longest {
			return t, fmt.Errorf("%w: a refutation goes on for more than %d plies", ErrTooLong, longest)
		}
		next, err := s.values.Step(p, s.bounds.nodes, stubborn)
		if errors.Is(err, proof.ErrNoStep) {
			return t, fmt.Errorf("%w: a refutation", ErrUnproven)
		}
		if err != nil {
			return t, err
		}
		t.Line = append(t.Line, next)
		p = p.PlayUnchecked(next)
	}
}

// settled reports whether a refutation may end in a position: it is in the
// tables with nothing to be taken, or the solver has no move. Loses says that the
// solver loses.
func settled(p draughts.Position, solver draughts.Color, tables *endgame.Tables) (end, loses bool, err error) {
	if !p.HasMoves() {
		return true, p.Turn() == solver, nil
	}
	if p.Occupied().Count() > tables.Pieces() || p.MustCapture() {
		return false, false, nil
	}
	value, err := tables.Value(p)
	if p.Turn() != solver {
		value = value.Turn()
	}
	return true, value == endgame.Loss, err
}
