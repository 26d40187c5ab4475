package diagram

import (
	"errors"
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"golang.org/x/image/font/sfnt"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// luminance returns the relative luminance of a colour as WCAG 2 defines it.
func luminance(c rgb) float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.r) + 0.7152*linear(c.g) + 0.0722*linear(c.b)
}

// contrast returns the contrast ratio of two colours, 1 to 21.
func contrast(a, b rgb) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// grey returns a colour as a printer or a screen without colours shows it.
func grey(c rgb) rgb {
	y := color.GrayModel.Convert(color.RGBA{c.r, c.g, c.b, 0xff}).(color.Gray).Y
	return rgb{y, y, y}
}

func TestContrast(t *testing.T) {
	if got := contrast(rgb{}, rgb{255, 255, 255}); math.Abs(got-21) > 0.01 {
		t.Fatalf("black on white is %.2f", got)
	}
	for theme := range Theme(len(themeNames)) {
		p := theme.palette()
		for _, pair := range []struct {
			name string
			a, b rgb
			want float64
		}{
			{"white man on a dark square", p.whiteFace, p.dark, 3},
			{"black man on a dark square", p.blackFace, p.dark, 3},
			{"white man and black man", p.whiteFace, p.blackFace, 10},
			{"rings of a white man", p.whiteLine, p.whiteFace, 3},
			{"rings of a black man", p.blackLine, p.blackFace, 3},
			{"dark and light square", p.dark, p.light, 2.5},
			{"label on a dark square", p.nameDark, p.dark, 3.5},
			{"label on a light square", p.nameLight, p.light, 4.5},
			{"last move on a dark square", p.last, p.dark, 2.5},
			{"sign and halo", p.sign, p.halo, 4.5},
			{"caption", p.ink, p.page, 10},
		} {
			if got := contrast(pair.a, pair.b); got < pair.want {
				t.Errorf("%s: %s: contrast %.2f, expected %.1f", theme, pair.name, got, pair.want)
			}
			if got := contrast(grey(pair.a), grey(pair.b)); got < pair.want {
				t.Errorf("%s: %s: contrast in grey %.2f, expected %.1f", theme, pair.name, got, pair.want)
			}
		}
	}
}

// TestLetters asks that the fonts have the letters of the languages in which
// captions are written.
func TestLetters(t *testing.T) {
	const text = "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя" +
		"ІЇЄҐіїєґЎў" + "ЂЈЉЊЋЏђјљњћџ" + "ĀČĒĢĪĶĻŅŠŪŽāčēģīķļņšūž" + "ĄĘĖĮŲąęėįų" + "ÄÖÕÜäöõü" + "ÀÂÇÈÉÊËÎÏÔÙÛàâçèéêëîïôùû" + "ĄĆŁŃÓŚŹŻąćłńóśźż" + "0123456789.,:;!?()«»„“”–—…№½×+=−"
	for w, f := range fonts() {
		var buf sfnt.Buffer
		for _, r := range text {
			if index, err := f.GlyphIndex(&buf, r); err != nil || index == 0 {
				t.Errorf("weight %d lacks %q", w, r)
			}
		}
		if f.UnitsPerEm() != emUnits {
			t.Errorf("weight %d has %d units an em", w, f.UnitsPerEm())
		}
	}
}

// TestNumbers asks where the numbers stand in both ways of numbering, and that
// they turn with the board.
func TestNumbers(t *testing.T) {
	for _, test := range []struct {
		opt  Options
		want string // text at its place
	}{
		{Options{Labels: Numbers}, `<text x="103" y="14" font-size="15" font-weight="bold" text-anchor="start" fill="#ffffff">1</text>`},
		{Options{Labels: NumbersFromA1}, `<text x="3" y="714" font-size="15" font-weight="bold" text-anchor="start" fill="#ffffff">1</text>`},
		{Options{Labels: Numbers, Flip: true}, `<text x="603" y="714" font-size="15" font-weight="bold" text-anchor="start" fill="#ffffff">1</text>`},
		{Options{}, `<text x="4" y="18" font-size="19" font-weight="bold" text-anchor="start" fill="#6b4526">8</text>`},
		{Options{Flip: true}, `<text x="96.5" y="795.5" font-size="19" font-weight="bold" text-anchor="end" fill="#ffffff">h</text>`},
	} {
		var b strings.Builder
		if err := SVG(&b, draughts.Start(), test.opt); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), test.want) {
			t.Errorf("%+v lacks %s", test.opt, test.want)
		}
	}
}

