package store

import (
	"context"
	"fmt"
	"io"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
	"github.com/bolshak-draughts/bolshak/internal/server/store/db"
	"github.com/bolshak-draughts/bolshak/pdn"
)

// exportPage is how many games are read at once.
const exportPage = 200

// Names returns the names for the text of a game.
func (g Game) Names() live.Names {
	n := live.Names{
		White: g.Seated[draughts.White].who(), Black: g.Seated[draughts.Black].who(),
		WhiteRating: g.Seated[draughts.White].Rating, BlackRating: g.Seated[draughts.Black].Rating,
	}
	kind := "Casual"
	if g.isRated() {
		kind = "Rated"
	}
	n.Event = fmt.Sprintf("%s %s game", kind, g.State.Terms.Class())
	if g.State.Micro != nil {
		n.Event = fmt.Sprintf("%s %s micro-match", kind, g.State.Terms.Class())
	}
	n.Site = "Bolshak, game " + g.ID
	return n
}

func (s Seated) who() string {
	if s.Player == "" {
		return fmt.Sprintf("Bolshak, level %d", s.Level)
	}
	return s.Name
}

// Export writes all games as PDN, the oldest first, those in progress too. It
// reads a few at a time: games that begin meanwhile may be among them.
func (s *Store) Export(ctx context.Context, w io.Writer) error {
	var after int64
	afterID := ""
	return export(w, func() ([]Game, error) {
		rows, err := s.reads.GamesFrom(ctx, db.GamesFromParams{After: after, AfterID: afterID, Most: exportPage})
		if err != nil {
			return nil, err
		}
		games := make([]Game, 0, len(rows))
		for _, row := range rows {
			after, afterID = row.Game.Created, row.Game.ID
			g, err := newGame(row.Game, row.WhiteName, row.BlackName)
			if err != nil {
				return nil, err
			}
			games = append(games, g)
		}
		return games, nil
	})
}

// ExportPlayer writes the finished games of the player with a name as PDN, the
// oldest first. The error may be [ErrNotFound], and then nothing is written.
func (s *Store) ExportPlayer(ctx context.Context, w io.Writer, name string) error {
	player, err := s.reads.PlayerByKey(ctx, nameKey(name))
	if err != nil {
		return notFound(err)
	}
	var after int64
	afterID := ""
	return export(w, func() ([]Game, error) {
		rows, err := s.reads.GamesOf(ctx, db.GamesOfParams{PlayerID: player.ID, After: after, AfterID: afterID, Most: exportPage})
		if err != nil {
			return nil, err
		}
		games := make([]Game, 0, len(rows))
		for _, row := range rows {
			after, afterID = row.Game.Finished.Int64, row.Game.ID
			g, err := newGame(row.Game, row.WhiteName, row.BlackName)
			if err != nil {
				return nil, err
			}
			games = append(games, g)
		}
		return games, nil
	})
}

// export writes the games of page after page, until one is empty.
func export(w io.Writer, page func() ([]Game, error)) error {
	out := pdn.NewWriter(w, pdn.WriteOptions{})
	for {
		games, err := page()
		if err != nil || len(games) == 0 {
			return err
		}
		for _, g := range games {
			text, err := live.PDN(g.State, g.Names())
			if err != nil {
				return fmt.Errorf("game %s: %w", g.ID, err)
			}
			if err := out.WriteGame(text); err != nil {
				return err
			}
		}
	}
}
