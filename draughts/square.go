package draughts

import (
	"errors"
	"fmt"
)

// Square is one of the 32 dark squares in board order: a1 is 0, c1 is 1, up to
// h8 which is 31.
type Square uint8

// The dark squares.
const (
	A1 Square = iota
	C1
	E1
	G1
	B2
	D2
	F2
	H2
	A3
	C3
	E3
	G3
	B4
	D4
	F4
	H4
	A5
	C5
	E5
	G5
	B6
	D6
	F6
	H6
	A7
	C7
	E7
	G7
	B8
	D8
	F8
	H8

	// NoSquare is no square of the board.
	NoSquare Square = 255
)

// Squares is the number of dark squares.
const Squares = 32

// ErrLightSquare and ErrOffBoard say why a file and a rank name no square.
var (
	ErrLightSquare = errors.New("light square")
	ErrOffBoard    = errors.New("no such square")
)

// SquareAt returns the square at a file and a rank, both 0..7 (a and 1 being
// 0). The error is ErrLightSquare or ErrOffBoard.
func SquareAt(file, rank int) (Square, error) {
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return NoSquare, ErrOffBoard
	}
	if (file+rank)%2 != 0 {
		return NoSquare, ErrLightSquare
	}
	return Square(rank*4 + file/2), nil
}

// ParseSquare reads an algebraic square such as "c3" or "C3".
func ParseSquare(text string) (Square, error) {
	if len(text) != 2 {
		return NoSquare, fmt.Errorf("square %q: %w", text, ErrOffBoard)
	}
	s, err := SquareAt(int(text[0]|0x20)-'a', int(text[1])-'1')
	if err != nil {
		return NoSquare, fmt.Errorf("square %q: %w", text, err)
	}
	return s, nil
}

// Valid reports whether s is a square of the board.
func (s Square) Valid() bool { return s < Squares }

// File returns the file of s, 0 (a) to 7 (h).
func (s Square) File() int { return int(s&3)*2 + int(s>>2&1) }

// Rank returns the rank of s, 0 (rank 1) to 7 (rank 8).
func (s Square) Rank() int { return int(s >> 2) }

// Rotate returns the square that s becomes when the board is turned round.
func (s Square) Rotate() Square { return Squares - 1 - s }

// Bitboard returns the set of s alone.
func (s Square) Bitboard() Bitboard { return 1 << (s & 31) }

// String returns the algebraic name, such as "c3", or "-" for no square.
func (s Square) String() string {
	if !s.Valid() {
		return "-"
	}
	return squareNames[2*s : 2*s+2]
}

// squareNames holds the names of all squares in board order.
const squareNames = "a1c1e1g1b2d2f2h2a3c3e3g3b4d4f4h4a5c5e5g5b6d6f6h6a7c7e7g7b8d8f8h8"

// Numbering is a way to number the dark squares 1 to 32.
type Numbering uint8

const (
	// FromTop counts rows from Black's side: b8 is 1, h8 is 4, a1 is 29, g1 is
	// 32. It is what most files and sites mean by numbers.
	FromTop Numbering = iota
	// FromA1 counts in board order: a1 is 1, h8 is 32 (PDN game type
	// 25,W,8,8,A0,0 read to the letter).
	FromA1
)

// Number returns the number of s, 1 to 32; 0 for no square.
func (n Numbering) Number(s Square) int {
	if !s.Valid() {
		return 0
	}
	if n == FromA1 {
		return int(s) + 1
	}
	return 4*(7-s.Rank()) + int(s&3) + 1
}

// Square returns the square of a number; ok is false outside 1 to 32.
func (n Numbering) Square(number int) (s Square, ok bool) {
	if number < 1 || number > Squares {
		return NoSquare, false
	}
	i := number - 1
	if n == FromA1 {
		return Square(i), true
	}
	return Square(4*(7-i/4) + i%4), true
}
