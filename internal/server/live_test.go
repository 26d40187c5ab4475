package server

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// TestTwoPlayToTheEnd plays a rated game from a drawn opening over two sockets
// with a third who looks on.
func TestTwoPlayToTheEnd(t *testing.T) {
	_, base := host(t, Config{})
	white, black := newPerson(t, base), newPerson(t, base)
	white.ask("POST", "/api/v1/account/register", credentialsJSON{"Anna", "correct horse"}, http.StatusOK)
	black.ask("POST", "/api/v1/account/register", credentialsJSON{"Борис", "battery staple"}, http.StatusOK)
	terms := blitz()
	terms["rated"], terms["opening"] = true, map[string]any{"table": "idf64"}
	game := seat(t, white, black, terms)

	looker := newPerson(t, base).connect()
	looker.watch(game, 0)
	view := looker.hear("game")
	if view.at("game", "you") != nil || view.at("game", "terms", "opening", "code") == "" || view.at("game", "white", "player", "name") != "Anna" {
		t.Errorf("the spectator sees %v", view)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	sides := map[string]*person{"white": white, "black": black}
	state := heard(view.at("game").(map[string]any))
	ply := len(state.at("history").([]any))
	for state.at("outcome") == nil {
		var legal []wire.Legal
		text, _ := json.Marshal(state.at("legal"))
		if err := json.Unmarshal(text, &legal); err != nil || len(legal) == 0 {
			t.Fatalf("no moves in %v", state)
		}
		m := legal[rng.IntN(len(legal))]
		mover := sides[state.at("turn").(string)]
		id := mover.act(game, move(ply, m.From, m.To, m.Captured...))
		if ack := mover.hear("ack", "refused"); ack["t"] != "ack" || ack["id"] != id {
			t.Fatalf("ply %d: %v", ply, ack)
		}
		state = looker.hear("update")
		ply = state.number("keep") + len(state.at("add").([]any))
	}
	for name, p := range sides {
		got := heard(p.ask("GET", "/api/v1/games/"+game, nil, http.StatusOK))
		if got.at("you") != name || got.at("fen") != state.at("fen") || got.at("status") != "over" || len(got.at("history").([]any)) != ply {
			t.Errorf("%s sees %v", name, got)
		}
	}
	_, text := looker.try("GET", "/api/v1/games/"+game+"/pdn", nil)
	if !strings.Contains(string(text), `[White "Anna"]`) || !strings.Contains(string(text), `[Black "Борис"]`) {
		t.Errorf("PDN %s", text)
	}
	profile := heard(looker.ask("GET", "/api/v1/players/anna", nil, http.StatusOK))
	if profile.number("record", "wins")+profile.number("record", "losses")+profile.number("record", "draws") != 1 || len(profile.at("history").([]any)) != 1 {
		t.Errorf("profile %v", profile)
	}
	if found := looker.ask("GET", "/api/v1/games?player=anna&class=blitz", nil, http.StatusOK); len(found["games"].([]any)) != 1 {
		t.Errorf("archive %v", found)
	}
	if _, text := looker.try("GET", "/api/v1/games/export.pdn?player=Anna", nil); !strings.Contains(string(text), `[White "Anna"]`) {
		t.Errorf("export %s", text)
	}
	white.act(game, map[string]any{"type": "rematch-offer"})
	black.hear("update")
	white.hear("ack")
	black.act(game, map[string]any{"type": "rematch-accept"})
	next := black.hear("started").at("game").(string)
	if again := heard(black.ask("GET", "/api/v1/games/"+next, nil, http.StatusOK)); again.at("you") != "white" {
		t.Errorf("in the rematch Black has %v", again.at("you"))
	}
}

// TestTheSameActionTwiceIsOne sends an action again, as a client does that has
// lost the acknowledgement.
func TestTheSameActionTwiceIsOne(t *testing.T) {
	_, base := host(t, Config{})
	game, white, black := pair(t, base, blitz())
	m := move(0, "c3", "d4")
	m["id"] = "once"
	white.act(game, m)
	first := white.hear("ack")
	black.act(game, move(1, "d6", "c5"))
	black.hear("ack")
	white.connect() // the line broke
	white.act(game, m)
	again := white.hear("ack", "refused")
	if fmt.Sprint(again) != fmt.Sprint(first) {
		t.Errorf("the second answer is %v, the first was %v", again, first)
	}
	view := heard(white.ask("GET", "/api/v1/games/"+game, nil, http.StatusOK))
	if n := len(view.at("history").([]any)); n != 2 {
		t.Errorf("%d plies", n)
	}
	if got := heard(white.ask("POST", "/api/v1/games/"+game+"/actions", m, http.StatusOK)); got.number("version") != first.number("version") {
		t.Errorf("over HTTP the answer is %v", got)
	}
}

// TestComingBack resumes by version.
func TestComingBack(t *testing.T) {
	_, base := host(t, Config{})
	game, white, black := pair(t, base, blitz())
	version := func() int {
		return heard(white.ask("GET", "/api/v1/games/"+game, nil, http.StatusOK)).number("version")
	}
	known := version()
	black.drop()
	white.act(game, move(0, "c3", "d4"))
	white.hear("ack")
	tests := []struct {
		version int
		want    string
	}{
		{version(), "same"}, {known, "update"}, {0, "game"}, {999, "game"}, {-5, "game"},
	}
	for _, tt := range tests {
		black.connect()
		black.watch(game, tt.version)
		got := black.hear("same", "update", "game")
		if got["t"] != tt.want {
			t.Errorf("version %d: %v, want %s", tt.version, got, tt.want)
		}
		if tt.want == "update" && (got.number("from") != known || got.number("version") != version()) {
			t.Errorf("version %d: %v", tt.version, got)
		}
	}
}

// TestTwoTabsAndTwoDevices plays one side from several places.
func TestTwoTabsAndTwoDevices(t *testing.T) {
	_, base := host(t, Config{})
	game, white, black := pair(t, base, blitz())
	tab := white.tab()
	tab.watch(game, 0)
	tab.hear("game")
	tab.act(game, move(0, "c3", "d4"))
	tab.hear("ack")
	if u := white.hear("update"); u.number("keep") != 0 {
		t.Errorf("the first tab got %v", u)
	}
	// Both tabs move at once: one move counts, the other is stale.
	black.act(game, move(1, "d6", "c5"))
	black.hear("ack")
	white.act(game, move(2, "b2", "c3"))
	tab.act(game, move(2, "e3", "f4"))
	a, b := white.hear("ack", "refused"), tab.hear("ack", "refused")
	if (a["t"] == "ack") == (b["t"] == "ack") {
		t.Errorf("%v and %v", a, b)
	}
	view := heard(white.ask("GET", "/api/v1/games/"+game, nil, http.StatusOK))
	if n := len(view.at("history").([]any)); n != 3 {
		t.Errorf("%d plies", n)
	}
	// A tab that closes does not make the player absent.
	tab.drop()
	if view := heard(black.ask("GET", "/api/v1/games/"+game, nil, http.StatusOK)); view.at("white", "present") != true {
		t.Errorf("White is away: %v", view.at("white"))
	}
}

func TestOffersAndChat(t *testing.T) {
	_, base := host(t, Config{})
	game, white, black := pair(t, base, blitz())
	white.act(game, move(0, "c3", "d4"))
	white.hear("ack")
	m := move(1, "d6", "c5")
	m["draw"] = true
	black.act(game, m)
	for black.hear("update").at("offers", "draw") != "black" {
	}
	black.hear("ack")
	white.act(game, map[string]any{"type": "chat", "text": "  no \n draw\u0000 yet "})
	white.hear("ack")
	if c := black.hear("chat"); c.at("text") != "no draw yet" || c.at("side") != "white" || c.number("n") != 1 {
		t.Errorf("chat %v", c)
	}
	black.ask("POST", "/api/v1/games/"+game+"/chat-report", map[string]int{"n": 1}, http.StatusNoContent)
	black.ask("POST", "/api/v1/games/"+game+"/chat-report", map[string]int{"n": 7}, http.StatusNotFound)
	white.act(game, map[string]any{"type": "draw-accept"})
	for {
		u := black.hear("update")
		if u.at("status") == "over" {
			if u.at("outcome", "reason") != "agreement" {
				t.Errorf("outcome %v", u.at("outcome"))
			}
			break
		}
	}
	late := newPerson(t, base).connect()
	late.watch(game, 0)
	if c := late.hear("chats"); len(c.at("chats").([]any)) != 1 {
		t.Errorf("chats %v", c)
	}
}

func TestTheLobby(t *testing.T) {
	_, base := host(t, Config{})
	looker := newPerson(t, base).connect()
	looker.say(`{"t":"lobby","on":true}`)
	looker.hear("lobby")
	owner, other := guest(t, base).connect(), guest(t, base)
	made := heard(owner.ask("POST", "/api/v1/seats", map[string]any{"terms": blitz(), "color": "black", "open": true}, http.StatusCreated))
	id := made.at("seat", "id").(string)
	for len(looker.hear("lobby").at("seats").([]any)) == 0 {
	}
	if one := heard(other.ask("GET", "/api/v1/seats/"+id, nil, http.StatusOK)); one.at("seat", "color") != "black" {
		t.Errorf("seat %v", one)
	}
	game := other.ask("POST", "/api/v1/seats/"+id+"/join", nil, http.StatusOK)["game"]
	if s := owner.hear("started"); s["game"] != game || s["seat"] != id {
		t.Errorf("started %v", s)
	}
	for len(looker.hear("lobby").at("seats").([]any)) > 0 {
	}
	if again := other.ask("POST", "/api/v1/seats/"+id+"/join", nil, http.StatusOK)["game"]; again != game {
		t.Errorf("joining again gives %v, not %v", again, game)
	}
	guest(t, base).ask("POST", "/api/v1/seats/"+id+"/join", nil, http.StatusConflict)
}

func TestTheComputerPlays(t *testing.T) {
	_, base := host(t, Config{})
	p := guest(t, base).connect()
	made := heard(p.ask("POST", "/api/v1/seats", map[string]any{"terms": blitz(), "color": "black", "level": 1}, http.StatusCreated))
	game := made.at("game").(string)
	p.watch(game, 0)
	view := p.hear("game")
	if view.number("game", "white", "level") != 1 || view.at("game", "white", "present") != true {
		t.Errorf("white is %v", view.at("game", "white"))
	}
	for len(heard(p.ask("GET", "/api/v1/games/"+game, nil, http.StatusOK)).at("history").([]any)) == 0 {
		p.hear("update")
	}
	state := heard(p.ask("GET", "/api/v1/games/"+game, nil, http.StatusOK))
	first := state.at("legal").([]any)[0].(map[string]any)
	p.act(game, map[string]any{"type": "move", "ply": 1, "move": map[string]any{"from": first["from"], "to": first["to"], "captured": first["captured"]}})
	p.hear("ack")
	for len(heard(p.ask("GET", "/api/v1/games/"+game, nil, http.StatusOK)).at("history").([]any)) < 3 {
		p.hear("update")
	}
	p.act(game, map[string]any{"type": "takeback-offer"})
	for {
		if u := p.hear("update"); u.number("keep") < 3 && len(u.at("add").([]any)) == 0 {
			break
		}
	}
}
