-- +goose Up
-- What many nodes must know of each other's.

-- When the owner of a seat was last connected to some node.
ALTER TABLE seat ADD COLUMN seen BIGINT NOT NULL DEFAULT 0;
UPDATE seat SET seen = created;

-- Reports on games: asked for by somebody, made by a worker.
CREATE TABLE game_report (
  id      TEXT PRIMARY KEY, -- a hash of what is asked
  state   TEXT NOT NULL,    -- wanted, done, failed
  payload BYTEA NOT NULL,   -- what is asked
  result  BYTEA NOT NULL,   -- empty unless done
  reason  TEXT NOT NULL,    -- why it failed
  wanted  BIGINT NOT NULL,  -- when it was first asked for, since a failure
  asked   BIGINT NOT NULL,  -- when it was last asked for, to the day
  changed BIGINT NOT NULL   -- when its state last changed
);
CREATE INDEX game_report_wanted ON game_report (wanted) WHERE state = 'wanted';
CREATE INDEX game_report_asked ON game_report (asked, id);
