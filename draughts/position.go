package draughts

// Position is the pieces on the board and the side to move. It is a comparable
// value of 16 bytes that never changes; its zero value is the empty board with
// White to move, which has lost.
type Position struct {
	white, black, kings Bitboard
	turn                Color
}

// Start returns the start position: twelve men a side, White to move.
func Start() Position {
	return Position{white: 0x00000fff, black: 0xfff00000}
}

// Turn returns the side to move.
func (p Position) Turn() Color { return p.turn }

// Pieces returns the squares of all pieces of c.
func (p Position) Pieces(c Color) Bitboard {
	switch c {
	case White:
		return p.white
	case Black:
		return p.black
	}
	return 0
}

// Men returns the squares of the men of c.
func (p Position) Men(c Color) Bitboard { return p.Pieces(c) &^ p.kings }

// Kings returns the squares of the kings of c.
func (p Position) Kings(c Color) Bitboard { return p.Pieces(c) & p.kings }

// Occupied returns the squares of all pieces.
func (p Position) Occupied() Bitboard { return p.white | p.black }

// At returns the color of the piece on s, NoColor for an empty square, and
// whether it is a king.
func (p Position) At(s Square) (c Color, king bool) {
	switch {
	case p.white.Has(s):
		return White, p.kings.Has(s)
	case p.black.Has(s):
		return Black, p.kings.Has(s)
	}
	return NoColor, false
}

// Setup returns the position as a setup, to be changed.
func (p Position) Setup() Setup {
	return Setup{White: p.white, Black: p.black, Kings: p.kings, Turn: p.turn}
}

// WithTurn returns the position with c to move.
func (p Position) WithTurn(c Color) Position {
	if c <= Black {
		p.turn = c
	}
	return p
}

// Rotate returns the same position seen from the other side: the board turned
// round, the colors and the turn exchanged. It is the only symmetry of the
// game, since the main road joins two fixed corners.
func (p Position) Rotate() Position {
	return Position{white: p.black.Rotate(), black: p.white.Rotate(), kings: p.kings.Rotate(), turn: p.turn.Other()}
}
