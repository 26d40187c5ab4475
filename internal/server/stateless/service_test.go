package stateless

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/engine"
)

// newService returns a service whose computer plays the first legal move.
func newService() *Service {
	return &Service{
		Tables: endgame.Default(),
		Best: func(_ context.Context, g *draughts.Game, _ int) (draughts.Move, error) {
			moves := g.Position().AppendMoves(nil)
			if g.Outcome().Reason != draughts.NotOver || len(moves) == 0 {
				return draughts.Move{}, engine.ErrGameOver
			}
			return moves[0], nil
		},
		Chore: func(_ context.Context, work func() error) error { return work() },
	}
}

func TestAnswer(t *testing.T) {
	broken := newService()
	broken.Best = func(context.Context, *draughts.Game, int) (draughts.Move, error) {
		return draughts.Move{}, errors.New("broken")
	}
	first := exerciseID(t)
	tests := []struct {
		name                  string
		service               *Service
		method, address, body string
		status                int
		code                  string
	}{
		{"a game", newService(), "POST", "/api/v1/game", `{}`, 200, ""},
		{"a reply", newService(), "POST", "/api/v1/game/reply", `{"level":1}`, 200, ""},
		{"a reply by nobody", broken, "POST", "/api/v1/game/reply", `{"level":1}`, 500, "internal"},
		{"a game that is over", newService(), "POST", "/api/v1/game/reply", `{"start":"W:Wa1:Bb2,c3","level":1}`, 422, "game-over"},
		{"moves", newService(), "GET", "/api/v1/moves?fen=W:Wc3:Bd4", ``, 200, ""},
		{"moves of a man on the far rank", newService(), "GET", "/api/v1/moves?fen=W:Wc3,b8:Bd4", ``, 422, "bad-fen"},
		{"the same forgiven", newService(), "GET", "/api/v1/moves?fen=W:Wc3,b8:Bd4&forgive=true", ``, 200, ""},
		{"not so forgiven", newService(), "GET", "/api/v1/moves?fen=W:Wc3:Bd4&forgive=yes", ``, 422, "bad-query"},
		{"no pieces, forgiven", newService(), "GET", "/api/v1/moves?fen=W:W:B&forgive=true", ``, 422, "bad-fen"},
		{"a light square, forgiven", newService(), "GET", "/api/v1/moves?fen=W:Wa2:B&forgive=true", ``, 422, "bad-fen"},
		{"thirteen men", newService(), "POST", "/api/v1/game", `{"start":"W:W20-32:B1"}`, 422, "bad-fen"},
		{"thirteen men, forgiven", newService(), "POST", "/api/v1/game/reply", `{"start":"W:W20-32:B1","forgive":true,"level":1}`, 200, ""},
		{"a table that has no such men", newService(), "GET", "/api/v1/table?fen=W:Wa1,b8:Bd4&forgive=true", ``, 404, "not-in-tables"},
		{"a text of games", newService(), "POST", "/api/v1/pdn", "1. c3-d4 *", 200, ""},
		{"a text without games", newService(), "POST", "/api/v1/pdn", "", 422, "no-games"},
		{"a text that is too long", newService(), "POST", "/api/v1/pdn", string(bytes.Repeat([]byte("("), MaxText+1)), 413, "too-large"},
		{"a game by number", newService(), "POST", "/api/v1/pdn?tree=x", "1. c3-d4 *", 422, "bad-query"},
		{"a picture that is refused", newService(), "GET", "/api/v1/diagram.svg?fen=x", ``, 422, "bad-fen"},
		{"a daily exercise, not one with that name", newService(), "GET", "/api/v1/exercises/daily", ``, 200, ""},
		{"an exercise", newService(), "GET", "/api/v1/exercises/" + first, ``, 200, ""},
		{"an exercise that is none", newService(), "GET", "/api/v1/exercises/x", ``, 404, "not-found"},
		{"a try", newService(), "POST", "/api/v1/exercises/" + first + "/try", `{"moves":[]}`, 422, "not-a-path"},
		{"a try without an exercise", newService(), "POST", "/api/v1/exercises//try", `{"moves":[]}`, 404, "not-found"},
		{"a long theme", newService(), "GET", "/api/v1/exercises?theme=" + string(bytes.Repeat([]byte("x"), 100)), ``, 422, "bad-query"},
		{"a long number", newService(), "GET", "/api/v1/exercises?from=" + string(bytes.Repeat([]byte("1"), 100)), ``, 422, "bad-query"},
		{"a long date", newService(), "GET", "/api/v1/exercises/daily?date=2026-01-0111", ``, 422, "bad-query"},
		{"a date that is none", newService(), "GET", "/api/v1/exercises/daily?date=2026-02-30", ``, 422, "bad-query"},
		{"no month", newService(), "GET", "/api/v1/exercises/daily?date=2026-00-10", ``, 422, "bad-query"},
		{"a short date", newService(), "GET", "/api/v1/exercises/daily?date=2026-2-3", ``, 422, "bad-query"},
		{"a date with a sign", newService(), "GET", "/api/v1/exercises/daily?date=+026-02-03", ``, 422, "bad-query"},
		{"a leap day", newService(), "GET", "/api/v1/exercises/daily?date=2028-02-29", ``, 200, ""},
		{"another method", newService(), "GET", "/api/v1/game", ``, 405, "method-not-allowed"},
		{"another address", newService(), "GET", "/api/v1/seats", ``, 404, "not-found"},
		{"no address", newService(), "GET", "%", ``, 404, "not-found"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			status, text := tt.service.Answer(t.Context(), tt.method, tt.address, []byte(tt.body))
			var told struct{ Code string }
			if err := json.Unmarshal(text, &told); err != nil {
				t.Fatal(err)
			}
			if status != tt.status || told.Code != tt.code {
				t.Errorf("status %d, want %d: %s", status, tt.status, text)
			}
		})
	}
}

