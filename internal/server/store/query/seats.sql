-- name: AddSeat :exec
INSERT INTO seat (id, player_id, terms, color, listed, created, game_id, seen)
VALUES (@id, @player_id, @terms, @color, @listed, @created, '', @created);

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

-- name: SeeSeat :exec
UPDATE seat SET seen = @seen WHERE id = @id AND seen < @seen AND game_id = '';

-- name: DeleteUnseenSeat :execrows
DELETE FROM seat WHERE id = @id AND game_id = '' AND seen < @before;
