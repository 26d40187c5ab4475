package stateless

import (
	"errors"
	"fmt"
	"net/url"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// GameRequest is a game as a client tells it: where it began and what was
// played. Moves are whole; the server guesses nothing.
type GameRequest struct {
	Start string `json:"start"`
	// Forgive lets the game begin where none can get to, as composers may want.
	Forgive bool        `json:"forgive"`
	Rules   string      `json:"rules"`
	Moves   []wire.Move `json:"moves"`
	End     *End        `json:"end"`
	Players Players     `json:"players"`
}

type replyRequest struct {
	GameRequest
	Level int `json:"level"`
}

// End is an end that no move made.
type End struct {
	Reason string `json:"reason"`
	Side   string `json:"side"`
}

// Players are the names for the text of the game.
type Players struct {
	White string `json:"white"`
	Black string `json:"black"`
}

// Bounds of a request.
const (
	// MaxMoves is the most moves of a game.
	MaxMoves = 2000
	// MaxName is the most bytes of a name.
	MaxName = 80
	// MaxFEN is the most bytes of a position.
	MaxFEN = 500
)

// Game is a request played through.
type Game struct {
	*draughts.Game
	// Start is the first position as FEN.
	Start   string
	Players Players
}

// Play plays the request through.
func (q *GameRequest) Play() (*Game, *wire.Problem) {
	if len(q.Moves) > MaxMoves {
		return nil, wire.Refuse("too-many-moves", fmt.Sprintf("a game here has at most %d moves", MaxMoves))
	}
	if len(q.Players.White) > MaxName || len(q.Players.Black) > MaxName {
		return nil, wire.Refuse("bad-name", fmt.Sprintf("a name has at most %d bytes", MaxName))
	}
	var forgive draughts.Faults
	if q.Forgive {
		forgive = wire.Forgiven
	}
	g, p := newGame(q.Start, q.Rules, forgive)
	if p != nil {
		return nil, p
	}
	g.Players = q.Players
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

// newGame sets a game up; without a position it is the usual one, without rules
// those of FMJD-64.
func newGame(start, rules string, forgive draughts.Faults) (*Game, *wire.Problem) {
	list, p := ParseRules(rules)
	if p != nil {
		return nil, p
	}
	setup, p := readSetup(start, forgive)
	if p != nil {
		return nil, p
	}
	g, err := draughts.NewGameFrom(setup, list, forgive)
	if err != nil {
		return nil, wire.Refuse("bad-fen", err.Error())
	}
	style := draughts.FENStyle{Counters: setup.SinceChange > 0 || setup.MoveNumber > 0}
	return &Game{Game: g, Start: style.Format(setup)}, nil
}

// readSetup reads a position with its counters, the usual one where there is no
// text. Its faults are told with their place where none is to be forgiven.
func readSetup(fen string, forgive draughts.Faults) (draughts.Setup, *wire.Problem) {
	if len(fen) > MaxFEN {
		return draughts.Setup{}, wire.Refuse("bad-fen", "the FEN is too long")
	}
	if fen == "" {
		fen = draughts.StartFEN
	}
	read := draughts.ParseLegalSetup
	if forgive != 0 {
		read = draughts.ParseSetup
	}
	setup, err := read(fen)
	if err != nil {
		return draughts.Setup{}, wire.Refuse("bad-fen", err.Error())
	}
	return setup, nil
}

// parseForgive returns the faults of a position that an address asks to forgive.
func parseForgive(query url.Values) (draughts.Faults, *wire.Problem) {
	switch text := query.Get("forgive"); text {
	case "", "false":
		return 0, nil
	case "true":
		return wire.Forgiven, nil
	default:
		return 0, wire.Refuse("bad-query", "forgive is true or false")
	}
}

// ParseRules reads the name of a list of draw rules; none is FMJD-64.
func ParseRules(name string) (draughts.DrawRules, *wire.Problem) {
	if name == "" {
		return draughts.FMJD64, nil
	}
	rules, err := draughts.ParseDrawRules(name)
	if err != nil {
		return 0, wire.Refuse("bad-rules", err.Error())
	}
	return rules, nil
}

// playMove plays a move that a client sent.
func playMove(g *draughts.Game, m wire.Move) *wire.Problem {
	move, err := m.Draughts()
	if err != nil {
		return wire.Refuse("bad-square", err.Error())
	}
	switch err := g.Play(move); {
	case errors.Is(err, draughts.ErrGameOver):
		return wire.Refuse("game-over", "the game was over before this move: "+g.Outcome().String())
	case err != nil:
		return wire.Refuse("illegal-move", err.Error())
	}
	return nil
}

func (e End) apply(g *draughts.Game) *wire.Problem {
	sides := map[string]draughts.Color{"white": draughts.White, "black": draughts.Black}
	side, known := sides[e.Side]
	if e.Reason != "resignation" || !known {
		return wire.Refuse("bad-end", `an end is {"reason": "resignation", "side": "white" or "black"}`)
	}
	if err := g.Resign(side); err != nil {
		return wire.Refuse("game-over", "the game was over already: "+g.Outcome().String())
	}
	return nil
}

func (q *replyRequest) check() *wire.Problem {
	if q.Level < 1 || q.Level > engine.Levels {
		return wire.Refuse("bad-level", fmt.Sprintf("the level is a number from 1 to %d", engine.Levels))
	}
	if len(q.Moves) == MaxMoves {
		return wire.Refuse("too-many-moves", fmt.Sprintf("a game here has at most %d moves", MaxMoves))
	}
	return nil
}
