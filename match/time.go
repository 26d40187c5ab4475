package match

import (
	"strconv"
	"time"

	"github.com/bolshak-draughts/bolshak/engine"
)

// TimeControl is the time that a player has. Its zero value means no limit.
type TimeControl struct {
	// Clock is for the game. Left and Increment both 0 mean that there is none.
	Clock engine.Clock
	// MoveTime is for each move; 0 means no such limit.
	MoveTime time.Duration
	// Margin is how far a limit may be overstepped.
	Margin time.Duration
}

// DefaultMargin is how far a limit may be overstepped unless something else is
// asked for. A move is measured where it arrives: a millisecond or some are the
// operating system's, which has to wake two processes, and not the player's.
const DefaultMargin = 10 * time.Millisecond

// least is what a clock shows when its time is used up to the margin.
const least = time.Millisecond

func (t TimeControl) clocked() bool { return t.Clock.Left > 0 || t.Clock.Increment > 0 }

// allowed returns how long a move may take, without the margin; ok is false where
// nothing limits it.
func (t TimeControl) allowed(clock engine.Clock) (d time.Duration, ok bool) {
	switch {
	case t.clocked() && t.MoveTime > 0:
		return min(clock.Left, t.MoveTime), true
	case t.clocked():
		return clock.Left, true
	}
	return t.MoveTime, t.MoveTime > 0
}

// after returns a clock after a move that took so long and was in time: what the
// move earns is added.
func (t TimeControl) after(c engine.Clock, took time.Duration) engine.Clock {
	if !t.clocked() {
		return c
	}
	c.Left = max(c.Left-took, 0) + t.Clock.Increment
	if c.Moves > 0 {
		if c.Moves--; c.Moves == 0 {
			c.Left += t.Clock.Left
			c.Moves = t.Clock.Moves
		}
	}
	c.Left = max(c.Left, least)
	return c
}

// String returns the limits as game files write them, [MOVES/]SECONDS[+INC] or
// SECONDS/move, and "-" where there are none.
func (t TimeControl) String() string {
	seconds := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }
	text := ""
	if t.clocked() {
		if t.Clock.Moves > 0 {
			text = strconv.Itoa(t.Clock.Moves) + "/"
		}
		text += seconds(t.Clock.Left)
		if t.Clock.Increment > 0 {
			text += "+" + seconds(t.Clock.Increment)
		}
	}
	if t.MoveTime > 0 {
		if text != "" {
			text += ", "
		}
		text += seconds(t.MoveTime) + "/move"
	}
	if text == "" {
		return "-"
	}
	return text
}
