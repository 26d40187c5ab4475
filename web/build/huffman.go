package main

import (
	"cmp"
	"slices"
)

// The extra bits of the symbols for lengths and distances (RFC 1951, 3.2.5).
var (
	lengthExtra = [29]int{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0}
	offsetExtra [offsets]int
	lengthBase  [29]int
	offsetBase  [offsets]int
	// lengthSymbol is by length.
	lengthSymbol [longest + 1]int
)

func init() {
	for s, n := 0, shortest; s < len(lengthBase); s++ {
		lengthBase[s] = n
		for range 1 << lengthExtra[s] {
			if n <= longest {
				lengthSymbol[n] = end + 1 + s
				n++
			}
		}
	}
	lengthBase[28], lengthSymbol[longest] = longest, end+29
	for s, d := 0, 1; s < offsets; s++ {
		offsetBase[s], offsetExtra[s] = d, max(0, s/2-1)
		d += 1 << offsetExtra[s]
	}
}

func offsetSymbol(distance int) int {
	s, found := slices.BinarySearch(offsetBase[:], distance)
	if !found {
		s--
	}
	return s
}

// block is a run of tokens with one code.
type block struct {
	tokens []token
	counts counts
	bits   int // about
}

func newBlock(tokens []token) *block {
	b := &block{tokens: tokens}
	b.counts.literal[end] = 1
	for _, t := range tokens {
		b.counts.add(t)
	}
	b.bits = b.measure()
	return b
}

// grain is the least number of tokens of a block.
const grain = 4096

// split cuts tokens into blocks: small ones, joined as long as that saves bits.
func split(tokens []token) []*block {
	var list []*block
	for i := 0; i < len(tokens); i += grain {
		list = append(list, newBlock(tokens[i:min(i+grain, len(tokens))]))
	}
	type joint struct {
		*block
		saves int
	}
	join := func(i int) joint {
		a, b := list[i], list[i+1]
		c := newBlock(a.tokens[:len(a.tokens)+len(b.tokens)])
		return joint{c, a.bits + b.bits - c.bits}
	}
	var joints []joint // of each block with the next
	for i := range len(list) - 1 {
		joints = append(joints, join(i))
	}
	for len(joints) > 0 {
		best := 0
		for i, j := range joints {
			if j.saves > joints[best].saves {
				best = i
			}
		}
		if joints[best].saves <= 0 {
			break
		}
		list[best] = joints[best].block
		list = slices.Delete(list, best+1, best+2)
		joints = slices.Delete(joints, best, best+1)
		if best < len(joints) {
			joints[best] = join(best)
		}
		if best > 0 {
			joints[best-1] = join(best - 1)
		}
	}
	return list
}

// codes are the lengths of the codes of a block, and how they are told.
type codes struct {
	literal, offset []int
	told            []told
	tellers         []int // the lengths of the codes for told
}

// told is a symbol of the code for code lengths, with its extra bits.
type told struct{ symbol, extra, bits int }

// tellOrder is the order in which the lengths of the codes of told stand.
var tellOrder = [19]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

func (b *block) codes() codes {
	c := codes{literal: codeLengths(b.counts.literal[:], 15), offset: codeLengths(b.counts.offset[:], 15)}
	trim := func(list []int, least int) []int {
		for len(list) > least && list[len(list)-1] == 0 {
			list = list[:len(list)-1]
		}
		return list
	}
	c.literal, c.offset = trim(c.literal, end+1), trim(c.offset, 1)
	c.told = tell(slices.Concat(c.literal, c.offset))
	var often [19]int
	for _, t := range c.told {
		often[t.symbol]++
	}
	c.tellers = codeLengths(often[:], 7)
	return c
}

// tell writes lengths with repetitions.
func tell(lengths []int) []told {
	var list []told
	for i := 0; i < len(lengths); {
		l, n := lengths[i], 1
		for i+n < len(lengths) && lengths[i+n] == l {
			n++
		}
		i += n
		if l != 0 {
			list = append(list, told{symbol: l})
			n--
		}
		for n > 0 {
			switch {
			case l == 0 && n >= 11:
				m := min(n, 138)
				list = append(list, told{18, m - 11, 7})
				n -= m
			case l == 0 && n >= 3:
				list = append(list, told{17, n - 3, 3})
				n = 0
			case l != 0 && n >= 3:
				m := min(n, 6)
				list = append(list, told{16, m - 3, 2})
				n -= m
			default:
				list = append(list, told{symbol: l})
				n--
			}
		}
	}
	return list
}

