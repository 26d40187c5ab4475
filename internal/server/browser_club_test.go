package server

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/bolshak-draughts/bolshak/draughts"
)

var phone = screen{width: 360, height: 740, touch: true, still: true}

// quick fills in a casual game from a position, the host playing White.
func quick(p *tab, fen string) func() {
	return func() {
		p.click("dialog.seat .usual button:nth-child(1)")
		p.click("dialog.seat .pick-color label:nth-child(1)")
		if fen != "" {
			p.pick("dialog.seat [name=start]", "position")
			p.fill("dialog.seat [name=fen]", fen)
		}
	}
}

// touchTap taps squares with a finger.
func (p *tab) touchTap(squares ...string) {
	p.t.Helper()
	for _, square := range squares {
		p.touchDrag(square, square)
	}
}

// TestPhonePlaysByTouch plays a live game on a phone with a finger: drags, taps,
// a chain of captures, and a move that is made ready and let go of.
func TestPhonePlaysByTouch(t *testing.T) {
	needChromium(t)
	site := newSite(t)
	still := desktop
	still.still = true
	p, other := openAt(t, site, phone), openAt(t, site, still)
	m := newMatch(t, p, other, quick(p, "W:Wc3,g1,e1:Bf6,g7,a7"))
	wide := `document.documentElement.scrollWidth > innerWidth`
	if eval[bool](p, wide) {
		t.Error("the page is wider than the phone")
	}
	p.touchDrag("c3", "d4")
	p.plies(1)
	if y := eval[float64](p, `scrollY`); y != 0 {
		t.Errorf("the drag scrolled the page by %v", y)
	}
	// A move is made ready by taps, and let go of with its button.
	p.wait(`document.querySelector('#app').dataset.phase === 'thinking'`)
	p.touchTap("g1", "f2")
	p.waitText(".asking", "Ready: g1-f2")
	p.click(".cancel-premove")
	p.wait(`document.querySelector('.asking') === null && document.querySelector('.way') === null`)
	// The next one is made ready as a drag that goes on: it will be a capture of two.
	p.touchDrag("d4", "f6")
	p.touchDrag("f6", "h8")
	p.waitText(".asking", "Ready: d4-f6-h8")
	other.typeMove("f6d4") // no move: it stands before the man, not behind it
	other.waitText(".note", "not a legal move")
	other.key("\x1b")
	other.typeMove("f6e5")
	for _, side := range m.sides {
		side.plies(3)
		if got, want := side.moves(), "c3-d4 f6-e5 d4:f6:h8"; got != want {
			t.Errorf("moves %q, want %q", got, want)
		}
	}
	for _, tab := range []string{"2", "3", "1"} {
		p.click(".tabs button:nth-child(" + tab + ")")
		if eval[bool](p, wide) {
			t.Errorf("with tab %s the page is wider than the phone", tab)
		}
	}
}

// TestKeyboardPlaysALiveGame needs no pointer from the lobby to the result.
func TestKeyboardPlaysALiveGame(t *testing.T) {
	needChromium(t)
	site := newSite(t)
	still := desktop
	still.still = true
	p, other := openAt(t, site, still), openAt(t, site, still)
	p.goTo("/")
	focus := func(css string) { p.do(chromedp.Focus(chromedp.CSS(css))) }
	focus(".create-seat")
	p.key("\r")
	p.wait(`document.querySelector('dialog.seat').open`)
	focus("dialog.seat .usual button:nth-child(2)")
	p.key(" ")
	focus("dialog.seat [name=color][value=white]")
	p.key(" ")
	p.pick("dialog.seat [name=start]", "position")
	p.fill("dialog.seat [name=fen]", "W:Wc3,e3,Ka1:Bf6,h8,e7")
	focus(".make-seat")
	p.key("\r")
	p.waitText(".seats", "You wait")
	other.goTo("/")
	other.waitText(".seats", "5 min + 3 s")
	other.click(".seats .join")
	p.inGame()
	other.inGame()

	heard := func(part string) {
		t.Helper()
		p.waitText("[aria-live=polite]", part)
	}
	p.cursorTo("e3")
	p.key("\r")
	p.cursorTo("d4")
	p.key("\r")
	p.plies(1)
	heard("White: e3 to d4")
	other.waitText(".headline", "Your move")
	p.key("h", "8") // a move made ready is typed with its Enter
	p.key("\r")
	p.waitText(".note", "h8 is not a move")
	other.typeMove("f6g5")
	heard("Black: f6 to g5")
	p.plies(2)
	p.key("t")
	heard("Black: 5:")
	p.key("p")
	heard("king a1")
	p.key("l")
	heard("Black: f6 to g5")
	p.typeMove("c3b4")
	p.plies(3)
	other.typeMove("e7d6")
	p.plies(4)
	p.key("z")
	p.wait(`getComputedStyle(document.querySelector('.right')).display === 'none'`)
	p.key("z")
	other.click(".resign")
	other.click(".asking .yes")
	p.waitText(".headline", "White wins")
	p.waitText(".note", "Black resigned")
}

