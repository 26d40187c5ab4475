package server

import (
	"strings"
	"testing"
)

func TestTablesPage(t *testing.T) {
	p := study(t, desktop, "/tables")
	p.waitText(".verdict-text", "White wins in 12 moves")
	values := eval[[]string](p, `[...document.querySelectorAll('.value')].map((row) => row.innerText.replace(/\s+/g, ' '))`)
	if len(values) < 10 || !strings.HasPrefix(values[0], "+ ") || !strings.HasSuffix(values[0], "wins in 12 moves") {
		t.Errorf("the moves are %q", values)
	}
	p.click(".values li:first-child .value")
	p.waitText(".verdict-text", "White wins in 11 moves")
	p.waitText(".headline", "Black to move")
	p.wait(`location.search.includes('B%3AW')`)
	p.click(".steps .previous")
	p.here("First position")

	p.click("[data-example=road]")
	p.waitText(".verdict-text", "A draw")
	p.click("[data-example=cutOff]")
	p.waitText(".verdict-text", "A draw by rule: White would win in 12 moves, but three kings have not caught a lone king")
	p.waitText(".verdict-text", "FMJD-64, 7.2.4")
	p.pick("select[name=rules]", "none")
	p.waitText(".verdict-text", "White wins in 12 moves")
	p.goTo("/tables?fen=W:Wa1,c1,e1:Bh8,f8,d8")
	p.waitText(".verdict-text", "up to five pieces")
	p.forgive("404")
	p.goTo("/tables?fen=nonsense")
	p.waitText(".note", "This position cannot be set up")
	p.forgive("422")
}
