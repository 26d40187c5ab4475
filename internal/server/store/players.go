package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/server/rating"
	"github.com/bolshak-draughts/bolshak/internal/server/store/db"
)

// notFound turns the absence of a row into ErrNotFound.
func notFound(err error) error {
	if errors.Is(err, sql.ErrNoRows) || isNoText(err) {
		return ErrNotFound
	}
	return err
}

func fromMicros(us int64) time.Time { return time.UnixMicro(us).UTC() }

// changed turns a change of no rows into an error.
func changed(rows int64, err, none error) error {
	if err == nil && rows == 0 || isNoText(err) {
		return none
	}
	return err
}

// newPlayer returns a player without ratings.
func newPlayer(p db.Player) Player {
	return Player{
		ID: p.ID, Name: p.Name, Guest: p.Guest, Bot: p.Bot, Banned: p.Banned, Deleted: p.Deleted,
		Created: fromMicros(p.Created), Ratings: map[rating.Class]rating.Rating{},
	}
}

func newRating(r db.PlayerRating) rating.Rating {
	known := rating.Rating{Rating: r.Rating, Deviation: r.Deviation, Volatility: r.Volatility, Games: int(r.Games)}
	if r.Games > 0 {
		known.Last = fromMicros(r.Last)
	}
	return known
}

// withRatings returns a player with the ratings as they are now.
func (s *Store) withRatings(ctx context.Context, row db.Player) (Player, error) {
	p := newPlayer(row)
	ratings, err := s.reads.RatingsOf(ctx, p.ID)
	if err != nil {
		return Player{}, err
	}
	for _, r := range ratings {
		p.Ratings[rating.Class(r.Class)] = newRating(r).At(s.now())
	}
	return p, nil
}

// Player returns the player with an id, or [ErrNotFound].
func (s *Store) Player(ctx context.Context, id string) (Player, error) {
	row, err := s.reads.PlayerByID(ctx, id)
	if err != nil {
		return Player{}, notFound(err)
	}
	return s.withRatings(ctx, row)
}

// PlayerByName returns the player with a name, in any case, or [ErrNotFound].
func (s *Store) PlayerByName(ctx context.Context, name string) (Player, error) {
	row, err := s.reads.PlayerByKey(ctx, nameKey(name))
	if err != nil {
		return Player{}, notFound(err)
	}
	return s.withRatings(ctx, row)
}

// nameFree returns ErrNameTaken if another player than one has the name.
func nameFree(ctx context.Context, q *db.Queries, name, except string) error {
	switch row, err := q.PlayerByKey(ctx, nameKey(name)); {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return err
	case row.ID == except:
		return nil
	}
	return fmt.Errorf("%w: %s", ErrNameTaken, name)
}

// add adds a player; the error is ErrNameTaken if the name is.
func (s *Store) add(ctx context.Context, name, hash string, guest bool) (Player, error) {
	row := db.Player{ID: NewID(), Name: name, NameKey: nameKey(name), Password: hash, Guest: guest, Created: s.micros()}
	err := s.write(ctx, func(ctx context.Context, q *db.Queries) error {
		if err := nameFree(ctx, q, name, ""); err != nil {
			return err
		}
		return q.AddPlayer(ctx, db.AddPlayerParams{
			ID: row.ID, Name: row.Name, NameKey: row.NameKey, Password: row.Password, Guest: row.Guest, Created: row.Created,
		})
	})
	if isDuplicate(err) { // somebody was quicker, in another transaction
		err = fmt.Errorf("%w: %s", ErrNameTaken, name)
	}
	if err != nil {
		return Player{}, err
	}
	return newPlayer(row), nil
}

// CreateGuest makes a guest with a name of the store's.
func (s *Store) CreateGuest(ctx context.Context) (Player, error) {
	for {
		p, err := s.add(ctx, guestName+strings.ToLower(randomText(7)), "", true)
		if !errors.Is(err, ErrNameTaken) {
			return p, err
		}
	}
}

// CreateAccount makes a player with a name and a password. The error matches
// [ErrName], [ErrNameTaken] or [ErrWeakPassword].
func (s *Store) CreateAccount(ctx context.Context, name, password string) (Player, error) {
	if err := CheckName(name); err != nil {
		return Player{}, err
	}
	hash, err := s.hashPassword(ctx, password)
	if err != nil {
		return Player{}, err
	}
	return s.add(ctx, name, hash, false)
}

