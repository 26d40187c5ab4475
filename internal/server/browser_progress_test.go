package server

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/exercise"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

const learnersWord = "correct horse"

// enters fills in one of the forms of the account page, "register" or "login".
func (p *tab) enters(form, name string) {
	p.t.Helper()
	prefix := map[string]string{"register": "new-", "login": ""}[form]
	p.goTo("/account")
	p.fill(fmt.Sprintf(".%s [name=%sname]", form, prefix), name)
	p.fill(fmt.Sprintf(".%s [name=%sword]", form, prefix), learnersWord)
	p.click("." + form + " button")
	p.waitText(".my-name", name)
}

// solvesHere solves an exercise on the board.
func (p *tab) solvesHere(x *exercise.Exercise) {
	p.t.Helper()
	p.goTo("/exercises/" + x.ID)
	for n, turn := 0, x.Solution; turn != nil; n++ {
		p.shows("standing=asked", "phase=ready")
		p.write(wire.Text(turn.Position, turn.Move))
		if len(turn.Replies) == 0 || turn.Replies[0].Next == nil {
			break
		}
		turn = turn.Replies[0].Next
		p.wait(fmt.Sprintf(`document.querySelector('#app[data-plies="%d"]') !== null`, 2*n+2))
	}
	p.shows("standing=solved")
}

// marked waits until the list of exercises marks some as solved or tried in
// vain.
func (p *tab) marked(solved bool, list ...*exercise.Exercise) {
	p.t.Helper()
	for _, x := range list {
		p.wait(fmt.Sprintf(`document.querySelector('.tiles a[href="/exercises/%s"] .tried')?.classList.contains('solved') === %v`, x.ID, solved))
	}
}

// TestProgressGoesWithTheAccount learns as a guest, registers, learns on with the
// line cut and after it, and signs in with another browser.
func TestProgressGoesWithTheAccount(t *testing.T) {
	needChromium(t)
	l := newLine(t, newSite(t))
	p := openAt(t, l.url(), learner)
	p.visit(nil)
	p.wait(`navigator.serviceWorker.controller !== null`)
	all := exercise.All()
	guests, accounts, offline, failed := all[0], all[1], all[2], all[3]

	p.solvesHere(guests)
	p.goTo("/learn/capture")
	for i := 1; i <= 2; i++ {
		p.shows(fmt.Sprintf("task=%d", i), "phase=ready", "standing=asked")
		p.click(".show-me")
		p.shows("standing=done")
		if i == 1 {
			p.click(".task-next")
		}
	}
	p.enters("register", "Anna")
	p.wait(`JSON.parse(localStorage.getItem('bolshak.progress')) === null`)
	p.goTo("/exercises")
	p.marked(true, guests)
	p.waitText(".fitting .rating", "1000") // the browser's rating stays behind

	p.solvesHere(accounts)
	p.wait(`Number(document.querySelector('.your-rating strong').textContent) > 1000`)
	p.waitText(".your-rating .change", "+")
	rating := p.text(".your-rating strong")

	l.cut()
	t.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.faults = slices.DeleteFunc(p.faults, func(fault string) bool {
			return strings.Contains(fault, "net::ERR_") || strings.Contains(fault, "WebSocket connection to")
		})
	})
	p.solvesHere(offline)
	if got := p.text(".your-rating strong"); got != rating {
		t.Errorf("without the server the rating goes from %s to %s", rating, got)
	}
	p.goTo("/exercises/" + failed.ID)
	p.shows("standing=asked", "phase=ready")
	p.write(wire.Text(failed.Start, failed.Solution.Tries[0].Move))
	p.shows("standing=wrong")
	p.goTo("/exercises")
	p.marked(true, guests, accounts, offline)
	p.marked(false, failed)
	l.mend()
	p.goTo("/exercises")
	p.wait(`JSON.parse(localStorage.getItem('bolshak.unsent-progress')).length === 0`)
	p.wait(fmt.Sprintf(`document.querySelector('.fitting .rating').textContent !== %q`, rating))

	other := openAt(t, l.url(), learner)
	other.visit(nil)
	other.enters("login", "Anna")
	other.goTo("/exercises")
	other.marked(true, guests, accounts, offline)
	other.marked(false, failed)
	p.goTo("/exercises")
	p.waitText(".fitting .rating", other.text(".fitting .rating"))
	other.goTo("/learn")
	other.wait(`[...document.querySelectorAll('.course li.done a')].map((a) => a.pathname).join() === '/learn/capture'`)

	// What is done there is here with the next page; who signs out leaves nothing.
	last := all[4]
	other.solvesHere(last)
	other.waitText(".your-rating .change", "+")
	p.goTo("/exercises")
	p.marked(true, last)
	p.goTo("/account")
	p.click(".logout")
	p.wait(`document.querySelector('.login') !== null`)
	p.goTo("/exercises")
	p.wait(`document.querySelectorAll('.tiles li').length > 0`)
	p.waitText(".fitting .rating", "1000")
	if n := eval[int](p, `document.querySelectorAll('.tried').length`); n != 0 {
		t.Errorf("a guest has tried %d exercises", n)
	}
}
