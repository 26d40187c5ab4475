-- name: AddPlayer :exec
INSERT INTO player (id, name, name_key, password, guest, bot, banned, deleted, created)
VALUES (@id, @name, @name_key, @password, @guest, FALSE, FALSE, FALSE, @created);

-- name: PlayerByID :one
SELECT * FROM player WHERE id = @id;

-- name: PlayerByKey :one
SELECT * FROM player WHERE name_key = @name_key;

-- name: RegisterGuest :execrows
UPDATE player SET name = @name, name_key = @name_key, password = @password, guest = FALSE
WHERE id = @id AND guest AND NOT deleted;

-- name: SetPassword :execrows
UPDATE player SET password = @password WHERE id = @id AND NOT guest AND NOT deleted;

-- name: SetBot :execrows
UPDATE player SET bot = @bot WHERE id = @id AND NOT deleted;

-- name: SetBanned :execrows
UPDATE player SET banned = @banned WHERE id = @id AND NOT deleted;

-- name: ForgetPlayer :execrows
UPDATE player SET name = @name, name_key = @name_key, password = '', bot = FALSE, deleted = TRUE
WHERE id = @id AND NOT deleted;

-- name: RatingsOf :many
SELECT * FROM player_rating WHERE player_id = @player_id AND games > 0;

-- name: RatingOf :one
SELECT * FROM player_rating WHERE player_id = @player_id AND class = @class;

-- name: LockRating :one
-- Makes the rating of a player who has none, and holds the row until the end of
-- the transaction.
INSERT INTO player_rating (player_id, class, rating, deviation, volatility, games, last)
VALUES (@player_id, @class, @rating, @deviation, @volatility, 0, 0)
ON CONFLICT (player_id, class) DO UPDATE SET games = player_rating.games
RETURNING *;

-- name: SetRating :exec
UPDATE player_rating
SET rating = @rating, deviation = @deviation, volatility = @volatility, games = @games, last = @last
WHERE player_id = @player_id AND class = @class;

-- name: AddRatingHistory :exec
INSERT INTO rating_history (player_id, game_id, class, rating, deviation, at)
VALUES (@player_id, @game_id, @class, @rating, @deviation, @at);

-- name: RatingHistory :many
-- The latest first.
SELECT * FROM rating_history WHERE player_id = @player_id AND class = @class ORDER BY at DESC, game_id DESC LIMIT @most;

-- name: DeleteRatings :exec
DELETE FROM player_rating WHERE player_id = @player_id;

-- name: DeleteRatingHistory :exec
DELETE FROM rating_history WHERE player_id = @player_id;

-- name: DeleteIdleGuest :exec
-- Forgets a guest who can never come back and has left nothing.
DELETE FROM player WHERE player.id = @id AND guest
AND NOT EXISTS (SELECT 1 FROM session WHERE session.player_id = player.id)
AND NOT EXISTS (SELECT 1 FROM token WHERE token.player_id = player.id)
AND NOT EXISTS (SELECT 1 FROM seat WHERE seat.player_id = player.id)
AND NOT EXISTS (SELECT 1 FROM game WHERE game.white_id = player.id)
AND NOT EXISTS (SELECT 1 FROM game WHERE game.black_id = player.id)
AND NOT EXISTS (SELECT 1 FROM chat WHERE chat.player_id = player.id)
AND NOT EXISTS (SELECT 1 FROM chat_report WHERE chat_report.player_id = player.id)
AND NOT EXISTS (SELECT 1 FROM exercise_try WHERE exercise_try.player_id = player.id)
AND NOT EXISTS (SELECT 1 FROM lesson_done WHERE lesson_done.player_id = player.id)
AND NOT EXISTS (SELECT 1 FROM solver_rating WHERE solver_rating.player_id = player.id);
