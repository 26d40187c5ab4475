package club

import (
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// presence knows who watches which game, and since when a player does not: those
// with a connection to this node, and those of whom other nodes tell (tidings.go).
type presence struct {
	began time.Time // nobody is known to have been there before

	mu    sync.Mutex
	games map[string]*attendance
	// crowds are the games whose number of spectators has changed untold.
	crowds map[string]struct{}
	// online counts the connections of each player to this node, elsewhere the
	// other nodes that have some; total is how many players have any.
	online, elsewhere map[string]int
	total             int
	peers             peers
}

// attendance is who watches a game: the connections of each side and of others.
type attendance struct {
	sides      [2]int
	gone       [2]time.Time // zero while there, or when never there
	spectators int
	far        map[string]sitting // by node
}

// nobody reports whether a game has no connection to any node.
func (a *attendance) nobody() bool {
	return a.sides == [2]int{} && a.spectators == 0 && len(a.far) == 0
}

func newPresence(now time.Time) *presence {
	return &presence{
		began: now, games: map[string]*attendance{}, crowds: map[string]struct{}{},
		online: map[string]int{}, elsewhere: map[string]int{}, peers: newPeers(),
	}
}

// game returns the attendance of a game, made if missing. The caller holds the
// lock.
func (p *presence) game(id string) *attendance {
	a := p.games[id]
	if a == nil {
		a = &attendance{}
		p.games[id] = a
	}
	return a
}

// present reports whether a side has a connection to any node.
func (a *attendance) present(side draughts.Color) bool {
	if a.sides[side] > 0 {
		return true
	}
	for _, s := range a.far {
		if s.Here[side] {
			return true
		}
	}
	return false
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
	a := p.game(game)
	p.peers.untoldGame(game)
	if side > draughts.Black {
		a.spectators++
		p.crowds[game] = struct{}{}
		return false
	}
	came = !a.present(side)
	a.sides[side]++
	a.gone[side] = time.Time{}
	return came
}

// leave ends what enter began. It reports whether a side is away now.
func (p *presence) leave(game string, side draughts.Color, now time.Time) (went bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.games[game]
	if a == nil {
		return false
	}
	p.peers.untoldGame(game)
	if side > draughts.Black {
		a.spectators--
		p.crowds[game] = struct{}{}
		return false
	}
	if a.sides[side]--; a.sides[side] > 0 {
		return false
	}
	a.gone[side] = now
	return !a.present(side)
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

// crowd notes games whose watchers are others than was told.
func (p *presence) crowd(games []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, id := range games {
		p.crowds[id] = struct{}{}
	}
}

// seen notes that a player who need not watch has acted.
func (p *presence) seen(game string, side draughts.Color, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if a := p.game(game); a.sides[side] == 0 {
		a.gone[side] = now
		p.peers.untoldGame(game)
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
	for _, s := range a.far {
		answer.Spectators += s.Spectators
	}
	for side := range a.sides {
		if a.present(draughts.Color(side)) {
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
	p.counted(player, func() {
		if p.online[player]++; p.online[player] == 1 {
			p.peers.untoldPlayer(player)
		}
	})
}

// disconnect ends what connect began.
func (p *presence) disconnect(player string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.counted(player, func() {
		if p.online[player]--; p.online[player] <= 0 {
			delete(p.online, player)
			p.peers.untoldPlayer(player)
		}
	})
}

// counted changes where a player has connections and keeps the total right. The
// caller holds the lock.
func (p *presence) counted(player string, change func()) {
	there := func() int {
		if p.online[player] > 0 || p.elsewhere[player] > 0 {
			return 1
		}
		return 0
	}
	before := there()
	change()
	p.total += there() - before
}

// here reports whether a player has a connection to this node.
func (p *presence) here(player string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.online[player] > 0
}

// count returns the number of players with a connection to any node.
func (p *presence) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.total
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
		if a.nobody() && old(a.gone[0]) && old(a.gone[1]) {
			delete(p.games, id)
		}
	}
}
