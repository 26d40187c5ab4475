package diagram

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Theme is a set of colours.
type Theme uint8

// The themes, the same as those of the site.
const (
	Wood Theme = iota
	Green
	Slate
)

var themeNames = []string{Wood: "wood", Green: "green", Slate: "slate"}

// ErrTheme says that a name is none of a theme.
var ErrTheme = errors.New("no such theme")

// ParseTheme returns the theme with a name: wood, green or slate.
func ParseTheme(name string) (Theme, error) {
	if i := slices.Index(themeNames, name); i >= 0 {
		return Theme(i), nil
	}
	return Wood, fmt.Errorf("%w: %q, expected %s", ErrTheme, name, strings.Join(themeNames, ", "))
}

// String returns the name of the theme.
func (t Theme) String() string {
	if int(t) < len(themeNames) {
		return themeNames[t]
	}
	return fmt.Sprintf("theme %d", uint8(t))
}

// rgb is an opaque colour. Nothing in a picture is drawn half transparent.
type rgb struct{ r, g, b uint8 }

func hex(c uint32) rgb { return rgb{uint8(c >> 16), uint8(c >> 8), uint8(c)} }

func (c rgb) String() string { return fmt.Sprintf("#%02x%02x%02x", c.r, c.g, c.b) }

// mix returns c with so many parts of 100 of it replaced by d.
func (c rgb) mix(d rgb, percent int) rgb {
	part := func(a, b uint8) uint8 { return uint8((int(a)*(100-percent) + int(b)*percent + 50) / 100) }
	return rgb{part(c.r, d.r), part(c.g, d.g), part(c.b, d.b)}
}

// palette is the colours of a theme by their use.
type palette struct {
	light, dark         rgb // squares
	nameLight, nameDark rgb // labels on them
	whiteFace, whiteLine,
	blackFace, blackEdge, blackLine rgb
	shadow rgb // of a piece on a dark square
	last   rgb // the last move
	sign   rgb // marks and arrows
	halo   rgb // round them
	page   rgb // margin and background of the caption
	ink    rgb // text on the page
}

// palette returns the colours of the theme; those of Wood for no theme.
func (t Theme) palette() palette {
	p := palette{
		light: hex(0xecd9b8), dark: hex(0x9a6d47), nameLight: hex(0x6b4526),
		whiteFace: hex(0xf8f0e0), whiteLine: hex(0x6d5a44),
		blackFace: hex(0x241d19), blackLine: hex(0xd9c8ae),
	}
	switch t {
	case Green:
		p = palette{
			light: hex(0xeceedb), dark: hex(0x55815e), nameLight: hex(0x2f5638),
			whiteFace: hex(0xf8f5e8), whiteLine: hex(0x55604c),
			blackFace: hex(0x1c231e), blackLine: hex(0xcfdcc6),
		}
	case Slate:
		p = palette{
			light: hex(0xdfe5ea), dark: hex(0x64798c), nameLight: hex(0x374a5b),
			whiteFace: hex(0xf6f7f7), whiteLine: hex(0x525f6b),
			blackFace: hex(0x1b2126), blackLine: hex(0xc8d5df),
		}
	}
	p.nameDark, p.page, p.halo = hex(0xffffff), hex(0xffffff), hex(0xffffff)
	p.ink, p.blackEdge = hex(0x1a1411), hex(0x000000)
	p.last, p.sign = hex(0xffe08a), hex(0x1d4ed8)
	p.shadow = p.dark.mix(hex(0x000000), 28)
	return p
}

// all returns every colour of the palette.
func (p palette) all() []rgb {
	return []rgb{
		p.light, p.dark, p.nameLight, p.nameDark, p.whiteFace, p.whiteLine, p.blackFace, p.blackEdge,
		p.blackLine, p.shadow, p.last, p.sign, p.halo, p.page, p.ink,
	}
}
