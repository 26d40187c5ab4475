package pdn

import (
	"bufio"
	"bytes"
	"os"
	"strings"
	"testing"
	"testing/iotest"
)

// rows yields the lines of a .tsv file without its heading.
func rows(t *testing.T, file string) [][]string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all [][]string
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if line := lines.Text(); line != "" && line[0] != '#' {
			all = append(all, strings.Split(line, "\t"))
		}
	}
	if lines.Err() != nil || len(all) == 0 {
		t.Fatal(file, lines.Err())
	}
	return all
}

// One game in every encoding: the same text, the encoding named, and places that
// are those of the file.
func TestEncodings(t *testing.T) {
	var utf8 *Game
	for _, row := range rows(t, "testdata/encodings/expected.tsv") {
		t.Run(row[0], func(t *testing.T) {
			source, err := os.ReadFile("testdata/encodings/" + row[0] + ".pdn")
			if err != nil {
				t.Fatal(err)
			}
			var games []*Game
			for g, err := range Read(iotest.OneByteReader(bytes.NewReader(source)), Options{}) {
				if err != nil {
					t.Error(err)
				}
				games = append(games, g)
			}
			if len(games) != 1 {
				t.Fatalf("%d games", len(games))
			}
			g := games[0]
			if g.Encoding.String() != row[1] || g.Tags.Get("White") != row[2] {
				t.Errorf("got %v, White %q", g.Encoding, g.Tags.Get("White"))
			}
			told := false
			for _, p := range g.Problems {
				if p.Fault == OtherEncoding && p.Warning && p.Found == row[1] {
					told = true
				}
			}
			if want := g.Encoding != UTF8; told != want {
				t.Errorf("the warning that names the encoding: %v, want %v", told, want)
			}
			if row[0] == "utf8" {
				utf8 = g
			} else if row[2] == utf8.Tags.Get("White") && !Equal(g, utf8) {
				t.Errorf("became\n%s", dump(g))
			}
		})
	}
}

func TestPlacesInEncodings(t *testing.T) {
	text := "[White \"Ёлкин\"]\n\n1. c3-d4 {слова} c3-d4 *\n"
	for _, e := range []Encoding{UTF8, UTF16LE, UTF16BE, Windows1251, KOI8R, CP866, ISO88595} {
		text := text
		if !e.oneByte() {
			text = strings.Replace(text, "слова", "слова \U0001F600", 1)
		}
		source := encodeAs(t, e, text, false)
		for g := range Read(bytes.NewReader(source), Options{Encoding: e}) {
			err, ok := g.Err().(*Problem)
			if !ok {
				t.Fatalf("%v: no error", e)
			}
			at := err.Offset
			if want := encodeAs(t, e, "c3-d4 *", false); !bytes.HasPrefix(source[at:], want) {
				t.Errorf("%v: offset %d is not where the move stands", e, at)
			}
			line := bytes.LastIndex(source[:at], encodeAs(t, e, "\n1.", false)) + len(encodeAs(t, e, "\n", false))
			if err.Line != 3 || err.Column != int(at)-line+1 {
				t.Errorf("%v: place %v, want column %d", e, err.Place, int(at)-line+1)
			}
		}
	}
}

// Names that are not among the sample words, alone in a file, in each encoding.
func TestDetectNames(t *testing.T) {
	names := strings.Fields(`Шварц Чижов Вирный Цирик Куперман Андрейко Щеголев Абаулин Агафонов Бельский
		Валюк Гетманский Дашков Ёлшин Жигалов Злобинский Иваницкий Калмаков Леваев Мысливцев Николаичев Огородников
		Плакхин Рац Струков Трофимов Усманов Фазылов Хейф Цукерман Чухонцев Шашков Щукин Эпштейн Юргенсон Ягупов
		Пан Ким Цой Ли БАРКОВСКИЙ СЫРКОВ ДЫБМАН МОЗГОВОЙ ЯЗЫКОВ Магадан Находка Ялуторовск
		белые проиграли сильнее вничью`)
	encodings := []Encoding{Windows1251, KOI8R, CP866, ISO88595}
	wrong := 0
	for _, name := range names {
		for _, e := range encodings {
			source := encodeAs(t, e, "[White \""+name+"\"]\n", false)
			if got := Detect(source); got != e {
				t.Logf("%s in %v: %v", name, e, got)
				wrong++
			}
		}
	}
	// Two or three letters may mean something in several encodings.
	if most := len(names) * len(encodings) / 100; wrong > most {
		t.Errorf("%d of %d wrong, at most %d allowed", wrong, len(names)*len(encodings), most)
	}
}

func TestDetect(t *testing.T) {
	for text, want := range map[string]Encoding{
		"":                         UTF8,
		"plain":                    UTF8,
		"Élan":                     UTF8,
		"Jos\xE9":                  Windows1252,
		"M\xFCller - Gro\xDF":      Windows1252,
		"\xFF\xFEa\x00b\x00c\x00":  UTF8, // marks are none of Detect's business
		"a\x00b\x00c\x00d\x00":     UTF16LE,
		"\x00a\x00b\x00c\x00d":     UTF16BE,
		"\xAB\xCA\xF3\xE1\xEE\xEA": Windows1251, // «Кубок
	} {
		if text[:min(len(text), 2)] == "\xFF\xFE" {
			continue
		}
		if got := Detect([]byte(text)); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// ASCII far longer than the window comes before the first letter that tells.
func TestDetectLate(t *testing.T) {
	source := bytes.Repeat([]byte("[White \"A\"]\n\n1. c3-d4 *\n\n"), 10000)
	games := bytes.Count(source, []byte("White"))
	source = append(source, encodeAs(t, KOI8R, "[White \"Королёв\"]\n\n1. c3-d4 *\n", false)...)
	n := 0
	var last *Game
	for g, err := range Read(bytes.NewReader(source), Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		n++
		last = g
	}
	if n != games+1 || last.Encoding != KOI8R || last.Tags.Get("White") != "Королёв" {
		t.Errorf("%d games, the last in %v: %q", n, last.Encoding, last.Tags)
	}
}

func TestParseEncoding(t *testing.T) {
	for e := AnyEncoding; e <= Windows1252; e++ {
		if got, err := ParseEncoding(strings.ToUpper(e.String())); err != nil || got != e {
			t.Errorf("%v: %v, %v", e, got, err)
		}
	}
	if _, err := ParseEncoding("ebcdic"); err == nil || !strings.Contains(err.Error(), "koi8-r") {
		t.Errorf("%v", err)
	}
}
