package pdn

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// The tests of this file follow public reports of faults in other programs for
// draughts and chess; each says which.

// ambiguous has two captures from f8 to b4.
const ambiguous = "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8"

// pydraughts #42, lidraughts #16, py-draughts #29: two different captures with
// the same start and end were written alike, and reading took the first.
func TestTwoCapturesOneText(t *testing.T) {
	err := readAll("[FEN \""+ambiguous+"\"]\n1. f8:b4 *", Options{})[0].Err()
	var e *draughts.AmbiguousError
	if !errors.As(err, &e) || len(e.Candidates) != 2 || !errors.Is(err, draughts.ErrAmbiguous) {
		t.Errorf("f8:b4: %v", err)
	}
	start, _ := draughts.ParsePosition(ambiguous)
	texts := map[string]draughts.Move{}
	for m := range start.Moves() {
		for _, style := range []WriteOptions{{}, {CaptureX: true}, {Numbers: true}} {
			g := draughts.NewGame(start, draughts.NoDrawRules)
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := NewWriter(&b, style).WriteGame(FromGame(g)); err != nil {
				t.Fatal(err)
			}
			back := readAll(b.String(), Options{Strict: true})[0]
			if back.Err() != nil || back.Plies() != 1 || back.Main.Plies[0].Move != m {
				t.Errorf("%v came back as\n%s", m, dump(back))
			}
			if other, ok := texts[b.String()]; ok && other != m {
				t.Errorf("%v and %v are both\n%s", m, other, b.String())
			}
			texts[b.String()] = m
		}
	}
}

// lidraughts #16: the full route only when it is needed.
func TestShortWhereItNamesOneMove(t *testing.T) {
	for fen, want := range map[string]string{
		"W:Wh2:Bd2,e7,g3,g5,g7": "1. h2:e1 ",
		"W:WKa3:BKa1,b4,e7,h6":  "1. a3:",
	} {
		start, err := draughts.ParsePosition(fen)
		if err != nil {
			t.Fatal(err)
		}
		g := draughts.NewGame(start, draughts.NoDrawRules)
		if err := g.Play(start.AppendMoves(nil)[0]); err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := Write(&b, g); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s: %q is not in\n%s", fen, want, b.String())
		}
	}
}

// draughts.js #4: captures that end where they began are moves like others.
func TestCircularCaptures(t *testing.T) {
	for _, fen := range []string{"W:WKe1:Bc3,c7,f2,f6", "W:Wd6:Be7,g7,g5,e5"} {
		start, err := draughts.ParsePosition(fen)
		if err != nil {
			t.Fatal(err)
		}
		circular := 0
		for m := range start.Moves() {
			g := draughts.NewGame(start, draughts.NoDrawRules)
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
			if m.From == m.To {
				circular++
			}
			for _, style := range []WriteOptions{{}, {CaptureX: true}, {Numbers: true}} {
				var b bytes.Buffer
				if err := NewWriter(&b, style).WriteGame(FromGame(g)); err != nil {
					t.Fatal(err)
				}
				if back := readAll(b.String(), Options{})[0]; back.Plies() != 1 || back.Main.Plies[0].Move != m {
					t.Errorf("%v came back as\n%s of\n%s", m, dump(back), b.String())
				}
			}
		}
		if circular == 0 {
			t.Errorf("%s has no such capture", fen)
		}
	}
}

