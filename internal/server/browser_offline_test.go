package server

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/exercise"
	"github.com/bolshak-draughts/bolshak/internal/server/desk"
	"github.com/bolshak-draughts/bolshak/internal/server/stateless"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// onDevice gives a page a worker of its own: ask(method, address, body) is
// answered by [status, text], and analyse(wish) by the last message.
const onDevice = `(() => {
	const worker = new Worker('/assets/worker.js');
	const waiting = new Map();
	let serial = 0;
	window.heard = [];
	worker.onmessage = ({ data }) => {
		if (data.t === 'answer') waiting.get(data.id)([data.status, data.text]);
		else if (data.t === 'heard') window.heard.push(JSON.parse(data.text));
		else window.heard.push(data);
	};
	window.ask = (method, address, body) => new Promise((resolve) => {
		waiting.set(++serial, resolve);
		worker.postMessage({ t: 'ask', id: serial, method, address, body });
	});
	window.analyse = (wish) => worker.postMessage({ t: 'analyse', wish: { lines: 1, depth: 0, rules: 'fmjd64', ...wish } });
	window.halt = () => worker.postMessage({ t: 'stop' });
})()`

// TestDeviceWithoutTables asks the device for an ending that only the server has
// in its tables, and for one of which the device knows the result alone.
func TestDeviceWithoutTables(t *testing.T) {
	p := open(t, desktop, nil)
	p.do(chromedp.Evaluate[chromedp.Void](onDevice))
	if got := awaited[[]any](p, `ask('GET', '/api/v1/table?fen=W:Wa1,c1,e1:Bb8,h8', '')`); got[0] != 404.0 || !strings.Contains(got[1].(string), `"not-in-tables"`) {
		t.Errorf("five pieces: %v", got)
	}
	if got := awaited[[]any](p, `ask('GET', '/api/v1/table?fen=W:WKa1,c3:Bd6&rules=none', '')`); got[0] != 200.0 || !strings.Contains(got[1].(string), `"verdict":"win"`) {
		t.Errorf("three pieces: %v", got)
	}
}

