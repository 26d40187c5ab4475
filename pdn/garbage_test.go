package pdn

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Whether a word is text or was meant to be a move.
func TestGarbled(t *testing.T) {
	numbered := wordPlace{due: true, numbered: true}
	between := wordPlace{due: true}
	sentence := wordPlace{due: true, sentence: true}
	before := wordPlace{}
	for _, c := range []struct {
		word string
		at   wordPlace
		want bool
	}{
		{"qwerty", numbered, true},
		{"d4", numbered, true},
		{"[", numbered, true},
		{"qwerty", between, false},
		{"—", between, false},
		{"d4", between, true},
		{"d4-c9", between, true},
		{"d4-c5x", between, true},
		{"c10-d4", between, true},
		{"Nf3", between, true},
		{"exd5", between, true},
		{"е4", between, true}, // Cyrillic
		{"ц3-я4", between, true},
		{"22-178", between, true},
		{"22–178", between, true},
		{"22-17a", between, true},
		{"O-O", between, false},
		{"2018-2019", between, false},
		{"step4", between, false},
		{"сильно", between, false},
		{"№5", between, false},
		{"https://example.org/c3-d4", between, false},
		{"d4", sentence, false},
		{"d4-c9", sentence, true},
		{"22-178", sentence, true},
		{"и", sentence, false},
		{"2019", sentence, false},
		{"d4-c9", before, false},
		{"Hello", before, false},
	} {
		if got := garbled([]byte(c.word), c.at); got != c.want {
			t.Errorf("%q at %+v: %v", c.word, c.at, got)
		}
	}
}

// A mistyped move ends its line as an error with its place; the game does not go
// on as another one.
func TestMistypedMoves(t *testing.T) {
	for _, c := range []struct {
		text   string
		plies  int
		column int
		found  string
		unread string
	}{
		{"[FEN \"W:Wc3,a1:Bh8,b8\"]\n1. c3-d4 h8-g7 2. d4=e5 3. a1-b2 b8-a7 4. d4-c5 1-0", 2, 19, "d4=e5", "2. d4=e5 3. a1-b2 b8-a7 4. d4-c5"},
		{"[White \"A\"]\n1. c3-d4 b6-a5 2. d4-c9 *", 2, 19, "d4-c9", "2. d4-c9"},
		{"\n1. c3-d4 b6-a5 2. d4-c5x *", 2, 19, "d4-c5x", "2. d4-c5x"},
		{"\n1. c3-d4 b6-a5 2. qwerty 3. a3-b4", 2, 19, "qwerty", "2. qwerty 3. a3-b4"},
		{"\n1. e4 e5 2. Nf3", 0, 4, "e4", "1. e4 e5 2. Nf3"},
		{"[White \"A\"]\n1. e4 e5 2. Nf3 Nc6 *", 0, 4, "e4", "1. e4 e5 2. Nf3 Nc6"},
		{"[White \"A\"]\n1. c3-d4 b6-a5 2 qwerty *", 2, 18, "qwerty", "2 qwerty"},
		{"[White \"A\"]\n1. c3-d4 b6~a5 2. d4-c5 *", 1, 10, "b6~a5", "b6~a5 2. d4-c5"},
		{"[White \"A\"]\n1. c3-d4 ок 2. qwerty *", 1, 18, "qwerty", "2. qwerty"},
		{"\n1. c3-d4 и теперь d4-c9 2. x *", 1, 26, "d4-c9", "d4-c9 2. x"},
	} {
		g := readAll(c.text, Options{})[0]
		var p *Problem
		if !errors.As(g.Err(), &p) || p.Fault != MalformedMove || !errors.Is(p, draughts.ErrSyntax) ||
			p.Line != 2 || p.Column != c.column || p.Found != c.found || p.Expected == "" {
			t.Errorf("%q: %v", c.text, g.Err())
		}
		if g.Plies() != c.plies || g.Main.Unread != c.unread {
			t.Errorf("%q: %d plies, unread %q", c.text, g.Plies(), g.Main.Unread)
		}
		checkRoundTrip(t, []byte(c.text), Options{}, WriteOptions{})
	}
	// In a variation only that ends.
	g := readAll("[White \"A\"]\n1. c3-d4 b6-a5 (1... b6-c9 2. d4-c5) 2. d4-c5 *", Options{})[0]
	if g.Err() == nil || g.Plies() != 3 || g.Main.Plies[1].Note.Variations[0].Unread != "1... b6-c9 2. d4-c5" {
		t.Error(dump(g))
	}
}

