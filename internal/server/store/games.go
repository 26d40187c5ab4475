package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
	"github.com/bolshak-draughts/bolshak/internal/server/rating"
	"github.com/bolshak-draughts/bolshak/internal/server/store/db"
)

// CreateGame keeps a new game. The ID is set unless given; Seated needs Player
// or Level; names and ratings are filled in. The error matches [ErrNotFound] if
// a player is none.
func (s *Store) CreateGame(ctx context.Context, g Game) (Game, error) {
	return s.createGame(ctx, g, func(context.Context, *db.Queries, string) error { return nil })
}

// createGame keeps a new game after something else in the same transaction.
func (s *Store) createGame(ctx context.Context, g Game, first func(ctx context.Context, q *db.Queries, game string) error) (Game, error) {
	if g.ID == "" {
		g.ID = NewID()
	}
	var made Game
	err := s.write(ctx, func(ctx context.Context, q *db.Queries) error {
		if err := first(ctx, q, g.ID); err != nil {
			return err
		}
		var err error
		made, err = s.addGame(ctx, q, g)
		return err
	})
	if err != nil {
		return Game{}, err
	}
	return made, nil
}

// isRated reports whether a game counts for ratings.
func (g Game) isRated() bool {
	return g.State.Terms.Rated && g.Seated[draughts.White].Player != "" && g.Seated[draughts.Black].Player != ""
}

// addGame adds a game within a transaction and returns it with names and
// ratings.
func (s *Store) addGame(ctx context.Context, q *db.Queries, g Game) (Game, error) {
	white, black := &g.Seated[draughts.White], &g.Seated[draughts.Black]
	if white.Player == black.Player {
		return Game{}, fmt.Errorf("game %s: nobody plays against himself", g.ID)
	}
	for _, seated := range []*Seated{white, black} {
		*seated = Seated{Player: seated.Player, Level: seated.Level, Rated: g.isRated()}
		if (seated.Player == "") == (seated.Level == 0) {
			return Game{}, fmt.Errorf("game %s: a color is played by a player or by the computer with a level", g.ID)
		}
		if seated.Player == "" {
			continue
		}
		p, err := q.PlayerByID(ctx, seated.Player)
		if err != nil {
			return Game{}, notFound(err)
		}
		seated.Name = p.Name
		r := rating.New()
		row, err := q.RatingOf(ctx, db.RatingOfParams{PlayerID: seated.Player, Class: string(g.State.Terms.Class())})
		switch {
		case err == nil:
			r = newRating(row).At(g.State.Created)
		case !errors.Is(err, sql.ErrNoRows):
			return Game{}, err
		}
		seated.Rating, seated.Deviation = r.Rounded(), int(r.Deviation+0.5)
	}
	state, err := json.Marshal(g.State)
	if err != nil {
		return Game{}, err
	}
	t := g.State.Terms
	row := db.AddGameParams{
		ID: g.ID, Version: int64(g.State.Version), Status: string(g.State.Status), State: string(state), Deadline: deadline(g.State),
		WhiteID: nullable(white.Player), BlackID: nullable(black.Player), WhiteLevel: int64(white.Level), BlackLevel: int64(black.Level),
		WhiteRating: int64(white.Rating), BlackRating: int64(black.Rating),
		WhiteDeviation: int64(white.Deviation), BlackDeviation: int64(black.Deviation),
		Rated: g.isRated(), Class: string(t.Class()), Created: g.State.Created.UnixMicro(), Plies: int64(len(g.State.Plies)),
	}
	if t.Opening != nil {
		row.OpeningTable, row.OpeningCode = t.Opening.Table, t.Opening.Code
	}
	return g, q.AddGame(ctx, row)
}

func nullable(id string) sql.NullString { return sql.NullString{String: id, Valid: id != ""} }

func deadline(s live.State) sql.NullInt64 {
	at, ok := s.Deadline()
	if !ok {
		return sql.NullInt64{}
	}
	return sql.NullInt64{Int64: at.UnixMicro(), Valid: true}
}

// Game returns the game with an id, or [ErrNotFound].
func (s *Store) Game(ctx context.Context, id string) (Game, error) {
	row, err := s.reads.GameByID(ctx, id)
	if err != nil {
		return Game{}, notFound(err)
	}
	return newGame(row.Game, row.WhiteName, row.BlackName)
}

func newGame(row db.Game, white, black string) (Game, error) {
	g := Game{ID: row.ID, Seated: seated(row, white, black)}
	if err := json.Unmarshal([]byte(row.State), &g.State); err != nil {
		return Game{}, fmt.Errorf("game %s: %w", row.ID, err)
	}
	return g, nil
}

