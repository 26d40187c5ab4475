package server

import (
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/pdn"
)

// stateJSON is a game as the server sees it.
type stateJSON struct {
	Start    string        `json:"start"`
	Rules    string        `json:"rules"`
	FEN      string        `json:"fen"`
	Turn     string        `json:"turn"`
	Legal    []legalJSON   `json:"legal"`
	History  []playedJSON  `json:"history"`
	Counters []counterJSON `json:"counters"`
	Outcome  *outcomeJSON  `json:"outcome"`
	Opening  openingJSON   `json:"opening"`
	PDN      string        `json:"pdn"`
}

type legalJSON struct {
	moveJSON
	Routes  [][]string `json:"routes"`
	Text    string     `json:"text"`
	Crowned bool       `json:"crowned"`
}

type playedJSON struct {
	moveJSON
	Route   []string `json:"route"`
	Text    string   `json:"text"`
	Crowned bool     `json:"crowned"`
}

type counterJSON struct {
	Article string `json:"article"`
	Rule    string `json:"rule"`
	Made    int    `json:"made"`
	Limit   int    `json:"limit"`
	Plies   int    `json:"plies"`
	Moves   int    `json:"moves"`
}

type outcomeJSON struct {
	Winner  *string `json:"winner"`
	Reason  string  `json:"reason"`
	Article string  `json:"article"`
}

var reasonCodes = map[draughts.Reason]string{
	draughts.NoPieces:    "no-pieces",
	draughts.Blocked:     "blocked",
	draughts.Resignation: "resignation",
	draughts.TimeOut:     "time",
	draughts.Forfeit:     "forfeit",
	draughts.Agreement:   "agreement",
	draughts.Repetition:  "repetition",
	draughts.ThreeKings:  "three-kings",
	draughts.KingsOnly:   "kings-only",
	draughts.BalanceKept: "balance-kept",
	draughts.RoadHeld:    "road-held",
	draughts.TwoPieces:   "two-pieces",
}

// exact tells every move from the others by its text.
var exact = draughts.Notation{Exact: true}

func newState(g *game) stateJSON {
	p := g.Position()
	s := stateJSON{
		Start:    g.start,
		Rules:    g.Rules().String(),
		FEN:      p.FEN(),
		Turn:     p.Turn().String(),
		Legal:    []legalJSON{},
		History:  make([]playedJSON, 0, g.Plies()),
		Counters: []counterJSON{},
		Opening:  newOpening(g),
		PDN:      text(g),
	}
	for i, m := range g.Moves() {
		before := g.PositionAt(i)
		s.History = append(s.History, playedJSON{
			moveJSON: newMove(m),
			Route:    names(before.Routes(m)[0]),
			Text:     exact.Format(before, m),
			Crowned:  before.Crowns(m),
		})
	}
	if o := g.Outcome(); o.Reason != draughts.NotOver {
		outcome := newOutcome(o)
		s.Outcome = &outcome
		return s
	}
	for m := range p.Moves() {
		s.Legal = append(s.Legal, newLegal(p, m))
	}
	for _, c := range g.Counters() {
		s.Counters = append(s.Counters, counterJSON{
			Article: c.Article,
			Rule:    reasonCodes[c.Reason],
			Made:    c.Made,
			Limit:   c.Limit,
			Plies:   c.PliesLeft,
			Moves:   c.MovesLeft(),
		})
	}
	return s
}

func newOutcome(o draughts.Outcome) outcomeJSON {
	j := outcomeJSON{Reason: reasonCodes[o.Reason], Article: o.Article}
	if o.Winner != draughts.NoColor {
		winner := o.Winner.String()
		j.Winner = &winner
	}
	return j
}

func newMove(m draughts.Move) moveJSON {
	j := moveJSON{From: m.From.String(), To: m.To.String(), Captured: []string{}}
	for s := range m.Captured.All() {
		j.Captured = append(j.Captured, s.String())
	}
	return j
}

func newLegal(p draughts.Position, m draughts.Move) legalJSON {
	j := legalJSON{moveJSON: newMove(m), Text: exact.Format(p, m), Crowned: p.Crowns(m)}
	for _, route := range p.Routes(m) {
		j.Routes = append(j.Routes, names(route))
	}
	return j
}

func names(route []draughts.Square) []string {
	texts := make([]string, len(route))
	for i, s := range route {
		texts[i] = s.String()
	}
	return texts
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
