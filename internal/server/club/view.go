package club

import (
	"context"
	"encoding/json"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// boardJSON is the part of a game that every message about it tells whole.
type boardJSON struct {
	FEN      string         `json:"fen"`
	Turn     string         `json:"turn"`
	Legal    []wire.Legal   `json:"legal"`
	Counters []wire.Counter `json:"counters"`
	Outcome  *wire.Outcome  `json:"outcome"`
	Opening  wire.Opening   `json:"opening"`
	Clock    live.Clocks    `json:"clock"`
	Offers   offersJSON     `json:"offers"`
	Status   live.Status    `json:"status"`
	Micro    *microJSON     `json:"micro"`
	Rematch  *string        `json:"rematch"`
	White    seatedJSON     `json:"white"`
	Black    seatedJSON     `json:"black"`
}

// viewJSON is a game whole, as one side or a spectator sees it.
type viewJSON struct {
	ID      string        `json:"id"`
	Version int           `json:"version"`
	At      int64         `json:"at"`
	Terms   live.Terms    `json:"terms"`
	You     *string       `json:"you"`
	Start   string        `json:"start"`
	History []wire.Played `json:"history"`
	boardJSON
	May        live.May `json:"may"`
	Spectators int      `json:"spectators"`
}

// updateJSON is what has changed; `may`, which each side has its own, is put in
// front of it.
type updateJSON struct {
	Game    string        `json:"game"`
	From    int           `json:"from"`
	Version int           `json:"version"`
	Keep    int           `json:"keep"`
	Add     []wire.Played `json:"add"`
	boardJSON
}

type offersJSON struct {
	Draw     *string       `json:"draw"`
	Takeback *takebackJSON `json:"takeback"`
	Rematch  *string       `json:"rematch"`
}

type takebackJSON struct {
	By    string `json:"by"`
	Plies int    `json:"plies"`
}

type microJSON struct {
	Game  int       `json:"game"`
	Other *string   `json:"other"`
	Score scoreJSON `json:"score"`
}

type scoreJSON struct {
	White int `json:"white"`
	Black int `json:"black"`
}

type seatedJSON struct {
	Player  PlayerJSON `json:"player"`
	Rating  *int       `json:"rating"`
	Change  *int       `json:"change"`
	Present bool       `json:"present"`
	Level   int        `json:"level"`
}

// sideName returns the name of a side, nil for neither.
func sideName(c draughts.Color) *string {
	if c > draughts.Black {
		return nil
	}
	name := c.String()
	return &name
}

func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// seated tells who plays a color.
func (c *Club) seated(ctx context.Context, g *store.Game, side draughts.Color, present bool) (seatedJSON, error) {
	s := g.Seated[side]
	j := seatedJSON{Level: s.Level, Present: present || s.Level > 0}
	if s.Level > 0 {
		j.Player = PlayerJSON{Bot: true, Ratings: map[string]RatingJSON{}}
		return j, nil
	}
	p, err := c.player(ctx, s.Player)
	if err != nil {
		return j, err
	}
	j.Player = NewPlayer(p, g.State.Terms.Class())
	if s.Rating > 0 {
		j.Rating = &s.Rating
	}
	if s.Rated && g.State.Status == live.StatusOver {
		j.Change = &s.Change
	}
	return j, nil
}

// board tells the board of a game that was played through.
func (c *Club) board(ctx context.Context, g *store.Game, played *draughts.Game, a Attendance, now time.Time) (boardJSON, error) {
	s := &g.State
	j := boardJSON{
		FEN:      played.Position().FEN(),
		Turn:     played.Position().Turn().String(),
		Legal:    []wire.Legal{},
		Counters: wire.Counters(played),
		Opening:  wire.NewOpening(played),
		Clock:    s.ClocksAt(now),
		Offers:   offersJSON{Draw: sideName(s.Offers.Draw), Rematch: sideName(s.Offers.Rematch)},
		Status:   s.Status,
		Rematch:  orNull(s.Next),
	}
	if !s.Status.Ended() {
		j.Legal = wire.LegalMoves(played)
	}
	if s.Status == live.StatusOver {
		o := wire.NewOutcome(s.Outcome)
		j.Outcome = &o
	}
	if by := sideName(s.Offers.Takeback); by != nil {
		j.Offers.Takeback = &takebackJSON{*by, s.Offers.Plies}
	}
	if s.Micro != nil {
		white, black := s.Score()
		j.Micro = &microJSON{s.Micro.Game, orNull(s.Micro.Other), scoreJSON{white, black}}
	}
	var err error
	if j.White, err = c.seated(ctx, g, draughts.White, a.Present[draughts.White]); err != nil {
		return j, err
	}
	j.Black, err = c.seated(ctx, g, draughts.Black, a.Present[draughts.Black])
	return j, err
}

// may tells what a side may do.
func may(s *live.State, side draughts.Color, a Attendance) live.May {
	if side > draughts.Black {
		return s.May(side, 0)
	}
	return s.May(side, a.Gone[side.Other()])
}

// attendance tells who is at a game; the computer always is.
func (c *Club) attendance(g *store.Game, now time.Time) Attendance {
	a := c.presence.at(g.ID, g.State.Created, now)
	for side, s := range g.Seated {
		if s.Level > 0 {
			a.Present[side], a.Gone[side] = true, 0
		}
	}
	return a
}

// startFEN returns the first position of a game.
func startFEN(s *live.State, played *draughts.Game) string {
	if s.Terms.Start != "" {
		return s.Terms.Start
	}
	return played.Start().FEN()
}

// view returns the JSON of a game as a side sees it, NoColor for a spectator.
func (c *Club) view(ctx context.Context, g *store.Game, side draughts.Color) (json.RawMessage, error) {
	now := c.now()
	played, err := g.State.Game()
	if err != nil {
		return nil, err
	}
	a := c.attendance(g, now)
	board, err := c.board(ctx, g, played, a, now)
	if err != nil {
		return nil, err
	}
	return json.Marshal(viewJSON{
		ID:         g.ID,
		Version:    g.State.Version,
		At:         g.State.Created.UnixMicro(),
		Terms:      g.State.Terms,
		You:        sideName(side),
		Start:      startFEN(&g.State, played),
		History:    wire.History(played, 0),
		boardJSON:  board,
		May:        may(&g.State, side, a),
		Spectators: a.Spectators,
	})
}