func seated(row db.Game, white, black string) [2]Seated {
	return [2]Seated{
		draughts.White: {row.WhiteID.String, white, int(row.WhiteLevel), int(row.WhiteRating), int(row.WhiteDeviation), int(row.WhiteChange), row.Rated},
		draughts.Black: {row.BlackID.String, black, int(row.BlackLevel), int(row.BlackRating), int(row.BlackDeviation), int(row.BlackChange), row.Rated},
	}
}

// Save keeps g.State, a later state of the game whose version in the store is
// read, and with it the game that follows, if that is not nil ([live.State.Follow];
// it needs an ID). The game is one that [Store.Game] has returned, with another
// state. All is done or nothing; the error matches [ErrStale] if the game has
// another version, or [ErrNotFound]. A state with the version that was read needs
// no saving. When a connection broke during the commit Save finds out whether it
// was done, and does it again if not; [ErrUnsure] means that it could not.
//
// The first state that is over enters the game into the archive and changes the
// ratings, if it counts for them: once, whoever saves it how often.
func (s *Store) Save(ctx context.Context, g Game, read int, next *Game) (Saved, error) {
	if g.State.Version == read && next == nil {
		return Saved{Game: g}, nil
	}
	if g.State.Version <= read {
		return Saved{}, fmt.Errorf("game %s: version %d does not follow %d", g.ID, g.State.Version, read)
	}
	state, err := json.Marshal(g.State)
	if err != nil {
		return Saved{}, err
	}
	var debut live.Debut
	if g.State.Status == live.StatusOver {
		debut = g.State.Debut()
	}
	var saved Saved
	save := func() error {
		return s.write(ctx, func(ctx context.Context, q *db.Queries) error {
			saved = Saved{Game: g}
			if err := s.update(ctx, q, &saved.Game, string(state), read, debut); err != nil {
				return err
			}
			if next == nil {
				return nil
			}
			added, err := s.addGame(ctx, q, *next)
			saved.Next = &added
			return err
		})
	}
	err = certain(ctx, save, func() (ok bool, err error) {
		saved, ok, err = s.saved(ctx, g, string(state), next)
		return ok, err
	})
	if err != nil {
		return Saved{}, err
	}
	return saved, nil
}

// saved tells whether a game is in the store with a state that was to be saved,
// and then what [Store.Save] returns.
func (s *Store) saved(ctx context.Context, g Game, state string, next *Game) (saved Saved, ok bool, err error) {
	row, err := s.reads.GameByID(ctx, g.ID)
	if err != nil || row.Game.Version != int64(g.State.Version) || row.Game.State != state {
		return saved, false, notFound(err)
	}
	if saved.Game, err = newGame(row.Game, row.WhiteName, row.BlackName); err != nil || next == nil {
		return saved, err == nil, err
	}
	added, err := s.Game(ctx, next.ID)
	saved.Next = &added
	return saved, err == nil, err
}

// update changes the row of a game within a transaction, and all that its end
// brings.
func (s *Store) update(ctx context.Context, q *db.Queries, g *Game, state string, read int, debut live.Debut) error {
	v := g.State
	if !v.Status.Ended() {
		rows, err := q.UpdateGame(ctx, db.UpdateGameParams{
			ID: g.ID, Read: int64(read), Version: int64(v.Version), Status: string(v.Status), State: state,
			Deadline: deadline(v), Plies: int64(len(v.Plies)),
		})
		return s.stale(ctx, q, g.ID, rows, err)
	}
	p := db.FinishGameParams{
		ID: g.ID, Read: int64(read), Version: int64(v.Version), Status: string(v.Status), State: state,
		Plies: int64(len(v.Plies)), Finished: sql.NullInt64{Int64: v.Ended.UnixMicro(), Valid: true},
	}
	if v.Status == live.StatusOver {
		p.Result, p.Reason, p.Article = v.Outcome.Result(), v.Outcome.Reason.Code(), v.Outcome.Article
		p.OpeningName, p.OpeningRussian = debut.Name, debut.Russian
		p.OpeningKey = strings.ToLower(strings.Join([]string{debut.Table, debut.Code, debut.Name, debut.Russian}, "\n"))
	}
	rows, err := q.FinishGame(ctx, p)
	if err != nil {
		return err
	}
	if rows == 0 { // it had ended before, or the version is another
		rows, err := q.UpdateFinished(ctx, db.UpdateFinishedParams{ID: g.ID, Read: int64(read), Version: int64(v.Version), State: state})
		return s.stale(ctx, q, g.ID, rows, err)
	}
	if v.Status != live.StatusOver {
		return nil
	}
	if err := s.archive(ctx, q, g); err != nil || !g.isRated() {
		return err
	}
	return s.rate(ctx, q, g)
}

