package server

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/exercise"
	"github.com/bolshak-draughts/bolshak/internal/server/club"
	"github.com/bolshak-draughts/bolshak/internal/server/rating"
	"github.com/bolshak-draughts/bolshak/internal/server/stateless"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
	"github.com/bolshak-draughts/bolshak/web"
)

var (
	errGuestsLearn  = wire.NewProblem(http.StatusForbidden, "account-needed", "what guests have learnt is kept in the browser: register first")
	errOtherLearner = wire.NewProblem(http.StatusUnauthorized, "not-signed-in", "somebody else is signed in")
	errNoLesson     = wire.NewProblem(http.StatusNotFound, "not-found", "there is no such lesson")
	errNoExercise   = wire.NewProblem(http.StatusNotFound, "not-found", "there is no such exercise")
	errOneThing     = wire.NewProblem(http.StatusUnprocessableEntity, "bad-action", "give either an exercise or a lesson")
)

// recentTries is how many rated tries the progress tells of one by one.
const recentTries = 50

// progressJSON is what a player has learnt.
type progressJSON struct {
	Player    string          `json:"player"`
	Rating    club.RatingJSON `json:"rating"`
	Lessons   []string        `json:"lessons"`
	Exercises []triedJSON     `json:"exercises"`
	History   []tryJSON       `json:"history"`
}

// triedJSON is an exercise that was tried.
type triedJSON struct {
	ID     string `json:"id"`
	Solved bool   `json:"solved"`
}

// tryJSON is a try that has moved the rating.
type tryJSON struct {
	Exercise  string `json:"exercise"`
	Solved    bool   `json:"solved"`
	Rating    int    `json:"rating"`
	Deviation int    `json:"deviation"`
	Change    int    `json:"change"`
	At        int64  `json:"at"`
}

// doneJSON is what a learner has done: a lesson to its end, or a try at an
// exercise with the moves that have solved it.
type doneJSON struct {
	// Player is the id of the one who has done it, where that was not now; "" is
	// whoever is signed in.
	Player   string      `json:"player"`
	Lesson   string      `json:"lesson"`
	Exercise string      `json:"exercise"`
	Solved   bool        `json:"solved"`
	Moves    []wire.Move `json:"moves"`
}

// notedJSON is what has become of it.
type notedJSON struct {
	// First says that it was new.
	First  bool            `json:"first"`
	Solved bool            `json:"solved"`
	Change int             `json:"change"`
	Rating club.RatingJSON `json:"rating"`
}

// mergeJSON is what was learnt in a browser before its user had an account.
type mergeJSON struct {
	Player    string      `json:"player"`
	Lessons   []string    `json:"lessons"`
	Exercises []triedJSON `json:"exercises"`
}

func newSolverRating(r rating.Rating) club.RatingJSON {
	return club.RatingJSON{Rating: r.Rounded(), Deviation: int(r.Deviation + 0.5), Games: r.Games, Provisional: r.Provisional()}
}

// learner returns the account of a request. Where an id is given it must be that
// one's: what was done offline is sent later, perhaps by a browser in which
// somebody else has signed in.
func (s *Server) learner(r *http.Request, id string) (*store.Player, *wire.Problem) {
	p, problem := s.player(r)
	switch {
	case problem != nil:
		return nil, problem
	case p.Guest:
		return nil, errGuestsLearn
	case id != "" && id != p.ID:
		return nil, errOtherLearner
	}
	return p, nil
}

// progress tells what an account has learnt.
func (s *Server) progress(w http.ResponseWriter, r *http.Request) {
	p, problem := s.learner(r, "")
	if problem != nil {
		wire.WriteProblem(w, problem)
		return
	}
	s.writeProgress(w, r, p.ID)
}

func (s *Server) writeProgress(w http.ResponseWriter, r *http.Request, player string) {
	learnt, err := s.store.Progress(r.Context(), player)
	if err != nil {
		wire.WriteProblem(w, s.problem(r, err))
		return
	}
	j := progressJSON{
		Player: player, Rating: newSolverRating(learnt.Solver),
		Lessons: append([]string{}, learnt.Lessons...), Exercises: []triedJSON{}, History: []tryJSON{},
	}
	for _, t := range learnt.Tries {
		j.Exercises = append(j.Exercises, triedJSON{t.Exercise, t.Solved})
	}
	for _, t := range slices.Backward(learnt.Tries) {
		if t.Rated && len(j.History) < recentTries {
			j.History = append(j.History, tryJSON{t.Exercise, t.Solved, t.Rating, t.Deviation, t.Change, t.At.UnixMicro()})
		}
	}
	w.Header().Set("Cache-Control", "no-store")
	wire.WriteJSON(w, http.StatusOK, j)
}

