-- +goose Up
-- What players have learnt. The exercises and lessons themselves are in the
-- program.

-- The first try of a player at an exercise, the only one that counts.
CREATE TABLE exercise_try (
  player_id   TEXT NOT NULL REFERENCES player (id),
  exercise_id TEXT NOT NULL,
  solved      BOOLEAN NOT NULL,
  rated       BOOLEAN NOT NULL, -- it has moved the ratings; the next three are 0 if not
  rating      BIGINT NOT NULL,  -- of the player after it
  deviation   BIGINT NOT NULL,
  change      BIGINT NOT NULL,
  at          BIGINT NOT NULL,
  PRIMARY KEY (player_id, exercise_id)
);
CREATE INDEX exercise_try_at ON exercise_try (player_id, at);

CREATE TABLE lesson_done (
  player_id TEXT NOT NULL REFERENCES player (id),
  lesson    TEXT NOT NULL,
  at        BIGINT NOT NULL,
  PRIMARY KEY (player_id, lesson)
);

-- The rating of a player as a solver of exercises.
CREATE TABLE solver_rating (
  player_id  TEXT PRIMARY KEY REFERENCES player (id),
  rating     DOUBLE PRECISION NOT NULL,
  deviation  DOUBLE PRECISION NOT NULL,
  volatility DOUBLE PRECISION NOT NULL,
  tries      BIGINT NOT NULL,
  last       BIGINT NOT NULL
);

-- The rating of an exercise, since its first rated try.
CREATE TABLE exercise_rating (
  exercise_id TEXT PRIMARY KEY,
  rating      DOUBLE PRECISION NOT NULL,
  deviation   DOUBLE PRECISION NOT NULL,
  volatility  DOUBLE PRECISION NOT NULL,
  tries       BIGINT NOT NULL,
  last        BIGINT NOT NULL
);
