package draughts

// Color is a side. White moves first and goes up the board (rank 1 to rank 8).
type Color uint8

// The two sides, and the value for neither (the winner of a drawn game).
const (
	White Color = iota
	Black
	NoColor
)

// Other returns the opponent of White or Black; NoColor stays NoColor.
func (c Color) Other() Color {
	if c > Black {
		return NoColor
	}
	return c ^ 1
}

// String returns "white", "black" or "none".
func (c Color) String() string {
	switch c {
	case White:
		return "white"
	case Black:
		return "black"
	}
	return "none"
}

// letter is the FEN letter of a side.
func (c Color) letter() byte {
	if c == Black {
		return 'B'
	}
	return 'W'
}