// Squares are numbered in two ways; an importer decides by the game type and by
// what is legal, and says so. What is written is always algebraic.
func TestTwoNumberings(t *testing.T) {
	for _, c := range []struct {
		text      string
		numbering draughts.Numbering
		first     string
	}{
		{"1. 22-18 *", draughts.FromTop, "c3-d4"},
		{"1. 10-14 *", draughts.FromA1, "c3-d4"},
		{"[FEN \"W:W1:Bh8\"]\n1. a1-b2 *", draughts.FromA1, "a1-b2"},
		{"[FEN \"W:WK1:BK4\"]\n1. 1-5 *", draughts.FromTop, "b8-a7"},
		{"[GameType \"25,W,8,8,N0,0\"]\n[FEN \"W:WK1:BK32\"]\n1. 1-5 *", draughts.FromA1, "a1-b2"},
		{"[FEN \"W:W29,30,31,32,25,26,27,28,21,22,23,24:B9,10,11,12,5,6,7,8,1,2,3,4.\"]\n1. c3-d4 d6-e5 *", draughts.FromTop, "c3-d4"},
		{"[FEN \"W:W1,2,3,4,5,6,7,8,9,10,11,12:B21,22,23,24,25,26,27,28,29,30,31,32\"]\n1. c3-d4 d6-e5 *", draughts.FromA1, "c3-d4"},
	} {
		g := readAll(c.text, Options{})[0]
		if g.Err() != nil || g.Numbering != c.numbering || g.Start.MoveText(g.Main.Plies[0].Move) != c.first {
			t.Errorf("%s\n%s", c.text, dump(g))
		}
		told := slices.ContainsFunc(g.Problems, func(p *Problem) bool { return p.Fault == OtherNumbering })
		if told != (c.numbering == draughts.FromA1) {
			t.Errorf("%s\ntold: %v", c.text, told)
		}
		var b strings.Builder
		if err := NewWriter(&b, WriteOptions{}).WriteGame(g); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), "1. "+c.first) || !strings.Contains(b.String(), `[GameType "25,W,8,8,A0,0"]`) {
			t.Errorf("written\n%s", b.String())
		}
	}
	if g := readAll("1. 10-14 *", Options{FixedNumbering: true})[0]; !errors.Is(g.Err(), draughts.ErrIllegal) {
		t.Errorf("with the numbering fixed: %v", g.Err())
	}
	// In a file that has shown its numbering, an ambiguous game follows it.
	games := readAll("1. 10-14 *\n\n[FEN \"W:WK1:BK4\"]\n1. 1-5 *", Options{})
	if games[1].Numbering != draughts.FromA1 {
		t.Errorf("the second game was read by %v", games[1].Numbering)
	}
}

// py-draughts #26 and #33: forms of FEN.
func TestFENForms(t *testing.T) {
	for fen, want := range map[string]string{
		"B:W:B5":                  "B:W:Ba7",
		"B:Wa1:B":                 "B:Wa1:B",
		"W:Wa1:Bh8.":              "W:Wa1:Bh8",
		" w : wa1 , Kc3 : bh8 ":   "W:Wa1,Kc3:Bh8",
		"B:Bh8:Wa1":               "B:Wa1:Bh8",
		"W:W21-32:B1-12":          draughts.StartFEN,
		"B:WK1:BK32:H0:F1":        "B:WKb8:BKg1",
		"Б:Бa1,Дц3:Чx8":           "",
		"Б:Ба1,Дц3:Чх8":           "W:Wa1,Kc3:Bh8",
		"W:W:W31:B1":              "W:We1:Bb8",
		"W:WK4,WK5,55:B4":         "",
		"W:Wa1,a1:B":              "",
		"W:Wb1:Bh8":               "",
		"W:Wd8:Bg7":               "",
		"W:Wa1,c1,e1,g1,b2:B,,h8": "",
	} {
		g := readAll("[FEN \""+fen+"\"]\n*", Options{FixedNumbering: true})[0]
		switch {
		case want == "" && (g.Err() == nil || g.Err().(*Problem).Fault != BadFEN || g.Err().(*Problem).Line != 1):
			t.Errorf("%s: %v", fen, g.Err())
		case want != "" && (g.Err() != nil || g.Start.FEN() != want):
			t.Errorf("%s: %v, %s", fen, g.Err(), g.Start)
		}
		if want == "" {
			var b strings.Builder
			if err := NewWriter(&b, WriteOptions{}).WriteGame(g); err != nil || !strings.Contains(b.String(), fen) {
				t.Errorf("%s: %v, lost in\n%s", fen, err, b.String())
			}
		}
	}
	// py-draughts #47: a caller may overlook a man on its far rank.
	g := readAll("[FEN \"W:Wd8,a1:Bg7\"]\n1. a1-b2 *", Options{Forgive: draughts.WhiteManOnFarRank})[0]
	if g.Err() != nil || g.Plies() != 1 {
		t.Errorf("forgiven: %v", g.Err())
	}
}

