package reference

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Parse reads a position: the side to move and then the pieces of both sides,
// in either order, with K before each king. The squares are named, as in
// "W:Wa1,Kc3:Bb4,Kd6", or numbered from the top, 1 for b8 to 32 for g1, as in
// "W:W29,K22:B17,K10". A side may have no pieces. A man may stand on its own
// promotion rank, where only a composer can have put it.
func Parse(fen string) (Position, error) {
	var p Position
	parts := strings.Split(fen, ":")
	if len(parts) != 3 {
		return Position{}, fmt.Errorf("fen %q: want three parts between colons, found %d", fen, len(parts))
	}
	turn, err := parseSide(parts[0])
	if err != nil {
		return Position{}, fmt.Errorf("fen %q: side to move: %w", fen, err)
	}
	p.Turn = turn
	seen := map[Side]bool{}
	for _, part := range parts[1:] {
		if part == "" {
			return Position{}, fmt.Errorf("fen %q: a part is empty", fen)
		}
		side, err := parseSide(part[:1])
		if err != nil {
			return Position{}, fmt.Errorf("fen %q: %w", fen, err)
		}
		if seen[side] {
			return Position{}, fmt.Errorf("fen %q: side %v is given twice", fen, side)
		}
		seen[side] = true
		if err := p.place(side, part[1:]); err != nil {
			return Position{}, fmt.Errorf("fen %q: %w", fen, err)
		}
	}
	return p, nil
}

// parseSide reads "W" or "B".
func parseSide(text string) (Side, error) {
	switch text {
	case "W":
		return White, nil
	case "B":
		return Black, nil
	}
	return White, fmt.Errorf("%q is not a side", text)
}

// place puts the pieces of one side, listed as in a FEN, on the board.
func (p *Position) place(side Side, list string) error {
	if list == "" {
		return nil
	}
	for _, text := range strings.Split(list, ",") {
		name, isKing := strings.CutPrefix(text, "K")
		square, err := parseFENSquare(name)
		if err != nil {
			return err
		}
		if p.At(square) != Empty {
			return fmt.Errorf("square %v is taken twice", square)
		}
		if isKing {
			p.set(square, kingOf(side))
		} else {
			p.set(square, manOf(side))
		}
	}
	return nil
}

// parseFENSquare reads the name or the number of a square.
func parseFENSquare(text string) (Square, error) {
	if text == "" {
		return Square{}, errors.New("a square is missing")
	}
	number := 0
	for rank := 7; rank >= 0; rank-- {
		for _, s := range Squares() {
			if s.Rank != rank {
				continue
			}
			number++
			if text == strconv.Itoa(number) {
				return s, nil
			}
		}
	}
	return ParseSquare(text)
}

// FEN writes the position in the canonical form: White's pieces first, squares
// by name in board order, K before kings, no spaces.
func (p Position) FEN() string {
	return fmt.Sprintf("%v:W%s:B%s", p.Turn, p.list(White), p.list(Black))
}

// String is the FEN.
func (p Position) String() string { return p.FEN() }

// list names the pieces of one side as in a FEN.
func (p Position) list(side Side) string {
	var names []string
	for _, s := range Squares() {
		switch p.At(s) {
		case manOf(side):
			names = append(names, s.String())
		case kingOf(side):
			names = append(names, "K"+s.String())
		}
	}
	return strings.Join(names, ",")
}
