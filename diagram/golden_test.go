package diagram

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// update rewrites the golden files: UPDATE_GOLDEN=1 go test ./diagram
var update = os.Getenv("UPDATE_GOLDEN") != ""

const middleGame = "B:Wa1,c1,e1,Kg7,b2,h2,a3,c3,e3,f4:Bb6,f6,h6,a7,c7,Kg1,b8,h8,Kd8"

func position(t testing.TB, fen string) draughts.Position {
	t.Helper()
	p, err := draughts.ParsePosition(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// samples are the golden pictures by name; between them every option is on.
func samples(t testing.TB) map[string]Diagram {
	p := position(t, middleGame)
	capture := draughts.Move{From: draughts.D8, To: draughts.H4, Captured: draughts.F6.Bitboard()}
	taken := position(t, "W:Wa1,c1,e1,c3:Bb6,h6,Kh4,a7")
	return map[string]Diagram{
		"start":  {draughts.Start(), Options{Size: 320}},
		"green":  {p, Options{Size: 320, Theme: Green, Labels: Numbers, Flip: true}},
		"slate":  {p, Options{Size: 320, Theme: Slate, Border: true, Caption: "Ход чёрных. Большак держит дамка g7 (В. Соков, 1938)"}},
		"moved":  {taken, Options{Size: 320, Labels: NumbersFromA1, LastMove: &capture}},
		"marked": {p, Options{Size: 320, Labels: NoLabels, Caption: "A & <B>", Marks: []Mark{{draughts.C5, Circle}, {draughts.F4, Circle}, {draughts.A5, Cross}, {draughts.E7, Box}, {draughts.G5, Dot}}, Arrows: []Arrow{{draughts.C3, draughts.D4}, {draughts.G1, draughts.A7}}}},
		"border": {p, Options{Size: 200, Border: true, Flip: true}},
	}
}

func golden(t *testing.T, name string, got []byte) []byte {
	t.Helper()
	path := filepath.Join("testdata", name)
	if update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return want
}

func TestSVGGolden(t *testing.T) {
	for name, d := range samples(t) {
		var b bytes.Buffer
		if err := SVG(&b, d.Position, d.Options); err != nil {
			t.Fatal(err)
		}
		if want := golden(t, name+".svg", b.Bytes()); !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%s.svg has changed", name)
		}
	}
}

// TestPNGGolden compares pixels: the bytes depend on the compressor.
func TestPNGGolden(t *testing.T) {
	for name, d := range samples(t) {
		var b bytes.Buffer
		if err := PNG(&b, d.Position, d.Options); err != nil {
			t.Fatal(err)
		}
		want, err := png.Decode(bytes.NewReader(golden(t, name+".png", b.Bytes())))
		if err != nil {
			t.Fatal(err)
		}
		got, err := Image(d.Position, d.Options)
		if err != nil {
			t.Fatal(err)
		}
		if n := differing(got, want); n > 0 {
			t.Errorf("%s.png has changed in %d pixels", name, n)
		}
	}
}

// differing counts the pixels in which two pictures differ.
func differing(a, b image.Image) int {
	if a.Bounds() != b.Bounds() {
		return a.Bounds().Dx() * a.Bounds().Dy()
	}
	n := 0
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if color.NRGBAModel.Convert(a.At(x, y)) != color.NRGBAModel.Convert(b.At(x, y)) {
				n++
			}
		}
	}
	return n
}

