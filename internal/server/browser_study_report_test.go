package server

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestReportAndLearning has a game judged, looks at its moments, and finds the
// better move.
func TestReportAndLearning(t *testing.T) {
	needChromium(t)
	p := openAt(t, newSite(t), screen{width: 1120, height: 900, still: true})
	p.goTo("/analysis")
	p.importStudy("1. c3-d4 d6-e5 2. a3-b4 e5:c3:a5 3. b2-c3 *")
	p.here("First position")
	p.click(".ask-report")
	p.wait(`document.querySelector('.accuracies') !== null`)
	p.wait(`document.querySelector('.evalgraph .blunder') !== null`)
	p.waitText(".moments", "2. a3-b4??")
	p.waitText(".accuracies", "White’s accuracy")
	p.waitText(".tree", "a3-b4??")
	p.click(`[data-ply="3"]`)
	p.here("2. a3-b4")

	// The better line is played through.
	p.click(`.moment:has([data-ply="3"]) .better`)
	p.wait(`document.querySelector('.variation .now') !== null`)
	better := eval[string](p, `document.querySelector('.variation .now').textContent`)
	p.click(".steps .next")
	p.wait(`document.querySelectorAll('.variation .move')[1]?.matches('.now')`)
	p.click(".steps .first")

	p.click("input[name=learn][value=white]")
	p.click(".learn-begin")
	p.waitText(".learn-says", "a3-b4 was played here. Find a better move.")
	p.wait(`document.querySelector('.engine') === null`)
	p.here("1… d6-e5")
	p.typeMove("a3b4")
	p.waitText(".learn-says", "a3-b4 is not better. Try again.")
	p.here("1… d6-e5")
	p.typeMove(strings.NewReplacer("-", "", ":", "").Replace(better))
	p.waitText(".learn-says", better+" is right.")
	p.here(fmt.Sprintf("2. %s", better))
	p.click(".learn-next")
	p.wait(`document.querySelector('#app').dataset.learn !== 'right'`)
	for eval[string](p, `document.querySelector('#app').dataset.learn`) == "asked" {
		p.click(".learn-show")
		p.waitText(".learn-says", "Better is")
		p.click(".learn-next")
		p.wait(`document.querySelector('#app').dataset.learn !== 'shown'`)
	}
	p.waitText(".learn-says", "Over: 1 of")
	p.click(".learn-stop")
	p.wait(`document.querySelector('.engine') !== null && document.querySelector('.accuracies') !== null`)
}

// TestLearningTakesOtherGoodMoves answers with a move that is not the engine's
// first but no worse.
func TestLearningTakesOtherGoodMoves(t *testing.T) {
	needChromium(t)
	p := openAt(t, newSite(t), screen{width: 1120, height: 900, still: true})
	p.goTo("/analysis?fen=W:We1,g1,d4:Bf6,h8,b6")
	p.typeMove("d4e5")
	p.here("1. d4-e5")
	p.click(".ask-report")
	p.waitText(".moments", "1. d4-e5?") // how bad depends on how deep the engine came
	best := regexp.MustCompile(`1\. (\S+)`).FindStringSubmatch(p.text(".better span"))[1]
	p.click(".learn-begin")
	p.waitText(".learn-says", "d4-e5 was played here")
	// Four moves draw; those that the engine did not name are as right.
	other := "g1f2"
	if best == "g1-f2" {
		other = "e1d2"
	}
	p.typeMove(other)
	p.wait(`document.querySelector('#app').dataset.learn === 'right'`)
}

func TestAnalysisOfAGameOfTheSite(t *testing.T) {
	p := study(t, desktop, "/")
	id, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](`(async () => {
		const post = async (path, body) => (await fetch('/api/v1' + path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json();
		await post('/account/guest', {});
		const seat = await post('/seats', { terms: { clock: { kind: 'none' }, rated: false, rules: 'fmjd64', start: '', opening: null, micro: false, offers: 'free' }, color: 'white', open: false, level: 1 });
		await post('/games/' + seat.game + '/actions', { id: 'first-move', type: 'move', ply: 0, move: { from: 'c3', to: 'd4', captured: [] } });
		return seat.game;
	})()`, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	p.goTo("/analysis/" + id)
	p.here("First position")
	p.waitText(".tree", "c3-d4")
	p.click(".steps .next")
	p.here("1. c3-d4")
	if got := p.path(); got != "/analysis/"+id {
		t.Errorf("the address is %q", got)
	}
	p.click(".glyph:first-child")
	p.waitText(".tree", "c3-d4!")
	p.wait(`location.pathname === '/analysis'`)
	p.stored("c3-d4!")
	p.goTo("/analysis/nothing1")
	p.waitText(".note", "The study could not be opened")
	p.forgive("404")
}
