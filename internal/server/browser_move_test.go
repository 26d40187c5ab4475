package server

import (
	"strings"
	"testing"
)

func TestCaptureWithTwoRoutes(t *testing.T) {
	p := open(t, desktop, from("W:Wd6:Be7,g7,g5,e5"))
	for _, route := range []string{"d6 f4 h6 f8 d6", "d6 f8 h6 f4 d6"} {
		p.tap(strings.Fields(route)...)
		p.waitReady(1)
		if got, want := p.moves(), "d6:f4:h6:f8:d6"; got != want {
			t.Errorf("by %s the move is %q, want %q", route, got, want)
		}
		if got, want := p.label("d6"), "d6, white king"; got != want {
			t.Errorf("by %s the square is %q, want %q", route, got, want)
		}
		p.click(".take-back")
		p.waitReady(0)
	}
}

func TestPromotionInMidCapture(t *testing.T) {
	p := open(t, desktop, from("W:Wh2:Bd2,e7,g3,g5,g7"))
	if got, want := p.label("h2"), "h2, white man, must take"; got != want {
		t.Errorf("label %q, want %q", got, want)
	}
	p.tap("h2", "e1")
	p.waitReady(1)
	if got, want := p.moves(), "h2:f4:h6:f8:b4:e1"; got != want {
		t.Errorf("move %q, want %q", got, want)
	}
	if got, want := p.label("e1"), "e1, white king"; got != want {
		t.Errorf("label %q, want %q", got, want)
	}
	p.waitText(".note", "Black has no pieces left")
}

func TestCircularCapture(t *testing.T) {
	for _, route := range []string{"e1 h4 d8 a5 e1", "e1 a5 d8 h4 e1"} {
		t.Run(route, func(t *testing.T) {
			p := open(t, desktop, from("W:WKe1:Bc3,c7,f2,f6"))
			squares := strings.Fields(route)
			p.tap(squares[:3]...)
			if got, want := p.label("f2"), "f2, black man, jumped, still blocks"; squares[1] == "h4" && got != want {
				t.Errorf("in the chain f2 is %q, want %q", got, want)
			}
			p.tap(squares[3:]...)
			p.waitReady(1)
			if got, want := p.moves(), "e1:a5:d8:h4:e1"; got != want {
				t.Errorf("move %q, want %q", got, want)
			}
			if got, want := p.label("e1"), "e1, white king"; got != want {
				t.Errorf("label %q, want %q", got, want)
			}
		})
	}
}

func TestAmbiguousEndLegByLeg(t *testing.T) {
	const fen = "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8"
	tests := []struct{ name, taps, move string }{
		{"the short one", "f8 b4 b4", "f8:b4:c5"},
		{"the long one", "f8 b4 h6", "f8:h6:f4:d6:b4"},
		{"the long one by its first landing", "f8 h6", "f8:h6:f4:d6:b4"},
		{"by a landing on the way", "f8 f4", "f8:h6:f4:d6:b4"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := open(t, desktop, from(fen))
			taps := strings.Fields(tt.taps)
			p.tap(taps[:2]...)
			if taps[1] == "b4" {
				p.waitText(".note", "Two ways to b4: f8:b4:c5 or f8:h6:f4:d6:b4")
			}
			p.tap(taps[2:]...)
			p.waitReady(2)
			if got := strings.Fields(p.moves())[0]; got != tt.move {
				t.Errorf("move %q, want %q", got, tt.move)
			}
		})
	}
}

func TestLandingFurtherOnTheWay(t *testing.T) {
	p := open(t, desktop, from("W:WKa1:Bb2,e5,a5"))
	p.tap("a1", "d4", "g7")
	p.waitReady(2)
	if got := strings.Fields(p.moves())[0]; got != "a1:c3:g7" {
		t.Errorf("move %q, want a1:c3:g7", got)
	}
}

func TestRefusedTapsSayWhy(t *testing.T) {
	tests := []struct{ name, fen, taps, note string }{
		{"must take", "W:Wc3,a1,g1:Bd4,h8", "g1", "g1 may not move: c3 must take d4"},
		{"blocked", "W:Wa1,b2,e1:Bh8", "a1", "a1 is blocked"},
		{"not yours", "W:Wa1,e1:Bh8,f6", "h8", "That is Black’s piece"},
		{"no way there", "W:Wc3:Bh8", "c3 c5", "c3 may not go to c5"},
		{"a quiet move when taking is due", "W:Wc3,a1:Bd4,h8", "c3 b4", "c3 may not go to b4: it must take d4"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := open(t, desktop, from(tt.fen))
			p.tap(strings.Fields(tt.taps)...)
			p.waitText(".note", tt.note)
			if got := p.inHand(); got != "" {
				t.Errorf("%s is in the hand", got)
			}
			if role := eval[string](p, `document.querySelector('.note').getAttribute('role')`); role != "status" {
				t.Errorf("the reason is no live region but %q", role)
			}
		})
	}
}

