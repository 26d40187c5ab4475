package server

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
)

// mirror follows the game on the page by the rules of package draughts.
type mirror struct {
	*tab
	game *draughts.Game
}

// sync plays what the page shows beyond what is known, and fails at an illegal move.
func (m *mirror) sync() {
	m.t.Helper()
	shown := strings.Fields(m.moves())
	for _, text := range shown[m.game.Plies():] {
		if err := m.game.PlayText(text); err != nil {
			m.t.Fatalf("the page shows the moves %q: %v", shown, err)
		}
	}
}

// playOut plays the user's side, White, with a strong engine until the game on
// the page is over.
func (m *mirror) playOut(play func(draughts.Move)) {
	m.t.Helper()
	strong := engine.New(engine.Options{})
	for m.game.Outcome().Reason == draughts.NotOver {
		best, err := strong.Best(m.ctx, m.game, engine.Limits{Depth: 9})
		if err != nil {
			m.t.Fatal(err)
		}
		plies := m.game.Plies()
		play(best.PV[0])
		m.wait(fmt.Sprintf(`(() => {
			const { phase, over } = document.querySelector('#app').dataset;
			const plies = document.querySelectorAll('.move').length;
			return phase === 'ready' && (plies === %d || over === 'true');
		})()`, plies+2))
		m.sync()
	}
	outcome := m.game.Outcome()
	want := map[draughts.Color]string{
		draughts.White:   "White wins",
		draughts.Black:   "Black wins",
		draughts.NoColor: "A draw",
	}[outcome.Winner]
	if got := m.text(".headline"); got != want {
		m.t.Errorf("the page says %q at the end, want %q (%v)", got, want, outcome)
	}
	if got := m.text(".note"); outcome.Article != "" && !strings.Contains(got, outcome.Article) {
		m.t.Errorf("the page says %q at the end, want the article %s", got, outcome.Article)
	}
}

// inHand returns the square of the piece in the hand, "" if there is none.
func (p *tab) inHand() string {
	p.t.Helper()
	return eval[string](p, `document.querySelector('[aria-selected=true]')?.dataset.square ?? ''`)
}

// walk plays a move by pressing its squares until it is played.
func (m *mirror) walk(move draughts.Move, press func(square string)) {
	m.t.Helper()
	press(move.From.String())
	route := m.game.Position().Routes(move)[0]
	if m.inHand() != move.From.String() {
		m.t.Fatalf("%v was not taken in the hand in %v: %q", move.From, m.game.Position(), m.note())
	}
	for _, square := range route[1:] {
		press(square.String())
		if at := m.inHand(); at != "" && at != square.String() {
			press(square.String()) // the first press told that it was not enough
		}
		if m.inHand() == "" {
			return
		}
	}
	m.t.Fatalf("the move %v was walked and not played in %v: %q", route, m.game.Position(), m.note())
}

func TestWholeGameByMouse(t *testing.T) {
	if testing.Short() {
		t.Skip("a whole game takes its time")
	}
	still := desktop
	still.still = true
	p := open(t, still, from(draughts.StartFEN))
	m := &mirror{p, draughts.NewGame(draughts.Start(), draughts.FMJD64)}
	m.playOut(func(move draughts.Move) {
		m.walk(move, func(square string) { p.tap(square) })
	})
	t.Log(m.moves(), m.game.Outcome())
}

func TestWholeGameByKeyboard(t *testing.T) {
	const fen = "W:Wa1,c1,e1,g1,c3,e3:Bb6,d6,a7,c7,h8"
	start, err := draughts.ParsePosition(fen)
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, desktop, from(fen))
	m := &mirror{p, draughts.NewGame(start, draughts.FMJD64)}
	typed := false
	m.playOut(func(move draughts.Move) {
		typed = !typed
		if typed {
			p.key(strings.Split(draughts.Notation{Exact: true}.Format(m.game.Position(), move), "")...)
			p.key("\r")
			return
		}
		m.walk(move, func(square string) {
			p.cursorTo(square)
			p.key("\r")
		})
	})
	t.Log(m.moves(), m.game.Outcome())
}

// cursorTo walks to a square with the arrow keys.
func (p *tab) cursorTo(square string) {
	p.t.Helper()
	const up, down, left, right = "\u0304", "\u0301", "\u0302", "\u0303"
	place := func(name string) (file, rank int) { return int(name[0]-'a') / 2, int(name[1] - '1') }
	file, rank := place(square)
	for range 16 {
		at := eval[string](p, `document.querySelector('[data-square][tabindex="0"]').dataset.square`)
		switch f, r := place(at); {
		case r < rank:
			p.key(up)
		case r > rank:
			p.key(down)
		case f < file:
			p.key(right)
		case f > file:
			p.key(left)
		default:
			return
		}
	}
	p.t.Fatalf("the arrow keys do not lead to %s", square)
}
