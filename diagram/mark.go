package diagram

import "math"

// Measures of marks, in sides of a square.
const (
	frameWidth  = 0.06
	crossWidth  = 0.07
	crossReach  = 0.13 // of the small crosses where pieces were taken
	signWidth   = 0.065
	haloWidth   = 0.035 // on each side of a sign
	signReach   = 0.24  // of a cross that marks a square
	shaftWidth  = 0.13
	headLength  = 0.38
	headWidth   = 0.42
	arrowIndent = 0.08 // how far the tip stays from the middle of its square
)

func (pic picture) drawLastMove(c canvas) {
	if pic.opt.LastMove == nil {
		return
	}
	last := *pic.opt.LastMove
	for s := range (last.From.Bitboard() | last.To.Bitboard()).All() {
		pic.drawFrame(c, pic.corner(s), 0, frameWidth, pic.colours.last)
	}
	for s := range last.Captured.All() {
		pic.drawCross(c, pic.centre(s), crossReach, crossWidth, pic.colours.last)
	}
}

// drawFrame draws a frame inside a square, so far from its edge.
func (pic picture) drawFrame(c canvas, at point, inset, width float64, colour rgb) {
	side := 1 - 2*inset
	x, y := at.x+inset, at.y+inset
	c.rect(x, y, side, width, colour)
	c.rect(x, y+side-width, side, width, colour)
	c.rect(x, y, width, side, colour)
	c.rect(x+side-width, y, width, side, colour)
}

func (pic picture) drawCross(c canvas, at point, reach, width float64, colour rgb) {
	c.line(point{at.x - reach, at.y - reach}, point{at.x + reach, at.y + reach}, width, colour)
	c.line(point{at.x - reach, at.y + reach}, point{at.x + reach, at.y - reach}, width, colour)
}

// drawMarks draws each mark on a halo, so that it stands out from any ground.
func (pic picture) drawMarks(c canvas) {
	for _, m := range pic.opt.Marks {
		at := pic.centre(m.Square)
		for _, pen := range []struct {
			width  float64
			colour rgb
		}{{signWidth + 2*haloWidth, pic.colours.halo}, {signWidth, pic.colours.sign}} {
			switch m.Shape {
			case Circle:
				c.ring(at.x, at.y, 0.43, pen.width, pen.colour)
			case Box:
				pic.drawFrame(c, pic.corner(m.Square), haloWidth-(pen.width-signWidth)/2, pen.width, pen.colour)
			case Cross:
				pic.drawCross(c, at, signReach, pen.width, pen.colour)
			case Dot:
				c.circle(at.x, at.y, 0.1+pen.width/2, pen.colour)
			}
		}
	}
}

func (pic picture) drawArrows(c canvas) {
	for _, a := range pic.opt.Arrows {
		c.shape(arrow(pic.centre(a.From), pic.centre(a.To)), pic.colours.sign, 2*haloWidth, pic.colours.halo)
	}
}

// arrow returns the outline of an arrow. The products are rounded one by one,
// lest some machine fuse them with the sums and place a point otherwise.
func arrow(from, to point) []point {
	dx, dy := to.x-from.x, to.y-from.y
	length := math.Sqrt(float64(dx*dx) + float64(dy*dy))
	dx, dy = dx/length, dy/length
	at := func(along, aside float64) point {
		return point{
			from.x + float64(along*dx) - float64(aside*dy),
			from.y + float64(along*dy) + float64(aside*dx),
		}
	}
	tip := length - arrowIndent
	neck := tip - headLength
	return []point{
		at(0, shaftWidth/2), at(neck, shaftWidth/2), at(neck, headWidth/2), at(tip, 0),
		at(neck, -headWidth/2), at(neck, -shaftWidth/2), at(0, -shaftWidth/2),
	}
}
