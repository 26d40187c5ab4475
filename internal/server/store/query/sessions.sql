-- name: AddSession :exec
INSERT INTO session (hash, player_id, life, expires) VALUES (@hash, @player_id, @life, @expires);

-- name: SessionByHash :one
SELECT * FROM session WHERE hash = @hash AND expires > @now;

-- name: RenewSession :exec
UPDATE session SET expires = @expires WHERE hash = @hash;

-- name: DeleteSession :many
DELETE FROM session WHERE hash = @hash RETURNING player_id;

-- name: DeleteSessionsOf :exec
DELETE FROM session WHERE player_id = @player_id AND hash <> @except_hash;

-- name: ExpiredSessions :many
SELECT * FROM session WHERE expires <= @now ORDER BY expires LIMIT @most;

-- name: AddToken :exec
INSERT INTO token (id, hash, player_id, label, created, used) VALUES (@id, @hash, @player_id, @label, @created, 0);

-- name: TokenByHash :one
SELECT * FROM token WHERE hash = @hash;

-- name: TokensOf :many
SELECT * FROM token WHERE player_id = @player_id ORDER BY created, id;

-- name: CountTokens :one
SELECT COUNT(*) FROM token WHERE player_id = @player_id;

-- name: TokenUsed :exec
UPDATE token SET used = @used WHERE id = @id;

-- name: DeleteToken :execrows
DELETE FROM token WHERE id = @id AND player_id = @player_id;

-- name: DeleteTokensOf :exec
DELETE FROM token WHERE player_id = @player_id;
