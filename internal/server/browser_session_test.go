package server

import (
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	cdpnetwork "github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

func (p *tab) reload() {
	p.t.Helper()
	p.do(chromedp.Reload())
	p.wait(`document.querySelector('#app')?.dataset.phase === 'ready'`)
}

func TestReloadGoesOn(t *testing.T) {
	p := open(t, desktop, nil)
	p.key("c", "3", "d", "4")
	p.waitReady(2)
	moves := p.moves()
	p.reload()
	if got := p.moves(); got != moves {
		t.Errorf("after a reload the moves are %q, want %q", got, moves)
	}
}

func TestReloadWhileTheComputerThinks(t *testing.T) {
	p := open(t, desktop, from("W:Wa1,c1,e1,g1,b2,d2,f2,h2,c3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8", "level", "10"))
	p.key("c", "3", "d", "4")
	p.wait(`document.querySelector('#app').dataset.phase === 'thinking'`)
	p.do(chromedp.Reload())
	p.waitReady(2)
	if got := strings.Fields(p.moves())[0]; got != "c3-d4" {
		t.Errorf("after a reload the first move is %q, want c3-d4", got)
	}
}

func TestTakeBack(t *testing.T) {
	p := open(t, desktop, nil)
	if !eval[bool](p, `document.querySelector('.take-back').disabled`) {
		t.Error("a move can be taken back before there is one")
	}
	p.key("c", "3", "d", "4")
	p.waitReady(2)
	p.click(".take-back")
	p.waitReady(0)
	if got, want := p.label("c3"), "c3, white man"; got != want {
		t.Errorf("label %q, want %q", got, want)
	}
}

func TestTakeBackWhileTheComputerThinks(t *testing.T) {
	p := open(t, desktop, from("W:Wa1,c1,e1,g1,b2,d2,f2,h2,c3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8", "level", "10"))
	p.key("c", "3", "d", "4")
	p.wait(`document.querySelector('#app').dataset.phase === 'thinking'`)
	p.tap("b2")
	p.waitText(".note", "It is Black’s turn")
	p.click(".take-back")
	p.waitReady(0)
}

func TestResign(t *testing.T) {
	p := open(t, desktop, nil)
	p.click(".resign")
	p.click(".asking button:last-child")
	if got := p.text(".headline"); got != "Your move" {
		t.Errorf("after 'no' the page says %q", got)
	}
	p.click(".resign")
	p.click(".controls .danger")
	p.waitText(".headline", "Black wins")
	p.waitText(".note", "White resigned")
	p.reload()
	p.waitText(".note", "White resigned")
	p.click(".take-back")
	p.waitText(".headline", "Your move")
}

func TestNewGameAsBlackAndBack(t *testing.T) {
	p := open(t, desktop, nil)
	p.key("c", "3", "d", "4")
	p.waitReady(2)
	moves := p.moves()
	p.click("input[value=black]")
	p.click(".setup .new-game")
	p.waitReady(1)
	first := eval[string](p, `document.querySelector('[data-square]').dataset.square`)
	if first != "g1" {
		t.Errorf("with Black the upper left dark square is %s, want g1", first)
	}
	p.click(".setup .link")
	p.waitReady(2)
	if got := p.moves(); got != moves {
		t.Errorf("the game before had the moves %q, brought back are %q", moves, got)
	}
}

func TestCopy(t *testing.T) {
	p := open(t, desktop, from("W:Wc3,e1:Bd4,f8,h8"))
	for _, name := range []string{"clipboard-read", "clipboard-write"} {
		_, err := chromedp.CallBrowser(p.ctx, browser.SetPermission, browser.SetPermissionParams{
			Permission:       &browser.PermissionDescriptor{Name: name},
			Setting:          "granted",
			BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID,
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	clipboard := func() string {
		t.Helper()
		text, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](`navigator.clipboard.readText()`, chromedp.EvalAwaitPromise))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	p.click(".copy-fen")
	p.waitText(".toast", "Copied")
	if got, want := clipboard(), "W:We1,c3:Bd4,f8,h8"; got != want {
		t.Errorf("copied FEN %q, want %q", got, want)
	}
	p.tap("c3", "e5")
	p.waitReady(2)
	p.click(".copy-pdn")
	p.waitText(".toast", "Copied")
	got := clipboard()
	for _, want := range []string{`[GameType "25`, `[FEN "W:We1,c3:Bd4,f8,h8"]`, `[White "You"]`, `[Black "Bolshak, Newcomer"]`, "1. c3:e5 "} {
		if !strings.Contains(got, want) {
			t.Errorf("the copied PDN lacks %s:\n%s", want, got)
		}
	}
}

func TestBadLink(t *testing.T) {
	p := open(t, desktop, nil)
	p.key("c", "3", "d", "4")
	p.waitReady(2)
	moves := p.moves()
	p.visit(from("W:Wc3,c3:Bd4"))
	p.waitText(".note", "The position in the link cannot be set up")
	if got := p.moves(); got != moves {
		t.Errorf("the bad link changed the moves from %q to %q", moves, got)
	}
	p.forgive("422")
}

func TestLinkAsBlack(t *testing.T) {
	p := open(t, desktop, from("B:Wc3,e3:Bf6,h6", "side", "black"))
	p.waitText(".note", "Position from a link")
	p.tap("h6", "g5")
	p.waitReady(2)
	if got := eval[string](p, `location.search`); got != "" {
		t.Errorf("the address still has %q: a reload would begin anew", got)
	}
}

func TestDrawCounts(t *testing.T) {
	p := open(t, desktop, from("W:WKc1,Kd2,Kg1:BKa1", "level", "1"))
	p.waitText(".counters", "Draw in 5 moves")
	p.waitText(".counters", "FMJD-64, 7.2.7")
	p.waitText(".note", "three pieces against a lone king on the main road")
}

func TestLanguage(t *testing.T) {
	p := open(t, desktop, nil)
	p.click(".open-settings")
	p.do(chromedp.SendKeys(chromedp.CSS("select"), "Р"))
	p.waitText(".headline", "Ваш ход")
	p.reload()
	p.waitText(".headline", "Ваш ход")
	if got := eval[string](p, `document.documentElement.lang`); got != "ru" {
		t.Errorf("the page is in %q", got)
	}
	if got, want := p.label("c3"), "c3, белая простая"; got != want {
		t.Errorf("label %q, want %q", got, want)
	}
}

func TestSettingsStay(t *testing.T) {
	p := open(t, desktop, nil)
	p.click(".flip")
	p.click(".open-settings")
	p.click("input[name=numbers]")
	p.click("input[value=slate]")
	p.click("input[name=scheme][value=dark]")
	p.key("\x1b")
	p.reload()
	if got := eval[string](p, `document.querySelector('[data-square]').dataset.square`); got != "g1" {
		t.Errorf("the board is not turned: its first square is %s", got)
	}
	if got, want := p.label("c3"), "22, white man"; got != want {
		t.Errorf("label %q, want %q", got, want)
	}
	if !eval[bool](p, `document.querySelector('.table .board.slate') !== null && document.documentElement.dataset.scheme === 'dark'`) {
		t.Error("the colours did not stay")
	}
}

func TestTwoTabs(t *testing.T) {
	p := open(t, desktop, nil)
	ctx, cancel := chromedp.NewContext(p.ctx)
	defer cancel()
	second := &tab{t: t, ctx: ctx, base: p.base}
	second.do(chromedp.EmulateViewport(1440, 900))
	second.visit(nil)
	p.key("c", "3", "d", "4")
	p.waitReady(2)
	second.waitReady(2)
	if a, b := p.moves(), second.moves(); a != b {
		t.Errorf("one tab shows %q, the other %q", a, b)
	}
	second.click(".take-back")
	second.waitReady(0)
	p.waitReady(0)
	second.key("e", "3", "f", "4")
	second.waitReady(2)
	p.waitReady(2)
	if a, b := p.moves(), second.moves(); a != b || !strings.HasPrefix(a, "e3-f4") {
		t.Errorf("one tab shows %q, the other %q", a, b)
	}
}

func TestServerRestart(t *testing.T) {
	needChromium(t)
	site, err := New(Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := site.Close(); err != nil {
			t.Error(err)
		}
	})
	serve := func(address string) (string, *http.Server) {
		t.Helper()
		listener, err := net.Listen("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		srv := &http.Server{Handler: site.Handler(), ReadHeaderTimeout: time.Second}
		go func() { _ = srv.Serve(listener) }()
		t.Cleanup(func() { _ = srv.Close() })
		return listener.Addr().String(), srv
	}
	address, srv := serve("127.0.0.1:0")
	p := openAt(t, "http://"+address, desktop)
	p.do(command(cdpnetwork.SetBypassServiceWorker, cdpnetwork.SetBypassServiceWorkerParams{Bypass: true}))
	p.visit(nil)
	if err := srv.Close(); err != nil {
		t.Fatal(err)
	}
	p.key("c", "3", "d", "4")
	p.waitText(".headline", "The server does not answer")
	serve(address)
	p.waitReady(2)
	p.forgive("ERR_CONNECTION_REFUSED")
}

func TestStoredGamesThatAreBroken(t *testing.T) {
	stored := func(moves string) string {
		return `{"revision":"x","start":"","moves":` + moves + `,"side":"white","level":1}`
	}
	tests := []struct {
		name, stored string
		refused      bool
		moves        int
	}{
		{"no JSON", `{`, false, 0},
		{"another shape", `{"moves":[1]}`, false, 0},
		{"an illegal move", stored(`[{"from":"c3","to":"d4","captured":[]},{"from":"d6","to":"e5","captured":[]},{"from":"a1","to":"a3","captured":[]}]`), true, 2},
		{"a bad start", `{"revision":"x","start":"W:","moves":[],"side":"white","level":1}`, true, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := open(t, desktop, nil)
			p.do(chromedp.Evaluate[chromedp.Void](`localStorage.setItem('bolshak.game', ` + strconv.Quote(tt.stored) + `)`))
			p.reload()
			p.waitReady(tt.moves)
			if tt.refused {
				p.waitText(".note", "The server refused the game")
				p.forgive("422")
			}
			p.waitText(".headline", "You")
		})
	}
}