func TestDescription(t *testing.T) {
	last := draughts.Move{From: draughts.E7, To: draughts.C5, Captured: draughts.D6.Bitboard()}
	pic := lay(position(t, "W:Wa1,Kc3:BKh8"), Options{
		LastMove: &last, Marks: []Mark{{draughts.A3, Box}}, Arrows: []Arrow{{draughts.A1, draughts.B2}},
	}, 0)
	const want = "White: man a1; king c3. Black: king h8. White to move. Last move e7:c5, taken d6. Box on a3. Arrow from a1 to b2."
	if got := pic.description(); got != want {
		t.Errorf("described as %q, expected %q", got, want)
	}
}

// TestOffBoard asks that marks on no square leave no trace.
func TestOffBoard(t *testing.T) {
	move := draughts.Move{From: draughts.NoSquare, To: draughts.NoSquare}
	odd, err := Image(draughts.Start(), Options{
		Size: 64, LastMove: &move, Marks: []Mark{{draughts.NoSquare, Box}}, Arrows: []Arrow{{draughts.A1, draughts.NoSquare}, {draughts.A1, draughts.A1}},
	})
	if err != nil {
		t.Fatal(err)
	}
	plain, err := Image(draughts.Start(), Options{Size: 64})
	if err != nil {
		t.Fatal(err)
	}
	if n := differing(odd, plain); n > 0 {
		t.Errorf("%d pixels differ", n)
	}
}

func TestSize(t *testing.T) {
	for size, ok := range map[int]bool{0: true, 64: true, 1000: true, 63: false, 4097: false, -5: false} {
		err := SVG(&strings.Builder{}, draughts.Start(), Options{Size: size})
		if ok != (err == nil) || !ok && !errors.Is(err, ErrSize) {
			t.Errorf("size %d gives %v", size, err)
		}
		if _, err := Image(draughts.Start(), Options{Size: size}); !ok && !errors.Is(err, ErrSize) {
			t.Errorf("pixels of size %d give %v", size, err)
		}
	}
	img, err := Image(draughts.Start(), Options{Size: 501, Border: true, Caption: "Этюд"})
	if err != nil || img.Rect.Dx() != 501 || img.Rect.Dy() <= 501 {
		t.Errorf("the picture is %v, %v", img.Rect, err)
	}
}

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{" \n ", nil},
		{"Этюд", []string{"Этюд"}},
		{"первая\nвторая", []string{"первая", "вторая"}},
		{"белые начинают и выигрывают в семь ходов", []string{"белые начинают и", "выигрывают в семь ходов"}},
	} {
		got := wrap(test.text, captionSize, 6)
		if strings.Join(got, "|") != strings.Join(test.want, "|") {
			t.Errorf("%q is broken into %q, expected %q", test.text, got, test.want)
		}
	}
}

func FuzzWrap(f *testing.F) {
	f.Add("Белые начинают и выигрывают", 6.0)
	f.Add(strings.Repeat("Ш", 60), 3.0)
	f.Fuzz(func(t *testing.T, text string, width float64) {
		if len(text) > 300 || !(width > 1 && width < 20) {
			return
		}
		lines := wrap(text, captionSize, width)
		if got, want := strings.Join(strings.Fields(strings.Join(lines, "")), ""), strings.Join(strings.Fields(text), ""); got != want {
			t.Errorf("%q became %q", text, lines)
		}
		for _, line := range lines {
			if measure(line, captionSize, regular) > width && len([]rune(line)) > 1 {
				t.Errorf("%q is wider than %g", line, width)
			}
		}
	})
}