// noteProgress notes one thing that was done.
func (s *Server) noteProgress(w http.ResponseWriter, r *http.Request) {
	var q doneJSON
	p, ok := s.posted(w, r, &q, func(r *http.Request) (*store.Player, *wire.Problem) { return s.learner(r, q.Player) })
	if !ok {
		return
	}
	if (q.Lesson == "") == (q.Exercise == "") {
		wire.WriteProblem(w, errOneThing)
		return
	}
	note := s.noteExercise
	if q.Lesson != "" {
		note = s.noteLesson
	}
	noted, err := note(r.Context(), p.ID, q)
	if err == nil {
		var solver rating.Rating
		solver, err = s.store.Solver(r.Context(), p.ID)
		noted.Rating = newSolverRating(solver)
	}
	if err != nil {
		wire.WriteProblem(w, s.problem(r, err))
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	wire.WriteJSON(w, http.StatusOK, noted)
}

func (s *Server) noteLesson(ctx context.Context, player string, q doneJSON) (notedJSON, error) {
	if !slices.Contains(web.Lessons(), q.Lesson) {
		return notedJSON{}, errNoLesson
	}
	first, err := s.store.AddLesson(ctx, player, q.Lesson)
	return notedJSON{First: first, Solved: true}, err
}

func (s *Server) noteExercise(ctx context.Context, player string, q doneJSON) (notedJSON, error) {
	x, ok := exercise.ByID(q.Exercise)
	if !ok {
		return notedJSON{}, errNoExercise
	}
	solved, p := proves(x, q)
	if p != nil {
		return notedJSON{}, p
	}
	t, first, err := s.store.AddTry(ctx, player, x.ID, x.Rating, solved)
	return notedJSON{First: first, Solved: t.Solved, Change: t.Change}, err
}

// proves reports whether the moves of a try solve the exercise, if it is said
// that they do.
func proves(x *exercise.Exercise, q doneJSON) (bool, *wire.Problem) {
	if len(q.Moves) > maxMoves {
		return false, wire.Refuse("too-many-moves", fmt.Sprintf("at most %d moves", maxMoves))
	}
	path := make([]draughts.Move, len(q.Moves))
	for i, m := range q.Moves {
		var err error
		if path[i], err = m.Draughts(); err != nil {
			return false, wire.Refuse("bad-square", err.Error()).At(i)
		}
	}
	answer, err := x.Check(path)
	return q.Solved && err == nil && answer.Verdict == exercise.Solved, nil
}

// mergeProgress adds what a browser has kept before its user signed in. It moves
// no rating, so it is believed; what is not of this course or box is passed over.
func (s *Server) mergeProgress(w http.ResponseWriter, r *http.Request) {
	var q mergeJSON
	p, ok := s.posted(w, r, &q, func(r *http.Request) (*store.Player, *wire.Problem) { return s.learner(r, q.Player) })
	if !ok {
		return
	}
	var learnt store.Progress
	lessons, tried := map[string]bool{}, map[string]bool{}
	for _, id := range q.Lessons {
		if !lessons[id] && slices.Contains(web.Lessons(), id) {
			lessons[id] = true
			learnt.Lessons = append(learnt.Lessons, id)
		}
	}
	for _, t := range q.Exercises {
		if _, ok := exercise.ByID(t.ID); ok && !tried[t.ID] {
			tried[t.ID] = true
			learnt.Tries = append(learnt.Tries, store.Try{Exercise: t.ID, Solved: t.Solved})
		}
	}
	if err := s.store.MergeProgress(r.Context(), p.ID, learnt); err != nil {
		wire.WriteProblem(w, s.problem(r, err))
		return
	}
	s.writeProgress(w, r, p.ID)
}

const (
	exercisesPath = "/api/v1/exercises"
	nextPath      = exercisesPath + "/next"
)

// fitted serves an endpoint, and gives exercises the ratings that their solvers
// have moved them to. The next one is chosen by the progress of the account that
// asks.
func (s *Server) fitted(e stateless.Endpoint) http.HandlerFunc {
	if e.Method != http.MethodGet || !strings.HasPrefix(e.Path, exercisesPath) {
		return s.answer(e)
	}
	tell := e.Answer
	e.Answer = func(ctx context.Context, r stateless.Request) (any, error) {
		answer, err := tell(ctx, r)
		if err != nil {
			return nil, err
		}
		return s.rated(ctx, answer)
	}
	handler := s.answer(e)
	if e.Path != nextPath {
		return handler
	}
	return func(w http.ResponseWriter, r *http.Request) {
		own, problem := s.ownNext(r)
		if problem != nil {
			wire.WriteProblem(w, problem)
			return
		}
		handler(w, own)
	}
}

// rated gives the exercises of an answer the ratings that they have by now.
func (s *Server) rated(ctx context.Context, answer any) (any, error) {
	switch a := answer.(type) {
	case stateless.Exercise:
		points, ok, err := s.store.ExerciseRating(ctx, a.ID)
		if ok {
			a.Rating = points
		}
		return a, err
	case *exercise.Exercise:
		points, ok, err := s.store.ExerciseRating(ctx, a.ID)
		if !ok {
			return a, err
		}
		x := *a // the one in the box is everybody's
		x.Rating = points
		return &x, nil
	case map[string]any:
		list, _ := a["exercises"].([]stateless.Exercise)
		ratings, err := s.store.ExerciseRatings(ctx)
		for i := range list {
			if points, ok := ratings[list[i].ID]; ok {
				list[i].Rating = points
			}
		}
		return a, err
	}
	return answer, nil
}

// ownNext returns a request for the next exercise as that of an account is meant:
// by its rating, and without the exercises that it has tried anywhere.
func (s *Server) ownNext(r *http.Request) (*http.Request, *wire.Problem) {
	p, problem := s.who(r)
	if problem != nil || p == nil || p.Guest {
		return r, problem
	}
	learnt, err := s.store.Progress(r.Context(), p.ID)
	if err != nil {
		return nil, s.problem(r, err)
	}
	query := r.URL.Query()
	told := strings.Split(query.Get("seen"), ",")
	if len(told) > stateless.MaxSeen {
		return r, nil // it is refused
	}
	seen := make([]string, 0, len(learnt.Tries)+len(told))
	for _, t := range learnt.Tries {
		seen = append(seen, t.Exercise)
	}
	for _, id := range told {
		if _, ok := exercise.ByID(id); ok && !slices.Contains(seen, id) {
			seen = append(seen, id)
		}
	}
	query.Set("rating", strconv.Itoa(learnt.Solver.Rounded()))
	query.Set("seen", strings.Join(seen[:min(len(seen), stateless.MaxSeen)], ","))
	own := r.Clone(r.Context())
	own.URL.RawQuery = query.Encode()
	return own, nil
}
