package wire

import (
	"fmt"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Move is a move whole: its ends and all that it takes.
type Move struct {
	From     string   `json:"from"`
	To       string   `json:"to"`
	Captured []string `json:"captured"`
}

// Legal is a legal move with its routes.
type Legal struct {
	Move
	Routes  [][]string `json:"routes"`
	Text    string     `json:"text"`
	Crowned bool       `json:"crowned"`
}

// Played is a move of a game, shown by one of its routes.
type Played struct {
	Move
	Route   []string `json:"route"`
	Text    string   `json:"text"`
	Crowned bool     `json:"crowned"`
}

// Counter is a count of the draw rules that has begun.
type Counter struct {
	Article string `json:"article"`
	Rule    string `json:"rule"`
	Made    int    `json:"made"`
	Limit   int    `json:"limit"`
	Plies   int    `json:"plies"`
	Moves   int    `json:"moves"`
}

// Outcome is how a game ended.
type Outcome struct {
	Winner  *string `json:"winner"`
	Reason  string  `json:"reason"`
	Article string  `json:"article"`
}

// exact tells every move from the others by its text.
var exact = draughts.Notation{Exact: true}

// Text returns the text of a move that no other legal move has.
func Text(p draughts.Position, m draughts.Move) string { return exact.Format(p, m) }

// NewOutcome tells an outcome.
func NewOutcome(o draughts.Outcome) Outcome {
	j := Outcome{Reason: o.Reason.Code(), Article: o.Article}
	if o.Winner != draughts.NoColor {
		winner := o.Winner.String()
		j.Winner = &winner
	}
	return j
}

// NewMove tells a move.
func NewMove(m draughts.Move) Move {
	j := Move{From: m.From.String(), To: m.To.String(), Captured: []string{}}
	for s := range m.Captured.All() {
		j.Captured = append(j.Captured, s.String())
	}
	return j
}

// Draughts reads a move. The error names the square that is at fault.
func (m Move) Draughts() (draughts.Move, error) {
	from, err := draughts.ParseSquare(m.From)
	if err != nil {
		return draughts.Move{}, fmt.Errorf("from %q: %w", m.From, err)
	}
	to, err := draughts.ParseSquare(m.To)
	if err != nil {
		return draughts.Move{}, fmt.Errorf("to %q: %w", m.To, err)
	}
	move := draughts.Move{From: from, To: to}
	for _, name := range m.Captured {
		s, err := draughts.ParseSquare(name)
		if err != nil {
			return draughts.Move{}, fmt.Errorf("captured %q: %w", name, err)
		}
		if move.Captured.Has(s) {
			return draughts.Move{}, fmt.Errorf("captured %q: %w", name, draughts.ErrDuplicateSquare)
		}
		move.Captured |= s.Bitboard()
	}
	return move, nil
}

// NewLegal tells a legal move of p.
func NewLegal(p draughts.Position, m draughts.Move) Legal {
	j := Legal{Move: NewMove(m), Text: Text(p, m), Crowned: p.Crowns(m)}
	for _, route := range p.Routes(m) {
		j.Routes = append(j.Routes, names(route))
	}
	return j
}

// LegalMoves tells the legal moves of a game, none when it is over.
func LegalMoves(g *draughts.Game) []Legal {
	list := []Legal{}
	if g.Outcome().Reason != draughts.NotOver {
		return list
	}
	p := g.Position()
	for m := range p.Moves() {
		list = append(list, NewLegal(p, m))
	}
	return list
}

// NewPlayed tells a move that was played in p.
func NewPlayed(p draughts.Position, m draughts.Move) Played {
	return Played{Move: NewMove(m), Route: names(p.Routes(m)[0]), Text: Text(p, m), Crowned: p.Crowns(m)}
}

// History tells the moves of a game from a ply on.
func History(g *draughts.Game, from int) []Played {
	moves := g.Moves()
	list := make([]Played, 0, len(moves)-from)
	for i := from; i < len(moves); i++ {
		list = append(list, NewPlayed(g.PositionAt(i), moves[i]))
	}
	return list
}

// Counters tells the counts of the draw rules, none when the game is over.
func Counters(g *draughts.Game) []Counter {
	list := []Counter{}
	if g.Outcome().Reason != draughts.NotOver {
		return list
	}
	for _, c := range g.Counters() {
		list = append(list, Counter{
			Article: c.Article,
			Rule:    c.Reason.Code(),
			Made:    c.Made,
			Limit:   c.Limit,
			Plies:   c.PliesLeft,
			Moves:   c.MovesLeft(),
		})
	}
	return list
}

func names(route []draughts.Square) []string {
	texts := make([]string, len(route))
	for i, s := range route {
		texts[i] = s.String()
	}
	return texts
}
