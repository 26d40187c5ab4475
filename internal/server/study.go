package server

import (
	"net/http"
	"net/url"
	"strconv"

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
func positionOf(query url.Values) (*game, *wire.Problem) {
	fen := query.Get("fen")
	if len(fen) > maxFEN {
		return nil, wire.NewProblem(http.StatusUnprocessableEntity, "bad-fen", "the FEN is too long")
	}
	return newGame(fen, query.Get("rules"))
}

// moves answers with the legal moves of a position.
func (s *Server) moves(w http.ResponseWriter, r *http.Request) {
	g, p := positionOf(r.URL.Query())
	if p != nil {
		wire.WriteProblem(w, p)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=86400")
	wire.WriteJSON(w, http.StatusOK, movesJSON{
		FEN:      g.start,
		Rules:    g.Rules().String(),
		Turn:     g.Position().Turn().String(),
		Legal:    wire.LegalMoves(g.Game),
		Counters: wire.Counters(g.Game),
		Outcome:  outcomeOf(g.Game),
	})
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

// table answers with what the endgame tables know of a position and its moves.
func (s *Server) table(w http.ResponseWriter, r *http.Request) {
	g, p := positionOf(r.URL.Query())
	if p != nil {
		wire.WriteProblem(w, p)
		return
	}
	answer := tableJSON{FEN: g.start, Rules: g.Rules().String(), Outcome: outcomeOf(g.Game), Moves: []valuedJSON{}, Count: wire.Counters(g.Game)}
	err := s.chores.pass(r.Context(), func() error {
		if answer.Outcome != nil {
			return nil
		}
		var err error
		if answer.Verdict, err = wire.NewVerdict(s.tables, g.Game); err != nil || answer.Verdict == nil {
			return err
		}
		values, err := s.tables.Moves(g.Position())
		for _, v := range values {
			answer.Moves = append(answer.Moves, valued(g.Position(), v))
		}
		return err
	})
	switch {
	case r.Context().Err() != nil:
		wire.WriteProblem(w, wire.ErrStopped)
	case err != nil:
		s.log.ErrorContext(r.Context(), "the endgame tables cannot be read", "position", g.Position(), "error", err)
		wire.WriteProblem(w, wire.ErrInternal)
	case answer.Outcome == nil && answer.Verdict == nil:
		wire.WriteProblem(w, wire.NewProblem(http.StatusNotFound, "not-in-tables", "the position has more than "+strconv.Itoa(s.tables.Pieces())+" pieces, or one side has none"))
	default:
		w.Header().Set("Cache-Control", "public, max-age=86400")
		wire.WriteJSON(w, http.StatusOK, answer)
	}
}

func valued(p draughts.Position, v endgame.MoveResult) valuedJSON {
	return valuedJSON{Move: wire.NewMove(v.Move), Text: wire.Text(p, v.Move), Value: v.Value.String(), Plies: wire.Plies(v.Result)}
}