// awaited evaluates an expression that is a promise.
func awaited[T any](p *tab, expression string) T {
	p.t.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// TestDeviceAnswersAsTheServer asks both the same. They differ in nothing but how
// many endgame tables they have.
func TestDeviceAnswersAsTheServer(t *testing.T) {
	p := open(t, desktop, nil)
	p.do(chromedp.Evaluate[chromedp.Void](onDevice))
	x := exercise.All()[0]
	first, err := json.Marshal(stateless.Try{Moves: []wire.Move{wire.NewMove(x.Solution.Move)}})
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := json.Marshal(stateless.Try{Moves: []wire.Move{wire.NewMove(x.Solution.Tries[0].Move)}})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ method, address, body string }{
		{"POST", "/api/v1/game", `{}`},
		{"POST", "/api/v1/game", `{"moves":[{"from":"c3","to":"d4"},{"from":"d6","to":"c5"}],"players":{"white":"Анна","black":"<b>&"}}`},
		{"POST", "/api/v1/game", `{"start":"W:Wh2:Bd2,e7,g3,g5,g7","moves":[{"from":"h2","to":"e1","captured":["g7","g5","g3","e7","d2"]}]}`},
		{"POST", "/api/v1/game", `{"start":"W:WKa1:BKh8,Kb8","rules":"fshr"}`},
		{"POST", "/api/v1/game", `{"moves":[{"from":"c3","to":"d4"}],"end":{"reason":"resignation","side":"black"}}`},
		{"POST", "/api/v1/game", `{"moves":[{"from":"c3","to":"c5"}]}`},
		{"POST", "/api/v1/game", `{"moves":[{"from":"z9","to":"c5"}]}`},
		{"POST", "/api/v1/game", `{"start":"W:Wc3,c3:Bd4"}`},
		{"POST", "/api/v1/game", `{"rules":"chess"}`},
		{"POST", "/api/v1/game", `{"more":1}`},
		{"POST", "/api/v1/game", `{`},
		{"POST", "/api/v1/game", ``},
		{"GET", "/api/v1/game", ``},
		{"POST", "/api/v1/game/reply", `{"start":"W:Wc3:Bd4,f6","level":3}`}, // a forced move
		{"POST", "/api/v1/game/reply", `{"start":"W:WKa1:B","level":3}`},
		{"POST", "/api/v1/game/reply", `{"level":11}`},
		{"GET", "/api/v1/moves?fen=W:WKc1,d2:Bb8,f6&rules=fmjd64", ``},
		{"GET", "/api/v1/moves?fen=nothing", ``},
		{"GET", "/api/v1/moves", ``},
		{"GET", "/api/v1/table?fen=W:WKe1,Ke3,Kd6:BKd8&rules=none", ``}, // Petrov's triangle
		{"GET", "/api/v1/table?fen=B:WKe1,Ke3,Kd6:BKd8&rules=fmjd64", ``},
		{"GET", "/api/v1/table?fen=W:Wc3:Bc3", ``},
		{"POST", "/api/v1/pdn?tree=1", "[White \"Анна\"]\n\n1. c3-d4 {x} d6-c5 (1... f6-g5) 2. b2-c3 *\n\n1. d4 *"},
		{"POST", "/api/v1/pdn?forgive=true", "[FEN \"W:Wb8:Bd4,h8\"]\n\n*"},
		{"POST", "/api/v1/pdn", ``},
		{"POST", "/api/v1/game", `{"start":"W:Wc3,b8:Bd4,h8","forgive":true}`},
		{"GET", "/api/v1/moves?fen=W:Wc3,b8:Bd4&forgive=true", ``},
		{"GET", "/api/v1/diagram.svg?fen=W:Wc3,Kb8:Bd4&theme=slate&numbers=true", ``},
		{"GET", "/api/v1/diagram.svg?fen=none", ``},
		{"GET", "/api/v1/exercises", ``},
		{"GET", "/api/v1/exercises?theme=shot&from=10", ``},
		{"GET", "/api/v1/exercises?theme=none", ``},
		{"GET", "/api/v1/exercises?from=-1", ``},
		{"GET", "/api/v1/exercises/daily?date=2026-02-28", ``},
		{"GET", "/api/v1/exercises/daily?date=soon", ``},
		{"GET", "/api/v1/exercises/next?rating=1200&seen=" + x.ID, ``},
		{"GET", "/api/v1/exercises/" + x.ID, ``},
		{"GET", "/api/v1/exercises/" + x.ID + "?solution=true", ``},
		{"GET", "/api/v1/exercises/nothing", ``},
		{"GET", "/api/v1/exercises/", ``},
		{"POST", "/api/v1/exercises/" + x.ID + "/try", string(first)},
		{"POST", "/api/v1/exercises/" + x.ID + "/try", string(wrong)},
		{"POST", "/api/v1/exercises/" + x.ID + "/try", `{"moves":[]}`},
		{"POST", "/api/v1/exercises/nothing/try", `{"moves":[]}`},
	}
	for _, tt := range tests {
		r, err := http.NewRequest(tt.method, p.base+tt.address, strings.NewReader(tt.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		got := awaited[[]any](p, fmt.Sprintf("ask(%s, %s, %s)", quoted(tt.method), quoted(tt.address), quoted(tt.body)))
		if int(got[0].(float64)) != response.StatusCode || got[1] != string(body) {
			t.Errorf("%s %s %s: the device answers %v %s, the server %d %s", tt.method, tt.address, tt.body, got[0], got[1], response.StatusCode, body)
		}
	}
}

// TestDeviceHearsWhileItSearches changes the position and asks other things
// while a search that would take minutes goes on.
func TestDeviceHearsWhileItSearches(t *testing.T) {
	p := open(t, desktop, nil)
	p.do(chromedp.Evaluate[chromedp.Void](onDevice))
	p.do(chromedp.Evaluate[chromedp.Void](`analyse({ key: 'a', fen: '', lines: 3 })`))
	p.wait(`heard.some((m) => m.key === 'a' && m.depth > 3 && m.lines.length === 3)`)
	if got := awaited[[]any](p, `ask('GET', '/api/v1/moves', '')`); got[0] != 200.0 {
		t.Errorf("asked while it searches the device answers %v", got)
	}
	if got := awaited[[]any](p, `ask('POST', '/api/v1/game/reply', '{"level":4}')`); got[0] != 200.0 {
		t.Errorf("asked for a reply while it searches the device answers %v", got)
	}
	p.do(chromedp.Evaluate[chromedp.Void](`analyse({ key: 'b', fen: 'W:Wc3:Bd4,f6' })`))
	p.wait(`heard.some((m) => m.key === 'b' && m.lines.length === 1)`)
	if late := eval[[]string](p, `(() => { const keys = heard.map((m) => m.key); return keys.slice(keys.indexOf('b')).filter((key) => key !== 'b'); })()`); len(late) > 0 {
		t.Errorf("after the new position the old one is told of: %q", late)
	}
	p.do(chromedp.Evaluate[chromedp.Void](`analyse({ key: 'c', fen: 'wrong' })`))
	p.wait(`heard.some((m) => m.t === 'error' && m.key === 'c' && m.problem.code === 'bad-fen')`)
	p.do(chromedp.Evaluate[chromedp.Void](`halt()`))
}

// TestWithoutServer goes through the site after its first visit with the line
// cut: a game against the computer, a lesson, an exercise, the editor, analysis.
func TestWithoutServer(t *testing.T) {
	needChromium(t)
	l := newLine(t, newSite(t))
	p := openAt(t, l.url(), learner)
	p.visit(nil)
	p.do(chromedp.Evaluate[chromedp.Void](`caches.open('bolshak-before')`, chromedp.EvalAwaitPromise))
	p.wait(`navigator.serviceWorker.controller !== null`)
	if names := awaited[[]string](p, `caches.keys()`); len(names) != 1 || names[0] == "bolshak-before" {
		t.Errorf("when a version is there the browser keeps %q", names)
	}
	l.cut()
	t.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.faults = slices.DeleteFunc(p.faults, func(fault string) bool {
			return strings.Contains(fault, "net::ERR_") || strings.Contains(fault, "WebSocket connection to")
		})
	})
	p.visit(nil)
	p.key("c", "3", "d", "4")
	p.waitReady(2)
	p.waitText(".without-server", "on this device")

	p.goTo("/learn/man")
	p.shows("phase=ready")
	p.key("c", "3", "b", "2", "\r")
	p.waitText(".note", "A man moves forward only")
	p.goTo("/learn/capture")
	p.shows("phase=ready")
	p.key("\r", "\u0304", "\u0304", "\u0303", "\r")
	p.shows("standing=done")

	p.goTo("/learn/petrov")
	p.shows("phase=ready")
	p.click(".show-me")
	p.shows("turn=1", "phase=ready", "standing=asked")

	x := exercise.All()[0]
	p.goTo("/exercises/" + x.ID)
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
	p.goTo("/exercises")
	p.wait(`document.querySelectorAll('.tiles li').length > 10`)

	p.goTo("/editor?fen=W:Wa1:Bb2,c3")
	p.waitText(".note", "White is blocked")

	p.goTo("/analysis")
	p.click(".engine-on")
	p.wait(`document.querySelector('.pvs .pv') !== null`)
	p.waitText(".engine-speaks", "The engine on this device speaks")
	p.waitText(".engine-state", "This device’s engine")

	// A text in an old encoding is read, and a picture drawn.
	p.do(chromedp.Evaluate[chromedp.Void](`(() => {
		const name = [0xc0, 0xed, 0xed, 0xe0, 0x20, 0xc8, 0xe2, 0xe0, 0xed, 0xee, 0xe2, 0xe0];
		const files = new DataTransfer();
		files.items.add(new File(['[White "', Uint8Array.from(name), '"]\n1.cd4 *'], 'old.pdn'));
		document.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true }));
	})()`))
	p.stored("Анна Иванова")
	p.do(chromedp.Evaluate[chromedp.Void](`(() => {
		const make = URL.createObjectURL;
		window.saved = [];
		URL.createObjectURL = (blob) => (saved.push(blob.type), make.call(URL, blob));
		HTMLAnchorElement.prototype.click = () => saved.push('saved');
	})()`))
	p.click(".picture-svg")
	p.wait(`saved.join() === 'image/svg+xml,saved'`)
	p.click(".picture-png")
	p.wait(`saved.join() === 'image/svg+xml,saved,image/svg+xml,image/png,saved'`)
	p.goTo("/analysis")
	p.stored("Анна Иванова")
	p.here("First position")
	p.waitText(".report-ask", "made by the server")

	// In another language too, although its words were never asked for.
	p.inLanguage("ru")
	p.waitText(".engine-speaks", "Говорит движок на этом устройстве")

	if stored := awaited[[]string](p, `caches.keys().then(([name]) => caches.open(name)).then((store) => store.keys()).then((list) => list.map(({ url }) => url))`); len(stored) < 10 || slices.ContainsFunc(stored, func(url string) bool { return strings.Contains(url, "/api/") }) {
		t.Errorf("the browser keeps %q", stored)
	}

	// The server is back, and answers.
	l.mend()
	p.goTo("/exercises")
	p.wait(`document.querySelectorAll('.tiles li').length > 10`)
	p.wait(`document.querySelector('.without-server').textContent === ''`)
}

