package build

import (
	"sync"
	"sync/atomic"

	"github.com/bolshak-draughts/bolshak/draughts"
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

// pack returns the files of results and distances of a balance.
func pack(b index.Balance, codes []Code, workers int) (results, distances []byte) {
	result, distance := make([]uint8, len(codes)), make([]uint8, len(codes))
	var seen [3]atomic.Bool
	inChunks(b, workers, func(c index.Cursor, n uint64) {
		var here [3]bool
		for i := c.Index(); n > 0; i, n = i+1, n-1 {
			result[i], distance[i] = codec.Any, codec.Any
			if !mustCapture(c.Pieces) {
				v := value(codes[i])
				here[v] = true
				result[i] = uint8(v)
				if v != file.Draw {
					distance[i] = uint8(codes[i].Plies() / 2)
				}
			}
			c.Next()
		}
		for v, ok := range here {
			if ok {
				seen[v].Store(true)
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
	for i, v := range result {
		if v != codec.Any {
			result[i] = symbol[v]
		}
	}
	h := file.Header{Kind: file.Result, Balance: b, Stats: Count(codes), Values: values}
	results = file.Encode(h, result, workers)
	h.Kind, h.Values = file.Distance, nil
	return results, file.Encode(h, distance, workers)
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

// unpack adds the codes of a balance to v as its files tell them. What captures
// lead to must be there already.
func (v *Values) unpack(results, distances *file.Table, workers int) error {
	b := results.Balance
	codes := make([]Code, b.Size())
	var failed atomic.Pointer[error]
	// Blocks are read into place; chunks are whole blocks.
	inChunks(b, workers, func(c index.Cursor, n uint64) {
		s := reader{values: v}
		for n > 0 {
			part := min(n, uint64(results.BlockSize))
			if err := s.read(&c, codes[c.Index():][:part], results, distances); err != nil {
				failed.Store(&err)
				return
			}
			n -= part
		}
	})
	if err := failed.Load(); err != nil {
		return *err
	}
	v.set(b, codes)
	return nil
}

// reader turns blocks of files into codes.
type reader struct {
	values           *Values
	moves            []draughts.Move
	result, distance [file.BlockSize]uint8
}

// read fills the codes of one block, at whose start the cursor stands.
func (r *reader) read(c *index.Cursor, codes []Code, results, distances *file.Table) error {
	block := int(c.Index() / file.BlockSize)
	if err := results.ReadBlock(block, r.result[:len(codes)]); err != nil {
		return err
	}
	if err := distances.ReadBlock(block, r.distance[:len(codes)]); err != nil {
		return err
	}
	for i := range codes {
		switch {
		case mustCapture(c.Pieces):
			code, err := r.values.afterMoves(c.Position(), &r.moves)
			if err != nil {
				return err
			}
			codes[i] = code
		default:
			codes[i] = codeOf(results.Values[r.result[i]], r.distance[i])
		}
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
