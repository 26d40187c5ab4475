package pdn

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Games to and from package draughts.
func TestFromGameAndPlay(t *testing.T) {
	for seed := range uint64(100) {
		played := randomGame(rand.New(rand.NewPCG(seed, 2)), 70)
		g := FromGame(played, Tag{"White", "A"})
		back, err := g.Play(draughts.NoDrawRules)
		if err != nil || back.Plies() != played.Plies() || back.Position() != played.Position() ||
			back.MoveNumber() != played.MoveNumber() || back.SinceChange() != played.SinceChange() {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !Equal(g, FromGame(back, Tag{"White", "A"})) {
			t.Fatalf("seed %d: not equal", seed)
		}
	}
}

func TestFromGameKeepsCounters(t *testing.T) {
	setup, err := draughts.ParseSetup("B:Wa1,Kc1:Bh8,b8:H3:F12")
	if err != nil {
		t.Fatal(err)
	}
	played, err := draughts.NewGameFrom(setup, draughts.FMJD64, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(played.PlayText("h8-g7"), played.PlayText("a1-b2")); err != nil {
		t.Fatal(err)
	}
	g := FromGame(played)
	if g.FirstMove != 12 || g.SinceChange != 3 {
		t.Errorf("first move %d, %d plies since the change", g.FirstMove, g.SinceChange)
	}
}

func TestPlayStops(t *testing.T) {
	g := readAll("1. c3-d4 b6-a5 2. - d6-c5 *", Options{})[0]
	if played, err := g.Play(draughts.FMJD64); err != nil || played.Plies() != 2 {
		t.Errorf("at an unknown move: %v", err)
	}
	g = readAll("1. c3-d4 b6-a5 /FEN \"W:Wa1:Bh8\"/ 2. a1-b2 *", Options{})[0]
	if played, err := g.Play(draughts.FMJD64); err != nil || played.Plies() != 2 || g.Plies() != 3 {
		t.Errorf("at a set-up: %v", err)
	}
	g = readAll("[FEN \"W:WKa1:BKh2\"]\n1. a1-b2 h2-g1 2. b2-a1 g1-h2 3. a1-b2 h2-g1 4. b2-a1 g1-h2 5. a1-b2 h2-g1 6. b2-a1 *", Options{})[0]
	played, err := g.Play(draughts.FMJD64)
	if !errors.Is(err, draughts.ErrGameOver) || played.Plies() != 8 {
		t.Errorf("behind the end: %v, %d plies", err, played.Plies())
	}
	g = readAll("[FEN \"W:Wx\"]\n1. a1-b2 *", Options{})[0]
	if _, err := g.Play(draughts.FMJD64); err == nil {
		t.Error("a game without a start was played")
	}
}

func TestClock(t *testing.T) {
	unknown := time.Duration(-1)
	for text, want := range map[Comment]Clock{
		"[%clk 0:01:02]":              {White: 62 * time.Second, Black: unknown, Running: draughts.NoColor},
		"x [%clk 1:00:00.5] y":        {White: time.Hour + time.Second/2, Black: unknown, Running: draughts.NoColor},
		"[%clk 5:30]":                 {White: 330 * time.Second, Black: unknown, Running: draughts.NoColor},
		"[%clock w0:00:10 B0:00:03]":  {White: 10 * time.Second, Black: 3 * time.Second, Running: draughts.Black},
		"[%clk W 0:00:10 b 0:00:03]":  {White: 10 * time.Second, Black: 3 * time.Second, Running: draughts.White},
		"[%clk 0:02] then [%clk 0:1]": {White: time.Second, Black: unknown, Running: draughts.NoColor},
	} {
		if got, ok := text.Clock(draughts.White); !ok || got != want {
			t.Errorf("%s: %+v, %v", text, got, ok)
		}
	}
	if c, ok := Comment("[%clk 0:05]").Clock(draughts.Black); !ok || c.Black != 5*time.Second || c.White != unknown {
		t.Errorf("Black's: %+v", c)
	}
	for _, text := range []Comment{"", "[%clk]", "[%clk x]", "[%clk -0:05]", "[%clk 1:2:3:4]", "[%clk 0:01", "[%emt 0:05]", "clk 0:05", "[%clk 1 2 3]", "[%clk 0.5:00]", "[%clk NaN]"} {
		if c, ok := text.Clock(draughts.White); ok {
			t.Errorf("%q: %+v", text, c)
		}
	}
}

func TestEval(t *testing.T) {
	for text, want := range map[Comment]Eval{
		"[%eval 0.35]":     {Men: 0.35},
		"[%eval -1.2,20]":  {Men: -1.2, Depth: 20},
		"[%eval +2]":       {Men: 2},
		"[%eval #5]":       {Win: 5},
		"[%eval #-3, 12]":  {Win: -3, Depth: 12},
		"a [%eval 0.1]. b": {Men: 0.1},
	} {
		if got, ok := text.Eval(); !ok || got != want {
			t.Errorf("%s: %+v, %v", text, got, ok)
		}
	}
	for _, text := range []Comment{"", "[%eval]", "[%eval x]", "[%eval #]", "[%eval 1,x]", "[%eval NaN]", "[%evaluation 1]"} {
		if e, ok := text.Eval(); ok {
			t.Errorf("%q: %+v", text, e)
		}
	}
	var none *Note
	if _, ok := none.Eval(); ok {
		t.Error("a move without a note has a value")
	}
	if _, ok := none.Clock(draughts.White); ok {
		t.Error("a move without a note has a time")
	}
}

func TestCommentText(t *testing.T) {
	for comment, want := range map[Comment]string{
		"[%clk 0:01] good [%eval 1] move": "good  move",
		"plain":                           "plain",
		"open [%clk 0:01":                 "open [%clk 0:01",
		"":                                "",
	} {
		if got := comment.Text(); got != want {
			t.Errorf("%q: %q, want %q", comment, got, want)
		}
	}
}

// Any text can be a comment.
func TestCommentCode(t *testing.T) {
	for _, text := range []string{"a", "{", "}", " a ", "\n", "a\r\nb", "[%char 7D]", "[%char 5B]%char 7D]", "[%unread] a", "a\n[Event \"x\"]", "[%char ", "[%char 7", "[%char zz]", "a\x00b"} {
		code := encodeComment(text)
		if strings.ContainsAny(code, "{}\r\x00") || opensTag([]byte(code[strings.LastIndex(code, "\n")+1:])) {
			t.Errorf("%q was written as %q", text, code)
		}
		if got := decodeComment([]byte(code)); got != text {
			t.Errorf("%q came back as %q from %q", text, got, encodeComment(text))
		}
	}
}

func TestResults(t *testing.T) {
	for text, want := range map[string]Result{
		"*": NoResult, "?-?": NoResult, "?–?": NoResult,
		"1-0": WhiteWins, "2-0": WhiteWins, "2:0": WhiteWins, "1 - 0": WhiteWins, "2—0": WhiteWins,
		"0-1": BlackWins, "0-2": BlackWins, "1-1": Drawn, "1/2-1/2": Drawn, "½-½": Drawn, "½–½": Drawn, "1/2": Drawn, "½": Drawn,
		"0-0": BothLose,
	} {
		if got, ok := ParseResult(text); !ok || got != want {
			t.Errorf("%s: %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "1-5", "1-10", "11-0", "2-1", "1", "0", "won", "1-0-1", "½½½½½½½½", strings.Repeat("1", 100)} {
		if got, ok := ParseResult(text); ok {
			t.Errorf("%q: %v", text, got)
		}
	}
	for r := NoResult; r <= BothLose; r++ {
		for _, text := range []string{r.String(), r.Points()} {
			if got, ok := ParseResult(text); !ok || got != r {
				t.Errorf("%v written %s read %v", r, text, got)
			}
		}
	}
}

func TestTags(t *testing.T) {
	tags := Tags{{"White", "A"}, {"white", "B"}, {"Empty", ""}}
	if tags.Get("WHITE") != "A" || tags.Get("Black") != "" {
		t.Error(tags)
	}
	if _, ok := tags.Lookup("Black"); ok {
		t.Error("there is no Black")
	}
	if value, ok := tags.Lookup("empty"); !ok || value != "" {
		t.Error("Empty is there")
	}
}

func TestTagNames(t *testing.T) {
	g := FromGame(draughts.NewGame(draughts.Start(), draughts.FMJD64))
	for _, name := range []string{"", "two words", "a]", "a\"", "\n", "9"} {
		g.Tags = Tags{{name, "x"}}
		var b strings.Builder
		if err := NewWriter(&b, WriteOptions{}).WriteGame(g); !errors.Is(err, ErrTagName) || b.Len() > 0 {
			t.Errorf("%q: %v, written %q", name, err, b.String())
		}
	}
}

// Lines of moves are not longer than they should be, and a number stays with its
// move.
func TestWidth(t *testing.T) {
	g := FromGame(randomGame(rand.New(rand.NewPCG(5, 5)), 60))
	for _, width := range []int{20, 40, 80, 200} {
		var b strings.Builder
		if err := NewWriter(&b, WriteOptions{Width: width}).WriteGame(g); err != nil {
			t.Fatal(err)
		}
		_, moves, _ := strings.Cut(b.String(), "\n\n")
		longest := 0
		for line := range strings.Lines(moves) {
			line = strings.TrimSuffix(line, "\n")
			longest = max(longest, len(line))
			if strings.HasSuffix(line, ".") || strings.HasSuffix(line, " ") {
				t.Errorf("width %d: %q", width, line)
			}
		}
		if longest > width || width < 200 && longest < width-12 {
			t.Errorf("width %d: the longest line has %d", width, longest)
		}
	}
}

// A fragment keeps its move numbers without a FEN; counters need one.
func TestNumbersWithoutFEN(t *testing.T) {
	for text, fen := range map[string]bool{
		"35. c3-d4 b6-a5 *":                            false,
		"1. c3-d4 *":                                   false,
		"[FEN \"W:Wa1:Bh8:H0:F7\"]\n*":                 true,
		"[FEN \"" + draughts.StartFEN + ":H3:F1\"]\n*": true,
	} {
		g := readAll(text, Options{})[0]
		var b strings.Builder
		if err := NewWriter(&b, WriteOptions{}).WriteGame(g); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), "[FEN") != fen || g.FirstMove == 35 && !strings.Contains(b.String(), "\n35. c3-d4") {
			t.Errorf("%s became\n%s", text, b.String())
		}
		if back := readAll(b.String(), Options{})[0]; !Equal(g, back) {
			t.Errorf("%s came back as\n%s", text, dump(back))
		}
	}
}
