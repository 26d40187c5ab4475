package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
)

// gameRequest is a game as a client tells it: where it began and what was
// played. Moves are whole; the server guesses nothing.
type gameRequest struct {
	Start   string      `json:"start"`
	Rules   string      `json:"rules"`
	Moves   []moveJSON  `json:"moves"`
	End     *endJSON    `json:"end"`
	Players playersJSON `json:"players"`
}

type replyRequest struct {
	gameRequest
	Level int `json:"level"`
}

type moveJSON struct {
	From     string   `json:"from"`
	To       string   `json:"to"`
	Captured []string `json:"captured"`
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

// readJSON reads the one JSON value of a request's body into v.
func readJSON(w http.ResponseWriter, r *http.Request, v any) *problem {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return newProblem(http.StatusUnsupportedMediaType, "not-json", "the Content-Type must be application/json")
	}
	dec := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	dec.DisallowUnknownFields()
	err := dec.Decode(v)
	if err == nil {
		if _, more := dec.Token(); !errors.Is(more, io.EOF) {
			err = errors.Join(errors.New("more than one JSON value"), more)
		}
	}
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return newProblem(http.StatusRequestEntityTooLarge, "too-large", fmt.Sprintf("the request is longer than %d bytes", tooLarge.Limit))
	case err != nil:
		return newProblem(http.StatusBadRequest, "bad-json", jsonFault(err))
	}
	return nil
}

// jsonFault says what is wrong with a request, without a word of Go.
func jsonFault(err error) string {
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind) && kind.Field == "":
		return "the request must be an object, not " + kind.Value
	case errors.As(err, &kind):
		return fmt.Sprintf("%s cannot be %s", kind.Field, kind.Value)
	case errors.Is(err, io.EOF):
		return "the request is empty"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "the request is cut off"
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

// game is a request played through.
type game struct {
	*draughts.Game
	start   string
	players playersJSON
}

// play plays the request through.
func (q *gameRequest) play() (*game, *problem) {
	if len(q.Moves) > maxMoves {
		return nil, newProblem(http.StatusUnprocessableEntity, "too-many-moves", fmt.Sprintf("a game here has at most %d moves", maxMoves))
	}
	if len(q.Players.White) > maxName || len(q.Players.Black) > maxName {
		return nil, newProblem(http.StatusUnprocessableEntity, "bad-name", fmt.Sprintf("a name has at most %d bytes", maxName))
	}
	g, p := newGame(q.Start, q.Rules)
	if p != nil {
		return nil, p
	}
	g.players = q.Players
	for i, m := range q.Moves {
		if p := m.play(g.Game); p != nil {
			return nil, p.at(i)
		}
	}
	if q.End != nil {
		if p := q.End.apply(g.Game); p != nil {
			return nil, p
		}
	}
	return g, nil
}

func newGame(start, rules string) (*game, *problem) {
	list, p := parseRules(rules)
	if p != nil {
		return nil, p
	}
	if start == "" {
		start = draughts.StartFEN
	}
	setup, err := draughts.ParseLegalSetup(start)
	if err != nil {
		return nil, newProblem(http.StatusUnprocessableEntity, "bad-fen", err.Error())
	}
	g, err := draughts.NewGameFrom(setup, list, 0)
	if err != nil {
		return nil, newProblem(http.StatusUnprocessableEntity, "bad-fen", err.Error())
	}
	style := draughts.FENStyle{Counters: setup.SinceChange > 0 || setup.MoveNumber > 0}
	return &game{Game: g, start: style.Format(setup)}, nil
}

func parseRules(name string) (draughts.DrawRules, *problem) {
	if name == "" {
		return draughts.FMJD64, nil
	}
	rules, err := draughts.ParseDrawRules(name)
	if err != nil {
		return 0, newProblem(http.StatusUnprocessableEntity, "bad-rules", err.Error())
	}
	return rules, nil
}

func (m moveJSON) play(g *draughts.Game) *problem {
	move, err := m.move()
	if err != nil {
		return newProblem(http.StatusUnprocessableEntity, "bad-square", err.Error())
	}
	switch err := g.Play(move); {
	case errors.Is(err, draughts.ErrGameOver):
		return newProblem(http.StatusUnprocessableEntity, "game-over", "the game was over before this move: "+g.Outcome().String())
	case err != nil:
		return newProblem(http.StatusUnprocessableEntity, "illegal-move", err.Error())
	}
	return nil
}

func (m moveJSON) move() (draughts.Move, error) {
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

func (e endJSON) apply(g *draughts.Game) *problem {
	sides := map[string]draughts.Color{"white": draughts.White, "black": draughts.Black}
	side, known := sides[e.Side]
	if e.Reason != "resignation" || !known {
		return newProblem(http.StatusUnprocessableEntity, "bad-end", `an end is {"reason": "resignation", "side": "white" or "black"}`)
	}
	if err := g.Resign(side); err != nil {
		return newProblem(http.StatusUnprocessableEntity, "game-over", "the game was over already: "+g.Outcome().String())
	}
	return nil
}

func (q *replyRequest) check() *problem {
	if q.Level < 1 || q.Level > engine.Levels {
		return newProblem(http.StatusUnprocessableEntity, "bad-level", fmt.Sprintf("the level is a number from 1 to %d", engine.Levels))
	}
	if len(q.Moves) == maxMoves {
		return newProblem(http.StatusUnprocessableEntity, "too-many-moves", fmt.Sprintf("a game here has at most %d moves", maxMoves))
	}
	return nil
}
