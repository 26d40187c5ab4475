package build

import (
	"fmt"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// Code is the value of a position for the side to move, in one byte: 0 for a
// draw, else 1 + the plies to the end of the game with best play on both sides.
// A game ends when the side to move has no move and so has lost; a win
// therefore takes an odd number of plies and a loss an even one, so that a code
// tells them apart.
type Code uint8

const (
	draw     Code = 0
	lost     Code = 1 // no move
	maxPlies      = 254
)

// Plies returns the length of the game, 0 for a draw.
func (c Code) Plies() int { return max(0, int(c)-1) }

// Win reports whether the side to move wins.
func (c Code) Win() bool { return c != 0 && c&1 == 0 }

// Loss reports whether the side to move loses.
func (c Code) Loss() bool { return c&1 != 0 }

// String returns "draw", "win in 3 plies" or "loss in 2 plies".
func (c Code) String() string {
	switch {
	case c.Win():
		return fmt.Sprintf("win in %d plies", c.Plies())
	case c.Loss():
		return fmt.Sprintf("loss in %d plies", c.Plies())
	}
	return "draw"
}

// best is the value of a position as it grows from the codes of the positions
// to which its moves lead.
type best struct {
	win  Code // the shortest win found, 0 for none
	draw bool
	loss Code // the longest loss found, 0 for none
}

// add takes in a move to a position that has the value c for the opponent.
func (b *best) add(c Code) {
	switch {
	case c == draw:
		b.draw = true
	case c&1 != 0:
		if b.win == 0 || c < b.win-1 {
			b.win = c + 1
		}
	case c >= b.loss:
		b.loss = c + 1
	}
}

// code returns the value if every move has been added.
func (b *best) code() Code {
	switch {
	case b.win != 0:
		return b.win
	case b.draw:
		return draw
	}
	return max(b.loss, lost)
}

// Values are the values of all positions of some balances, by number.
type Values struct {
	tables [1 << 16]*table
}

func key(b index.Balance) int {
	return int(b.WhiteMen&15)<<12 | int(b.WhiteKings&15)<<8 | int(b.BlackMen&15)<<4 | int(b.BlackKings&15)
}

// Balance returns the codes of a balance by the numbers of package index, nil
// if they are not there. The slice is not a copy.
func (v *Values) Balance(b index.Balance) []Code {
	if t := v.table(b); t != nil {
		return t.codes
	}
	return nil
}

func (v *Values) table(b index.Balance) *table { return v.tables[key(b)] }

func (v *Values) set(b index.Balance, t *table) { v.tables[key(b)] = t }

// Code returns the value of a position. It reports false if the balance is not
// there.
func (v *Values) Code(p draughts.Position) (Code, bool) {
	s := index.See(p)
	if s.White == 0 {
		return lost, s.Black != 0
	}
	b, i, ok := index.Of(p)
	if !ok {
		return draw, false
	}
	table := v.table(b)
	if table == nil {
		return draw, false
	}
	return table.at(i), true
}

// afterMoves returns the value of a position by those to which its moves
// lead. It uses the slice of moves again and again.
func (v *Values) afterMoves(p draughts.Position, moves *[]draughts.Move) (Code, error) {
	*moves = p.AppendMoves((*moves)[:0])
	var b best
	for _, m := range *moves {
		c, ok := v.Code(p.PlayUnchecked(m))
		if !ok {
			return draw, fmt.Errorf("no table for what %v leads to", p)
		}
		b.add(c)
	}
	return b.code(), nil
}