func shortGame(t testing.TB) *draughts.Game {
	t.Helper()
	g := draughts.NewGame(draughts.Start(), draughts.FMJD64)
	for _, m := range []string{"cd4", "dc5", "bc3", "fg5", "cb4", "gh4", "b:d6", "e:c5"} {
		if err := g.PlayText(m); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// frames plays a GIF and returns what is seen after each frame.
func frames(t *testing.T, data []byte) (seen []*image.RGBA, delays []int) {
	t.Helper()
	all, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	screen := image.NewRGBA(image.Rect(0, 0, all.Config.Width, all.Config.Height))
	for _, frame := range all.Image {
		draw.Draw(screen, frame.Rect, frame, frame.Rect.Min, draw.Over)
		copied := *screen
		copied.Pix = bytes.Clone(screen.Pix)
		seen = append(seen, &copied)
	}
	return seen, all.Delay
}

func TestGIFGolden(t *testing.T) {
	var b bytes.Buffer
	a := Animation{Options: Options{Size: 160, Border: true, Caption: "Городская партия"}, Delay: 700 * time.Millisecond}
	if err := GIF(&b, shortGame(t), a); err != nil {
		t.Fatal(err)
	}
	got, delays := frames(t, b.Bytes())
	want, _ := frames(t, golden(t, "game.gif", b.Bytes()))
	if len(got) != 9 || len(want) != len(got) {
		t.Fatalf("%d frames, golden %d, expected 9", len(got), len(want))
	}
	for i := range got {
		if n := differing(got[i], want[i]); n > 0 {
			t.Errorf("frame %d has changed in %d pixels", i, n)
		}
	}
	if delays[0] != 70 || delays[8] != 300 {
		t.Errorf("delays are %v", delays)
	}
}

// TestGIFShowsPositions compares each frame with the picture of its position:
// the shades must be near enough not to be seen.
func TestGIFShowsPositions(t *testing.T) {
	g := shortGame(t)
	var b bytes.Buffer
	if err := GIF(&b, g, Animation{Options: Options{Size: 240, Theme: Green}, HideMoves: true}); err != nil {
		t.Fatal(err)
	}
	seen, _ := frames(t, b.Bytes())
	moves := g.Moves()
	for ply, frame := range seen {
		opt := Options{Size: 240, Theme: Green}
		if ply > 0 {
			opt.LastMove = &moves[ply-1]
		}
		want, err := Image(g.PositionAt(ply), opt)
		if err != nil {
			t.Fatal(err)
		}
		worst := 0
		for i := range want.Pix {
			worst = max(worst, int(want.Pix[i])-int(frame.Pix[i]), int(frame.Pix[i])-int(want.Pix[i]))
		}
		if worst > 40 {
			t.Errorf("ply %d: a pixel is off by %d of 255", ply, worst)
		}
	}
}

func TestSheet(t *testing.T) {
	var s Sheet
	s.Title, s.Columns, s.Rows = "Этюды & задачи", 2, 3
	for i := range 7 {
		s.Diagrams = append(s.Diagrams, Diagram{shortGame(t).PositionAt(i), Options{Border: true, Caption: "Белые начинают и делают ничью"}})
	}
	if s.Pages() != 2 || (Sheet{}).Pages() != 1 {
		t.Errorf("%d pages, an empty sheet %d", s.Pages(), (Sheet{}).Pages())
	}
	for page := 1; page <= 2; page++ {
		var b bytes.Buffer
		if err := WriteSheet(&b, s, page); err != nil {
			t.Fatal(err)
		}
		name := []string{"", "sheet1.svg", "sheet2.svg"}[page]
		if want := golden(t, name, b.Bytes()); !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%s has changed", name)
		}
		wellFormed(t, name, b.String())
		if got, want := strings.Count(b.String(), `<g role="img"`), []int{0, 6, 1}[page]; got != want {
			t.Errorf("page %d has %d diagrams, expected %d", page, got, want)
		}
	}
	for _, page := range []int{0, 3} {
		if err := WriteSheet(io.Discard, s, page); !errors.Is(err, ErrPage) {
			t.Errorf("page %d gives %v", page, err)
		}
	}
	s.Columns, s.Rows = 90, 90
	if err := WriteSheet(io.Discard, s, 1); !errors.Is(err, ErrPage) {
		t.Errorf("diagrams too small to see give %v", err)
	}
}

// wellFormed reads an SVG as XML and asks for what readers need and for nothing
// that runs or comes from elsewhere.
func wellFormed(t *testing.T, name, text string) {
	t.Helper()
	elements := map[string]int{}
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		elements[start.Name.Local]++
		for _, a := range start.Attr {
			if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" || a.Name.Local == "style" {
				t.Errorf("%s: attribute %s", name, a.Name.Local)
			}
		}
	}
	if elements["script"]+elements["image"]+elements["use"]+elements["foreignObject"] > 0 || elements["title"] == 0 || elements["desc"] == 0 {
		t.Errorf("%s has elements %v", name, elements)
	}
}

func TestSVGWellFormed(t *testing.T) {
	for name, d := range samples(t) {
		var b strings.Builder
		if err := SVG(&b, d.Position, d.Options); err != nil {
			t.Fatal(err)
		}
		wellFormed(t, name, b.String())
	}
	var b strings.Builder
	if err := SVG(&b, draughts.Start(), Options{Caption: "\x00\xff]]>&<script>\"'"}); err != nil {
		t.Fatal(err)
	}
	wellFormed(t, "odd caption", b.String())
}
