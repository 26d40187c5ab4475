package exercise

import (
	"errors"
	"fmt"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// ErrPath: the moves are none of the exercise: one is illegal, it is not the
// solver's move that comes last, or there are moves after a wrong one or after
// the end.
var ErrPath = errors.New("not a path of the exercise")

// Verdict is what is thought of a move of the solver.
type Verdict uint8

// The verdicts.
const (
	// Wrong: the move does not win.
	Wrong Verdict = iota
	// Right: the only move that wins; the opponent replies and the exercise goes
	// on.
	Right
	// Solved: right, and the last move to find.
	Solved
)

// String returns "wrong", "right" or "solved".
func (v Verdict) String() string { return [...]string{"wrong", "right", "solved"}[min(v, Solved)] }

// Answer is the answer to a move.
type Answer struct {
	Verdict Verdict
	// Before is where the move was played.
	Before *Turn
	// Reply is the most stubborn reply to a right move that is not the last, and
	// Next the solver's turn after it.
	Reply draughts.Move
	Next  *Turn
	// Line is how the opponent saves himself after a wrong move, his move first;
	// Loses says that the solver even loses there.
	Line  []draughts.Move
	Loses bool
}

// Check judges the last move of a path: moves from the first position on, the
// solver's and the opponent's in turn. The opponent's may be any; the most
// stubborn are those in the answers. The error matches [ErrPath].
func (x *Exercise) Check(path []draughts.Move) (Answer, error) {
	if len(path)%2 == 0 {
		return Answer{}, fmt.Errorf("%w: %d moves do not end with the solver's", ErrPath, len(path))
	}
	t := x.Solution
	for i := 0; i < len(path)-1; i += 2 {
		if path[i] != t.Move {
			return Answer{}, fmt.Errorf("%w: move %d is not right, and others follow", ErrPath, i+1)
		}
		next, err := t.after(path[i+1])
		if err != nil {
			return Answer{}, fmt.Errorf("%w (move %d)", err, i+2)
		}
		t = next
	}
	return t.judge(path[len(path)-1])
}

// after returns the solver's turn after a reply.
func (t *Turn) after(m draughts.Move) (*Turn, error) {
	for _, r := range t.Replies {
		switch {
		case r.Move != m:
		case r.Next == nil:
			return nil, fmt.Errorf("%w: the exercise is solved there", ErrPath)
		default:
			return r.Next, nil
		}
	}
	return nil, fmt.Errorf("%w: not a reply", ErrPath)
}

// judge answers a move.
func (t *Turn) judge(m draughts.Move) (Answer, error) {
	a := Answer{Before: t}
	if m == t.Move {
		a.Verdict = Solved
		if len(t.Replies) > 0 && t.Replies[0].Next != nil {
			a.Verdict, a.Reply, a.Next = Right, t.Replies[0].Move, t.Replies[0].Next
		}
		return a, nil
	}
	for _, try := range t.Tries {
		if try.Move == m {
			a.Line, a.Loses = try.Line, try.Loses
			return a, nil
		}
	}
	return a, fmt.Errorf("%w: %w", ErrPath, &draughts.IllegalError{Position: t.Position, Text: m.String()})
}

// CheckText is [Exercise.Check] for moves as texts in any notation; its errors
// are also those of draughts.Position.ParseMove.
func (x *Exercise) CheckText(path []string) (Answer, error) {
	moves := make([]draughts.Move, 0, len(path))
	p := x.Start
	for _, text := range path {
		m, err := p.ParseMove(text)
		if err != nil {
			return Answer{}, err
		}
		moves = append(moves, m)
		p = p.PlayUnchecked(m)
	}
	return x.Check(moves)
}
