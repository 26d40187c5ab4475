-- name: AddGameReport :execrows
INSERT INTO game_report (id, state, payload, result, reason, wanted, asked, changed)
VALUES (@id, 'wanted', @payload, '', '', @now, @now, @now)
ON CONFLICT (id) DO NOTHING;

-- name: GameReportByID :one
SELECT * FROM game_report WHERE id = @id;

-- name: GameReportAsked :exec
UPDATE game_report SET asked = @now WHERE id = @id AND asked < @before;

-- name: WantGameReportAgain :execrows
UPDATE game_report SET state = 'wanted', reason = '', wanted = @now, asked = @now, changed = @now
WHERE id = @id AND state = 'failed' AND changed < @before;

-- name: FinishGameReport :execrows
UPDATE game_report SET state = 'done', result = @result, reason = '', changed = @now
WHERE id = @id AND state <> 'done';

-- name: FailGameReport :execrows
UPDATE game_report SET state = 'failed', reason = @reason, changed = @now
WHERE id = @id AND state = 'wanted';

-- name: WantedGameReports :many
SELECT * FROM game_report WHERE state = 'wanted' AND wanted < @before ORDER BY wanted LIMIT @most;

-- name: CountWantedGameReports :one
SELECT COUNT(*) FROM game_report WHERE state = 'wanted';

-- name: CountGameReports :one
SELECT COUNT(*) FROM game_report;

-- name: DeleteOldGameReports :execrows
DELETE FROM game_report WHERE id IN (SELECT r.id FROM game_report r WHERE r.asked < @before ORDER BY r.asked LIMIT @most);

-- name: DeleteOldestGameReports :exec
DELETE FROM game_report WHERE id IN (SELECT r.id FROM game_report r ORDER BY r.asked, r.id LIMIT @most);

-- name: DeleteStaleGameReports :exec
DELETE FROM game_report WHERE state = 'wanted' AND wanted < @before;

-- name: DeleteWantedGameReport :exec
DELETE FROM game_report WHERE id = @id AND state = 'wanted';
