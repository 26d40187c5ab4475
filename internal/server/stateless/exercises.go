package stateless

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/exercise"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// Exercise is an exercise without its solution.
type Exercise struct {
	ID     string   `json:"id"`
	FEN    string   `json:"fen"`
	Turn   string   `json:"turn"`
	Rating int      `json:"rating"`
	Themes []string `json:"themes"`
	Moves  int      `json:"moves"`
}

func newExercise(x *exercise.Exercise) Exercise {
	return Exercise{
		ID: x.ID, FEN: x.Start.FEN(), Turn: x.Start.Turn().String(),
		Rating: x.Rating, Themes: x.Themes.Names(), Moves: x.Moves(),
	}
}

// themeJSON is a theme with the number of its exercises.
type themeJSON struct {
	Theme string `json:"theme"`
	Count int    `json:"count"`
}

const (
	// MaxExercises is the most exercises that an answer lists.
	MaxExercises = 100
	// MaxSeen is the most that a client may name as seen.
	MaxSeen = 2000
)

// exercises lists the exercises of a theme, the easiest first.
func (s *Service) exercises(_ context.Context, r Request) (any, error) {
	query := r.Query
	theme, p := themeOf(query)
	if p != nil {
		return nil, p
	}
	skip, p := numberOf(query, "from", 0)
	if p != nil {
		return nil, p
	}
	list := []Exercise{}
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
		if found >= skip && len(list) < MaxExercises {
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
	return map[string]any{"found": found, "exercises": list, "themes": themes}, nil
}

func themeOf(query url.Values) (exercise.Themes, *wire.Problem) {
	name := query.Get("theme")
	if name == "" {
		return 0, nil
	}
	if len(name) > MaxName {
		return 0, wire.Refuse("bad-query", "there is no theme with so long a name")
	}
	theme, err := exercise.ParseTheme(name)
	if err != nil {
		return 0, wire.Refuse("bad-query", err.Error())
	}
	return theme, nil
}

// numberOf reads a number that is not negative.
func numberOf(query url.Values, name string, usual int) (int, *wire.Problem) {
	text := query.Get(name)
	if text == "" {
		return usual, nil
	}
	if len(text) > MaxName {
		return 0, wire.Refuse("bad-query", name+" is to be a number from 0 on")
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 1e6 {
		return 0, wire.Refuse("bad-query", fmt.Sprintf("%s is to be a number from 0 on, not %q", name, text))
	}
	return n, nil
}

// exercise tells one exercise, with its solution if that is asked for.
func (s *Service) exercise(_ context.Context, r Request) (any, error) {
	x, ok := exercise.ByID(r.ID)
	if !ok {
		return nil, wire.ErrNotFound
	}
	if r.Query.Get("solution") == "true" {
		return x, nil
	}
	return newExercise(x), nil
}

// daily tells the exercise of a day: today in UTC, or the one that is
// named, since the day begins elsewhere at other hours.
func (s *Service) daily(_ context.Context, r Request) (any, error) {
	date := time.Now().UTC()
	if text := r.Query.Get("date"); text != "" {
		var ok bool
		if date, ok = parseDate(text); !ok {
			return nil, wire.Refuse("bad-query", fmt.Sprintf("date is to be one such as 2026-01-31, not %q", wire.Clip(text, len(time.DateOnly))))
		}
	}
	return newExercise(exercise.Daily(date)), nil
}

// parseDate reads a date such as 2026-01-31. The parser of package time is large,
// and the page's worker needs no more of it.
func parseDate(text string) (date time.Time, ok bool) {
	year, rest, _ := strings.Cut(text, "-")
	month, day, _ := strings.Cut(rest, "-")
	var n [3]int
	for i, part := range []string{year, month, day} {
		if len(part) != []int{4, 2, 2}[i] || strings.Trim(part, "0123456789") != "" {
			return date, false
		}
		n[i], _ = strconv.Atoi(part) // digits alone
	}
	date = time.Date(n[0], time.Month(n[1]), n[2], 0, 0, 0, 0, time.UTC)
	return date, date.Month() == time.Month(n[1]) && date.Day() == n[2]
}

// next tells the exercise nearest to a rating that was not seen yet.
func (s *Service) next(_ context.Context, r Request) (any, error) {
	query := r.Query
	theme, p := themeOf(query)
	if p != nil {
		return nil, p
	}
	rating, p := numberOf(query, "rating", exercise.MinRating)
	if p != nil {
		return nil, p
	}
	seen := strings.Split(query.Get("seen"), ",")
	if len(seen) > MaxSeen {
		return nil, wire.Refuse("bad-query", fmt.Sprintf("at most %d exercises may be named as seen", MaxSeen))
	}
	x, ok := exercise.NextOf(rating, theme, seen...)
	if !ok {
		return nil, wire.ErrNotFound
	}
	return newExercise(x), nil
}

// Try is what a solver has played from the first position on, with the
// replies he was given.
type Try struct {
	Moves []wire.Move `json:"moves"`
}

// Judged is what is thought of the last of them.
type Judged struct {
	Verdict string `json:"verdict"`
	// Reply is the opponent's move after a right one.
	Reply *wire.Move `json:"reply"`
	// Line is how the opponent saves himself after a wrong one; Loses says that
	// the solver even loses there.
	Line  []wire.Move `json:"line"`
	Loses bool        `json:"loses"`
}

// try judges a move of a solver.
func (s *Service) try(_ context.Context, r Request) (any, error) {
	x, ok := exercise.ByID(r.ID)
	if !ok {
		return nil, wire.ErrNotFound
	}
	var q Try
	if p := wire.Decode(r.Body, &q); p != nil {
		return nil, p
	}
	if len(q.Moves) > MaxMoves {
		return nil, wire.Refuse("too-many-moves", fmt.Sprintf("at most %d moves", MaxMoves))
	}
	path := make([]draughts.Move, len(q.Moves))
	for i, m := range q.Moves {
		var err error
		if path[i], err = m.Draughts(); err != nil {
			return nil, wire.Refuse("bad-square", err.Error()).At(i)
		}
	}
	answer, err := x.Check(path)
	if err != nil {
		code := "not-a-path"
		if errors.Is(err, draughts.ErrIllegal) {
			code = "illegal-move"
		}
		return nil, wire.Refuse(code, err.Error())
	}
	j := Judged{Verdict: answer.Verdict.String(), Line: []wire.Move{}, Loses: answer.Loses}
	if answer.Verdict == exercise.Right {
		reply := wire.NewMove(answer.Reply)
		j.Reply = &reply
	}
	for _, m := range answer.Line {
		j.Line = append(j.Line, wire.NewMove(m))
	}
	return j, nil
}