func TestParse(t *testing.T) {
	for text, want := range map[string]Mark{
		"c3": {draughts.C3, Circle}, "circle:h8": {draughts.H8, Circle}, "box:a1": {draughts.A1, Box}, "cross:B2": {draughts.B2, Cross}, "dot:d4": {draughts.D4, Dot},
	} {
		if got, err := ParseMark(text); err != nil || got != want {
			t.Errorf("%q is read as %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "c4", "star:c3", "box:", ":c3", "box:c3:d4"} {
		if _, err := ParseMark(text); !errors.Is(err, ErrMark) {
			t.Errorf("%q gives %v", text, err)
		}
	}
	if got, err := ParseArrow("c3-e5"); err != nil || got != (Arrow{draughts.C3, draughts.E5}) {
		t.Errorf("c3-e5 is read as %v, %v", got, err)
	}
	for _, text := range []string{"", "c3", "c3-c3", "c3-d9", "c4-e5", "-", "c3-e5-g7"} {
		if _, err := ParseArrow(text); !errors.Is(err, ErrArrow) {
			t.Errorf("%q gives %v", text, err)
		}
	}
	for theme := range Theme(len(themeNames)) {
		if got, err := ParseTheme(theme.String()); err != nil || got != theme {
			t.Errorf("%s is read as %s, %v", theme, got, err)
		}
	}
	if _, err := ParseTheme("pink"); !errors.Is(err, ErrTheme) {
		t.Errorf("an unknown theme gives %v", err)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"c3", "box:a1", "c3-e5", "-", ":"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		opt := Options{Size: 64}
		if m, err := ParseMark(text); err == nil {
			opt.Marks = append(opt.Marks, m)
		}
		if a, err := ParseArrow(text); err == nil {
			opt.Arrows = append(opt.Arrows, a)
		}
		if len(opt.Marks)+len(opt.Arrows) == 0 {
			return
		}
		if _, err := Image(draughts.Start(), opt); err != nil {
			t.Error(err)
		}
	})
}

// covered returns the sum of what a raster has drawn in white on black, in
// pixels.
func covered(r *raster) float64 {
	sum := 0
	for i := 0; i < len(r.img.Pix); i += 4 {
		sum += int(r.img.Pix[i])
	}
	return float64(sum) / 255
}

func TestRasterAreas(t *testing.T) {
	white := rgb{255, 255, 255}
	for _, test := range []struct {
		name string
		draw func(r *raster)
		want float64
	}{
		{"circle", func(r *raster) { r.circle(5, 5, 3, white) }, math.Pi * 9 * 100},
		{"ring", func(r *raster) { r.ring(5, 5, 3, 1, white) }, math.Pi * (3.5*3.5 - 2.5*2.5) * 100},
		{"triangle", func(r *raster) { r.shape([]point{{1, 1}, {9, 1}, {1, 9}}, white, 0, white) }, 32 * 100},
		{"the other way round", func(r *raster) { r.shape([]point{{1, 9}, {9, 1}, {1, 1}}, white, 0, white) }, 32 * 100},
		{"line", func(r *raster) { r.line(point{2, 2}, point{2, 8}, 1, white) }, (6 + math.Pi/4) * 100},
		{"slanted line", func(r *raster) { r.line(point{2, 2}, point{8, 8}, 1, white) }, (6*math.Sqrt2 + math.Pi/4) * 100},
		{"half outside", func(r *raster) { r.circle(0, 5, 3, white) }, math.Pi * 9 * 50},
		{"outside", func(r *raster) { r.circle(-20, 5, 3, white); r.circle(40, 40, 3, white) }, 0},
		{"dots", func(r *raster) { r.milled(5, 5, 3, 0.4, white) }, 20 * math.Pi * 0.04 * 100},
	} {
		r := newRaster(100, 100, 10)
		test.draw(r)
		if got := covered(r); math.Abs(got-test.want) > test.want/200+1 {
			t.Errorf("%s covers %.1f pixels, expected %.1f", test.name, got, test.want)
		}
	}
}

// TestNoSeams asks that squares meet without a gap at sizes that are no multiple
// of eight.
func TestNoSeams(t *testing.T) {
	for _, size := range []int{64, 101, 333, 500} {
		img, err := Image(position(t, "W:Wa1:B"), Options{Size: size, Labels: NoLabels})
		if err != nil {
			t.Fatal(err)
		}
		p := Wood.palette()
		allowed := map[color.RGBA]bool{{p.light.r, p.light.g, p.light.b, 255}: true, {p.dark.r, p.dark.g, p.dark.b, 255}: true}
		free := image.Rect(0, 0, size, size/2)
		for y := free.Min.Y; y < free.Max.Y; y++ {
			for x := range size {
				if !allowed[img.RGBAAt(x, y)] {
					t.Fatalf("size %d: pixel %d,%d is %v", size, x, y, img.RGBAAt(x, y))
				}
			}
		}
	}
}
