package server

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/docs"
)

// required returns the fields that a schema of docs/openapi.yaml requires.
func required(t *testing.T, schema string) []string {
	t.Helper()
	_, text, found := strings.Cut(string(docs.OpenAPI), "\n    "+schema+":\n      type: object\n")
	if !found {
		t.Fatalf("no schema %s", schema)
	}
	list := regexp.MustCompile(`^      required:(?: \[(.*)\]|((?:\s+- \w+)+))`).FindStringSubmatch(text)
	if list == nil {
		t.Fatalf("the schema %s requires nothing", schema)
	}
	return regexp.MustCompile(`\w+`).FindAllString(list[1]+list[2], -1)
}

// TestAnswersAreAsDescribed compares the fields of answers with the description.
func TestAnswersAreAsDescribed(t *testing.T) {
	_, base := host(t, Config{})
	p := newPerson(t, base)
	account := heard(p.ask("POST", "/api/v1/account/register", credentialsJSON{"Anna", "correct horse"}, http.StatusOK))
	token := heard(p.ask("POST", "/api/v1/account/tokens", map[string]string{"label": "x"}, http.StatusCreated))
	seated := heard(p.ask("POST", "/api/v1/seats", map[string]any{"terms": blitz(), "level": 1, "color": "white"}, http.StatusCreated))
	id := seated.at("game").(string)
	view := heard(p.ask("GET", "/api/v1/games/"+id, nil, http.StatusOK))
	p.ask("POST", "/api/v1/games/"+id+"/actions", map[string]any{"id": "r", "type": "resign"}, http.StatusOK)
	archive := heard(p.ask("GET", "/api/v1/games?player=Anna", nil, http.StatusOK))
	table := heard(p.ask("GET", "/api/v1/table?fen=W:WKc1:BKa1", nil, http.StatusOK))
	analysis := p.lines("/api/v1/analysis?depth=3")("analysis")
	tests := []struct {
		schema string
		got    any
	}{
		{"Player", account.at("player")},
		{"Token", token.at("token")},
		{"Seat", seated.at("seat")},
		{"GameView", map[string]any(view)},
		{"Seated", view.at("white")},
		{"Clocks", view.at("clock")},
		{"Opening", view.at("opening")},
		{"GameLine", archive.at("games").([]any)[0]},
		{"Verdict", table.at("verdict")},
		{"Analysis", map[string]any(analysis)},
		{"Problem", p.ask("GET", "/api/v1/games/nothing", nil, http.StatusNotFound)},
	}
	for _, tt := range tests {
		got, ok := tt.got.(map[string]any)
		if !ok {
			t.Errorf("%s is %v", tt.schema, tt.got)
			continue
		}
		want := required(t, tt.schema)
		slices.Sort(want)
		if fields := slices.Sorted(maps.Keys(got)); !slices.Equal(fields, want) {
			t.Errorf("%s has %v, described are %v", tt.schema, fields, want)
		}
	}
}
