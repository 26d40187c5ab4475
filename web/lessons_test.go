package web

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
)

type lesson struct {
	ID, Chapter string
	Tasks       []task
}

type task struct {
	Kind, FEN, Right, Ends string
	Squares, Answers       []string
	Turns                  []struct {
		Want  []string
		Reply string
	}
}

func lessons(t *testing.T) []lesson {
	t.Helper()
	text, err := os.ReadFile("src/course/lessons.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []lesson
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// TestLessonsAreLegal plays every lesson of the course by the rules.
func TestLessonsAreLegal(t *testing.T) {
	seen := map[string]bool{}
	for _, l := range lessons(t) {
		if seen[l.ID] {
			t.Errorf("the lesson %s is there twice", l.ID)
		}
		seen[l.ID] = true
		if len(l.Tasks) == 0 {
			t.Errorf("%s has no task", l.ID)
		}
		for i, k := range l.Tasks {
			t.Run(l.ID+"/"+string(rune('1'+i)), func(t *testing.T) { k.try(t) })
		}
	}
}

func (k task) try(t *testing.T) {
	fen := k.FEN
	if fen == "" {
		fen = draughts.StartFEN
	}
	setup, err := draughts.ParseLegalSetup(fen)
	if err != nil {
		t.Fatal(err)
	}
	g, err := draughts.NewGameFrom(setup, draughts.FMJD64, 0)
	if err != nil {
		t.Fatal(err)
	}
	switch k.Kind {
	case "tap":
		for _, name := range k.Squares {
			if _, err := draughts.ParseSquare(name); err != nil {
				t.Error(err)
			}
		}
	case "ask":
		if !slices.Contains(k.Answers, k.Right) {
			t.Errorf("%q is none of the answers", k.Right)
		}
	case "play":
		k.play(t, g, 0)
	case "table":
		value, err := endgame.Default().Value(g.Position())
		if err != nil || value != endgame.Win {
			t.Errorf("%v, %v; want a win for the side to move", value, err)
		}
	default:
		t.Errorf("no such kind of task: %q", k.Kind)
	}
	if len(k.Squares) == 0 && k.Kind == "tap" {
		t.Error("nothing is to be tapped")
	}
}

// play tries every way through the wanted moves.
func (k task) play(t *testing.T, g *draughts.Game, turn int) {
	if turn == len(k.Turns) {
		got := g.Outcome().Article
		if o := g.Outcome(); o.Reason != draughts.NotOver && o.Winner != draughts.NoColor {
			got = o.Winner.String()
		}
		if k.Ends != "" && got != k.Ends {
			t.Errorf("it ends with %q after %v, want %q", got, g.Moves(), k.Ends)
		}
		return
	}
	p := g.Position()
	exact := draughts.Notation{Exact: true}
	want := k.Turns[turn].Want
	if slices.Equal(want, []string{"*"}) {
		want = nil
		for m := range p.Moves() {
			want = append(want, exact.Format(p, m))
		}
	}
	if len(want) == 0 {
		t.Errorf("turn %d wants nothing", turn)
	}
	for _, text := range want {
		m, err := p.ParseMove(text)
		if err != nil || exact.Format(p, m) != text {
			t.Fatalf("turn %d: %q: %v", turn, text, err)
		}
		h, err := draughts.NewGameFrom(g.Setup(), draughts.FMJD64, 0)
		if err != nil {
			t.Fatal(err)
		}
		if turn > 0 { // a repetition needs the whole history
			h = replay(t, g)
		}
		if err := h.Play(m); err != nil {
			t.Fatalf("turn %d: %v", turn, err)
		}
		if reply := k.Turns[turn].Reply; reply != "" {
			if err := h.PlayText(reply); err != nil {
				t.Fatalf("turn %d: %q: %v", turn, reply, err)
			}
		}
		k.play(t, h, turn+1)
	}
}

func replay(t *testing.T, g *draughts.Game) *draughts.Game {
	t.Helper()
	h := draughts.NewGame(g.Start(), g.Rules())
	for _, m := range g.Moves() {
		if err := h.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// TestLessonsHaveWords compares the lessons with the ids that every language must
// have words for; that each has them is seen to by the compiler.
func TestLessonsHaveWords(t *testing.T) {
	source, err := os.ReadFile("src/words/learn.ts")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(source), "LESSONS = [")
	list, _, _ = strings.Cut(list, "]")
	ids := regexp.MustCompile(`'([a-z-]+)'`).FindAllStringSubmatch(list, -1)
	var named []string
	for _, id := range ids {
		named = append(named, id[1])
	}
	var want []string
	for _, l := range lessons(t) {
		want = append(want, l.ID)
	}
	if !slices.Equal(named, want) {
		t.Errorf("the words are for %v, the lessons are %v", named, want)
	}
	// As many questions as tasks, in every language.
	files, err := filepath.Glob("src/words/learn-*.ts")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d languages, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range lessons(t) {
			body := lessonText(string(text), l.ID)
			asks := regexp.MustCompile(`(?m)^ {8}'`).FindAllString(body, -1)
			if len(asks) != len(l.Tasks) {
				t.Errorf("%s: %s has %d questions for %d tasks", file, l.ID, len(asks), len(l.Tasks))
			}
		}
	}
}

// lessonText returns the questions of a lesson in a file of words.
func lessonText(source, id string) string {
	start := regexp.MustCompile(`(?m)^    '?` + regexp.QuoteMeta(id) + `'?: \{$`).FindStringIndex(source)
	if start == nil {
		return ""
	}
	_, asks, _ := strings.Cut(source[start[1]:], "ask: [")
	asks, _, _ = strings.Cut(asks, "\n      ]")
	return asks
}

// untranslated are words that are the same in several languages.
var untranslated = regexp.MustCompile(`^[^\pL]*$|^(PDN|FEN|FMJD-64|Lidraughts|Bolshak|LIDRAUGHTS)$`)

// TestWordsAreTranslated looks for texts that a language has in common with
// English.
func TestWordsAreTranslated(t *testing.T) {
	same := map[string][]string{}
	text := regexp.MustCompile("'((?:[^'\\\\\n]|\\\\.){3,})'")
	template := regexp.MustCompile("`[^`\n]*`")
	hole := regexp.MustCompile(`\$\{[^}]*\}`)
	// Names in the code, which no reader sees.
	code := regexp.MustCompile(`'[^'\n]*':|(===|case) '[^'\n]*'`)
	allowed := map[string]bool{}
	list, err := os.ReadFile("testdata/same-words.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(list)) {
		allowed[strings.TrimSpace(line)] = true
	}
	english := map[string]map[string]bool{} // by the file's name without the language
	files, err := filepath.Glob("src/words/*.ts")
	if err != nil {
		t.Fatal(err)
	}
	kind := regexp.MustCompile(`^(?:(\w+)-)?([a-z]{2})\.ts$`)
	strs := func(file string) map[string]bool {
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]bool{}
		for line := range strings.Lines(string(body)) {
			if strings.HasPrefix(line, "import ") || strings.Contains(line, "Intl.") {
				continue
			}
			_, value, isEntry := strings.Cut(strings.TrimLeft(line, " "), ": ")
			if !isEntry {
				value = line
			}
			value = code.ReplaceAllString(value, "")
			for _, m := range text.FindAllStringSubmatch(value, -1) {
				found[m[1]] = true
			}
			for _, m := range template.FindAllString(value, -1) {
				if word := hole.ReplaceAllString(m, "…"); regexp.MustCompile(`\pL{3}`).MatchString(word) {
					found[strings.Trim(word, "`")] = true
				}
			}
		}
		return found
	}
	for _, file := range files {
		if m := kind.FindStringSubmatch(filepath.Base(file)); m != nil && m[2] == "en" {
			english[m[1]] = strs(file)
		}
	}
	languages := map[string]bool{}
	for _, file := range files {
		m := kind.FindStringSubmatch(filepath.Base(file))
		if m == nil || m[2] == "en" {
			continue
		}
		languages[m[2]] = true
		for s := range strs(file) {
			if english[m[1]][s] && !untranslated.MatchString(s) && !allowed[m[2]+" "+s] && !allowed["* "+s] {
				same[filepath.Base(file)] = append(same[filepath.Base(file)], s)
			}
		}
	}
	if want := []string{"et", "fr", "ru", "sv", "uk"}; !slices.Equal(slices.Sorted(maps.Keys(languages)), want) {
		t.Errorf("languages %v, want %v", slices.Sorted(maps.Keys(languages)), want)
	}
	for file, list := range same {
		slices.Sort(list)
		t.Errorf("%s has the English words %q", file, list)
	}
}
