package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/server/store/db"
)

// CreateSession begins a session of a player, and returns its token, of which
// only a hash is kept. The session ends when it has not been used for the time
// given.
func (s *Store) CreateSession(ctx context.Context, player string, life time.Duration) (token string, err error) {
	token = newSecret()
	err = s.write(ctx, func(ctx context.Context, q *db.Queries) error {
		if _, err := q.PlayerByID(ctx, player); err != nil {
			return notFound(err)
		}
		return q.AddSession(ctx, db.AddSessionParams{
			Hash: hashSecret(token), PlayerID: player, Life: life.Microseconds(), Expires: s.now().Add(life).UnixMicro(),
		})
	})
	return token, err
}

// SessionPlayer returns the player whose session has a token. The error is
// [ErrNotFound], also for a session that has ended, or [ErrBanned]. A session
// that is half over begins anew.
func (s *Store) SessionPlayer(ctx context.Context, token string) (Player, error) {
	now := s.micros()
	row, err := s.reads.SessionByHash(ctx, db.SessionByHashParams{Hash: hashSecret(token), Now: now})
	if err != nil {
		return Player{}, notFound(err)
	}
	if row.Expires-now < row.Life/2 {
		err := s.write(ctx, func(ctx context.Context, q *db.Queries) error {
			return q.RenewSession(ctx, db.RenewSessionParams{Hash: row.Hash, Expires: now + row.Life})
		})
		if err != nil {
			return Player{}, err
		}
	}
	return s.acting(ctx, row.PlayerID)
}

// acting returns a player who may act.
func (s *Store) acting(ctx context.Context, id string) (Player, error) {
	p, err := s.Player(ctx, id)
	if err == nil && p.Banned {
		return Player{}, ErrBanned
	}
	return p, err
}

// DeleteSession ends the session with a token, if there is one.
func (s *Store) DeleteSession(ctx context.Context, token string) error {
	return s.write(ctx, func(ctx context.Context, q *db.Queries) error {
		return endSession(ctx, q, hashSecret(token))
	})
}

// endSession ends a session, and forgets its player if that is a guest who can
// never come back and has left nothing.
func endSession(ctx context.Context, q *db.Queries, hash string) error {
	players, err := q.DeleteSession(ctx, hash)
	for _, id := range players {
		err = errors.Join(err, q.DeleteIdleGuest(ctx, id))
	}
	return err
}

// DeleteSessions ends all sessions of a player but the one with a token, "" for
// none.
func (s *Store) DeleteSessions(ctx context.Context, player, except string) error {
	hash := ""
	if except != "" {
		hash = hashSecret(except)
	}
	return s.write(ctx, func(ctx context.Context, q *db.Queries) error {
		return q.DeleteSessionsOf(ctx, db.DeleteSessionsOfParams{PlayerID: player, ExceptHash: hash})
	})
}

// TokenPrefix is how the tokens of programs begin.
const TokenPrefix = "bolshak_"

// MaxTokens is how many tokens a player may have.
const MaxTokens = 20

// CreateToken gives a player a token for a program, with a label to know it by.
// The secret is told this once; only a hash is kept. The error matches
// [ErrTooMany] if the player has [MaxTokens].
func (s *Store) CreateToken(ctx context.Context, player, label string) (t Token, secret string, err error) {
	secret = TokenPrefix + newSecret()
	t = Token{ID: NewID(), Label: label, Created: fromMicros(s.micros())}
	err = s.write(ctx, func(ctx context.Context, q *db.Queries) error {
		if _, err := q.PlayerByID(ctx, player); err != nil {
			return notFound(err)
		}
		n, err := q.CountTokens(ctx, player)
		if err != nil {
			return err
		}
		if n >= MaxTokens {
			return fmt.Errorf("%w: a player has at most %d tokens, delete one", ErrTooMany, MaxTokens)
		}
		return q.AddToken(ctx, db.AddTokenParams{
			ID: t.ID, Hash: hashSecret(secret), PlayerID: player, Label: label, Created: t.Created.UnixMicro(),
		})
	})
	if err != nil {
		return Token{}, "", err
	}
	return t, secret, nil
}

// Tokens returns the tokens of a player, the oldest first.
func (s *Store) Tokens(ctx context.Context, player string) ([]Token, error) {
	rows, err := s.reads.TokensOf(ctx, player)
	if err != nil {
		return nil, err
	}
	tokens := make([]Token, 0, len(rows))
	for _, r := range rows {
		t := Token{ID: r.ID, Label: r.Label, Created: fromMicros(r.Created)}
		if r.Used > 0 {
			t.Used = fromMicros(r.Used)
		}
		tokens = append(tokens, t)
	}
	return tokens, nil
}

// DeleteToken ends a token of a player, or returns [ErrNotFound].
func (s *Store) DeleteToken(ctx context.Context, player, id string) error {
	return s.write(ctx, func(ctx context.Context, q *db.Queries) error {
		rows, err := q.DeleteToken(ctx, db.DeleteTokenParams{ID: id, PlayerID: player})
		return changed(rows, err, ErrNotFound)
	})
}

// TokenPlayer returns the player for whom a token acts. The error is
// [ErrNotFound] or [ErrBanned].
func (s *Store) TokenPlayer(ctx context.Context, secret string) (Player, error) {
	row, err := s.reads.TokenByHash(ctx, hashSecret(secret))
	if err != nil {
		return Player{}, notFound(err)
	}
	if now := s.micros(); now-row.Used > time.Hour.Microseconds() {
		err := s.write(ctx, func(ctx context.Context, q *db.Queries) error {
			return q.TokenUsed(ctx, db.TokenUsedParams{ID: row.ID, Used: now})
		})
		if err != nil {
			return Player{}, err
		}
	}
	return s.acting(ctx, row.PlayerID)
}