// TestEnginePlace chooses the engine of this device where the server is at hand.
func TestEnginePlace(t *testing.T) {
	p := study(t, learner, "/analysis")
	p.waitText(".engine-speaks", "The server’s engine speaks")
	p.pick("select[name=engine-place]", "device")
	p.waitText(".engine-speaks", "The engine on this device speaks")
	p.click(".engine-on")
	p.wait(`document.querySelector('.pvs .pv') !== null`)
	p.goTo("/analysis")
	p.waitText(".engine-speaks", "The engine on this device speaks")
	p.wait(`document.querySelector('.pvs .pv') !== null`)
	p.pick("select[name=engine-place]", "server")
	p.waitText(".engine-speaks", "The server’s engine speaks")
	p.wait(`document.querySelector('.pvs .pv') !== null`)
}

// BenchmarkDevice measures both engines on the same positions, back to back, and
// takes the best of some runs of each, since machines have other work too.
func BenchmarkDevice(b *testing.B) {
	positions := []string{
		draughts.StartFEN,
		"W:Wa1,c1,e1,g1,b2,d2,h2,c3,e3,g3,d4:Bc5,b6,d6,f6,h6,a7,e7,g7,b8,d8,f8",
		"B:Wc1,e1,b2,f2,c3,g3,f4:Bd6,h6,a7,c7,g7,d8,f8",
	}
	const depth, runs = 17, 5
	for _, fen := range positions {
		b.Run(fen, func(b *testing.B) {
			req, problem := desk.NewRequest("", fen, "", 1, depth)
			if problem != nil {
				b.Fatal(problem)
			}
			p := open(b, desktop, nil)
			p.do(chromedp.Evaluate[chromedp.Void](onDevice))
			native := engine.New(engine.Options{HashMB: 32, Tables: endgame.Default()})
			var here, there float64
			for key := 0; key < runs || key < b.N; key++ {
				native.NewGame()
				began := time.Now()
				var found desk.Analysis
				desk.Search(context.Background(), native, endgame.Default(), req, func(m desk.Message) { found = m.Found })
				here = max(here, float64(found.Nodes)/time.Since(began).Seconds())
				p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`analyse({ key: '%d', fen: %q, depth: %d })`, key, fen, depth)))
				p.wait(fmt.Sprintf(`heard.some((m) => m.key === '%d' && m.done)`, key))
				there = max(there, eval[float64](p, fmt.Sprintf(`heard.findLast((m) => m.key === '%d' && m.nps > 0).nps`, key)))
			}
			b.ReportMetric(here/1e6, "Mnodes/s-here")
			b.ReportMetric(there/1e6, "Mnodes/s-browser")
			b.ReportMetric(there/here, "ratio")
		})
	}
}