// TestSeatDialog makes seats of every kind and looks at how they are told.
func TestSeatDialog(t *testing.T) {
	needChromium(t)
	site := newSite(t)
	p, other := openAt(t, site, desktop), openAt(t, site, desktop)
	other.goTo("/")
	other.waitText(".seats", "Nobody is waiting")
	for _, tt := range []struct {
		name string
		fill func()
		want []string
	}{
		{"delay", func() {
			p.pick("dialog.seat [name=clock]", "delay")
			p.fill("dialog.seat [name=minutes]", "7.5")
			p.fill("dialog.seat [name=seconds]", "5")
		}, []string{"7 min 30 s, delay 5 s", "casual"}},
		{"moves", func() {
			p.pick("dialog.seat [name=clock]", "moves")
			p.fill("dialog.seat [name=minutes]", "45")
			p.fill("dialog.seat [name=moves]", "45")
			p.fill("dialog.seat [name=again]", "15")
			p.pick("dialog.seat [name=rules]", "fshr")
		}, []string{"45 moves in 45 min, then 15 min", "FSHR (Russia)"}},
		{"days", func() {
			p.pick("dialog.seat [name=clock]", "days")
			p.fill("dialog.seat [name=days]", "3")
			p.click("dialog.seat .pick-color label:nth-child(3)")
		}, []string{"3 days a move", "plays Black"}},
		{"none", func() {
			p.pick("dialog.seat [name=clock]", "none")
			p.click("dialog.seat [name=offers]")
		}, []string{"No clock", "club draw offers"}},
		{"micro-match", func() {
			p.click("dialog.seat .usual button:nth-child(3)")
			p.pick("dialog.seat [name=start]", "drawn")
			p.pick("dialog.seat [name=table]", "idf64")
			p.click("dialog.seat [name=micro]")
		}, []string{"10 min + 5 s", "drawn from IDF-64", "micro-match"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p.makeSeat(".create-seat", tt.fill)
			for _, want := range tt.want {
				other.waitText(".seats li", want)
			}
			p.waitText(".seats li.mine", tt.want[0])
			p.click(".seats .withdraw")
			other.waitText(".seats", "Nobody is waiting")
		})
	}
	p.makeSeat(".create-seat", func() {
		p.pick("dialog.seat [name=start]", "position")
		p.fill("dialog.seat [name=fen]", "W:Wc3,c3:Bd4")
	})
	p.waitText(".seat .refusal", "The seat was not opened: a game cannot be played on these terms")
	p.forgive("422")
	p.key("\x1b")

	// The computer sits down at once.
	p.makeSeat(".create-seat", func() {
		p.pick("dialog.seat [name=start]", "usual")
		p.click("dialog.seat .pick-who label:nth-child(3)")
		p.click("dialog.seat .pick-color label:nth-child(1)")
	})
	p.inGame()
	p.waitText(".table", "Computer, 5")
	p.typeMove("c3d4")
	p.plies(2)
}

// TestMicroMatchShowsItsScore plays the two games of a micro-match by resigning.
func TestMicroMatchShowsItsScore(t *testing.T) {
	needChromium(t)
	site := newSite(t)
	a, b := openAt(t, site, desktop), openAt(t, site, desktop)
	m := newMatch(t, a, b, func() {
		a.click("dialog.seat .usual button:nth-child(1)")
		a.pick("dialog.seat [name=start]", "entry")
		a.pick("dialog.seat [name=table]", "idf150")
		a.fill("dialog.seat [name=code]", "1-II")
		a.click("dialog.seat [name=micro]")
	})
	v := m.read()
	a.waitText(".micro", "Micro-match, game 1")
	for m.game.Plies() < len(v.History)+2 {
		for move := range m.game.Position().Moves() {
			m.play(move)
			break
		}
	}
	loser := m.sides[draughts.Black]
	loser.click(".resign")
	loser.click(".asking .yes")
	first := m.id
	for _, side := range m.sides {
		side.wait(`location.pathname !== '/game/` + first + `'`)
		side.inGame()
		side.waitText(".micro", "Micro-match, game 2")
		side.waitText(".terms", v.Terms.Opening.Code)
	}
	if got := loser.text(".micro .score"); !strings.Contains(got, " 0 : 2 ") {
		t.Errorf("the loser of the first game sees the score %q", got)
	}
}

