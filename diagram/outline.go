//go:build !js

package diagram

import (
	"math"

	"golang.org/x/image/font/sfnt"
)

// Outlines are polygons in whole numbers, in units of 1/256 pixel. Curves are
// broken into chords by whole-number sums, so that no rounding of a machine's own
// can move a point.

const subpixel = 256

type vertex struct{ x, y int64 }

type contour []vertex

// spot turns a point in sides of a square into a vertex; scale is pixels a side.
func spot(x, y, scale float64) vertex {
	return vertex{int64(math.Round(x * scale * subpixel)), int64(math.Round(y * scale * subpixel))}
}

// span turns a length into units.
func span(length, scale float64) int64 {
	return int64(math.Round(length * scale * subpixel))
}

// quadratic adds a quadratic curve from the last vertex by way of b to c, but not
// that vertex.
func (o contour) quadratic(b, c vertex, chords int64) contour {
	a := o[len(o)-1]
	for i := int64(1); i <= chords; i++ {
		j := chords - i
		o = append(o, vertex{
			divide(j*j*a.x+2*i*j*b.x+i*i*c.x, chords*chords),
			divide(j*j*a.y+2*i*j*b.y+i*i*c.y, chords*chords),
		})
	}
	return o
}

// cubic adds a cubic curve from the last vertex by way of b and c to d.
func (o contour) cubic(b, c, d vertex, chords int64) contour {
	a := o[len(o)-1]
	for i := int64(1); i <= chords; i++ {
		j := chords - i
		p, q, r, s := j*j*j, 3*i*j*j, 3*i*i*j, i*i*i
		o = append(o, vertex{
			divide(p*a.x+q*b.x+r*c.x+s*d.x, chords*chords*chords),
			divide(p*a.y+q*b.y+r*c.y+s*d.y, chords*chords*chords),
		})
	}
	return o
}

// divide divides and rounds to the nearest whole number.
func divide(a, b int64) int64 {
	if a < 0 {
		return -((-a + b/2) / b)
	}
	return (a + b/2) / b
}

// disc returns a circle of four curves.
func disc(m vertex, r int64) contour {
	// 0.5523 is the usual length of the handles for a quarter.
	k := divide(r*5523, 10000)
	chords := chordsFor(r)
	o := make(contour, 0, 4*chords+1)
	o = append(o, vertex{m.x + r, m.y})
	o = o.cubic(vertex{m.x + r, m.y + k}, vertex{m.x + k, m.y + r}, vertex{m.x, m.y + r}, chords)
	o = o.cubic(vertex{m.x - k, m.y + r}, vertex{m.x - r, m.y + k}, vertex{m.x - r, m.y}, chords)
	o = o.cubic(vertex{m.x - r, m.y - k}, vertex{m.x - k, m.y - r}, vertex{m.x, m.y - r}, chords)
	return o.cubic(vertex{m.x + k, m.y - r}, vertex{m.x + r, m.y - k}, vertex{m.x + r, m.y}, chords)
}

// chordsFor returns into how many chords a quarter of a circle is broken, for an
// error below a twentieth of a pixel.
func chordsFor(r int64) int64 {
	switch {
	case r < 8*subpixel:
		return 8
	case r < 64*subpixel:
		return 16
	}
	return 32
}

// reverse turns a contour round, so that it cuts a hole.
func (o contour) reverse() contour {
	r := make(contour, len(o))
	for i, v := range o {
		r[len(o)-1-i] = v
	}
	return r
}

// bar returns a line with a width; its round ends are discs of their own.
func bar(from, to vertex, width int64) contour {
	dx, dy := float64(to.x-from.x), float64(to.y-from.y)
	length := math.Sqrt(float64(dx*dx) + float64(dy*dy))
	if length == 0 {
		return nil
	}
	nx := int64(math.Round(dy / length * float64(width) / 2))
	ny := int64(math.Round(dx / length * float64(width) / 2))
	return contour{
		{from.x + nx, from.y - ny}, {to.x + nx, to.y - ny},
		{to.x - nx, to.y + ny}, {from.x - nx, from.y + ny},
	}
}

// letter returns the outline of a glyph that begins at a vertex of the base line.
func letter(g glyph, at vertex, size int64) []contour {
	place := func(s sfnt.Segment, i int) vertex {
		const em = emUnits * 64
		return vertex{at.x + divide(int64(s.Args[i].X)*size, em), at.y + divide(int64(s.Args[i].Y)*size, em)}
	}
	chords := int64(4)
	if size > 40*subpixel {
		chords = 8
	}
	var all []contour
	var o contour
	for _, s := range g.segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			all, o = append(all, o), contour{place(s, 0)}
		case sfnt.SegmentOpLineTo:
			o = append(o, place(s, 0))
		case sfnt.SegmentOpQuadTo:
			o = o.quadratic(place(s, 0), place(s, 1), chords)
		case sfnt.SegmentOpCubeTo:
			o = o.cubic(place(s, 0), place(s, 1), place(s, 2), chords)
		}
	}
	return append(all, o)
}