// Register gives a guest a name and a password; games and sessions stay. The
// error matches [ErrName], [ErrNameTaken], [ErrWeakPassword], [ErrNotGuest] or
// [ErrNotFound].
func (s *Store) Register(ctx context.Context, player, name, password string) (Player, error) {
	if err := CheckName(name); err != nil {
		return Player{}, err
	}
	hash, err := s.hashPassword(ctx, password)
	if err != nil {
		return Player{}, err
	}
	err = s.write(ctx, func(ctx context.Context, q *db.Queries) error {
		if err := nameFree(ctx, q, name, player); err != nil {
			return err
		}
		rows, err := q.RegisterGuest(ctx, db.RegisterGuestParams{ID: player, Name: name, NameKey: nameKey(name), Password: hash})
		if err != nil || rows > 0 {
			return err
		}
		if _, err := q.PlayerByID(ctx, player); err != nil {
			return notFound(err)
		}
		return ErrNotGuest
	})
	if isDuplicate(err) {
		err = fmt.Errorf("%w: %s", ErrNameTaken, name)
	}
	if err != nil {
		return Player{}, err
	}
	return s.Player(ctx, player)
}

// Login returns the player with a name and a password. The error is
// [ErrPassword], or [ErrBanned] if both are right.
func (s *Store) Login(ctx context.Context, name, password string) (Player, error) {
	row, err := s.reads.PlayerByKey(ctx, nameKey(name))
	if err = notFound(err); err != nil && !errors.Is(err, ErrNotFound) {
		return Player{}, err
	}
	same, err := s.samePassword(ctx, row.Password, password)
	switch {
	case err != nil:
		return Player{}, err
	case !same:
		return Player{}, ErrPassword
	case row.Banned:
		return Player{}, ErrBanned
	}
	return s.withRatings(ctx, row)
}

// ChangePassword sets the password of a player who knows the old one; the error
// is [ErrPassword] if not, or matches [ErrWeakPassword].
func (s *Store) ChangePassword(ctx context.Context, player, old, password string) error {
	if err := checkPassword(password); err != nil {
		return err
	}
	row, err := s.reads.PlayerByID(ctx, player)
	if err != nil {
		return notFound(err)
	}
	same, err := s.samePassword(ctx, row.Password, old)
	if err != nil {
		return err
	}
	if !same {
		return ErrPassword
	}
	return s.setPassword(ctx, player, password, false)
}

func (s *Store) setPassword(ctx context.Context, player, password string, logOut bool) error {
	hash, err := s.hashPassword(ctx, password)
	if err != nil {
		return err
	}
	return s.write(ctx, func(ctx context.Context, q *db.Queries) error {
		rows, err := q.SetPassword(ctx, db.SetPasswordParams{ID: player, Password: hash})
		if err := changed(rows, err, ErrNotFound); err != nil || !logOut {
			return err
		}
		return logOutEverywhere(ctx, q, player)
	})
}

// logOutEverywhere ends the sessions and tokens of a player.
func logOutEverywhere(ctx context.Context, q *db.Queries, player string) error {
	return errors.Join(
		q.DeleteSessionsOf(ctx, db.DeleteSessionsOfParams{PlayerID: player}),
		q.DeleteTokensOf(ctx, player),
	)
}

// SetBot says whether a player is a program.
func (s *Store) SetBot(ctx context.Context, player string, bot bool) error {
	return s.write(ctx, func(ctx context.Context, q *db.Queries) error {
		rows, err := q.SetBot(ctx, db.SetBotParams{ID: player, Bot: bot})
		return changed(rows, err, ErrNotFound)
	})
}

// Record returns how the finished games of a player ended.
func (s *Store) Record(ctx context.Context, player string) (Record, error) {
	rows, err := s.reads.CountScores(ctx, player)
	var r Record
	for _, row := range rows {
		switch row.Score {
		case scoreWin:
			r.Wins = int(row.Games)
		case scoreDraw:
			r.Draws = int(row.Games)
		default:
			r.Losses = int(row.Games)
		}
	}
	return r, err
}

// MaxHistory is how many ratings of a class [Store.RatingHistory] returns.
const MaxHistory = 500

// RatingHistory returns the ratings of a player in a class after each of the
// last rated games, at most [MaxHistory], the oldest first.
func (s *Store) RatingHistory(ctx context.Context, player string, c rating.Class) ([]RatingPoint, error) {
	rows, err := s.reads.RatingHistory(ctx, db.RatingHistoryParams{PlayerID: player, Class: string(c), Most: MaxHistory})
	if err != nil {
		return nil, err
	}
	slices.Reverse(rows)
	points := make([]RatingPoint, 0, len(rows))
	for _, r := range rows {
		points = append(points, RatingPoint{rating.Class(r.Class), int(r.Rating), int(r.Deviation), r.GameID, fromMicros(r.At)})
	}
	return points, nil
}
