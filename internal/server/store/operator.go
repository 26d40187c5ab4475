package store

import (
	"context"
	"strings"

	"github.com/bolshak-draughts/bolshak/internal/server/store/db"
)

// byName carries out a change on the player with a name, or returns
// [ErrNotFound].
func (s *Store) byName(ctx context.Context, name string, do func(context.Context, *db.Queries, string) error) error {
	return s.write(ctx, func(ctx context.Context, q *db.Queries) error {
		row, err := q.PlayerByKey(ctx, nameKey(name))
		if err != nil {
			return notFound(err)
		}
		return do(ctx, q, row.ID)
	})
}

// ResetPassword sets the password of a registered player without the old one,
// and ends all sessions and tokens. The error matches [ErrNotFound] or
// [ErrWeakPassword].
func (s *Store) ResetPassword(ctx context.Context, name, password string) error {
	row, err := s.reads.PlayerByKey(ctx, nameKey(name))
	if err != nil {
		return notFound(err)
	}
	return s.setPassword(ctx, row.ID, password, true)
}

// Ban shuts a player out, or in again: logging in, sessions and tokens fail with
// [ErrBanned] meanwhile. The player's free seats are taken away.
func (s *Store) Ban(ctx context.Context, name string, banned bool) error {
	return s.byName(ctx, name, func(ctx context.Context, q *db.Queries, id string) error {
		rows, err := q.SetBanned(ctx, db.SetBannedParams{ID: id, Banned: banned})
		if err := changed(rows, err, ErrNotFound); err != nil || !banned {
			return err
		}
		return q.DeleteSeatsOf(ctx, id)
	})
}

// DeletePlayer forgets a player: name, password, sessions, tokens, seats,
// ratings and what was learnt. The games stay, under a name that tells nothing.
func (s *Store) DeletePlayer(ctx context.Context, name string) error {
	anonymous := deletedName + strings.ToLower(randomText(10))
	return s.byName(ctx, name, func(ctx context.Context, q *db.Queries, id string) error {
		rows, err := q.ForgetPlayer(ctx, db.ForgetPlayerParams{ID: id, Name: anonymous, NameKey: nameKey(anonymous)})
		if err := changed(rows, err, ErrNotFound); err != nil {
			return err
		}
		for _, forget := range []func(context.Context, string) error{
			q.DeleteTokensOf, q.DeleteSeatsOf, q.DeleteRatings, q.DeleteRatingHistory, q.DeleteTries, q.DeleteLessons, q.DeleteSolver,
		} {
			if err := forget(ctx, id); err != nil {
				return err
			}
		}
		return q.DeleteSessionsOf(ctx, db.DeleteSessionsOfParams{PlayerID: id})
	})
}
