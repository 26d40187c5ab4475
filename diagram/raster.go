//go:build !js

package diagram

import (
	"image"
	"math"
	"slices"
)

// raster draws pixels. Edges are smoothed: each row of pixels is cut into
// sixteen lines, along which the share of a pixel that is covered is exact to
// 1/256.
type raster struct {
	img   *image.RGBA
	scale float64 // pixels a side of a square

	crossings [lines][]crossing // of the row at hand
	cover     []int32           // of its pixels, up to full
}

const (
	lines = 16 // a row of pixels
	full  = lines * subpixel
)

// crossing is where an outline crosses a line, going down (1) or up (-1).
type crossing struct {
	x   int64
	dir int8
}

func newRaster(width, height int, scale float64) *raster {
	return &raster{img: image.NewRGBA(image.Rect(0, 0, width, height)), scale: scale, cover: make([]int32, width)}
}

// edge is a side of an outline, with the upper end first.
type edge struct {
	a, b vertex
	dir  int8
}

// fill fills outlines; where they overlap, or lie one in another the same way
// round, they are one.
func (r *raster) fill(c rgb, outlines ...contour) {
	var edges []edge
	top, bottom := int64(math.MaxInt64), int64(math.MinInt64)
	for _, o := range outlines {
		for i, a := range o {
			b := o[(i+1)%len(o)]
			e := edge{a, b, 1}
			if a.y > b.y {
				e = edge{b, a, -1}
			}
			if a.y != b.y {
				edges = append(edges, e)
				top, bottom = min(top, e.a.y), max(bottom, e.b.y)
			}
		}
	}
	if len(edges) == 0 {
		return
	}
	slices.SortFunc(edges, func(e, f edge) int { return int(e.a.y - f.a.y) })
	first := max(0, top/subpixel)
	last := min(int64(r.img.Rect.Dy())-1, bottom/subpixel)
	var active []edge
	for row := first; row <= last; row++ {
		for len(edges) > 0 && edges[0].a.y < (row+1)*subpixel {
			active, edges = append(active, edges[0]), edges[1:]
		}
		active = slices.DeleteFunc(active, func(e edge) bool { return e.b.y <= row*subpixel })
		r.row(row, active, c)
	}
}

// row fills what lies between edges in a row of pixels.
func (r *raster) row(row int64, active []edge, c rgb) {
	for i := range r.crossings {
		r.crossings[i] = r.crossings[i][:0]
	}
	for _, e := range active {
		for i := range r.crossings {
			y := row*subpixel + int64(i)*(subpixel/lines) + subpixel/lines/2
			if y >= e.a.y && y < e.b.y {
				x := e.a.x + divide((y-e.a.y)*(e.b.x-e.a.x), e.b.y-e.a.y)
				r.crossings[i] = append(r.crossings[i], crossing{x, e.dir})
			}
		}
	}
	left, right := int64(len(r.cover)), int64(0)
	for _, list := range r.crossings {
		slices.SortFunc(list, func(a, b crossing) int { return int(a.x - b.x) })
		winding := 0
		for i, at := range list {
			if winding != 0 {
				from, to := r.span(list[i-1].x, at.x)
				left, right = min(left, from), max(right, to)
			}
			winding += int(at.dir)
		}
	}
	for x := left; x < right; x++ {
		if r.cover[x] > 0 {
			r.blend(int(x), int(row), c, r.cover[x])
			r.cover[x] = 0
		}
	}
}

// span adds a part of a line to the cover and returns the pixels that it touches,
// the last not included.
func (r *raster) span(from, to int64) (int64, int64) {
	from, to = max(from, 0), min(to, int64(len(r.cover))*subpixel)
	if from >= to {
		return int64(len(r.cover)), 0
	}
	first, last := from/subpixel, (to-1)/subpixel
	if first == last {
		r.cover[first] += int32(to - from)
		return first, last + 1
	}
	r.cover[first] += int32((first+1)*subpixel - from)
	for x := first + 1; x < last; x++ {
		r.cover[x] += subpixel
	}
	r.cover[last] += int32(to - last*subpixel)
	return first, last + 1
}

