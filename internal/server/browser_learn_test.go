package server

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/bolshak-draughts/bolshak/exercise"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// learner is a screen on which nothing takes its time.
var learner = screen{width: 1280, height: 900, still: true}

type courseLesson struct {
	ID    string
	Tasks []struct {
		Kind, Right string
		Squares     []string
		Turns       []struct{ Want []string }
	}
}

func courseLessons(t *testing.T) []courseLesson {
	t.Helper()
	text, err := os.ReadFile("../../web/src/course/lessons.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []courseLesson
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// inLanguage chooses a language and waits for its words.
func (p *tab) inLanguage(tag string) {
	p.t.Helper()
	p.click(".open-settings")
	p.pick("select[name=language]", tag)
	p.wait(fmt.Sprintf(`document.documentElement.lang === %q`, tag))
	p.escapeDialog()
}

// shows waits until the root element has marks such as standing=done.
func (p *tab) shows(marks ...string) {
	p.t.Helper()
	var css strings.Builder
	for _, mark := range marks {
		name, value, _ := strings.Cut(mark, "=")
		fmt.Fprintf(&css, "[data-%s=%q]", name, value)
	}
	p.wait(`document.querySelector(` + quoted("#app"+css.String()) + `) !== null`)
}

// write types a move; Enter ends those that could go on.
func (p *tab) write(move string) {
	p.t.Helper()
	for _, key := range regexp.MustCompile(`[^a-h1-8]`).ReplaceAllString(move, "") {
		p.key(string(key))
	}
	if strings.HasSuffix(p.note(), "…") {
		// As a keyboard does it: a key whose press was taken writes no sign.
		p.do(command(input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeRawKeyDown, Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: 13}))
	}
}

// TestCourse goes through all lessons of the course to their ends, in two
// languages.
func TestCourse(t *testing.T) {
	for _, language := range []string{"en", "fr"} {
		t.Run(language, func(t *testing.T) {
			p := study(t, learner, "/learn")
			p.inLanguage(language)
			p.click(".go-on")
			list := courseLessons(t)
			for _, lesson := range list {
				for i, task := range lesson.Tasks {
					p.shows("lesson="+lesson.ID, fmt.Sprintf("task=%d", i+1), "phase=ready", "standing=asked")
					switch task.Kind {
					case "tap":
						p.tap(task.Squares...)
					case "ask":
						p.click(fmt.Sprintf("[data-answer=%q]", task.Right))
					case "play":
						for n, turn := range task.Turns {
							p.shows(fmt.Sprintf("turn=%d", n), "phase=ready")
							if turn.Want[0] == "*" {
								p.click(".show-me")
							} else {
								p.write(turn.Want[0])
							}
						}
					case "table":
						for n := 0; n < 15 && !eval[bool](p, `document.querySelector('[data-standing=done]') !== null`); n++ {
							p.click(".show-me")
							p.wait(fmt.Sprintf(`document.querySelector('#app[data-turn="%d"][data-phase=ready]') !== null`, n+1))
						}
					}
					p.shows("standing=done", "phase=ready")
					if lesson.ID == list[len(list)-1].ID && i == len(lesson.Tasks)-1 {
						break
					}
					p.wait(`document.activeElement.matches('.task-next')`)
					p.key("\r")
				}
			}
			p.click("a.task-next")
			p.wait(`location.pathname === '/exercises'`)
			p.goTo("/learn")
			if n := eval[int](p, `document.querySelectorAll('.course li.done').length`); n != len(list) {
				t.Errorf("%d lessons are done of %d", n, len(list))
			}
		})
	}
}

// TestLessonsExplain tries what the rules forbid.
func TestLessonsExplain(t *testing.T) {
	p := study(t, learner, "/learn/must-take")
	for _, c := range []struct {
		lesson string
		task   int
		press  []string
		want   string
	}{
		{"must-take", 1, []string{"g3"}, "g3 may not move: c3 must take d4"},
		{"man", 1, []string{"c3", "b2"}, "A man moves forward only"},
		{"man", 1, []string{"c3", "c5"}, "diagonals only"},
		{"man", 1, []string{"c3", "e5"}, "one square at a time"},
		{"capture", 1, []string{"c3", "b4"}, "something must be taken"},
		{"kings-capture", 2, []string{"a1", "b2"}, "something must be taken"},
		{"landing", 1, []string{"b2", "h8"}, "must land where it can take on"},
		{"landing", 1, []string{"b2", "d4"}, "free squares only"},
		{"free-choice", 2, []string{"h4", "f6"}, "the choice is free"},
		{"king", 2, []string{"c1", "e3"}, "all the way to h6"},
		{"board", 1, []string{"c3"}, "That is c3."},
	} {
		p.goTo("/learn/" + c.lesson)
		if c.task > 1 {
			p.click(fmt.Sprintf(".tasks li:nth-child(%d) button", c.task))
		}
		p.shows(fmt.Sprintf("task=%d", c.task), "phase=ready")
		p.tap(c.press...)
		p.waitText(".note", c.want)
		p.shows("standing=asked")
	}
	// A typed move is explained as well, and the keys alone are enough.
	p.goTo("/learn/man")
	p.key("c", "3", "b", "2", "\r")
	p.waitText(".note", "A man moves forward only")
	p.goTo("/learn/capture")
	p.shows("phase=ready")
	p.key("\r", "\u0304", "\u0304", "\u0303", "\r")
	p.shows("standing=done")
}

// TestLessonsTakeBack lets the win go against the tables, and takes it back.
func TestLessonsTakeBack(t *testing.T) {
	p := study(t, learner, "/learn/petrov")
	p.shows("phase=ready")
	p.write("e3-c1")
	p.shows("turn=1", "phase=ready")
	if eval[string](p, `document.querySelector('#app').dataset.standing`) == "asked" {
		p.write("d6-a3") // one of the two lets the king go
		p.shows("turn=2", "phase=ready")
	}
	p.shows("standing=failed")
	p.click(".take-it-back")
	p.shows("standing=asked", "phase=ready")
}

// TestExerciseFlow solves an exercise that it first gets wrong, in two languages.
func TestExerciseFlow(t *testing.T) {
	for language, words := range map[string][2]string{"en": {"Exercises", "Difficulty"}, "fr": {"Exercices", "Difficulté"}} {
		t.Run(language, func(t *testing.T) {
			p := study(t, learner, "/exercises")
			p.inLanguage(language)
			p.waitText("h1", words[0])
			p.waitText(".daily", words[1])
			before := p.text(".fitting .rating")
			p.click(".fitting-one")
			p.wait(`location.pathname.length > '/exercises/'.length`)
			p.shows("phase=ready", "standing=asked")
			x, ok := exercise.ByID(strings.TrimPrefix(eval[string](p, `location.pathname`), "/exercises/"))
			if !ok {
				t.Fatal("there is no such exercise")
			}
			p.click(".hint")
			p.waitText(".note", x.Solution.Move.From.String())
			try := x.Solution.Tries[0]
			p.write(wire.Text(x.Start, try.Move))
			p.shows("standing=wrong", "phase=ready")
			p.wait(`document.activeElement.matches('.try-again')`)
			p.waitText(".note", try.Line[0].From.String())
			p.key("\r")
			for n, turn := 0, x.Solution; turn != nil; n++ {
				p.shows("standing=asked", "phase=ready")
				p.write(wire.Text(turn.Position, turn.Move))
				if len(turn.Replies) == 0 || turn.Replies[0].Next == nil {
					break
				}
				turn = turn.Replies[0].Next
				p.wait(fmt.Sprintf(`document.querySelector('#app[data-plies="%d"]') !== null`, 2*n+2))
			}
			p.shows("standing=solved")
			if after := p.text(".your-rating strong"); after == before {
				t.Errorf("the rating is still %s", after)
			}
			p.wait(`document.activeElement.matches('.next-exercise')`)
			p.key("\r")
			p.wait(fmt.Sprintf(`location.pathname.startsWith('/exercises/') && !location.pathname.endsWith(%q)`, x.ID))
			p.shows("phase=ready", "standing=asked")
			p.click(".show-solution")
			p.shows("standing=shown", "phase=ready")
			if n := eval[int](p, `JSON.parse(localStorage.getItem('bolshak.progress')).exercises.length`); n != 2 {
				t.Errorf("%d exercises are noted, want 2", n)
			}
			p.goTo("/exercises")
			p.wait(`document.querySelector('.rating-line')?.getAttribute('aria-label').endsWith(String(document.querySelector('.fitting .rating').textContent))`)
		})
	}
}

// TestLearnPagesHaveNames looks at what a screen reader is told and at the width
// of the pages on a phone, in every language.
func TestLearnPagesHaveNames(t *testing.T) {
	p := study(t, screen{width: 360, height: 740, touch: true}, "/learn")
	for _, language := range []string{"en", "ru", "fr", "sv", "et", "uk"} {
		p.inLanguage(language)
		for _, path := range []string{"/", "/learn", "/learn/turkish-strike", "/learn/counted-draws", "/exercises", "/exercises/" + exercise.All()[0].ID, "/archive", "/account", "/analysis", "/editor", "/tables"} {
			p.goTo(path)
			p.wait(`document.querySelector('main') !== null`)
			if wide := eval[int](p, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
				t.Errorf("%s, %s: wider than the phone by %d: %q", language, path, wide, eval[[]string](p, `[...document.querySelectorAll('main *')].filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('svg')).slice(0, 3).map((e) => e.tagName + '.' + e.className + ' ' + e.textContent.slice(0, 40))`))
			}
			if language != "en" || !strings.HasPrefix(path, "/learn") && !strings.HasPrefix(path, "/exercises") {
				continue
			}
			tree, err := chromedp.Call(p.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
			if err != nil {
				t.Fatal(err)
			}
			for _, node := range tree.Nodes {
				if node.Ignored || node.Role == nil || node.Name != nil && strings.Trim(string(node.Name.Value), `"`) != "" {
					continue
				}
				switch role := strings.Trim(string(node.Role.Value), `"`); role {
				case "button", "link", "gridcell", "grid", "progressbar":
					t.Errorf("%s: a %s has no name", path, role)
				}
			}
			if n := eval[int](p, `document.querySelectorAll('h1').length`); n != 1 {
				t.Errorf("%s: %d headings of the first rank", path, n)
			}
		}
	}
}

// TestLanguageOfTheBrowser opens the page in browsers of several countries.
func TestLanguageOfTheBrowser(t *testing.T) {
	p := study(t, learner, "/learn")
	for accept, want := range map[string]string{"et-EE,fr": "et", "de,uk-UA,ru": "uk", "sv": "sv", "de": "en"} {
		p.do(command(emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: "test", AcceptLanguage: accept}))
		p.goTo("/learn")
		if got := eval[string](p, `document.documentElement.lang`); got != want {
			t.Errorf("%s: the page is in %s, want %s", accept, got, want)
		}
	}
}

// TestPlurals counts in every language.
func TestPlurals(t *testing.T) {
	p := study(t, learner, "/learn")
	for language, want := range map[string]string{
		"ru": "1 задача|2 задачи|5 задач|11 задач|21 задача",
		"uk": "1 задача|2 задачі|5 задач|11 задач|21 задача",
		"fr": "1 exercice|2 exercices|5 exercices|11 exercices|21 exercices",
		"sv": "1 övning|2 övningar|5 övningar|11 övningar|21 övningar",
		"et": "1 ülesanne|2 ülesannet|5 ülesannet|11 ülesannet|21 ülesannet",
	} {
		p.wait(fmt.Sprintf(`(import('/assets/words-%s.js').then((m) => (window.words = m.words)), window.words?.tag === %q)`, language, language))
		if got := eval[string](p, `[1, 2, 5, 11, 21].map((n) => words.exercisesCount(n)).join('|')`); got != want {
			t.Errorf("%s: %s, want %s", language, got, want)
		}
	}
}

// TestNavigationFits looks for pages that are wider than the window where the
// navigation is a row, in every language.
func TestNavigationFits(t *testing.T) {
	p := study(t, screen{width: 1040, height: 800}, "/learn")
	for _, language := range []string{"en", "ru", "fr", "sv", "et", "uk"} {
		p.inLanguage(language)
		for _, path := range []string{"/", "/learn/petrov", "/exercises"} {
			p.goTo(path)
			if wide := eval[int](p, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
				t.Errorf("%s, %s: wider than the window by %d", language, path, wide)
			}
			if eval[bool](p, `document.querySelector('.site ul').getBoundingClientRect().right > document.querySelector('.tools').getBoundingClientRect().left`) {
				t.Errorf("%s, %s: the navigation runs into the buttons", language, path)
			}
			if tall := eval[float64](p, `Math.max(...[...document.querySelectorAll('.site a')].map((a) => a.getBoundingClientRect().height))`); tall > 44 {
				t.Errorf("%s, %s: an entry of the navigation is %v high", language, path, tall)
			}
		}
	}
}

// TestToday goes from the front page to the exercise of the day.
func TestToday(t *testing.T) {
	p := open(t, learner, nil)
	p.wait(`document.querySelector('.solve-today')?.getAttribute('href').length > '/exercises/'.length`)
	p.click(".solve-today")
	p.shows("phase=ready", "standing=asked")
}
