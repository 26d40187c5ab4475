package server

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
	"github.com/bolshak-draughts/bolshak/internal/server/work"
)

// federation is a site of several nodes: one database, one NATS server.
type federation struct {
	t    *testing.T
	kept *store.Store
	url  string
}

func newFederation(t *testing.T) *federation {
	t.Helper()
	nats, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	nats.Start()
	t.Cleanup(func() { nats.Shutdown(); nats.WaitForShutdown() })
	if !nats.ReadyForConnections(patienceOfTests) {
		t.Fatal("NATS does not start")
	}
	kept, err := store.Open(t.Context(), store.Config{Dir: t.TempDir(), Logger: newQuiet()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := kept.Close(); err != nil {
			t.Error(err)
		}
	})
	return &federation{t, kept, nats.ClientURL()}
}

// join opens a connection to the cluster.
func (f *federation) join() *cluster.Node {
	f.t.Helper()
	node, err := cluster.Open(f.t.Context(), cluster.Config{URL: f.url, Logger: newQuiet()})
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() {
		if err := node.Close(); err != nil {
			f.t.Error(err)
		}
	})
	return node
}

// node starts a node that leaves the work to others, and returns its address.
func (f *federation) node() (*Server, string) {
	f.t.Helper()
	return host(f.t, Config{Store: f.kept, Cluster: f.join(), NoWorker: true})
}

// worker starts a worker.
func (f *federation) worker() {
	f.t.Helper()
	if _, err := work.Start(f.t.Context(), f.join(), 2, endgame.Default()); err != nil {
		f.t.Fatal(err)
	}
}

// on moves a person to another node.
func (p *person) on(base string) *person {
	p.base = base
	return p
}

// until hears messages of a kind until one is as wanted.
func (p *person) until(kind string, wanted func(heard) bool) heard {
	p.t.Helper()
	for {
		if m := p.hear(kind); wanted(m) {
			return m
		}
	}
}

// TestAGameAcrossNodes plays on two nodes with a third one who looks on.
func TestAGameAcrossNodes(t *testing.T) {
	f := newFederation(t)
	_, a := f.node()
	_, b := f.node()
	_, c := f.node()
	white, black := guest(t, a), guest(t, b)
	looker := newPerson(t, c).connect()
	looker.say(`{"t":"lobby","on":true}`)
	seats := func(n int) func(heard) bool {
		return func(m heard) bool { return len(m.at("seats").([]any)) == n }
	}
	looker.until("lobby", seats(0))
	white.connect()
	made := heard(white.ask("POST", "/api/v1/seats", map[string]any{"terms": blitz(), "color": "white", "open": true}, http.StatusCreated))
	looker.until("lobby", seats(1))
	game := black.ask("POST", "/api/v1/seats/"+made.at("seat", "id").(string)+"/join", nil, http.StatusOK)["game"].(string)
	if got := white.hear("started")["game"]; got != game {
		t.Fatalf("the game %v has started, want %s", got, game)
	}
	black.connect()
	looker.until("lobby", func(m heard) bool { return seats(0)(m) && m.number("playing") == 1 && m.number("online") == 2 })
	for _, p := range []*person{white, black, looker} {
		p.watch(game, 0)
		p.hear("game")
	}
	all := func(m heard) bool {
		return m.at("white") == true && m.at("black") == true && m.number("spectators") == 1
	}
	for _, p := range []*person{white, black, looker} {
		p.until("presence", all)
	}
	white.act(game, move(0, "c3", "d4"))
	white.hear("ack")
	black.hear("update")
	black.act(game, move(1, "d6", "c5"))
	black.hear("ack")
	white.until("update", func(m heard) bool { return len(m.at("add").([]any)) == 1 && m.at("turn") == "white" })
	white.act(game, map[string]any{"type": "draw-offer"})
	black.until("update", func(m heard) bool { return m.at("offers", "draw") == "white" })
	black.act(game, map[string]any{"type": "chat", "text": "no"})
	if said := looker.hear("chat"); said["text"] != "no" {
		t.Errorf("said %v", said)
	}
	black.act(game, map[string]any{"type": "draw-decline"})
	white.until("update", func(m heard) bool { return m.at("offers", "draw") == nil })
	// The same action over another node is the same action.
	m := move(2, "b2", "c3")
	m["id"] = "again"
	white.act(game, m)
	first := white.hear("ack")
	if got := heard(white.on(b).ask("POST", "/api/v1/games/"+game+"/actions", m, http.StatusOK)); got.number("version") != first.number("version") {
		t.Errorf("over another node the answer is %v, over the first it was %v", got, first)
	}
	// Black goes to another node in mid-game.
	black.on(c).connect()
	black.watch(game, first.number("version"))
	black.hear("same")
	black.act(game, map[string]any{"type": "resign"})
	looker.until("update", func(m heard) bool { return m.at("outcome", "winner") == "white" })
}

// TestPasswordsCountOnAllNodes changes a password on one node while sockets are
// open on another.
func TestPasswordsCountOnAllNodes(t *testing.T) {
	f := newFederation(t)
	_, a := f.node()
	_, b := f.node()
	here := newPerson(t, a)
	here.ask("POST", "/api/v1/account/register", credentialsJSON{"Anna", "correct horse"}, http.StatusOK)
	there := newPerson(t, b)
	there.ask("POST", "/api/v1/account/login", credentialsJSON{"Anna", "correct horse"}, http.StatusOK)
	there.connect()
	there.say(`{"t":"ping","n":1}`)
	there.hear("pong")
	here.ask("POST", "/api/v1/account/password", map[string]string{"old": "correct horse", "new": "battery staple"}, http.StatusNoContent)
	there.ended()
	if got := there.ask("GET", "/api/v1/account", nil, http.StatusOK); got["player"] != nil {
		t.Errorf("after a new password one is still %v", got)
	}
}

