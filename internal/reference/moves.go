package reference

import (
	"fmt"
	"slices"
	"strings"
)

// Move is what a player plays: two captures with the same start, the same end
// and the same set of captured pieces are one move, whatever the order of the
// jumps.
type Move struct {
	From, To Square
	Captured []Square // in board order; none for a quiet move
	Result   Position // the position after the move
}

// Key names the move within its position: "c3>d4" for a quiet move and
// "h6>b4xc5,e7,g7" for a capture, the captured squares sorted by their names.
func (m Move) Key() string {
	key := m.From.String() + ">" + m.To.String()
	if len(m.Captured) == 0 {
		return key
	}
	var names []string
	for _, s := range m.Captured {
		names = append(names, s.String())
	}
	slices.Sort(names)
	return key + "x" + strings.Join(names, ",")
}

// Route is one way to play a move: one order of jumps with one choice of
// landing squares. Two routes of the same order differ only in where a king
// lands between two jumps along one line.
type Route struct {
	Squares []Square // the start, then a landing square for each captured piece
	Jumped  []Square // the captured pieces in the order of the jumps
	Move
}

// String names the squares of the route, as in "h2:f4:h6" or "c3-d4".
func (r Route) String() string {
	separator := "-"
	if len(r.Captured) > 0 {
		separator = ":"
	}
	var names []string
	for _, s := range r.Squares {
		names = append(names, s.String())
	}
	return strings.Join(names, separator)
}

// Routes lists every route of every legal move, in no promised order. If a
// capture exists, a capture must be played; any may be chosen.
func (p Position) Routes() []Route {
	if captures := p.captures(); len(captures) > 0 {
		return captures
	}
	return p.quietMoves()
}

// Moves lists the legal moves, sorted by their keys. A side to move without any
// has lost, whether it has no pieces or is blocked.
//
// By the rules a promotion follows from the set of captured pieces, so all
// routes of one move give one result. Moves panics with the position if it
// meets a case where they do not.
func (p Position) Moves() []Move {
	byKey := map[string]Move{}
	for _, r := range p.Routes() {
		known, met := byKey[r.Key()]
		if met && known.Result != r.Result {
			panic(fmt.Sprintf("reference: routes of %s in %s give %s and %s",
				r.Key(), p.FEN(), known.Result.FEN(), r.Result.FEN()))
		}
		byKey[r.Key()] = r.Move
	}
	var moves []Move
	for _, m := range byKey {
		moves = append(moves, m)
	}
	slices.SortFunc(moves, func(a, b Move) int { return strings.Compare(a.Key(), b.Key()) })
	return moves
}

// quietMoves lists the moves without a capture: a man goes one square forward,
// a king any number of free squares in any direction. A man that arrives on its
// far rank becomes a king. A man that stands there already has no quiet move.
func (p Position) quietMoves() []Route {
	var routes []Route
	for _, from := range Squares() {
		piece := p.At(from)
		if !piece.belongsTo(p.Turn) {
			continue
		}
		for _, direction := range diagonals {
			free := p.freeFrom(from, direction)
			if !piece.isKing() {
				if direction.Rank != p.Turn.forward() || len(free) == 0 {
					continue
				}
				free = free[:1]
			}
			for _, to := range free {
				routes = append(routes, p.quietMove(from, to))
			}
		}
	}
	return routes
}

// quietMove moves the piece from one square to another.
func (p Position) quietMove(from, to Square) Route {
	piece := p.At(from)
	if to.Rank == p.Turn.farRank() {
		piece = piece.crowned()
	}
	result := p
	result.set(from, Empty)
	result.set(to, piece)
	result.Turn = p.Turn.Opponent()
	return Route{
		Squares: []Square{from, to},
		Move:    Move{From: from, To: to, Result: result},
	}
}
