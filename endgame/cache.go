package endgame

import (
	"sync/atomic"

	"github.com/bolshak-draughts/bolshak/endgame/file"
)

// cache keeps unpacked blocks, a bounded number of them. An entry never
// changes once it is in, so that readers take no lock; where one is replaced it
// lives on for those who still hold it.
type cache struct {
	slots []atomic.Pointer[entry] // in sets of ways
	turn  atomic.Uint32
}

const ways = 4

// entry is the first symbols of a block.
type entry struct {
	table   *file.Table
	block   int
	symbols []uint8
}

// newCache returns a cache of about so many bytes.
func newCache(bytes int) *cache {
	sets := 1
	for sets*2*ways*file.BlockSize <= bytes {
		sets *= 2
	}
	return &cache{slots: make([]atomic.Pointer[entry], sets*ways)}
}

// set returns the slots in which a block may be.
func (c *cache) set(t *file.Table, block int) []atomic.Pointer[entry] {
	b := t.Balance
	h := uint64(block)<<20 | uint64(b.WhiteMen)<<16 | uint64(b.WhiteKings)<<12 | uint64(b.BlackMen)<<8 | uint64(b.BlackKings)<<4 | uint64(t.Kind)
	h *= 0x9e3779b97f4a7c15
	i := int(h>>32) & (len(c.slots)/ways - 1)
	return c.slots[i*ways:][:ways]
}

// symbol returns the symbol at a place of a block, unpacking what is needed.
func (c *cache) symbol(t *file.Table, block, place int) (uint8, error) {
	if s, ok := t.Constant(block); ok {
		return s, nil
	}
	set := c.set(t, block)
	var slot *atomic.Pointer[entry]
	known := false
	for i := range set {
		e := set[i].Load()
		if e != nil && e.block == block && e.table == t {
			if place < len(e.symbols) {
				return e.symbols[place], nil
			}
			slot, known = &set[i], true
			break
		}
		if e == nil {
			slot = &set[i]
		}
	}
	if slot == nil {
		slot = &set[c.turn.Add(1)%ways]
	}
	// Symbols are unpacked one after another: at first few more than are asked
	// for, and all of them when the block is asked for again.
	n := min(uint64(t.BlockSize), t.Balance.Size()-uint64(block)*uint64(t.BlockSize))
	if !known {
		n = min(n, uint64(place/64*64+64))
	}
	e := &entry{table: t, block: block, symbols: make([]uint8, n)}
	if err := t.ReadBlock(block, e.symbols); err != nil {
		return 0, err
	}
	slot.Store(e)
	return e.symbols[place], nil
}

// peek is symbol where nothing needs to be unpacked; else it reports false.
func (c *cache) peek(t *file.Table, block, place int) (symbol uint8, ok bool) {
	if s, ok := t.Constant(block); ok {
		return s, true
	}
	set := c.set(t, block)
	for i := range set {
		if e := set[i].Load(); e != nil && e.block == block && e.table == t && place < len(e.symbols) {
			return e.symbols[place], true
		}
	}
	return 0, false
}
