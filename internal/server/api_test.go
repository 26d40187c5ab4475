package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/internal/server/stateless"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

func newTestServer(t *testing.T) http.Handler {
	t.Helper()
	return newTestSite(t, Config{Searches: 1, Waiting: 1}).Handler()
}

// newTestSite returns a site that ends with the test.
func newTestSite(t testing.TB, cfg Config) *Server {
	t.Helper()
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	s, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func post(h http.Handler, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func state(t *testing.T, w *httptest.ResponseRecorder) stateless.State {
	t.Helper()
	if w.Code != http.StatusOK {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	var s stateless.State
	if err := json.Unmarshal(w.Body.Bytes(), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestGameState(t *testing.T) {
	tests := []struct {
		name, body string
		fen        string
		legal      []string
		history    []string
		outcome    string
	}{
		{
			name:  "the start position",
			body:  `{}`,
			fen:   draughts.StartFEN,
			legal: []string{"a3-b4", "c3-b4", "c3-d4", "e3-d4", "e3-f4", "g3-f4", "g3-h4"},
		},
		{
			name:    "a promotion in mid-capture that ends the game",
			body:    `{"start":"W:Wh2:Bd2,e7,g3,g5,g7","moves":[{"from":"h2","to":"e1","captured":["g7","g5","g3","e7","d2"]}]}`,
			fen:     "B:WKe1:B",
			history: []string{"h2:f4:h6:f8:b4:e1"},
			outcome: "white no-pieces ",
		},
		{
			name:  "captures that share their ends",
			body:  `{"start":"W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8","moves":[]}`,
			fen:   "W:Wb2,h2,a3,e3,g3,h4,a5,Kf8:Bc5,e5,g5,g7,h8",
			legal: []string{"f8:b4:c5", "f8:h6:f4:d6:b4", "h4:f6:d4:b6"},
		},
		{
			name:    "a capture that ends where it began",
			body:    `{"start":"W:WKe1:Bc3,c7,f2,f6,h8","moves":[{"from":"e1","to":"e1","captured":["c3","c7","f6","f2"]}]}`,
			fen:     "B:WKe1:Bh8",
			legal:   []string{"h8-g7"},
			history: []string{"e1:a5:d8:h4:e1"},
		},
		{
			name:    "a resignation",
			body:    `{"moves":[{"from":"c3","to":"d4"}],"end":{"reason":"resignation","side":"black"}}`,
			fen:     "B:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3,d4:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8",
			history: []string{"c3-d4"},
			outcome: "white resignation ",
		},
		{
			name: "a draw by rule",
			body: `{"start":"W:WKa1:BKh2","moves":[
				{"from":"a1","to":"b2"},{"from":"h2","to":"g1"},{"from":"b2","to":"a1"},{"from":"g1","to":"h2"},
				{"from":"a1","to":"b2"},{"from":"h2","to":"g1"},{"from":"b2","to":"a1"},{"from":"g1","to":"h2"}]}`,
			fen:     "W:WKa1:BKh2",
			history: []string{"a1-b2", "h2-g1", "b2-a1", "g1-h2", "a1-b2", "h2-g1", "b2-a1", "g1-h2"},
			outcome: "nobody repetition 7.2.3",
		},
	}
	h := newTestServer(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := state(t, post(h, "/api/v1/game", tt.body))
			if s.FEN != tt.fen {
				t.Errorf("fen %q, want %q", s.FEN, tt.fen)
			}
			var legal, history []string
			for _, m := range s.Legal {
				legal = append(legal, m.Text)
				if got := m.Routes[0]; got[0] != m.From || got[len(got)-1] != m.To {
					t.Errorf("%s has the route %v", m.Text, got)
				}
			}
			slices.Sort(legal)
			if !slices.Equal(legal, tt.legal) {
				t.Errorf("legal %q, want %q", legal, tt.legal)
			}
			for _, m := range s.History {
				history = append(history, m.Text)
			}
			if !slices.Equal(history, tt.history) {
				t.Errorf("history %q, want %q", history, tt.history)
			}
			outcome := ""
			if o := s.Outcome; o != nil {
				winner := "nobody"
				if o.Winner != nil {
					winner = *o.Winner
				}
				outcome = winner + " " + o.Reason + " " + o.Article
			}
			if outcome != tt.outcome {
				t.Errorf("outcome %q, want %q", outcome, tt.outcome)
			}
		})
	}
}

func TestGameTellsAllRoutes(t *testing.T) {
	s := state(t, post(newTestServer(t), "/api/v1/game", `{"start":"W:WKa3:BKa1,b4,e7,h6"}`))
	if len(s.Legal) != 1 || len(s.Legal[0].Routes) != 2 {
		t.Errorf("legal %+v, want one move with two routes", s.Legal)
	}
}

func TestGameTellsCounters(t *testing.T) {
	s := state(t, post(newTestServer(t), "/api/v1/game", `{"start":"W:WKc1,Kd2,Kg1:BKa1"}`))
	i := slices.IndexFunc(s.Counters, func(c wire.Counter) bool { return c.Article == "7.2.7" })
	if i < 0 {
		t.Fatalf("counters %+v, want one by 7.2.7", s.Counters)
	}
	if want := (wire.Counter{Article: "7.2.7", Rule: "road-held", Limit: 5, Plies: 9, Moves: 5}); s.Counters[i] != want {
		t.Errorf("counter %+v, want %+v", s.Counters[i], want)
	}
}

func TestStartKeepsItsCounters(t *testing.T) {
	const start = "W:WKa1:BKh2,Kb8:H7:F30"
	s := state(t, post(newTestServer(t), "/api/v1/game", `{"start":"`+start+`"}`))
	again := state(t, post(newTestServer(t), "/api/v1/game", `{"start":"`+s.Start+`"}`))
	if !slices.Equal(s.Counters, again.Counters) || len(s.Counters) == 0 {
		t.Errorf("counters %+v, and %+v from the start that was told", s.Counters, again.Counters)
	}
}

func TestPDN(t *testing.T) {
	s := state(t, post(newTestServer(t), "/api/v1/game", `{"moves":[{"from":"c3","to":"d4"}],"players":{"white":"A \"B\"","black":"C"}}`))
	for _, want := range []string{`[White "A \"B\""]`, `[Black "C"]`, "1. c3-d4 *"} {
		if !strings.Contains(s.PDN, want) {
			t.Errorf("the PDN lacks %q:\n%s", want, s.PDN)
		}
	}
}

func TestReply(t *testing.T) {
	h := newTestServer(t)
	for level := 1; level <= 10; level += 3 {
		s := state(t, post(h, "/api/v1/game/reply", fmt.Sprintf(`{"start":"W:Wc3:Bd4,f8","level":%d}`, level)))
		if len(s.History) != 1 || s.History[0].Text != "c3:e5" || s.Turn != "black" {
			t.Errorf("level %d: history %+v, turn %s; want the only move", level, s.History, s.Turn)
		}
	}
}

func TestRefusals(t *testing.T) {
	move := func(from, to string, captured ...string) string {
		m, _ := json.Marshal(wire.Move{From: from, To: to, Captured: captured})
		return string(m)
	}
	quiet := move("c3", "d4")
	many := strings.Repeat(quiet+",", maxMoves) + quiet
	game, reply := "/api/v1/game", "/api/v1/game/reply"
	tests := []struct {
		name, path, body string
		status           int
		code             string
		index            int
	}{
		{"no JSON", game, `moves`, 400, "bad-json", -1},
		{"nothing", game, ``, 400, "bad-json", -1},
		{"a list", game, `[]`, 400, "bad-json", -1},
		{"two values", game, `{} {}`, 400, "bad-json", -1},
		{"garbage behind", game, `{}]`, 400, "bad-json", -1},
		{"an unknown field", game, `{"move":[]}`, 400, "bad-json", -1},
		{"an unknown field of a move", game, `{"moves":[{"from":"c3","to":"d4","taken":[]}]}`, 400, "bad-json", -1},
		{"a level for the state", game, `{"level":3}`, 400, "bad-json", -1},
		{"a number for a square", game, `{"moves":[{"from":22,"to":18}]}`, 400, "bad-json", -1},
		{"deep nesting", game, strings.Repeat(`[`, 100000), 400, "bad-json", -1},
		{"a huge body", game, `{"start":"` + strings.Repeat("W", wire.MaxBody) + `"}`, 413, "too-large", -1},
		{"a huge tail", game, `{}` + strings.Repeat(" ", wire.MaxBody), 413, "too-large", -1},
		{"a light square in the FEN", game, `{"start":"W:Wa2:Bh8"}`, 422, "bad-fen", -1},
		{"a square named twice in the FEN", game, `{"start":"W:Wa1,a1:Bh8"}`, 422, "bad-fen", -1},
		{"a man on its far rank", game, `{"start":"W:Wb8:Bh8"}`, 422, "bad-fen", -1},
		{"noise for a FEN", game, `{"start":"hello"}`, 422, "bad-fen", -1},
		{"unknown rules", game, `{"rules":"chess"}`, 422, "bad-rules", -1},
		{"an illegal move", game, `{"moves":[` + move("c3", "c4") + `]}`, 422, "bad-square", 0},
		{"no square", game, `{"moves":[` + move("c3", "j9") + `]}`, 422, "bad-square", 0},
		{"too far", game, `{"moves":[` + quiet + `,` + move("d6", "b4") + `]}`, 422, "illegal-move", 1},
		{"a stale move", game, `{"moves":[` + quiet + `,` + quiet + `]}`, 422, "illegal-move", 1},
		{"a capture without its pieces", game, `{"start":"W:Wc3:Bd4,h8","moves":[` + move("c3", "e5") + `]}`, 422, "illegal-move", 0},
		{"a capture of too much", game, `{"start":"W:Wc3:Bd4,h8","moves":[` + move("c3", "e5", "d4", "h8") + `]}`, 422, "illegal-move", 0},
		{"a piece taken twice", game, `{"start":"W:Wc3:Bd4,h8","moves":[` + move("c3", "e5", "d4", "d4") + `]}`, 422, "bad-square", 0},
		{"the wrong pieces", game, `{"start":"W:WKf8:Bc5,e5,g5,g7,h8","moves":[` + move("f8", "b4", "c5", "e5") + `]}`, 422, "illegal-move", 0},
		{"a quiet move where a capture is due", game, `{"start":"W:Wc3,a1:Bd4,h8","moves":[` + move("a1", "b2") + `]}`, 422, "illegal-move", 0},
		{"a move after the end", game, `{"start":"W:Wc3:Bd4","moves":[` + move("c3", "e5", "d4") + `,` + move("e5", "d6") + `]}`, 422, "game-over", 1},
		{"too many moves", game, `{"moves":[` + many + `]}`, 422, "too-many-moves", -1},
		{"an unknown end", game, `{"end":{"reason":"boredom","side":"white"}}`, 422, "bad-end", -1},
		{"an end for nobody", game, `{"end":{"reason":"resignation","side":"red"}}`, 422, "bad-end", -1},
		{"a resignation after the end", game, `{"start":"B:Wa1:B","end":{"reason":"resignation","side":"white"}}`, 422, "game-over", -1},
		{"a long name", game, `{"players":{"white":"` + strings.Repeat("x", maxName+1) + `"}}`, 422, "bad-name", -1},
		{"no level", reply, `{}`, 422, "bad-level", -1},
		{"level 0", reply, `{"level":0}`, 422, "bad-level", -1},
		{"level 11", reply, `{"level":11}`, 422, "bad-level", -1},
		{"level -1", reply, `{"level":-1}`, 422, "bad-level", -1},
		{"half a level", reply, `{"level":1.5}`, 400, "bad-json", -1},
		{"a reply to an illegal move", reply, `{"level":1,"moves":[` + move("c3", "e5") + `]}`, 422, "illegal-move", 0},
		{"a reply after the end", reply, `{"level":1,"start":"B:Wa1:B"}`, 422, "game-over", -1},
		{"a text without games", "/api/v1/pdn", `*`, 422, "no-games", -1},
		{"a text under unknown rules", "/api/v1/pdn?rules=chess", `1. c3-d4 *`, 422, "bad-rules", -1},
		{"a text that is too long", "/api/v1/pdn", strings.Repeat("(", stateless.MaxText+1), 413, "too-large", -1},
		{"an unknown address", "/api/v1/nothing", `{}`, 404, "not-found", -1},
		{"a file outside", "/assets/..%2fserver.go", ``, 404, "not-found", -1},
	}
	h := newTestServer(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			wantProblem(t, post(h, tt.path, tt.body), tt.status, tt.code, tt.index)
		})
	}
}

func wantProblem(t *testing.T, w *httptest.ResponseRecorder, status int, code string, index int) {
	t.Helper()
	var p wire.Problem
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
		t.Fatalf("status %d, body %q: %v", w.Code, w.Body, err)
	}
	if w.Code != status || p.Status != status || p.Code != code {
		t.Errorf("status %d, problem %+v; want %d %s", w.Code, p, status, code)
	}
	if got := w.Header().Get("Content-Type"); got != "application/problem+json" {
		t.Errorf("Content-Type %q", got)
	}
	if p.Detail == "" || p.Type != "urn:bolshak:problem:"+code || p.Title != http.StatusText(status) {
		t.Errorf("problem %+v is not whole", p)
	}
	got := -1
	if p.Index != nil {
		got = *p.Index
	}
	if got != index {
		t.Errorf("index %d, want %d", got, index)
	}
}

