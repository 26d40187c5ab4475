package pdn

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// fragments are pieces of text of every sort that files hold.
var fragments = []string{
	"[White \"A\"]", "[Black \"a \\\"b\\\"\"]", "[Event \"x\"]\n", "[Result \"1-0\"]", "[Result \"2-0\"]", "[Result \"?\"]",
	"[GameType \"25\"]", "[GameType \"20\"]", "[GameType \"25,W,8,8,N0,0\"]", "[FEN \"\"]", "[FEN \"B:Wc3,a1:BKb8,e5:H3:F7\"]",
	"[FEN \"W:W1:BK5\"]", "[FEN \"W:W21-32:B1-12.\"]", "[FEN \"x\"]", "[Round 3]", "[A \"x", "[a \"\\\"]", "[ Site  \"s\" ]", "[x]", "[%clk 0:01]",
	"[pdn]", "[/pdn]", "[", "]", "{", "}", "(", ")", "{x}", "{ a\nb }", "{[%unread]x}", "{[%unread]}", "{[%char 7D]}", "{[%char 20]x}", "{[Event \"}",
	"{\n[Event \"x\"]}", "{[%clk 0:01:02]}", "{ a { b } c }", "{ { }", "{}", ";x}", "; [%unread] y", "%z", "\n%", ";", "!", "?", "?!", "(?)", "(!!)", "$1", "$", "$99999999", "*", "**",
	"+", "=", "+-", "/FEN \"W:Wc3:Bd4\"/", "/FEN \"B:Wc3:Bd4:H2\"/", "/W:Wa3:Be5/", "/FEN \"x\"/", "/", "//", "/FEN", "1.", "1...", "1. ...", "2.", "02.", "35.", "99999999.", "0.", "...", ".", "…", "12",
	"-", "--", "–", "- -", "1-0", "0-1", "2-0", "1-1", "1/2-1/2", "½-½", "0-0", "?-?", "1 - 0", "c3 - d4", "1-5", "22-18", "9-13", "21-17", "10-15",
	"c3-d4", "b6-c5", "d4:b6", "a7:c5", "a7xc5", "a7c5", "e3-f4", "d6-e5", "f4:d6", "cd4", "bc5", "d:b6", "с3-д4", "дc3-d4", "Kc3-d4", "C3-D4", "b2-c3", "c5-d4", "e3:c5",
	"слово", "слова и ещё", "word", "\"", "\\", "\uF7FF", "\u00A0", "\uFEFF", ",", "a1-", "x", "хг3", "1,", "100%",
	"<br>", "</b>", "<a href=\"x\">", "<", ">", "&nbsp;", "&", "d4=e5", "d4-c9", "d4", "22-178", "qwerty", "1 .", "2 .", "1 ...", "1-0.", "\n\n", "2019 года",
}

var glue = []string{" ", " ", " ", "\n", "", "\n\n", "\r\n", "\r", "\t"}

func soup(rng *rand.Rand) string {
	var b strings.Builder
	usual := []string{"c3-d4", "b6-c5", "d4:b6", "a7:c5", "1.", "2.", "(", ")", "{x}", "!", "$2", "*", "1-0", "[White \"A\"]"}
	for range rng.IntN(40) {
		if rng.IntN(3) == 0 {
			b.WriteString(usual[rng.IntN(len(usual))])
		} else {
			b.WriteString(fragments[rng.IntN(len(fragments))])
		}
		b.WriteString(glue[rng.IntN(len(glue))])
	}
	return b.String()
}

// Any mixture of fragments keeps its meaning through writing and reading, in
// every dialect of writing.
func TestSoup(t *testing.T) {
	n := 5000
	if testing.Short() {
		n = 500
	}
	for seed := range uint64(n) {
		rng := rand.New(rand.NewPCG(seed, 3))
		text := soup(rng)
		opt := Options{Strict: rng.IntN(4) == 0}
		if rng.IntN(4) == 0 {
			opt.MaxToken, opt.MaxGame, opt.MaxDepth = 64, 200, 2
		}
		style := WriteOptions{CaptureX: rng.IntN(2) == 0, Points: rng.IntN(2) == 0, Numbers: rng.IntN(2) == 0, Width: rng.IntN(3) * 40}
		checkRoundTrip(t, []byte(text), opt, style)
		if t.Failed() {
			t.Fatalf("seed %d: %q", seed, text)
		}
	}
}

// Played games with random comments, marks and variations come back.
func TestRandomTrees(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 4))
		g := FromGame(randomGame(rng, 80))
		decorate(rng, &g.Main, g.Start, 0)
		style := WriteOptions{CaptureX: rng.IntN(2) == 0, Points: rng.IntN(2) == 0, Numbers: rng.IntN(2) == 0, Width: rng.IntN(3) * 40}
		var b strings.Builder
		if err := NewWriter(&b, style).WriteGame(g); err != nil {
			t.Fatal(err)
		}
		for back, err := range Read(strings.NewReader(b.String()), Options{Strict: true}) {
			if err != nil {
				t.Fatalf("seed %d: %v in\n%s", seed, err, b.String())
			}
			if !Equal(g, back) {
				t.Fatalf("seed %d: was\n%s became\n%s in\n%s", seed, dump(g), dump(back), b.String())
			}
		}
	}
}

func decorate(rng *rand.Rand, line *Line, pos draughts.Position, depth int) {
	comments := []Comment{"x", "two\nlines", "a } brace", "[%clk 0:01:02]", " edges ", "\n[Event \"x\"]", "[%unread] not", "[%char 7D]"}
	some := func() (c []Comment) {
		for range rng.IntN(3) {
			c = append(c, comments[rng.IntN(len(comments))])
		}
		return c
	}
	for i := range line.Plies {
		if rng.IntN(8) == 0 {
			n := &Note{Before: some(), After: some()}
			n.Marks = [][]string{nil, {"!"}, {"?!", "$9"}, {"*"}, {"(?)", "+", "$1", "$2"}}[rng.IntN(5)]
			for depth < 3 && rng.IntN(2) == 0 {
				v := Line{}
				for q := pos; rng.IntN(4) > 0; {
					moves := q.AppendMoves(nil)
					if len(moves) == 0 {
						break
					}
					m := moves[rng.IntN(len(moves))]
					v.Plies = append(v.Plies, Ply{Move: m})
					q = q.PlayUnchecked(m)
				}
				if len(v.Plies) == 0 {
					v.End = some()
				}
				decorate(rng, &v, pos, depth+1)
				n.Variations = append(n.Variations, v)
			}
			line.Plies[i].Note = n
		}
		pos = pos.PlayUnchecked(line.Plies[i].Move)
	}
}
