package server

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// patienceOfTests is when a test gives up waiting for what should come.
const patienceOfTests = 60 * time.Second

// person is somebody with a browser: cookies and perhaps a socket.
type person struct {
	t    *testing.T
	base string
	http *http.Client
	ws   *websocket.Conn
	acts int
}

// host serves a site on an address of its own.
func host(t *testing.T, cfg Config) (*Server, string) {
	t.Helper()
	site := newTestSite(t, cfg)
	h := httptest.NewServer(site.Handler())
	t.Cleanup(h.Close)
	return site, h.URL
}

func newPerson(t *testing.T, base string) *person {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &person{t: t, base: base, http: &http.Client{Jar: jar}}
}

// guest returns somebody who plays as a guest.
func guest(t *testing.T, base string) *person {
	t.Helper()
	p := newPerson(t, base)
	p.ask("POST", "/api/v1/account/guest", nil, http.StatusOK)
	return p
}

// ask sends a request and returns the answer, which must have a status.
func (p *person) ask(method, path string, body any, status int, headers ...string) map[string]any {
	p.t.Helper()
	got, text := p.try(method, path, body, headers...)
	if got != status {
		p.t.Fatalf("%s %s: status %d, want %d: %s", method, path, got, status, text)
	}
	answer := map[string]any{}
	if len(text) > 0 && text[0] == '{' {
		if err := json.Unmarshal(text, &answer); err != nil {
			p.t.Fatal(err)
		}
	}
	return answer
}

func (p *person) try(method, path string, body any, headers ...string) (status int, text []byte) {
	p.t.Helper()
	var content []byte
	switch b := body.(type) {
	case nil:
	case string:
		content = []byte(b)
	default:
		var err error
		if content, err = json.Marshal(body); err != nil {
			p.t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(p.t.Context(), patienceOfTests)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, p.base+path, bytes.NewReader(content))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := p.http.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer response.Body.Close()
	if text, err = io.ReadAll(response.Body); err != nil {
		p.t.Fatal(err)
	}
	return response.StatusCode, text
}

// connect opens the socket, in place of the one that is open.
func (p *person) connect() *person {
	p.t.Helper()
	p.drop()
	ctx, cancel := context.WithTimeout(p.t.Context(), patienceOfTests)
	defer cancel()
	ws, _, err := websocket.Dial(ctx, p.base+"/api/v1/socket", &websocket.DialOptions{HTTPClient: p.http})
	if err != nil {
		p.t.Fatal(err)
	}
	ws.SetReadLimit(1 << 20)
	p.ws = ws
	p.t.Cleanup(p.drop)
	return p
}

// tab returns another tab of the same browser, with a socket of its own.
func (p *person) tab() *person {
	q := *p
	q.ws, q.acts = nil, p.acts+1000
	return q.connect()
}

func (p *person) drop() {
	if p.ws != nil {
		_ = p.ws.CloseNow()
		p.ws = nil
	}
}

func (p *person) say(body any) {
	p.t.Helper()
	text, ok := body.(string)
	if !ok {
		b, err := json.Marshal(body)
		if err != nil {
			p.t.Fatal(err)
		}
		text = string(b)
	}
	ctx, cancel := context.WithTimeout(p.t.Context(), patienceOfTests)
	defer cancel()
	if err := p.ws.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
		p.t.Fatal(err)
	}
}

// heard is a message of the site.
type heard map[string]any

func (h heard) at(path ...string) any {
	var v any = map[string]any(h)
	for _, name := range path {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[name]
	}
	return v
}

func (h heard) number(path ...string) int {
	n, _ := h.at(path...).(float64)
	return int(n)
}

// hear waits for a message of one of the kinds; others are passed over.
func (p *person) hear(kinds ...string) heard {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), patienceOfTests)
	defer cancel()
	for {
		_, text, err := p.ws.Read(ctx)
		if err != nil {
			p.t.Fatalf("waiting for %v: %v", kinds, err)
		}
		var m heard
		if err := json.Unmarshal(text, &m); err != nil {
			p.t.Fatalf("%v: %s", err, text)
		}
		for _, kind := range kinds {
			if m["t"] == kind {
				return m
			}
		}
	}
}

// ended reads until the socket ends and returns the last message.
func (p *person) ended() (last string) {
	ctx, cancel := context.WithTimeout(p.t.Context(), patienceOfTests)
	defer cancel()
	for {
		_, text, err := p.ws.Read(ctx)
		if err != nil {
			return last
		}
		last = string(text)
	}
}

func (p *person) watch(game string, version int) {
	p.t.Helper()
	p.say(map[string]any{"t": "watch", "game": game, "version": version})
}

// act sends an action and returns its id.
func (p *person) act(game string, action map[string]any) string {
	p.t.Helper()
	if action["id"] == nil {
		p.acts++
		action["id"] = "a" + strconv.Itoa(p.acts)
	}
	p.say(map[string]any{"t": "act", "game": game, "action": action})
	return action["id"].(string)
}

// move is the action of a move.
func move(ply int, from, to string, captured ...string) map[string]any {
	if captured == nil {
		captured = []string{}
	}
	return map[string]any{"type": "move", "ply": ply, "move": wire.Move{From: from, To: to, Captured: captured}}
}

// blitz are usual terms.
func blitz() map[string]any {
	return map[string]any{"clock": map[string]any{"kind": "fischer", "base": 180000, "increment": 2000}, "rated": false, "rules": "fmjd64", "start": "", "opening": nil, "micro": false, "offers": "free"}
}

// pair seats two people at a game, the first has White; both watch it.
func pair(t *testing.T, base string, terms map[string]any) (game string, white, black *person) {
	t.Helper()
	white, black = guest(t, base), guest(t, base)
	return seat(t, white, black, terms), white, black
}

func seat(t *testing.T, white, black *person, terms map[string]any) (game string) {
	t.Helper()
	made := heard(white.ask("POST", "/api/v1/seats", map[string]any{"terms": terms, "color": "white"}, http.StatusCreated))
	joined := black.ask("POST", "/api/v1/seats/"+made.at("seat", "id").(string)+"/join", nil, http.StatusOK)
	game = joined["game"].(string)
	for _, p := range []*person{white, black} {
		p.connect()
		p.watch(game, 0)
		p.hear("game")
	}
	return game
}

func newQuiet() *slog.Logger { return slog.New(slog.DiscardHandler) }
