package server

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"

	"github.com/bolshak-draughts/bolshak/exercise"
)

// accessFaults lists what a page has against WCAG 2.2, level AA, as far as a
// program can see it: contrast (1.4.3), page language and title (3.1.1, 2.4.2),
// one main part and one first heading (1.3.1), ids that lead somewhere (4.1.2),
// the size of targets (2.5.8).
const accessFaults = `(() => {
	const faults = [];
	const name = (e) => e.tagName.toLowerCase() + (e.className && e.className.baseVal === undefined ? '.' + e.className.replace(/ /g, '.') : '') + ' ' + e.textContent.trim().slice(0, 30);
	const root = document.documentElement;
	if (!/^[a-z]{2}$/.test(root.lang)) faults.push('the page has no language');
	if (document.title === '') faults.push('the page has no title');
	for (const [css, what] of [['main', 'main parts'], ['h1', 'first headings']]) {
		const n = document.querySelectorAll(css).length;
		if (n !== 1) faults.push(n + ' ' + what);
	}
	const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
	for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) faults.push('two elements #' + id);
	for (const attribute of ['aria-controls', 'aria-labelledby', 'aria-describedby', 'for'])
		for (const e of document.querySelectorAll('[' + attribute + ']'))
			for (const id of e.getAttribute(attribute).split(' ')) if (!ids.includes(id)) faults.push(name(e) + ': ' + attribute + ' ' + id + ' leads nowhere');

	const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
	const rgba = (colour) => {
		canvas.clearRect(0, 0, 1, 1);
		canvas.fillStyle = colour;
		canvas.fillRect(0, 0, 1, 1);
		const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
		return [r, g, b, a / 255];
	};
	const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
	const ground = (e) => {
		if (e === null) return rgba(getComputedStyle(root).backgroundColor)[3] > 0 ? rgba(getComputedStyle(root).backgroundColor) : [255, 255, 255, 1];
		const own = rgba(getComputedStyle(e).backgroundColor);
		return own[3] === 1 ? own : over(own, ground(e.parentElement));
	};
	const light = (c) => {
		const [r, g, b] = c.map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const opacity = (e) => e === null ? 1 : Number(getComputedStyle(e).opacity) * opacity(e.parentElement);
	const seen = new Set();
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) {
		const e = walker.currentNode.parentElement;
		if (walker.currentNode.data.trim() === '' || seen.has(e) || e.closest('svg, script, [disabled], [aria-disabled=true], option') || !e.checkVisibility({ visibilityProperty: true })) continue;
		seen.add(e);
		const box = e.getBoundingClientRect();
		if (box.width <= 1 || box.height <= 1) continue; // for screen readers alone
		const style = getComputedStyle(e);
		const back = ground(e);
		const ink = rgba(style.color);
		ink[3] *= opacity(e);
		const [a, b] = [light(over(ink, back)), light(back)].sort((x, y) => y - x);
		const ratio = (a + 0.05) / (b + 0.05);
		const size = parseFloat(style.fontSize);
		const large = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700;
		if (ratio < (large ? 3 : 4.5)) faults.push(name(e) + ': contrast ' + ratio.toFixed(2));
	}
	for (const e of document.querySelectorAll('button, select, input, textarea, nav a, a.button')) {
		const target = e.closest('label') ?? e;
		const { width, height } = target.getBoundingClientRect();
		if (width > 1 && e.checkVisibility({ visibilityProperty: true }) && (width < 24 || height < 24)) faults.push(name(e) + ': only ' + Math.round(width) + ' by ' + Math.round(height));
	}
	return faults;
})()`

// TestPagesAreForEveryone asks every page, on a phone in the light and on a
// desktop in the dark, for what stands in somebody's way.
func TestPagesAreForEveryone(t *testing.T) {
	paths := []string{"/", "/learn", "/learn/turkish-strike", "/exercises", "/exercises/" + exercise.All()[0].ID, "/analysis?fen=W:Wc3,e3:Bf6,Kh8", "/editor", "/tables", "/archive", "/account"}
	for _, s := range []screen{{width: 360, height: 740, touch: true, still: true}, {width: 1280, height: 900, dark: true, still: true}} {
		t.Run(fmt.Sprint(s.width), func(t *testing.T) {
			p := study(t, s, "/learn")
			for _, path := range paths {
				p.goTo(path)
				p.wait(`document.querySelector('main h1, h1') !== null && document.querySelector('main') !== null`)
				for _, fault := range eval[[]string](p, accessFaults) {
					t.Errorf("%s: %s", path, fault)
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
					case "button", "link", "textbox", "combobox", "radio", "checkbox", "slider", "spinbutton", "gridcell", "grid", "meter", "progressbar", "image", "img", "dialog":
						t.Errorf("%s: a %s has no name", path, role)
					}
				}
			}
		})
	}
}
