package arbiter

import (
	"fmt"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Count is a count that ended a game.
type Count struct {
	Unit draughts.Unit
	// Made has reached Limit. It is more only in a first position that came with
	// counts of its own.
	Made, Limit int
	// Of is the side whose moves are counted, NoColor for other units.
	Of draughts.Color
	// Since is the number of plies before the first that counts; for Times, the
	// one after which the position stood first. It is negative where the count
	// began before the first position.
	Since int
}

// String returns the count in words, such as "15 of 15 moves of white since ply
// 31".
func (c Count) String() string {
	s := fmt.Sprintf("%d of %d %s", c.Made, c.Limit, c.Unit)
	if c.Of != draughts.NoColor {
		s += " of " + c.Of.String()
	}
	switch {
	case c.Since == -1:
		return s + ", begun 1 ply before the first position"
	case c.Since < 0:
		return fmt.Sprintf("%s, begun %d plies before the first position", s, -c.Since)
	}
	return fmt.Sprintf("%s since ply %d", s, c.Since)
}

// count tells the count by which g was drawn, nil if it was not drawn by one.
func count(g *draughts.Game) *Count {
	d, ok := g.DrawCounter()
	if !ok {
		return nil
	}
	c := &Count{Unit: d.Unit, Made: d.Made, Limit: d.Limit, Of: d.Side}
	switch {
	case d.Unit == draughts.Times:
		c.Since = firstStood(g)
	case d.Unit == draughts.Plies:
		c.Since = g.Plies() - d.Made
	case g.Position().Turn() == d.Side: // the other side has just moved
		c.Since = g.Plies() - 2*d.Made
	default:
		c.Since = g.Plies() - 2*d.Made + 1
	}
	return c
}

// firstStood returns the ply at which the last position of g stood first.
func firstStood(g *draughts.Game) int {
	p := g.Position()
	for ply := range g.Plies() {
		if g.PositionAt(ply) == p {
			return ply
		}
	}
	return g.Plies()
}
