package server

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/bolshak-draughts/bolshak/internal/server/stateless"
)

// brokenGame has an illegal move on its fourth line.
const brokenGame = `
[White "Смирнов"]
[Black "Новик"]
1. c3-d4 f6-g5 2. d4-d8 g5-h4 *
`

// showGameTab shows the tab of that name on a phone; wider pages have no tabs.
func (p *tab) showGameTab() {
	p.t.Helper()
	if p.width < 700 {
		p.click(".tabs button:nth-child(2)")
	}
}

func (p *tab) openGames() {
	p.t.Helper()
	p.showGameTab()
	p.click(".open-games")
}

// paste reads a text as if it had been pasted.
func (p *tab) paste(text string) {
	p.t.Helper()
	p.openGames()
	quoted, err := json.Marshal(text)
	if err != nil {
		p.t.Fatal(err)
	}
	p.do(chromedp.Evaluate[chromedp.Void](`(() => {
		const field = document.querySelector('textarea');
		field.focus();
		document.execCommand('insertText', false, ` + string(quoted) + `);
	})()`))
	p.click(".reading .read")
}

// file chooses a file with these bytes.
func (p *tab) file(text string) {
	p.t.Helper()
	name := filepath.Join(p.t.TempDir(), "games.pdn")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
	p.openGames()
	p.do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{name}))
}

func TestReadTwoGamesInAnOldEncoding(t *testing.T) {
	p := open(t, desktop, nil)
	p.file(windows1251(t, twoGames))
	p.waitText(".found", "2 games")
	p.waitText(".found", "windows-1251")
	p.waitText(".games > li:first-child", "Иванов И. – Петров П.")
	p.waitText(".games > li:nth-child(2)", "line 11, column 1: the Result tag and the result behind the moves differ")
	p.waitText(".games > li:nth-child(2)", "By the board it was over after 8 plies: a draw, the same position for the third time (FMJD-64, 7.2.3); 1 ply is recorded after the end; the recorded result is another")
	p.click(".games > li:first-child .game")
	p.waitReady(4)
	if got, want := p.moves(), "c3-d4 d6-c5 b2-c3! f6-g5"; got != want {
		t.Errorf("moves %q, want %q", got, want)
	}
	p.waitText(".table", "Иванов И.")
	p.waitText(".table", "Петров П.")
	p.waitText(".about", "Первенство клуба, 1965.01.01")
	p.waitText(".about", "Recorded result: 1-0")
	p.waitText(".opening", "Town Game")
	p.waitText(".headline", "First position")
	p.waitText(".note", "Играли в субботу")
	if got := p.text(".toast"); got != "The game is on the board" {
		t.Errorf("the toast says %q", got)
	}
	p.tap("c3")
	p.waitText(".note", "play on from here")
	p.reload()
	p.waitText(".headline", "2… f6-g5")
	p.waitText(".note", "Recorded result: 1-0")
}

func TestReadAGameThatGoesOnAfterItsEnd(t *testing.T) {
	p := open(t, desktop, nil)
	p.paste(twoGames)
	p.click(".games > li:nth-child(2) .game")
	p.waitReady(9)
	p.waitText(".about", "over after 8 plies")
	if eval[bool](p, `document.querySelector('.play-on').disabled`) {
		t.Error("the first position cannot be played on")
	}
	p.click(".steps .last")
	p.click(".steps .previous")
	p.waitText(".note", "A draw: the same position for the third time")
	if !eval[bool](p, `document.querySelector('.play-on').disabled`) {
		t.Error("a position in which the game is over can be played on")
	}
	p.click("[data-ply='6']")
	p.click(".play-on")
	p.click(".as-white")
	p.waitReady(6)
	p.waitText(".counters", "This position has stood 2 times")
}

func TestReadAGameWithAnIllegalMove(t *testing.T) {
	p := open(t, desktop, nil)
	p.paste(brokenGame)
	p.waitText(".faults", "line 4, column 19: an illegal move; the game is kept up to it")
	p.waitText(".faults code", "d4-d8")
	p.click(".game")
	p.waitReady(2)
	p.waitText(".note", "This game could not be read whole")
}

func TestReadOneGoodGameAtOnce(t *testing.T) {
	p := open(t, desktop, nil)
	p.paste("1. c3-d4 d6-c5 2. b2-c3 f6-g5 *")
	p.waitReady(4)
	if eval[bool](p, `document.querySelector('.reading').open`) {
		t.Error("the dialogue is still open")
	}
}

func TestReadADroppedFile(t *testing.T) {
	p := open(t, desktop, nil)
	p.do(chromedp.Evaluate[chromedp.Void](`(() => {
		const dataTransfer = new DataTransfer();
		dataTransfer.items.add(new File(['1. c3-d4 d6-c5 *'], 'x.pdn'));
		document.querySelector('.board').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
	})()`))
	p.waitReady(2)
	p.wait(`document.activeElement.matches('.steps .next')`)
	p.key(arrowRight)
	p.waitText(".headline", "1. c3-d4")
}

func TestReadNothing(t *testing.T) {
	p := open(t, desktop, nil)
	p.paste("*")
	p.waitText(".reading .refusal", "Nothing was read: there is no game in this text")
	p.forgive("422")
	p.do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{bigFile(t)}))
	p.waitText(".reading .refusal", "the text is longer than 1 MB")
	p.do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{"/dev/null"}))
	p.waitText(".reading .refusal", "there is no game in this text")
	p.forgive("422")
	p.key("\x1b")
	p.waitText(".headline", "Your move")
}

func bigFile(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "big.pdn")
	if err := os.WriteFile(name, []byte(strings.Repeat("(", stateless.MaxText+1)), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}
