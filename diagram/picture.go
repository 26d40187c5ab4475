package diagram

import (
	"slices"
	"strconv"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Measures of a picture, in sides of a square.
const (
	borderWidth   = 0.55 // to the left and right, and below
	borderTop     = 0.3
	labelSize     = 0.19 // of letters and digits in the squares
	numberSize    = 0.15
	borderSize    = 0.3 // of letters and digits in the border
	captionSize   = 0.4
	captionLine   = 0.52
	captionMargin = 0.22 // above and below the caption
	captionSide   = 0.25 // to its left and right
)

// picture is a diagram laid out: where the board lies, and what is drawn on it.
type picture struct {
	position      draughts.Position
	opt           Options
	colours       palette
	board         point    // its upper left corner
	caption       float64  // y of the upper edge of the caption
	lines         []string // of it
	width, height float64
}

// lay lays a diagram out, without marks and arrows that are on no square. reserve
// is a number of lines to keep free for the
// caption at least.
func lay(p draughts.Position, opt Options, reserve int) picture {
	pic := picture{position: p, opt: opt, colours: opt.Theme.palette(), width: 8, height: 8}
	pic.opt.Marks = slices.DeleteFunc(slices.Clone(opt.Marks), func(m Mark) bool { return !m.Square.Valid() })
	pic.opt.Arrows = slices.DeleteFunc(slices.Clone(opt.Arrows), func(a Arrow) bool {
		return !a.From.Valid() || !a.To.Valid() || a.From == a.To
	})
	if opt.Border {
		pic.board = point{borderWidth, borderTop}
		pic.width += 2 * borderWidth
		pic.height += borderTop + borderWidth
	}
	pic.caption = pic.height
	pic.lines = wrap(opt.Caption, captionSize, pic.width-2*captionSide)
	if n := max(len(pic.lines), reserve); n > 0 {
		if !opt.Border {
			pic.caption += captionMargin
		}
		pic.height = pic.caption + float64(float64(n)*captionLine) + captionMargin
	}
	return pic
}

// corner returns the upper left corner of a square.
func (pic picture) corner(s draughts.Square) point {
	column, row := s.File(), 7-s.Rank()
	if pic.opt.Flip {
		column, row = 7-column, 7-row
	}
	return point{pic.board.x + float64(column), pic.board.y + float64(row)}
}

func (pic picture) centre(s draughts.Square) point {
	q := pic.corner(s)
	return point{q.x + 0.5, q.y + 0.5}
}

// draw draws the picture on a canvas.
func (pic picture) draw(c canvas) {
	if pic.width > 8 || pic.height > 8 {
		c.rect(0, 0, pic.width, pic.height, pic.colours.page)
	}
	pic.drawBoard(c)
	pic.drawLastMove(c)
	pic.drawLabels(c)
	for _, side := range []draughts.Color{draughts.Black, draughts.White} {
		for s := range pic.position.Pieces(side).All() {
			at := pic.centre(s)
			drawPiece(c, pic.colours, at.x, at.y, side, pic.position.Kings(side).Has(s))
		}
	}
	pic.drawMarks(c)
	pic.drawArrows(c)
	for i, text := range pic.lines {
		y := pic.caption + float64(float64(i)*captionLine) + captionSize
		c.text(pic.width/2, y, captionSize, middle, regular, text, pic.colours.ink)
	}
}

func (pic picture) drawBoard(c canvas) {
	b := pic.board
	if pic.opt.Border {
		const frame = 0.04
		c.rect(b.x-frame, b.y-frame, 8+2*frame, 8+2*frame, pic.colours.ink)
	}
	c.rect(b.x, b.y, 8, 8, pic.colours.light)
	for s := draughts.A1; s <= draughts.H8; s++ {
		q := pic.corner(s)
		c.rect(q.x, q.y, 1, 1, pic.colours.dark)
	}
	if pic.opt.Border {
		pic.drawTurn(c)
	}
}

// drawTurn draws a small plain man of the side to move in the border, at its
// side.
func (pic picture) drawTurn(c canvas) {
	turn := pic.position.Turn()
	x, y := pic.board.x+8+borderWidth/2+0.02, pic.board.y+7.5
	if (turn == draughts.Black) != pic.opt.Flip {
		y = pic.board.y + 0.5
	}
	face := pic.colours.whiteFace
	if turn == draughts.Black {
		face = pic.colours.blackFace
	}
	c.circle(x, y, 0.19, pic.colours.ink)
	c.circle(x, y, 0.155, face)
}

// drawLabels writes coordinates or numbers.
func (pic picture) drawLabels(c canvas) {
	switch pic.opt.Labels {
	case Numbers:
		pic.drawNumbers(c, draughts.FromTop)
	case NumbersFromA1:
		pic.drawNumbers(c, draughts.FromA1)
	case Coordinates:
		for i := range 8 {
			file, rank := string(rune('a'+i)), string(rune('8'-i))
			if pic.opt.Flip {
				file, rank = string(rune('h'-i)), string(rune('1'+i))
			}
			pic.drawEdge(c, i, file, rank)
		}
	}
}

// drawEdge writes the letter of a column and the digit of a row, counted from
// the upper left.
func (pic picture) drawEdge(c canvas, i int, file, rank string) {
	at := float64(i)
	if pic.opt.Border {
		b := pic.board
		const drop = 0.36 * borderSize // from the middle of a letter to its base
		c.text(b.x+at+0.5, b.y+8+0.5*borderWidth+drop, borderSize, middle, regular, file, pic.colours.ink)
		c.text(0.5*b.x, b.y+at+0.5+drop, borderSize, middle, regular, rank, pic.colours.ink)
		return
	}
	// The lower left corner is dark; along both edges the shades take turns.
	c.text(at+0.965, 7.955, labelSize, end, bold, file, pic.shade(i%2 == 0))
	c.text(0.04, at+0.18, labelSize, begin, bold, rank, pic.shade(i%2 == 1))
}

// shade returns the colour of a label on a square.
func (pic picture) shade(dark bool) rgb {
	if dark {
		return pic.colours.nameDark
	}
	return pic.colours.nameLight
}

func (pic picture) drawNumbers(c canvas, numbering draughts.Numbering) {
	for s := draughts.A1; s <= draughts.H8; s++ {
		q := pic.corner(s)
		c.text(q.x+0.03, q.y+0.14, numberSize, begin, bold, strconv.Itoa(numbering.Number(s)), pic.colours.nameDark)
	}
}
