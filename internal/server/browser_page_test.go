package server

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"
)

// TestNothingJumps measures where things stand while a game goes on.
func TestNothingJumps(t *testing.T) {
	places := `['.board', '.status', '.controls', '.setup', '.about', '.moves', '.counters'].map((css) => {
		const { x, y, width, height } = document.querySelector(css).getBoundingClientRect();
		return [css, x, y, width, height].map((v) => v.toFixed?.(1) ?? v).join(' ');
	}).join('; ')`
	for _, s := range []screen{{width: 360, height: 740, touch: true}, {width: 768, height: 1024}, {width: 1440, height: 900}} {
		t.Run(fmt.Sprint(s.width), func(t *testing.T) {
			p := open(t, s, from("W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8"))
			before := eval[string](p, places)
			check := func(when string) {
				t.Helper()
				if got := eval[string](p, places); got != before {
					t.Errorf("%d wide, %s:\n got %s\nwant %s", s.width, when, got, before)
				}
			}
			p.tap("a3")
			check("after a refusal")
			p.tap("f8", "b4")
			check("at an unclear end")
			p.tap("h6")
			check("while the computer thinks")
			p.waitReady(2)
			check("after two moves")
			p.click(".steps .first")
			p.wait(`document.querySelector('.play-on') !== null`)
			check("looking back")
			p.click(".play-on")
			check("before playing on")
			p.click(".asking .plain")
			p.click(".to-game")
			p.waitReady(2)
			p.click(".resign")
			check("before resigning")
			p.click(".controls .danger")
			p.waitText(".headline", "Black wins")
			check("at the end")
		})
	}
}

// TestBoardIsAGrid looks at the page as a screen reader does.
func TestBoardIsAGrid(t *testing.T) {
	p := open(t, desktop, from("W:Wc3,a1:Bd4,Kh8"))
	tree, err := chromedp.Call(p.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		t.Fatal(err)
	}
	roles := map[string]int{}
	var cells []string
	for _, node := range tree.Nodes {
		if node.Ignored || node.Role == nil {
			continue
		}
		role := strings.Trim(string(node.Role.Value), `"`)
		roles[role]++
		if role == "gridcell" {
			cells = append(cells, strings.Trim(string(node.Name.Value), `"`))
		}
	}
	if roles["grid"] != 1 || roles["row"] != 8 || roles["gridcell"] != 32 {
		t.Errorf("roles %v, want a grid of 8 rows with 32 cells", roles)
	}
	all := strings.Join(cells, "\n")
	for _, want := range []string{"b8, empty", "c3, white man, must take", "d4, black man", "h8, black king", "a1, white man"} {
		if !strings.Contains(all, want) {
			t.Errorf("no square is called %q:\n%s", want, all)
		}
	}
	if got := p.text(".text"); !strings.Contains(got, "White: men a1, c3.") || !strings.Contains(got, "Black: man d4; king h8.") {
		t.Errorf("the position in words is %q", got)
	}
}
