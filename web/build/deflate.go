package main

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"math/bits"
	"slices"
)

// squeeze packs data as gzip in as few bytes as it can: some hundredths less than
// the best of compress/gzip, for minutes of work instead of seconds. Like Zopfli
// (L. Vandevenne, J. Alakuijala, 2013) it looks for the cheapest way through all
// matches, by the costs of the way before.
func squeeze(data []byte) []byte {
	out := bitWriter{bytes: []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255}}
	var all []token
	finder := newFinder(data)
	for at := 0; at < len(data); at += stretch {
		all = append(all, finder.cheapest(at, min(at+stretch, len(data)))...)
	}
	blocks := split(all)
	for i, b := range blocks {
		b.write(&out, i == len(blocks)-1)
	}
	if len(blocks) == 0 {
		(&block{}).write(&out, true)
	}
	out.flush()
	out.bytes = binary.LittleEndian.AppendUint32(out.bytes, crc32.ChecksumIEEE(data))
	return binary.LittleEndian.AppendUint32(out.bytes, uint32(len(data)))
}

// The measures of DEFLATE (RFC 1951), and how hard to try.
const (
	shortest = 3
	longest  = 258
	window   = 1 << 15
	literals = 286
	offsets  = 30
	end      = 256

	stretch = 1 << 18 // of bytes that share their costs
	rounds  = 6
	tries   = 600 // places to compare with
	enough  = 80  // of a match that long only the whole is thought of
)

// token is a literal byte, or a match with a distance.
type token struct{ length, distance uint16 }

func (t token) isLiteral() bool { return t.distance == 0 }

// match is the nearest place with so many bytes the same.
type match struct{ length, distance int32 }

// finder finds matches by the hash of three bytes.
type finder struct {
	data []byte
	last []int32 // by hash: the last place, from 1
	prev []int32 // by place: the one before it with the same hash
	next int     // the first place that is not entered
}

const hashBits = 16

func newFinder(data []byte) *finder {
	return &finder{data: data, last: make([]int32, 1<<hashBits), prev: make([]int32, len(data))}
}

// matches appends the matches at the next place, each longer than the one before.
func (f *finder) matches(list []match) []match {
	i, data := f.next, f.data
	f.next++
	if i+shortest > len(data) {
		return list
	}
	key := (uint32(data[i]) | uint32(data[i+1])<<8 | uint32(data[i+2])<<16) * 0x9e3779b1 >> (32 - hashBits)
	most, best := min(longest, len(data)-i), shortest-1
	for j, left := int(f.last[key])-1, tries; j >= 0 && i-j <= window && left > 0 && best < most; j, left = int(f.prev[j])-1, left-1 {
		if data[j+best] != data[i+best] {
			continue
		}
		n := 0
		for n < most && data[j+n] == data[i+n] {
			n++
		}
		if n > best {
			best = n
			list = append(list, match{int32(n), int32(i - j)})
		}
	}
	f.prev[i] = f.last[key]
	f.last[key] = int32(i + 1)
	return list
}

// costs are what each symbol costs, with the extra bits of lengths and distances,
// in 256ths of a bit: whole numbers are the same on every machine.
type costs struct {
	literal  [end]int32
	length   [longest + 1]int32
	distance [offsets]int32
}

// counts are how often symbols stand in a block.
type counts struct {
	literal [literals]int
	offset  [offsets]int
}

func (c *counts) add(t token) {
	if t.isLiteral() {
		c.literal[t.length]++
		return
	}
	c.literal[lengthSymbol[t.length]]++
	c.offset[offsetSymbol(int(t.distance))]++
}

func (c *counts) costs() *costs {
	price := func(list []int) []int32 {
		total := 0
		for _, n := range list {
			total += n
		}
		prices := make([]int32, len(list))
		for i, n := range list {
			prices[i] = log2(10*(total+1)) - log2(max(10*n, 4))
		}
		return prices
	}
	var k costs
	symbols := price(c.literal[:])
	copy(k.literal[:], symbols)
	for n := shortest; n <= longest; n++ {
		s := lengthSymbol[n]
		k.length[n] = symbols[s] + 256*int32(lengthExtra[s-end-1])
	}
	copy(k.distance[:], price(c.offset[:]))
	for s := range k.distance {
		k.distance[s] += 256 * int32(offsetExtra[s])
	}
	return &k
}

// log2 returns the logarithm of a positive number in 256ths.
func log2(x int) int32 {
	whole := bits.Len64(uint64(x)) - 1
	m := uint64(x) << (63 - whole) // 1 to 2, with 63 binary places
	log := int32(whole)
	for range 8 {
		high, low := bits.Mul64(m, m)
		log <<= 1
		if high>>63 == 1 {
			log++
			m = high
		} else {
			m = high<<1 | low>>63
		}
	}
	return log
}

// cheapest returns the tokens of a stretch of bytes.
func (f *finder) cheapest(from, to int) []token {
	var found []match
	starts := make([]int, to-from+1)
	for f.next < to {
		found = f.matches(found)
		starts[f.next-from] = len(found)
	}
	var c counts
	for _, b := range f.data[from:to] { // at first every byte a literal, and any match welcome
		c.literal[b]++
	}
	for i := range c.offset {
		c.offset[i] = 1
	}
	for i := end + 1; i < literals; i++ {
		c.literal[i] = (to - from) / 200
	}
	var way []token
	for range rounds {
		way = f.way(from, to, found, starts, c.costs())
		c = counts{}
		for _, t := range way {
			c.add(t)
		}
	}
	return way
}

// way returns the cheapest tokens by their costs.
func (f *finder) way(from, to int, found []match, starts []int, k *costs) []token {
	n := to - from
	cost := make([]int32, n+1)
	came := make([]token, n+1)
	for i := range cost[1:] {
		cost[i+1] = math.MaxInt32
	}
	for i := range n {
		if c := cost[i] + k.literal[f.data[from+i]]; c < cost[i+1] {
			cost[i+1], came[i+1] = c, token{length: uint16(f.data[from+i])}
		}
		least := int32(shortest)
		for _, m := range found[starts[i]:starts[i+1]] {
			price := cost[i] + k.distance[offsetSymbol(int(m.distance))]
			most := min(m.length, int32(n-i))
			if most >= enough {
				least = most
			}
			for l := least; l <= most; l++ {
				if c := price + k.length[l]; c < cost[i+int(l)] {
					cost[i+int(l)], came[i+int(l)] = c, token{uint16(l), uint16(m.distance)}
				}
			}
			least = m.length + 1
		}
	}
	var back []token
	for i := n; i > 0; {
		t := came[i]
		back = append(back, t)
		if t.isLiteral() {
			i--
		} else {
			i -= int(t.length)
		}
	}
	slices.Reverse(back)
	return back
}
