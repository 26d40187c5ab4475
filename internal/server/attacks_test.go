package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// TestAttacks is a table of what must not be let through: in every line somebody
// tries something over HTTP, and gets a problem.
func TestAttacks(t *testing.T) {
	site, base := host(t, Config{})
	game, white, black := pair(t, base, blitz())
	white.act(game, move(0, "c3", "d4"))
	white.hear("ack")
	spectator, nobody, loser := guest(t, base), newPerson(t, base), newPerson(t, base)
	account := newPerson(t, base)
	account.ask("POST", "/api/v1/account/register", credentialsJSON{"Anna", "correct horse"}, http.StatusOK)
	loser.ask("POST", "/api/v1/account/register", credentialsJSON{"Banned", "battery staple"}, http.StatusOK)
	token := heard(loser.ask("POST", "/api/v1/account/tokens", map[string]string{"label": "mine"}, http.StatusCreated)).at("secret").(string)
	foreign := heard(account.ask("POST", "/api/v1/account/tokens", map[string]string{"label": "hers"}, http.StatusCreated)).at("token", "id").(string)
	if err := site.store.Ban(t.Context(), "Banned", true); err != nil {
		t.Fatal(err)
	}
	open := heard(black.ask("POST", "/api/v1/seats", map[string]any{"terms": blitz(), "color": "white"}, http.StatusCreated)).at("seat", "id").(string)
	terms := func(change string, value any) map[string]any {
		m := blitz()
		m[change] = value
		return map[string]any{"terms": m, "color": "random"}
	}
	act := "/api/v1/games/" + game + "/actions"
	with := func(m map[string]any, id string) map[string]any {
		m["id"] = id
		return m
	}
	big := strings.Repeat("x", wire.MaxBody+1)
	evil := []string{"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"}

	tests := []struct {
		name         string
		who          *person
		method, path string
		body         any
		headers      []string
		status       int
		code         string
	}{
		{"a move out of turn", white, "POST", act, with(move(1, "d6", "c5"), "x1"), nil, 409, "not-your-turn"},
		{"a move of the opponent's piece", white, "POST", act, with(move(1, "e3", "f4"), "x2"), nil, 409, "not-your-turn"},
		{"a move of a piece that is not there", black, "POST", act, with(move(1, "b4", "a3"), "x3"), nil, 422, "illegal-move"},
		{"a capture out of thin air", black, "POST", act, with(move(1, "d6", "b4", "c5"), "x4"), nil, 422, "illegal-move"},
		{"a move for an earlier ply", black, "POST", act, with(move(0, "d6", "c5"), "x5"), nil, 409, "stale"},
		{"a move for a later ply", black, "POST", act, with(move(9, "d6", "c5"), "x6"), nil, 409, "stale"},
		{"a move without squares", black, "POST", act, map[string]any{"id": "x7", "type": "move", "ply": 1}, nil, 422, "bad-action"},
		{"a move to no square", black, "POST", act, with(move(1, "d6", "z9"), "x8"), nil, 400, "bad-json"},
		{"a move by a spectator", spectator, "POST", act, with(move(1, "d6", "c5"), "x9"), nil, 403, "not-your-game"},
		{"a resignation by a spectator", spectator, "POST", act, map[string]any{"id": "y1", "type": "resign"}, nil, 403, "not-your-game"},
		{"a move by nobody", nobody, "POST", act, with(move(1, "d6", "c5"), "y2"), nil, 401, "not-signed-in"},
		{"an action without an id", black, "POST", act, map[string]any{"type": "resign"}, nil, 422, "bad-action"},
		{"an id that is too long", black, "POST", act, map[string]any{"id": strings.Repeat("i", 100), "type": "resign"}, nil, 422, "bad-action"},
		{"an unknown action", black, "POST", act, map[string]any{"id": "y3", "type": "win"}, nil, 422, "bad-action"},
		{"a side that one is not", black, "POST", act, `{"id":"y4","type":"resign","side":"white"}`, nil, 400, "bad-json"},
		{"a claim while the opponent is there", black, "POST", act, map[string]any{"id": "y5", "type": "claim"}, nil, 409, "no-claim"},
		{"a gone opponent made up", black, "POST", act, `{"id":"y6","type":"claim","gone":3600000}`, nil, 400, "bad-json"},
		{"a draw accepted that was not offered", black, "POST", act, map[string]any{"id": "y7", "type": "draw-accept"}, nil, 409, "no-offer"},
		{"a take-back accepted that was not asked for", black, "POST", act, map[string]any{"id": "y8", "type": "takeback-accept"}, nil, 409, "no-offer"},
		{"a rematch of a game that goes on", black, "POST", act, map[string]any{"id": "y9", "type": "rematch-offer"}, nil, 409, "not-over"},
		{"time without end", black, "POST", act, map[string]any{"id": "z1", "type": "add-time", "ms": 1 << 40}, nil, 422, "bad-action"},
		{"time taken away", black, "POST", act, map[string]any{"id": "z2", "type": "add-time", "ms": -15000}, nil, 422, "bad-action"},
		{"an empty line of chat", black, "POST", act, map[string]any{"id": "z3", "type": "chat", "text": " \n\t"}, nil, 422, "bad-chat"},
		{"a novel", black, "POST", act, map[string]any{"id": "z4", "type": "chat", "text": strings.Repeat("я", 301)}, nil, 422, "bad-chat"},
		{"a line of chat with an id that is none", black, "POST", act, `{"id":"a\u0000","type":"chat","text":"x"}`, nil, 422, "bad-action"},
		{"a line of chat without an id", black, "POST", act, map[string]any{"type": "chat", "text": "x"}, nil, 422, "bad-action"},
		{"a ply that no number holds", black, "POST", act, `{"id":"z9","type":"move","ply":99999999999999999999,"move":{"from":"d6","to":"c5","captured":[]}}`, nil, 400, "bad-json"},
		{"a ply before the first", black, "POST", act, with(move(-1, "d6", "c5"), "a1"), nil, 409, "stale"},
		{"a piece captured twice", black, "POST", act, with(move(1, "d6", "b4", "c5", "c5"), "a2"), nil, 400, "bad-json"},
		{"an action that is nothing", black, "POST", act, `null`, nil, 422, "bad-action"},
		{"an action that is not UTF-8", black, "POST", act, "{\"id\":\"\xff\",\"type\":\"resign\"}", nil, 422, "bad-action"},
		{"an action in UTF-16", black, "POST", act, "{\x00\"\x00i\x00d\x00\"\x00", nil, 400, "bad-json"},
		{"an action without a bottom", black, "POST", act, strings.Repeat(`{"move":`, 20000), nil, 400, "bad-json"},
		{"an action that comes back as it was", black, "POST", act, `{"id":"a3","type":"` + strings.Repeat("x", 200000) + `"}`, nil, 422, "bad-action"},
		{"more plies taken back than there are", black, "POST", act, map[string]any{"id": "a4", "type": "takeback-offer", "plies": 1 << 40}, nil, 422, "bad-action"},
		{"plies taken forward", black, "POST", act, map[string]any{"id": "a5", "type": "takeback-offer", "plies": -2}, nil, 422, "bad-action"},
		{"an action from the same site but another host", black, "POST", act, map[string]any{"id": "a6", "type": "resign"}, []string{"Sec-Fetch-Site", "same-site"}, 403, "foreign-origin"},
		{"an action from a page without an origin", black, "POST", act, map[string]any{"id": "a7", "type": "resign"}, []string{"Origin", "null"}, 403, "foreign-origin"},
		{"a game that is no text", black, "POST", "/api/v1/games/%ff%00/actions", map[string]any{"id": "a8", "type": "resign"}, nil, 404, "not-found"},
		{"an action in no game", black, "POST", "/api/v1/games/nothing/actions", map[string]any{"id": "z5", "type": "resign"}, nil, 404, "not-found"},
		{"an action from another site", black, "POST", act, map[string]any{"id": "z6", "type": "resign"}, evil, 403, "foreign-origin"},
		{"an action as a form", black, "POST", act, `id=z7&type=resign`, []string{"Content-Type", "application/x-www-form-urlencoded"}, 415, "not-json"},
		{"an action as text", black, "POST", act, `{"id":"z8","type":"resign"}`, []string{"Content-Type", "text/plain"}, 415, "not-json"},
		{"an action that is too big", black, "POST", act, `{"id":"` + big + `"}`, nil, 413, "too-large"},
		{"an action by GET", black, "GET", act, nil, nil, 405, "method-not-allowed"},

		{"a seat without terms", black, "POST", "/api/v1/seats", map[string]any{}, nil, 422, "bad-terms"},
		{"a clock of no time", black, "POST", "/api/v1/seats", terms("clock", map[string]any{"kind": "fischer"}), nil, 422, "bad-terms"},
		{"a clock of all time", black, "POST", "/api/v1/seats", terms("clock", map[string]any{"kind": "fischer", "base": int64(1) << 60}), nil, 422, "bad-terms"},
		{"a clock that runs backwards", black, "POST", "/api/v1/seats", terms("clock", map[string]any{"kind": "fischer", "base": 180000, "increment": -2000}), nil, 422, "bad-terms"},
		{"a delay that runs backwards", black, "POST", "/api/v1/seats", terms("clock", map[string]any{"kind": "delay", "base": 60000, "delay": -1}), nil, 422, "bad-terms"},
		{"no moves in time", black, "POST", "/api/v1/seats", terms("clock", map[string]any{"kind": "moves", "base": 60000, "again": 60000}), nil, 422, "bad-terms"},
		{"moves in time without end", black, "POST", "/api/v1/seats", terms("clock", map[string]any{"kind": "moves", "base": 60000, "again": 60000, "moves": int64(1) << 60}), nil, 422, "bad-terms"},
		{"days before the first", black, "POST", "/api/v1/seats", terms("clock", map[string]any{"kind": "days", "days": -3}), nil, 422, "bad-terms"},
		{"days without end", black, "POST", "/api/v1/seats", terms("clock", map[string]any{"kind": "days", "days": int64(1) << 60}), nil, 422, "bad-terms"},
		{"time where there is no clock", black, "POST", "/api/v1/seats", terms("clock", map[string]any{"kind": "none", "base": 60000}), nil, 422, "bad-terms"},
		{"a table that comes back as it was", black, "POST", "/api/v1/seats", terms("opening", map[string]any{"table": strings.Repeat("x", 200000)}), nil, 422, "bad-terms"},
		{"a color that comes back as it was", black, "POST", "/api/v1/seats", map[string]any{"terms": blitz(), "color": strings.Repeat("x", 200000)}, nil, 422, "bad-color"},
		{"unknown rules", black, "POST", "/api/v1/seats", terms("rules", "chess"), nil, 422, "bad-terms"},
		{"an impossible start", black, "POST", "/api/v1/seats", terms("start", "W:Wa2:Bh8"), nil, 422, "bad-terms"},
		{"a start that is over", black, "POST", "/api/v1/seats", terms("start", "B:Wa1:B"), nil, 422, "bad-terms"},
		{"an unknown opening", black, "POST", "/api/v1/seats", terms("opening", map[string]any{"table": "idf64", "code": "none"}), nil, 422, "bad-terms"},
		{"a rated game of a guest", black, "POST", "/api/v1/seats", terms("rated", true), nil, 403, "account-needed"},
		{"a rated game against the computer", account, "POST", "/api/v1/seats", map[string]any{"terms": terms("rated", true)["terms"], "level": 1}, nil, 422, "bad-terms"},
		{"a level beyond all", black, "POST", "/api/v1/seats", map[string]any{"terms": blitz(), "level": 11}, nil, 422, "bad-level"},
		{"a third color", black, "POST", "/api/v1/seats", map[string]any{"terms": blitz(), "color": "red"}, nil, 422, "bad-color"},
		{"one's own seat", black, "POST", "/api/v1/seats/" + open + "/join", nil, nil, 409, "own-seat"},
		{"somebody else's seat taken away", white, "DELETE", "/api/v1/seats/" + open, nil, nil, 404, "not-found"},
		{"no seat", white, "POST", "/api/v1/seats/nothing/join", nil, nil, 404, "not-found"},
		{"a seat from another site", white, "POST", "/api/v1/seats/" + open + "/join", nil, evil, 403, "foreign-origin"},

		{"a wrong password", nobody, "POST", "/api/v1/account/login", credentialsJSON{"Anna", "wrong horse"}, nil, 401, "wrong-password"},
		{"an unknown name", nobody, "POST", "/api/v1/account/login", credentialsJSON{"Nobody", "wrong horse"}, nil, 401, "wrong-password"},
		{"a banned player", nobody, "POST", "/api/v1/account/login", credentialsJSON{"Banned", "battery staple"}, nil, 403, "banned"},
		{"a banned player's token", nobody, "GET", "/api/v1/account", nil, []string{"Authorization", "Bearer " + token}, 403, "banned"},
		{"a made up token", nobody, "GET", "/api/v1/account", nil, []string{"Authorization", "Bearer bolshak_" + strings.Repeat("A", 32)}, 401, "not-signed-in"},
		{"an empty token", nobody, "GET", "/api/v1/account", nil, []string{"Authorization", "Bearer "}, 401, "not-signed-in"},
		{"a huge token", nobody, "GET", "/api/v1/account", nil, []string{"Authorization", "Bearer " + strings.Repeat("A", 8000)}, 401, "not-signed-in"},
		{"another kind of proof", nobody, "GET", "/api/v1/account", nil, []string{"Authorization", "Basic QW5uYTpjb3JyZWN0"}, 401, "not-signed-in"},
		{"a name that is taken", nobody, "POST", "/api/v1/account/register", credentialsJSON{"ANNA", "battery staple"}, nil, 409, "name-taken"},
		{"a name that is none", nobody, "POST", "/api/v1/account/register", credentialsJSON{"../etc/passwd", "battery staple"}, nil, 422, "bad-name"},
		{"a short password", nobody, "POST", "/api/v1/account/register", credentialsJSON{"Clara", "x"}, nil, 422, "weak-password"},
		{"a password without end", nobody, "POST", "/api/v1/account/register", credentialsJSON{"Clara", strings.Repeat("x", 100000)}, nil, 422, "weak-password"},
		{"a second registration", account, "POST", "/api/v1/account/register", credentialsJSON{"Clara", "battery staple"}, nil, 409, "not-a-guest"},
		{"a registration from another site", nobody, "POST", "/api/v1/account/register", credentialsJSON{"Clara", "battery staple"}, evil, 403, "foreign-origin"},
		{"a password changed without the old one", account, "POST", "/api/v1/account/password", passwordJSON{"wrong", "battery staple"}, nil, 401, "wrong-password"},
		{"a label with a NUL", account, "POST", "/api/v1/account/tokens", `{"label":"a\u0000"}`, nil, 422, "bad-name"},
		{"a name with a NUL", nobody, "POST", "/api/v1/account/register", `{"name":"a\u0000b","password":"battery staple"}`, nil, 422, "bad-name"},
		{"a name of half a character", nobody, "POST", "/api/v1/account/register", `{"name":"a\ud800","password":"battery staple"}`, nil, 422, "bad-name"},
		{"tokens of nobody", nobody, "GET", "/api/v1/account/tokens", nil, nil, 401, "not-signed-in"},
		{"a token of somebody else deleted", black, "DELETE", "/api/v1/account/tokens/" + foreign, nil, nil, 404, "not-found"},
		{"a stream of nobody's games", nobody, "GET", "/api/v1/stream", nil, nil, 401, "not-signed-in"},
		{"a stream of no game", nobody, "GET", "/api/v1/games/nothing/stream", nil, nil, 404, "not-found"},

		{"a date that is none", nobody, "GET", "/api/v1/games?from=yesterday", nil, nil, 422, "bad-query"},
		{"a place that is none", nobody, "GET", "/api/v1/games?before=%00'--", nil, nil, 422, "bad-query"},
		{"a result that is none", nobody, "GET", "/api/v1/games?result=2-0", nil, nil, 422, "bad-query"},
		{"a name without end", nobody, "GET", "/api/v1/games?player=" + strings.Repeat("x", 200), nil, nil, 422, "bad-query"},
		{"a player that is no text", nobody, "GET", "/api/v1/players/%00%ff", nil, nil, 404, "not-found"},
		{"a game that is a path", nobody, "GET", "/api/v1/games/..%2f..%2fetc%2fpasswd", nil, nil, 404, "not-found"},
		{"an asset that is a path", nobody, "GET", "/assets/..%2findex.html", nil, nil, 404, "not-found"},
		{"an unknown player", nobody, "GET", "/api/v1/players/nobody", nil, nil, 404, "not-found"},
		{"games of an unknown player", nobody, "GET", "/api/v1/games/export.pdn?player=nobody", nil, nil, 404, "not-found"},
		{"a position with too many pieces", nobody, "GET", "/api/v1/table", nil, nil, 404, "not-in-tables"},
		{"a position that is none", nobody, "GET", "/api/v1/moves?fen=hello", nil, nil, 422, "bad-fen"},
		{"lines without end", nobody, "GET", "/api/v1/analysis?lines=1000", nil, nil, 422, "bad-query"},
		{"no number", nobody, "GET", "/api/v1/analysis?lines=many", nil, nil, 422, "bad-query"},
		{"a socket that is none", nobody, "GET", "/api/v1/socket", nil, nil, 426, "bad-query"},
		{"a socket of another version", nobody, "GET", "/api/v1/socket", nil, []string{"Upgrade", "websocket", "Connection", "Upgrade", "Sec-WebSocket-Version", "8", "Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="}, 426, "bad-query"},
		{"a socket without a key", nobody, "GET", "/api/v1/socket", nil, []string{"Upgrade", "websocket", "Connection", "Upgrade", "Sec-WebSocket-Version", "13"}, 426, "bad-query"},
		{"a socket from another site", nobody, "GET", "/api/v1/socket", nil, evil, 403, "foreign-origin"},
		{"the metrics from elsewhere", nobody, "GET", "/metrics", nil, []string{"X-Forwarded-For", "203.0.113.5"}, 404, "not-found"},
	}
	before := heard(white.ask("GET", "/api/v1/games/"+game, nil, http.StatusOK))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			status, text := tt.who.try(tt.method, tt.path, tt.body, tt.headers...)
			var p wire.Problem
			if err := json.Unmarshal(text, &p); err != nil || status != tt.status || p.Code != tt.code {
				t.Errorf("status %d, %.300s; want %d %s", status, text, tt.status, tt.code)
			}
			if len(text) > 2000 {
				t.Errorf("an answer of %d bytes", len(text))
			}
		})
	}
	after := heard(white.ask("GET", "/api/v1/games/"+game, nil, http.StatusOK))
	for _, field := range []string{"version", "fen", "status"} {
		if before[field] != after[field] {
			t.Errorf("%s is %v, was %v", field, after[field], before[field])
		}
	}
}