// blend lays a colour over a pixel.
func (r *raster) blend(x, y int, c rgb, cover int32) {
	i := r.img.PixOffset(x, y)
	pix := r.img.Pix[i : i+4 : i+4]
	lay := func(under, over uint8) uint8 {
		return uint8((int32(under)*(full-cover) + int32(over)*cover + full/2) / full)
	}
	pix[0], pix[1], pix[2], pix[3] = lay(pix[0], c.r), lay(pix[1], c.g), lay(pix[2], c.b), 0xff
}

func (r *raster) rect(x, y, w, h float64, c rgb) {
	edge := func(at float64) int { return int(math.Round(at * r.scale)) }
	box := image.Rect(edge(x), edge(y), edge(x+w), edge(y+h)).Intersect(r.img.Rect)
	for row := box.Min.Y; row < box.Max.Y; row++ {
		for column := box.Min.X; column < box.Max.X; column++ {
			r.blend(column, row, c, full)
		}
	}
}

func (r *raster) circle(x, y, radius float64, c rgb) {
	r.fill(c, disc(spot(x, y, r.scale), span(radius, r.scale)))
}

func (r *raster) ring(x, y, radius, width float64, c rgb) {
	m := spot(x, y, r.scale)
	r.fill(c, disc(m, span(radius+width/2, r.scale)), disc(m, span(radius-width/2, r.scale)).reverse())
}

// spokes are the sines of 0, 18, 36, 54, 72 and 90 degrees in 1/10000.
var spokes = [...]float64{0, 3090, 5878, 8090, 9511, 10000}

func (r *raster) milled(x, y, radius, width float64, c rgb) {
	for i := range 20 {
		sin, cos := spokes[i%5], spokes[5-i%5]
		dx, dy := cos, sin
		switch i / 5 { // a quarter turn each
		case 1:
			dx, dy = -sin, cos
		case 2:
			dx, dy = -cos, -sin
		case 3:
			dx, dy = sin, -cos
		}
		r.circle(x+float64(dx*radius)/10000, y+float64(dy*radius)/10000, width/2, c)
	}
}

func (r *raster) line(from, to point, width float64, c rgb) {
	a, b, w := spot(from.x, from.y, r.scale), spot(to.x, to.y, r.scale), span(width, r.scale)
	r.stroke([]vertex{a, b}, w, c)
}

// stroke draws lines through vertices, with round ends and corners.
func (r *raster) stroke(through []vertex, width int64, c rgb) {
	var parts []contour
	for i, v := range through {
		parts = append(parts, disc(v, width/2))
		if i > 0 {
			parts = append(parts, clockwise(bar(through[i-1], v, width)))
		}
	}
	r.fill(c, parts...)
}

// clockwise turns a polygon the way round that discs have.
func clockwise(o contour) contour {
	var area int64
	for i, a := range o {
		b := o[(i+1)%len(o)]
		area += a.x*b.y - b.x*a.y
	}
	if area < 0 {
		return o.reverse()
	}
	return o
}

func (r *raster) shape(corners []point, c rgb, outline float64, oc rgb) {
	o := make(contour, len(corners))
	for i, q := range corners {
		o[i] = spot(q.x, q.y, r.scale)
	}
	if outline > 0 {
		r.stroke(append(o, o[0]), span(outline, r.scale), oc)
	}
	r.fill(c, o)
}

func (r *raster) text(x, y, size float64, at anchor, w weight, s string, c rgb) {
	letters := glyphs(s, w)
	em := span(size, r.scale)
	pen := spot(x, y, r.scale)
	var width int64
	for _, g := range letters {
		width += g.advance
	}
	switch at {
	case middle:
		pen.x -= divide(width*em, 2*emUnits)
	case end:
		pen.x -= divide(width*em, emUnits)
	}
	var along int64
	for _, g := range letters {
		start := vertex{pen.x + divide(along*em, emUnits), pen.y}
		r.fill(c, letter(g, start, em)...)
		along += g.advance
	}
}
