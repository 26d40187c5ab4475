package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/server/rating"
	"github.com/bolshak-draughts/bolshak/internal/server/store/db"
)

// Solver and exercise play a game of which the first try is the result: both
// have ratings of the same scale, which the try moves.
const (
	// firstSolverRating is what solvers begin with: the box begins a little below,
	// and those who cannot play yet come here first.
	firstSolverRating = 1000.0
	// exerciseDeviation is that of an exercise before its first try. It is small,
	// since the rating was measured: exercises move slowly, by some ten points a
	// try at most.
	exerciseDeviation = 60.0
	// exerciseVolatility is small too: only those who try change, not what they try.
	exerciseVolatility = 0.03
)

// NewSolver returns the rating of a player who has tried no exercise.
func NewSolver() rating.Rating {
	r := rating.New()
	r.Rating = firstSolverRating
	return r
}

// Try is the first try of a player at an exercise.
type Try struct {
	Exercise string
	Solved   bool
	// Rated tries have moved the ratings; the others were made elsewhere, and
	// have no Rating, Deviation and Change.
	Rated bool
	// Rating and Deviation are the solver's after the try, rounded; Change is by
	// how many points it has moved the rating.
	Rating, Deviation, Change int
	At                        time.Time
}

func newTry(r db.ExerciseTry) Try {
	return Try{
		Exercise: r.ExerciseID, Solved: r.Solved, Rated: r.Rated,
		Rating: int(r.Rating), Deviation: int(r.Deviation), Change: int(r.Change), At: fromMicros(r.At),
	}
}

// Progress is what a player has learnt.
type Progress struct {
	// Lessons are those done to their ends, the first one first.
	Lessons []string
	// Tries are the first tries at exercises, the first one first.
	Tries []Try
	// Solver is the rating as a solver of exercises, as it is now.
	Solver rating.Rating
}

// Progress returns what a player has learnt; nothing is known of players that
// are not there.
func (s *Store) Progress(ctx context.Context, player string) (Progress, error) {
	var p Progress
	var err error
	if p.Lessons, err = s.reads.LessonsOf(ctx, player); err != nil {
		return p, err
	}
	tries, err := s.reads.TriesOf(ctx, player)
	if err != nil {
		return p, err
	}
	for _, t := range tries {
		p.Tries = append(p.Tries, newTry(t))
	}
	p.Solver, err = s.Solver(ctx, player)
	return p, err
}

// Solver returns the rating of a player as a solver of exercises, as it is now.
func (s *Store) Solver(ctx context.Context, player string) (rating.Rating, error) {
	row, err := s.reads.SolverRating(ctx, player)
	if errors.Is(err, sql.ErrNoRows) {
		return NewSolver(), nil
	}
	return newSolver(row).At(s.now()), err
}

func newSolver(r db.SolverRating) rating.Rating {
	known := rating.Rating{Rating: r.Rating, Deviation: r.Deviation, Volatility: r.Volatility, Games: int(r.Tries)}
	if r.Tries > 0 {
		known.Last = fromMicros(r.Last)
	}
	return known
}

// learn carries out a change of what a player has learnt. Changes of one player
// follow each other. The error is [ErrNotFound] if the player is not there or
// was deleted.
func (s *Store) learn(ctx context.Context, player string, do func(ctx context.Context, q *db.Queries, solver db.SolverRating) error) error {
	return s.write(ctx, func(ctx context.Context, q *db.Queries) error {
		if _, err := q.PlayerByID(ctx, player); err != nil {
			return notFound(err)
		}
		first := NewSolver()
		solver, err := q.LockSolver(ctx, db.LockSolverParams{
			PlayerID: player, Rating: first.Rating, Deviation: first.Deviation, Volatility: first.Volatility,
		})
		if err != nil {
			return err
		}
		// Whoever deletes the player meanwhile has to wait, or was here before.
		row, err := q.PlayerByID(ctx, player)
		if err != nil {
			return notFound(err)
		}
		if row.Deleted {
			return ErrNotFound
		}
		return do(ctx, q, solver)
	})
}

