package server

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/bolshak-draughts/bolshak/pdn"
)

func TestStudyTreeByMouse(t *testing.T) {
	p := study(t, desktop, "/analysis")
	p.tap("c3", "d4")
	p.here("1. c3-d4")
	p.tap("d6", "c5")
	p.here("1… d6-c5")
	p.click(".steps .previous")
	p.here("1. c3-d4")
	p.drag("f6", "g5")
	p.here("1… f6-g5")
	p.tap("b2", "c3")
	p.lines("1. c3-d4 d6-c5 (1… f6-g5 2. b2-c3)")

	p.click(".glyph:nth-child(5)")
	p.lines("1. c3-d4 d6-c5 (1… f6-g5 2. b2-c3!?)")
	p.click(".promote")
	p.lines("1. c3-d4 f6-g5 (1… d6-c5) 2. b2-c3!?")
	p.click(`.variation .move`)
	p.here("1… d6-c5")
	p.click(".to-main")
	p.lines("1. c3-d4 d6-c5 (1… f6-g5 2. b2-c3!?)")
	p.click(`.variation .move`)
	p.here("1… f6-g5")
	p.click(".remove")
	p.here("1. c3-d4")
	p.lines("1. c3-d4 d6-c5")
	p.click(".tree-deeds .undo")
	p.here("1… f6-g5")
	p.lines("1. c3-d4 d6-c5 (1… f6-g5 2. b2-c3!?)")

	p.do(chromedp.SendKeys(chromedp.CSS(".comment-field textarea"), "Городская партия"))
	p.lines("1. c3-d4 d6-c5 (1… f6-g5 {Городская партия} 2. b2-c3!?)")
	p.stored("Городская партия")
	p.reload()
	p.here("1… f6-g5")
	p.lines("1. c3-d4 d6-c5 (1… f6-g5 {Городская партия} 2. b2-c3!?)")
	if got, want := p.label("g5"), "g5, black man"; got != want {
		t.Errorf("after a reload g5 is %q, want %q", got, want)
	}
}

func TestStudyTreeByKeyboard(t *testing.T) {
	p := study(t, desktop, "/analysis")
	p.key("c", "3", "d", "4")
	p.here("1. c3-d4")
	p.key("d", "6", "c", "5")
	p.here("1… d6-c5")
	p.key(arrowLeft)
	p.here("1. c3-d4")
	p.key("f", "6", "g", "5")
	p.here("1… f6-g5")
	p.lines("1. c3-d4 d6-c5 (1… f6-g5)")
	p.key(arrowUp)
	p.here("1… d6-c5")
	p.key(arrowDown)
	p.here("1… f6-g5")
	p.key("\u0306") // Home
	p.here("First position")
	p.key("\u0305") // End
	p.here("1… d6-c5")

	// In the list the focus goes along; on the board arrows move its cursor.
	p.do(chromedp.Focus(chromedp.CSS(`.tree [tabindex="0"]`)))
	p.key(arrowLeft)
	p.here("1. c3-d4")
	p.wait(`document.activeElement.textContent === 'c3-d4'`)
	if got := eval[int](p, `document.querySelectorAll('.tree [tabindex="0"]').length`); got != 1 {
		t.Errorf("%d moves are stops of the Tab key, want 1", got)
	}
	p.do(chromedp.Focus(chromedp.CSS(`[data-square][tabindex="0"]`)))
	p.key(arrowRight)
	p.here("1. c3-d4")

	// A piece is moved with the cursor alone.
	p.do(chromedp.Focus(chromedp.CSS(`[data-square=h6]`)))
	p.key("\r")
	p.do(chromedp.Focus(chromedp.CSS(`[data-square=g5]`)))
	p.key("\r")
	p.here("1… h6-g5")
}

// annotated has lines, comments, marks, circles and arrows.
const annotated = `[White "Ivanov"]
[Black "Petrov"]
[Event "A \"friendly\" game"]
[Result "1-0"]
[GameType "25,W,8,8,A0,0"]

{Before the game.} 1. c3-d4! {[%csl Gd4,Yh8][%cal Rd4c5,Be3f4] The centre} d6-c5
(1... f6-g5?! 2. b2-c3 (2. d4-c5 {sharp} b6xd4 3. e3xc5 $14) 2... g5-h4) (1... b6-a5
{quiet}) 2. b2-c3 f6-g5 3. c3-b4 {a brace [%char 7D] in it} g5-h4 1-0
`

