package club

import (
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// presence knows who watches which game, and since when a player does not.
type presence struct {
	began time.Time // nobody is known to have been there before

	mu    sync.Mutex
	games map[string]*attendance
	// crowds are the games whose number of spectators has changed untold.
	crowds map[string]struct{}
	// online counts the connections of each player; left is when a player's last
	// one ended.
	online map[string]int
	left   map[string]time.Time
}

// attendance is who watches a game: the connections of each side and of others.
type attendance struct {
	sides      [2]int
	gone       [2]time.Time // zero while there, or when never there
	spectators int
}

func newPresence(now time.Time) *presence {
	return &presence{began: now, games: map[string]*attendance{}, crowds: map[string]struct{}{}, online: map[string]int{}, left: map[string]time.Time{}}
}

// Attendance is who is at a game.
type Attendance struct {
	Present    [2]bool
	Spectators int
	// Gone is how long a side has been away, 0 if it is present.
	Gone [2]time.Duration
}

// enter counts a connection that watches a game as a side or, with NoColor, as
// a spectator. It reports whether a side came that was away.
func (p *presence) enter(game string, side draughts.Color) (came bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.games[game]
	if a == nil {
		a = &attendance{}
		p.games[game] = a
	}
	if side > draughts.Black {
		a.spectators++
		p.crowds[game] = struct{}{}
		return false
	}
	a.sides[side]++
	a.gone[side] = time.Time{}
	return a.sides[side] == 1
}

// leave ends what enter began. It reports whether a side is away now.
func (p *presence) leave(game string, side draughts.Color, now time.Time) (went bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.games[game]
	if a == nil {
		return false
	}
	if side > draughts.Black {
		a.spectators--
		p.crowds[game] = struct{}{}
		return false
	}
	if a.sides[side]--; a.sides[side] > 0 {
		return false
	}
	a.gone[side] = now
	return true
}

// takeCrowds returns the games whose number of spectators has changed since the
// last call.
func (p *presence) takeCrowds() map[string]struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.crowds) == 0 {
		return nil
	}
	crowds := p.crowds
	p.crowds = map[string]struct{}{}
	return crowds
}

// seen notes that a player who need not watch has acted.
func (p *presence) seen(game string, side draughts.Color, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.games[game]
	if a == nil {
		a = &attendance{}
		p.games[game] = a
	}
	if a.sides[side] == 0 {
		a.gone[side] = now
	}
}

// at tells who is at a game that was made at a moment.
func (p *presence) at(game string, made, now time.Time) Attendance {
	p.mu.Lock()
	defer p.mu.Unlock()
	since := p.began
	if made.After(since) {
		since = made
	}
	a := p.games[game]
	if a == nil {
		a = &attendance{}
	}
	answer := Attendance{Spectators: a.spectators}
	for side := range a.sides {
		if a.sides[side] > 0 {
			answer.Present[side] = true
			continue
		}
		gone := since
		if a.gone[side].After(gone) {
			gone = a.gone[side]
		}
		answer.Gone[side] = max(1, now.Sub(gone)) // 0 would mean present
	}
	return answer
}

// connect counts a connection of a player.
func (p *presence) connect(player string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.online[player]++
	delete(p.left, player)
}

// disconnect ends what connect began.
func (p *presence) disconnect(player string, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.online[player]--; p.online[player] <= 0 {
		delete(p.online, player)
		p.left[player] = now
	}
}

// away returns how long a player has had no connection, 0 if there is one.
func (p *presence) away(player string, since, now time.Time) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.online[player] > 0 {
		return 0
	}
	if p.began.After(since) {
		since = p.began
	}
	if left := p.left[player]; left.After(since) {
		since = left
	}
	return max(0, now.Sub(since))
}

// count returns the number of players with a connection.
func (p *presence) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.online)
}

// forgetAfter is how long it is remembered when somebody left; later it makes
// no difference to any claim.
const forgetAfter = time.Hour

// forget drops what makes no difference any more.
func (p *presence) forget(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	old := func(t time.Time) bool { return now.Sub(t) > forgetAfter }
	for id, a := range p.games {
		if a.sides == [2]int{} && a.spectators == 0 && old(a.gone[0]) && old(a.gone[1]) {
			delete(p.games, id)
		}
	}
	for id, left := range p.left {
		if old(left) {
			delete(p.left, id)
		}
	}
}
