package server

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
)

// line is a way to a site that can be cut and mended.
type line struct {
	listener net.Listener
	target   string

	mu    sync.Mutex
	cutUp bool
	conns map[net.Conn]bool
}

func newLine(t *testing.T, site string) *line {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &line{listener: listener, target: strings.TrimPrefix(site, "http://"), conns: map[net.Conn]bool{}}
	t.Cleanup(func() {
		_ = listener.Close()
		l.cut()
	})
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go l.carry(conn)
		}
	}()
	return l
}

func (l *line) url() string { return "http://" + l.listener.Addr().String() }

func (l *line) carry(from net.Conn) {
	to, err := net.Dial("tcp", l.target)
	if err != nil {
		_ = from.Close()
		return
	}
	l.mu.Lock()
	l.conns[from], l.conns[to] = true, true
	isCut := l.cutUp
	l.mu.Unlock()
	var both sync.WaitGroup
	if !isCut {
		both.Go(func() { _, _ = io.Copy(to, from); _ = to.Close() })
		both.Go(func() { _, _ = io.Copy(from, to); _ = from.Close() })
	}
	both.Wait()
	_, _ = from.Close(), to.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.conns, from)
	delete(l.conns, to)
}

// cut breaks every connection, and those to come.
func (l *line) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cutUp = true
	for conn := range l.conns {
		_ = conn.Close()
	}
}

func (l *line) mend() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cutUp = false
}

// goTo opens an address of the site.
func (p *tab) goTo(path string) {
	p.t.Helper()
	p.do(chromedp.Navigate(p.base + path))
	p.wait(`['ready', 'thinking'].includes(document.querySelector('#app')?.dataset.phase)`)
}

// pick chooses an entry of a select.
func (p *tab) pick(css, value string) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`(() => {
		const pick = document.querySelector(%q);
		if (pick === null) return false;
		pick.value = %q;
		pick.dispatchEvent(new Event('change'));
		return pick.value === %[2]q;
	})()`, css, value))
}

// fill writes a text into a field, in the place of what was there.
func (p *tab) fill(css, text string) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`(() => {
		const field = document.querySelector(%q);
		if (field === null) return false;
		field.focus();
		field.select();
		document.execCommand('insertText', false, %q);
		field.dispatchEvent(new Event('change'));
		return field.value === %[2]q;
	})()`, css, text))
}

// path returns where the window is.
func (p *tab) path() string {
	p.t.Helper()
	return eval[string](p, `location.pathname`)
}

// inGame waits until a game is on the board and returns its id.
func (p *tab) inGame() string {
	p.t.Helper()
	p.wait(`location.pathname.startsWith('/game/') && document.querySelector('main.live') !== null && ['ready', 'thinking'].includes(document.querySelector('#app').dataset.phase) && document.querySelector('#app').dataset.line === 'up'`)
	return strings.TrimPrefix(p.path(), "/game/")
}

// plies waits until so many plies are shown and nothing is on its way.
func (p *tab) plies(n int) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`document.querySelectorAll('.move:not(.none)').length === %d`, n))
}

// typeMove types a move and its Enter.
func (p *tab) typeMove(text string) {
	p.t.Helper()
	p.key(strings.Split(text, "")...)
	p.key("\r")
}

// makeSeat opens the dialogue of seats from the front page, fills it in and ends it.
func (p *tab) makeSeat(button string, fill func()) {
	p.t.Helper()
	p.goTo("/")
	if p.width < 700 {
		p.click(".tabs button:nth-child(3)")
	}
	p.click(button)
	p.wait(`document.querySelector('dialog.seat').open`)
	fill()
	p.click(".make-seat")
}

// match is a live game in two windows, followed by the rules of package draughts.
type match struct {
	t     *testing.T
	id    string
	sides [2]*tab // by color
	game  *draughts.Game
}

// newMatch lets the second window take up the first one's invitation.
func newMatch(t *testing.T, host, guest *tab, fill func()) *match {
	t.Helper()
	host.makeSeat(".play-friend", fill)
	host.wait(`location.pathname.startsWith('/seat/')`)
	guest.goTo(host.path())
	guest.click(".join")
	m := &match{t: t, id: guest.inGame()}
	if got := host.inGame(); got != m.id {
		t.Fatalf("the host came to game %s, the guest to %s", got, m.id)
	}
	m.sides = [2]*tab{host, guest}
	if eval[string](host, `document.querySelector('#app').dataset.you`) == "black" {
		m.sides = [2]*tab{guest, host}
	}
	m.read()
	return m
}

// view is what the test reads of a game.
type view struct {
	Start   string `json:"start"`
	History []struct {
		Text string `json:"text"`
	} `json:"history"`
	Terms struct {
		Opening *struct{ Table, Code string } `json:"opening"`
	} `json:"terms"`
	Clock struct{ White, Black int64 } `json:"clock"`
}

