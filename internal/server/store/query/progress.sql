-- name: AddTry :exec
INSERT INTO exercise_try (player_id, exercise_id, solved, rated, rating, deviation, change, at)
VALUES (@player_id, @exercise_id, @solved, @rated, @rating, @deviation, @change, @at)
ON CONFLICT (player_id, exercise_id) DO NOTHING;

-- name: TryAt :one
SELECT * FROM exercise_try WHERE player_id = @player_id AND exercise_id = @exercise_id;

-- name: TriesOf :many
SELECT * FROM exercise_try WHERE player_id = @player_id ORDER BY at, exercise_id;

-- name: AddLesson :execrows
INSERT INTO lesson_done (player_id, lesson, at)
VALUES (@player_id, @lesson, @at)
ON CONFLICT (player_id, lesson) DO NOTHING;

-- name: LessonsOf :many
SELECT lesson FROM lesson_done WHERE player_id = @player_id ORDER BY at, lesson;

-- name: SolverRating :one
SELECT * FROM solver_rating WHERE player_id = @player_id;

-- name: LockSolver :one
-- Makes the rating of a solver who has none, and holds the row until the end of
-- the transaction.
INSERT INTO solver_rating (player_id, rating, deviation, volatility, tries, last)
VALUES (@player_id, @rating, @deviation, @volatility, 0, 0)
ON CONFLICT (player_id) DO UPDATE SET tries = solver_rating.tries
RETURNING *;

-- name: SetSolver :exec
UPDATE solver_rating
SET rating = @rating, deviation = @deviation, volatility = @volatility, tries = @tries, last = @last
WHERE player_id = @player_id;

-- name: LockExercise :one
INSERT INTO exercise_rating (exercise_id, rating, deviation, volatility, tries, last)
VALUES (@exercise_id, @rating, @deviation, @volatility, 0, 0)
ON CONFLICT (exercise_id) DO UPDATE SET tries = exercise_rating.tries
RETURNING *;

-- name: SetExercise :exec
UPDATE exercise_rating
SET rating = @rating, deviation = @deviation, volatility = @volatility, tries = @tries, last = @last
WHERE exercise_id = @exercise_id;

-- name: ExerciseRating :one
SELECT * FROM exercise_rating WHERE exercise_id = @exercise_id;

-- name: ExerciseRatings :many
SELECT * FROM exercise_rating;

-- name: DeleteTries :exec
DELETE FROM exercise_try WHERE player_id = @player_id;

-- name: DeleteLessons :exec
DELETE FROM lesson_done WHERE player_id = @player_id;

-- name: DeleteSolver :exec
DELETE FROM solver_rating WHERE player_id = @player_id;
