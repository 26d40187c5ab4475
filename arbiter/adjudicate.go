package arbiter

import (
	"errors"
	"fmt"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/pdn"
)

// Verdict is what the board says of a recorded game.
type Verdict struct {
	Rules draughts.DrawRules

	// Outcome is how the game ended on the board; its Reason is NotOver if it
	// did not, and then all else tells of the last position.
	Outcome draughts.Outcome
	// Ply is the number of plies after which the game was over, 0 if its first
	// position was; the number of plies that could be followed if it was not.
	Ply int
	// Position is that after Ply, with its counters.
	Position draughts.Setup
	// Mover made the last ply before Position and MoveText is that ply in full
	// notation; NoColor and "" if there is none. MoveNumber is its number, as
	// players count.
	Mover      draughts.Color
	MoveText   string
	MoveNumber int
	// Count is the count that ended the game, nil if none did.
	Count *Count
	// Running are the draw rules whose count had begun before the ply that ended
	// the game, or stands at the last position.
	Running []draughts.Counter

	// After is the number of plies recorded after the end.
	After int
	// Broken says that the record could not be followed to its end: a move in it
	// is not known, or could not be read.
	Broken bool

	// Recorded is the result in the record: that behind the moves, else that in
	// the Result tag. Tagged is that in the tag, NoResult if there is none.
	Recorded, Tagged pdn.Result
	// Conflict says how Recorded disagrees with the board, or else Tagged. See
	// [Verdict.Contradictions] for both.
	Conflict Conflict
}

// Over reports whether the game was over on the board.
func (v Verdict) Over() bool { return v.Outcome.Reason != draughts.NotOver }

// ErrStart says that a game begins with no position.
var ErrStart = errors.New("no first position")

// Adjudicate goes through the main line of a game under rules, from its first
// position with its counts on, until the game is over or the record ends. Moves
// that are not known end the record. The error matches [ErrStart], or
// draughts.ErrIllegal for a game that no reader made.
func Adjudicate(record *pdn.Game, rules draughts.DrawRules) (Verdict, error) {
	setup := record.Start.Setup()
	if setup.White|setup.Black == 0 {
		return Verdict{}, ErrStart
	}
	setup.SinceChange, setup.MoveNumber = record.SinceChange, record.FirstMove
	g, err := draughts.NewGameFrom(setup, rules, draughts.Forgivable)
	if err != nil {
		return Verdict{}, fmt.Errorf("%w: %w", ErrStart, err)
	}

	plies := record.Main.Plies
	followed := known(plies)
	v := Verdict{Rules: rules, Mover: draughts.NoColor, Recorded: record.Result}
	v.Running = g.Counters()
	for _, ply := range plies[:followed] {
		if g.Outcome().Reason != draughts.NotOver {
			break
		}
		v.Running = g.Counters()
		before := g.Position()
		v.Mover, v.MoveText, v.MoveNumber = before.Turn(), before.MoveText(ply.Move), g.MoveNumber()
		if err := g.Play(ply.Move); err != nil {
			return Verdict{}, fmt.Errorf("ply %d: %w", g.Plies()+1, err)
		}
	}

	v.Outcome, v.Ply, v.Position = g.Outcome(), g.Plies(), g.Setup()
	if v.Over() {
		v.After = len(plies) - v.Ply
		v.Count = count(g)
	} else {
		v.Running = g.Counters()
		v.Broken = followed < len(plies) || record.Main.Unread != ""
	}
	v.Tagged, _ = record.TagResult()
	if c := v.Contradictions(); len(c) > 0 {
		v.Conflict = c[0].Conflict
	}
	return v, nil
}

// known returns how many plies can be followed: up to the first unknown move or
// set-up among the moves.
func known(plies []pdn.Ply) int {
	for i, ply := range plies {
		if !ply.Known() || ply.Note != nil && ply.Note.Setup != nil {
			return i
		}
	}
	return len(plies)
}
