package analysis

import (
	"encoding/json"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
)

// keyMoments is how many moments a report for a page points out.
const keyMoments = 5

type reportJSON struct {
	Accuracy sidesJSON[*float64]       `json:"accuracy"` // in hundredths; null without a choice
	Counts   sidesJSON[map[string]int] `json:"counts"`   // by judgement
	Points   []float64                 `json:"points"`   // that White may expect, before each move and at the end
	Key      []int                     `json:"key"`      // plies of the moments that matter most
	Moves    []moveJSON                `json:"moves"`
}

type sidesJSON[T any] struct {
	White T `json:"white"`
	Black T `json:"black"`
}

type moveJSON struct {
	Ply       int       `json:"ply"`
	FEN       string    `json:"fen"` // before the move
	Move      string    `json:"move"`
	Judgement string    `json:"judgement"`
	Mark      string    `json:"mark"`
	Forced    bool      `json:"forced"`
	Score     scoreJSON `json:"score"` // for the player
	Lost      float64   `json:"lost"`  // expected points
	Best      *bestJSON `json:"best"`  // null where the game was over or the move is as good
	Shot      *shotJSON `json:"shot"`  // null unless one was missed
}

type bestJSON struct {
	Score scoreJSON `json:"score"`
	Line  []string  `json:"line"`
}

// scoreJSON is a score in men, or the number of plies in which the game is won
// (positive) or lost.
type scoreJSON struct {
	Men   *float64 `json:"men,omitempty"`
	Plies *int     `json:"plies,omitempty"`
}

func toJSON(s engine.Score) scoreJSON {
	if plies, ok := s.Plies(); ok {
		return scoreJSON{Plies: &plies}
	}
	men := float64(s) / 100
	return scoreJSON{Men: &men}
}

type shotJSON struct {
	Line   []string `json:"line"`
	Gain   int      `json:"gain"`
	Proven bool     `json:"proven"`
}

// MarshalJSON writes the report for a page: moves are texts in full notation, each
// of which fits one legal move.
func (r Report) MarshalJSON() ([]byte, error) {
	doc := reportJSON{Points: r.Points, Key: []int{}, Moves: []moveJSON{}}
	if doc.Points == nil {
		doc.Points = []float64{}
	}
	doc.Accuracy = sidesJSON[*float64]{share(r.Accuracy[draughts.White]), share(r.Accuracy[draughts.Black])}
	doc.Counts = sidesJSON[map[string]int]{r.counts(draughts.White), r.counts(draughts.Black)}
	for _, m := range r.Key(keyMoments) {
		doc.Key = append(doc.Key, m.Ply)
	}
	for _, m := range r.Moves {
		doc.Moves = append(doc.Moves, m.json())
	}
	return json.Marshal(doc)
}

func share(accuracy float64) *float64 {
	if accuracy < 0 {
		return nil
	}
	return &accuracy
}

func (r Report) counts(side draughts.Color) map[string]int {
	counts := map[string]int{}
	for j := Good; j <= Blunder; j++ {
		counts[j.String()] = r.Count(side, j)
	}
	return counts
}

func (m Move) json() moveJSON {
	p := m.Before
	doc := moveJSON{
		Ply: m.Ply, FEN: p.FEN(), Move: notation.Format(p, m.Played), Judgement: m.Judgement.String(), Mark: m.Judgement.Mark(),
		Forced: m.Forced, Score: toJSON(m.Score), Lost: m.Lost,
	}
	if len(m.Best.PV) > 0 && m.Best.PV[0] != m.Played {
		doc.Best = &bestJSON{toJSON(m.Best.Score), texts(p, m.Best.PV)}
	}
	if m.Shot != nil {
		doc.Shot = &shotJSON{texts(p, m.Shot.Line), m.Shot.Gain, m.Shot.Proven}
	}
	return doc
}

var notation = draughts.Notation{Exact: true}

func texts(p draughts.Position, line []draughts.Move) []string {
	list := make([]string, len(line))
	for i, m := range line {
		list[i] = notation.Format(p, m)
		p = p.PlayUnchecked(m)
	}
	return list
}
