package reference

import "fmt"

// Square is a place on the board. Files and ranks are counted from 0, so that
// a1, at White's lower left, is {0, 0} and h8 is {7, 7}.
type Square struct{ File, Rank int }

// String gives the name of the square, as in "a1".
func (s Square) String() string {
	return string([]byte{'a' + byte(s.File), '1' + byte(s.Rank)})
}

// ParseSquare reads the name of a dark square, as in "a1". The light squares
// are no part of the game and are refused.
func ParseSquare(text string) (Square, error) {
	for _, s := range Squares() {
		if s.String() == text {
			return s, nil
		}
	}
	return Square{}, fmt.Errorf("%q is not a dark square", text)
}

// Squares lists the 32 dark squares in board order: a1, c1, e1, g1, b2, ... h8.
// The square a1 is dark.
func Squares() []Square {
	var squares []Square
	for rank := 0; rank < 8; rank++ {
		for file := 0; file < 8; file++ {
			if (file+rank)%2 == 0 {
				squares = append(squares, Square{file, rank})
			}
		}
	}
	return squares
}

// onBoard tells whether the square exists.
func (s Square) onBoard() bool {
	return s.File >= 0 && s.File < 8 && s.Rank >= 0 && s.Rank < 8
}

// onMainRoad tells whether the square lies on the main road, a1-h8.
func (s Square) onMainRoad() bool { return s.File == s.Rank }

// compareSquares orders squares as the board does: by rank, then by file.
func compareSquares(a, b Square) int {
	if a.Rank != b.Rank {
		return a.Rank - b.Rank
	}
	return a.File - b.File
}

// Side is one of the two players.
type Side byte

// The two players. White moves first in a game from the start position.
const (
	White Side = iota
	Black
)

// String gives "W" or "B".
func (s Side) String() string {
	if s == White {
		return "W"
	}
	return "B"
}

// Opponent is the other player.
func (s Side) Opponent() Side {
	if s == White {
		return Black
	}
	return White
}

// forward is the direction of this player's men, in ranks.
func (s Side) forward() int {
	if s == White {
		return +1
	}
	return -1
}

// farRank is the rank on which this player's men become kings.
func (s Side) farRank() int {
	if s == White {
		return 7
	}
	return 0
}

// Piece is what stands on a square.
type Piece byte

// The pieces, and the empty square.
const (
	Empty     Piece = 0
	WhiteMan  Piece = 'w'
	WhiteKing Piece = 'W'
	BlackMan  Piece = 'b'
	BlackKing Piece = 'B'
)

// belongsTo tells whether the piece is one of this player's.
func (p Piece) belongsTo(side Side) bool {
	if side == White {
		return p == WhiteMan || p == WhiteKing
	}
	return p == BlackMan || p == BlackKing
}

// isKing tells whether the piece is a king of either side.
func (p Piece) isKing() bool { return p == WhiteKing || p == BlackKing }

// crowned is the piece as a king.
func (p Piece) crowned() Piece {
	if p.belongsTo(White) {
		return WhiteKing
	}
	return BlackKing
}

// manOf and kingOf give the pieces of a player.
func manOf(side Side) Piece {
	if side == White {
		return WhiteMan
	}
	return BlackMan
}

func kingOf(side Side) Piece { return manOf(side).crowned() }

// Position is a board and the side to move. Two positions are the same for the
// rule of the third repetition (7.2.3) when they are equal by ==.
type Position struct {
	Board [8][8]Piece // Board[rank][file]
	Turn  Side
}

// Start is the position a game begins with: twelve men on the dark squares of
// each side's first three ranks, White to move.
func Start() Position {
	var p Position
	for _, s := range Squares() {
		if s.Rank <= 2 {
			p.set(s, WhiteMan)
		}
		if s.Rank >= 5 {
			p.set(s, BlackMan)
		}
	}
	return p
}

// At is the piece on a square of the board, Empty if there is none.
func (p Position) At(s Square) Piece { return p.Board[s.Rank][s.File] }

// set puts a piece on a square, or clears it with Empty.
func (p *Position) set(s Square, piece Piece) { p.Board[s.Rank][s.File] = piece }

// count is how many of one kind of piece are on the board.
func (p Position) count(piece Piece) int {
	n := 0
	for _, s := range Squares() {
		if p.At(s) == piece {
			n++
		}
	}
	return n
}
