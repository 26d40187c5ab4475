package hub

import (
	"errors"
	"fmt"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// ErrPosition says that a text is no position of the protocol.
var ErrPosition = errors.New("not a position")

// FormatPosition returns a position as the protocol writes it: W or B for the
// side to move, then w, b (men), W, B (kings) or e for each of the squares 1
// (b8) to 32 (g1).
func FormatPosition(p draughts.Position) string {
	b := make([]byte, 0, 1+draughts.Squares)
	b = append(b, "WB"[p.Turn()])
	for n := 1; n <= draughts.Squares; n++ {
		s, _ := draughts.FromTop.Square(n)
		c, king := p.At(s)
		switch {
		case c == draughts.NoColor:
			b = append(b, 'e')
		case king:
			b = append(b, "WB"[c])
		default:
			b = append(b, "wb"[c])
		}
	}
	return string(b)
}

// ParsePosition reads a position. The error matches [ErrPosition] or is a
// *draughts.SetupError.
func ParsePosition(text string) (draughts.Position, error) {
	var s draughts.Setup
	if len(text) != 1+draughts.Squares {
		return draughts.Position{}, fmt.Errorf("%w: %d characters instead of %d", ErrPosition, len(text), 1+draughts.Squares)
	}
	switch text[0] {
	case 'W':
	case 'B':
		s.Turn = draughts.Black
	default:
		return draughts.Position{}, fmt.Errorf("%w: side to move %q", ErrPosition, text[0])
	}
	for n := 1; n <= draughts.Squares; n++ {
		sq, _ := draughts.FromTop.Square(n)
		switch text[n] {
		case 'w':
			s.White |= sq.Bitboard()
		case 'W':
			s.White |= sq.Bitboard()
			s.Kings |= sq.Bitboard()
		case 'b':
			s.Black |= sq.Bitboard()
		case 'B':
			s.Black |= sq.Bitboard()
			s.Kings |= sq.Bitboard()
		case 'e':
		default:
			return draughts.Position{}, fmt.Errorf("%w: %q on square %d", ErrPosition, text[n], n)
		}
	}
	return s.Position(0)
}

// FormatMove returns a move as the protocol writes it: 22-17, or a capture with
// its start, its end and all captured squares, 22x15x18.
func FormatMove(m draughts.Move) string {
	number := draughts.FromTop.Number
	if !m.IsCapture() {
		return fmt.Sprintf("%d-%d", number(m.From), number(m.To))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%dx%d", number(m.From), number(m.To))
	for s := range m.Captured.All() {
		fmt.Fprintf(&b, "x%d", number(s))
	}
	return b.String()
}

// ParseMove reads a move of the protocol, with its captured squares in any order
// or, where start and end name one move, without them. The errors are those of
// draughts.Position.ParseMove.
func ParseMove(p draughts.Position, text string) (draughts.Move, error) {
	return draughts.Notation{Numbers: true}.Parse(p, text)
}

func formatMoves(moves []draughts.Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = FormatMove(m)
	}
	return strings.Join(texts, " ")
}
