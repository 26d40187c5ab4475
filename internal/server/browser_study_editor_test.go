package server

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// fen waits until the editor's field has a FEN.
func (p *tab) fen(want string) {
	p.t.Helper()
	if _, err := chromedp.Run(p.ctx, chromedp.Poll[bool](`document.querySelector('textarea[name=fen]').value === `+quoted(want), chromedp.WithPollingTimeout(patienceOfTests))); err != nil {
		p.t.Fatalf("the FEN is %q, want %q", eval[string](p, `document.querySelector('textarea[name=fen]').value`), want)
	}
}

// enterFEN writes a FEN into the field.
func (p *tab) enterFEN(text string) {
	p.t.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](`(() => {
		const field = document.querySelector('textarea[name=fen]');
		field.focus();
		field.select();
		document.execCommand('insertText', false, ` + quoted(text) + `);
	})()`))
	p.key("\r")
	p.do(chromedp.Evaluate[chromedp.Void](`document.activeElement.blur()`))
}

func TestEditorByMouse(t *testing.T) {
	p := study(t, desktop, "/editor")
	p.click(".empty")
	p.waitText(".headline", "No legal position")
	p.waitText(".note", "the board is empty")
	p.click("input[value=white-man]")
	p.tap("c3", "e3")
	p.click("input[value=black-king]")
	p.tap("h8")
	p.fen("W:Wc3,e3:BKh8")
	p.waitText(".headline", "A legal position")
	p.drag("c3", "d4")
	p.fen("W:We3,d4:BKh8")
	p.click("input[value=erase]")
	p.tap("e3")
	p.fen("W:Wd4:BKh8")
	p.click("input[name=turn][value=black]")
	p.fen("B:Wd4:BKh8")
	p.click(".mirror")
	p.fen("W:WKa1:Be5")
	p.click(".setup-card .undo")
	p.fen("B:Wd4:BKh8")
	p.pick("select[name=numbering]", "numbers")
	p.fen("B:W18:BK4")
	p.pick("select[name=numbering]", "numbers-a1")
	p.fen("B:W14:BK32")
	p.reload()
	p.fen("B:Wd4:BKh8")
	p.click(".flip")
	p.wait(`document.querySelector('[data-square]').dataset.square === 'g1'`)
	p.click("a.analyse")
	p.here("First position · Black to move")
	if got, want := p.label("h8"), "h8, black king"; got != want && got != want+", must take" {
		t.Errorf("on the analysis board h8 is %q", got)
	}
}

func TestEditorByKeyboard(t *testing.T) {
	p := study(t, desktop, "/editor?fen=W:Wc3:Bf6")
	p.do(chromedp.Focus(chromedp.CSS(`[data-square=c3]`)))
	p.key("k")
	p.fen("W:WKc3:Bf6")
	p.key("2", arrowRight, "\r")
	p.fen("W:WKc3,e3:Bf6")
	p.key("4", arrowRight, " ")
	p.fen("W:WKc3,e3:Bg3,f6")
	p.key(arrowLeft, "\u007f")
	p.wait(`document.activeElement.dataset.square === 'e3'`)
	p.key("b")
	p.waitText(".player.to-move", "Black")
	p.key("z", "z", "z", "z", "z", "z", "z")
	p.fen("W:Wc3:Bf6")
	p.do(chromedp.Focus(chromedp.CSS(`[data-square=c3]`)))
	p.key("1", "\r", arrowUp, "\r")
	p.fen("W:Wd4:Bf6")
}

func TestEditorFaults(t *testing.T) {
	p := study(t, desktop, "/editor")
	for _, tt := range []struct{ fen, fault string }{
		{"W:Wc3,c3:Bf6", "Character 7: “c3” is taken already"},
		{"W:Wc3,b1x:Bf6", "Character 7: “b1x” is no square"},
		{"W:Wd3:Bf6", "Character 4: “d3” is a light square"},
		{"c3,f6", "does not say who is to move"},
		{"W:Wc3:Xf6", "“Xf6” is no side"},
		{"W:W33:B1", "Character 4: “33” is no square"},
	} {
		p.enterFEN(tt.fen)
		p.waitText("#fen-fault", tt.fault)
	}
	p.enterFEN(" b : w 21-23, K32 : B 1 .")
	p.fen("B:WKg1,a3,c3,e3:Bb8")
	p.waitText("#fen-fault", "")
}

