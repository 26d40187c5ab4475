package build

import (
	"math/bits"

	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// solver solves one slice of a balance after another: the positions with the
// men on given squares, for both sides to move. It belongs to one goroutine.
//
// A slice needs the values of the slices to which men's moves lead, in the same
// balance and its mirror, and of all balances to which promotions and captures
// lead; within it only kings move, and back and forth, so only there the
// analysis is retrograde. Positions with captures and those decided by men's
// moves get their value at once; the rest waits in cells for what the kings'
// moves give. Then, ply by ply from the end of the game, every decided position
// tells those from which a king's move leads to it.
type solver struct {
	values  *Values
	balance index.Balance
	metric  metric
	own     *Values // where the values of this balance are, the same as values but for byChange

	// The scratch layout numbers kings without regard to the other side's:
	// cell = place of the white kings * len(kings[1].sets) + place of the black
	// kings. Cells where they overlap stay unused.
	cells [2][]cell // by side to move, 0 for White
	kings [2]kings
	men   [2]set

	queue   [maxPlies + 1][]uint32 // by code - 1: cells that may have that code; the top bit is the side
	stack   []uint32               // without lengths: cells that have just been decided
	tooLong bool                   // some game is longer than a code can tell
	taker   taker
	jumps   [2][]jump
	steps   [2][]step
	place   [32]uint8 // of a square among those without a man
}

// cell is the state of one position.
type cell struct {
	code Code
	// open counts the kings' moves not yet known to lose, of a position that may
	// still turn out lost; code is then what the men's moves give, or 0. Or it
	// is one of the values below. From settled on the code is final.
	open uint8
}

const (
	neverLost = 252 // some man's move holds: not lost whatever the kings' moves give
	settled   = 253 // without lengths: decided by a king's move
	closed    = 254 // no position, or no king's move
	capturing = 255 // its moves are captures
)

// kings is the placements of one side's kings in a slice.
type kings struct {
	count   int
	sets    []set
	turned  []set // the sets with the board turned round
	reverse []uint32
}

// step is a quiet move of a man in a slice.
type step struct {
	land    set  // must be free
	crowned set  // the same if the man is crowned there
	men     set  // all men afterwards, as the opponent sees them
	exit    bool // the man is crowned
	table   *table
	base    uint64 // the number of the slice's first position
	balance index.Balance
}

// solve finds the values of a slice and of its mirror and writes them to the
// tables of the balance and its mirror. It returns how many they are.
func (s *solver) solve(slice uint64) uint64 {
	s.prepare(slice)
	s.start(0)
	s.start(1)
	if s.metric == noLengths {
		s.spreadResults()
	} else {
		s.spread()
	}
	return s.write(slice)
}

// prepare lists what is fixed in a slice.
func (s *solver) prepare(slice uint64) {
	b := s.balance
	s.men[0], s.men[1] = b.Slice(slice)
	men := s.men[0] | s.men[1]
	for free, n := ^men, uint8(0); free != 0; free &= free - 1 {
		s.place[lowest(free)] = n
		n++
	}
	s.kings[0].list(int(b.WhiteKings), ^men)
	s.kings[1].list(int(b.BlackKings), ^men)
	size := len(s.kings[0].sets) * len(s.kings[1].sets)
	for side := range 2 {
		if cap(s.cells[side]) < size {
			s.cells[side] = make([]cell, size)
		}
		s.cells[side] = s.cells[side][:size]
		s.jumps[side] = jumps(s.jumps[side][:0], s.men[side], s.men[side], men)
		s.listSteps(side)
	}
}

// list lists the sets of count squares within free.
func (k *kings) list(count int, free set) {
	n := int(index.Choose(bits.OnesCount32(free), count))
	if k.count != count || len(k.sets) != n {
		*k = kings{count: count, sets: make([]set, n), turned: make([]set, n)}
		k.reverse = reversal(count, bits.OnesCount32(free))
	}
	one := index.FirstSet(count, free)
	for i := range k.sets {
		k.sets[i] = one
		k.turned[i] = bits.Reverse32(one)
		one = index.NextSet(one, free)
	}
}

// reversal returns, for each set of count of n places, the number of the set
// that has them counted from the other end.
func reversal(count, n int) []uint32 {
	within := set(1)<<n - 1 // all 32 when n is 32
	list := make([]uint32, index.Choose(n, count))
	one := index.FirstSet(count, within)
	for i := range list {
		turned := bits.Reverse32(one) >> (32 - n)
		for k := 1; turned != 0; turned &= turned - 1 {
			list[i] += uint32(index.Choose(lowest(turned), k))
			k++
		}
		one = index.NextSet(one, within)
	}
	return list
}

// listSteps lists the men's moves of a side.
func (s *solver) listSteps(side int) {
	s.steps[side] = s.steps[side][:0]
	for men := s.men[side]; men != 0; men &= men - 1 {
		for _, d := range [2]int{upRight ^ side, upLeft ^ side} {
			land := next[d][lowest(men)]
			if land == 0 || land&(s.men[0]|s.men[1]) != 0 {
				continue
			}
			after := s.men
			after[side] ^= men & -men
			b := s.balance
			st := step{land: land}
			values := s.own
			if land&farRank(side) != 0 {
				st.crowned, st.exit = land, true
				values = s.values
				if side == 0 {
					b.WhiteMen--
					b.WhiteKings++
				} else {
					b.BlackMen--
					b.BlackKings++
				}
			} else {
				after[side] |= land
			}
			white, black := after[0], after[1]
			if side == 0 { // Black is to move
				b = b.Mirror()
				white, black = bits.Reverse32(black), bits.Reverse32(white)
			}
			st.balance = b
			st.men = white | black
			st.table = values.table(b)
			st.base = b.SliceOf(white, black) * b.SliceSize()
			s.steps[side] = append(s.steps[side], st)
		}
	}
}

func farRank(side int) set {
	if side == 0 {
		return 0xf0000000
	}
	return 0x0000000f
}

// start gives each position of a side to move its first state.
func (s *solver) start(side int) {
	cells := s.cells[side]
	own, opp := side, 1-side
	stride := [2]int{len(s.kings[1].sets), 1}
	men := s.men[0] | s.men[1]
	for o, ownKings := range s.kings[own].sets {
		for e, oppKings := range s.kings[opp].sets {
			at := o*stride[own] + e*stride[opp]
			if ownKings&oppKings != 0 {
				cells[at] = cell{open: closed}
				continue
			}
			occupied := men | ownKings | oppKings
			enemies := s.men[opp] | oppKings
			var c cell
			if takes, reach := s.look(side, ownKings, occupied, enemies); takes {
				c = cell{code: s.captures(side, o, e), open: capturing}
			} else {
				c = s.quiet(side, o, e, occupied, reach)
			}
			if s.metric == noLengths {
				c.code = c.code.result()
				cells[at] = c
				continue
			}
			cells[at] = c
			if c.code != 0 && (c.open >= settled || c.code.Win()) {
				s.push(side, at, c.code)
			}
		}
	}
}

func (s *solver) push(side, at int, c Code) {
	s.queue[c-1] = append(s.queue[c-1], uint32(side<<31|at))
}

// look reports whether a side has a capture; if not, how many moves its kings
// have.
func (s *solver) look(side int, ownKings, occupied, enemies set) (takes bool, reach int) {
	for _, j := range s.jumps[side] {
		if j.over&enemies != 0 && j.land&occupied == 0 {
			return true, 0
		}
	}
	for k := ownKings; k != 0; k &= k - 1 {
		from := lowest(k)
		for d := range rays {
			ray := rays[d][from]
			if block := ray & occupied; block != 0 {
				b := nearest(block, d)
				if enemies>>b&1 != 0 && next[d][b]&^occupied != 0 {
					return true, 0
				}
				ray &^= rays[d][b] | 1<<b
			}
			reach += bits.OnesCount32(ray)
		}
	}
	return false, reach
}

// captures returns the value of a position whose moves are captures, in which
// the side's kings are at place o and the opponent's at place e.
func (s *solver) captures(side, o, e int) Code {
	own, opp := &s.kings[side], &s.kings[1-side]
	var c Code
	var err error
	if side == 0 {
		c, err = s.taker.value(s.men[0], own.sets[o], s.men[1], opp.sets[e])
	} else {
		c, err = s.taker.value(bits.Reverse32(s.men[1]), own.turned[o], bits.Reverse32(s.men[0]), opp.turned[e])
	}
	if err != nil {
		panic("build: " + err.Error())
	}
	if s.metric == byChange {
		return c.change()
	}
	return c
}

// quiet returns the first state of a position without captures, in which the
// side's kings are at place o and the opponent's at place e and have so many
// moves.
func (s *solver) quiet(side, o, e int, occupied set, reach int) cell {
	var b best
	for i := range s.steps[side] {
		if st := &s.steps[side][i]; st.land&occupied == 0 {
			switch c := s.afterStep(side, st, o, e); {
			case s.metric != byChange:
				b.add(c)
			case st.exit:
				b.addExit(c)
			default:
				b.addQuiet(c)
			}
		}
	}
	switch {
	case b.win != 0 || b.draw:
		return cell{code: b.win, open: neverLost}
	case reach == 0:
		return cell{code: b.code(), open: closed}
	}
	return cell{code: b.loss, open: uint8(reach)}
}

// afterStep returns the value that a man's move leads to.
func (s *solver) afterStep(side int, st *step, o, e int) Code {
	if side == 0 { // Black is to move and sees the board turned round
		white, black := s.kings[1].turned[e], s.kings[0].turned[o]|bits.Reverse32(st.crowned)
		return st.table.at(st.base + st.balance.KingsIndex(st.men, white, black))
	}
	white, black := s.kings[0].sets[e], s.kings[1].sets[o]|st.crowned
	return st.table.at(st.base + st.balance.KingsIndex(st.men, white, black))
}
