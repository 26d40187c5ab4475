package build

import (
	"math/bits"

	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// spread carries the values back along the kings' moves, ply by ply from the
// end of the game.
func (s *solver) spread() {
	for level := range s.queue {
		code := Code(level + 1)
		if code > s.metric.most() && len(s.queue[level]) > 0 {
			s.tooLong = true
			s.queue[level] = s.queue[level][:0]
			continue
		}
		for i := 0; i < len(s.queue[level]); i++ {
			entry := s.queue[level][i]
			side, at := entry>>31, entry&(1<<31-1)
			if s.cells[side][at].code != code {
				continue // a shorter win was found
			}
			s.expand(side, at, s.metric.before(code))
		}
		s.queue[level] = s.queue[level][:0]
	}
}

// spreadResults carries results back along the kings' moves, in any order.
func (s *solver) spreadResults() {
	for side := range s.cells {
		for at, c := range s.cells[side] {
			if c.code == draw || c.open < closed && !(c.open == neverLost && c.code.Win()) {
				continue // not decided before the kings' moves
			}
			s.stack = append(s.stack, uint32(side<<31|at))
			for len(s.stack) > 0 {
				last := len(s.stack) - 1
				entry := s.stack[last]
				s.stack = s.stack[:last]
				side, at := entry>>31, entry&(1<<31-1)
				s.expand(side, at, s.metric.before(s.cells[side][at].code))
			}
		}
	}
}

// expand tells the positions from which a king's move leads to a cell that this
// move gives them the code c.
func (s *solver) expand(side, at uint32, c Code) {
	blacks := uint32(len(s.kings[1].sets))
	w, b := at/blacks, at%blacks
	white, black := s.kings[0].sets[w], s.kings[1].sets[b]
	occupied := s.men[0] | s.men[1] | white | black
	if side == 1 {
		for k := white; k != 0; k &= k - 1 {
			rest := white ^ k&-k
			for from := kingReach(lowest(k), occupied); from != 0; from &= from - 1 {
				s.reach(0, s.number(rest|from&-from)*blacks+b, c)
			}
		}
		return
	}
	for k := black; k != 0; k &= k - 1 {
		rest := black ^ k&-k
		for from := kingReach(lowest(k), occupied); from != 0; from &= from - 1 {
			s.reach(1, w*blacks+s.number(rest|from&-from), c)
		}
	}
}

// reach notes that a king's move gives a position the code c.
func (s *solver) reach(side int, at uint32, c Code) {
	cell := &s.cells[side][at]
	switch {
	case cell.open >= settled:
	case c.Win():
		if s.metric == noLengths {
			if !cell.code.Win() {
				cell.code, cell.open = won, settled
				s.stack = append(s.stack, uint32(side<<31)|at)
			}
			return
		}
		if cell.code == 0 || cell.code.Loss() || cell.code > c {
			cell.code = c
			s.push(side, int(at), c)
		}
	case cell.open != neverLost:
		if cell.open--; cell.open > 0 {
			return
		}
		if s.metric == noLengths {
			cell.code, cell.open = lost, settled
			s.stack = append(s.stack, uint32(side<<31)|at)
			return
		}
		cell.code = max(cell.code, c)
		s.push(side, int(at), cell.code)
	}
}

// number returns the place of a set of kings among those of its size.
func (s *solver) number(kings set) (r uint32) {
	for k := 1; kings != 0; kings &= kings - 1 {
		r += uint32(index.Choose(int(s.place[lowest(kings)]&31), k&7))
		k++
	}
	return r
}

// final returns the value of a cell when all is known.
func (c cell) final() Code {
	if c.code.Loss() && c.open != 0 && c.open < settled {
		return draw // some king's move holds
	}
	return c.code
}

// write writes the values to the tables and returns how many they are.
func (s *solver) write(slice uint64) uint64 {
	b := s.balance
	whites, blacks := s.kings[0].sets, s.kings[1].sets
	out := writer{table: s.own.table(b), at: slice * b.SliceSize()}
	for w, white := range whites {
		row := s.cells[0][w*len(blacks):][:len(blacks)]
		for k, black := range blacks {
			if white&black == 0 {
				out.add(row[k].final(), row[k].open == capturing)
			}
		}
	}
	out.flush()
	mirror := b.Mirror()
	turned := mirror.SliceOf(bits.Reverse32(s.men[1]), bits.Reverse32(s.men[0]))
	if mirror == b && turned == slice {
		return b.SliceSize()
	}
	out = writer{table: s.own.table(mirror), at: turned * b.SliceSize()}
	for _, k := range s.kings[1].reverse {
		for _, w := range s.kings[0].reverse {
			if whites[w]&blacks[k] == 0 {
				c := s.cells[1][int(w)*len(blacks)+int(k)]
				out.add(c.final(), c.open == capturing)
			}
		}
	}
	out.flush()
	return 2 * b.SliceSize()
}
