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
		{"a daily exercise, not one with that name", newService(), "GET", "/api/v1/exercises/daily", ``, 200, ""},
		{"an exercise", newService(), "GET", "/api/v1/exercises/" + first, ``, 200, ""},
		{"an exercise that is none", newService(), "GET", "/api/v1/exercises/x", ``, 404, "not-found"},
		{"a try", newService(), "POST", "/api/v1/exercises/" + first + "/try", `{"moves":[]}`, 422, "not-a-path"},
		{"a try without an exercise", newService(), "POST", "/api/v1/exercises//try", `{"moves":[]}`, 404, "not-found"},
		{"a long theme", newService(), "GET", "/api/v1/exercises?theme=" + string(bytes.Repeat([]byte("x"), 100)), ``, 422, "bad-query"},
		{"a long number", newService(), "GET", "/api/v1/exercises?from=" + string(bytes.Repeat([]byte("1"), 100)), ``, 422, "bad-query"},
		{"a long date", newService(), "GET", "/api/v1/exercises/daily?date=2026-01-0111", ``, 422, "bad-query"},
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
	f.Add("GET", "/api/v1/table?fen=W:WKa1:BKh8", ``)
	f.Add("GET", "/api/v1/exercises?theme=shot&from=7", ``)
	f.Add("GET", "/api/v1/exercises/next?rating=1&seen=a,b", ``)
	f.Add("POST", "/api/v1/exercises/x/try", `{"moves":[{"from":"a1","to":"b2"}]}`)
	s := newService()
	f.Fuzz(func(t *testing.T, method, address, body string) {
		status, text := s.Answer(t.Context(), method, address, []byte(body))
		if status < 200 || status >= 500 {
			t.Errorf("status %d: %s", status, text)
		}
		if !json.Valid(text) {
			t.Errorf("no JSON: %s", text)
		}
	})
}
