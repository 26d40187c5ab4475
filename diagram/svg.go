package diagram

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// SVG writes a diagram as an SVG document of its own, without scripts and without
// anything from elsewhere. Its title and description tell the position to readers
// who do not see it. The error is [ErrSize] or one of writing.
func SVG(w io.Writer, p draughts.Position, opt Options) error {
	width, err := opt.width()
	if err != nil {
		return err
	}
	pic := lay(p, opt, 0)
	height := int(math.Round(float64(width) * pic.height / pic.width))
	s := &svg{}
	fmt.Fprintf(&s.b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %s %s" role="img" font-family="%s">`+"\n",
		width, height, number(pic.width), number(pic.height), fontFamily)
	fmt.Fprintf(&s.b, "<title>%s</title>\n<desc>%s</desc>\n", escape(pic.title()), escape(pic.description()))
	pic.draw(s)
	s.b.WriteString("</svg>\n")
	_, err = io.WriteString(w, s.b.String())
	return err
}

// unit is the side of a square in an SVG: fonts smaller than 1 are beyond some
// viewers.
const unit = 100

// svg draws elements of an SVG.
type svg struct{ b strings.Builder }

// number writes a length to a tenth of a unit.
func number(length float64) string {
	n := int64(math.Round(length * unit * 10))
	if n%10 == 0 {
		return strconv.FormatInt(n/10, 10)
	}
	return strconv.FormatFloat(float64(n)/10, 'f', 1, 64)
}

func (s *svg) rect(x, y, w, h float64, c rgb) {
	fmt.Fprintf(&s.b, `<rect x="%s" y="%s" width="%s" height="%s" fill="%s"/>`+"\n", number(x), number(y), number(w), number(h), c)
}

func (s *svg) circle(x, y, r float64, c rgb) {
	fmt.Fprintf(&s.b, `<circle cx="%s" cy="%s" r="%s" fill="%s"/>`+"\n", number(x), number(y), number(r), c)
}

func (s *svg) ring(x, y, r, width float64, c rgb) {
	fmt.Fprintf(&s.b, `<circle cx="%s" cy="%s" r="%s" fill="none" stroke="%s" stroke-width="%s"/>`+"\n",
		number(x), number(y), number(r), c, number(width))
}

func (s *svg) milled(x, y, r, width float64, c rgb) {
	gap := strconv.FormatFloat(math.Round(2*math.Pi*r*unit/20*1000)/1000, 'f', -1, 64)
	fmt.Fprintf(&s.b, `<circle cx="%s" cy="%s" r="%s" fill="none" stroke="%s" stroke-width="%s" stroke-linecap="round" stroke-dasharray="0 %s"/>`+"\n",
		number(x), number(y), number(r), c, number(width), gap)
}

func (s *svg) line(from, to point, width float64, c rgb) {
	fmt.Fprintf(&s.b, `<path d="M%s %sL%s %s" stroke="%s" stroke-width="%s" stroke-linecap="round"/>`+"\n",
		number(from.x), number(from.y), number(to.x), number(to.y), c, number(width))
}

func (s *svg) shape(corners []point, c rgb, outline float64, o rgb) {
	var d strings.Builder
	for i, q := range corners {
		d.WriteByte("ML"[min(i, 1)])
		d.WriteString(number(q.x) + " " + number(q.y))
	}
	stroke := ""
	if outline > 0 {
		stroke = fmt.Sprintf(` stroke="%s" stroke-width="%s" stroke-linejoin="round" paint-order="stroke"`, o, number(outline))
	}
	fmt.Fprintf(&s.b, `<path d="%sZ" fill="%s"%s/>`+"\n", d.String(), c, stroke)
}

var anchorNames = [...]string{begin: "start", middle: "middle", end: "end"}

func (s *svg) text(x, y, size float64, at anchor, w weight, text string, c rgb) {
	heavy := ""
	if w == bold {
		heavy = ` font-weight="bold"`
	}
	fmt.Fprintf(&s.b, `<text x="%s" y="%s" font-size="%s"%s text-anchor="%s" fill="%s">%s</text>`+"\n",
		number(x), number(y), number(size), heavy, anchorNames[at], c, escape(text))
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// escape writes text for XML; characters that XML forbids become U+FFFD.
func escape(text string) string {
	return escaper.Replace(strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n', r >= 0x20 && r <= 0xd7ff, r >= 0xe000 && r <= 0xfffd, r >= 0x10000:
			return r
		}
		return '\uFFFD'
	}, strings.ToValidUTF8(text, "\uFFFD")))
}
