package build

import (
	"fmt"
	"math/bits"

	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// taker finds the values of positions in which the side to move must capture,
// by those to which its captures lead. That side is White. A taker belongs to
// one goroutine.
//
// Most positions of a large table are of this kind, hence the moves of its own:
// it makes no list of them, and where lengths do not matter it stops at the
// first that wins.
type taker struct {
	values  *Values
	results bool // lengths do not matter

	men, kings [2]set // of White without the piece that captures, of Black with those taken
	enemies    set
	free       set // where nothing stands, and where the piece came from
	best       best
	missing    bool // some capture leads to a balance that is not there
}

// value returns the value of a position in which White, to move, has a capture.
func (t *taker) value(whiteMen, whiteKings, blackMen, blackKings set) (Code, error) {
	t.best = best{}
	t.men[1], t.kings[1] = blackMen, blackKings
	t.enemies = blackMen | blackKings
	free := ^(whiteMen | whiteKings | t.enemies)
	t.kings[0] = whiteKings
	for m := whiteMen; m != 0; m &= m - 1 {
		t.men[0] = whiteMen ^ m&-m
		t.free = free | m&-m
		t.man(lowest(m), 0)
	}
	t.men[0] = whiteMen
	for k := whiteKings; k != 0 && !t.enough(); k &= k - 1 {
		t.kings[0] = whiteKings ^ k&-k
		t.free = free | k&-k
		t.king(lowest(k), 0)
	}
	if t.missing {
		white, black := whiteMen|whiteKings, blackMen|blackKings
		return draw, fmt.Errorf("no table for what %v leads to", index.Pieces{White: white, Black: black, Kings: whiteKings | blackKings}.Position())
	}
	return t.best.code(), nil
}

// valueOf is value for a position as its side to move sees it.
func (t *taker) valueOf(p index.Pieces) (Code, error) {
	return t.value(p.White&^p.Kings, p.White&p.Kings, p.Black&^p.Kings, p.Black&p.Kings)
}

func (t *taker) enough() bool { return t.results && t.best.win != 0 }

// man goes through the captures of a man that stands on s and has taken some
// pieces, and reports whether there is one. Pieces that are taken stay where
// they are until the capture is over: they are not taken twice, nor passed.
func (t *taker) man(s int, taken set) (jumped bool) {
	for d := range next {
		over := next[d][s] & t.enemies &^ taken
		if over == 0 {
			continue
		}
		land := next[d][lowest(over)] & t.free
		switch {
		case land == 0:
			continue
		case land&farRank(0) == 0:
			if !t.man(lowest(land), taken|over) {
				t.end(land, 0, taken|over)
			}
		case !t.king(lowest(land), taken|over):
			t.end(0, land, taken|over)
		}
		jumped = true
	}
	return jumped
}

// king is man for a king.
func (t *taker) king(s int, taken set) (jumped bool) {
	for d := range rays {
		if t.ray(s, d, taken) {
			jumped = true
		}
	}
	return jumped
}

// ray goes through the captures of a king on s that begin in direction d, and
// reports whether there is one. If the king can go on from some of the squares
// behind the piece that it takes, it may not stop on any of them.
func (t *taker) ray(s, d int, taken set) bool {
	line := rays[d][s] &^ t.free
	if line == 0 {
		return false
	}
	over := nearest(line, d)
	if (t.enemies&^taken)>>over&1 == 0 || next[d][over]&t.free == 0 {
		return false
	}
	landings := rays[d][over]
	if line := landings &^ t.free; line != 0 {
		end := nearest(line, d)
		landings &^= rays[d][end] | 1<<end
	}
	taken |= 1 << over
	// Straight on they all see the same.
	goesOn := t.ray(lowest(landings), d, taken)
	for l := landings; l != 0; l &= l - 1 {
		if t.ray(lowest(l), d^2, taken) {
			goesOn = true
		}
		if t.ray(lowest(l), d^3, taken) {
			goesOn = true
		}
	}
	if goesOn {
		return true
	}
	for l := landings; l != 0 && !t.enough(); l &= l - 1 {
		t.end(0, l&-l, taken)
	}
	return true
}

// end takes in what a capture leads to that has brought a man or a king to a
// square.
func (t *taker) end(man, king, taken set) {
	if t.enough() {
		return
	}
	// Black is to move and sees the board turned round.
	men, kings := t.men[1]&^taken, t.kings[1]&^taken
	if men|kings == 0 {
		t.best.add(lost)
		return
	}
	enemyMen, enemyKings := t.men[0]|man, t.kings[0]|king
	count := func(s set) uint8 { return uint8(bits.OnesCount32(s)) }
	table := t.values.table(index.Balance{WhiteMen: count(men), WhiteKings: count(kings), BlackMen: count(enemyMen), BlackKings: count(enemyKings)})
	if table == nil {
		t.missing = true
		return
	}
	t.best.add(table.at(table.numbers.Index(
		bits.Reverse32(men), bits.Reverse32(kings), bits.Reverse32(enemyMen), bits.Reverse32(enemyKings))))
}
