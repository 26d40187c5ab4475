package server

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// late makes what the engine says arrive so many milliseconds later than it was
// sent, on a page that is yet to be opened.
func (p *tab) late(ms string) {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
			Object.defineProperty(WebSocket.prototype, 'onmessage', { set(hear) {
				if (hear === null) return;
				this.addEventListener('message', (event) => /"t":"analysis"/.test(event.data) ? setTimeout(() => hear(event), ` + ms + `) : hear(event));
			} });`})
		return err
	}))
}

// guard notes each line that is shown beside a position to which it does not
// belong: its first move is not that of a piece of the side to move.
const guard = `(() => {
	window.foreign = [];
	window.shownLines = 0;
	window.firstLine = 0;
	const look = () => {
		const side = /White to move/.test(document.querySelector('.headline').textContent) ? 'white' : 'black';
		const fresh = document.querySelector('.tree .now')?.textContent ?? 'start';
		for (const move of document.querySelectorAll('.pvs [data-move="1"]')) {
			window.shownLines++;
			if (!window.firstLine) window.firstLine = performance.now();
			const square = move.textContent.slice(0, 2);
			const label = document.querySelector('[data-square=' + square + ']').getAttribute('aria-label');
			if (!label.includes(side)) window.foreign.push(fresh + ': ' + move.textContent + ' of ' + label);
		}
	};
	new MutationObserver(look).observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true, attributes: true });
	window.stopLooking = look;
})()`

// TestEngineLinesBelongToThePosition steps through positions faster than the
// engine's answers arrive. No line may stand beside a position that it was not
// found for.
func TestEngineLinesBelongToThePosition(t *testing.T) {
	needChromium(t)
	p := openAt(t, newSite(t), screen{width: 1120, height: 700, still: true})
	p.late("180")
	p.goTo("/analysis")
	p.importStudy("1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 g5-h4 4. b4:d6 e7:c5 *")
	p.here("First position")
	p.do(chromedp.Evaluate[chromedp.Void](guard))
	p.click(".engine-on")
	p.wait(`document.querySelector('.pvs .pv') !== null`)
	for _, key := range strings.Fields(arrowRight + " " + arrowRight + " " + arrowRight + " " + arrowLeft + " " + arrowRight + " " + arrowRight + " " + arrowRight + " " + arrowRight + " " + arrowLeft + " " + arrowRight) {
		p.key(key)
	}
	p.here("3… g5-h4")
	p.wait(`document.querySelector('.pvs .pv') !== null`)
	if foreign := eval[[]string](p, `window.foreign`); len(foreign) > 0 {
		t.Errorf("lines of other positions were shown: %q", foreign)
	}
	if n := eval[int](p, `window.shownLines`); n == 0 {
		t.Error("no line was looked at")
	}
	if got := eval[[]string](p, `[...document.querySelectorAll('.pvs .pv')].map((line) => line.textContent.trim().split(' ')[0])`); len(got) == 0 || got[0] != "b4:d6" {
		t.Errorf("where b4:d6 is forced the first moves are %q", got)
	}
}

func TestEnginePanel(t *testing.T) {
	needChromium(t)
	p := openAt(t, newSite(t), screen{width: 1120, height: 700, still: true})
	p.goTo("/analysis")
	p.waitText(".engine-state", "rests")
	p.key("l")
	p.wait(`document.querySelectorAll('.pvs .pv').length === 2`)
	p.do(chromedp.Evaluate[chromedp.Void](`(() => {
		window.asked = performance.now();
		new MutationObserver(() => {
			if (window.answered === undefined && document.querySelector('.headline').textContent.startsWith('1. c3-d4') && document.querySelector('.pvs .pv')) window.answered = performance.now();
		}).observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true });
		document.addEventListener('keydown', () => (window.asked = performance.now()));
	})()`))
	p.key("c", "3", "d", "4")
	p.wait(`window.answered !== undefined`)
	t.Logf("a line stood %.0f ms after the move", eval[float64](p, `window.answered - window.asked`))

	p.pick("select[name=lines]", "4")
	p.wait(`document.querySelectorAll('.pvs .pv').length === 4`)
	p.waitText(".engine-speed", "a second")
	if got := eval[string](p, `document.querySelector('.evalbar').getAttribute('aria-valuetext')`); !strings.Contains(got, "White may expect") {
		t.Errorf("the bar says %q", got)
	}

	// The small board follows the focus along a line, and Enter plays it.
	p.do(chromedp.Focus(chromedp.CSS(`.pv`)))
	p.key(arrowRight)
	p.wait(`document.querySelector('.preview .mini') !== null`)
	p.key(arrowRight, arrowRight)
	shown := eval[int](p, `document.querySelectorAll('.pv:focus .seen').length`)
	if shown < 2 {
		t.Errorf("the small board shows %d moves on", shown)
	}
	p.key("l") // the line stays as it is
	p.key("\r")
	p.wait(`document.querySelectorAll('.tree .move').length > 2`)

	// The threat is what the other side would do.
	p.click(".steps .first")
	p.here("First position")
	p.key("t")
	p.waitText(".engine-state", "What Black would play")
	p.wait(`document.querySelector('.pvs .pv') !== null && document.querySelector('.shapes .threat') !== null`)
	p.key("t", "l")
	p.wait(`document.querySelector('.engine-on').getAttribute('aria-pressed') === 'false'`)
}

// TestEngineQueue keeps the only engine busy with somebody else's position.
func TestEngineQueue(t *testing.T) {
	needChromium(t)
	site := newSite(t)
	first := openAt(t, site, desktop)
	first.goTo("/analysis")
	first.click(".engine-on")
	first.wait(`document.querySelector('.pvs .pv') !== null`)
	second := openAt(t, site, desktop)
	second.goTo("/analysis?fen=W:Wc3,e3:Bf6,h8,a7,b8")
	second.click(".engine-on")
	second.wait(`document.querySelector('.engine-state').textContent.includes('before you') || document.querySelector('.pvs .pv') !== null`)
	second.wait(`document.querySelector('.pvs .pv') !== null`)
}

func TestEngineTables(t *testing.T) {
	p := study(t, desktop, "/analysis?fen=W:WKa1,Kc1,Ka3:BKh4")
	p.click(".engine-on")
	p.waitText(".engine-state", "By the endgame tables: White wins in 12 moves")
	p.wait(`document.querySelector('.evalbar').getAttribute('aria-valuenow') === '100'`)
	p.click(".flip")
	p.wait(`document.querySelector('.evalbar rect').getAttribute('y') === '0'`)
	p.click("a.to-table")
	p.waitText(".verdict-text", "White wins in 12 moves")
}
