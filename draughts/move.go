package draughts

import (
	"fmt"
)

// Move is a move by what it does: the square where it starts, the square where
// it ends, and the pieces it takes. Captures that take the same pieces in
// another order are the same move. A capture may end where it began.
// Whether a man is crowned follows from the position and the move.
type Move struct {
	From, To Square
	Captured Bitboard
}

// IsCapture reports whether the move takes something.
func (m Move) IsCapture() bool { return m.Captured != 0 }

// String returns start and end, such as "c3-d4" or "c3:e5", for logs. It may
// fit several moves of a position; use [Position.MoveText] for players.
func (m Move) String() string {
	if m.IsCapture() {
		return m.From.String() + ":" + m.To.String()
	}
	return m.From.String() + "-" + m.To.String()
}

// IllegalError says that a move cannot be played in a position. It matches
// [ErrIllegal].
type IllegalError struct {
	// Position is where the move was tried; it is unchanged.
	Position Position
	// Text is the move as it was given.
	Text string
	// Hint says why, such as "c3 must take"; it may be empty.
	Hint string
}

func (e *IllegalError) Error() string {
	text := fmt.Sprintf("illegal move %q", e.Text)
	if e.Hint != "" {
		text += ": " + e.Hint
	}
	return text
}

// Is makes errors.Is(err, ErrIllegal) true.
func (e *IllegalError) Is(target error) bool { return target == ErrIllegal }

// crowned reports whether a man of the side to move that makes m becomes a king.
//
// By a quiet move it is crowned on arrival. In a capture the set of captured
// pieces tells: a man reaches the far rank only by jumping a piece on the rank
// before it, and once crowned it stays a king. The one exception is a man that
// starts on its far rank (a composer's setup): its first jump leads down over
// that rank.
func (p Position) crowned(m Move) bool {
	far := FarRank(p.turn)
	if m.Captured == 0 {
		return far.Has(m.To)
	}
	over := m.Captured & nextToFar(p.turn)
	if far.Has(m.From) {
		return over&(over-1) != 0
	}
	return over != 0
}

// Crowns reports whether m, a legal move, turns a man into a king.
func (p Position) Crowns(m Move) bool {
	return !p.kings.Has(m.From) && p.crowned(m)
}

// Play returns the position after m. If m is not legal it returns p and an
// error that matches [ErrIllegal].
func (p Position) Play(m Move) (Position, error) {
	if !p.IsLegal(m) {
		return p, &IllegalError{Position: p, Text: m.String(), Hint: p.hint(m.From, m.To)}
	}
	return p.PlayUnchecked(m), nil
}

// PlayUnchecked returns the position after m, which must be a legal move of p
// (one that [Position.AppendMoves] gave); otherwise the result is meaningless.
func (p Position) PlayUnchecked(m Move) Position {
	from, to := m.From.Bitboard(), m.To.Bitboard()
	if p.kings&from != 0 {
		p.kings = p.kings&^from | to
	} else if p.crowned(m) {
		p.kings |= to
	}
	p.kings &^= m.Captured
	if p.turn == White {
		p.white = p.white&^from | to
		p.black &^= m.Captured
	} else {
		p.black = p.black&^from | to
		p.white &^= m.Captured
	}
	p.turn ^= 1
	return p
}

// hint says why no move leads from one square to another.
func (p Position) hint(from, to Square) string {
	c, _ := p.At(from)
	switch {
	case !from.Valid():
		return ""
	case c == NoColor:
		return from.String() + " is empty"
	case c != p.turn:
		return "it is " + p.turn.String() + "'s turn"
	}
	var movers, targets Bitboard
	capture := false
	for m := range p.Moves() {
		movers |= m.From.Bitboard()
		if m.From == from {
			targets |= m.To.Bitboard()
		}
		capture = capture || m.IsCapture()
	}
	switch {
	case capture && !movers.Has(from):
		return movers.String() + " must take"
	case capture:
		return from.String() + " must take, and to the end"
	case !movers.Has(from):
		return from.String() + " is blocked"
	case p.Occupied().Has(to):
		return to.String() + " is occupied"
	}
	return from.String() + " may go to " + targets.String()
}
