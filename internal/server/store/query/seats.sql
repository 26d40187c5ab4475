-- name: AddSeat :exec
INSERT INTO seat (id, player_id, terms, color, listed, created, game_id)
VALUES (@id, @player_id, @terms, @color, @listed, @created, '');

-- name: SeatByID :one
SELECT * FROM seat WHERE id = @id;

-- name: ListedSeats :many
SELECT * FROM seat WHERE listed AND game_id = '' ORDER BY created;

-- name: TakeSeat :execrows
UPDATE seat SET game_id = @game_id WHERE id = @id AND game_id = '';

-- name: DeleteSeat :execrows
DELETE FROM seat WHERE id = @id AND player_id = @player_id AND game_id = '';

-- name: DeleteSeatsOf :exec
DELETE FROM seat WHERE player_id = @player_id AND game_id = '';

-- name: DeleteOldSeats :execrows
DELETE FROM seat WHERE created < @before;

-- name: CountSeatsOf :one
SELECT COUNT(*) FROM seat WHERE player_id = @player_id AND game_id = '';