func TestOtherKindsOfRequestAreRefused(t *testing.T) {
	h := newTestServer(t)
	wantProblem(t, post(h, "/api/v1/game", `{}`, "Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"), 403, "foreign-origin", -1)
	wantProblem(t, post(h, "/api/v1/game/reply", `{"level":1}`, "Origin", "https://evil.example"), 403, "foreign-origin", -1)
	wantProblem(t, post(h, "/api/v1/game", `{}`, "Content-Type", "text/plain"), 415, "not-json", -1)
	wantProblem(t, post(h, "/api/v1/game", `{}`, "Content-Type", ""), 415, "not-json", -1)
	for _, method := range []string{"GET", "PUT", "DELETE", "PATCH", "OPTIONS"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(method, "/api/v1/game", nil))
		wantProblem(t, w, 405, "method-not-allowed", -1)
		if got := w.Header().Get("Allow"); got != "POST" {
			t.Errorf("Allow %q, want POST", got)
		}
	}
}

func TestSameOriginIsLetIn(t *testing.T) {
	h := newTestServer(t)
	state(t, post(h, "/api/v1/game", `{}`, "Origin", "http://example.com", "Sec-Fetch-Site", "same-origin", "Content-Type", "application/json; charset=utf-8"))
}

func TestSearchesWaitTheirTurn(t *testing.T) {
	g := draughts.NewGame(draughts.Start(), draughts.FMJD64)
	tests := []struct {
		name string
		// while happens when one search runs, two wait and a fourth was sent away.
		while func(s *searches, busy *engine.Engine, cancel func())
		want  error
	}{
		{"and get it", func(s *searches, busy *engine.Engine, _ func()) { s.engines <- busy }, nil},
		{"and give up with their requests", func(_ *searches, _ *engine.Engine, cancel func()) { cancel() }, context.Canceled},
		{"and wait too long", func(*searches, *engine.Engine, func()) { time.Sleep(maxWait) }, errCrowded},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSearches(1, 1)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				busy := <-s.engines
				answers := make(chan error, 2)
				for range 2 {
					go func() {
						_, err := s.best(ctx, g, 1)
						answers <- err
					}()
				}
				synctest.Wait()
				if _, err := s.best(ctx, g, 1); err != errCrowded {
					t.Errorf("one too many got the error %v, want %v", err, errCrowded)
				}
				tt.while(s, busy, cancel)
				for range 2 {
					if err := <-answers; err != tt.want {
						t.Errorf("error %v, want %v", err, tt.want)
					}
				}
			})
		})
	}
}

