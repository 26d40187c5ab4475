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

// Latin names with an accent or two, alone in a file: a letter among plain ones is
// Latin.
func TestDetectLatin(t *testing.T) {
	for _, name := range strings.Fields(`Müller Jörg Zürich Großmann Weiß Åse Båth Sørensen Øås Pää Mäkelä Ångström
		François Hélène André José Peña Muñoz Álvarez Águeda Élan Noël Björn Özil Ünal Übel Çelik Gonçalves João
		Antônio Conceição Frédéric Zoë Ægir Þór Dürer Lübeck Köln Röd Hämäläinen Jürgen`) {
		source := encodeAs(t, Windows1252, "[White \""+name+"\"]\n\n1. c3-d4 *\n", false)
		if got := Detect(source); got != Windows1252 {
			t.Errorf("%s: %v", name, got)
		}
		for g := range Read(bytes.NewReader(source), Options{}) {
			p := g.Problems[0]
			if g.Tags.Get("White") != name || p.Fault != OtherEncoding || p.Found != "windows-1252" {
				t.Errorf("%s became %q, %v", name, g.Tags.Get("White"), p)
			}
		}
	}
}

// Moves with a Cyrillic x, and nothing else that is not ASCII.
func TestDetectCyrillicX(t *testing.T) {
	// ISO-8859-5 has it where CP866 has it.
	for _, e := range []Encoding{Windows1251, KOI8R, CP866} {
		for _, text := range []string{"1. c3-d4 b6-c5 2. d4хb6 a7хc5 *", "1. 22-18 9-14 2. 18х9 *"} {
			if got := Detect(encodeAs(t, e, text, false)); got != e {
				t.Errorf("%s in %v: %v", text, e, got)
			}
		}
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

// Files put together of others: each game is in its own encoding, and places are
// those of the file.
func TestEncodingOfEachGame(t *testing.T) {
	game := func(name string) string {
		return "[White \"" + name + "\"]\r\n\r\n1. c3-d4 {слова} c3-d5 *\r\n\r\n"
	}
	names := []string{"Ёлкин Пётр", "Щеголев Вячеслав", "Нина Янковская", "Müller", "Андрейко Андрис"}
	for _, encodings := range [][]Encoding{
		{Windows1251, UTF8, Windows1251, UTF8, UTF8},
		{UTF8, UTF8, KOI8R, UTF8, UTF8},
		{UTF8, Windows1251, Windows1251, UTF8, Windows1251},
		{CP866, CP866, UTF8, UTF8, CP866},
	} {
		var source []byte
		var told, want []string
		for i, name := range names {
			source = append(source, encodeAs(t, encodings[i], game(name), false)...)
			if e := encodings[i]; e != UTF8 && (i == 0 || encodings[i-1] != e) {
				want = append(want, name)
			}
		}
		n := 0
		for g := range Read(bytes.NewReader(source), Options{}) {
			if g.Encoding != encodings[n] || g.Tags.Get("White") != names[n] || g.Plies() != 1 || g.Main.Plies[0].Note.After[0] != "слова" {
				t.Errorf("%v: game %d in %v\n%s", encodings, n+1, g.Encoding, dump(g))
			}
			for _, p := range g.Problems {
				if p.Fault == OtherEncoding {
					told = append(told, g.Tags.Get("White"))
				} else if !bytes.HasPrefix(source[p.Offset:], []byte("c3-d5")) || p.Line != 4*n+3 {
					t.Errorf("%v: game %d: %v is not the place", encodings, n+1, p)
				}
			}
			n++
		}
		if n != len(names) || strings.Join(told, ",") != strings.Join(want, ",") {
			t.Errorf("%v: %d games, told for %q, want %q", encodings, n, told, want)
		}
	}
	// What the caller says holds for the whole file.
	source := append(encodeAs(t, Windows1251, game("Ёлкин"), false), encodeAs(t, UTF8, game("Щеголев"), false)...)
	for g := range Read(bytes.NewReader(source), Options{Encoding: Windows1251}) {
		if g.Encoding != Windows1251 {
			t.Errorf("game %d in %v", g.Number, g.Encoding)
		}
	}
}

// A byte that means nothing is told with the game in which it lies.
func TestUndecodedInItsGame(t *testing.T) {
	for _, e := range []Encoding{UTF8, Windows1251} {
		text := encodeAs(t, e, "[White \"Ёлкин Пётр Иванович\"]\n\n1. c3-d4 *\n\n[White \"Щеголев? Иван\"]\n\n1. c3-d4 1-0\n", false)
		for g := range Read(bytes.NewReader(bytes.Replace(text, []byte("?"), []byte("\x98"), 1)), Options{}) {
			told := false
			for _, p := range g.Problems {
				told = told || p.Fault == UndecodedBytes && p.Line == 5 && p.Game == 2
			}
			if told != (g.Number == 2) || g.Encoding != e {
				t.Errorf("%v, game %d: %v, %v", e, g.Number, g.Encoding, g.Problems)
			}
		}
	}
}

// Many changes of encoding take linear time.
func TestManyEncodings(t *testing.T) {
	source := bytes.Repeat([]byte("\xCF\xF0\xE8\n\n\xD0\x9F\n\n"), 100000)
	source = append([]byte("[White \"\xC8\xE2\xE0\xED\xEE\xE2\"]\n\n1. c3-d4 "), source...)
	games := 0
	for g := range Read(bytes.NewReader(source), Options{}) {
		games += g.Number
	}
	if games != 1 {
		t.Error(games)
	}
}