func TestEditorForgivesComposers(t *testing.T) {
	p := study(t, desktop, "/editor?fen=W:Wb8,c3:Bf6")
	p.waitText(".headline", "No legal position")
	p.waitText(".note", "a white man where it would be a king: b8")
	if !eval[bool](p, `document.querySelector('.copy-fen').disabled && document.querySelector('a.analyse').getAttribute('href') === null`) {
		t.Error("a position that is none can be taken away")
	}
	p.click("input[name=forgive]")
	p.waitText(".headline", "Allowed for composers")
	p.wait(`document.querySelector('a.play-computer').getAttribute('href')?.includes('forgive=true')`)
	if !eval[bool](p, `!document.querySelector('.copy-fen').disabled && ['.analyse', '.picture-png'].every((name) => document.querySelector('a' + name).getAttribute('href').includes('forgive=true'))`) {
		t.Error("what is forgiven cannot be taken away")
	}
	if !eval[bool](p, `document.querySelector('.play-friend').disabled && document.querySelector('a.to-table').getAttribute('href') === null`) {
		t.Error("what is forgiven can be played with others, or looked up")
	}
	p.reload()
	p.waitText(".headline", "Allowed for composers")
	p.enterFEN("W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3,d4:Bh8")
	p.waitText(".note", "more than 12 white pieces")
	p.enterFEN("W:Wa1:Bb2,c3")
	p.waitText(".headline", "A legal position, but the game is over")
	p.waitText(".note", "White is blocked")
}

// TestForgivenIsAnalysed takes a position that only composers allow to the
// analysis board, where the engine looks at it, moves are played and kept, and a
// link brings all of it back.
func TestForgivenIsAnalysed(t *testing.T) {
	p := study(t, desktop, "/editor?fen=W:Wb8,c3:Bf6,h8&forgive=true")
	p.wait(`document.querySelector('a.analyse').getAttribute('href') !== null`)
	p.click("a.analyse")
	p.here("First position · White to move")
	p.click(".engine-on")
	p.wait(`document.querySelector('.pvs .pv') !== null`)
	p.key("c", "3", "d", "4")
	p.here("1. c3-d4")
	p.stored("W:Wc3,b8:Bf6,h8")
	p.do(chromedp.Evaluate[chromedp.Void](`navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }`))
	p.click(".copy-link")
	p.wait(`window.copied?.includes('/analysis#pdn=')`)
	link := eval[string](p, `window.copied`)
	p.goTo("/analysis?fen=W:Wc3:Bd6")
	p.here("First position · White to move")
	p.goTo(strings.TrimPrefix(link, p.base))
	p.here("1. c3-d4")
	if got, want := p.label("b8"), "b8, white man"; got != want {
		t.Errorf("b8 is %q, want %q", got, want)
	}
	p.wait(`document.querySelector('a.edit').getAttribute('href').includes('forgive=true')`)
	p.goTo("/analysis?fen=W:Wb8,c3:Bf6")
	p.waitText(".note", "not a legal position")
	p.forgive("the server responded with a status of 422")
}

// TestForgivenIsPlayed plays such a position against the computer.
func TestForgivenIsPlayed(t *testing.T) {
	p := study(t, desktop, "/editor?fen=W:Wb8,c3:Bf6,h8&forgive=true")
	p.wait(`document.querySelector('a.play-computer').getAttribute('href') !== null`)
	p.click("a.play-computer")
	p.wait(`location.pathname === '/' && document.querySelector('#app').dataset.phase === 'ready'`)
	p.key("c", "3", "d", "4")
	p.waitReady(2)
	p.reload()
	p.waitReady(2)
	if got, want := p.label("b8"), "b8, white man"; got != want {
		t.Errorf("b8 is %q, want %q", got, want)
	}
}

func TestEditorLeadsOn(t *testing.T) {
	p := study(t, desktop, "/editor?fen=B:Wc3,e3:Bf6,h8,g7,b8")
	p.wait(`document.querySelector('a.play-computer')?.getAttribute('href')?.includes('side=black')`)
	p.click(".play-friend")
	p.wait(`document.querySelector('dialog.seat').open && document.querySelector('dialog.seat input[name=fen]').value === 'B:Wc3,e3:Bf6,g7,b8,h8'`)
	p.key("\x1b")
	p.click("a.play-computer")
	p.wait(`location.pathname === '/' && document.querySelector('#app').dataset.phase === 'ready'`)
	if got, want := p.label("f6"), "f6, black man"; got != want {
		t.Errorf("f6 is %q, want %q", got, want)
	}
	picture := eval[int](p, `(() => { const r = new XMLHttpRequest(); r.open('GET', '/api/v1/diagram.svg?fen=W:Wb8,c3:Bf6&forgive=true', false); r.send(); return r.status; })()`)
	if picture != 200 {
		t.Errorf("a picture of what is forgiven is answered by %d", picture)
	}
}
