-- +goose Up
-- The one text for SQLite and PostgreSQL. Times are microseconds since the epoch,
-- ids are made by the program.

CREATE TABLE player (
  id       TEXT PRIMARY KEY,
  name     TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE, -- the name as it is compared, see names.go
  password TEXT NOT NULL,        -- argon2id, '' for who has none
  guest    BOOLEAN NOT NULL,
  bot      BOOLEAN NOT NULL,
  banned   BOOLEAN NOT NULL,
  deleted  BOOLEAN NOT NULL,
  created  BIGINT NOT NULL
);

CREATE TABLE session (
  hash      TEXT PRIMARY KEY, -- SHA-256 of the token, which nobody keeps but the client
  player_id TEXT NOT NULL REFERENCES player (id),
  life      BIGINT NOT NULL,
  expires   BIGINT NOT NULL
);
CREATE INDEX session_player ON session (player_id);
CREATE INDEX session_expires ON session (expires);

CREATE TABLE token (
  id        TEXT PRIMARY KEY,
  hash      TEXT NOT NULL UNIQUE,
  player_id TEXT NOT NULL REFERENCES player (id),
  label     TEXT NOT NULL,
  created   BIGINT NOT NULL,
  used      BIGINT NOT NULL -- 0 for never
);
CREATE INDEX token_player ON token (player_id);

CREATE TABLE seat (
  id        TEXT PRIMARY KEY,
  player_id TEXT NOT NULL REFERENCES player (id),
  terms     TEXT NOT NULL, -- JSON
  color     TEXT NOT NULL, -- white, black, random
  listed    BOOLEAN NOT NULL,
  created   BIGINT NOT NULL,
  game_id   TEXT NOT NULL -- '' while it is free
);
CREATE INDEX seat_listed ON seat (created) WHERE listed AND game_id = '';
CREATE INDEX seat_player ON seat (player_id);

CREATE TABLE game (
  id              TEXT PRIMARY KEY,
  version         BIGINT NOT NULL,
  status          TEXT NOT NULL,
  state           TEXT NOT NULL, -- JSON
  deadline        BIGINT,        -- when time will change something
  white_id        TEXT REFERENCES player (id), -- NULL for the computer
  black_id        TEXT REFERENCES player (id),
  white_level     BIGINT NOT NULL,
  black_level     BIGINT NOT NULL,
  white_rating    BIGINT NOT NULL,
  black_rating    BIGINT NOT NULL,
  white_deviation BIGINT NOT NULL,
  black_deviation BIGINT NOT NULL,
  white_change    BIGINT NOT NULL,
  black_change    BIGINT NOT NULL,
  rated           BOOLEAN NOT NULL,
  class           TEXT NOT NULL,
  created         BIGINT NOT NULL,
  -- From here on, what is known when the game has ended.
  finished        BIGINT,
  result          TEXT NOT NULL,
  reason          TEXT NOT NULL,
  article         TEXT NOT NULL,
  plies           BIGINT NOT NULL,
  opening_table   TEXT NOT NULL,
  opening_code    TEXT NOT NULL,
  opening_name    TEXT NOT NULL,
  opening_russian TEXT NOT NULL,
  opening_key     TEXT NOT NULL -- all of the opening in small letters, for searching
);
CREATE INDEX game_deadline ON game (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX game_unfinished ON game (created) WHERE finished IS NULL;
CREATE INDEX game_white ON game (white_id, finished);
CREATE INDEX game_black ON game (black_id, finished);
CREATE INDEX game_created ON game (created, id);
CREATE INDEX game_archive ON game (finished, id) WHERE result <> '';
CREATE INDEX game_archive_class ON game (class, finished, id) WHERE result <> '';
CREATE INDEX game_archive_result ON game (result, finished, id) WHERE result <> '';

-- The finished games of each player.
CREATE TABLE game_player (
  player_id   TEXT NOT NULL REFERENCES player (id),
  finished    BIGINT NOT NULL,
  game_id     TEXT NOT NULL REFERENCES game (id),
  opponent_id TEXT, -- a player's id; who has such a row has one of his own too
  score       BIGINT NOT NULL, -- 2 won, 1 drawn, 0 lost
  PRIMARY KEY (player_id, finished, game_id)
);
CREATE INDEX game_player_opponent ON game_player (player_id, opponent_id, finished, game_id);

CREATE TABLE player_rating (
  player_id  TEXT NOT NULL REFERENCES player (id),
  class      TEXT NOT NULL,
  rating     DOUBLE PRECISION NOT NULL,
  deviation  DOUBLE PRECISION NOT NULL,
  volatility DOUBLE PRECISION NOT NULL,
  games      BIGINT NOT NULL,
  last       BIGINT NOT NULL,
  PRIMARY KEY (player_id, class)
);

CREATE TABLE rating_history (
  player_id TEXT NOT NULL REFERENCES player (id),
  game_id   TEXT NOT NULL REFERENCES game (id),
  class     TEXT NOT NULL,
  rating    BIGINT NOT NULL,
  deviation BIGINT NOT NULL,
  at        BIGINT NOT NULL,
  PRIMARY KEY (player_id, game_id)
);
CREATE INDEX rating_history_class ON rating_history (player_id, class, at);

CREATE TABLE chat (
  game_id   TEXT NOT NULL REFERENCES game (id),
  n         BIGINT NOT NULL,
  player_id TEXT NOT NULL REFERENCES player (id),
  action    TEXT NOT NULL, -- the client's id of it: said once, however often it is sent
  text      TEXT NOT NULL,
  at        BIGINT NOT NULL,
  PRIMARY KEY (game_id, n),
  UNIQUE (game_id, player_id, action)
);
CREATE INDEX chat_player ON chat (player_id);

CREATE TABLE chat_report (
  game_id   TEXT NOT NULL,
  n         BIGINT NOT NULL,
  player_id TEXT NOT NULL REFERENCES player (id),
  at        BIGINT NOT NULL,
  PRIMARY KEY (game_id, n, player_id),
  FOREIGN KEY (game_id, n) REFERENCES chat (game_id, n)
);
CREATE INDEX chat_report_player ON chat_report (player_id);
