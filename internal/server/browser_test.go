package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdplog "github.com/chromedp/cdproto/log"
	cdpnetwork "github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// chromium is one browser for all tests of the page; each test has a window of
// its own with its own storage.
var chromium struct {
	once sync.Once
	ctx  context.Context
	err  error
	stop func()
}

var errNoChromium = errors.New("no Chromium on this machine, so the page cannot be tried")

// shared is one site for all tests that keep their game in the browser.
var shared struct {
	once sync.Once
	site *Server
	host *httptest.Server
	err  error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if chromium.stop != nil {
		chromium.stop()
	}
	if shared.host != nil {
		shared.host.Close()
		_ = shared.site.Close() // the tests are over
	}
	os.Exit(code)
}

func startChromium() {
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		chromium.err = errNoChromium
		return
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.NoSandbox,
		chromedp.Flag("disable-gpu", true),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
	)
	alloc, stopAlloc := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stopBrowser := chromedp.NewContext(alloc)
	chromium.ctx, chromium.err = ctx, chromedp.Do(ctx)
	chromium.stop = func() {
		stopBrowser()
		stopAlloc()
	}
}

// tab is a window of the browser, with its own storage, at a site.
type tab struct {
	t    testing.TB
	ctx  context.Context
	base string
	screen

	mu     sync.Mutex
	faults []string
}

type screen struct {
	width, height int64
	touch, dark   bool
	// still asks the page for no motion.
	still bool
}

var desktop = screen{width: 1120, height: 700}

// needChromium starts the browser, or skips the test where there is none. The
// test then runs beside others, since it mostly waits.
func needChromium(t testing.TB) {
	t.Helper()
	if t, ok := t.(*testing.T); ok {
		t.Parallel()
	}
	chromium.once.Do(startChromium)
	if errors.Is(chromium.err, errNoChromium) && os.Getenv("CI") == "" {
		t.Skip(chromium.err)
	} else if chromium.err != nil {
		t.Fatal(chromium.err)
	}
}

// open opens the front page of the shared site in a new window. When the test
// ends it fails if the page complained or asked another host for anything. Such
// tests are about the page; -short, with which the race detector looks at the
// server, leaves them out and keeps those with sites of their own.
func open(t testing.TB, s screen, query url.Values) *tab {
	t.Helper()
	if testing.Short() {
		t.Skip("the page is tried without -short")
	}
	needChromium(t)
	shared.once.Do(func() {
		if shared.site, shared.err = New(Config{Logger: slog.New(slog.DiscardHandler)}); shared.err == nil {
			shared.host = httptest.NewServer(shared.site.Handler())
		}
	})
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	p := openAt(t, shared.host.URL, s)
	p.visit(query)
	return p
}

// newSite starts a site of its own for a test and returns its address.
func newSite(t testing.TB) string {
	t.Helper()
	return newSiteBy(t, nil)
}

// newSiteBy does the same for a site whose games go by another clock.
func newSiteBy(t testing.TB, now func() time.Time) string {
	t.Helper()
	site, err := New(Config{Logger: slog.New(slog.DiscardHandler), Now: now})
	if err != nil {
		t.Fatal(err)
	}
	host := httptest.NewServer(site.Handler())
	t.Cleanup(func() {
		host.CloseClientConnections()
		host.Close()
		if err := site.Close(); err != nil {
			t.Error(err)
		}
	})
	return host.URL
}

func openAt(t testing.TB, base string, s screen) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(chromium.ctx, chromedp.WithNewBrowserContext())
	ctx, stop := context.WithTimeout(ctx, 3*time.Minute)
	p := &tab{t: t, ctx: ctx, base: base, screen: s}
	t.Cleanup(func() {
		stop()
		cancel()
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, fault := range p.faults {
			t.Error(fault)
		}
	})
	if err := chromedp.Listen(ctx, p.watch); err != nil {
		t.Fatal(err)
	}
	scheme, motion := "light", "no-preference"
	if s.dark {
		scheme = "dark"
	}
	if s.still {
		motion = "reduce"
	}
	view := []chromedp.EmulateViewportOption{}
	if s.touch {
		view = append(view, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	p.do(
		chromedp.EmulateViewport(s.width, s.height, view...),
		command(emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}),
		command(cdpnetwork.Enable, cdpnetwork.EnableParams{}),
		command(cdplog.Enable, cdp.Empty{}),
		command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: motion}},
		}),
	)
	return p
}

func command[P, R any](c cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, c, params)
		return err
	})
}

// watch notes complaints of the page and requests that leave it.
func (p *tab) watch(event any) {
	switch e := event.(type) {
	case *cdpnetwork.EventRequestWillBeSent:
		own := strings.HasPrefix(e.Request.URL, p.base+"/")
		ofBrowser := strings.HasPrefix(e.Request.URL, "about:") || strings.HasPrefix(e.Request.URL, "data:") || // such as the sign of a date field
			strings.HasPrefix(e.Request.URL, "blob:"+p.base+"/") // made by the page itself
		if !own && !ofBrowser {
			p.fault("the page asked for " + e.Request.URL)
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" {
			p.fault(fmt.Sprintf("console %s: %v", e.Type, e.Args))
		}
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
		p.fault("uncaught: " + text)
	case *cdplog.EventEntryAdded:
		if e.Entry.Level == "error" || e.Entry.Level == "warning" {
			p.fault("browser log: " + e.Entry.Text + " " + e.Entry.URL)
		}
	}
}

