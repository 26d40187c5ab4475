package exercise

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
)

func position(t testing.TB, fen string) draughts.Position {
	t.Helper()
	p, err := draughts.ParsePosition(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// solved makes the exercise of a position.
func solved(t testing.TB, fen string) *Exercise {
	t.Helper()
	p := position(t, fen)
	turn, err := solve(context.Background(), p, endgame.Default(), makeBounds)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	x := &Exercise{ID: idOf(p), Start: p, Rating: MinRating, Solution: turn}
	x.Themes = themesOf(x)
	return x
}

// TestSolve holds what is made of positions: the main line and the themes, or why
// there is no exercise.
func TestSolve(t *testing.T) {
	data, err := os.ReadFile("testdata/solve.tsv")
	if err != nil {
		t.Fatal(err)
	}
	reasons := map[string]error{
		"not won": ErrNotWon, "second win": ErrSecondWin, "unproven": ErrUnproven, "draw rules": ErrDrawRules, "too long": ErrTooLong,
	}
	var seen Themes
	for line := range strings.Lines(string(data)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if fields[0] == "fen" {
			continue
		}
		p := position(t, fields[0])
		turn, err := solve(context.Background(), p, endgame.Default(), makeBounds)
		if want, ok := reasons[fields[1]]; ok {
			if !errors.Is(err, want) {
				t.Errorf("%v: %v, want %v", p, err, want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%v: %v", p, err)
			continue
		}
		x := &Exercise{ID: idOf(p), Start: p, Rating: MinRating, Solution: turn}
		x.Themes = themesOf(x)
		seen |= x.Themes
		if x.MainText() != fields[1] || x.Themes.String() != fields[2] {
			t.Errorf("%v\n got %s\t%s\nwant %s\t%s", p, x.MainText(), x.Themes, fields[1], fields[2])
		}
		if err := Verify(context.Background(), x); err != nil {
			t.Error(err)
		}
	}
	for _, theme := range AllThemes() {
		if !seen.Has(theme) {
			t.Errorf("no case has the theme %v", theme)
		}
	}
}

const shotFEN = "W:Wa1,e3,d4,f4,h4:Ba3,f6,h6,a7,c7,e7"

// TestVerifyFindsFaults breaks an exercise in every way.
func TestVerifyFindsFaults(t *testing.T) {
	for name, spoil := range map[string]func(*Exercise){
		"another first move": func(x *Exercise) {
			x.Solution.Move, x.Solution.Tries[0].Move = x.Solution.Tries[0].Move, x.Solution.Move
		},
		"an illegal move":          func(x *Exercise) { x.Solution.Move.To = draughts.A7 },
		"an illegal try":           func(x *Exercise) { x.Solution.Tries[0].Move.To = draughts.A7 },
		"a try left out":           func(x *Exercise) { x.Solution.Tries = x.Solution.Tries[1:] },
		"a try twice":              func(x *Exercise) { x.Solution.Tries[1] = x.Solution.Tries[0] },
		"no refutation":            func(x *Exercise) { x.Solution.Tries[0].Line = nil },
		"a refutation cut short":   func(x *Exercise) { x.Solution.Tries[0].Line = x.Solution.Tries[0].Line[:1] },
		"an illegal refutation":    func(x *Exercise) { x.Solution.Tries[0].Line[0].To = draughts.A7 },
		"the wrong worth":          func(x *Exercise) { x.Solution.Tries[0].Loses = !x.Solution.Tries[0].Loses },
		"a reply left out":         func(x *Exercise) { last(x).Replies = last(x).Replies[1:] },
		"a reply twice":            func(x *Exercise) { last(x).Replies[1] = last(x).Replies[0] },
		"no reply":                 func(x *Exercise) { x.Solution.Replies = nil },
		"an end that is not plain": func(x *Exercise) { x.Solution.Replies[0].Next = nil },
		"another position":         func(x *Exercise) { x.Solution.Position = draughts.Start() },
		"another identity":         func(x *Exercise) { x.ID = "aaaaaaaa" },
		"no rating":                func(x *Exercise) { x.Rating = 0 },
		"no solution":              func(x *Exercise) { x.Solution = nil },
		"the wrong side": func(x *Exercise) {
			x.Start = x.Start.WithTurn(draughts.Black)
			x.Solution.Position = x.Start
			x.ID = idOf(x.Start)
		},
	} {
		t.Run(name, func(t *testing.T) {
			x := solved(t, shotFEN)
			if err := Verify(context.Background(), x); err != nil {
				t.Fatal(err)
			}
			spoil(x)
			if err := Verify(context.Background(), x); !errors.Is(err, ErrFaulty) {
				t.Errorf("verified: %v", err)
			}
		})
	}
	t.Run("the most stubborn reply not first", func(t *testing.T) {
		x := solved(t, "W:Wf2,d4,h4:Bd2,c5,b6,e7")
		if len(x.Solution.Replies) < 2 {
			x = solved(t, "B:Wg3,b4,a5:Be5,a7,c7")
		}
		slices.Reverse(x.Solution.Replies)
		if err := Verify(context.Background(), x); !errors.Is(err, ErrFaulty) {
			t.Errorf("verified: %v", err)
		}
	})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Verify(ctx, solved(t, shotFEN)); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

// last returns the last turn of the main line that has two replies.
func last(x *Exercise) *Turn {
	var found *Turn
	for t := x.Solution; t != nil && len(t.Replies) > 0; t = t.Replies[0].Next {
		if len(t.Replies) > 1 {
			found = t
		}
	}
	return found
}

// TestBox holds what the box is to be: enough, small, varied, of every grade, and
// in order.
// That each exercise is right is TestBoxIsProven.
func TestBox(t *testing.T) {
	list := All()
	if len(list) < 600 {
		t.Errorf("%d exercises", len(list))
	}
	if len(boxText) > 1<<20 {
		t.Errorf("%d bytes", len(boxText))
	}
	if !slices.IsSortedFunc(list, func(a, b *Exercise) int { return a.Rating - b.Rating }) {
		t.Error("not in the order of difficulty")
	}
	themes, bands, sides := map[string]int{}, map[int]int{}, map[draughts.Color]int{}
	var shares [grades]int
	for i, x := range list {
		for _, name := range x.Themes.Names() {
			themes[name]++
		}
		bands[x.Rating/200]++
		shares[gradeOf(x)]++
		sides[x.Start.Turn()]++
		if !hasChoice(x.Start) {
			t.Errorf("%s: nothing to choose", x.ID)
		}
		if y, ok := ByID(x.ID); !ok || y != x {
			t.Errorf("%s is not found", x.ID)
		}
		for _, y := range list[:i] {
			if outlineOf(x).alike(outlineOf(y)) {
				t.Errorf("%s and %s are alike", x.ID, y.ID)
			}
		}
	}
	for _, theme := range AllThemes() {
		if themes[theme.String()] == 0 {
			t.Errorf("no exercise has the theme %v", theme)
		}
	}
	if len(bands) < 6 {
		t.Errorf("difficulties %v", bands)
	}
	for grade, n := range shares {
		if n < len(list)*3/10 {
			t.Errorf("%d exercises of grade %d: %v", n, grade, shares)
		}
	}
	if n := themes[PetrovTriangle.String()]; n < 10 {
		t.Errorf("%d exercises are about Petrov's triangle", n)
	}
	if sides[draughts.White] < len(list)/4 || sides[draughts.Black] < len(list)/4 {
		t.Errorf("sides to move %v", sides)
	}
	t.Logf("%d exercises, %d bytes, themes %v, by rating/200 %v, by side %v", len(list), len(boxText), themes, bands, sides)
}

// TestBoxIsProven proves every exercise of the box again, a part of them with
// -short.
func TestBoxIsProven(t *testing.T) {
	step := 1
	if testing.Short() {
		step = 20
	}
	for i := 0; i < len(All()); i += step {
		if err := Verify(context.Background(), All()[i]); err != nil {
			t.Error(err)
		}
	}
}

func TestDaily(t *testing.T) {
	seen := map[string]bool{}
	day := time.Date(2026, 11, 30, 23, 30, 0, 0, time.FixedZone("Moscow", 3*60*60))
	if a, b := Daily(day), Daily(day.Add(-23*time.Hour)); a != b {
		t.Errorf("%s and %s on one day", a.ID, b.ID)
	}
	for range All() {
		id := Daily(day).ID
		if seen[id] {
			t.Fatalf("%s comes back after %d days", id, len(seen))
		}
		seen[id] = true
		day = day.AddDate(0, 0, 1)
	}
	if Daily(time.Date(1901, 1, 1, 0, 0, 0, 0, time.UTC)) == nil {
		t.Error("no exercise before 1970")
	}
	for n := 1; n < 300; n++ {
		if gcd(stride(n), n) != 1 {
			t.Errorf("stride %d of %d", stride(n), n)
		}
	}
}

func TestNext(t *testing.T) {
	var seen []string
	for range 20 {
		x, ok := Next(1200, seen...)
		if !ok || slices.Contains(seen, x.ID) {
			t.Fatalf("%v after %v", x, seen)
		}
		for _, y := range All() {
			if !slices.Contains(seen, y.ID) && abs(y.Rating-1200) < abs(x.Rating-1200) {
				t.Fatalf("%s is nearer than %s", y.ID, x.ID)
			}
		}
		seen = append(seen, x.ID)
	}
	if x, ok := NextOf(800, TurkishStrike|KingCaught); !ok || !x.Themes.Has(TurkishStrike|KingCaught) {
		t.Errorf("%v, %v", x, ok)
	}
	seen = nil
	for _, x := range All() {
		seen = append(seen, x.ID)
	}
	if x, ok := Next(1200, seen...); ok {
		t.Errorf("%s after all", x.ID)
	}
	if _, ok := ByID("none"); ok {
		t.Error("an exercise named none")
	}
}

// TestCheck plays every exercise of the box through as a learner would.
func TestCheck(t *testing.T) {
	for _, x := range All() {
		var path []draughts.Move
		for turn := x.Solution; turn != nil; {
			for _, try := range turn.Tries {
				a, err := x.Check(append(slices.Clone(path), try.Move))
				if err != nil || a.Verdict != Wrong || len(a.Line) == 0 || a.Before != turn {
					t.Fatalf("%s: %+v, %v", x.ID, a, err)
				}
			}
			path = append(path, turn.Move)
			a, err := x.Check(path)
			if err != nil || a.Verdict == Wrong || a.Before != turn || (a.Verdict == Right) != (a.Next != nil) {
				t.Fatalf("%s: %+v, %v", x.ID, a, err)
			}
			path = append(path, a.Reply)
			turn = a.Next
		}
		if len(path) != 2*x.Moves() || len(x.MainLine()) != len(path)-1 {
			t.Fatalf("%s: %d moves, path of %d", x.ID, x.Moves(), len(path))
		}
	}
}

func TestCheckText(t *testing.T) {
	x := solved(t, shotFEN)
	for _, tt := range []struct {
		path string
		want Verdict
		err  error
	}{
		{"d4-e5", Right, nil},
		{"de5", Right, nil},
		{"h4-g5", Wrong, nil},
		{"", 0, ErrPath},
		{"d4-e5 f6:d4:f2", 0, ErrPath},
		{"h4-g5 f6:h4 a1-b2", 0, ErrPath},
		{"a1-a2", 0, draughts.ErrSyntax},
		{"a1-h8", 0, draughts.ErrIllegal},
	} {
		a, err := x.CheckText(strings.Fields(tt.path))
		if !errors.Is(err, tt.err) || a.Verdict != tt.want {
			t.Errorf("%q: %v, %v", tt.path, a.Verdict, err)
		}
	}
	if _, err := x.Check([]draughts.Move{{From: draughts.H8}}); !errors.Is(err, ErrPath) || !errors.Is(err, draughts.ErrIllegal) {
		t.Errorf("a move from h8: %v", err)
	}
	for v, name := range map[Verdict]string{Wrong: "wrong", Right: "right", Solved: "solved", 7: "solved"} {
		if v.String() != name {
			t.Errorf("%d is %q", v, v)
		}
	}
}

func TestJSON(t *testing.T) {
	b, err := json.Marshal(solved(t, shotFEN))
	if err != nil {
		t.Fatal(err)
	}
	var doc exerciseJSON
	if err := json.Unmarshal(b, &doc); err != nil {
		t.Fatal(err)
	}
	if doc.FEN != shotFEN || doc.Turn != "white" || doc.Solution.Move != "d4-e5" || len(doc.Solution.Tries) != 5 || doc.Moves < 3 {
		t.Errorf("%s", b)
	}
	for _, list := range []string{`"tries":[]`, `"next":null`} {
		if !bytes.Contains(b, []byte(list)) {
			t.Errorf("no %s in %s", list, b)
		}
	}
}

func TestThemes(t *testing.T) {
	for _, theme := range AllThemes() {
		if got, err := ParseTheme(theme.String()); err != nil || got != theme {
			t.Errorf("%v: %v, %v", theme, got, err)
		}
	}
	if _, err := ParseTheme("magic"); !errors.Is(err, ErrTheme) {
		t.Errorf("a theme of magic: %v", err)
	}
	if s := (Shot | Ending).String(); s != "shot,ending" {
		t.Errorf("%s", s)
	}
}

// TestRating: more to foresee is harder, and never outside the scale.
func TestRating(t *testing.T) {
	easy := features{choices: 1, depth: 1, pieces: 4}
	for name, harder := range map[string]features{
		"more moves":      {choices: 4, depth: 1, pieces: 4},
		"deeper":          {choices: 1, depth: 6, pieces: 4},
		"more tries":      {choices: 1, depth: 1, pieces: 4, tries: 5},
		"a quiet move":    {choices: 1, depth: 1, pieces: 4, quiet: true},
		"a sacrifice":     {choices: 1, depth: 1, pieces: 4, sacrifice: true},
		"a fuller board":  {choices: 1, depth: 1, pieces: 12},
		"more than there": {choices: 99, depth: 99, pieces: 24, tries: 99, quiet: true},
	} {
		if r := harder.rating(); r < easy.rating() || r > MaxRating {
			t.Errorf("%s: %d after %d", name, r, easy.rating())
		}
	}
	if easy.rating() < MinRating {
		t.Errorf("%d", easy.rating())
	}
}