// TestAnswerForgives: a text of a position that is forgiven is read, and the game
// goes on from it, written as any other.
func TestAnswerForgives(t *testing.T) {
	const text = "[FEN \"W:Wc3,b8:Bd4,h8\"]\n\n1. c3:e5 h8-g7 *"
	for query, start := range map[string]string{"": "", "?forgive=false": "", "?forgive=true": "W:Wc3,b8:Bd4,h8"} {
		status, answer := newService().Answer(t.Context(), "POST", "/api/v1/pdn"+query, []byte(text))
		var told Records
		if err := json.Unmarshal(answer, &told); err != nil || status != 200 {
			t.Fatalf("status %d, %v: %s", status, err, answer)
		}
		if got := told.Games[0]; got.Start != start || start != "" && len(got.Moves) != 2 {
			t.Errorf("%q: start %q, %d moves", query, got.Start, len(got.Moves))
		}
	}
}

// TestAnswerPicture: a picture is told as it is.
func TestAnswerPicture(t *testing.T) {
	status, picture := newService().Answer(t.Context(), "GET", "/api/v1/diagram.svg?fen=W:Wa1,b8:B&forgive=true", nil)
	if status != 200 || !bytes.HasPrefix(picture, []byte("<svg ")) {
		t.Errorf("status %d: %.60s", status, picture)
	}
}

func exerciseID(t *testing.T) string {
	t.Helper()
	_, text := newService().Answer(t.Context(), "GET", "/api/v1/exercises/daily?date=2026-01-31", nil)
	var told Exercise
	if err := json.Unmarshal(text, &told); err != nil || told.ID == "" {
		t.Fatalf("%v: %s", err, text)
	}
	return told.ID
}

func TestAnswerStopped(t *testing.T) {
	s := newService()
	s.Best = func(ctx context.Context, _ *draughts.Game, _ int) (draughts.Move, error) {
		return draughts.Move{}, ctx.Err()
	}
	ctx, stop := context.WithDeadline(t.Context(), time.Time{})
	defer stop()
	if status, text := s.Answer(ctx, "POST", "/api/v1/game/reply", []byte(`{"level":1}`)); status != 503 {
		t.Errorf("status %d: %s", status, text)
	}
}

func FuzzAnswer(f *testing.F) {
	f.Add("POST", "/api/v1/game", `{"start":"W:Wc3:Bd4","moves":[{"from":"c3","to":"e5","captured":["d4"]}],"end":{"reason":"resignation","side":"white"}}`)
	f.Add("POST", "/api/v1/game/reply", `{"level":3,"rules":"fshr"}`)
	f.Add("GET", "/api/v1/moves?fen=W:W21-23,K32:B1&rules=none", ``)
	f.Add("GET", "/api/v1/moves?fen=W:W1-5,K32:B1&forgive=true", ``)
	f.Add("GET", "/api/v1/table?fen=W:WKa1:BKh8", ``)
	f.Add("POST", "/api/v1/pdn?tree=1&forgive=true", `[FEN "W:W1:B2"] 1. (* {x} 2-0`)
	f.Add("GET", "/api/v1/diagram.svg?fen=W:WKa1:BKh8&theme=wood&numbers=true&flip=true", ``)
	f.Add("GET", "/api/v1/exercises?theme=shot&from=7", ``)
	f.Add("GET", "/api/v1/exercises/next?rating=1&seen=a,b", ``)
	f.Add("POST", "/api/v1/exercises/x/try", `{"moves":[{"from":"a1","to":"b2"}]}`)
	s := newService()
	f.Fuzz(func(t *testing.T, method, address, body string) {
		status, text := s.Answer(t.Context(), method, address, []byte(body))
		if status < 200 || status >= 500 {
			t.Errorf("status %d: %s", status, text)
		}
		if !json.Valid(text) && !bytes.HasPrefix(text, []byte("<svg ")) {
			t.Errorf("no JSON: %s", text)
		}
	})
}
