package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/server/store/db"
)

// CreateSeat keeps an invitation of the player seat.By.ID. ID and Created are
// set unless given. Whether the terms are possible is the caller's to check.
func (s *Store) CreateSeat(ctx context.Context, seat Seat) (Seat, error) {
	if seat.ID == "" {
		seat.ID = NewID()
	}
	if seat.Created.IsZero() {
		seat.Created = fromMicros(s.micros())
	}
	terms, err := json.Marshal(seat.Terms)
	if err != nil {
		return Seat{}, err
	}
	err = s.write(ctx, func(ctx context.Context, q *db.Queries) error {
		if _, err := q.PlayerByID(ctx, seat.By.ID); err != nil {
			return notFound(err)
		}
		return q.AddSeat(ctx, db.AddSeatParams{
			ID: seat.ID, PlayerID: seat.By.ID, Terms: string(terms), Color: seat.Color, Listed: seat.Open, Created: seat.Created.UnixMicro(),
		})
	})
	if err != nil {
		return Seat{}, err
	}
	return s.Seat(ctx, seat.ID)
}

func (s *Store) seat(ctx context.Context, row db.Seat) (Seat, error) {
	seat := Seat{
		ID: row.ID, Color: row.Color, Open: row.Listed, Created: fromMicros(row.Created), Game: row.GameID, Seen: fromMicros(row.Seen),
	}
	if err := json.Unmarshal([]byte(row.Terms), &seat.Terms); err != nil {
		return Seat{}, fmt.Errorf("seat %s: %w", row.ID, err)
	}
	var err error
	seat.By, err = s.Player(ctx, row.PlayerID)
	return seat, err
}

// Seat returns the seat with an id, or [ErrNotFound].
func (s *Store) Seat(ctx context.Context, id string) (Seat, error) {
	row, err := s.reads.SeatByID(ctx, id)
	if err != nil {
		return Seat{}, notFound(err)
	}
	return s.seat(ctx, row)
}

// OpenSeats returns the seats of the lobby that are free, the oldest first.
func (s *Store) OpenSeats(ctx context.Context) ([]Seat, error) {
	rows, err := s.reads.ListedSeats(ctx)
	if err != nil {
		return nil, err
	}
	seats := make([]Seat, 0, len(rows))
	for _, row := range rows {
		seat, err := s.seat(ctx, row)
		if err != nil {
			return nil, err
		}
		seats = append(seats, seat)
	}
	return seats, nil
}

// TakeSeat makes a game of a seat, in one transaction: as [Store.CreateGame],
// but the error matches [ErrTaken] if the seat has a game already, or
// [ErrNotFound] if there is none with that id. When a connection broke it finds
// out whether the seat is this game's.
func (s *Store) TakeSeat(ctx context.Context, id string, g Game) (Game, error) {
	if g.ID == "" {
		g.ID = NewID()
	}
	var made Game
	err := certain(ctx, func() error {
		var err error
		made, err = s.takeSeat(ctx, id, g)
		return err
	}, func() (bool, error) {
		row, err := s.reads.SeatByID(ctx, id)
		if err != nil || row.GameID != g.ID {
			return false, notFound(err)
		}
		made, err = s.Game(ctx, g.ID)
		return err == nil, err
	})
	if err != nil {
		return Game{}, err
	}
	return made, nil
}

func (s *Store) takeSeat(ctx context.Context, id string, g Game) (Game, error) {
	return s.createGame(ctx, g, func(ctx context.Context, q *db.Queries, game string) error {
		rows, err := q.TakeSeat(ctx, db.TakeSeatParams{ID: id, GameID: game})
		if err != nil || rows > 0 {
			return err
		}
		if _, err := q.SeatByID(ctx, id); err != nil {
			return notFound(err)
		}
		return ErrTaken
	})
}

// SeeSeats notes that the owners of the free seats with these ids were there at
// a moment: they have a connection to this node. No seat was seen earlier than
// before.
func (s *Store) SeeSeats(ctx context.Context, ids []string, at time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	ids = slices.Sorted(slices.Values(ids)) // so that two nodes never wait for each other
	return s.write(ctx, func(ctx context.Context, q *db.Queries) error {
		for _, id := range ids {
			if err := q.SeeSeat(ctx, db.SeeSeatParams{ID: id, Seen: at.UnixMicro()}); err != nil {
				return err
			}
		}
		return nil
	})
}

// DeleteUnseenSeat takes a seat away that is still free and whose owner was last
// seen before a moment; else it returns [ErrNotFound].
func (s *Store) DeleteUnseenSeat(ctx context.Context, id string, before time.Time) error {
	return s.write(ctx, func(ctx context.Context, q *db.Queries) error {
		rows, err := q.DeleteUnseenSeat(ctx, db.DeleteUnseenSeatParams{ID: id, Before: before.UnixMicro()})
		return changed(rows, err, ErrNotFound)
	})
}

// DeleteSeat takes a free seat of a player back, or returns [ErrNotFound].
func (s *Store) DeleteSeat(ctx context.Context, id, player string) error {
	return s.write(ctx, func(ctx context.Context, q *db.Queries) error {
		rows, err := q.DeleteSeat(ctx, db.DeleteSeatParams{ID: id, PlayerID: player})
		return changed(rows, err, ErrNotFound)
	})
}

// seatLife is how long a seat is kept, taken or not.
const seatLife = 14 * 24 * time.Hour

// CountSeats returns how many free seats a player has, listed or not.
func (s *Store) CountSeats(ctx context.Context, player string) (int, error) {
	n, err := s.reads.CountSeatsOf(ctx, player)
	return int(n), err
}

// sweepAtOnce is how many sessions a transaction deletes, so that players need
// not wait for it.
const sweepAtOnce = 200

// Sweep deletes what has expired: seats that are two weeks old, sessions, with
// their last session guests who have left nothing, and reports on games that
// nobody asks for.
func (s *Store) Sweep(ctx context.Context) error {
	now := s.now()
	err := s.write(ctx, func(ctx context.Context, q *db.Queries) error {
		_, err := q.DeleteOldSeats(ctx, now.Add(-seatLife).UnixMicro())
		return err
	})
	for swept := sweepAtOnce; err == nil && swept == sweepAtOnce; {
		err = s.write(ctx, func(ctx context.Context, q *db.Queries) error {
			expired, err := q.ExpiredSessions(ctx, db.ExpiredSessionsParams{Now: now.UnixMicro(), Most: sweepAtOnce})
			swept = len(expired)
			for _, session := range expired {
				err = errors.Join(err, endSession(ctx, q, session.Hash))
			}
			return err
		})
	}
	if err != nil {
		return err
	}
	return s.sweepReports(ctx, now)
}
