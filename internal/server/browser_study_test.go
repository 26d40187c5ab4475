package server

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"
)

// study opens an address of the pages for study, on the shared site.
func study(t *testing.T, s screen, path string) *tab {
	t.Helper()
	p := open(t, s, nil)
	p.goTo(path)
	return p
}

// lines waits until the tree of moves reads so; variations stand in brackets.
func (p *tab) lines(want string) {
	p.t.Helper()
	const tree = `((tree) => {
		const read = (node) => [...node.childNodes].map((child) =>
			child.nodeType === 3 ? child.textContent :
			child.matches('.comment') ? ' {' + child.textContent.trim() + '} ' :
			child.matches('.variation') ? ' (' + read(child) + ') ' :
			child.matches('.unseen, .empty') ? '' : read(child)).join('');
		return read(tree).replace(/\s+/g, ' ').replace(/\( /g, '(').replace(/ \)/g, ')').trim();
	})(document.querySelector('.tree'))`
	if _, err := chromedp.Run(p.ctx, chromedp.Poll[bool](tree+` === `+quoted(want), chromedp.WithPollingTimeout(patienceOfTests))); err != nil {
		p.t.Fatalf("the tree reads %q, want %q", eval[string](p, tree), want)
	}
}

// here waits until the headline has a text and the moves of the position are known.
func (p *tab) here(headline string) {
	p.t.Helper()
	p.waitText(".headline", headline)
	p.wait(`document.querySelector('#app').dataset.phase === 'ready'`)
}

// stored returns what is stored of the study as soon as it has a text.
func (p *tab) stored(part string) string {
	p.t.Helper()
	const pdn = `(JSON.parse(localStorage.getItem('bolshak.study') ?? 'null')?.pdn ?? '')`
	p.wait(pdn + `.includes(` + quoted(part) + `)`)
	return eval[string](p, pdn)
}

// importStudy opens the dialogue for texts and has one read.
func (p *tab) importStudy(text string) {
	p.t.Helper()
	p.click(".open-study")
	p.do(chromedp.Evaluate[chromedp.Void](`(() => {
		const field = document.querySelector('dialog.reading textarea');
		field.focus();
		document.execCommand('insertText', false, ` + quoted(text) + `);
	})()`))
	p.click(".reading .read")
}

func quoted(text string) string {
	q, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(q)
}

// TestStudyPagesHaveNames looks at what a screen reader is told: each thing that
// takes the focus has a name, and each page one heading, one board and no
// sideways scrolling on a phone.
func TestStudyPagesHaveNames(t *testing.T) {
	for _, path := range []string{"/analysis?fen=W:Wc3,e3:Bf6,Kh8", "/editor", "/tables"} {
		t.Run(path, func(t *testing.T) {
			p := study(t, screen{width: 360, height: 740, touch: true}, path)
			if eval[bool](p, `document.documentElement.scrollWidth > innerWidth`) {
				t.Error("the page is wider than the phone")
			}
			tree, err := chromedp.Call(p.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
			if err != nil {
				t.Fatal(err)
			}
			roles := map[string]int{}
			for _, node := range tree.Nodes {
				if node.Ignored || node.Role == nil {
					continue
				}
				role := strings.Trim(string(node.Role.Value), `"`)
				roles[role]++
				name := ""
				if node.Name != nil {
					name = strings.Trim(string(node.Name.Value), `"`)
				}
				switch role {
				case "button", "link", "textbox", "combobox", "radio", "checkbox", "spinbutton", "gridcell", "grid", "meter", "img":
					if name == "" {
						t.Errorf("a %s has no name", role)
					}
				}
			}
			if roles["grid"] != 1 || roles["gridcell"] != 32 || roles["main"] != 1 {
				t.Errorf("roles %v, want a main part with one grid of 32 cells", roles)
			}
			if n := eval[int](p, `document.querySelectorAll('h1').length`); n != 1 {
				t.Errorf("%d headings of the first rank", n)
			}
			if got := p.text("main .text"); !strings.Contains(got, "White: ") || !strings.Contains(got, "to move.") {
				t.Errorf("the position in words is %q", got)
			}
			small := eval[[]string](p, `[...document.querySelectorAll('main button, main a.button, main select, main input:not(.choice input, .check input)')].filter((e) => {
				const { width, height } = e.getBoundingClientRect();
				return width > 0 && (width < 24 || height < 24);
			}).map((e) => e.className + ' ' + e.textContent)`)
			if len(small) > 0 {
				t.Errorf("too small to be pressed: %q", small)
			}
		})
	}
}

// TestStudySpeaksRussian looks for English on the pages when they are in Russian.
func TestStudySpeaksRussian(t *testing.T) {
	for path, want := range map[string]string{"/analysis": "Анализ", "/editor": "Расстановка", "/tables": "Окончания"} {
		t.Run(path, func(t *testing.T) {
			p := study(t, desktop, path)
			p.click(".open-settings")
			p.pick("select[name=language]", "ru")
			p.key("\x1b")
			p.wait(fmt.Sprintf(`document.querySelector('h1').textContent === %q`, want))
			english := eval[[]string](p, `[...document.querySelectorAll('main button, main label, main legend, main h2, main p')].map((e) => e.textContent.trim()).filter((text) => /[A-Za-z]{4,}/.test(text.replace(/FMJD-64|FMJD|FSHR|Lidraughts|LIDRAUGHTS|PDN|FEN|Enter|Delete/g, '')))`)
			if len(english) > 0 {
				t.Errorf("not in Russian: %q", english)
			}
		})
	}
}

// TestScoresByLanguage reads the engine's score with the sign for decimals of each
// language.
func TestScoresByLanguage(t *testing.T) {
	p := study(t, desktop, "/analysis?fen=W:Wc1,e1,g1,d2,h2,c3:Ba5,b6,d6,h6,e7,d8")
	p.click(".engine-on")
	for language, sign := range map[string]string{"en": ".", "ru": ",", "fr": ",", "sv": ",", "et": ",", "uk": ","} {
		p.inLanguage(language)
		p.wait(`/^[+−]?\d+\` + sign + `\d+$/.test(document.querySelector('.pvs .score')?.textContent)`)
	}
}
