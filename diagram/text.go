package diagram

import (
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// TextOptions say how [Text] draws. The zero value has White at the bottom and
// letters for pieces.
type TextOptions struct {
	// Flip puts Black at the bottom.
	Flip bool
	// Symbols draws the pieces as Unicode draughts symbols instead of the
	// letters w, W (a white king), b, B.
	Symbols bool
}

// Text returns the board as eight lines with coordinates. Free dark squares are
// dots.
func Text(p draughts.Position, opt TextOptions) string {
	files := "    a b c d e f g h\n"
	if opt.Flip {
		files = "    h g f e d c b a\n"
	}
	var b strings.Builder
	b.WriteString(files)
	for row := range 8 {
		rank := 7 - row
		if opt.Flip {
			rank = row
		}
		label := string(byte('1' + rank))
		b.WriteString("  " + label)
		for column := range 8 {
			file := column
			if opt.Flip {
				file = 7 - column
			}
			b.WriteByte(' ')
			b.WriteString(cell(p, file, rank, opt.Symbols))
		}
		b.WriteString(" " + label + "\n")
	}
	b.WriteString(files)
	return b.String()
}

func cell(p draughts.Position, file, rank int, symbols bool) string {
	s, err := draughts.SquareAt(file, rank)
	if err != nil {
		return " "
	}
	pieces := [3][2]string{
		draughts.White:   {"w", "W"},
		draughts.Black:   {"b", "B"},
		draughts.NoColor: {".", "."},
	}
	if symbols {
		pieces[draughts.White] = [2]string{"⛀", "⛁"}
		pieces[draughts.Black] = [2]string{"⛂", "⛃"}
	}
	c, king := p.At(s)
	if king {
		return pieces[c][1]
	}
	return pieces[c][0]
}
