package club

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/event"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
)

// nodes returns clubs on one database and one bus that know of each other.
func nodes(t *testing.T, n int) []*testClub {
	t.Helper()
	first := newTestClub(t)
	list := []*testClub{first}
	for range n - 1 {
		c := clubOn(t, first.store, first.clock)
		c.farewell() // from the bus of its own
		c.bus, c.Club.bus = first.bus, first.bus
		c.hearNodes()
		list = append(list, c)
	}
	for range 3 {
		talk(t, list...)
	}
	return list
}

// talk lets a second pass in which these nodes tell the others what they know.
func talk(t *testing.T, nodes ...*testClub) {
	t.Helper()
	nodes[0].clock.pass(time.Second)
	for _, c := range nodes {
		if err := c.tellNodes(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAClaimKnowsOfOtherNodes claims a game from a player who is connected to
// another node, goes, comes back, and whose node dies.
func TestAClaimKnowsOfOtherNodes(t *testing.T) {
	list := nodes(t, 3)
	a, b := list[0], list[1]
	white, black := a.guest(), a.guest()
	game := a.seat(white, black, live.Terms{Clock: live.Clock{Kind: live.Fischer, Base: 900_000}})
	a.Enter(game, draughts.White)
	leave := b.Enter(game, draughts.Black)
	talk(t, list...)
	a.play(game, "c3-d4", "d6-c5", "b2-c3")
	n := 0
	claim := func(want error) {
		t.Helper()
		n++
		_, err := a.Act(t.Context(), white.ID, game, live.Action{ID: fmt.Sprint(n), Type: live.DoClaim})
		if !errors.Is(err, want) {
			t.Errorf("claim %d: %v, want %v", n, err, want)
		}
	}
	for range 100 {
		talk(t, list...)
	}
	claim(live.ErrClaim)
	leave()
	for range 80 {
		talk(t, list...)
	}
	claim(live.ErrClaim)
	b.Enter(game, draughts.Black)
	for range 20 {
		talk(t, list...)
	}
	claim(live.ErrClaim)
	if at := list[2].attendance(a.game(game), a.clock.now()); at.Present != [2]bool{true, true} {
		t.Errorf("the third node takes %v for present", at.Present)
	}
	// Node b dies. What is left of the clock is enough for the claim.
	for range 95 {
		talk(t, a, list[2])
	}
	claim(nil)
	if s := a.game(game).State; s.Outcome.Reason != draughts.Forfeit || s.Outcome.Winner != draughts.White {
		t.Errorf("outcome %v", s.Outcome)
	}
}

// TestACutNodeTakesNobodyForGone lets a node hear nothing because its own line is
// cut.
func TestACutNodeTakesNobodyForGone(t *testing.T) {
	list := nodes(t, 2)
	a, b := list[0], list[1]
	b.Enter("game", draughts.Black)
	talk(t, list...)
	a.connected = func() bool { return false }
	for range 60 {
		talk(t, a)
	}
	if at := a.presence.at("game", a.clock.now().Add(-time.Hour), a.clock.now()); !at.Present[draughts.Black] {
		t.Error("while the line is cut, who was there is taken for gone")
	}
	a.connected = func() bool { return true }
	for range 5 {
		talk(t, a)
	}
	if at := a.presence.at("game", a.clock.now().Add(-time.Hour), a.clock.now()); at.Present[draughts.Black] || at.Gone[draughts.Black] > 10*time.Second {
		t.Errorf("the line is whole and the other node silent: %+v", at)
	}
}

// TestANodeSaysGoodbye ends a node in order: the others know at once, and look for
// its computers.
func TestANodeSaysGoodbye(t *testing.T) {
	list := nodes(t, 2)
	a, b := list[0], list[1]
	b.Enter("game", draughts.White)
	b.Enter("game", draughts.NoColor)
	b.Connect("anna")
	talk(t, list...)
	if at := a.presence.at("game", time.Time{}, a.clock.now()); !at.Present[0] || at.Spectators != 1 || a.presence.count() != 1 {
		t.Fatalf("%+v, %d players", at, a.presence.count())
	}
	b.Leave()
	if at := a.presence.at("game", time.Time{}, a.clock.now()); at.Present[0] || at.Spectators != 0 || a.presence.count() != 0 || len(a.presence.peers.known) != 0 {
		t.Errorf("%+v, %d players", at, a.presence.count())
	}
	select {
	case <-a.computers.find:
	default:
		t.Error("the computers of the node that ended are not looked for")
	}
}

// TestNodesAgreeInTheEnd lets people come and go on three nodes of which each
// misses some of what the others say.
func TestNodesAgreeInTheEnd(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		now := time.Unix(1000, 0)
		const nodes = 3
		var all [nodes]*presence
		var leave [nodes][]func()
		for i := range all {
			all[i] = newPresence(now)
		}
		tell := func(loss float64) {
			now = now.Add(tellEvery)
			for i, from := range all {
				for _, told := range from.tell(fmt.Sprint(i), now) {
					for j, to := range all {
						if j != i && rng.Float64() >= loss {
							to.hear(fmt.Sprint(j), told, now)
						}
					}
				}
			}
		}
		for range 300 {
			i := rng.IntN(nodes)
			p, game, person, side := all[i], fmt.Sprint(rng.IntN(5)), fmt.Sprint(rng.IntN(5)), draughts.Color(rng.IntN(3))
			if n := len(leave[i]); n > 0 && rng.IntN(2) == 0 {
				k := rng.IntN(n)
				leave[i][k]()
				leave[i] = append(leave[i][:k], leave[i][k+1:]...)
			} else {
				p.enter(game, side)
				p.connect(person)
				leave[i] = append(leave[i], func() { p.leave(game, side, now); p.disconnect(person) })
			}
			if rng.IntN(3) == 0 {
				tell(0.3)
			}
		}
		for range 8 {
			tell(0)
		}
		for i, p := range all {
			online := map[string]bool{}
			for _, other := range all {
				for person := range maps.Keys(other.online) {
					online[person] = true
				}
			}
			if p.count() != len(online) {
				t.Errorf("seed %d: node %d counts %d players, there are %d", seed, i, p.count(), len(online))
			}
			for g := range 5 {
				id := fmt.Sprint(g)
				want := Attendance{}
				for _, other := range all {
					a := other.game(id)
					want.Spectators += a.spectators
					for side, n := range a.sides {
						want.Present[side] = want.Present[side] || n > 0
					}
				}
				if got := p.at(id, now, now); got.Present != want.Present || got.Spectators != want.Spectators {
					t.Errorf("seed %d: node %d sees %+v at game %s, there are %+v", seed, i, got, id, want)
				}
			}
		}
	}
}

// TestALargeNodeTellsInPieces.
func TestALargeNodeTellsInPieces(t *testing.T) {
	now := time.Unix(1000, 0)
	a, b := newPresence(now), newPresence(now)
	const people = 3*maxTold + 5
	for i := range people {
		a.enter(fmt.Sprint(i), draughts.White)
		a.connect(fmt.Sprint(i))
	}
	told := a.tell("a", now)
	for i, piece := range told {
		if b.hear("b", piece, now); i == 0 && len(b.peers.known["a"].oldGames) != 0 {
			t.Error("nothing was known before")
		}
	}
	if len(told) < 4 || b.count() != people || len(b.games) != people || b.peers.known["a"].missed {
		t.Errorf("%d pieces, %d players, %d games", len(told), b.count(), len(b.games))
	}
	// The same again, of which the first piece is lost: nobody is dropped for it.
	a.peers.whole = true
	now = now.Add(time.Minute)
	for _, piece := range a.tell("a", now)[1:] {
		b.hear("b", piece, now)
	}
	if b.count() != people || !b.peers.known["a"].missed {
		t.Errorf("%d players after a loss", b.count())
	}
}

// TestTheCacheHearsOfOtherNodes lets another node make a move that this one has
// only heard of.
func TestTheCacheHearsOfOtherNodes(t *testing.T) {
	list := nodes(t, 2)
	a, b := list[0], list[1]
	game := a.seat(a.guest(), a.guest(), terms("blitz"))
	defer a.Hear(game, func(event.Event) {})()
	a.play(game, "c3-d4")
	b.play(game, "d6-c5")
	g, err := a.cached(t.Context(), game)
	if err != nil || len(g.State.Plies) != 2 {
		t.Errorf("%d plies, %v", len(g.State.Plies), err)
	}
}

// TestAMoveThatWasNotTold commits a move on a node that ends before it can tell:
// when the player sends it again to another one, watchers are told to look.
func TestAMoveThatWasNotTold(t *testing.T) {
	list := nodes(t, 2)
	a, b := list[0], list[1]
	white := a.guest()
	game := a.seat(white, a.guest(), terms("blitz"))
	a.Club.bus = &event.Local{} // nobody hears it
	a.play(game, "c3-d4")
	version := 0
	b.bus.Subscribe(event.Game(game), func(e event.Event) {
		if e.Kind == KindLook {
			version = e.Version
		}
	})
	m := live.Move{From: draughts.C3, To: draughts.D4}
	got, err := b.Act(t.Context(), white.ID, game, live.Action{ID: "mc3-d4", Type: live.DoMove, Move: &m})
	if err != nil || got != version || version != a.game(game).State.Version {
		t.Errorf("version %d (%v), watchers heard of %d", got, err, version)
	}
}