// TestAPasswordByManyNames tries a password for a name written in two scripts, from
// many addresses: it is one name all the same.
func TestAPasswordByManyNames(t *testing.T) {
	_, base := host(t, Config{})
	p := newPerson(t, base)
	refused := 0
	for i := range 40 {
		name := []byte("eeeee")
		text := ""
		for j, c := range name {
			if i>>j&1 == 1 {
				text += "е"
			} else {
				text += string(c)
			}
		}
		status, _ := p.try("POST", "/api/v1/account/login", credentialsJSON{text, "battery staple"}, "X-Forwarded-For", fmt.Sprintf("203.0.113.%d", i))
		if status == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused < 20 {
		t.Errorf("of 40 tries %d were refused", refused)
	}
}

// TestAttacksOnTheSocket sends what no page would; the socket answers each with
// a problem and stays of use.
func TestAttacksOnTheSocket(t *testing.T) {
	_, base := host(t, Config{})
	game, white, _ := pair(t, base, blitz())
	nobody := newPerson(t, base).connect()
	tests := []struct{ name, text, code string }{
		{"no JSON", `watch`, "bad-json"},
		{"a list", `[]`, "bad-json"},
		{"two values", `{"t":"ping"}{"t":"ping"}`, "bad-json"},
		{"an unknown field", `{"t":"ping","player":"x"}`, "bad-json"},
		{"an unknown message", `{"t":"win"}`, "bad-json"},
		{"deep nesting", strings.Repeat("[", 8000), "bad-json"},
		{"a version that is none", `{"t":"watch","game":"` + game + `","version":"x"}`, "bad-json"},
		{"no game", `{"t":"watch","game":"nothing"}`, "not-found"},
		{"a game that is a query", `{"t":"watch","game":"' or 1=1 --"}`, "not-found"},
		{"an action of nobody", `{"t":"act","game":"` + game + `","action":{"id":"x","type":"resign"}}`, "not-signed-in"},
		{"an analysis of nonsense", `{"t":"analyse","key":"k","fen":"hello"}`, "bad-fen"},
		{"too many lines", `{"t":"analyse","key":"k","lines":99}`, "bad-query"},
		{"a key without end", `{"t":"analyse","key":"` + strings.Repeat("k", 200) + `"}`, "bad-query"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			nobody.t = t
			nobody.say(tt.text)
			if m := nobody.hear("error", "refused"); m.at("problem", "code") != tt.code {
				t.Errorf("%v, want %s", m, tt.code)
			}
		})
	}
	nobody.t = t
	if err := nobody.ws.Write(t.Context(), websocket.MessageBinary, []byte(`{"t":"ping"}`)); err != nil {
		t.Fatal(err)
	}
	nobody.hear("error")
	nobody.say(`{"t":"ping","n":5}`)
	if m := nobody.hear("pong"); m.number("n") != 5 || m.number("now") == 0 {
		t.Errorf("pong %v", m)
	}
	nobody.say(`{"t":"ping","key":"` + strings.Repeat("k", 20000) + `"}`)
	nobody.ended() // a message that is too big ends it
	white.act(game, map[string]any{"type": "nonsense"})
	if m := white.hear("refused"); m.at("problem", "code") != "bad-action" {
		t.Errorf("%v", m)
	}
}

