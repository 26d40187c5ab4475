package pdn

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"
)

// hostile are texts made to cost time: each is repeated or followed by a long
// tail.
var hostile = map[string]string{
	"open":            strings.Repeat("(", 1<<20),
	"open after move": "1. c3-d4 " + strings.Repeat("(", 1<<20),
	"brace":           strings.Repeat("{", 1<<20),
	"bracket":         strings.Repeat("[", 1<<20),
	"close":           strings.Repeat(")", 1<<20),
	"braces":          strings.Repeat("{ { }", 1<<18),
	"nested":          strings.Repeat("{{}", 1<<18),
	"tags":            strings.Repeat("[a ", 1<<18),
	"quotes":          strings.Repeat("[a \"", 1<<18),
	"tag lines":       strings.Repeat("[White \"a\"]\n", 1<<16),
	"setups":          strings.Repeat("/FEN ", 1<<18),
	"marks":           "1. c3-d4 " + strings.Repeat("!", 1<<20),
	"stars":           "1. c3-d4 " + strings.Repeat("* ", 1<<19),
	"numbers":         strings.Repeat("1.", 1<<19),
	"digits":          strings.Repeat("1", 1<<20),
	"dots":            strings.Repeat(".", 1<<20),
	"dashes":          strings.Repeat("- ", 1<<19),
	"words":           strings.Repeat("word ", 1<<18),
	"word":            strings.Repeat("w", 1<<20),
	"spaces":          strings.Repeat(" ", 3<<20),
	"game of spaces":  "1. c3-d4 " + strings.Repeat(" ", 12<<20) + "b6-a5",
	"lines":           strings.Repeat("\r\n", 1<<20),
	"variations":      "1. c3-d4 " + strings.Repeat("(1. e3-f4 f6-g5) ", 1<<16),
	"deep":            "1. c3-d4 " + strings.Repeat("(1. e3-f4 ", 1<<16),
	"semicolons":      strings.Repeat("; ", 1<<19),
	"commands":        strings.Repeat("[%a ", 1<<18),
	"escapes":         "{" + strings.Repeat("[%char ", 1<<17) + "}",
	"bad moves":       strings.Repeat("1. c3-c4 * ", 1<<13),
	"results":         strings.Repeat("1-0 ", 1<<17),
	"words, marks":    strings.Repeat("w ! ", 1<<18),
}

// Reading takes linear time: eight times the text takes about eight times as
// long. Other work on the machine may disturb a measurement, so one good one of
// several is enough.
func TestHostile(t *testing.T) {
	read := func(text string) time.Duration {
		start := time.Now()
		for range Read(strings.NewReader(text), Options{}) {
		}
		return time.Since(start)
	}
	for name, text := range hostile {
		t.Run(name, func(t *testing.T) {
			var whole, part time.Duration
			for range 6 {
				part, whole = read(text[:len(text)/8]), read(text)
				if whole <= 3*8*part+50*time.Millisecond {
					return
				}
			}
			t.Errorf("%v for all, %v for an eighth of it", whole, part)
		})
	}
}

// Limits are told, and nothing beyond them is kept in memory.
func TestLimits(t *testing.T) {
	opt := Options{MaxToken: 100, MaxGame: 1000, MaxDepth: 3}
	long := strings.Repeat("abcd ", 40)
	for _, c := range []struct {
		text  string
		fault Fault
	}{
		{"{" + long + "} 1. c3-d4 *", TooLong},
		{"[White \"" + long + "\"]\n1. c3-d4 *", TooLong},
		{";" + long + "\n1. c3-d4 *", TooLong},
		{strings.Repeat("x", 200) + " 1. c3-d4 *", TooLong},
		{"1. c3-d4 (1. e3-f4 (1. g3-h4 (1. c3-b4 (1. g3-f4)))) *", TooDeep},
		{"1. c3-d4 " + strings.Repeat("{abcdefghijklmno} ", 100) + " *", TooBig},
	} {
		text := c.text + "\n\n[White \"The next\"]\n1. c3-d4 b6-a5 *\n"
		games := readAll(text, opt)
		found := false
		for _, p := range games[0].Problems {
			found = found || p.Fault == c.fault && !p.Warning
		}
		if !found {
			t.Errorf("%.40q: %v, want %v", c.text, games[0].Problems, c.fault)
		}
		last := games[len(games)-1]
		if len(games) != 2 || last.Err() != nil || last.Plies() != 2 {
			t.Errorf("%.40q: %d games, the last\n%s", c.text, len(games), dump(last))
		}
		if c.fault != TooBig {
			var b bytes.Buffer
			if err := NewWriter(&b, WriteOptions{}).WriteGame(games[0]); err != nil {
				t.Error(err)
			}
			letters := func(s string) int { return strings.Count(s, "d") + strings.Count(s, "x") }
			if got := letters(b.String()); got < letters(c.text) {
				t.Errorf("%.40q: lost text:\n%s", c.text, b.String())
			}
		}
	}
}

// endless yields the same games for ever.
type endless struct {
	text []byte
	at   int
	left int
}

func (e *endless) Read(b []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := copy(b, e.text[e.at:])
	e.at = (e.at + n) % len(e.text)
	e.left -= n
	return n, nil
}

// Memory does not grow with the number of games.
func TestConstantMemory(t *testing.T) {
	const games = 20000
	text := append(randomFile(500, 7), '\n')
	source := &endless{text: text, left: games / 500 * len(text)}
	var stats runtime.MemStats
	n := 0
	most := uint64(0)
	runtime.GC()
	runtime.ReadMemStats(&stats)
	before := stats.HeapAlloc
	for _, err := range Read(source, Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n%2000 == 0 {
			runtime.GC()
			runtime.ReadMemStats(&stats)
			most = max(most, stats.HeapAlloc)
		}
	}
	if n != games {
		t.Errorf("%d games, want %d", n, games)
	}
	if most > before+4<<20 {
		t.Errorf("the heap grew from %d to %d bytes", before, most)
	}
}