// TestTalkAndWatch lets a third person watch, talk and be muted.
func TestTalkAndWatch(t *testing.T) {
	needChromium(t)
	site := newSite(t)
	a, b, c := openAt(t, site, desktop), openAt(t, site, desktop), openAt(t, site, desktop)
	m := newMatch(t, a, b, quick(a, ""))
	c.goTo("/game/" + m.id)
	c.waitText(".deeds", "You are watching")
	a.waitText(".spectators", "1 person is watching")
	a.typeMove("c3d4")
	c.plies(1)
	c.tap("f6")
	if got := c.inHand(); got != "" {
		t.Errorf("a watcher holds %s", got)
	}
	a.fill(".say input", "Добрый вечер")
	a.click(".say button")
	b.waitText(".lines", "Добрый вечер")
	b.click(".line .report")
	b.waitText(".toast", "Reported")
	b.click(".mute")
	b.waitText(".lines", "The chat is muted")
	b.reload()
	b.inGame()
	b.waitText(".lines", "The chat is muted")

	// A second window of the same player stays in step.
	ctx, cancel := chromedp.NewContext(a.ctx)
	defer cancel()
	second := &tab{t: t, ctx: ctx, base: a.base}
	second.do(chromedp.EmulateViewport(1120, 700))
	second.goTo("/game/" + m.id)
	second.plies(1)
	b.typeMove("d6c5")
	second.plies(2)
	second.typeMove("b2c3")
	a.plies(3)
	b.click(".offer-draw")
	second.waitText(".asking", "A draw?")
	second.click(".asking .decline")
	b.click(".offer-draw")
	b.waitText(".note", "One offer until the opponent has made a move")
	a.wait(`document.querySelector('.asking') === null`)
	b.typeMove("b6a5")
	second.plies(4)
	a.typeMove("d4b6")
	b.plies(5)
	b.click(".offer-draw")
	a.click(".asking .yes")
	for _, p := range []*tab{a, b, c, second} {
		p.waitText(".headline", "A draw")
		p.waitText(".note", "by agreement")
	}
}

// TestMovesAreConfirmed asks before a live move is sent, where the user wants it.
func TestMovesAreConfirmed(t *testing.T) {
	needChromium(t)
	site := newSite(t)
	a, b := openAt(t, site, desktop), openAt(t, site, desktop)
	newMatch(t, a, b, quick(a, ""))
	a.click(".open-settings")
	a.click("dialog.settings input[name=confirm]")
	a.escapeDialog()
	// The move is undone while its piece is still on the way. A timer as long as
	// the way, set later, ends later.
	eval[bool](a, `new MutationObserver((_, observer) => {
		const undo = document.querySelector('.unplay');
		if (!undo) return;
		observer.disconnect();
		undo.click();
		setTimeout(() => document.body.dataset.walked = '', 180);
	}).observe(document.body, { childList: true, subtree: true }) ?? true`)
	a.key("c", "3", "d", "4")
	a.wait(`'walked' in document.body.dataset && !document.querySelector('.asking')`)
	if got := a.label("c3"); got != "c3, white man" {
		t.Errorf("after undoing c3 is %q", got)
	}
	a.tap("e3", "f4")
	a.waitText(".asking", "Play e3-f4?")
	a.wait(`document.activeElement.matches('.confirm')`)
	// Letting go of everything does not answer the question.
	a.key("\x1b")
	a.waitText(".asking", "Play e3-f4?")
	a.do(chromedp.Focus(chromedp.CSS(".confirm")))
	a.key("\r")
	b.plies(1)
	if got := b.moves(); got != "e3-f4" {
		t.Errorf("sent was %q", got)
	}
}

