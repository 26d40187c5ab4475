package diagram

import (
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// fontFamily is what SVG text asks for: the font that pixels are drawn with,
// which hardly any machine has, then whatever is there.
const fontFamily = "Go, 'Noto Sans', 'DejaVu Sans', 'Helvetica Neue', Arial, sans-serif"

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

// wrap breaks a text into lines of a width at most, at spaces, and between
// letters where a word is longer. Line feeds in the text begin new lines. The
// lines are as even as they can be without becoming more.
func wrap(text string, size, width float64) []string {
	lines := fill(text, size, width)
	for narrow := width * 0.95; len(lines) > 1 && narrow > width/2; narrow -= float64(width * 0.05) {
		even := fill(text, size, narrow)
		if len(even) > len(lines) {
			break
		}
		lines = even
	}
	return lines
}

// fill breaks a text into lines, each as long as it can be.
func fill(text string, size, width float64) []string {
	var lines []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		line := ""
		for _, word := range strings.Fields(paragraph) {
			if joined := strings.TrimSpace(line + " " + word); measure(joined, size, regular) <= width {
				line = joined
				continue
			}
			if line != "" {
				lines = append(lines, line)
			}
			for line = word; measure(line, size, regular) > width; {
				head := fitting(line, size, width)
				lines, line = append(lines, line[:head]), line[head:]
			}
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// fitting returns the length in bytes of the longest beginning of a word that has
// a width at most; at least one letter.
func fitting(word string, size, width float64) int {
	head := len(word)
	for i := range word {
		if i > 0 && measure(word[:i], size, regular) > width {
			return head
		}
		if i > 0 {
			head = i
		}
	}
	return head
}
