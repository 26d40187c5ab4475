package club

import (
	"maps"
	"slices"
	"time"
)

// Nodes tell each other who is connected to them: what has changed since they
// last spoke, numbered, twice a second, and that they are alive once a second.
// Who misses a number asks for the whole. A node that says nothing for a few
// seconds is gone, and those who were connected to it with it.
const (
	tellEvery  = 500 * time.Millisecond
	aliveEvery = time.Second
	silentFor  = 4 * time.Second
)

// tidings are what a node tells of those who are connected to it.
type tidings struct {
	Node string `json:"node"`
	// N numbers what the node tells, from 1.
	N uint64 `json:"n"`
	// First and Last are the ends of a row of tidings in which the node tells all
	// there is and not only what has changed.
	First bool `json:"first,omitempty"`
	Last  bool `json:"last,omitempty"`
	// Bye says that the node ends.
	Bye bool `json:"bye,omitempty"`
	// Ask names nodes of which this one has missed something.
	Ask   []string           `json:"ask,omitempty"`
	Games map[string]sitting `json:"games,omitempty"`
	Came  []string           `json:"came,omitempty"`
	Went  []string           `json:"went,omitempty"`
}

// sitting is who watches a game by a node.
type sitting struct {
	Here       [2]bool `json:"here"`
	Spectators int     `json:"spectators,omitempty"`
	// Ago is for how many milliseconds a side has been away that was there, 0 if
	// it was not.
	Ago [2]int64 `json:"ago,omitzero"`
}

// maxTold is how many games or players are told at once.
const maxTold = 2000

// peers are the other nodes, and what they are still to be told.
type peers struct {
	known map[string]*peer
	// games and players have changed since they were last told of.
	games, players map[string]struct{}
	n              uint64 // of what was told last
	told           time.Time
	whole          bool // somebody has missed something
}

// peer is another node.
type peer struct {
	n       uint64 // of what it told last
	heard   time.Time
	missed  bool // something it told did not come
	asked   time.Time
	games   map[string]struct{}
	players map[string]struct{}
	// Those of them that were not named yet since the first of a row in which all
	// is told; nil outside of such a row.
	oldGames, oldPlayers map[string]struct{}
}

func newPeers() peers {
	return peers{known: map[string]*peer{}, games: map[string]struct{}{}, players: map[string]struct{}{}, whole: true}
}

func (p *peers) untoldGame(id string)   { p.games[id] = struct{}{} }
func (p *peers) untoldPlayer(id string) { p.players[id] = struct{}{} }

// tell returns what is to be told to other nodes now.
func (p *presence) tell(node string, now time.Time) []tidings {
	p.mu.Lock()
	defer p.mu.Unlock()
	q := &p.peers
	whole := q.whole
	if whole {
		for id := range p.games {
			q.untoldGame(id)
		}
		for player := range p.online {
			q.untoldPlayer(player)
		}
	}
	ask := p.missed(now)
	if !whole && len(q.games)+len(q.players)+len(ask) == 0 && now.Sub(q.told) < aliveEvery {
		return nil
	}
	var list []tidings
	next := func() *tidings {
		q.n++
		list = append(list, tidings{Node: node, N: q.n})
		return &list[len(list)-1]
	}
	t := next()
	t.First, t.Ask = whole, ask
	for id := range q.games {
		if len(t.Games) == maxTold {
			t = next()
		}
		if t.Games == nil {
			t.Games = map[string]sitting{}
		}
		t.Games[id] = p.sitting(id, now)
	}
	for player := range q.players {
		if len(t.Came)+len(t.Went) == maxTold {
			t = next()
		}
		if p.online[player] > 0 {
			t.Came = append(t.Came, player)
		} else {
			t.Went = append(t.Went, player)
		}
	}
	t.Last = whole
	clear(q.games)
	clear(q.players)
	q.told, q.whole = now, false
	return list
}

// bye returns what a node tells at its end.
func (p *presence) bye(node string) tidings {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.peers.n++
	return tidings{Node: node, N: p.peers.n, Bye: true}
}

// missed returns the nodes that are to be asked for the whole. The caller holds
// the lock.
func (p *presence) missed(now time.Time) (nodes []string) {
	for id, peer := range p.peers.known {
		if peer.missed && now.Sub(peer.asked) >= aliveEvery {
			peer.asked = now
			nodes = append(nodes, id)
		}
	}
	return nodes
}

