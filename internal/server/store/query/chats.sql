-- name: LastChat :one
SELECT CAST(COALESCE(MAX(n), 0) AS BIGINT) AS n FROM chat WHERE game_id = @game_id;

-- name: AddChat :exec
INSERT INTO chat (game_id, n, player_id, action, text, at) VALUES (@game_id, @n, @player_id, @action, @text, @at);

-- name: ChatByAction :one
SELECT * FROM chat WHERE game_id = @game_id AND player_id = @player_id AND action = @action;

-- name: LatestChats :many
SELECT sqlc.embed(chat), player.name FROM chat JOIN player ON player.id = chat.player_id
WHERE chat.game_id = @game_id ORDER BY chat.n DESC LIMIT @most;

-- name: ChatByNumber :one
SELECT * FROM chat WHERE game_id = @game_id AND n = @n;

-- name: AddReport :exec
INSERT INTO chat_report (game_id, n, player_id, at) VALUES (@game_id, @n, @player_id, @at)
ON CONFLICT (game_id, n, player_id) DO NOTHING;

-- name: LatestReports :many
SELECT sqlc.embed(chat), author.name AS author, reporter.name AS reporter, chat_report.at AS reported
FROM chat_report
JOIN chat ON chat.game_id = chat_report.game_id AND chat.n = chat_report.n
JOIN player author ON author.id = chat.player_id
JOIN player reporter ON reporter.id = chat_report.player_id
ORDER BY chat_report.at DESC LIMIT @most;
