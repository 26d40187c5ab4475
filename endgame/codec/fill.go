package codec

import "math"

// filler finds what to put where a symbol does not matter so that the block
// becomes short. It belongs to one goroutine.
type filler struct {
	model *Model
	cost  [][]float32 // bits of a symbol, by context and symbol

	// Of a model of few symbols: the least cost of each pair of last symbols, and
	// how it came about.
	least, next []float32
	from        [][]uint8
}

func (m *Model) newFiller() *filler {
	f := &filler{model: m, cost: make([][]float32, len(m.tables))}
	for c := range m.tables {
		f.cost[c] = make([]float32, m.symbols)
		for s, n := range m.tables[c].freq() {
			f.cost[c][s] = float32(precision - math.Log2(float64(n)))
		}
	}
	states := (m.symbols + 1) * (m.symbols + 1)
	f.least, f.next = make([]float32, states), make([]float32, states)
	return f
}

// fill replaces Any.
func (f *filler) fill(block []uint8) {
	for i := 0; i < len(block); i++ {
		switch {
		case block[i] != Any:
		case f.model.symbols > few:
			f.fillRun(block, i)
		default:
			f.fillPath(block, i)
		}
	}
}

// fillRun fills a run of Any that begins at i with one symbol: the one that
// costs least together with the symbol after the run.
func (f *filler) fillRun(block []uint8, i int) {
	end := i
	for end < len(block) && block[end] == Any {
		end++
	}
	before := f.model.symbols
	if i > 0 {
		before = int(block[i-1])
	}
	best, symbol := float32(math.Inf(1)), 0
	for s := range f.model.symbols {
		cost := f.cost[before][s] + float32(end-i-1)*f.cost[s][s]
		if end < len(block) {
			cost += f.cost[s][block[end]]
		}
		if cost < best {
			best, symbol = cost, s
		}
	}
	for ; i < end; i++ {
		block[i] = uint8(symbol)
	}
}

// fillPath fills from i on, up to where two symbols that matter stand side by
// side or a row is full, by the path of least cost (Viterbi's algorithm). What
// the symbols mean for the next row is left out of account.
func (f *filler) fillPath(block []uint8, i int) {
	n := f.model.symbols
	base := n + 1
	at := func(i int) int {
		if i < 0 {
			return n
		}
		return int(block[i])
	}
	inf := float32(math.Inf(1))
	for s := range f.least {
		f.least[s] = inf
	}
	f.least[at(i-2)*base+at(i-1)] = 0
	end, fixed := i, 0
	for ; end < len(block) && fixed < 2 && end < i+f.model.row; end++ {
		for s := range f.next {
			f.next[s] = inf
		}
		if end-i == len(f.from) {
			f.from = append(f.from, make([]uint8, len(f.least)))
		}
		from := f.from[end-i]
		above := (at(end-f.model.row-1)*base + at(end-f.model.row)) * base * base
		low, high := 0, n
		fixed++
		if v := block[end]; v != Any {
			low, high = int(v), int(v)+1
		} else {
			fixed = 0
		}
		for state, cost := range f.least {
			if cost == inf {
				continue
			}
			last := state % base
			for s := low; s < high; s++ {
				to := last*base + s
				if c := cost + f.cost[above+state][s]; c < f.next[to] {
					f.next[to] = c
					from[to] = uint8(state / base)
				}
			}
		}
		f.least, f.next = f.next, f.least
	}
	state := 0
	for s, cost := range f.least {
		if cost < f.least[state] {
			state = s
		}
	}
	for end--; end >= i; end-- {
		block[end] = uint8(state % base)
		state = int(f.from[end-i][state])*base + state/base
	}
}
