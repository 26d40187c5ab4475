package diagram

// canvas is what a diagram is drawn on: text of an SVG, or pixels. Its unit is
// the side of a square; x runs to the right and y down. What is drawn later
// covers what was drawn before.
type canvas interface {
	// rect fills a rectangle. Pixels are never cut, so that neighbours meet
	// without a seam.
	rect(x, y, w, h float64, c rgb)
	// circle fills a circle.
	circle(x, y, r float64, c rgb)
	// ring draws a circle as a line of a width.
	ring(x, y, r, width float64, c rgb)
	// milled draws a circle as a row of dots, twenty of them.
	milled(x, y, r, width float64, c rgb)
	// line draws a line with round ends.
	line(from, to point, width float64, c rgb)
	// shape fills a polygon, after drawing its outline with round corners if the
	// width of that is not 0.
	shape(corners []point, c rgb, outline float64, o rgb)
	// text writes a line that begins, ends or has its middle at x and stands on
	// y; size is that of the font.
	text(x, y, size float64, at anchor, w weight, s string, c rgb)
}

type point struct{ x, y float64 }

type anchor uint8

const (
	begin anchor = iota
	middle
	end
)

type weight uint8

const (
	regular weight = iota
	bold
)
