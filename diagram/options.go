package diagram

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Options say how a diagram is drawn. The zero value is a wooden board of 480
// pixels with White at the bottom and coordinates in the squares of two edges.
type Options struct {
	// Size is the width of the picture in pixels, from 64 to 4096; 0 means 480.
	// SVG may be shown at any other size.
	Size  int
	Theme Theme
	// Flip puts Black at the bottom.
	Flip   bool
	Labels Labels
	// Border draws a margin round the board, as in print, which takes the
	// coordinates and shows by a small man at its side who is to move.
	Border bool
	// Caption is text under the board, broken into lines where it is too long.
	Caption string
	// LastMove, if not nil, is the move that led to the position: its squares are
	// framed, and crosses stand where pieces were taken.
	LastMove *draughts.Move
	Marks    []Mark
	Arrows   []Arrow
}

const (
	defaultSize = 480
	minSize     = 64
	maxSize     = 4096
)

// ErrSize says that a picture would be too small or too large.
var ErrSize = fmt.Errorf("size not between %d and %d pixels", minSize, maxSize)

// width returns the width in pixels.
func (o Options) width() (int, error) {
	switch {
	case o.Size == 0:
		return defaultSize, nil
	case o.Size < minSize || o.Size > maxSize:
		return 0, fmt.Errorf("%w: %d", ErrSize, o.Size)
	}
	return o.Size, nil
}

// Labels are what is written on the board.
type Labels uint8

const (
	// Coordinates are letters and digits at the edges.
	Coordinates Labels = iota
	// Numbers are 1 to 32 in the dark squares, from Black's side (b8 is 1).
	Numbers
	// NumbersFromA1 are 1 to 32 in the dark squares, from a1.
	NumbersFromA1
	// NoLabels leaves the board blank.
	NoLabels
)

// Mark is a sign on a square.
type Mark struct {
	Square draughts.Square
	Shape  Shape
}

// Shape is the form of a mark.
type Shape uint8

// The shapes: a ring round the piece, a frame round the square, a cross, a dot.
const (
	Circle Shape = iota
	Box
	Cross
	Dot
)

var shapeNames = []string{"circle", "box", "cross", "dot"}

// String returns the name of the shape.
func (s Shape) String() string {
	if int(s) < len(shapeNames) {
		return shapeNames[s]
	}
	return fmt.Sprintf("shape %d", uint8(s))
}

// Arrow points from one square to another.
type Arrow struct{ From, To draughts.Square }

// Errors of marks and arrows given as text, for errors.Is.
var (
	ErrMark  = errors.New("not a mark")
	ErrArrow = errors.New("not an arrow")
)

// ParseMark reads a mark such as "cross:c3"; a square alone is a circle.
func ParseMark(text string) (Mark, error) {
	name, square, found := strings.Cut(text, ":")
	if !found {
		name, square = shapeNames[Circle], text
	}
	shape := slices.Index(shapeNames, name)
	if shape < 0 {
		return Mark{}, fmt.Errorf("%w: %q: expected %s", ErrMark, text, strings.Join(shapeNames, ", "))
	}
	s, err := draughts.ParseSquare(square)
	if err != nil {
		return Mark{}, fmt.Errorf("%w: %q: %w", ErrMark, text, err)
	}
	return Mark{Square: s, Shape: Shape(shape)}, nil
}

// ParseArrow reads an arrow such as "c3-e5".
func ParseArrow(text string) (Arrow, error) {
	from, to, found := strings.Cut(text, "-")
	if !found || from == to {
		return Arrow{}, fmt.Errorf("%w: %q: expected two squares such as c3-e5", ErrArrow, text)
	}
	var a Arrow
	var err error
	if a.From, err = draughts.ParseSquare(from); err == nil {
		a.To, err = draughts.ParseSquare(to)
	}
	if err != nil {
		return Arrow{}, fmt.Errorf("%w: %q: %w", ErrArrow, text, err)
	}
	return a, nil
}
