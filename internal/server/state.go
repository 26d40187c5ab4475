package server

import (
	"strings"

	"github.com/bolshak-draughts/bolshak/internal/server/wire"
	"github.com/bolshak-draughts/bolshak/pdn"
)

// stateJSON is a game as the server sees it.
type stateJSON struct {
	Start    string         `json:"start"`
	Rules    string         `json:"rules"`
	FEN      string         `json:"fen"`
	Turn     string         `json:"turn"`
	Legal    []wire.Legal   `json:"legal"`
	History  []wire.Played  `json:"history"`
	Counters []wire.Counter `json:"counters"`
	Outcome  *wire.Outcome  `json:"outcome"`
	Opening  wire.Opening   `json:"opening"`
	PDN      string         `json:"pdn"`
}

func newState(g *game) stateJSON {
	p := g.Position()
	return stateJSON{
		Start:    g.start,
		Rules:    g.Rules().String(),
		FEN:      p.FEN(),
		Turn:     p.Turn().String(),
		Legal:    wire.LegalMoves(g.Game),
		History:  wire.History(g.Game, 0),
		Counters: wire.Counters(g.Game),
		Outcome:  outcomeOf(g.Game),
		Opening:  wire.NewOpening(g.Game),
		PDN:      text(g),
	}
}

// text returns the game as PDN.
func text(g *game) string {
	var b strings.Builder
	var tags []pdn.Tag
	if g.players != (playersJSON{}) {
		tags = []pdn.Tag{{Name: "White", Value: g.players.White}, {Name: "Black", Value: g.players.Black}}
	}
	if err := pdn.Write(&b, g.Game, tags...); err != nil {
		panic(err) // a strings.Builder takes everything
	}
	return b.String()
}
