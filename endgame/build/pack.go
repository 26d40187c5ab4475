package build

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/bolshak-draughts/bolshak/endgame/codec"
	"github.com/bolshak-draughts/bolshak/endgame/file"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// mustCapture reports whether White, to move, has a capture.
func mustCapture(p index.Pieces) bool {
	occupied := p.White | p.Black
	for m := p.White &^ p.Kings; m != 0; m &= m - 1 {
		s := lowest(m)
		for d := range 4 {
			if over := next[d][s]; over&p.Black != 0 && next[d][lowest(over)]&^occupied != 0 {
				return true
			}
		}
	}
	for k := p.White & p.Kings; k != 0; k &= k - 1 {
		if kingCaptures(lowest(k), occupied, p.Black) {
			return true
		}
	}
	return false
}

// chunk is how many positions a worker takes at once.
const chunk = 1 << 16

// inChunks calls do for all positions of a balance, in workers goroutines.
func inChunks(b index.Balance, workers int, do func(c index.Cursor, n uint64)) {
	var taken atomic.Uint64
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for {
				from := taken.Add(chunk) - chunk
				if from >= b.Size() {
					return
				}
				do(b.CursorAt(from), min(chunk, b.Size()-from))
			}
		})
	}
	group.Wait()
}

// findCaptures finds out where there are captures, if the table does not know.
func (t *table) findCaptures(b index.Balance, workers int) {
	if t.takes != nil {
		return
	}
	t.wantCaptures()
	inChunks(b, workers, func(c index.Cursor, n uint64) {
		for i := c.Index(); n > 0; i, n = i+1, n-1 {
			if mustCapture(c.Pieces) {
				t.takes[i>>6] |= 1 << (i & 63) // chunks are whole words
			}
			c.Next()
		}
	})
}

// pack returns the files of results and distances of a balance; nil instead of
// the latter if the table has no lengths.
func pack(b index.Balance, t *table, workers int) (results, distances []byte) {
	t.findCaptures(b, workers)
	// Which results quiet positions have, and the greatest half of a length.
	var seen [3]atomic.Bool
	var longest atomic.Uint32
	inChunks(b, workers, func(c index.Cursor, n uint64) {
		var here [3]bool
		var half uint32
		for i := c.Index(); n > 0; i, n = i+1, n-1 {
			if !t.captures(i) {
				code := t.at(i)
				here[value(code)] = true
				half = max(half, uint32(code.Plies()/2))
			}
		}
		for v, ok := range here {
			if ok {
				seen[v].Store(true)
			}
		}
		for {
			old := longest.Load()
			if half <= old || longest.CompareAndSwap(old, half) {
				return
			}
		}
	})
	var values []file.Value
	var symbol [3]uint8
	for v := range seen {
		if seen[v].Load() {
			symbol[v] = uint8(len(values))
			values = append(values, file.Value(v))
		}
	}
	if len(values) == 0 { // captures everywhere
		values = []file.Value{file.Draw}
	}
	fill := func(of func(Code) uint8) func(block int, dst []uint8) {
		return func(block int, dst []uint8) {
			i := uint64(block) * file.BlockSize
			for k := range dst {
				dst[k] = codec.Any
				if !t.captures(i) {
					dst[k] = of(t.at(i))
				}
				i++
			}
		}
	}
	h := file.Header{Kind: file.Result, Balance: b, Stats: t.stats(), Values: values}
	results = file.EncodeBlocks(h, len(values), workers, fill(func(c Code) uint8 { return symbol[value(c)] }))
	if t.codes == nil {
		return results, nil
	}
	h.Kind, h.Values = file.Distance, nil
	distances = file.EncodeBlocks(h, int(longest.Load())+1, workers, fill(func(c Code) uint8 {
		if c == draw {
			return codec.Any
		}
		return uint8(c.Plies() / 2)
	}))
	return results, distances
}