// TestAccount makes an account of a guest and uses what it brings.
func TestAccount(t *testing.T) {
	needChromium(t)
	site := newSite(t)
	p := openAt(t, site, desktop)
	p.goTo("/")
	p.click(".site a[href='/account']")
	p.fill(".register [name=new-name]", "Анна")
	p.fill(".register [name=new-word]", "большак a1-h8")
	p.click(".register button")
	p.waitText(".my-name", "Анна")
	p.waitText(".toast", "Welcome, Анна")
	p.fill(".tokens [name=label]", "my bot")
	p.click(".tokens button[type=submit]")
	p.wait(`document.querySelector('[name=fresh-token]')?.value.startsWith('bolshak_')`)
	p.waitText(".token-list", "my bot")
	p.click(".token-list .drop")
	p.wait(`document.querySelector('.token-list li') === null`)
	p.fill(".password [name=old]", "wrong wrong")
	p.fill(".password [name=fresh]", "другой пароль")
	p.click(".password button")
	p.waitText(".password .refusal", "wrong name or password")
	p.forgive("401")
	p.fill(".password [name=old]", "большак a1-h8")
	p.click(".password button")
	p.waitText(".toast", "The password was changed")
	p.click(".links a")
	p.waitText("h1", "Анна")
	p.waitText(".ratings", "No rated games yet")
	p.do(chromedp.NavigateBack())
	p.click(".logout")
	p.fill(".login [name=name]", "анна")
	p.fill(".login [name=word]", "большак a1-h8")
	p.click(".login button")
	p.waitText(".login .refusal", "wrong name or password")
	p.forgive("401")
	p.fill(".login [name=word]", "другой пароль")
	p.click(".login button")
	p.waitText(".my-name", "Анна")

	second := openAt(t, site, desktop)
	second.goTo("/account")
	second.fill(".register [name=new-name]", "Анна")
	second.fill(".register [name=new-word]", "что-нибудь длинное")
	second.click(".register button")
	second.waitText(".register .refusal", "somebody has this name")
	second.forgive("409")
}

// TestArchive plays games to their end and finds them again.
func TestArchive(t *testing.T) {
	needChromium(t)
	site := newSite(t)
	a, b := openAt(t, site, desktop), openAt(t, site, desktop)
	for p, name := range map[*tab]string{a: "Зоя", b: "Лев"} {
		p.goTo("/account")
		p.fill(".register [name=new-name]", name)
		p.fill(".register [name=new-word]", "пароль на восемь")
		p.click(".register button")
		p.waitText(".my-name", name)
	}
	for i := range 2 {
		m := newMatch(t, a, b, quick(a, ""))
		a.typeMove("c3d4")
		b.plies(1)
		b.typeMove("d6c5")
		a.plies(2)
		loser := m.sides[i]
		loser.click(".resign")
		loser.click(".asking .yes")
		a.wait(`document.querySelector('#app').dataset.over === 'true'`)
	}
	c := openAt(t, site, phone)
	c.goTo("/archive")
	lines := func(n int) {
		t.Helper()
		c.wait(fmt.Sprintf(`document.querySelectorAll('.game-line').length === %d`, n))
	}
	lines(2)
	c.fill(".search [name=player]", "Зоя")
	c.pick(".search [name=result]", "win")
	c.click(".find")
	lines(1)
	c.waitText(".game-line", "1–0")
	if got := eval[string](c, `location.search`); !strings.Contains(got, "result=win") {
		t.Errorf("the address keeps %q", got)
	}
	c.fill(".search [name=player]", "никто")
	c.click(".find")
	c.waitText(".found-games", "No game fits")
	c.fill(".search [name=player]", "лев")
	c.pick(".search [name=result]", "")
	c.pick(".search [name=class]", "blitz")
	c.click(".find")
	lines(2)
	if eval[bool](c, `document.documentElement.scrollWidth > innerWidth`) {
		t.Error("the archive is wider than the phone")
	}
	c.click(".game-line")
	c.wait(`document.querySelector('#app').dataset.over === 'true' && document.querySelector('main.live') !== null`)
	c.click(".steps .first")
	c.waitText(".headline", "First position")
	c.click(".steps .next")
	c.at("1. c3-d4", "d4", "d4, white man")
	c.do(chromedp.NavigateBack())
	lines(2)
	c.goTo("/player/" + "Зоя")
	c.waitText(".counts", "1 won")
	c.waitText(".counts", "1 lost")
}

// TestClaimWhenTheOpponentHasGone adds time to the opponent's clock, loses sight
// of the opponent, and claims the game once that has lasted.
func TestClaimWhenTheOpponentHasGone(t *testing.T) {
	needChromium(t)
	var ahead atomic.Int64
	site := newSiteBy(t, func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) })
	a, b := openAt(t, site, desktop), openAt(t, site, desktop)
	newMatch(t, a, b, quick(a, ""))
	a.typeMove("c3d4")
	b.plies(1)
	b.typeMove("d6c5")
	a.plies(2)
	a.click(".add-time")
	a.waitText(".clock.of-black", "3:1")
	a.typeMove("b2c3")
	b.plies(3)
	b.goTo("/archive")
	a.waitText(".note", "The opponent is away. You can claim the game in")
	if got := eval[bool](a, `document.querySelector('.presence:not(.here)') !== null`); !got {
		t.Error("the opponent is still shown as present")
	}
	ahead.Store(int64(70 * time.Second))
	a.goTo(a.path())
	a.waitText(".asking", "The opponent has gone")
	a.click(".claim")
	a.waitText(".headline", "White wins")
	a.waitText(".note", "Black forfeited the game")
}
