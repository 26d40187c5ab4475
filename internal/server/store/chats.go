package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/bolshak-draughts/bolshak/internal/server/store/db"
)

// AddChat keeps what a player says in a game and returns it with its number and
// time. How long it may be is the caller's to check. What has the action of an
// earlier line of the player is that line: it is not kept again, and again is
// true.
func (s *Store) AddChat(ctx context.Context, game string, c Chat) (line Chat, again bool, err error) {
	c.At = fromMicros(s.micros())
	add := func(ctx context.Context, q *db.Queries) error {
		if _, err := q.GameVersion(ctx, game); err != nil {
			return notFound(err)
		}
		said, err := q.ChatByAction(ctx, db.ChatByActionParams{GameID: game, PlayerID: c.By, Action: c.Action})
		if again = err == nil; again {
			line = newChat(said, c.Name)
			return nil
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		author, err := q.PlayerByID(ctx, c.By)
		if err != nil {
			return notFound(err)
		}
		c.Name = author.Name
		last, err := q.LastChat(ctx, game)
		if err != nil {
			return err
		}
		c.N = last + 1
		line = c
		return q.AddChat(ctx, db.AddChatParams{GameID: game, N: c.N, PlayerID: c.By, Action: c.Action, Text: c.Text, At: c.At.UnixMicro()})
	}
	err = s.write(ctx, add)
	for isDuplicate(err) && ctx.Err() == nil { // another node has taken the number, or said it
		err = s.write(ctx, add)
	}
	if err != nil {
		return Chat{}, false, err
	}
	return line, again, nil
}

func newChat(row db.Chat, name string) Chat {
	return Chat{N: row.N, By: row.PlayerID, Name: name, Action: row.Action, Text: row.Text, At: fromMicros(row.At)}
}

// Chats returns the last things said in a game, in their order.
func (s *Store) Chats(ctx context.Context, game string, last int) ([]Chat, error) {
	rows, err := s.reads.LatestChats(ctx, db.LatestChatsParams{GameID: game, Most: int32(last)})
	if err != nil {
		return nil, err
	}
	chats := make([]Chat, 0, len(rows))
	for _, row := range rows {
		chats = append(chats, newChat(row.Chat, row.Name))
	}
	slices.Reverse(chats)
	return chats, nil
}

// ReportChat keeps a player's complaint about something said, or returns
// [ErrNotFound]. To complain again changes nothing.
func (s *Store) ReportChat(ctx context.Context, game string, n int64, player string) error {
	return s.write(ctx, func(ctx context.Context, q *db.Queries) error {
		if _, err := q.ChatByNumber(ctx, db.ChatByNumberParams{GameID: game, N: n}); err != nil {
			return notFound(err)
		}
		return q.AddReport(ctx, db.AddReportParams{GameID: game, N: n, PlayerID: player, At: s.micros()})
	})
}

// maxReports is how many complaints are listed.
const maxReports = 1000

// Reports returns the latest complaints, the latest first.
func (s *Store) Reports(ctx context.Context) ([]Report, error) {
	rows, err := s.reads.LatestReports(ctx, maxReports)
	if err != nil {
		return nil, err
	}
	reports := make([]Report, 0, len(rows))
	for _, r := range rows {
		reports = append(reports, Report{Game: r.Chat.GameID, Chat: newChat(r.Chat, r.Author), By: r.Reporter, At: fromMicros(r.Reported)})
	}
	return reports, nil
}
