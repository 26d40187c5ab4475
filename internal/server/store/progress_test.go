package store

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/server/rating"
)

// tried is what a test expects of tries.
func tried(tries []Try) (list []string) {
	for _, t := range tries {
		list = append(list, fmt.Sprintf("%s %v %v", t.Exercise, t.Solved, t.Rated))
	}
	return list
}

func TestProgress(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx, now := t.Context(), setClock(s)
		anna := must(s.CreateAccount(ctx, "Anna", password))(t)
		boris := must(s.CreateAccount(ctx, "Boris", password))(t)
		empty := must(s.Progress(ctx, anna.ID))(t)
		if len(empty.Lessons)+len(empty.Tries) != 0 || empty.Solver != NewSolver() {
			t.Errorf("at first %+v", empty)
		}

		try, first, err := s.AddTry(ctx, anna.ID, "b", 1000, true)
		if err != nil || !first {
			t.Fatal(first, err)
		}
		// Two equal ratings: by the paper's formula the solver gains 175.06 against a
		// deviation of 60.
		want := Try{Exercise: "b", Solved: true, Rated: true, Rating: 1175, Deviation: 249, Change: 175, At: monday}
		if try != want {
			t.Errorf("the first try is %+v, want %+v", try, want)
		}
		now.add(time.Minute)
		again, first, err := s.AddTry(ctx, anna.ID, "b", 1000, false)
		if err != nil || first || again != want {
			t.Errorf("a later try: %+v, %v, %v", again, first, err)
		}
		lost, _, err := s.AddTry(ctx, anna.ID, "a", 2000, false)
		if err != nil || lost.Solved || lost.Change > 0 || lost.Change < -3 {
			t.Errorf("a hard one: %+v, %v", lost, err)
		}
		for _, want := range []bool{true, false} {
			if got := must(s.AddLesson(ctx, anna.ID, "man"))(t); got != want {
				t.Errorf("the lesson is done for the first time: %v, want %v", got, want)
			}
		}
		now.add(time.Minute)
		merged := Progress{Lessons: []string{"man", "board"}, Tries: []Try{{Exercise: "b"}, {Exercise: "c", Solved: true}, {Exercise: "d"}}}
		for range 2 {
			if err := s.MergeProgress(ctx, anna.ID, merged); err != nil {
				t.Fatal(err)
			}
		}
		got := must(s.Progress(ctx, anna.ID))(t)
		if want := []string{"man", "board"}; !slices.Equal(got.Lessons, want) {
			t.Errorf("lessons %v, want %v", got.Lessons, want)
		}
		if want := []string{"b true true", "a false true", "c true false", "d false false"}; !slices.Equal(tried(got.Tries), want) {
			t.Errorf("tries %v, want %v", tried(got.Tries), want)
		}
		if got.Solver.Rounded() != lost.Rating || got.Solver.Games != 2 {
			t.Errorf("the solver is %+v after %+v", got.Solver, lost)
		}
		now.add(365 * 24 * time.Hour)
		if old := must(s.Solver(ctx, anna.ID))(t); old.Deviation <= got.Solver.Deviation {
			t.Errorf("after a year the deviation is %v", old.Deviation)
		}

		// What was merged can be tried no more; another player's is another's.
		_, first, err = s.AddTry(ctx, anna.ID, "c", 1000, true)
		if err != nil || first {
			t.Errorf("what was merged is new: %v, %v", first, err)
		}
		if other := must(s.Progress(ctx, boris.ID))(t); len(other.Tries)+len(other.Lessons) != 0 {
			t.Errorf("Boris has %+v", other)
		}
		_, _, err = s.AddTry(ctx, "nobody", "b", 1000, true)
		wantErr(t, err, ErrNotFound)
		_, err = s.AddLesson(ctx, "nobody", "man")
		wantErr(t, err, ErrNotFound)
	})
}

// TestExercisesMove lets many solvers of one strength try an exercise that is
// harder than was thought.
func TestExercisesMove(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx, now := t.Context(), setClock(s)
		if _, ok, err := s.ExerciseRating(ctx, "a"); ok || err != nil {
			t.Fatalf("nobody has tried: %v, %v", ok, err)
		}
		before := 1000
		for i := range 20 {
			p := guests(t, s, 1)[0]
			now.add(30 * 24 * time.Hour)
			if _, _, err := s.AddTry(ctx, p.ID, "a", 1000, false); err != nil {
				t.Fatal(err)
			}
			points, ok, err := s.ExerciseRating(ctx, "a")
			if err != nil || !ok || points <= before || points > before+10 {
				t.Fatalf("try %d: from %d to %d, %v, %v", i, before, points, ok, err)
			}
			before = points
		}
		if all := must(s.ExerciseRatings(ctx))(t); len(all) != 1 || all["a"] != before {
			t.Errorf("all are %v", all)
		}
		row := must(s.reads.ExerciseRating(ctx, "a"))(t)
		if row.Tries != 20 || row.Deviation > exerciseDeviation || row.Deviation < rating.MinDeviation {
			t.Errorf("the exercise is %+v", row)
		}
	})
}

// TestOneTry: of many first tries at once, one is the first.
func TestOneTry(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		p := guests(t, s, 2)
		var wg sync.WaitGroup
		var mu sync.Mutex
		counted := 0
		for i := range 16 {
			wg.Go(func() {
				_, first, err := s.AddTry(context.Background(), p[i%2].ID, "a", 1000, i%4 < 2)
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					t.Error(err)
				}
				if first {
					counted++
				}
			})
		}
		wg.Wait()
		if counted != 2 {
			t.Errorf("%d tries of two players are first ones", counted)
		}
		for _, player := range p {
			if got := must(s.Progress(t.Context(), player.ID))(t); len(got.Tries) != 1 || got.Solver.Games != 1 {
				t.Errorf("kept is %+v", got)
			}
		}
		if row := must(s.reads.ExerciseRating(t.Context(), "a"))(t); row.Tries != 2 {
			t.Errorf("the exercise is %+v", row)
		}
	})
}

func TestDeletedPlayersHaveLearntNothing(t *testing.T) {
	each(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		anna := must(s.CreateAccount(ctx, "Anna", password))(t)
		if _, _, err := s.AddTry(ctx, anna.ID, "a", 1000, true); err != nil {
			t.Fatal(err)
		}
		must(s.AddLesson(ctx, anna.ID, "man"))(t)
		if err := s.DeletePlayer(ctx, "Anna"); err != nil {
			t.Fatal(err)
		}
		got := must(s.Progress(ctx, anna.ID))(t)
		if len(got.Tries)+len(got.Lessons) != 0 || got.Solver != NewSolver() {
			t.Errorf("kept is %+v", got)
		}
		_, _, err := s.AddTry(ctx, anna.ID, "b", 1000, true)
		wantErr(t, err, ErrNotFound)
		_, err = s.AddLesson(ctx, anna.ID, "man")
		wantErr(t, err, ErrNotFound)
		if _, ok, err := s.ExerciseRating(ctx, "a"); !ok || err != nil {
			t.Error("the exercise has forgotten its rating")
		}
	})
}
