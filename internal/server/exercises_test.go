package server

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/exercise"
	"github.com/bolshak-draughts/bolshak/internal/server/stateless"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// answerOf asks for an address and reads the answer, which must have a status.
func answerOf[T any](t *testing.T, h http.Handler, method, path, body string) T {
	t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	var answer T
	if w.Code != http.StatusOK {
		t.Fatalf("%s %s: status %d: %s", method, path, w.Code, w.Body)
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	return answer
}

// tries says what is thought of the last of some moves.
func tries(t *testing.T, h http.Handler, id string, moves ...wire.Move) stateless.Judged {
	t.Helper()
	body, err := json.Marshal(stateless.Try{Moves: moves})
	if err != nil {
		t.Fatal(err)
	}
	return answerOf[stateless.Judged](t, h, "POST", "/api/v1/exercises/"+id+"/try", string(body))
}

// TestExercisesAreSolved solves some exercises by their main lines, and tries
// each wrong move on the way.
func TestExercisesAreSolved(t *testing.T) {
	h := newTestSite(t, Config{}).Handler()
	all := exercise.All()
	for i := 0; i < len(all); i += max(1, len(all)/8) {
		x := all[i]
		told := answerOf[stateless.Exercise](t, h, "GET", "/api/v1/exercises/"+x.ID, "")
		if told.FEN != x.Start.FEN() || told.Moves != x.Moves() || !slices.Equal(told.Themes, x.Themes.Names()) {
			t.Errorf("%s is told as %+v", x.ID, told)
		}
		var path []wire.Move
		for turn := x.Solution; turn != nil; {
			for _, try := range turn.Tries {
				got := tries(t, h, x.ID, append(slices.Clone(path), wire.NewMove(try.Move))...)
				if got.Verdict != "wrong" || len(got.Line) != len(try.Line) || got.Loses != try.Loses || got.Reply != nil {
					t.Errorf("%s, %v: %+v", x.ID, try.Move, got)
				}
			}
			path = append(path, wire.NewMove(turn.Move))
			got := tries(t, h, x.ID, path...)
			if len(turn.Replies) == 0 || turn.Replies[0].Next == nil {
				if got.Verdict != "solved" {
					t.Errorf("%s ends with %+v", x.ID, got)
				}
				break
			}
			if got.Verdict != "right" || got.Reply == nil {
				t.Fatalf("%s, %v: %+v", x.ID, turn.Move, got)
			}
			path = append(path, *got.Reply)
			turn = turn.Replies[0].Next
		}
	}
}

func TestExercisesAreFound(t *testing.T) {
	h := newTestSite(t, Config{}).Handler()
	type list struct {
		Found     int
		Exercises []stateless.Exercise
		Themes    []struct {
			Theme string
			Count int
		}
	}
	all := answerOf[list](t, h, "GET", "/api/v1/exercises", "")
	if all.Found != len(exercise.All()) || len(all.Exercises) != min(stateless.MaxExercises, all.Found) || len(all.Themes) == 0 {
		t.Fatalf("%d of %d exercises, %d themes", len(all.Exercises), all.Found, len(all.Themes))
	}
	theme := all.Themes[0]
	of := answerOf[list](t, h, "GET", "/api/v1/exercises?theme="+theme.Theme, "")
	if of.Found != theme.Count || !slices.Contains(of.Exercises[0].Themes, theme.Theme) {
		t.Errorf("%d exercises of %+v", of.Found, theme)
	}
	rest := answerOf[list](t, h, "GET", "/api/v1/exercises?from=1", "")
	if rest.Exercises[0].ID != all.Exercises[1].ID {
		t.Error("another one comes second")
	}
	a := answerOf[stateless.Exercise](t, h, "GET", "/api/v1/exercises/daily?date=2026-01-31", "")
	b := answerOf[stateless.Exercise](t, h, "GET", "/api/v1/exercises/daily?date=2026-02-01", "")
	if a.ID == b.ID {
		t.Error("two days have one exercise")
	}
	first := answerOf[stateless.Exercise](t, h, "GET", "/api/v1/exercises/next?rating=1500", "")
	second := answerOf[stateless.Exercise](t, h, "GET", "/api/v1/exercises/next?rating=1500&seen="+first.ID, "")
	if first.ID == second.ID {
		t.Error("what was seen comes again")
	}
	whole := answerOf[map[string]any](t, h, "GET", "/api/v1/exercises/"+first.ID+"?solution=true", "")
	if whole["solution"] == nil {
		t.Error("there is no solution")
	}
}

func TestExercisesRefuse(t *testing.T) {
	h := newTestSite(t, Config{}).Handler()
	id := exercise.All()[0].ID
	for _, c := range []struct {
		method, path, body string
		status             int
		code               string
		index              int // of the move at fault, -1: none
	}{
		{"GET", "/api/v1/exercises?theme=chess", "", 422, "bad-query", -1},
		{"GET", "/api/v1/exercises?from=-1", "", 422, "bad-query", -1},
		{"GET", "/api/v1/exercises/none", "", 404, "not-found", -1},
		{"GET", "/api/v1/exercises/daily?date=today", "", 422, "bad-query", -1},
		{"GET", "/api/v1/exercises/next?rating=much", "", 422, "bad-query", -1},
		{"GET", "/api/v1/exercises/next?seen=" + strings.Repeat("a,", stateless.MaxSeen), "", 422, "bad-query", -1},
		{"POST", "/api/v1/exercises/none/try", `{"moves":[]}`, 404, "not-found", -1},
		{"POST", "/api/v1/exercises/" + id + "/try", `{`, 400, "bad-json", -1},
		{"POST", "/api/v1/exercises/" + id + "/try", `{"moves":[]}`, 422, "not-a-path", -1},
		{"POST", "/api/v1/exercises/" + id + "/try", `{"moves":[{"from":"z9","to":"a1","captured":[]}]}`, 422, "bad-square", 0},
		{"POST", "/api/v1/exercises/" + id + "/try", `{"moves":[{"from":"a1","to":"h8","captured":["b2","c3","d4"]}]}`, 422, "illegal-move", -1},
		{"POST", "/api/v1/exercises/" + id + "/try", `{"moves":[` + strings.Repeat(`{"from":"a1","to":"b2","captured":[]},`, maxMoves) + `{"from":"a1","to":"b2","captured":[]}]}`, 422, "too-many-moves", -1},
	} {
		r := httptest.NewRequest(c.method, c.path, strings.NewReader(c.body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		wantProblem(t, w, c.status, c.code, c.index)
	}
}
