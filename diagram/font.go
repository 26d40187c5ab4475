//go:build !js

package diagram

import (
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// fonts holds the Go fonts, which have Latin, Greek and Cyrillic letters, by
// weight. They are part of the program.
var fonts = sync.OnceValue(func() [2]*sfnt.Font {
	var list [2]*sfnt.Font
	for w, ttf := range [2][]byte{regular: goregular.TTF, bold: gobold.TTF} {
		f, err := sfnt.Parse(ttf)
		if err != nil {
			panic("diagram: " + err.Error())
		}
		list[w] = f
	}
	return list
})

// glyph is a letter in units of its font, 1 em being emUnits.
type glyph struct {
	advance  int64
	segments sfnt.Segments // in units of 1/64
}

const emUnits = 2048

// glyphs returns the letters of a text; one that the font lacks is an empty box.
func glyphs(s string, w weight) []glyph {
	f := fonts()[w]
	var buf sfnt.Buffer
	var list []glyph
	for _, r := range s {
		index, advance := advance(f, &buf, r)
		g := glyph{advance: advance}
		if segments, err := f.LoadGlyph(&buf, index, fixed.I(emUnits), nil); err == nil {
			g.segments = append(g.segments, segments...) // the buffer is used again
		}
		list = append(list, g)
	}
	return list
}

// advance returns the index of a letter in a font and its width in units of it.
func advance(f *sfnt.Font, buf *sfnt.Buffer, r rune) (sfnt.GlyphIndex, int64) {
	index, err := f.GlyphIndex(buf, r)
	if err != nil {
		index = 0 // the empty box
	}
	width, err := f.GlyphAdvance(buf, index, fixed.I(emUnits), font.HintingNone)
	if err != nil {
		return index, 0
	}
	return index, int64(width) / 64
}

// measure returns the width of a text in the unit of size.
func measure(s string, size float64, w weight) float64 {
	f := fonts()[w]
	var buf sfnt.Buffer
	var units int64
	for _, r := range s {
		_, width := advance(f, &buf, r)
		units += width
	}
	return float64(units) * size / emUnits
}