// TestANodeEnds lets a node end whose player has a game with the computer and one
// with somebody else.
func TestANodeEnds(t *testing.T) {
	f := newFederation(t)
	first, a := f.node()
	_, b := f.node()
	white, black := guest(t, b), guest(t, a)
	game := seat(t, white, black, blitz())
	white.until("presence", func(m heard) bool { return m.at("black") == true })
	version := heard(white.ask("GET", "/api/v1/games/"+game, nil, http.StatusOK)).number("version")
	made := heard(black.ask("POST", "/api/v1/seats", map[string]any{"terms": blitz(), "color": "black", "level": 1}, http.StatusCreated))
	against := made.at("game").(string)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	white.until("presence", func(m heard) bool { return m.at("black") == false })
	black.on(b).connect()
	black.watch(game, version)
	black.hear("same")
	white.until("presence", func(m heard) bool { return m.at("black") == true })
	black.watch(against, 0)
	if g := black.hear("game"); len(g.at("game", "history").([]any)) != 0 {
		t.Fatal("the computer has moved without a worker")
	}
	f.worker()
	black.until("update", func(m heard) bool { return m["game"] == against && len(m.at("add").([]any)) == 1 })
}

// TestWorkElsewhere has nodes without workers ask a process that is nothing but a
// worker.
func TestWorkElsewhere(t *testing.T) {
	f := newFederation(t)
	_, a := f.node()
	_, b := f.node()
	f.worker()
	p := guest(t, a)
	found := p.lines("/api/v1/analysis?key=a&lines=2&depth=6")
	for m := found("analysis"); m.at("done") != true; m = found("analysis") {
	}
	body := map[string]any{"moves": []wire.Move{{From: "c3", To: "d4", Captured: []string{}}, {From: "d6", To: "e5", Captured: []string{}}}}
	report := func(base string) string {
		t.Helper()
		status, text := p.on(base).try("POST", "/api/v1/report", body)
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		var r work.Report
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &r); status != http.StatusOK || err != nil || len(r.Moves) != 2 {
			t.Fatalf("status %d, %v: %s", status, err, text)
		}
		if base == b && len(lines) != 1 {
			t.Errorf("a report that is there is made again: %s", text)
		}
		return lines[len(lines)-1]
	}
	if first, second := report(a), report(b); first != second {
		t.Errorf("two reports on one game:\n%s\n%s", first, second)
	}
	for _, base := range []string{a, b} {
		p.on(base).ask("GET", "/ready", nil, http.StatusOK)
	}
	// What the bus does not tell in time is left out.
	for end := time.Now().Add(patienceOfTests); ; {
		status, text := p.try("GET", "/metrics", nil)
		if status == http.StatusOK && strings.Contains(string(text), `bolshak_jobs_waiting{kind="analysis"} 0`) {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("status %d, %s", status, text)
		}
	}
}

// TestReadyNeedsTheBus stops the NATS server: the node is alive, and not ready.
func TestReadyNeedsTheBus(t *testing.T) {
	f := newFederation(t)
	node := f.join()
	site, base := host(t, Config{Store: f.kept, Cluster: node, NoWorker: true})
	p := newPerson(t, base)
	p.ask("GET", "/ready", nil, http.StatusOK)
	if err := node.Close(); err != nil {
		t.Fatal(err)
	}
	p.ask("GET", "/ready", nil, http.StatusServiceUnavailable)
	p.ask("GET", "/healthz", nil, http.StatusOK)
	_ = site
}

// TestAGapIsFilled loses news on the way: the sockets' games are read again.
func TestAGapIsFilled(t *testing.T) {
	f := newFederation(t)
	first, a := f.node()
	_, b := f.node()
	white, black := guest(t, a), guest(t, b)
	game := seat(t, white, black, blitz())
	made := heard(white.ask("POST", "/api/v1/seats", map[string]any{"terms": blitz(), "color": "white"}, http.StatusCreated))
	// What happens by hand in the database nobody tells.
	g, err := f.kept.Game(t.Context(), game)
	if err != nil {
		t.Fatal(err)
	}
	read := g.State.Version
	g.State.Version++
	if _, err := f.kept.Save(t.Context(), g, read, nil); err != nil {
		t.Fatal(err)
	}
	next := store.Game{ID: store.NewID(), State: g.State, Seated: [2]store.Seated{{Player: g.Seated[0].Player}, {Player: g.Seated[1].Player}}}
	next.State.Created = time.Now()
	if _, err := f.kept.TakeSeat(t.Context(), made.at("seat", "id").(string), next); err != nil {
		t.Fatal(err)
	}
	first.club.Missed()
	if got := white.until("game", func(m heard) bool { return m.at("game", "id") == game }); got.number("game", "version") != read+1 {
		t.Errorf("version %d, want %d", got.number("game", "version"), read+1)
	}
	white.until("started", func(m heard) bool { return m["game"] == next.ID })
}