func (p *tab) fault(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults = append(p.faults, text)
}

// forgive forgets the complaints so far that contain a text, and fails without any.
func (p *tab) forgive(text string) {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	var kept []string
	for _, fault := range p.faults {
		if !strings.Contains(fault, text) {
			kept = append(kept, fault)
		}
	}
	if len(kept) == len(p.faults) {
		p.t.Errorf("no complaint %q among %q", text, p.faults)
	}
	p.faults = kept
}

func (p *tab) visit(query url.Values) {
	p.t.Helper()
	address := p.base + "/"
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	p.do(chromedp.Navigate(address))
	p.wait(`document.querySelector('#app')?.dataset.phase === 'ready'`)
}

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.t.Fatal(err)
	}
}

func eval[T any](p *tab, expression string) T {
	p.t.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// wait waits until an expression is true in the page.
func (p *tab) wait(expression string) {
	p.t.Helper()
	if _, err := chromedp.Run(p.ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(40*time.Second))); err != nil {
		status, _ := chromedp.Run(p.ctx, chromedp.Evaluate[string](`document.querySelector('.status')?.innerText ?? 'no page'`))
		p.t.Fatalf("waiting for %s: %v; the page says %q", expression, err, status)
	}
}

func (p *tab) text(css string) string {
	p.t.Helper()
	return eval[string](p, fmt.Sprintf(`document.querySelector(%q)?.textContent ?? ''`, css))
}

func (p *tab) waitText(css, part string) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`document.querySelector(%q)?.textContent.includes(%q)`, css, part))
}

// waitReady waits until it is the user's turn again, or the game is over, after so many plies.
func (p *tab) waitReady(plies int) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`document.querySelector('#app').dataset.phase === 'ready' && document.querySelectorAll('.move:not(.none)').length === %d`, plies))
}

func (p *tab) moves() string {
	p.t.Helper()
	return eval[string](p, `[...document.querySelectorAll('.move')].map((m) => m.textContent).join(' ')`)
}

func (p *tab) note() string {
	p.t.Helper()
	return p.text(".note")
}

func (p *tab) label(square string) string {
	p.t.Helper()
	return eval[string](p, fmt.Sprintf(`document.querySelector('[data-square=%s]').getAttribute('aria-label')`, square))
}

func (p *tab) click(css string) {
	p.t.Helper()
	p.do(chromedp.Click(chromedp.CSS(css), chromedp.NodeVisible))
}

// escapeDialog closes the dialogue that is open and waits until the page hears
// keys again.
func (p *tab) escapeDialog() {
	p.t.Helper()
	p.key("\x1b")
	p.wait(`document.querySelector('dialog[open]') === null`)
}

func (p *tab) key(keys ...string) {
	p.t.Helper()
	for _, k := range keys {
		p.do(chromedp.KeyEvent(k))
	}
}

// centre returns the middle of a square in the window.
func (p *tab) centre(square string) (x, y float64) {
	p.t.Helper()
	at := eval[[]float64](p, fmt.Sprintf(`(() => {
		const box = document.querySelector('[data-square=%s]').getBoundingClientRect();
		return [box.x + box.width / 2, box.y + box.height / 2];
	})()`, square))
	return at[0], at[1]
}

// tap clicks squares with the mouse, one after the other.
func (p *tab) tap(squares ...string) {
	p.t.Helper()
	for _, square := range squares {
		x, y := p.centre(square)
		p.do(chromedp.MouseClickXY(x, y))
	}
}

// drag drags a piece with the mouse.
func (p *tab) drag(from, to string) {
	p.t.Helper()
	x1, y1 := p.centre(from)
	x2, y2 := p.centre(to)
	p.do(chromedp.DragAndDropXY(x1, y1, x2, y2, 5))
}

// touchDrag drags a piece with a finger.
func (p *tab) touchDrag(from, to string) {
	p.t.Helper()
	x1, y1 := p.centre(from)
	x2, y2 := p.centre(to)
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) chromedp.Action[chromedp.Void] {
		return command(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	}
	steps := []chromedp.Action[chromedp.Void]{touch("touchStart", &input.TouchPoint{X: x1, Y: y1})}
	for i := 1.0; i <= 5; i++ {
		steps = append(steps, touch("touchMove", &input.TouchPoint{X: x1 + (x2-x1)*i/5, Y: y1 + (y2-y1)*i/5}))
	}
	p.do(append(steps, touch("touchEnd"))...)
}

// from is the address query of a position.
func from(fen string, more ...string) url.Values {
	query := url.Values{"fen": {fen}, "level": {"1"}}
	for i := 0; i+1 < len(more); i += 2 {
		query.Set(more[i], more[i+1])
	}
	return query
}
