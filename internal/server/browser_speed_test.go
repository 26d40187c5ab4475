package server

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// BenchmarkPaint measures how soon after it was asked for the front page and the
// analysis board show something, show what they are for (the board with its
// pieces), and can be used, the first time and again.
func BenchmarkPaint(b *testing.B) {
	for name, path := range map[string]string{"front": "/", "analysis": "/analysis", "exercises": "/exercises"} {
		b.Run(name, func(b *testing.B) {
			needChromium(b)
			var first, meant, ready float64
			n := 0
			for b.Loop() {
				p := openAt(b, newSite(b), desktop)
				p.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
					_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: watchPaint})
					return err
				}))
				p.goTo(path)
				p.wait(`window.meant > 0 && window.usable > 0 && performance.getEntriesByName('first-contentful-paint').length > 0`)
				first += eval[float64](p, `performance.getEntriesByName('first-contentful-paint')[0].startTime`)
				meant += eval[float64](p, `window.meant`)
				ready += eval[float64](p, `window.usable`)
				n++
			}
			b.ReportMetric(first/float64(n), "ms-contentful")
			b.ReportMetric(meant/float64(n), "ms-meaningful")
			b.ReportMetric(ready/float64(n), "ms-interactive")
		})
	}
}

// watchPaint notes the frame after a board with pieces stands in the page, and that
// after the page says that it is ready.
const watchPaint = `(() => {
	const note = (name) => requestAnimationFrame(() => requestAnimationFrame(() => (window[name] ??= performance.now())));
	const seen = new Set();
	const look = () => {
		if (!seen.has('meant') && document.querySelector('svg .piece, svg.mini circle')) (seen.add('meant'), note('meant'));
		if (!seen.has('usable') && document.querySelector('#app[data-phase=ready]')) (seen.add('usable'), note('usable'));
	};
	new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
})()`

// BenchmarkFirstLine measures how soon after a move the engine's first line of the
// new position is shown.
func BenchmarkFirstLine(b *testing.B) {
	needChromium(b)
	p := openAt(b, newSite(b), screen{width: 1120, height: 700, still: true})
	p.goTo("/analysis")
	p.wait(`document.querySelector('#app').dataset.phase === 'ready'`)
	p.click(".engine-on")
	p.wait(`document.querySelector('.pvs .pv') !== null`)
	var sum, worst float64
	n := 0
	moves := []string{"c3d4", "d6c5", "b2c3", "f6g5", "c3b4", "g5h4"}
	for b.Loop() {
		if n > 0 && n%len(moves) == 0 {
			p.goTo("/analysis?fen=W:W21-32:B1-12")
			p.wait(`document.querySelector('#app').dataset.phase === 'ready' && document.querySelector('.pvs .pv') !== null`)
		}
		p.do(chromedp.Evaluate[chromedp.Void](`(() => {
			const before = document.querySelector('.headline').textContent;
			window.took = 0;
			const from = performance.now();
			const watch = new MutationObserver(() => {
				if (document.querySelector('.headline').textContent === before || !document.querySelector('.pvs .pv')) return;
				watch.disconnect();
				window.took = performance.now() - from;
			});
			watch.observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true });
		})()`))
		for _, letter := range moves[n%len(moves)] {
			p.key(string(letter))
		}
		p.wait(`window.took > 0`)
		took := eval[float64](p, `window.took`)
		sum, worst = sum+took, max(worst, took)
		n++
	}
	b.ReportMetric(sum/float64(n), "ms-mean")
	b.ReportMetric(worst, "ms-worst")
}
