package stateless

import (
	"context"
	"fmt"
	"net/url"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// movesJSON are the legal moves of a position.
type movesJSON struct {
	FEN      string         `json:"fen"`
	Rules    string         `json:"rules"`
	Turn     string         `json:"turn"`
	Legal    []wire.Legal   `json:"legal"`
	Counters []wire.Counter `json:"counters"`
	Outcome  *wire.Outcome  `json:"outcome"`
}

// tableJSON is what the endgame tables know of a position.
type tableJSON struct {
	FEN     string         `json:"fen"`
	Rules   string         `json:"rules"`
	Outcome *wire.Outcome  `json:"outcome"`
	Verdict *wire.Verdict  `json:"verdict"`
	Moves   []valuedJSON   `json:"moves"`
	Count   []wire.Counter `json:"counters"`
}

// valuedJSON is a move with its value for the side that makes it.
type valuedJSON struct {
	wire.Move
	Text  string `json:"text"`
	Value string `json:"value"`
	Plies *int   `json:"plies"`
}

// positionOf reads the position that an address names.
func positionOf(query url.Values) (*Game, *wire.Problem) {
	forgive, p := parseForgive(query)
	if p != nil {
		return nil, p
	}
	return newGame(query.Get("fen"), query.Get("rules"), forgive)
}

// moves answers with the legal moves of a position.
func (s *Service) moves(_ context.Context, r Request) (any, error) {
	g, p := positionOf(r.Query)
	if p != nil {
		return nil, p
	}
	return movesJSON{
		FEN:      g.Start,
		Rules:    g.Rules().String(),
		Turn:     g.Position().Turn().String(),
		Legal:    wire.LegalMoves(g.Game),
		Counters: wire.Counters(g.Game),
		Outcome:  outcomeOf(g.Game),
	}, nil
}

// table answers with what the endgame tables know of a position and its moves.
func (s *Service) table(ctx context.Context, r Request) (any, error) {
	g, p := positionOf(r.Query)
	if p != nil {
		return nil, p
	}
	answer := tableJSON{FEN: g.Start, Rules: g.Rules().String(), Outcome: outcomeOf(g.Game), Moves: []valuedJSON{}, Count: wire.Counters(g.Game)}
	err := s.Chore(ctx, func() error {
		if answer.Outcome != nil {
			return nil
		}
		var err error
		if answer.Verdict, err = wire.NewVerdict(s.Tables, g.Game); err != nil || answer.Verdict == nil {
			return err
		}
		values, err := s.Tables.Moves(g.Position())
		for _, v := range values {
			answer.Moves = append(answer.Moves, valued(g.Position(), v))
		}
		return err
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("the endgame tables cannot be read at %v: %w", g.Position(), err)
	case answer.Outcome == nil && answer.Verdict == nil:
		return nil, wire.NewProblem(404, "not-in-tables", fmt.Sprintf("the position has more than %d pieces, or one side has none", s.Tables.Pieces()))
	}
	return answer, nil
}

func valued(p draughts.Position, v endgame.MoveResult) valuedJSON {
	return valuedJSON{Move: wire.NewMove(v.Move), Text: wire.Text(p, v.Move), Value: v.Value.String(), Plies: wire.Plies(v.Result)}
}
