package server

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/server/store"
)

// lines opens a stream and returns a function that waits for a line of a kind.
func (p *person) lines(path string, headers ...string) func(kinds ...string) heard {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), patienceOfTests)
	p.t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, "GET", p.base+path, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := p.http.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { response.Body.Close() })
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "application/x-ndjson" {
		p.t.Fatalf("%s: status %d, %s", path, response.StatusCode, response.Header.Get("Content-Type"))
	}
	scanner := bufio.NewScanner(response.Body)
	scanner.Buffer(nil, 1<<20)
	return func(kinds ...string) heard {
		p.t.Helper()
		for scanner.Scan() {
			if len(scanner.Bytes()) == 0 {
				continue
			}
			var m heard
			if err := json.Unmarshal(scanner.Bytes(), &m); err != nil {
				p.t.Fatalf("%v: %s", err, scanner.Text())
			}
			for _, kind := range kinds {
				if m["t"] == kind {
					return m
				}
			}
		}
		p.t.Fatalf("waiting for %v: %v", kinds, scanner.Err())
		return nil
	}
}

// TestABotPlaysByHTTPAlone creates, joins and plays with a token and streams.
func TestABotPlaysByHTTPAlone(t *testing.T) {
	_, base := host(t, Config{})
	bot := newPerson(t, base)
	bot.ask("POST", "/api/v1/account/register", credentialsJSON{"Robot", "correct horse"}, http.StatusOK)
	token := heard(bot.ask("POST", "/api/v1/account/tokens", map[string]string{"label": "robot"}, http.StatusCreated)).at("secret").(string)
	bot.http.Jar = nil
	proof := []string{"Authorization", "Bearer " + token}
	mine := bot.lines("/api/v1/stream", proof...)
	made := heard(bot.ask("POST", "/api/v1/seats", map[string]any{"terms": blitz(), "color": "white", "open": true}, http.StatusCreated, proof...))
	other := guest(t, base)
	game := other.ask("POST", "/api/v1/seats/"+made.at("seat", "id").(string)+"/join", nil, http.StatusOK)["game"].(string)
	if s := mine("started"); s["game"] != game {
		t.Fatalf("started %v", s)
	}
	if g := mine("game"); g.at("game", "you") != "white" || g.at("game", "white", "present") != true {
		t.Fatalf("game %v", g)
	}
	m := move(0, "c3", "d4")
	m["id"] = "first"
	bot.ask("POST", "/api/v1/games/"+game+"/actions", m, http.StatusOK, proof...)
	if u := mine("update"); u.number("version") == 0 || len(u.at("add").([]any)) != 1 {
		t.Errorf("update %v", u)
	}
	looker := newPerson(t, base).lines("/api/v1/games/" + game + "/stream")
	if g := looker("game"); g.at("game", "you") != nil {
		t.Errorf("game %v", g)
	}
	other.ask("POST", "/api/v1/games/"+game+"/actions", map[string]any{"id": "r", "type": "resign"}, http.StatusOK)
	if u := looker("update"); u.at("outcome", "winner") != "white" {
		t.Errorf("update %v", u)
	}
	bot.ask("DELETE", "/api/v1/account/tokens/"+heard(bot.ask("GET", "/api/v1/account/tokens", nil, http.StatusOK, proof...)).at("tokens").([]any)[0].(map[string]any)["id"].(string), nil, http.StatusNoContent, proof...)
	bot.ask("GET", "/api/v1/account", nil, http.StatusUnauthorized, proof...)
}

// TestABotPlaysOnAndOn plays more games by one stream than a connection watches
// at once.
func TestABotPlaysOnAndOn(t *testing.T) {
	_, base := host(t, Config{})
	bot, other := guest(t, base), guest(t, base)
	mine := bot.lines("/api/v1/stream")
	for range 70 {
		made := heard(bot.ask("POST", "/api/v1/seats", map[string]any{"terms": blitz(), "color": "white"}, http.StatusCreated))
		game := other.ask("POST", "/api/v1/seats/"+made.at("seat", "id").(string)+"/join", nil, http.StatusOK)["game"]
		for mine("game").at("game", "id") != game {
		}
		other.ask("POST", "/api/v1/games/"+game.(string)+"/actions", map[string]any{"id": "r", "type": "resign"}, http.StatusOK)
		if u := mine("update"); u["game"] != game || u.at("status") != "over" {
			t.Fatalf("update %v", u)
		}
	}
}

