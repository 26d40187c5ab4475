package server

import (
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"
)

// TestASocketThatTalksTooMuch sends more than a client may.
func TestASocketThatTalksTooMuch(t *testing.T) {
	_, base := host(t, Config{})
	p := newPerson(t, base)
	ws, _, err := websocket.Dial(t.Context(), base+"/api/v1/socket", &websocket.DialOptions{HTTPHeader: http.Header{"X-Forwarded-For": {"203.0.113.5"}}})
	if err != nil {
		t.Fatal(err)
	}
	p.ws = ws
	t.Cleanup(p.drop)
	go func() {
		for range 2000 { // until the site has enough
			if ws.Write(t.Context(), websocket.MessageText, []byte(`{"t":"ping"}`)) != nil {
				return
			}
		}
	}()
	if m := p.hear("error"); m.at("problem", "code") != "too-many-requests" {
		t.Errorf("%v", m)
	}
	p.ended()
}

// TestTooManySocketsOfOneAddress opens sockets until there are enough.
func TestTooManySocketsOfOneAddress(t *testing.T) {
	site, base := host(t, Config{})
	site.hub.PerAddress = 3
	from := func(address string) (status int) {
		ws, response, err := websocket.Dial(t.Context(), base+"/api/v1/socket", &websocket.DialOptions{HTTPHeader: http.Header{"X-Forwarded-For": {address}}})
		if err == nil {
			t.Cleanup(func() { _ = ws.CloseNow() })
		}
		return response.StatusCode
	}
	for i := range 5 {
		want := http.StatusSwitchingProtocols
		if i >= 3 {
			want = http.StatusTooManyRequests
		}
		if got := from("203.0.113.5"); got != want {
			t.Errorf("socket %d: status %d, want %d", i, got, want)
		}
	}
	if got := from("203.0.113.6"); got != http.StatusSwitchingProtocols {
		t.Errorf("another address: status %d", got)
	}
}

// TestSigningOutEndsSockets closes what was opened with a session that has ended.
func TestSigningOutEndsSockets(t *testing.T) {
	_, base := host(t, Config{})
	game, white, black := pair(t, base, blitz())
	white.ask("POST", "/api/v1/account/logout", nil, http.StatusNoContent)
	white.ended()
	if p := heard(white.ask("GET", "/api/v1/account", nil, http.StatusOK)); p["player"] != nil {
		t.Errorf("still %v", p)
	}
	for black.hear("presence").at("white") != false {
	}
	black.act(game, map[string]any{"type": "abort"})
	black.hear("ack")
}

// TestAGuestBecomesAnAccount keeps the game that is under way.
func TestAGuestBecomesAnAccount(t *testing.T) {
	_, base := host(t, Config{})
	game, white, black := pair(t, base, blitz())
	white.ask("POST", "/api/v1/account/register", credentialsJSON{"Anna", "correct horse"}, http.StatusOK)
	white.act(game, move(0, "c3", "d4"))
	white.hear("ack")
	if u := black.hear("update"); u.at("white", "player", "name") != "Anna" {
		t.Errorf("%v", u.at("white"))
	}
	white.ask("POST", "/api/v1/account/password", passwordJSON{"correct horse", "battery staple"}, http.StatusNoContent)
	other := newPerson(t, base)
	other.ask("POST", "/api/v1/account/login", credentialsJSON{"anna", "correct horse"}, http.StatusUnauthorized)
	other.ask("POST", "/api/v1/account/login", credentialsJSON{"anna", "battery staple"}, http.StatusOK)
	if view := heard(other.ask("GET", "/api/v1/games/"+game, nil, http.StatusOK)); view.at("you") != "white" {
		t.Errorf("on another device one is %v", view.at("you"))
	}
}

func TestMetrics(t *testing.T) {
	_, base := host(t, Config{})
	game, white, _ := pair(t, base, blitz())
	white.act(game, move(0, "c3", "d4"))
	white.hear("ack")
	_, text := white.try("GET", "/metrics", nil)
	for _, want := range []string{
		"bolshak_sockets 2", "bolshak_games_playing 1", "bolshak_games_started_total 1", "bolshak_action_seconds_count 1",
		`bolshak_actions_total{refused="false",type="move"} 1`, "bolshak_players_online 2",
	} {
		if !strings.Contains(string(text), want+"\n") {
			t.Errorf("the metrics lack %q", want)
		}
	}
}
