//go:build !js

package diagram

import (
	"image"
	"image/color"
	"image/gif"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Animation says how a game is shown.
type Animation struct {
	// Options are those of each frame; LastMove is set to the move that led to it.
	Options
	// Delay is how long a move is shown, Pause how long the last one; 0 means one
	// second and three.
	Delay, Pause time.Duration
	// HideMoves leaves out the line under the board with the move.
	HideMoves bool
}

// GIF writes a game as an animated picture: its first position, then one frame a
// move. It plays for ever. The error is [ErrSize] or one of writing.
func GIF(w io.Writer, g *draughts.Game, a Animation) error {
	if a.Delay <= 0 {
		a.Delay = time.Second
	}
	if a.Pause <= 0 {
		a.Pause = 3 * time.Second
	}
	pal := a.Theme.palette()
	shades := newShades(pal)
	all := gif.GIF{}
	var before *image.Paletted
	moves := g.Moves()
	for ply := range len(moves) + 1 {
		pic := a.frame(g, moves, ply)
		img, err := pic.image()
		if err != nil {
			return err
		}
		frame := shades.paletted(img)
		if before == nil {
			all.Config = image.Config{ColorModel: frame.Palette, Width: frame.Rect.Dx(), Height: frame.Rect.Dy()}
			all.Image = append(all.Image, frame)
		} else {
			all.Image = append(all.Image, shades.changed(before, frame))
		}
		before = frame
		all.Delay = append(all.Delay, hundredths(a.Delay))
	}
	all.Delay[len(all.Delay)-1] = hundredths(a.Pause)
	return gif.EncodeAll(w, &all)
}

// hundredths returns a time as a GIF tells it, in 1/100 s. Browsers take less than
// two for ten.
func hundredths(d time.Duration) int {
	return int(min(max(d/(10*time.Millisecond), 2), 65535))
}

// frame lays out the position after so many plies.
func (a Animation) frame(g *draughts.Game, moves []draughts.Move, ply int) picture {
	opt := a.Options
	opt.LastMove = nil
	if ply > 0 {
		opt.LastMove = &moves[ply-1]
	}
	// The pictures are of one height: each has room for the line of the move.
	lines := len(lay(g.Start(), a.Options, 0).lines)
	if a.HideMoves {
		return lay(g.PositionAt(ply), opt, lines)
	}
	pic := lay(g.PositionAt(ply), opt, lines+1)
	if ply > 0 {
		pic.lines = append(pic.lines, moveLine(g, moves, ply))
	}
	return pic
}

// moveLine returns the move that led to a ply with its number, such as
// "12... c5:e3".
func moveLine(g *draughts.Game, moves []draughts.Move, ply int) string {
	black := 0
	if g.Start().Turn() == draughts.Black {
		black = 1
	}
	first := g.MoveNumber() - (len(moves)+black)/2
	before := g.PositionAt(ply - 1)
	dots := ". "
	if before.Turn() == draughts.Black {
		dots = "... "
	}
	return strconv.Itoa(first+(ply-1+black)/2) + dots + before.MoveText(moves[ply-1])
}

// changed returns the smallest part of a frame that holds all that differs from
// the one before, at least a pixel. Within it what stays is transparent, which
// makes the file small.
func (s *shades) changed(before, frame *image.Paletted) *image.Paletted {
	var box image.Rectangle
	for y := range frame.Rect.Dy() {
		old, now := before.Pix[y*before.Stride:][:before.Stride], frame.Pix[y*frame.Stride:][:frame.Stride]
		if slices.Equal(old, now) {
			continue
		}
		left, right := 0, len(now)
		for old[left] == now[left] {
			left++
		}
		for old[right-1] == now[right-1] {
			right--
		}
		box = box.Union(image.Rect(left, y, right, y+1))
	}
	if box.Empty() {
		box = image.Rect(0, 0, 1, 1)
	}
	part := image.NewPaletted(box, frame.Palette)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			index := frame.ColorIndexAt(x, y)
			if index == before.ColorIndexAt(x, y) {
				index = s.transparent
			}
			part.SetColorIndex(x, y, index)
		}
	}
	return part
}

// shades are the colours of a GIF: those of a palette and, between any two that
// meet at an edge, steps for smoothing it.
type shades struct {
	colours     color.Palette
	transparent uint8 // its index
	nearest     map[color.RGBA]uint8
}

func newShades(p palette) *shades {
	s := &shades{nearest: map[color.RGBA]uint8{}}
	add := func(c rgb) {
		rgba := color.RGBA{c.r, c.g, c.b, 0xff}
		if _, known := s.nearest[rgba]; !known && len(s.colours) < 255 {
			s.nearest[rgba] = uint8(len(s.colours))
			s.colours = append(s.colours, rgba)
		}
	}
	for _, c := range p.all() {
		add(c)
	}
	for _, pair := range p.edges() {
		for _, percent := range []int{50, 25, 75, 12, 88} {
			add(pair[0].mix(pair[1], percent))
		}
	}
	s.transparent = uint8(len(s.colours))
	s.colours = append(s.colours, color.RGBA{})
	return s
}

// edges returns the pairs of colours that meet in a picture, the most frequent
// first.
func (p palette) edges() [][2]rgb {
	return [][2]rgb{
		{p.dark, p.whiteLine}, {p.dark, p.blackEdge}, {p.whiteLine, p.whiteFace}, {p.blackEdge, p.blackFace},
		{p.blackFace, p.blackLine}, {p.dark, p.shadow}, {p.shadow, p.whiteLine}, {p.shadow, p.blackEdge},
		{p.page, p.ink}, {p.dark, p.nameDark}, {p.light, p.nameLight}, {p.dark, p.last}, {p.halo, p.sign},
		{p.dark, p.halo}, {p.light, p.halo}, {p.whiteFace, p.halo}, {p.blackFace, p.halo}, {p.whiteLine, p.halo},
		{p.whiteFace, p.ink}, {p.blackFace, p.ink}, {p.light, p.shadow},
	}
}

// paletted turns pixels into the nearest shades.
func (s *shades) paletted(img *image.RGBA) *image.Paletted {
	out := image.NewPaletted(img.Rect, s.colours)
	for i := range out.Pix {
		c := color.RGBA{img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2], 0xff}
		index, known := s.nearest[c]
		if !known {
			index = uint8(s.colours[:s.transparent].Index(c))
			s.nearest[c] = index
		}
		out.Pix[i] = index
	}
	return out
}