// read takes the game from the server.
func (m *match) read() view {
	m.t.Helper()
	response, err := http.Get(m.sides[0].base + "/api/v1/games/" + m.id)
	if err != nil {
		m.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var v view
	if err := json.NewDecoder(response.Body).Decode(&v); err != nil {
		m.t.Fatal(err)
	}
	start, err := draughts.ParsePosition(v.Start)
	if err != nil {
		m.t.Fatal(err)
	}
	m.game = draughts.NewGame(start, draughts.FMJD64)
	for _, played := range v.History {
		if err := m.game.PlayText(played.Text); err != nil {
			m.t.Fatal(err)
		}
	}
	return v
}

func (m *match) mover() *tab { return m.sides[m.game.Position().Turn()] }

func (m *match) text(move draughts.Move) string {
	return draughts.Notation{Exact: true}.Format(m.game.Position(), move)
}

// play plays a move in the window of the side to move and waits for it in both.
func (m *match) play(move draughts.Move) {
	m.t.Helper()
	p, text := m.mover(), m.text(move)
	p.wait(`document.querySelector('#app').dataset.phase === 'ready'`)
	p.typeMove(text)
	m.played(move)
}

func (m *match) played(move draughts.Move) {
	m.t.Helper()
	if err := m.game.Play(move); err != nil {
		m.t.Fatal(err)
	}
	for _, side := range m.sides {
		side.plies(m.game.Plies())
	}
}

// trap finds a quiet way into a capture of several pieces: a move, an answer to
// it, and the one capture of so many that then can be played.
func trap(g *draughts.Game) (move, answer, capture draughts.Move, ok bool) {
	p := g.Position()
	for move := range p.Moves() {
		after := p.PlayUnchecked(move)
		for answer := range after.Moves() {
			then := after.PlayUnchecked(answer)
			for capture := range then.Moves() {
				if capture.Captured.Count() < 2 {
					continue
				}
				alone := 0
				for other := range then.Moves() {
					if other.From == capture.From && other.To == capture.To {
						alone++
					}
				}
				if alone == 1 {
					return move, answer, capture, true
				}
			}
		}
	}
	return move, answer, capture, false
}

// TestTwoBrowsersPlayATimedGame plays a game from a drawn opening to its end: a
// move is taken back, one window loses its line and comes back, and a capture of
// several pieces is made ready before the opponent has moved.
func TestTwoBrowsersPlayATimedGame(t *testing.T) {
	needChromium(t)
	site := newSite(t)
	still := desktop
	still.still = true
	way := newLine(t, site)
	a, b := openAt(t, site, still), openAt(t, way.url(), still)
	m := newMatch(t, a, b, func() {
		a.pick("dialog.seat [name=clock]", "fischer")
		a.fill("dialog.seat [name=minutes]", "4")
		a.fill("dialog.seat [name=seconds]", "2")
		a.pick("dialog.seat [name=start]", "drawn")
		a.pick("dialog.seat [name=table]", "fmjd64")
	})
	v := m.read()
	if v.Terms.Opening == nil || v.Terms.Opening.Code == "" {
		t.Fatal("no opening was drawn")
	}
	for _, side := range m.sides {
		side.waitText(".terms", "FMJD-64, "+v.Terms.Opening.Code)
		side.plies(m.game.Plies())
	}

	// A move is asked back and given back.
	strong := engine.New(engine.Options{})
	best := func() draughts.Move {
		t.Helper()
		found, err := strong.Best(a.ctx, m.game, engine.Limits{Depth: 7})
		if err != nil {
			t.Fatal(err)
		}
		return found.PV[0]
	}
	for range 4 {
		m.play(best())
	}
	plies := m.game.Plies()
	asker, giver := m.sides[1-m.game.Position().Turn()], m.mover()
	asker.click(".take-back")
	giver.waitText(".asking", "May the opponent take the move back?")
	giver.click(".asking .yes")
	for _, side := range m.sides {
		side.plies(plies - 1)
	}
	if v := m.read(); v.Clock.White > 5*60_000 || v.Clock.Black > 5*60_000 {
		t.Errorf("after the take-back the clocks show %d and %d ms", v.Clock.White, v.Clock.Black)
	}
	m.play(best())

	// One window loses its line, moves all the same, and comes back.
	for m.mover() != b {
		m.play(best())
	}
	way.cut()
	b.waitText(".headline", "The line is broken")
	move := best()
	b.typeMove(m.text(move))
	way.mend()
	m.played(move)
	b.wait(`document.querySelector('#app').dataset.line === 'up'`)
	b.mu.Lock()
	b.faults = nil // the browser tells of the cut line
	b.mu.Unlock()

	// A capture of several pieces is made ready.
	for n := 0; ; n++ {
		move, answer, capture, ok := trap(m.game)
		if !ok {
			if n == 60 {
				t.Fatal("no capture of several pieces came up")
			}
			m.play(best())
			continue
		}
		owner := m.mover()
		m.play(move)
		owner.wait(`document.querySelector('#app').dataset.phase === 'thinking'`)
		owner.tap(capture.From.String())
		after := m.game.Position().PlayUnchecked(answer)
		for _, square := range after.Routes(capture)[0][1:] {
			owner.tap(square.String())
		}
		owner.waitText(".asking", "Ready: "+capture.From.String())
		m.mover().typeMove(m.text(answer))
		if err := m.game.Play(answer); err != nil {
			t.Fatal(err)
		}
		m.played(capture)
		break
	}

	// And so to the end.
	for m.game.Outcome().Reason == draughts.NotOver {
		m.play(best())
	}
	outcome := m.game.Outcome()
	for _, side := range m.sides {
		side.wait(`document.querySelector('#app').dataset.over === 'true'`)
		if outcome.Article != "" {
			side.waitText(".note", outcome.Article)
		}
	}
	m.sides[0].click(".rematch")
	m.sides[1].waitText(".asking", "Another game?")
	m.sides[1].click(".asking .yes")
	for _, side := range m.sides {
		side.wait(`location.pathname !== '/game/` + m.id + `'`)
		side.inGame()
	}
	t.Log(m.game.Plies(), "plies", outcome)
}