// Sentences and what stands for moves nobody wrote down are no errors.
func TestTextIsNoMove(t *testing.T) {
	for text, plies := range map[string]int{
		"Вот партия 2019. года, 12.05. в Москве, поле d4: 1. c3-d4 b6-a5": 2,
		"1. c3-d4 b6-a5 и теперь поле d4 слабо 2. d4-c5 *":                3,
		"1. c3-d4 b6-a5 играно 12.05. в Москве":                           2,
		"1. c3-d4 b6-a5 2 очка":                                           2,
		"1.cd4 fg5 (1...хуже из-за c5) 2.dc5":                             3,
		"[White \"A\"]\n1. c3-d4 b6-a5 White resigned 1-0":                2,
		"[White \"A\"]\n[WhiteTitle ГМ]\n1. c3-d4 *":                      1,
		"[White \"A\"]\n1. c3-d4 b6-a5 41. - - *":                         4,
		"[White \"A\"]\n1. c3-d4 b6-a5 2. - b8-a7 *":                      0, // illegal: told
		"[White \"A\"]\n1. c3-d4* b6-a5 * 2. d4-c5 *":                     3,
		"[White \"A\"]\n1. 2-0":                                           0,
	} {
		g := readAll(text, Options{})[0]
		for _, p := range g.Problems {
			if p.Fault == MalformedMove {
				t.Errorf("%q: %v", text, p)
			}
		}
		if plies > 0 && (g.Err() != nil || g.Plies() != plies) {
			t.Errorf("%q: %d plies, %v", text, g.Plies(), g.Err())
		}
	}
}

// A space before the dot of a number does not make it Black's.
func TestSpaceBeforeDot(t *testing.T) {
	for _, text := range []string{
		"1 . c3-d4 b6-a5 2 .d4-c5 *",
		"1 .c3-d4 b6-a5 2 . d4-c5 *",
		"1. . c3-d4 b6-a5 2. d4-c5 *",
	} {
		g := readAll(text, Options{})[0]
		if g.Err() != nil || g.Plies() != 3 || g.Start.Turn() != draughts.White {
			t.Errorf("%q: %v", text, dump(g))
		}
	}
	for _, text := range []string{"1 ... b6-a5 *", "1. ... b6-a5 *", "1... b6-a5 *", "1… b6-a5 *", "1.... b6-a5 *"} {
		if g := readAll(text, Options{})[0]; g.Err() != nil || g.Start.Turn() != draughts.Black {
			t.Errorf("%q: %v", text, dump(g))
		}
	}
	if games := readAll("1 . c3-d4 b6-a5\n1 . e3-f4 f6-g5", Options{}); len(games) != 2 {
		t.Errorf("%d games", len(games))
	}
}

// A number of Black's before a move that only White can make.
func TestWhiteFirstAllTheSame(t *testing.T) {
	for text, plies := range map[string]int{
		"1... c3-d4 b6-a5 2. d4-c5 *": 3,
		"1... 22-18 9-13 2. 18-14 *":  3,
		"1... c3-d4 b6-c6 *":          1, // the second is no move
	} {
		g := readAll(text, Options{})[0]
		told := slices.ContainsFunc(g.Problems, func(p *Problem) bool { return p.Fault == Misnumbered && p.Warning })
		if g.Plies() != plies || g.Start != draughts.Start() || !told {
			t.Errorf("%q: %v", text, dump(g))
		}
		checkRoundTrip(t, []byte(text), Options{}, WriteOptions{})
	}
	g := readAll("1... c3-d5 *", Options{})[0]
	if g.Start.Turn() != draughts.Black || g.Err() == nil || strings.Contains(g.Err().Error(), "number") {
		t.Errorf("no move of either side: %v", dump(g))
	}
}
