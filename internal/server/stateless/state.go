package stateless

import (
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
	"github.com/bolshak-draughts/bolshak/pdn"
)

// State is a game as the server sees it.
type State struct {
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

// NewState tells a game.
func NewState(g *Game) State {
	p := g.Position()
	return State{
		Start:    g.Start,
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
func text(g *Game) string {
	var b strings.Builder
	var tags []pdn.Tag
	if g.Players != (Players{}) {
		tags = []pdn.Tag{{Name: "White", Value: g.Players.White}, {Name: "Black", Value: g.Players.Black}}
	}
	if err := pdn.Write(&b, g.Game, tags...); err != nil {
		panic(err) // a strings.Builder takes everything
	}
	return b.String()
}

// outcomeOf tells how a game ended, nil while it goes on.
func outcomeOf(g *draughts.Game) *wire.Outcome {
	o := g.Outcome()
	if o.Reason == draughts.NotOver {
		return nil
	}
	j := wire.NewOutcome(o)
	return &j
}
