package train

import (
	"fmt"
	"io"
	"math"
	"strings"
)

// Curve is what a fit came to after each epoch.
type Curve []Loss

// bounds returns the least and the greatest loss, apart from one another.
func (c Curve) bounds() (least, most float64) {
	least, most = math.Inf(1), math.Inf(-1)
	for _, l := range c {
		least = min(least, l.Train, l.Check)
		most = max(most, l.Train, l.Check)
	}
	if most-least < 1e-6 {
		most = least + 1e-6
	}
	return least, most
}

// Text draws the curve with letters, an epoch a column: t for the positions
// learnt from, c for the others, x for both.
func (c Curve) Text() string {
	const rows = 12
	if len(c) == 0 {
		return ""
	}
	least, most := c.bounds()
	row := func(loss float64) int { return int(math.Round((most - loss) / (most - least) * (rows - 1))) }
	var b strings.Builder
	for r := range rows {
		fmt.Fprintf(&b, "%9.5f |", most-(most-least)*float64(r)/(rows-1))
		for _, l := range c {
			switch learnt, checked := row(l.Train) == r, row(l.Check) == r; {
			case learnt && checked:
				b.WriteString(" x ")
			case learnt:
				b.WriteString(" t ")
			case checked:
				b.WriteString(" c ")
			default:
				b.WriteString("   ")
			}
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%9s +", "epoch")
	for i := range c {
		fmt.Fprintf(&b, "%2d ", i+1)
	}
	b.WriteByte('\n')
	return b.String()
}

// The picture: its size and the margins around the curves.
const (
	curveWidth, curveHeight = 640, 360
	curveLeft, curveTop     = 72, 40
	curveRight, curveBottom = 16, 40
)

// WriteSVG draws the curve as a picture.
func (c Curve) WriteSVG(w io.Writer) error {
	if len(c) == 0 {
		return fmt.Errorf("a curve without epochs")
	}
	least, most := c.bounds()
	x := func(i int) float64 {
		return curveLeft + float64(curveWidth-curveLeft-curveRight)*float64(i)/float64(max(1, len(c)-1))
	}
	y := func(loss float64) float64 {
		return curveTop + float64(curveHeight-curveTop-curveBottom)*(most-loss)/(most-least)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n", curveWidth, curveHeight)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", curveWidth, curveHeight)
	for i := range 5 {
		loss := least + (most-least)*float64(i)/4
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%.5f</text>`+"\n",
			curveLeft, y(loss), curveWidth-curveRight, curveLeft-6, y(loss)+4, loss)
	}
	for i := 0; i < len(c); i += max(1, len(c)/12) {
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%d</text>`+"\n", x(i), curveHeight-curveBottom+18, i+1)
	}
	for i, line := range []struct {
		name, color string
		loss        func(Loss) float64
	}{
		{"positions learnt from", "#1f5fa8", func(l Loss) float64 { return l.Train }},
		{"positions kept apart", "#b5371f", func(l Loss) float64 { return l.Check }},
	} {
		fmt.Fprintf(&b, `<text x="%d" y="24" fill="%s">%s</text>`+"\n", curveLeft+200*i, line.color, line.name)
		fmt.Fprintf(&b, `<polyline fill="none" stroke="%s" stroke-width="2" points="`, line.color)
		for j, l := range c {
			fmt.Fprintf(&b, "%.1f,%.1f ", x(j), y(line.loss(l)))
		}
		b.WriteString(`"/>` + "\n")
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">epoch</text>`+"\n</svg>\n", curveWidth-curveRight, curveHeight-6)
	_, err := io.WriteString(w, b.String())
	return err
}
