//go:build !js

package diagram

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Diagram is a position with the way it is drawn.
type Diagram struct {
	Position draughts.Position
	Options  Options // Size is of no account on a sheet
}

// Paper is a size of paper, in tenths of a millimetre, upright.
type Paper struct{ Width, Height int }

// The usual papers.
var (
	A4     = Paper{2100, 2970}
	Letter = Paper{2159, 2794}
)

// Sheet is diagrams set on pages for print.
type Sheet struct {
	Diagrams []Diagram
	// Title stands at the top of each page.
	Title string
	// Paper is A4 if it is zero.
	Paper Paper
	// Columns and Rows are how many diagrams a page has; 0 means 3 and 4.
	Columns, Rows int
}

// Measures of a page, in tenths of a millimetre.
const (
	pageMargin = 150
	pageGap    = 70  // between diagrams
	titleSize  = 60  // of the font
	titleSpace = 110 // from the top of the title to the diagrams
	footSize   = 32
	footSpace  = 70
)

// ErrPage says that a sheet has no such page or that its diagrams would be too
// small to print.
var ErrPage = errors.New("no such page")

// grid returns the sheet with what is left out filled in.
func (s Sheet) grid() Sheet {
	if s.Paper == (Paper{}) {
		s.Paper = A4
	}
	if s.Columns <= 0 {
		s.Columns = 3
	}
	if s.Rows <= 0 {
		s.Rows = 4
	}
	return s
}

// Pages returns the number of pages; a sheet without diagrams has one.
func (s Sheet) Pages() int {
	s = s.grid()
	each := s.Columns * s.Rows
	return max(1, (len(s.Diagrams)+each-1)/each)
}

// WriteSheet writes a page of a sheet, from 1, as an SVG document of the size of
// the paper. The diagrams of a page have one size and stand in rows; the captions
// take what lines they need. The error matches [ErrPage] or is one of writing.
func WriteSheet(w io.Writer, s Sheet, page int) error {
	pages := s.Pages()
	s = s.grid()
	if page < 1 || page > pages {
		return fmt.Errorf("%w: %d of %d", ErrPage, page, pages)
	}
	each := s.Columns * s.Rows
	diagrams := s.Diagrams[(page-1)*each:]
	diagrams = diagrams[:min(each, len(diagrams))]

	top := float64(pageMargin)
	if s.Title != "" {
		top += titleSpace
	}
	cellWidth := (float64(s.Paper.Width) - 2*pageMargin - float64(float64(s.Columns-1)*pageGap)) / float64(s.Columns)
	cellHeight := (float64(s.Paper.Height) - top - pageMargin - footSpace - float64(float64(s.Rows-1)*pageGap)) / float64(s.Rows)
	pics, scale := fit(s.Diagrams, diagrams, cellWidth, cellHeight)
	if scale < 10 {
		return fmt.Errorf("%w: %d by %d diagrams do not fit", ErrPage, s.Columns, s.Rows)
	}

	out := &svg{}
	fmt.Fprintf(&out.b, `<svg xmlns="http://www.w3.org/2000/svg" width="%smm" height="%smm" viewBox="0 0 %d %d" font-family="%s">`+"\n",
		tenth(s.Paper.Width), tenth(s.Paper.Height), s.Paper.Width, s.Paper.Height, fontFamily)
	title := s.Title
	if title == "" {
		title = "Russian draughts"
	}
	fmt.Fprintf(&out.b, "<title>%s</title>\n<desc>Page %d of %d, %d diagrams</desc>\n", escape(title), page, pages, len(diagrams))
	colours := Wood.palette()
	fmt.Fprintf(&out.b, `<rect width="%d" height="%d" fill="%s"/>`+"\n", s.Paper.Width, s.Paper.Height, colours.page)
	label := func(x, y float64, size int, text string) {
		fmt.Fprintf(&out.b, `<text x="%.0f" y="%.0f" font-size="%d" text-anchor="middle" fill="%s">%s</text>`+"\n", x, y, size, colours.ink, escape(text))
	}
	centre := float64(s.Paper.Width) / 2
	if s.Title != "" {
		label(centre, pageMargin+titleSize*0.8, titleSize, s.Title)
	}
	for i, pic := range pics {
		x := pageMargin + float64(float64(i%s.Columns)*(cellWidth+pageGap)) + (cellWidth-float64(pic.width*scale))/2
		y := top + float64(float64(i/s.Columns)*(cellHeight+pageGap))
		fmt.Fprintf(&out.b, `<g role="img" transform="translate(%.1f %.1f) scale(%s)">`+"\n", x, y, thousandth(scale/unit))
		fmt.Fprintf(&out.b, "<title>%s</title>\n<desc>%s</desc>\n", escape(pic.title()), escape(pic.description()))
		pic.draw(out)
		out.b.WriteString("</g>\n")
	}
	if pages > 1 {
		label(centre, float64(s.Paper.Height)-pageMargin+footSize/2, footSize, fmt.Sprintf("%d / %d", page, pages))
	}
	out.b.WriteString("</svg>\n")
	_, err := io.WriteString(w, out.b.String())
	return err
}

// fit lays out the diagrams of a page and returns the length of a side of a
// square, the same on every page: that at which the tallest of all fits its
// cell.
func fit(all, onPage []Diagram, width, height float64) ([]picture, float64) {
	scale := math.Inf(1)
	for _, d := range all {
		pic := lay(d.Position, d.Options, 0)
		scale = min(scale, width/pic.width, height/pic.height)
	}
	pics := make([]picture, len(onPage))
	for i, d := range onPage {
		pics[i] = lay(d.Position, d.Options, 0)
	}
	return pics, scale
}

// tenth writes a length in millimetres.
func tenth(length int) string { return fmt.Sprintf("%d.%d", length/10, length%10) }

func thousandth(x float64) string { return fmt.Sprintf("%.4f", x) }
