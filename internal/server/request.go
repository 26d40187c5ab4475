package server

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// gameRequest is a game as a client tells it: where it began and what was
// played. Moves are whole; the server guesses nothing.
type gameRequest struct {
	Start   string      `json:"start"`
	Rules   string      `json:"rules"`
	Moves   []wire.Move `json:"moves"`
	End     *endJSON    `json:"end"`
	Players playersJSON `json:"players"`
}

type replyRequest struct {
	gameRequest
	Level int `json:"level"`
}

// endJSON is an end that no move made.
type endJSON struct {
	Reason string `json:"reason"`
	Side   string `json:"side"`
}

// playersJSON are the names for the text of the game.
type playersJSON struct {
	White string `json:"white"`
	Black string `json:"black"`
}

const maxName = 80

// game is a request played through.
type game struct {
	*draughts.Game
	start   string
	players playersJSON
}

// play plays the request through.
func (q *gameRequest) play() (*game, *wire.Problem) {
	if len(q.Moves) > maxMoves {
		return nil, wire.NewProblem(http.StatusUnprocessableEntity, "too-many-moves", fmt.Sprintf("a game here has at most %d moves", maxMoves))
	}
	if len(q.Players.White) > maxName || len(q.Players.Black) > maxName {
		return nil, wire.NewProblem(http.StatusUnprocessableEntity, "bad-name", fmt.Sprintf("a name has at most %d bytes", maxName))
	}
	g, p := newGame(q.Start, q.Rules)
	if p != nil {
		return nil, p
	}
	g.players = q.Players
	for i, m := range q.Moves {
		if p := playMove(g.Game, m); p != nil {
			return nil, p.At(i)
		}
	}
	if q.End != nil {
		if p := q.End.apply(g.Game); p != nil {
			return nil, p
		}
	}
	return g, nil
}

func newGame(start, rules string) (*game, *wire.Problem) {
	list, p := parseRules(rules)
	if p != nil {
		return nil, p
	}
	if start == "" {
		start = draughts.StartFEN
	}
	setup, err := draughts.ParseLegalSetup(start)
	if err != nil {
		return nil, wire.NewProblem(http.StatusUnprocessableEntity, "bad-fen", err.Error())
	}
	g, err := draughts.NewGameFrom(setup, list, 0)
	if err != nil {
		return nil, wire.NewProblem(http.StatusUnprocessableEntity, "bad-fen", err.Error())
	}
	style := draughts.FENStyle{Counters: setup.SinceChange > 0 || setup.MoveNumber > 0}
	return &game{Game: g, start: style.Format(setup)}, nil
}

func parseRules(name string) (draughts.DrawRules, *wire.Problem) {
	if name == "" {
		return draughts.FMJD64, nil
	}
	rules, err := draughts.ParseDrawRules(name)
	if err != nil {
		return 0, wire.NewProblem(http.StatusUnprocessableEntity, "bad-rules", err.Error())
	}
	return rules, nil
}

// playMove plays a move that a client sent.
func playMove(g *draughts.Game, m wire.Move) *wire.Problem {
	move, err := m.Draughts()
	if err != nil {
		return wire.NewProblem(http.StatusUnprocessableEntity, "bad-square", err.Error())
	}
	switch err := g.Play(move); {
	case errors.Is(err, draughts.ErrGameOver):
		return wire.NewProblem(http.StatusUnprocessableEntity, "game-over", "the game was over before this move: "+g.Outcome().String())
	case err != nil:
		return wire.NewProblem(http.StatusUnprocessableEntity, "illegal-move", err.Error())
	}
	return nil
}

func (e endJSON) apply(g *draughts.Game) *wire.Problem {
	sides := map[string]draughts.Color{"white": draughts.White, "black": draughts.Black}
	side, known := sides[e.Side]
	if e.Reason != "resignation" || !known {
		return wire.NewProblem(http.StatusUnprocessableEntity, "bad-end", `an end is {"reason": "resignation", "side": "white" or "black"}`)
	}
	if err := g.Resign(side); err != nil {
		return wire.NewProblem(http.StatusUnprocessableEntity, "game-over", "the game was over already: "+g.Outcome().String())
	}
	return nil
}

func (q *replyRequest) check() *wire.Problem {
	if q.Level < 1 || q.Level > engine.Levels {
		return wire.NewProblem(http.StatusUnprocessableEntity, "bad-level", fmt.Sprintf("the level is a number from 1 to %d", engine.Levels))
	}
	if len(q.Moves) == maxMoves {
		return wire.NewProblem(http.StatusUnprocessableEntity, "too-many-moves", fmt.Sprintf("a game here has at most %d moves", maxMoves))
	}
	return nil
}
