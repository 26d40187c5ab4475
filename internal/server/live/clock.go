package live

import (
	"encoding/json"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// FirstMove is how long each side has for its first move in a game with a clock
// of hours or minutes. In a game by the day it is as long as for any move.
const FirstMove = 30 * time.Second

// Clocks are what the clocks show at a moment.
type Clocks struct {
	// White and Black are the times left; both 0 where there is no clock.
	White, Black time.Duration
	// Running is the side whose time goes down, or would but for a delay that is
	// not over; NoColor while no clock runs.
	Running draughts.Color
	// Delay is what is left of the delay before the running clock runs.
	Delay time.Duration
	// Now is the moment.
	Now time.Time
	// MovesLeft, by color, is how many moves each side has to make until time is
	// added; nil for other clocks.
	MovesLeft *[2]int
	// FirstMove is how long the side to move still has for its first move before
	// the game is aborted; -1 where that does not apply.
	FirstMove time.Duration
}

// MarshalJSON writes the clocks for clients: times in milliseconds, the moment
// in microseconds since the epoch.
func (c Clocks) MarshalJSON() ([]byte, error) {
	type sides struct {
		White int `json:"white"`
		Black int `json:"black"`
	}
	j := struct {
		White     int64   `json:"white"`
		Black     int64   `json:"black"`
		Running   *string `json:"running"`
		Now       int64   `json:"now"`
		Delay     int64   `json:"delay"`
		MovesLeft *sides  `json:"movesLeft"`
		FirstMove *int64  `json:"firstMove"`
	}{c.White.Milliseconds(), c.Black.Milliseconds(), sideName(c.Running), c.Now.UnixMicro(), c.Delay.Milliseconds(), nil, nil}
	if c.MovesLeft != nil {
		j.MovesLeft = &sides{c.MovesLeft[draughts.White], c.MovesLeft[draughts.Black]}
	}
	if c.FirstMove >= 0 {
		ms := c.FirstMove.Milliseconds()
		j.FirstMove = &ms
	}
	return json.Marshal(j)
}

// sideName returns the name of a side, nil for neither.
func sideName(c draughts.Color) *string {
	if c > draughts.Black {
		return nil
	}
	name := c.String()
	return &name
}

// ClocksAt returns what the clocks show at now. A moment before the last move
// counts as that of the move.
func (s State) ClocksAt(now time.Time) Clocks {
	now = s.clamp(now)
	c := Clocks{White: s.left[draughts.White], Black: s.left[draughts.Black], Running: draughts.NoColor, Now: now, FirstMove: -1}
	if s.Terms.Clock.Kind == InDays {
		c.White, c.Black = s.perMove(), s.perMove()
	}
	if s.Terms.Clock.Kind == InMoves {
		c.MovesLeft = &[2]int{s.movesLeft(draughts.White), s.movesLeft(draughts.Black)}
	}
	if s.Status.Ended() {
		return c
	}
	if limit, ok := s.firstMove(); ok {
		c.FirstMove = max(0, limit-now.Sub(s.since))
		return c
	}
	if s.Status == StatusNew || s.Terms.Clock.Kind == NoClock {
		return c
	}
	c.Running = s.Turn()
	c.Delay = max(0, s.delay()-now.Sub(s.since))
	left := max(0, s.remaining(now))
	if c.Running == draughts.White {
		c.White = left
	} else {
		c.Black = left
	}
	return c
}

// clamp returns now to the microsecond, but nothing before the turn began.
func (s State) clamp(now time.Time) time.Time {
	if now = micros(now); now.Before(s.since) {
		return s.since
	}
	return now
}

// firstMove returns how long the side to move has for its first move; ok is
// false where no such limit stands.
func (s State) firstMove() (limit time.Duration, ok bool) {
	switch {
	case s.Status != StatusNew || s.Terms.Clock.Kind == NoClock:
		return 0, false
	case s.Terms.Clock.Kind == InDays:
		return s.perMove(), true
	}
	return FirstMove, true
}

func (s State) perMove() time.Duration {
	return time.Duration(s.Terms.Clock.Days) * 24 * time.Hour
}

func (s State) delay() time.Duration {
	return time.Duration(s.Terms.Clock.Delay) * time.Millisecond
}

// remaining returns the time left of the side to move in a game that is played
// with a clock; 0 or less means that its flag has fallen.
func (s State) remaining(now time.Time) time.Duration {
	used := now.Sub(s.since)
	if s.Terms.Clock.Kind == InDays {
		return s.perMove() - used
	}
	return s.left[s.Turn()] - max(0, used-s.delay())
}

// movesLeft returns how many moves a side has to make until time is added.
func (s State) movesLeft(side draughts.Color) int {
	n := s.Terms.Clock.Moves
	return n - s.moves(side)%n
}

// gain returns what the clock of a side gets by its move, the last of s.
func (s State) gain(side draughts.Color) time.Duration {
	switch c := s.Terms.Clock; c.Kind {
	case Fischer:
		return time.Duration(c.Increment) * time.Millisecond
	case InMoves:
		if s.moves(side)%c.Moves == 0 {
			return time.Duration(c.Again) * time.Millisecond
		}
	}
	return 0
}

// Deadline returns when [State.Look] will next change something; ok is false if
// time alone never will.
func (s State) Deadline() (at time.Time, ok bool) {
	if s.Status.Ended() || s.Terms.Clock.Kind == NoClock {
		return time.Time{}, false
	}
	if limit, ok := s.firstMove(); ok {
		return s.since.Add(limit), true
	}
	return s.since.Add(s.remaining(s.since) + s.delay()), true
}

// Look returns the state after what time has done by now: a game that was not
// begun is aborted, a flag falls. The second result says whether anything has
// changed. The end is dated by when it came, not by when somebody looked.
//
// In the second game of a micro-match there is no way out: who does not begin
// has forfeited it.
func (s State) Look(now time.Time) (State, bool) {
	at, ok := s.Deadline()
	if !ok || s.clamp(now).Before(at) {
		return s, false
	}
	turn := s.Turn()
	reason := draughts.TimeOut
	if s.Status == StatusNew {
		if s.Micro == nil || s.Micro.Game != 2 {
			s.Version++
			return s.abort(at), true
		}
		reason = draughts.Forfeit
	} else if s.Terms.Clock.Timed() {
		s.left[turn] = 0
	}
	s.Version++
	return s.end(draughts.Outcome{Winner: turn.Other(), Reason: reason}, at), true
}

// abort returns the game ended without a result.
func (s State) abort(at time.Time) State {
	s.Status, s.Ended, s.Offers = StatusAborted, at, noOffers
	return s
}

// end returns the game ended with a result.
func (s State) end(o draughts.Outcome, at time.Time) State {
	s.Status, s.Ended, s.Offers, s.Outcome = StatusOver, at, noOffers, o
	return s
}

// stop charges the side to move for its turn up to now, so that a clock stands
// where it stood when the game ended or the turn began anew. The flag must not
// have fallen.
func (s State) stop(now time.Time) State {
	if s.Status == StatusPlaying && s.Terms.Clock.Timed() {
		s.left[s.Turn()] = s.remaining(now)
	}
	s.since = now
	return s
}