// TestDrainOfThoseWhoDoNotEnd stops a site with a request that is half sent: it is
// cut, and the end is an orderly one.
func TestDrainOfThoseWhoDoNotEnd(t *testing.T) {
	site := newTestSite(t, Config{})
	site.patience = 50 * time.Millisecond
	h := httptest.NewUnstartedServer(nil)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	served := make(chan error, 1)
	go func() { served <- site.Serve(ctx, h.Listener) }()
	conn, err := net.Dial("tcp", h.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, err = fmt.Fprintf(conn, "POST /api/v1/account/login HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n")
	if err != nil {
		t.Fatal(err)
	}
	_ = conn.SetDeadline(time.Now().Add(patienceOfTests))
	if line, err := bufio.NewReader(conn).ReadString('\n'); err != nil || !strings.Contains(line, "100") {
		t.Fatalf("%q, %v", line, err)
	}
	stop() // the handler waits for the body
	if err := <-served; err != nil {
		t.Errorf("the end is %v", err)
	}
}

func TestAnalysis(t *testing.T) {
	_, base := host(t, Config{})
	p := guest(t, base)
	found := p.lines("/api/v1/analysis?key=a&lines=3&depth=6")
	for {
		m := found("analysis")
		if m.at("key") != "a" {
			t.Fatalf("%v", m)
		}
		if m.at("done") == true {
			if len(m.at("lines").([]any)) != 3 || m.number("depth") != 6 {
				t.Errorf("%v", m)
			}
			break
		}
	}
	p.connect()
	p.say(`{"t":"analyse","key":"old","lines":1}`)
	p.say(`{"t":"analyse","key":"new","fen":"W:Wc3:Bd4,h8","lines":1,"depth":4}`)
	for newer := false; ; {
		m := p.hear("analysis")
		newer = newer || m["key"] == "new"
		if newer && m["key"] != "new" {
			t.Fatalf("after the new position an answer of the old one: %v", m)
		}
		if newer && m["done"] == true {
			if best := m.at("lines").([]any)[0].(map[string]any)["pv"].([]any)[0]; best != "c3:e5" || m.at("verdict", "value") != "win" {
				t.Errorf("%v", m)
			}
			break
		}
	}
	p.say(`{"t":"analyse","key":"stopped","lines":1}`)
	p.say(`{"t":"analyse-stop","key":"stopped"}`)
	p.say(`{"t":"ping","n":1}`)
	p.hear("pong")
}

func TestTablesAndMoves(t *testing.T) {
	_, base := host(t, Config{})
	p := newPerson(t, base)
	table := heard(p.ask("GET", "/api/v1/table?fen=W:WKc1,Kd2,Kg1:BKa1", nil, http.StatusOK))
	if table.at("verdict", "value") == nil || len(table.at("moves").([]any)) == 0 {
		t.Errorf("%v", table)
	}
	over := heard(p.ask("GET", "/api/v1/table?fen=B:Wa1:B", nil, http.StatusOK))
	if over.at("outcome", "winner") != "white" {
		t.Errorf("%v", over)
	}
	moves := heard(p.ask("GET", "/api/v1/moves?fen=W:WKa3:BKa1,b4,e7,h6", nil, http.StatusOK))
	if list := moves.at("legal").([]any); len(list) != 1 || len(list[0].(map[string]any)["routes"].([]any)) != 2 {
		t.Errorf("%v", moves)
	}
}

// TestDrainSaysGoodbye stops a site that has sockets and streams.
func TestDrainSaysGoodbye(t *testing.T) {
	site := newTestSite(t, Config{})
	h := httptest.NewUnstartedServer(nil)
	ctx, stop := context.WithCancel(t.Context())
	var served sync.WaitGroup
	served.Go(func() {
		if err := site.Serve(ctx, h.Listener); err != nil {
			t.Error(err)
		}
	})
	base := "http://" + h.Listener.Addr().String()
	game, white, black := pair(t, base, blitz())
	stream := newPerson(t, base).lines("/api/v1/games/" + game + "/stream")
	stream("game")
	stop()
	for _, p := range []*person{white, black} {
		if last := p.ended(); !strings.Contains(last, `"t":"bye"`) {
			t.Errorf("the last message is %s", last)
		}
	}
	stream("bye")
	served.Wait()
}

// TestRestartInMidGame ends a site and starts another on the same folder.
func TestRestartInMidGame(t *testing.T) {
	dir := t.TempDir()
	var mu sync.Mutex
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		return now
	}
	pass := func(d time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(d)
	}
	open := func() (*Server, *store.Store) {
		t.Helper()
		kept, err := store.Open(t.Context(), store.Config{Dir: dir, Now: clock})
		if err != nil {
			t.Fatal(err)
		}
		site, err := New(Config{Store: kept, Now: clock, Logger: newQuiet()})
		if err != nil {
			t.Fatal(err)
		}
		return site, kept
	}
	site, kept := open()
	var handler http.Handler = site.Handler()
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		now := handler
		mu.Unlock()
		now.ServeHTTP(w, r)
	}))
	defer h.Close()
	game, white, black := pair(t, h.URL, blitz())
	white.act(game, move(0, "c3", "d4"))
	white.hear("ack")
	black.act(game, move(1, "d6", "c5"))
	black.hear("ack")
	pass(5 * time.Second)
	white.act(game, move(2, "b2", "c3"))
	version := white.hear("ack").number("version")

	if err := site.Close(); err != nil {
		t.Fatal(err)
	}
	if err := kept.Close(); err != nil {
		t.Fatal(err)
	}
	white.ended()
	pass(7 * time.Second)
	site, kept = open()
	defer func() {
		if err := site.Close(); err != nil {
			t.Error(err)
		}
		if err := kept.Close(); err != nil {
			t.Error(err)
		}
	}()
	mu.Lock()
	handler = site.Handler()
	mu.Unlock()

	black.connect()
	black.watch(game, version)
	same := black.hear("same", "game", "update")
	if same["t"] != "same" || same.number("clock", "white") != 177000 || same.number("clock", "black") != 173000 || same.at("clock", "running") != "black" {
		t.Errorf("%v", same)
	}
	black.act(game, move(3, "f6", "g5"))
	black.hear("ack")
	white.connect()
	white.watch(game, version)
	if u := white.hear("same", "game", "update"); u["t"] != "update" || u.number("clock", "black") != 175000 {
		t.Errorf("%v", u)
	}
}
