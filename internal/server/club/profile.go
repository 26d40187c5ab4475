package club

import (
	"context"

	"github.com/bolshak-draughts/bolshak/internal/server/rating"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
)

// LineJSON is a finished game in a list.
type LineJSON struct {
	ID       string     `json:"id"`
	White    seatedJSON `json:"white"`
	Black    seatedJSON `json:"black"`
	Class    string     `json:"class"`
	Rated    bool       `json:"rated"`
	Result   string     `json:"result"`
	Reason   string     `json:"reason"`
	Article  string     `json:"article"`
	Plies    int        `json:"plies"`
	Opening  debutJSON  `json:"opening"`
	Created  int64      `json:"created"`
	Finished int64      `json:"finished"`
}

type debutJSON struct {
	Name    string `json:"name"`
	Russian string `json:"russian"`
	Table   string `json:"table"`
	Code    string `json:"code"`
}

// NewLines tells finished games.
func NewLines(lines []store.Line) []LineJSON {
	list := make([]LineJSON, 0, len(lines))
	for _, l := range lines {
		list = append(list, LineJSON{
			ID: l.ID, White: lineSeated(l.Seated[0]), Black: lineSeated(l.Seated[1]),
			Class: string(l.Class), Rated: l.Rated, Result: l.Result, Reason: l.Reason, Article: l.Article, Plies: l.Plies,
			Opening: debutJSON{l.Debut.Name, l.Debut.Russian, l.Debut.Table, l.Debut.Code},
			Created: l.Created.UnixMicro(), Finished: l.Finished.UnixMicro(),
		})
	}
	return list
}

func lineSeated(s store.Seated) seatedJSON {
	j := seatedJSON{Player: PlayerJSON{ID: s.Player, Name: s.Name, Bot: s.Level > 0, Ratings: map[string]RatingJSON{}}, Level: s.Level}
	if s.Rating > 0 {
		j.Rating = &s.Rating
	}
	if s.Rated {
		j.Change = &s.Change
	}
	return j
}

// ProfileJSON is a player with what was played.
type ProfileJSON struct {
	Player  PlayerJSON  `json:"player"`
	Record  recordJSON  `json:"record"`
	History []pointJSON `json:"history"`
	Games   []LineJSON  `json:"games"`
	Playing []string    `json:"playing"`
}

type recordJSON struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

type pointJSON struct {
	Class     string `json:"class"`
	Rating    int    `json:"rating"`
	Deviation int    `json:"deviation"`
	Game      string `json:"game"`
	At        int64  `json:"at"`
}

// Profile tells a player by name.
func (c *Club) Profile(ctx context.Context, name string) (ProfileJSON, error) {
	p, err := c.store.PlayerByName(ctx, name)
	if err != nil {
		return ProfileJSON{}, err
	}
	j := ProfileJSON{Player: NewPlayer(p, rating.Classes()...), History: []pointJSON{}, Playing: []string{}}
	record, err := c.store.Record(ctx, p.ID)
	if err != nil {
		return j, err
	}
	j.Record = recordJSON(record)
	for _, class := range rating.Classes() {
		points, err := c.store.RatingHistory(ctx, p.ID, class)
		if err != nil {
			return j, err
		}
		for _, pt := range points {
			j.History = append(j.History, pointJSON{string(pt.Class), pt.Rating, pt.Deviation, pt.Game, pt.At.UnixMicro()})
		}
	}
	page, err := c.store.Search(ctx, store.Search{Player: p.Name, Limit: 10})
	if err != nil {
		return j, err
	}
	j.Games = NewLines(page.Games)
	playing, err := c.store.Playing(ctx, p.ID)
	if err != nil {
		return j, err
	}
	j.Playing = append(j.Playing, playing...)
	return j, nil
}

// Playing returns the ids of the games that a player has not ended.
func (c *Club) Playing(ctx context.Context, player string) ([]string, error) {
	return c.store.Playing(ctx, player)
}
