package server

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/exercise"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// exerciseJSON is an exercise without its solution.
type exerciseJSON struct {
	ID     string   `json:"id"`
	FEN    string   `json:"fen"`
	Turn   string   `json:"turn"`
	Rating int      `json:"rating"`
	Themes []string `json:"themes"`
	Moves  int      `json:"moves"`
}

func newExercise(x *exercise.Exercise) exerciseJSON {
	return exerciseJSON{
		ID: x.ID, FEN: x.Start.FEN(), Turn: x.Start.Turn().String(),
		Rating: x.Rating, Themes: x.Themes.Names(), Moves: x.Moves(),
	}
}

// themeJSON is a theme with the number of its exercises.
type themeJSON struct {
	Theme string `json:"theme"`
	Count int    `json:"count"`
}

// The most exercises that an answer lists, and the most that a client may name
// as seen.
const (
	maxExercises = 100
	maxSeen      = 2000
)

// exercises lists the exercises of a theme, the easiest first.
func (s *Server) exercises(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	theme, p := themeOf(query)
	if p != nil {
		wire.WriteProblem(w, p)
		return
	}
	skip, p := numberOf(query, "from", 0)
	if p != nil {
		wire.WriteProblem(w, p)
		return
	}
	list := []exerciseJSON{}
	found := 0
	counts := map[exercise.Themes]int{}
	for _, x := range exercise.All() {
		for _, t := range exercise.AllThemes() {
			if x.Themes.Has(t) {
				counts[t]++
			}
		}
		if !x.Themes.Has(theme) {
			continue
		}
		if found >= skip && len(list) < maxExercises {
			list = append(list, newExercise(x))
		}
		found++
	}
	themes := []themeJSON{}
	for _, t := range exercise.AllThemes() {
		if counts[t] > 0 {
			themes = append(themes, themeJSON{t.String(), counts[t]})
		}
	}
	w.Header().Set("Cache-Control", "no-cache")
	wire.WriteJSON(w, http.StatusOK, map[string]any{"found": found, "exercises": list, "themes": themes})
}

func themeOf(query url.Values) (exercise.Themes, *wire.Problem) {
	name := query.Get("theme")
	if name == "" {
		return 0, nil
	}
	theme, err := exercise.ParseTheme(name)
	if err != nil {
		return 0, wire.NewProblem(http.StatusUnprocessableEntity, "bad-query", clip(err.Error(), 400))
	}
	return theme, nil
}

// numberOf reads a number that is not negative.
func numberOf(query url.Values, name string, usual int) (int, *wire.Problem) {
	text := query.Get(name)
	if text == "" {
		return usual, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 1e6 {
		return 0, wire.NewProblem(http.StatusUnprocessableEntity, "bad-query", fmt.Sprintf("%s is to be a number from 0 on, not %q", name, clip(text, maxName)))
	}
	return n, nil
}

// exercise tells one exercise, with its solution if that is asked for.
func (s *Server) exercise(w http.ResponseWriter, r *http.Request) {
	x, ok := exercise.ByID(r.PathValue("id"))
	if !ok {
		wire.WriteProblem(w, wire.ErrNotFound)
		return
	}
	w.Header().Set("Cache-Control", "no-cache")
	if r.URL.Query().Get("solution") == "true" {
		wire.WriteJSON(w, http.StatusOK, x)
		return
	}
	wire.WriteJSON(w, http.StatusOK, newExercise(x))
}

// dailyExercise tells the exercise of a day: today in UTC, or the one that is
// named, since the day begins elsewhere at other hours.
func (s *Server) dailyExercise(w http.ResponseWriter, r *http.Request) {
	date := time.Now().UTC()
	if text := r.URL.Query().Get("date"); text != "" {
		var err error
		if date, err = time.Parse(time.DateOnly, text); err != nil {
			wire.WriteProblem(w, wire.NewProblem(http.StatusUnprocessableEntity, "bad-query", fmt.Sprintf("date is to be one such as 2026-01-31, not %q", clip(text, maxName))))
			return
		}
	}
	w.Header().Set("Cache-Control", "no-cache")
	wire.WriteJSON(w, http.StatusOK, newExercise(exercise.Daily(date)))
}

// nextExercise tells the exercise nearest to a rating that was not seen yet.
func (s *Server) nextExercise(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	theme, p := themeOf(query)
	if p != nil {
		wire.WriteProblem(w, p)
		return
	}
	rating, p := numberOf(query, "rating", exercise.MinRating)
	if p != nil {
		wire.WriteProblem(w, p)
		return
	}
	seen := strings.Split(query.Get("seen"), ",")
	if len(seen) > maxSeen {
		wire.WriteProblem(w, wire.NewProblem(http.StatusUnprocessableEntity, "bad-query", fmt.Sprintf("at most %d exercises may be named as seen", maxSeen)))
		return
	}
	x, ok := exercise.NextOf(rating, theme, seen...)
	if !ok {
		wire.WriteProblem(w, wire.ErrNotFound)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	wire.WriteJSON(w, http.StatusOK, newExercise(x))
}

// tryRequest is what a solver has played from the first position on, with the
// replies he was given.
type tryRequest struct {
	Moves []wire.Move `json:"moves"`
}

// tryJSON is what is thought of the last of them.
type tryJSON struct {
	Verdict string `json:"verdict"`
	// Reply is the opponent's move after a right one.
	Reply *wire.Move `json:"reply"`
	// Line is how the opponent saves himself after a wrong one; Loses says that
	// the solver even loses there.
	Line  []wire.Move `json:"line"`
	Loses bool        `json:"loses"`
}

// tryExercise judges a move of a solver.
func (s *Server) tryExercise(w http.ResponseWriter, r *http.Request) {
	x, ok := exercise.ByID(r.PathValue("id"))
	if !ok {
		wire.WriteProblem(w, wire.ErrNotFound)
		return
	}
	var q tryRequest
	if p := wire.ReadJSON(w, r, &q); p != nil {
		wire.WriteProblem(w, p)
		return
	}
	if len(q.Moves) > maxMoves {
		wire.WriteProblem(w, wire.NewProblem(http.StatusUnprocessableEntity, "too-many-moves", fmt.Sprintf("at most %d moves", maxMoves)))
		return
	}
	path := make([]draughts.Move, len(q.Moves))
	for i, m := range q.Moves {
		var err error
		if path[i], err = m.Draughts(); err != nil {
			wire.WriteProblem(w, wire.NewProblem(http.StatusUnprocessableEntity, "bad-square", err.Error()).At(i))
			return
		}
	}
	answer, err := x.Check(path)
	if err != nil {
		code := "not-a-path"
		if errors.Is(err, draughts.ErrIllegal) {
			code = "illegal-move"
		}
		wire.WriteProblem(w, wire.NewProblem(http.StatusUnprocessableEntity, code, err.Error()))
		return
	}
	j := tryJSON{Verdict: answer.Verdict.String(), Line: []wire.Move{}, Loses: answer.Loses}
	if answer.Verdict == exercise.Right {
		reply := wire.NewMove(answer.Reply)
		j.Reply = &reply
	}
	for _, m := range answer.Line {
		j.Line = append(j.Line, wire.NewMove(m))
	}
	w.Header().Set("Cache-Control", "no-store")
	wire.WriteJSON(w, http.StatusOK, j)
}
