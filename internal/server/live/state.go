package live

import (
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Status is how far a game is.
type Status string

// The statuses of a game.
const (
	// StatusNew: a side has not made its first move; no clock runs, and the game
	// may be aborted.
	StatusNew Status = "new"
	// StatusPlaying: both sides have moved. It stays so whatever is taken back.
	StatusPlaying Status = "playing"
	// StatusOver: the game has a result.
	StatusOver Status = "over"
	// StatusAborted: the game ended without one.
	StatusAborted Status = "aborted"
)

// Ended reports whether nothing more can be played.
func (s Status) Ended() bool { return s == StatusOver || s == StatusAborted }

// MaxPlies is the length of the longest game. A game that comes to it is a draw
// as if by agreement; under all rules but 'none' it ends long before.
const MaxPlies = 2000

// State is a game at one moment. It is a value: no method changes it, and copies
// may be kept. Its JSON is for the store; what players see is made from
// [State.Game], [State.ClocksAt], [State.May] and the fields.
type State struct {
	// Version grows with everything that happens in the game, by at least 1.
	Version int
	Terms   Terms
	Status  Status
	// Created is when the game was made, Ended when it ended (zero before).
	Created, Ended time.Time
	// Plies are the moves, those of the opening first: Given says how many of
	// them no player made. Treat them as read-only.
	Plies []Ply
	Given int
	// Offers are those that stand.
	Offers Offers
	// Outcome is how the game ended, once Status is StatusOver.
	Outcome draughts.Outcome
	// Micro is the place of the game in its micro-match, nil if it is in none.
	Micro *Micro
	// Next is the id of the game that followed as a rematch, "" before.
	Next string

	first draughts.Color   // the side that makes the first of Plies
	left  [2]time.Duration // on the clocks, by color, when the turn began
	since time.Time        // when the turn began
	asked [2]asked
	done  [2][]done // the latest actions of each side, oldest first
}

// Ply is a move of the game with its time.
type Ply struct {
	Move draughts.Move
	// Used is the time from the opponent's move to this one.
	Used time.Duration
	// Left is what the mover's clock showed after the move, -1 where there is
	// none that counts down over moves.
	Left time.Duration
	// Gain is the part of Left that the move brought by the terms of the clock.
	Gain time.Duration
}

// Offers are the offers that stand. A side that has made none is NoColor.
type Offers struct {
	Draw draughts.Color
	// Takeback is the side that asks to take Plies plies back.
	Takeback draughts.Color
	Plies    int
	Rematch  draughts.Color
	// Agreed says that the rematch was accepted: the next game is due.
	Agreed bool
}

// Micro is the place of a game in its micro-match of two games.
type Micro struct {
	// Game is 1 or 2, Other the id of the other game, "" before there is one.
	Game  int
	Other string
	// White and Black are the points that the sides of this game brought from
	// the first game: two for a win, one for a draw.
	White, Black int
}

// asked remembers at what length of the game, plus one, a side last asked for
// something.
type asked struct{ draw, takeback int }

// done is an action that was carried out, and the version it led to.
type done struct {
	id      string
	version int
}

// keptActions is how many actions of each side are remembered.
const keptActions = 16

// New returns a game that begins at now. The opening must have been drawn
// ([Terms.Draw]). The error matches [ErrTerms].
func New(t Terms, now time.Time) (State, error) {
	if err := t.Check(); err != nil {
		return State{}, err
	}
	if t.Opening != nil && t.Opening.Code == "" {
		return State{}, ErrTerms.with("opening: it has not been drawn")
	}
	t = t.normal()
	g, err := t.game()
	if err != nil {
		return State{}, &Error{Code: ErrTerms.Code, Detail: ErrTerms.Detail, Err: err}
	}
	now = micros(now)
	s := State{
		Version: 1,
		Terms:   t,
		Status:  StatusNew,
		Created: now,
		Offers:  noOffers,
		first:   g.Start().Turn(),
		since:   now,
	}
	for _, m := range g.Moves() {
		s.Plies = append(s.Plies, Ply{Move: m, Left: noTime})
	}
	s.Given = len(s.Plies)
	base := time.Duration(t.Clock.Base) * time.Millisecond
	s.left = [2]time.Duration{base, base}
	if t.Micro {
		s.Micro = &Micro{Game: 1}
	}
	return s, nil
}

// noTime stands for a clock that does not count down over moves.
const noTime = -1

var noOffers = Offers{Draw: draughts.NoColor, Takeback: draughts.NoColor, Rematch: draughts.NoColor}

// micros returns the time as the store keeps it: to the microsecond, in UTC.
func micros(t time.Time) time.Time { return time.UnixMicro(t.UnixMicro()).UTC() }

// Turn returns the side to move; it means nothing once the game has ended.
func (s State) Turn() draughts.Color {
	if len(s.Plies)%2 == 0 {
		return s.first
	}
	return s.first.Other()
}

// TurnBegan returns when the side to move came to be so.
func (s State) TurnBegan() time.Time { return s.since }

// mover returns the side that makes the ply with an index.
func (s State) mover(ply int) draughts.Color {
	if ply%2 == 0 {
		return s.first
	}
	return s.first.Other()
}

// moves returns how many moves a side has made, the opening's not counted.
func (s State) moves(side draughts.Color) int {
	n := len(s.Plies) - s.Given
	if s.mover(s.Given) == side {
		n++
	}
	return n / 2
}

// Done returns the version to which an action of a side has led, if it was
// carried out and is still remembered.
func (s State) Done(side draughts.Color, id string) (version int, ok bool) {
	if side > draughts.Black {
		return 0, false
	}
	for _, d := range s.done[side] {
		if d.id == id {
			return d.version, true
		}
	}
	return 0, false
}

// Game returns the game played through, with its counters and its end. The error
// matches [ErrState]: the state was not made by this package.
func (s State) Game() (*draughts.Game, error) {
	g, err := s.board()
	if err != nil {
		return nil, err
	}
	if s.Status != StatusOver || g.Outcome().Reason != draughts.NotOver {
		return g, nil
	}
	switch loser := s.Outcome.Winner.Other(); s.Outcome.Reason {
	case draughts.Resignation:
		err = g.Resign(loser)
	case draughts.TimeOut:
		err = g.FallFlag(loser)
	case draughts.Forfeit:
		err = g.Forfeit(loser)
	case draughts.Agreement:
		err = g.AgreeDraw()
	default:
		err = ErrState.with("the end does not follow from the moves")
	}
	return g, err
}

// board returns the game with its moves alone.
func (s State) board() (*draughts.Game, error) {
	t := s.Terms
	if t.Opening != nil {
		// The moves of the opening are among the plies.
		o, err := t.game()
		if err != nil {
			return nil, &Error{Code: ErrState.Code, Detail: ErrState.Detail, Err: err}
		}
		g := draughts.NewGame(o.Start(), o.Rules())
		return g, s.play(g)
	}
	g, err := t.game()
	if err != nil {
		return nil, &Error{Code: ErrState.Code, Detail: ErrState.Detail, Err: err}
	}
	return g, s.play(g)
}

func (s State) play(g *draughts.Game) error {
	for _, p := range s.Plies {
		if err := g.Play(p.Move); err != nil {
			return &Error{Code: ErrState.Code, Detail: ErrState.Detail, Err: err}
		}
	}
	return nil
}
