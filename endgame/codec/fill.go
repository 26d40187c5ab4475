package codec

import "math"

// filler finds what to put where a symbol does not matter so that the block
// becomes short. It belongs to one goroutine.
type filler struct {
	model *Model
	cost  [][]float32 // bits of a symbol, by context and symbol

	// Of a model of few symbols: the same again, and of the path that is being
	// found the symbol three places back, by the last two.
	few  [][few + 1]float32
	from [][(few + 1) * (few + 1)]uint8
}

func (m *Model) newFiller() *filler {
	f := &filler{model: m, cost: make([][]float32, len(m.tables))}
	for c := range m.tables {
		f.cost[c] = make([]float32, m.symbols)
		for s, n := range m.tables[c].freq() {
			f.cost[c][s] = float32(precision - math.Log2(float64(n)))
		}
	}
	if m.symbols <= few {
		f.few = make([][few + 1]float32, len(m.tables))
		for c := range f.few {
			copy(f.few[c][:], f.cost[c])
		}
	}
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
	// By the last two symbols; n stands for none.
	var least, next [(few + 1) * (few + 1)]float32
	none := least
	for s := range none {
		none[s] = float32(math.Inf(1))
	}
	least = none
	least[at(i-2)*base+at(i-1)] = 0
	row := f.model.row
	stop := min(len(block), i+row)
	end, fixed := i, 0
	above2, above := at(i-row-1), at(i-row)
	for ; end < stop && fixed < 2; end++ {
		next = none
		if end-i == len(f.from) {
			f.from = append(f.from, [(few + 1) * (few + 1)]uint8{})
		}
		from := &f.from[end-i]
		costs := f.few[(above2*base+above)*base*base:]
		if above2, above = above, n; end+1 >= row {
			above = int(block[end+1-row])
		}
		low, high := 0, n
		fixed++
		if v := block[end]; v != Any {
			low, high = int(v), int(v)+1
		} else {
			fixed = 0
		}
		state := 0
		for last2 := range base {
			for last := range base {
				if cost := least[state&15]; cost != none[0] {
					for s := low; s < high; s++ {
						to := (last*base + s) & 15
						if c := cost + costs[state][s&3]; c < next[to] {
							next[to] = c
							from[to] = uint8(last2)
						}
					}
				}
				state++
			}
		}
		least = next
	}
	state := 0
	for s, cost := range least {
		if cost < least[state] {
			state = s
		}
	}
	for end--; end >= i; end-- {
		block[end] = uint8(state % base)
		state = int(f.from[end-i][state])*base + state/base
	}
}