func TestStudyRoundTrip(t *testing.T) {
	p := study(t, desktop, "/analysis")
	p.importStudy(annotated)
	p.lines("{Before the game.} 1. c3-d4! {The centre} 1… d6-c5 (1… f6-g5?! 2. b2-c3 (2. d4-c5 {sharp} 2… b6:d4 3. e3:c5) 2… g5-h4) (1… b6-a5 {quiet}) 2. b2-c3 f6-g5 3. c3-b4 {a brace } in it} 3… g5-h4")
	p.waitText(".table", "Ivanov")
	p.click(`.tree .move`)
	p.here("1. c3-d4!")
	p.waitText(".note", "The centre")
	p.wait(`document.querySelectorAll('.shapes .shape').length === 4 && document.querySelectorAll('.shapes .red .head').length === 1 && document.querySelectorAll('.shapes .yellow circle.stroke').length === 1`)

	read := func(text string) *pdn.Game {
		t.Helper()
		for g, err := range pdn.Read(strings.NewReader(text), pdn.Options{}) {
			if err != nil || g.Err() != nil {
				t.Fatalf("%v, %v in\n%s", err, g.Err(), text)
			}
			return g
		}
		t.Fatalf("there is no game in %q", text)
		return nil
	}
	written := p.stored("Ivanov")
	if !pdn.Equal(read(annotated), read(written)) {
		t.Errorf("read\n%s\nwritten\n%s", annotated, written)
	}
	p.reload()
	p.here("1. c3-d4!")
	p.click(".steps .next")
	p.here("1… d6-c5")
	if again := p.stored("Ivanov"); again != written {
		t.Errorf("read again\n%s\nwant\n%s", again, written)
	}

	// The address has the whole study, and the position that is shown.
	p.do(chromedp.Evaluate[chromedp.Void](`navigator.clipboard.writeText = async (text) => void (window.copied = text)`))
	p.click(".copy-link")
	p.wait(`window.copied?.includes('#pdn=')`)
	link := eval[string](p, `window.copied`)
	if len(link) > 1000 {
		t.Errorf("the link has %d characters", len(link))
	}
	p.click(".new-study")
	p.here("First position")
	p.lines("")
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(link))
	p.here("1… d6-c5")
	p.stored("Ivanov")
	if path := eval[string](p, `location.pathname + location.hash`); path != "/analysis" {
		t.Errorf("the address is still %q: a reload would begin anew", path)
	}
	p.click(".steps .first")
	p.here("First position")
	p.waitText(".note", "Before the game.")
}

func TestStudyPrevious(t *testing.T) {
	p := study(t, desktop, "/analysis")
	p.key("c", "3", "d", "4")
	p.here("1. c3-d4")
	p.stored("c3-d4")
	p.goTo("/analysis?fen=" + "W:Wa1:BKh8")
	p.here("First position")
	p.waitText(".text", "king h8")
	p.click(".previous-study")
	p.here("1. c3-d4")
	p.goTo("/analysis?fen=W:Wa2")
	p.waitText(".note", "The study could not be opened")
	p.forgive("422")
}

func TestStudyDrawing(t *testing.T) {
	p := study(t, desktop, "/analysis")
	right := func(from, to string) {
		x1, y1 := p.centre(from)
		x2, y2 := p.centre(to)
		mouse := func(kind input.DispatchMouseEventType, x, y float64, buttons int64) chromedp.Action[chromedp.Void] {
			return command(input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: "right", Buttons: buttons, ClickCount: 1})
		}
		p.do(mouse("mousePressed", x1, y1, 2), mouse("mouseMoved", x2, y2, 2), mouse("mouseReleased", x2, y2, 0))
	}
	right("c3", "e5")
	p.wait(`document.querySelectorAll('.shapes .green .head').length === 1`)
	right("d4", "d4")
	p.wait(`document.querySelectorAll('.shapes .green circle.stroke').length === 1`)
	p.stored("[%csl Gd4][%cal Gc3e5]")
	right("d4", "d4")
	p.wait(`document.querySelectorAll('.shapes circle.stroke').length === 0`)

	// The pen draws by keys; pieces stay where they are.
	p.click(".pen.blue")
	p.do(chromedp.Focus(chromedp.CSS(`[data-square=a3]`)))
	p.key("\r")
	p.do(chromedp.Focus(chromedp.CSS(`[data-square=b4]`)))
	p.key("\r")
	p.stored("Ba3b4")
	p.key("\x1b")
	p.wait(`document.querySelector('.pen.blue').getAttribute('aria-pressed') === 'false'`)
	p.tap("a3", "b4")
	p.here("1. a3-b4")
	p.wait(`document.querySelectorAll('.shapes .shape').length === 0`)
	p.click(".steps .first")
	p.here("First position")
	p.click(".wipe")
	p.wait(`document.querySelectorAll('.shapes .shape').length === 0`)
}

// TestStudyGoesOnAfterADraw plays on where a draw rule has ended the game.
func TestStudyGoesOnAfterADraw(t *testing.T) {
	p := study(t, desktop, "/analysis?fen=W:WKa1:BKb8:H9")
	p.typeMove("a1b2")
	p.here("1. a1-b2")
	p.waitText(".note", "A draw")
	p.waitText(".note", "7.2.8")
	p.typeMove("b8a7")
	p.here("1… b8-a7")
	p.typeMove("b2a1")
	p.here("2. b2-a1")
}
