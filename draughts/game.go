package draughts

import (
	"errors"
	"slices"
)

// Errors of a [Game], for errors.Is.
var (
	// ErrGameOver: the game has ended.
	ErrGameOver = errors.New("the game is over")
	// ErrDrawOffer: the draw may not be offered now, or there is no offer to
	// accept.
	ErrDrawOffer = errors.New("no draw offer possible")
)

// Game is a game from its first position on: the moves played, the draw rules
// with their counters, and the end. The zero value is a game from the start
// position under [FMJD64]. It is not for use by several goroutines at once.
type Game struct {
	rules      DrawRules
	firstMove  int
	moves      []Move
	states     []state // one more than moves
	outcome    Outcome // by agreement, resignation and the like
	offerBy    Color
	offerPlies [2]int // the length of the game at the last offer of each side, plus one
}

// state is a position of the game with what the draw rules count there.
type state struct {
	position Position
	key      uint64
	tally    Tally
	reason   Reason // of an end on the board
}

// NewGame returns a game that begins at start.
func NewGame(start Position, rules DrawRules) *Game {
	return newGame(start, rules, 0, 1)
}

// NewGameFrom returns a game that begins at a setup, with its counters; faults
// of the setup may be forgiven as in [Setup.Position]. If the plies since the
// last change fill a count of the draw rules, the game is over before its first
// move. With kings only on the board those plies were quiet moves of kings, and
// count for 7.2.5 too; where the lone king stood in them nobody knows, so 7.2.7
// begins to count with the first move.
func NewGameFrom(s Setup, rules DrawRules, forgive Faults) (*Game, error) {
	p, err := s.Position(forgive)
	if err != nil {
		return nil, err
	}
	return newGame(p, rules, min(max(0, s.SinceChange), 1<<20), max(1, s.MoveNumber)), nil
}

func newGame(start Position, rules DrawRules, sinceChange, firstMove int) *Game {
	g := &Game{rules: rules, firstMove: firstMove, offerBy: NoColor}
	g.push(state{position: start, key: start.Key(), tally: start.firstTally(sinceChange)})
	return g
}

func (g *Game) push(s state) {
	// Before the last change the balance was another, so nothing there can be
	// the same; two plies apart the same side is to move.
	n := len(g.states)
	for i := n - 2; i >= max(0, n-s.tally.SinceChange()); i -= 2 {
		if g.states[i].key == s.key && g.states[i].position == s.position {
			s.tally.seen = g.states[i].tally.seen + 1
			break
		}
	}
	switch p := s.position; {
	case p.Pieces(p.turn) == 0:
		s.reason = NoPieces
	case !p.HasMoves():
		s.reason = Blocked
	default:
		s.reason = g.rules.Met(p, s.tally)
	}
	g.states = append(g.states, s)
}

// last returns the state on the board.
func (g *Game) last() *state {
	if len(g.states) == 0 {
		*g = *NewGame(Start(), FMJD64)
	}
	return &g.states[len(g.states)-1]
}

// Start returns the first position.
func (g *Game) Start() Position { return g.PositionAt(0) }

// Position returns the position on the board.
func (g *Game) Position() Position { return g.last().position }

// Rules returns the draw rules of the game.
func (g *Game) Rules() DrawRules { return g.rules }

// Plies returns how many plies have been played.
func (g *Game) Plies() int { return len(g.moves) }

// Moves returns the moves played, as a new slice.
func (g *Game) Moves() []Move { return slices.Clone(g.moves) }

// PositionAt returns the position after so many plies, from 0 to [Game.Plies];
// outside that range the nearest one.
func (g *Game) PositionAt(plies int) Position {
	g.last()
	return g.states[min(max(plies, 0), len(g.moves))].position
}

// MoveNumber returns the number of the full move to be played next. A game that
// begins with Black to move begins in the middle of its first move.
func (g *Game) MoveNumber() int {
	plies := len(g.moves)
	if g.Start().turn == Black {
		plies++
	}
	return g.firstMove + plies/2
}

// Setup returns the position on the board with its counters, for
// [FENStyle.Format].
func (g *Game) Setup() Setup {
	s := g.Position().Setup()
	s.SinceChange = g.last().tally.SinceChange()
	s.MoveNumber = g.MoveNumber()
	return s
}

// Play plays m. The error is [ErrGameOver] or matches [ErrIllegal], and the game
// is then unchanged.
func (g *Game) Play(m Move) error {
	if g.Outcome().Reason != NotOver {
		return ErrGameOver
	}
	s := g.last()
	next, err := s.position.Play(m)
	if err != nil {
		return err
	}
	key := s.position.KeyAfter(s.key, m)
	t := s.tally.After(s.position, m, next)
	if g.offerBy == s.position.turn.Other() {
		g.offerBy = NoColor // answered by a move: declined
	}
	g.moves = append(g.moves, m)
	g.push(state{position: next, key: key, tally: t})
	return nil
}

// PlayText plays a move given in any notation; besides the errors of
// [Game.Play] there are those of [Position.ParseMove].
func (g *Game) PlayText(text string) error {
	if g.Outcome().Reason != NotOver {
		return ErrGameOver
	}
	m, err := g.Position().ParseMove(text)
	if err != nil {
		return err
	}
	return g.Play(m)
}

// TakeBack takes the last move back, and with it any end of the game and any
// draw offer. It reports whether there was one.
func (g *Game) TakeBack() bool {
	if len(g.moves) == 0 {
		return false
	}
	g.moves = g.moves[:len(g.moves)-1]
	g.states = g.states[:len(g.states)-1]
	g.outcome = Outcome{}
	g.offerBy = NoColor
	for c := range g.offerPlies {
		g.offerPlies[c] = min(g.offerPlies[c], len(g.moves)+1)
	}
	return true
}

// Outcome returns how the game ended; its Reason is NotOver while the game goes
// on. A position in which the side to move has no move is a win whatever the
// draw counters say.
func (g *Game) Outcome() Outcome {
	if g.outcome.Reason != NotOver {
		return g.outcome
	}
	s := g.last()
	switch s.reason {
	case NotOver:
		return Outcome{}
	case NoPieces, Blocked:
		return Outcome{Winner: s.position.turn.Other(), Reason: s.reason}
	}
	return Outcome{Winner: NoColor, Reason: s.reason, Article: s.reason.Article()}
}

// Tally returns the counts of the draw rules, for a search that goes on from
// here.
func (g *Game) Tally() Tally { return g.last().tally }

// SinceChange returns the number of plies since the last capture or promotion.
func (g *Game) SinceChange() int { return g.last().tally.SinceChange() }

// Seen returns how often the position on the board has stood with the same side
// to move, this time included.
func (g *Game) Seen() int { return int(g.last().tally.seen) }

// end ends the game off the board.
func (g *Game) end(winner Color, reason Reason) error {
	if g.Outcome().Reason != NotOver {
		return ErrGameOver
	}
	g.outcome = Outcome{Winner: winner, Reason: reason}
	return nil
}

// Resign ends the game with a win for the opponent of c. It, like the other
// ways to end a game off the board, gives ErrGameOver if the game has ended.
func (g *Game) Resign(c Color) error { return g.end(c.Other(), Resignation) }

// FallFlag ends the game because c has overstepped the time.
func (g *Game) FallFlag(c Color) error { return g.end(c.Other(), TimeOut) }

// Forfeit ends the game because c has forfeited it.
func (g *Game) Forfeit(c Color) error { return g.end(c.Other(), Forfeit) }

// AgreeDraw ends the game as a draw by agreement.
func (g *Game) AgreeDraw() error { return g.end(NoColor, Agreement) }
