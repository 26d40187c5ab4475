package server

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"golang.org/x/text/encoding/charmap"

	"github.com/bolshak-draughts/bolshak/internal/server/stateless"
)

func upload(h http.Handler, query, text string) *httptest.ResponseRecorder {
	return post(h, "/api/v1/pdn"+query, text, "Content-Type", "application/octet-stream")
}

func records(t *testing.T, w *httptest.ResponseRecorder) stateless.Records {
	t.Helper()
	if w.Code != http.StatusOK {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	var answer stateless.Records
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

// twoGames are games as a club keeps them, the second with what a reader says
// something about.
const twoGames = `[Event "Первенство клуба"]
[White "Иванов И."]
[Black "Петров П."]
[Date "1965.01.01"]
[Result "2-0"]

{Играли в субботу} 1. cd4 dc5 2. bc3! {к городской} fg5 2-0

[White "Сидоров С."]
[Black "Козлов К."]
[Result "1/2-1/2"]
[FEN "W:WKa1:BKh2"]

1. a1-b2 h2-g1 2. b2-a1 g1-h2 3. a1-b2 h2-g1 4. b2-a1 g1-h2 5. a1-b2 1-0
`

func windows1251(t testing.TB, text string) string {
	t.Helper()
	bytes, err := charmap.Windows1251.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return bytes
}

func TestPDNTellsGames(t *testing.T) {
	answer := records(t, upload(newTestServer(t), "", windows1251(t, twoGames)))
	if answer.Encoding != "windows-1251" || answer.Found != 2 || len(answer.Games) != 2 || answer.Rules != "fmjd64" {
		t.Fatalf("answer %+v", answer)
	}
	g := answer.Games[0]
	if g.White != "Иванов И." || g.Black != "Петров П." || g.Event != "Первенство клуба" || g.Date != "1965.01.01" || g.Result != "1-0" {
		t.Errorf("tags of %+v", g)
	}
	if g.Plies != 4 || len(g.Moves) != 4 || g.Moves[3].From != "f6" || g.Moves[3].To != "g5" || g.Over != nil {
		t.Errorf("moves %+v, over %+v", g.Moves, g.Over)
	}
	if want := []stateless.Note{{Text: "Играли в субботу"}, {Ply: 3, Marks: "!", Text: "к городской"}}; fmt.Sprint(g.Notes) != fmt.Sprint(want) {
		t.Errorf("notes %v, want %v", g.Notes, want)
	}
	if !strings.Contains(g.PDN, `[White "Иванов И."]`) || !strings.Contains(g.PDN, "{к городской}") {
		t.Errorf("PDN %s", g.PDN)
	}
	g = answer.Games[1]
	if g.Start != "W:WKa1:BKh2" || g.Plies != 9 || g.Over == nil {
		t.Fatalf("game %+v", g)
	}
	if o := g.Over; o.Ply != 8 || o.After != 1 || !o.Conflict || o.Outcome.Article != "7.2.3" || o.Outcome.Winner != nil {
		t.Errorf("over %+v", o)
	}
	if len(g.Problems) == 0 {
		t.Fatal("nothing is said of the results that differ")
	}
	for _, p := range g.Problems {
		if p.Code == "results-differ" && p.Line == 11 && p.Warning {
			return
		}
	}
	t.Errorf("problems %+v, want results-differ on line 11", g.Problems)
}

func TestPDNUnderOtherRules(t *testing.T) {
	answer := records(t, upload(newTestServer(t), "?rules=none", twoGames))
	if answer.Rules != "none" || answer.Games[1].Over != nil {
		t.Errorf("without draw rules the game was over: %+v", answer.Games[1].Over)
	}
}

func TestPDNKeepsWhatCanBePlayed(t *testing.T) {
	h := newTestServer(t)
	tests := []struct {
		name, text   string
		moves        int
		start        bool
		code         string
		line, column int
	}{
		{name: "an illegal move", text: "1. c3-d4 f6-g5\n2. d4-d8 *", moves: 2, start: true, code: "illegal-move", line: 2, column: 4},
		{name: "a move that fits two", text: "[FEN \"W:We3,Kf8:Bc5,e5,g5,g7\"]\n1. f8:b4 *", start: true, code: "ambiguous-move", line: 2, column: 4},
		{name: "a bad FEN", text: "[FEN \"W:Wa2:Bh8\"]\n1. a2-b3 *", code: "bad-fen", line: 1, column: 1},
		{name: "another game", text: "[GameType \"20\"]\n1. 32-28 *", code: "wrong-game-type", line: 1, column: 1},
		{name: "an unknown move", text: "1. c3-d4 - 2. d4-e5 *", moves: 1, start: true, code: "unknown-move", line: 1, column: 10},
		{name: "no game", text: "Dear friend, nothing happened today.", start: true, code: "no-game", line: 1, column: 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			answer := records(t, upload(h, "", tt.text))
			g := answer.Games[0]
			if len(g.Moves) != tt.moves || (g.Start != "") != tt.start {
				t.Errorf("%d moves from %q, want %d", len(g.Moves), g.Start, tt.moves)
			}
			for _, p := range g.Problems {
				if p.Code == tt.code && p.Line == tt.line && p.Column == tt.column && p.Detail != "" {
					return
				}
			}
			t.Errorf("problems %+v, want %s at %d:%d", g.Problems, tt.code, tt.line, tt.column)
		})
	}
}

func TestPDNStartKeepsItsCounters(t *testing.T) {
	g := records(t, upload(newTestServer(t), "", `[FEN "W:WKa1:BKh2,Kb8:H7:F30"] 30. a1-b2 *`)).Games[0]
	if want := "W:WKa1:BKh2,Kb8:H7:F30"; g.Start != want {
		t.Errorf("start %q, want %q", g.Start, want)
	}
}

func TestPDNTellsSoManyGames(t *testing.T) {
	answer := records(t, upload(newTestServer(t), "", strings.Repeat("[White \"x\"]\n1. c3-d4 *\n\n", stateless.MaxGames+7)))
	if answer.Found != stateless.MaxGames+7 || len(answer.Games) != stateless.MaxGames {
		t.Errorf("found %d, told %d", answer.Found, len(answer.Games))
	}
}

func TestPDNUnderAttack(t *testing.T) {
	h := newTestServer(t)
	noise := make([]byte, stateless.MaxText)
	random := rand.NewChaCha8([32]byte{64})
	_, _ = random.Read(noise) // it never fails
	shuffle := strings.Repeat("a1-b2 h2-g1 b2-a1 g1-h2 ", stateless.MaxText/24-2)
	tests := map[string]string{
		"noise":            string(noise),
		"zeros":            string(make([]byte, stateless.MaxText)),
		"open brackets":    strings.Repeat("(", stateless.MaxText),
		"open braces":      strings.Repeat("{", stateless.MaxText),
		"open tags":        strings.Repeat("[", stateless.MaxText),
		"brackets in turn": strings.Repeat("()", stateless.MaxText/2),
		"variations":       "1. c3-d4 " + strings.Repeat("(1. c3-d4 ", (stateless.MaxText-9)/10),
		"one tag":          `[White "` + strings.Repeat("x", stateless.MaxText-10) + `"]`,
		"one long game":    `[FEN "W:WKa1:BKh2"] ` + shuffle,
		"many results":     strings.Repeat("* ", stateless.MaxText/2),
		"many games":       strings.Repeat("1.c3-d4*\n", stateless.MaxText/9),
		"UTF-16 noise":     "\xff\xfe" + string(noise[2:]),
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			w := upload(h, "", text)
			t.Log(w.Code, w.Body.Len(), time.Since(began))
			if w.Code != http.StatusOK && w.Code != http.StatusUnprocessableEntity {
				t.Errorf("status %d: %.200s", w.Code, w.Body)
			}
			if w.Code == http.StatusOK && !json.Valid(w.Body.Bytes()) {
				t.Error("the answer is no JSON")
			}
		})
	}
}

func TestPDNThatComesInPart(t *testing.T) {
	r := httptest.NewRequest(http.MethodPost, "/api/v1/pdn", io.MultiReader(strings.NewReader("1. c3-d4"), iotest.ErrReader(io.ErrUnexpectedEOF)))
	w := httptest.NewRecorder()
	newTestServer(t).ServeHTTP(w, r)
	wantProblem(t, w, 400, "cut-short", -1)
}