func TestLettingGo(t *testing.T) {
	p := open(t, desktop, from("W:Wc3,g1:Bh8,f8"))
	for _, how := range []struct {
		name string
		do   func()
	}{
		{"Escape", func() { p.key("\x1b") }},
		{"the same piece", func() { p.tap("c3") }},
		{"elsewhere", func() { p.tap("h4") }},
	} {
		p.tap("c3")
		if got := p.inHand(); got != "c3" {
			t.Fatalf("in the hand is %q, want c3", got)
		}
		how.do()
		if got := p.inHand(); got != "" {
			t.Errorf("after %s %s is still in the hand", how.name, got)
		}
	}
	p.tap("c3")
	p.tap("g1")
	if got := p.inHand(); got != "g1" {
		t.Errorf("a tap on another piece left %q in the hand, want g1", got)
	}
}

func TestTypedMoves(t *testing.T) {
	tests := []struct{ name, fen, keys, move string }{
		{"plain", "", "c3d4", "c3-d4"},
		{"dash and enter", "", "c3-d4\r", "c3-d4"},
		{"numbers", "", "22-18", "c3-d4"},
		{"upper case", "", "C3D4", "c3-d4"},
		{"capture", "W:Wc3,a1:Bd4,h8,f8", "c3:e5", "c3:e5"},
		{"capture by numbers", "W:Wc3,a1:Bd4,h8,f8", "22x15\r", "c3:e5"},
		{"whole route", "W:Wh2:Bd2,e7,g3,g5,g7", "h2f4h6f8b4e1", "h2:f4:h6:f8:b4:e1"},
		{"ends", "W:Wh2:Bd2,e7,g3,g5,g7", "h2e1\r", "h2:f4:h6:f8:b4:e1"},
		{"corrected", "", "c3e\bd4", "c3-d4"},
		{"exact", "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8", "f8:b4:c5", "f8:b4:c5"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			query := from(tt.fen)
			if tt.fen == "" {
				query = nil
			}
			p := open(t, desktop, query)
			p.key(strings.Split(tt.keys, "")...)
			p.wait(`document.querySelectorAll('.move').length > 0`)
			if got := strings.Fields(p.moves())[0]; got != tt.move {
				t.Errorf("%q played %q, want %q", tt.keys, got, tt.move)
			}
		})
	}
}

func TestTypedMovesThatFail(t *testing.T) {
	tests := []struct{ keys, note string }{
		{"f8b4\r", "f8b4 can be f8:b4:c5 or f8:h6:f4:d6:b4"},
		{"a3b4\r", "a3b4 is not a legal move here"},
		{"33\r", "33 is not a move; write c3d4 or 22-18"},
		{"f8", "f8…"},
	}
	p := open(t, desktop, from("W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8"))
	for _, tt := range tests {
		p.key("\x1b")
		p.key(strings.Split(tt.keys, "")...)
		p.waitText(".note", tt.note)
	}
	if got := p.moves(); got != "" {
		t.Errorf("moves %q were played", got)
	}
}

func TestDragWithTheMouse(t *testing.T) {
	p := open(t, desktop, from("W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8"))
	p.drag("f8", "e3")
	p.waitText(".note", "f8 may not go to e3: it must take c5 or g7")
	p.drag("a3", "b4")
	p.waitText(".note", "a3 may not move: h4 must take g5; f8 must take c5 or g7")
	p.drag("h4", "b6")
	p.waitReady(2)
	if got := strings.Fields(p.moves())[0]; got != "h4:f6:d4:b6" {
		t.Errorf("move %q, want h4:f6:d4:b6", got)
	}
}

func TestPhone(t *testing.T) {
	p := open(t, screen{width: 360, height: 740, touch: true, still: true}, nil)
	wide := `document.documentElement.scrollWidth > innerWidth`
	if eval[bool](p, wide) {
		t.Error("the page is wider than the phone")
	}
	p.touchDrag("c3", "d4")
	p.waitReady(2)
	if got := strings.Fields(p.moves())[0]; got != "c3-d4" {
		t.Errorf("move %q, want c3-d4", got)
	}
	if y := eval[float64](p, `scrollY`); y != 0 {
		t.Errorf("the drag scrolled the page by %v", y)
	}
	for _, tab := range []string{"2", "3", "1"} {
		p.click(".tabs button:nth-child(" + tab + ")")
		if eval[bool](p, wide) {
			t.Errorf("with tab %s the page is wider than the phone", tab)
		}
	}
	p.file(windows1251(t, twoGames+brokenGame))
	p.wait(`document.querySelector('.games') !== null`)
	for _, css := range []string{".reading", ".games"} {
		if eval[bool](p, `(() => { const e = document.querySelector('`+css+`'); return e.scrollWidth > e.clientWidth; })()`) {
			t.Errorf("%s scrolls sideways", css)
		}
	}
	p.click(".games > li:nth-child(2) .game")
	p.waitReady(9)
	if eval[bool](p, wide) {
		t.Error("with a game of others the page is wider than the phone")
	}
}
