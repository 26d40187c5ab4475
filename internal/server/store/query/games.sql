-- name: AddGame :exec
INSERT INTO game (id, version, status, state, deadline, white_id, black_id, white_level, black_level,
  white_rating, black_rating, white_deviation, black_deviation, white_change, black_change,
  rated, class, created, finished, result, reason, article, plies,
  opening_table, opening_code, opening_name, opening_russian, opening_key)
VALUES (@id, @version, @status, @state, @deadline, @white_id, @black_id, @white_level, @black_level,
  @white_rating, @black_rating, @white_deviation, @black_deviation, 0, 0,
  @rated, @class, @created, NULL, '', '', '', @plies,
  @opening_table, @opening_code, '', '', '');

-- name: GameByID :one
SELECT sqlc.embed(game), COALESCE(w.name, '') AS white_name, COALESCE(b.name, '') AS black_name
FROM game LEFT JOIN player w ON w.id = game.white_id LEFT JOIN player b ON b.id = game.black_id
WHERE game.id = @id;

-- name: UpdateGame :execrows
UPDATE game SET version = @version, status = @status, state = @state, deadline = @deadline, plies = @plies
WHERE id = @id AND version = @read AND finished IS NULL;

-- name: FinishGame :execrows
UPDATE game SET version = @version, status = @status, state = @state, deadline = NULL, plies = @plies,
  finished = @finished, result = @result, reason = @reason, article = @article,
  opening_name = @opening_name, opening_russian = @opening_russian, opening_key = @opening_key
WHERE id = @id AND version = @read AND finished IS NULL;

-- name: UpdateFinished :execrows
UPDATE game SET version = @version, state = @state
WHERE id = @id AND version = @read AND finished IS NOT NULL;

-- name: SetChanges :exec
UPDATE game SET white_change = @white_change, black_change = @black_change WHERE id = @id;

-- name: GameVersion :one
SELECT version FROM game WHERE id = @id;

-- name: DueGames :many
SELECT id FROM game WHERE deadline IS NOT NULL AND deadline <= @now ORDER BY deadline LIMIT @most;

-- name: NextDeadline :one
SELECT deadline FROM game WHERE deadline IS NOT NULL ORDER BY deadline LIMIT 1;

-- name: PlayingOf :many
SELECT w.id FROM game w WHERE w.white_id = @player_id AND w.finished IS NULL
UNION ALL
SELECT b.id FROM game b WHERE b.black_id = @player_id AND b.finished IS NULL;

-- name: CountUnfinished :one
SELECT COUNT(*) FROM game WHERE finished IS NULL;

-- name: ComputerGames :many
SELECT id FROM game WHERE finished IS NULL AND (white_level > 0 OR black_level > 0) ORDER BY created;

-- name: AddGamePlayer :exec
INSERT INTO game_player (player_id, finished, game_id, opponent_id, score)
VALUES (@player_id, @finished, @game_id, @opponent_id, @score);

-- name: CountScores :many
SELECT score, COUNT(*) AS games FROM game_player WHERE player_id = @player_id GROUP BY score;

-- name: GamesFrom :many
SELECT sqlc.embed(game), COALESCE(w.name, '') AS white_name, COALESCE(b.name, '') AS black_name
FROM game LEFT JOIN player w ON w.id = game.white_id LEFT JOIN player b ON b.id = game.black_id
WHERE game.created > @after OR game.created = @after AND game.id > @after_id
ORDER BY game.created, game.id LIMIT @most;

-- name: GamesOf :many
SELECT sqlc.embed(game), COALESCE(w.name, '') AS white_name, COALESCE(b.name, '') AS black_name
FROM game_player p JOIN game ON game.id = p.game_id
LEFT JOIN player w ON w.id = game.white_id LEFT JOIN player b ON b.id = game.black_id
WHERE p.player_id = @player_id AND (p.finished > @after OR p.finished = @after AND p.game_id > @after_id)
ORDER BY p.finished, p.game_id LIMIT @most;