// TestSomebodyElsesSocket opens a socket with an origin of another site.
func TestSomebodyElsesSocket(t *testing.T) {
	_, base := host(t, Config{})
	p := guest(t, base)
	for _, origin := range []string{"https://evil.example", "null", "http://127.0.0.1:1"} {
		_, response, err := websocket.Dial(t.Context(), base+"/api/v1/socket", &websocket.DialOptions{
			HTTPClient: p.http, HTTPHeader: http.Header{"Origin": {origin}},
		})
		if err == nil || response == nil || response.StatusCode != http.StatusForbidden {
			t.Errorf("origin %s: %v, %v", origin, response, err)
		}
	}
}

// TestLimits asks too often from one address behind a proxy.
func TestLimits(t *testing.T) {
	_, base := host(t, Config{})
	tests := []struct {
		name, method, path, body string
		most                     int
	}{
		{"guests", "POST", "/api/v1/account/guest", ``, 20},
		{"passwords", "POST", "/api/v1/account/login", `{"name":"x","password":"yyyyyyyyy"}`, 10},
		{"exports", "GET", "/api/v1/games/export.pdn?player=x", ``, 12},
	}
	for i, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			from := func(address string) int {
				status, _ := newPerson(t, base).try(tt.method, tt.path, tt.body, "X-Forwarded-For", "1.2.3.4, "+address)
				return status
			}
			address := "203.0.113." + string(rune('1'+i))
			refused := 0
			for n := range 40 {
				if from(address) == http.StatusTooManyRequests {
					refused++
				} else if n > tt.most+5 && refused == 0 {
					t.Fatalf("%d were let through", n+1)
				}
			}
			if refused == 0 {
				t.Error("nothing was refused")
			}
			if tt.name != "passwords" && from("198.51.100.7") == http.StatusTooManyRequests {
				t.Error("another address is refused too")
			}
		})
	}
}