// joclyboard #10, #11, #15: Result, GameType and FEN are always written.
func TestTagsOfEveryEnd(t *testing.T) {
	ends := map[string]struct {
		end         func(g *draughts.Game) error
		termination string
	}{
		"*":       {func(*draughts.Game) error { return nil }, ""},
		"1-0":     {func(g *draughts.Game) error { return g.Resign(draughts.Black) }, "[Termination \"resignation\"]\n"},
		"0-1":     {func(g *draughts.Game) error { return g.FallFlag(draughts.White) }, "[Termination \"time\"]\n"},
		"1/2-1/2": {func(g *draughts.Game) error { return g.AgreeDraw() }, "[Termination \"agreement\"]\n"},
	}
	for result, end := range ends {
		start, err := draughts.ParseSetup("B:Wa1,Kc1:Bh8,b8:H3:F12")
		if err != nil {
			t.Fatal(err)
		}
		g, err := draughts.NewGameFrom(start, draughts.FMJD64, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(g.PlayText("h8-g7"), g.PlayText("a1-b2"), end.end(g)); err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := Write(&b, g, Tag{"White", `A "B" \`}); err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf(`[White "A \"B\" \\"]
%s[Result "%s"]
[GameType "25,W,8,8,A0,0"]
[FEN "B:Wa1,Kc1:Bb8,h8:H3:F12"]

12... h8-g7 13. a1-b2 %s
`, end.termination, result, result)
		if b.String() != want {
			t.Errorf("got\n%s\nwant\n%s", b.String(), want)
		}
	}
}

// A game that ended on the board needs no reason; a draw by rule has its article;
// what the caller says stands.
func TestTermination(t *testing.T) {
	for _, c := range []struct {
		fen, moves, want string
		tags             []Tag
	}{
		{"W:Wc3:Bd4", "c3:e5", "", nil},
		{"W:Wa3:Bc5,b6", "a3-b4 c5:a3", "", nil},
		{"W:WKc1,Ke1:BKh2:H8:F30", "c1-b2", "two pieces or fewer against a king (7.2.8)", nil},
		{"W:WKc1,Ke1:BKh2:H8:F30", "c1-b2", "normal", []Tag{{"termination", "normal"}}},
		{"W:WKa1,c1:BKb8,h8", "a1-b2 b8-a7 b2-a1 a7-b8 a1-b2 b8-a7 b2-a1 a7-b8", "third repetition (7.2.3)", nil},
	} {
		setup, err := draughts.ParseSetup(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		g, err := draughts.NewGameFrom(setup, draughts.FMJD64, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range strings.Fields(c.moves) {
			if err := g.PlayText(text); err != nil {
				t.Fatal(err)
			}
		}
		if g.Outcome().Reason == draughts.NotOver {
			t.Errorf("%s %s is not over", c.fen, c.moves)
		}
		record := FromGame(g, c.tags...)
		if got := record.Tags.Get("Termination"); got != c.want || len(record.Tags) > 1 {
			t.Errorf("%s %s: %q, want %q", c.fen, c.moves, record.Tags, c.want)
		}
		var b strings.Builder
		if err := Write(&b, g, c.tags...); err != nil {
			t.Fatal(err)
		}
		if back := readAll(b.String(), Options{Strict: true})[0]; back.Err() != nil || !Equal(back, record) {
			t.Errorf("came back as\n%s", dump(back))
		}
	}
}

// A game has one result: of two Result tags the later counts, with a warning.
func TestTwoResultTags(t *testing.T) {
	for text, want := range map[string]string{
		"[Result \"1-0\"]\n[White \"A\"]\n[Result \"0-1\"]\n1. c3-d4":        "0-1",
		"[Result \"0-1\"]\n[Result \"1-0\"]\n1. c3-d4 1-0":                   "1-0",
		"[Result \"1-0\"]\n[result \"1/2-1/2\"]\n[Result \"won\"]\n1. c3-d4": "1/2-1/2",
		"[Result \"1-0\"]\n[Result \"2-0\"]\n1. c3-d4":                       "1-0", // they agree
	} {
		g := readAll(text, Options{})[0]
		told := slices.ContainsFunc(g.Problems, func(p *Problem) bool { return p.Fault == ResultsDiffer && p.Warning })
		var b strings.Builder
		if err := NewWriter(&b, WriteOptions{}).WriteGame(g); err != nil {
			t.Fatal(err)
		}
		written := strings.ToLower(b.String())
		if g.Result.String() != want || strings.Count(written, "[result") != 1 || !strings.Contains(written, "[result \""+want+"\"]") ||
			!strings.HasSuffix(b.String(), " "+want+"\n") || told == strings.Contains(text, "2-0") {
			t.Errorf("%q: told %v, written\n%s", text, told, b.String())
		}
		checkRoundTrip(t, []byte(text), Options{}, WriteOptions{})
	}
}

// mliebelt/pgn-parser #90, bishop #73, ChessForge #780: comments keep their
// place, commands are kept, 1. ... is Black's move.
func TestPlacesOfComments(t *testing.T) {
	g := readAll(`{a} 1. {b} c3-d4 {c [%clk 0:01:30.5]} 1. ... {d} b6-a5 {e} {f} ({g} 1... {h} b6-c5 {i}) ({j}) {k} 2. {l} d4-c5 {m} {[%eval -1.5,12] [%future x y]} *`, Options{})[0]
	if g.Err() != nil || g.Plies() != 3 {
		t.Fatal(dump(g))
	}
	first, second, third := g.Main.Plies[0].Note, g.Main.Plies[1].Note, g.Main.Plies[2].Note
	inner := second.Variations[0].Plies[0].Note
	for i, c := range []struct {
		got  []Comment
		want string
	}{
		{first.Before, "a|b"}, {first.After, "c [%clk 0:01:30.5]"}, {second.Before, "d"}, {second.After, "e|f"},
		{inner.Before, "g|h"}, {inner.After, "i"}, {second.Variations[1].End, "j"},
		{third.Before, "k|l"}, {third.After, "m|[%eval -1.5,12] [%future x y]"},
	} {
		var texts []string
		for _, comment := range c.got {
			texts = append(texts, string(comment))
		}
		if strings.Join(texts, "|") != c.want {
			t.Errorf("%d: got %q, want %q", i, texts, c.want)
		}
	}
	var names []string
	for command := range third.After[1].Commands() {
		names = append(names, command.Name+"="+command.Value)
	}
	if strings.Join(names, ";") != "eval=-1.5,12;future=x y" {
		t.Errorf("commands %q", names)
	}
}

// shakmaty #125: moves of variations never get into the main line.
func TestVariationsApart(t *testing.T) {
	g := readAll("1. c3-d4 (1. e3-f4 f6-g5 (1... b6-a5 2. f4-e5) 2. g3-h4) b6-a5 (1... b6-c5 2. d4:b6) 2. d4-c5 *", Options{})[0]
	played, err := g.Play(draughts.NoDrawRules)
	if err != nil || g.Err() != nil {
		t.Fatal(err, g.Err())
	}
	var texts []string
	for i, m := range played.Moves() {
		texts = append(texts, played.PositionAt(i).MoveText(m))
	}
	if got := strings.Join(texts, " "); got != "c3-d4 b6-a5 d4-c5" {
		t.Errorf("main line %s", got)
	}
}

// CorentinGS/chess #29, #58: the text of a move depends on the position alone.
func TestTextOfBareMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		played := randomGame(rng, 100)
		g := FromGame(played)
		for i, m := range played.Moves() { // moves as an engine gives them
			g.Main.Plies[i] = Ply{Move: draughts.Move{From: m.From, To: m.To, Captured: m.Captured}}
		}
		var a, b strings.Builder
		if err := errors.Join(NewWriter(&a, WriteOptions{}).WriteGame(g), Write(&b, played)); err != nil {
			t.Fatal(err)
		}
		if a.String() != b.String() || strings.Count(a.String(), ":")+2 < captures(played) {
			t.Errorf("got\n%s\nwant\n%s", a.String(), b.String())
		}
	}
}

func captures(g *draughts.Game) (n int) {
	for _, m := range g.Moves() {
		if m.IsCapture() {
			n++
		}
	}
	return n
}

// lila #19781, #18769, #9682: a big game comes in whole, a partly illegal one up
// to the last legal move, with its line.
func TestBigAndPartlyIllegal(t *testing.T) {
	var b strings.Builder
	b.WriteString("[FEN \"W:WKa1:BKh2\"]\n\n")
	cycle := []string{"a1-b2", "h2-g1", "b2-a1", "g1-h2"}
	for i := range 6000 {
		if i%2 == 0 {
			fmt.Fprintf(&b, "%d. ", i/2+1)
		}
		b.WriteString(cycle[i%4] + " ")
		if i%20 == 19 {
			b.WriteByte('\n')
		}
	}
	b.WriteString("*\n")
	g := readAll(b.String(), Options{})[0]
	if g.Err() != nil || g.Plies() != 6000 {
		t.Errorf("%d plies, %v", g.Plies(), g.Err())
	}
	moves := strings.Replace(b.String(), "16. b2-a1", "16. b2-c5", 1)
	g = readAll(moves, Options{})[0]
	err, ok := g.Err().(*Problem)
	if !ok || g.Plies() != 30 || err.Line != 4 || !strings.HasPrefix(g.Main.Unread, "16. b2-c5") || !strings.HasSuffix(g.Main.Unread, "g1-h2") {
		t.Errorf("%d plies, %v", g.Plies(), g.Err())
	}
}