func TestASearchEndsWithItsRequest(t *testing.T) {
	h := newTestServer(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/api/v1/game/reply", bytes.NewReader([]byte(`{"level":10}`)))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
		t.Errorf("status %d, headers %v; want 503 with Retry-After", w.Code, w.Header())
	}
}

func TestGameTellsTheOpening(t *testing.T) {
	h := newTestServer(t)
	moves := `{"from":"c3","to":"d4"},{"from":"d6","to":"c5"},{"from":"b2","to":"c3"},{"from":"f6","to":"g5"}`
	o := state(t, post(h, "/api/v1/game", `{"moves":[`+moves+`]}`)).Opening
	if o.Name == nil || o.Name.Russian != "Городская партия" || o.Name.English != "Town Game" || o.Name.Ply != 4 || o.Name.Transposed {
		t.Errorf("debut %+v", o.Name)
	}
	if want := (wire.Entry{Table: "idf150", Code: "8-VIII", Ply: 2}); len(o.Tables) != 1 || o.Tables[0] != want {
		t.Errorf("tables %+v", o.Tables)
	}
	if o := state(t, post(h, "/api/v1/game", `{}`)).Opening; o.Name != nil || len(o.Tables) != 0 {
		t.Errorf("before the first move the opening is %+v", o)
	}
}
