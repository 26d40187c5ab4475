package build

import (
	"fmt"
	"path/filepath"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame/file"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// loadChanges reads the plies to the next change of a balance and its mirror, nil
// if there are no such files: a byte a position, with meaning where no capture is
// due and the result is no draw.
func (r *run) loadChanges(b index.Balance) (*Values, error) {
	if b.Pieces() > r.Changes {
		return nil, nil
	}
	v := new(Values)
	for _, b := range [2]index.Balance{b, b.Mirror()} {
		t, err := file.OpenFile(filepath.Join(r.Dir, file.Name(b, file.Change)))
		if err != nil {
			return nil, err
		}
		defer t.Close()
		plies := newTable(b, true)
		buf := make([]uint8, t.BlockSize)
		for i := uint64(0); i < plies.size; i += uint64(t.BlockSize) {
			part := buf[:min(uint64(len(buf)), plies.size-i)]
			if err := t.ReadBlock(int(i/uint64(t.BlockSize)), part); err != nil {
				return nil, err
			}
			for k, n := range part {
				plies.codes[i+uint64(k)] = Code(n)
			}
		}
		v.set(b, plies)
	}
	return v, nil
}

// verifyChange asks whether the plies to the next change from p, where the cursor
// stands, follow from those after its moves. No capture is due in p, and it is no
// draw.
func (r *run) verifyChange(changes *Values, p draughts.Position, c index.Cursor, moves *[]draughts.Move) error {
	value, _ := r.values.Code(p)
	want := 0
	*moves = p.AppendMoves((*moves)[:0])
	for _, m := range *moves {
		next := p.PlayUnchecked(m)
		n := 1
		switch {
		case p.Crowns(m):
		case next.MustCapture():
			n = 2
		default:
			code, _ := changes.Code(next)
			n += int(code)
		}
		after, _ := r.values.Code(next)
		switch {
		case value.Loss():
			want = max(want, n)
		case after.Loss() && (want == 0 || n < want):
			want = n
		}
	}
	if got, _ := changes.Code(p); int(got) != want {
		return fmt.Errorf("%v: %w: %d plies to the next change, the moves give %d", c.Position(), ErrWrong, got, want)
	}
	return nil
}
