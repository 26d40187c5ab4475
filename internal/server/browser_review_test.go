package server

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
)

const (
	arrowUp    = "\u0304"
	arrowDown  = "\u0301"
	arrowLeft  = "\u0302"
	arrowRight = "\u0303"
)

// read puts a game of others on the board.
func (p *tab) read(text string, plies int) {
	p.t.Helper()
	p.paste(text)
	p.waitReady(plies)
}

// at waits until the position after so many plies is shown.
func (p *tab) at(headline, square, label string) {
	p.t.Helper()
	p.waitText(".headline", headline)
	if got := p.label(square); got != label {
		p.t.Errorf("at %q %s is %q, want %q", headline, square, got, label)
	}
}

const fivePlies = "1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 *"

func TestStepsByMouse(t *testing.T) {
	p := open(t, desktop, nil)
	p.read(fivePlies, 5)
	p.at("First position", "c3", "c3, white man")
	p.click(".steps .next")
	p.at("1. c3-d4", "d4", "d4, white man")
	p.click(".steps .last")
	p.at("3. c3-b4", "b4", "b4, white man")
	p.click(".steps .previous")
	p.at("2… f6-g5", "c3", "c3, white man")
	p.click(`[data-ply="2"]`)
	p.at("1… d6-c5", "c5", "c5, black man")
	p.click(".steps .first")
	p.at("First position", "f6", "f6, black man")
}

func TestStepsByKeyboard(t *testing.T) {
	p := open(t, desktop, nil)
	p.read(fivePlies, 5)
	p.do(chromedp.Focus(chromedp.CSS(".scroll [tabindex=\"0\"]")))
	focused := func(want string) {
		t.Helper()
		p.wait(`document.activeElement.dataset.ply === '` + want + `'`)
	}
	p.key(arrowRight)
	p.at("1. c3-d4", "d4", "d4, white man")
	focused("1")
	p.key(arrowDown)
	p.at("2. b2-c3", "c3", "c3, white man")
	focused("3")
	p.key("\u0305") // End
	p.at("3. c3-b4", "b4", "b4, white man")
	focused("5")
	p.key(arrowLeft, arrowUp)
	p.at("1… d6-c5", "c5", "c5, black man")
	p.key("\u0306") // Home
	p.at("First position", "c3", "c3, white man")
	if got := eval[int](p, `document.querySelectorAll('.scroll [tabindex="0"]').length`); got != 1 {
		t.Errorf("%d moves are stops of the Tab key, want 1", got)
	}
	p.do(chromedp.Focus(chromedp.CSS(`[data-square][tabindex="0"]`)))
	before := eval[string](p, `document.activeElement.dataset.square`)
	p.key(arrowRight)
	p.wait(`document.activeElement.dataset.square !== '` + before + `'`)
	p.at("First position", "c3", "c3, white man")
}

func TestLookingBackPlaysNothing(t *testing.T) {
	p := open(t, desktop, nil)
	p.key("c", "3", "d", "4")
	p.waitReady(2)
	moves := p.moves()
	p.click(".steps .first")
	p.at("First position", "c3", "c3, white man")
	p.tap("c3", "b4")
	p.waitText(".note", "You are looking back")
	p.key("e", "3", "f", "4", "\r")
	p.waitText(".note", "You are looking back")
	if got := p.moves(); got != moves {
		t.Errorf("moves %q became %q", moves, got)
	}
	p.click(".to-game")
	p.waitText(".headline", "You")
	if got := p.label("d4"); got != "d4, white man" && !strings.HasPrefix(got, "d4, white man") {
		t.Errorf("back in the game d4 is %q", got)
	}
}

func TestStepsWhileTheComputerThinks(t *testing.T) {
	p := open(t, desktop, from("W:Wa1,c1,e1,g1,b2,d2,f2,h2,c3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8", "level", "10"))
	p.key("c", "3", "d", "4")
	p.wait(`document.querySelector('#app').dataset.phase === 'thinking'`)
	p.click(".steps .first")
	p.at("First position", "c3", "c3, white man")
	p.waitReady(2)
	p.at("First position", "c3", "c3, white man")
	p.click(".to-game")
	p.waitText(".headline", "You")
}

func TestPlayOnFromHere(t *testing.T) {
	p := open(t, desktop, nil)
	p.read(fivePlies, 5)
	p.click(`[data-ply="3"]`)
	p.click(".play-on")
	p.wait(`document.activeElement.matches('.as-black')`)
	p.click(".asking .plain")
	p.click(".play-on")
	p.click(".as-white")
	p.waitReady(4)
	if got, want := p.moves(), "c3-d4 d6-c5 b2-c3"; !strings.HasPrefix(got, want) {
		t.Errorf("moves %q, want %q and one more", got, want)
	}
	p.waitText(".table", "Computer")
	p.waitText(".headline", "You")
	p.click(".setup .link")
	p.waitReady(5)
	p.waitText(".headline", "3. c3-b4")
}

func TestPlayOnInOnesOwnGame(t *testing.T) {
	p := open(t, desktop, nil)
	p.key("c", "3", "d", "4")
	p.waitReady(2)
	moves := p.moves()
	p.click(".steps .first")
	p.click(".play-on")
	p.click(".as-white")
	p.waitReady(0)
	p.waitText(".headline", "Your move")
	p.click(".setup .link")
	p.waitReady(2)
	if got := p.moves(); got != moves {
		t.Errorf("brought back are the moves %q, want %q", got, moves)
	}
}

func TestExport(t *testing.T) {
	folder := t.TempDir()
	p := open(t, desktop, nil)
	_, err := chromedp.CallBrowser(p.ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior:         "allow",
		DownloadPath:     folder,
		BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID,
	})
	if err != nil {
		t.Fatal(err)
	}
	p.paste(twoGames)
	p.click(".games > li:first-child .game")
	p.waitReady(4)
	for name, want := range map[string]string{"bolshak.pdn": "{к городской}", "bolshak.svg": "<svg ", "bolshak.png": "PNG"} {
		p.click(map[string]string{"bolshak.pdn": ".save-pdn", "bolshak.svg": "a[download$=svg]", "bolshak.png": "a[download$=png]"}[name])
		if got := waitFile(t, p, filepath.Join(folder, name)); !strings.Contains(got, want) {
			t.Errorf("%s is %.200q, want %q in it", name, got, want)
		}
	}
}

// waitFile returns what is in a file as soon as the browser has written it.
func waitFile(t *testing.T, p *tab, name string) string {
	t.Helper()
	for {
		body, err := os.ReadFile(name)
		if err == nil && len(body) > 0 {
			return string(body)
		}
		p.do(chromedp.Evaluate[chromedp.Void](`new Promise((resolve) => setTimeout(resolve, 20))`, chromedp.EvalAwaitPromise))
	}
}