// stale tells why no row was changed.
func (s *Store) stale(ctx context.Context, q *db.Queries, id string, rows int64, err error) error {
	if err != nil || rows > 0 {
		return err
	}
	if _, err := q.GameVersion(ctx, id); err != nil {
		return notFound(err)
	}
	return ErrStale
}

// The points of a game in the table game_player.
const (
	scoreLoss = iota
	scoreDraw
	scoreWin
)

// score returns the points of a side in a game that is over.
func score(o draughts.Outcome, side draughts.Color) int {
	switch o.Winner {
	case side:
		return scoreWin
	case draughts.NoColor:
		return scoreDraw
	}
	return scoreLoss
}

// archive enters a game that is over into the lists of its players.
func (s *Store) archive(ctx context.Context, q *db.Queries, g *Game) error {
	for c, seated := range g.Seated {
		if seated.Player == "" {
			continue
		}
		side := draughts.Color(c)
		err := q.AddGamePlayer(ctx, db.AddGamePlayerParams{
			PlayerID: seated.Player, Finished: g.State.Ended.UnixMicro(), GameID: g.ID,
			OpponentID: nullable(g.Seated[side.Other()].Player), Score: int64(score(g.State.Outcome, side)),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// rate changes the ratings of the players of a game that is over.
func (s *Store) rate(ctx context.Context, q *db.Queries, g *Game) error {
	class := string(g.State.Terms.Class())
	var before [2]rating.Rating
	// In the order of the ids, so that two transactions never wait for each
	// other.
	order := []draughts.Color{draughts.White, draughts.Black}
	if g.Seated[draughts.Black].Player < g.Seated[draughts.White].Player {
		order = []draughts.Color{draughts.Black, draughts.White}
	}
	for _, c := range order {
		begin := rating.New()
		row, err := q.LockRating(ctx, db.LockRatingParams{
			PlayerID: g.Seated[c].Player, Class: class,
			Rating: begin.Rating, Deviation: begin.Deviation, Volatility: begin.Volatility,
		})
		if err != nil {
			return err
		}
		before[c] = newRating(row)
	}
	// Games may be saved in another order than they ended in.
	at := g.State.Ended
	for _, r := range before {
		if r.Last.After(at) {
			at = r.Last
		}
	}
	points := float64(score(g.State.Outcome, draughts.White)) / scoreWin
	var after [2]rating.Rating
	after[draughts.White], after[draughts.Black] = rating.After(before[draughts.White], before[draughts.Black], points, at)
	for _, c := range order {
		r, seated := after[c], &g.Seated[c]
		seated.Change = r.Rounded() - before[c].Rounded()
		err := errors.Join(
			q.SetRating(ctx, db.SetRatingParams{
				PlayerID: seated.Player, Class: class,
				Rating: r.Rating, Deviation: r.Deviation, Volatility: r.Volatility, Games: int64(r.Games), Last: r.Last.UnixMicro(),
			}),
			q.AddRatingHistory(ctx, db.AddRatingHistoryParams{
				PlayerID: seated.Player, GameID: g.ID, Class: class,
				Rating: int64(r.Rounded()), Deviation: int64(r.Deviation + 0.5), At: g.State.Ended.UnixMicro(),
			}),
		)
		if err != nil {
			return err
		}
	}
	return q.SetChanges(ctx, db.SetChangesParams{
		ID: g.ID, WhiteChange: int64(g.Seated[draughts.White].Change), BlackChange: int64(g.Seated[draughts.Black].Change),
	})
}

// Due returns the ids of games in which time has something to do by now
// ([live.State.Look]), those that wait longest first, at most limit.
func (s *Store) Due(ctx context.Context, now time.Time, limit int) ([]string, error) {
	return s.reads.DueGames(ctx, db.DueGamesParams{Now: sql.NullInt64{Int64: now.UnixMicro(), Valid: true}, Most: int32(limit)})
}

// NextDeadline returns when time will next have something to do in some game;
// ok is false if in none.
func (s *Store) NextDeadline(ctx context.Context) (at time.Time, ok bool, err error) {
	us, err := s.reads.NextDeadline(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, false, nil
	}
	return fromMicros(us.Int64), err == nil, err
}

// Playing returns the ids of the games of a player that have not ended.
func (s *Store) Playing(ctx context.Context, player string) ([]string, error) {
	return s.reads.PlayingOf(ctx, nullable(player))
}

// Unfinished returns how many games have not ended.
func (s *Store) Unfinished(ctx context.Context) (int, error) {
	n, err := s.reads.CountUnfinished(ctx)
	return int(n), err
}

// ComputerGames returns the ids of the games against the computer that have not
// ended, the oldest first.
func (s *Store) ComputerGames(ctx context.Context) ([]string, error) {
	return s.reads.ComputerGames(ctx)
}