// AddTry notes that a player has tried an exercise, whose rating is difficulty
// before anybody has. Only the first try counts: it moves both ratings. A later
// one changes nothing; first is then false and the try is the first one. The
// error may be [ErrNotFound], of the player.
func (s *Store) AddTry(ctx context.Context, player, exercise string, difficulty int, solved bool) (try Try, first bool, err error) {
	err = s.learn(ctx, player, func(ctx context.Context, q *db.Queries, row db.SolverRating) error {
		known, err := q.TryAt(ctx, db.TryAtParams{PlayerID: player, ExerciseID: exercise})
		if !errors.Is(err, sql.ErrNoRows) {
			try, first = newTry(known), false
			return err
		}
		now := s.now()
		solver := newSolver(row)
		after, err := meet(ctx, q, solver, exercise, difficulty, solved, now)
		if err != nil {
			return err
		}
		if err := q.SetSolver(ctx, db.SetSolverParams{
			PlayerID: player, Rating: after.Rating, Deviation: after.Deviation, Volatility: after.Volatility,
			Tries: int64(after.Games), Last: now.UnixMicro(),
		}); err != nil {
			return err
		}
		kept := db.AddTryParams{
			PlayerID: player, ExerciseID: exercise, Solved: solved, Rated: true, Rating: int64(after.Rounded()),
			Deviation: int64(after.Deviation + 0.5), Change: int64(after.Rounded() - solver.Rounded()), At: now.UnixMicro(),
		}
		try, first = newTry(db.ExerciseTry(kept)), true
		return q.AddTry(ctx, kept)
	})
	return try, first, err
}

// meet moves the rating of an exercise by a try and returns the solver's after
// it.
func meet(ctx context.Context, q *db.Queries, solver rating.Rating, exercise string, difficulty int, solved bool, now time.Time) (rating.Rating, error) {
	row, err := q.LockExercise(ctx, db.LockExerciseParams{
		ExerciseID: exercise, Rating: float64(difficulty), Deviation: exerciseDeviation, Volatility: exerciseVolatility,
	})
	if err != nil {
		return solver, err
	}
	// An exercise is the same after years: its deviation does not grow.
	other := rating.Rating{Rating: row.Rating, Deviation: row.Deviation, Volatility: row.Volatility, Games: int(row.Tries), Last: now}
	score := 0.0
	if solved {
		score = 1
	}
	after, moved := rating.After(solver, other, score, now)
	return after, q.SetExercise(ctx, db.SetExerciseParams{
		ExerciseID: exercise, Rating: moved.Rating, Deviation: moved.Deviation, Volatility: moved.Volatility,
		Tries: int64(moved.Games), Last: now.UnixMicro(),
	})
}

// AddLesson notes that a player has done a lesson to its end, for the first time
// or again. The error may be [ErrNotFound], of the player.
func (s *Store) AddLesson(ctx context.Context, player, lesson string) (first bool, err error) {
	err = s.learn(ctx, player, func(ctx context.Context, q *db.Queries, _ db.SolverRating) error {
		rows, err := q.AddLesson(ctx, db.AddLessonParams{PlayerID: player, Lesson: lesson, At: s.micros()})
		first = rows > 0
		return err
	})
	return first, err
}

// MergeProgress adds what a player has learnt elsewhere, all at once: lessons,
// and the exercises of tries that are new, whether they were solved as is told.
// No rating moves. The error may be [ErrNotFound], of the player.
func (s *Store) MergeProgress(ctx context.Context, player string, p Progress) error {
	return s.learn(ctx, player, func(ctx context.Context, q *db.Queries, _ db.SolverRating) error {
		now := s.micros()
		for _, lesson := range p.Lessons {
			if _, err := q.AddLesson(ctx, db.AddLessonParams{PlayerID: player, Lesson: lesson, At: now}); err != nil {
				return err
			}
		}
		for _, t := range p.Tries {
			if err := q.AddTry(ctx, db.AddTryParams{PlayerID: player, ExerciseID: t.Exercise, Solved: t.Solved, At: now}); err != nil {
				return err
			}
		}
		return nil
	})
}

// ExerciseRating returns the rating that an exercise has by those who have tried
// it; ok is false if nobody has.
func (s *Store) ExerciseRating(ctx context.Context, exercise string) (points int, ok bool, err error) {
	row, err := s.reads.ExerciseRating(ctx, exercise)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return ratingOf(row), err == nil, err
}

// ExerciseRatings returns the ratings of all exercises that were tried.
func (s *Store) ExerciseRatings(ctx context.Context) (map[string]int, error) {
	rows, err := s.reads.ExerciseRatings(ctx)
	ratings := make(map[string]int, len(rows))
	for _, row := range rows {
		ratings[row.ExerciseID] = ratingOf(row)
	}
	return ratings, err
}

func ratingOf(r db.ExerciseRating) int { return rating.Rating{Rating: r.Rating}.Rounded() }