// sitting tells who watches a game by this node. The caller holds the lock.
func (p *presence) sitting(id string, now time.Time) (s sitting) {
	a := p.games[id]
	if a == nil {
		return s
	}
	s.Spectators = a.spectators
	for side, n := range a.sides {
		s.Here[side] = n > 0
		if n == 0 && !a.gone[side].IsZero() {
			s.Ago[side] = max(1, now.Sub(a.gone[side]).Milliseconds())
		}
	}
	return s
}

// changes are what has come of what another node has told.
type changes struct {
	// games are those at which other people are now than before.
	games []string
	// online says that other players have a connection than before.
	online bool
	// lost says that a node has gone.
	lost bool
}

// hear notes what another node has told.
func (p *presence) hear(self string, t tidings, now time.Time) (c changes) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if slices.Contains(t.Ask, self) {
		p.peers.whole = true
	}
	from := p.peers.known[t.Node]
	if t.Bye {
		if from != nil {
			from.heard = now
			p.lose(t.Node, from, &c)
		}
		return c
	}
	if from == nil {
		from = &peer{n: t.N - 1, missed: true, games: map[string]struct{}{}, players: map[string]struct{}{}}
		p.peers.known[t.Node] = from
		p.peers.whole = true // it does not know of us
	}
	if t.N != from.n+1 {
		from.missed, from.oldGames, from.oldPlayers = true, nil, nil
	}
	from.n, from.heard = t.N, now
	if t.First {
		from.oldGames, from.oldPlayers = maps.Clone(from.games), maps.Clone(from.players)
	}
	for id, s := range t.Games {
		delete(from.oldGames, id)
		p.sit(t.Node, from, id, s, now, &c)
	}
	for _, player := range t.Came {
		delete(from.oldPlayers, player)
		if _, known := from.players[player]; !known {
			from.players[player] = struct{}{}
			p.counted(player, func() { p.elsewhere[player]++ })
			c.online = true
		}
	}
	for _, player := range t.Went {
		p.elsewhereGone(from, player, &c)
	}
	if t.Last && from.oldGames != nil {
		for id := range from.oldGames {
			p.sit(t.Node, from, id, sitting{}, now, &c)
		}
		for player := range from.oldPlayers {
			p.elsewhereGone(from, player, &c)
		}
		from.missed, from.oldGames, from.oldPlayers = false, nil, nil
	}
	return c
}

// sit notes who watches a game by another node. The caller holds the lock.
func (p *presence) sit(node string, from *peer, id string, s sitting, now time.Time, c *changes) {
	a := p.game(id)
	before := a.far[node]
	for side, ago := range s.Ago {
		left := now.Add(-time.Duration(ago) * time.Millisecond)
		if ago > 0 && a.sides[side] == 0 && left.After(a.gone[side]) {
			a.gone[side] = left // it stays known when the node is gone
		}
	}
	s.Ago = [2]int64{}
	if s == (sitting{}) {
		delete(a.far, node)
		delete(from.games, id)
	} else {
		if a.far == nil {
			a.far = map[string]sitting{}
		}
		a.far[node] = s
		from.games[id] = struct{}{}
	}
	if before != s {
		c.games = append(c.games, id)
	}
}

// elsewhereGone notes that a player has no connection to another node. The
// caller holds the lock.
func (p *presence) elsewhereGone(from *peer, player string, c *changes) {
	if _, known := from.players[player]; !known {
		return
	}
	delete(from.players, player)
	p.counted(player, func() {
		if p.elsewhere[player]--; p.elsewhere[player] == 0 {
			delete(p.elsewhere, player)
		}
	})
	c.online = true
}

// silent drops the nodes that have not been heard of for long.
func (p *presence) silent(now time.Time) (c changes) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, peer := range p.peers.known {
		if now.Sub(peer.heard) > silentFor {
			p.lose(id, peer, &c)
		}
	}
	return c
}

// lose drops a node. The caller holds the lock.
func (p *presence) lose(node string, gone *peer, c *changes) {
	c.lost = true
	for id := range maps.Clone(gone.games) {
		a := p.game(id)
		var s sitting
		for side := range a.sides {
			if a.far[node].Here[side] {
				s.Ago[side] = 1
			}
		}
		p.sit(node, gone, id, s, gone.heard, c)
	}
	for player := range maps.Clone(gone.players) {
		p.elsewhereGone(gone, player, c)
	}
	delete(p.peers.known, node)
}

// gap notes that this node may have heard nothing for a while, so that others are
// not taken for gone.
func (p *presence) gap(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, peer := range p.peers.known {
		peer.heard, peer.missed, peer.asked = now, true, time.Time{}
	}
	p.peers.whole = true
}