// packChanges returns the file of plies to the next change of a balance.
func packChanges(b index.Balance, t *table, workers int) []byte {
	t.findCaptures(b, workers)
	longest := uint8(0)
	stats := file.Stats{LongestWin: -1, LongestLoss: -1}
	for i, c := range t.codes {
		n := c.Change()
		switch {
		case c == draw:
			stats.Draws++
			continue
		case c.Win():
			stats.Wins++
			if n > stats.LongestWin {
				stats.LongestWin, stats.AtWin = n, uint64(i)
			}
		default:
			stats.Losses++
			if n > stats.LongestLoss {
				stats.LongestLoss, stats.AtLoss = n, uint64(i)
			}
		}
		longest = max(longest, uint8(n))
	}
	h := file.Header{Kind: file.Change, Balance: b, Stats: stats}
	return file.EncodeBlocks(h, int(longest)+1, workers, func(block int, dst []uint8) {
		i := uint64(block) * file.BlockSize
		for k := range dst {
			dst[k] = codec.Any
			if code := t.codes[i]; code != draw && !t.captures(i) {
				dst[k] = uint8(code.Change())
			}
			i++
		}
	})
}

func value(c Code) file.Value {
	switch {
	case c.Win():
		return file.Win
	case c.Loss():
		return file.Loss
	}
	return file.Draw
}

// ErrBlockSize says that a file has blocks of another size than those that are
// built now: it can be probed but not built upon.
var ErrBlockSize = errors.New("blocks of another size")

// unpack adds the values of a balance to v as its files tell them; without
// lengths if distances is nil. What captures lead to must be there already.
func (v *Values) unpack(results, distances *file.Table, workers int) error {
	b := results.Balance
	for _, t := range [2]*file.Table{results, distances} {
		if t != nil && t.BlockSize != file.BlockSize {
			return fmt.Errorf("%s: %w: %d positions, not %d", t.Name(), ErrBlockSize, t.BlockSize, file.BlockSize)
		}
	}
	to := newTable(b, distances != nil)
	var failed atomic.Pointer[error]
	// Chunks are whole blocks.
	inChunks(b, workers, func(c index.Cursor, n uint64) {
		if failed.Load() != nil {
			return
		}
		r := reader{taker: taker{values: v, results: distances == nil}, out: writer{table: to, at: c.Index()}}
		for n > 0 {
			part := min(n, file.BlockSize)
			if err := r.read(&c, int(part), results, distances); err != nil {
				failed.Store(&err)
				return
			}
			n -= part
		}
		r.out.flush()
	})
	if err := failed.Load(); err != nil {
		return *err
	}
	v.set(b, to)
	return nil
}

// reader turns blocks of files into codes.
type reader struct {
	taker            taker
	out              writer
	result, distance [file.BlockSize]uint8
}

// read adds the codes of the first positions of a block, at whose start the
// cursor stands.
func (r *reader) read(c *index.Cursor, n int, results, distances *file.Table) error {
	block := int(c.Index() / file.BlockSize)
	if err := results.ReadBlock(block, r.result[:n]); err != nil {
		return err
	}
	if distances != nil {
		if err := distances.ReadBlock(block, r.distance[:n]); err != nil {
			return err
		}
	}
	for i := range n {
		var code Code
		if mustCapture(c.Pieces) {
			var err error
			if code, err = r.taker.valueOf(c.Pieces); err != nil {
				return err
			}
		} else {
			code = codeOf(results.Values[r.result[i]], r.distance[i])
		}
		if distances == nil {
			code = code.result()
		}
		r.out.add(code, false)
		c.Next()
	}
	return nil
}

// codeOf is the code of a result and a distance as files tell it.
func codeOf(v file.Value, distance uint8) Code {
	switch v {
	case file.Win:
		return Code(2*distance + 2)
	case file.Loss:
		return Code(2*distance + 1)
	}
	return draw
}
