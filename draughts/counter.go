package draughts

import "fmt"

// Unit is what a draw rule counts.
type Unit uint8

const (
	// Times that a position has stood.
	Times Unit = iota
	// Plies are moves of either side.
	Plies
	// Moves are those of the stronger side.
	Moves
)

var unitNames = [...]string{Times: "times", Plies: "plies", Moves: "moves"}

// String returns the unit in words.
func (u Unit) String() string {
	if int(u) < len(unitNames) {
		return unitNames[u]
	}
	return fmt.Sprintf("unit %d", uint8(u))
}

// Counter is a draw rule at work in a game: how far it has come.
type Counter struct {
	Reason  Reason
	Article string
	Unit    Unit
	// Side is the one whose moves are counted, NoColor for other units.
	Side Color
	// Made and Limit are in units. Made is more than Limit only in a first
	// position that came with counts of its own.
	Made, Limit int
	// PliesLeft is the least number of plies after which the game is a draw by
	// this rule, if nothing stops the count. It is 0 for 7.2.3, which depends on
	// what is played, and for the rule that has ended the game.
	PliesLeft int
}

// MovesLeft returns PliesLeft in full moves, rounded up.
func (c Counter) MovesLeft() int { return (c.PliesLeft + 1) / 2 }

// String returns the counter in words, such as "draw in 4 moves by 7.2.7".
func (c Counter) String() string {
	switch {
	case c.Reason == Repetition:
		return fmt.Sprintf("position seen %d times, draw at %d by %s", c.Made, c.Limit, c.Article)
	case c.MovesLeft() == 1:
		return fmt.Sprintf("draw in 1 move by %s", c.Article)
	}
	return fmt.Sprintf("draw in %d moves by %s", c.MovesLeft(), c.Article)
}

// counter returns the state of a rule that applies.
func (r *rule) counter(p Position, t Tally, b balance) Counter {
	c := Counter{
		Reason: r.reason, Article: r.reason.Article(), Unit: Plies, Side: NoColor,
		Made: int(r.count(t, p, b)), Limit: int(r.limit),
	}
	switch {
	case r.reason == Repetition:
		c.Unit = Times
		return c
	case r.step == strongerMoves:
		c.Unit, c.Side = Moves, b.lone.Other()
	}
	c.PliesLeft = int(r.pliesLeft(t, p, b))
	return c
}

// works reports whether the rule counts in a position.
func (r *rule) works(p Position, b balance) bool {
	return r.applies(b) && (!r.road || p.Pieces(b.lone)&MainRoad != 0)
}

// counters returns the rules whose count has begun and goes on.
func (r DrawRules) counters(p Position, t Tally) []Counter {
	var list []Counter
	b := p.balance()
	for i := range r.rules() {
		rule := &r.rules()[i]
		if !rule.works(p, b) {
			continue
		}
		c := rule.counter(p, t, b)
		begun := c.Made > 0
		switch c.Reason {
		case Repetition:
			begun = c.Made > 1
		case KingsOnly:
		default:
			begun = true // with the change itself
		}
		if begun {
			list = append(list, c)
		}
	}
	return list
}

// Counters returns the draw rules whose count has begun, by article; none when
// the game is over.
func (g *Game) Counters() []Counter {
	if g.Outcome().Reason != NotOver {
		return nil
	}
	s := g.last()
	return g.rules.counters(s.position, s.tally)
}

// DrawCounter returns the counter of the rule by which the game was drawn; ok is
// false if it was not drawn by one.
func (g *Game) DrawCounter() (c Counter, ok bool) {
	s := g.last()
	b := s.position.balance()
	for i := range g.rules.rules() {
		rule := &g.rules.rules()[i]
		if rule.reason == g.Outcome().Reason && rule.applies(b) {
			return rule.counter(s.position, s.tally, b), true
		}
	}
	return Counter{}, false
}