// measure returns the bits of a block.
func (b *block) measure() int {
	c := b.codes()
	n := 3 + 14 + 3*len(tellOrder)
	for _, t := range c.told {
		n += c.tellers[t.symbol] + t.bits
	}
	for s, l := range c.literal {
		extra := 0
		if s > end {
			extra = lengthExtra[s-end-1]
		}
		n += b.counts.literal[s] * (l + extra)
	}
	for s, l := range c.offset {
		n += b.counts.offset[s] * (l + offsetExtra[s])
	}
	return n
}

func (b *block) write(out *bitWriter, last bool) {
	b.counts.literal[end] = 1
	c := b.codes()
	final := 0
	if last {
		final = 1
	}
	tellers := len(tellOrder)
	for tellers > 4 && c.tellers[tellOrder[tellers-1]] == 0 {
		tellers--
	}
	out.put(final, 1)
	out.put(2, 2)
	out.put(len(c.literal)-257, 5)
	out.put(len(c.offset)-1, 5)
	out.put(tellers-4, 4)
	for _, s := range tellOrder[:tellers] {
		out.put(c.tellers[s], 3)
	}
	words := canonical(c.tellers)
	for _, t := range c.told {
		out.put(words[t.symbol], c.tellers[t.symbol])
		out.put(t.extra, t.bits)
	}
	literal, offset := canonical(c.literal), canonical(c.offset)
	for _, t := range b.tokens {
		if t.isLiteral() {
			out.put(literal[t.length], c.literal[t.length])
			continue
		}
		s := lengthSymbol[t.length]
		out.put(literal[s], c.literal[s])
		out.put(int(t.length)-lengthBase[s-end-1], lengthExtra[s-end-1])
		s = offsetSymbol(int(t.distance))
		out.put(offset[s], c.offset[s])
		out.put(int(t.distance)-offsetBase[s], offsetExtra[s])
	}
	out.put(literal[end], c.literal[end])
}

// canonical returns the codes for their lengths, the first bit lowest.
func canonical(lengths []int) []int {
	words := make([]int, len(lengths))
	word := 0
	for l := 1; l <= 15; l++ {
		for s, n := range lengths {
			if n != l {
				continue
			}
			for i := range l {
				words[s] |= word >> (l - 1 - i) & 1 << i
			}
			word++
		}
		word <<= 1
	}
	return words
}

// codeLengths returns the lengths of the best code of symbols that stand so often,
// with a longest, by merging packages (L. Larmore, D. Hirschberg, 1990).
func codeLengths(often []int, most int) []int {
	type pack struct {
		weight  int
		symbols []int
	}
	var coins []pack
	for s, n := range often {
		if n > 0 {
			coins = append(coins, pack{n, []int{s}})
		}
	}
	lengths := make([]int, len(often))
	if len(coins) < 2 {
		// A code of one word is allowed, but not by all readers.
		lengths[0], lengths[1] = 1, 1
		for _, c := range coins {
			lengths[0], lengths[1] = 0, 0
			lengths[c.symbols[0]] = 1
			lengths[max(0, c.symbols[0]-1)] = 1
			if c.symbols[0] == 0 {
				lengths[1] = 1
			}
		}
		return lengths
	}
	byWeight := func(a, b pack) int { return cmp.Compare(a.weight, b.weight) }
	slices.SortStableFunc(coins, byWeight)
	list := coins
	for range most - 1 {
		merged := slices.Clone(coins)
		for i := 0; i+1 < len(list); i += 2 {
			merged = append(merged, pack{list[i].weight + list[i+1].weight, slices.Concat(list[i].symbols, list[i+1].symbols)})
		}
		slices.SortStableFunc(merged, byWeight)
		list = merged
	}
	for _, p := range list[:2*len(coins)-2] {
		for _, s := range p.symbols {
			lengths[s]++
		}
	}
	return lengths
}

// bitWriter writes bits, the lowest first.
type bitWriter struct {
	bytes []byte
	word  uint64
	n     int
}

func (b *bitWriter) put(value, n int) {
	b.word |= uint64(value) << b.n
	for b.n += n; b.n >= 8; b.n -= 8 {
		b.bytes = append(b.bytes, byte(b.word))
		b.word >>= 8
	}
}

func (b *bitWriter) flush() { b.put(0, 7) }
