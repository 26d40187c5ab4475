package pdn

import (
	"slices"
	"strings"
	"testing"
)

// What stands behind a result and is no game belongs to the game before.
func TestBehindTheEnd(t *testing.T) {
	for _, c := range []struct {
		text  string
		games string // the plies of each
		after string // of the first, joined by |
	}{
		{"1. c3-d4 1-0 b6-a5 *", "1", "b6-a5 *"},
		{"1. c3-d4 1-0 b6-a5 2. d4-c5 d6:b4 *", "1", "b6-a5 2. d4-c5 d6:b4 *"},
		{"1. c3-d4 1-0\n\n2. c3-d4", "1", "2. c3-d4"},
		{"1. c3-d4 1-0\n\n2. c3-d4 b6-a5 1-0 {x}\n\n1. c3-d4 *", "1 1", "2. c3-d4 b6-a5 1-0|x"},
		{"1. c3-d4 1-0\n{x}\n2. c3-d4\n[White \"B\"]\n1. c3-d4 *", "1 1", "x|2. c3-d4"},
		{"1. c3-d4 1-0 2. d4-c5 {y} (2. d4-e5)\n1. c3-d4 b6-a5 *", "1 2", "2. d4-c5 {y} (2. d4-e5)"},
		{"1. c3-d4 1-0\n\nc3-d4 b6-a5 *", "1 2", ""}, // may be another game
		{"1. c3-d4 1-0\n\nc3-d5 *", "1 0", ""},       // nor does it go on with this one
		{"1. c3-d4 1-0.", "1", ""},
		{"1. c3-d4 1-0.\n\n1. c3-d4 b6-a5 1-0.\n", "1 2", ""},
		{"1. c3-d4 1-0 и белые выиграли", "1", "и белые выиграли"},
		{"1. c3-d4 1-0 Белые выиграли 2-0\n\n[White \"B\"]\n1. c3-d4 *", "1 1", "Белые выиграли 2-0"},
		{"1. c3-d4 1-0\n\nТеперь вторая:\n1. c3-d4 b6-a5 *", "1 2", ""},
		{"[pdn]1. c3-d4[/pdn] Как вам? Играно 12.05.", "1", "Как вам? Играно 12.05."},
		{"[PDN]\n[White \"A\"]\n1. c3-d4 1-0\n[/PDN]\nСпасибо!\n", "1", "Спасибо!"},
		{"1. c3-d4<br>b6-a5<br/>2. d4-c5 <b>d6:b4</b>&nbsp;3.&nbsp;a3:c5 1-0<br>\n<br>1. c3-d4 *<br>", "5 1", ""},
		{"35. c3-d4 *\n\n[FEN \"W:Wa1:Bh8\"]\n36. a1-b2 *", "1 1", ""},
		{"words and no game", "0", ""},
	} {
		var games []string
		var after []string
		told := false
		for _, g := range readAll(c.text, Options{}) {
			games = append(games, string('0'+rune(g.Plies())))
			if g.Number == 1 {
				for _, comment := range g.After {
					after = append(after, string(comment))
				}
				told = slices.ContainsFunc(g.Problems, func(p *Problem) bool { return p.Fault == StrayText && p.Warning })
				if c.text != "words and no game" && g.Err() != nil {
					t.Errorf("%q: %v", c.text, g.Err())
				}
			}
		}
		if strings.Join(games, " ") != c.games || strings.Join(after, "|") != c.after || c.after != "" && !told {
			t.Errorf("%q: %q games, behind the first %q, told %v", c.text, games, after, told)
		}
		checkRoundTrip(t, []byte(c.text), Options{}, WriteOptions{})
	}
}

// Half a character at the end of a file in UTF-16 is no game.
func TestTrailingByte(t *testing.T) {
	for _, e := range []Encoding{UTF16LE, UTF16BE} {
		source := encodeAs(t, e, "[White \"Ёлкин\"]\n\n1. c3-d4 1-0\n", false)
		games := readAll(string(source)+"\n", Options{})
		if len(games) != 1 || games[0].Err() != nil || games[0].Plies() != 1 ||
			!slices.ContainsFunc(games[0].Problems, func(p *Problem) bool { return p.Fault == UndecodedBytes }) {
			t.Errorf("%v: %d games, %v", e, len(games), games[0].Problems)
		}
	}
}
