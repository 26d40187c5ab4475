package build

import (
	"errors"
	"runtime"

	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// ErrMemory says that the limit of memory is too low for the work.
var ErrMemory = errors.New("not enough memory")

// Memory returns about how many bytes [Run] needs at least for tables of so many
// pieces: what the balance takes that takes most. With more it has to read less
// again.
func Memory(pieces, workers int) int64 {
	r := run{Options: Options{Pieces: pieces, Lengths: MaxLengths, Workers: max(1, workers)}}
	var most int64
	for _, b := range pairs(pieces) {
		most = max(most, r.least(b))
	}
	return most
}

// program is what a builder takes beside its tables, about.
const program = 48 << 20

// lengths reports whether lengths are kept in memory for balances of so many
// pieces.
func (r *run) lengths(pieces int) bool { return pieces <= r.Lengths }

// fewer returns the bytes of all tables of fewer pieces and of the program.
func (r *run) fewer(pieces int) int64 {
	sum := int64(program)
	for n := 2; n < pieces; n++ {
		for b := range index.Balances(n) {
			sum += tableBytes(b.Size(), r.lengths(pieces))
		}
	}
	return sum
}

// work returns the bytes that are needed to solve and to pack a balance and its
// mirror: their tables, where there are captures, the memory of the workers and
// the files.
func (r *run) work(b index.Balance) int64 {
	lengths := r.lengths(b.Pieces())
	cells := int64(index.Choose(32-b.Men(), int(b.WhiteKings)) * index.Choose(32-b.Men(), int(b.BlackKings)))
	// For both sides two bytes a cell, and lists of cells: with lengths all that
	// are decided, without them those that have just been.
	each := cells * (4 + 2)
	if lengths {
		each = cells * (4 + 8)
	}
	workers := int64(r.Workers)
	if b.Men() == 0 {
		workers = 1
	}
	size := pairSize(b)
	sum := tableBytes(size, lengths) + workers*each + 2*int64(size)/8
	if b.Pieces() <= r.Changes {
		sum += tableBytes(size, true) + 2*int64(size)/8
		if !lengths {
			sum += workers * cells * 6
		}
	}
	return sum
}

// least returns the bytes without which a balance cannot be built.
func (r *run) least(b index.Balance) int64 {
	sum := r.fewer(b.Pieces()) + r.work(b)
	for c := range index.Balances(b.Pieces()) {
		if needs(b, c) {
			sum += tableBytes(c.Size(), r.lengths(b.Pieces()))
		}
	}
	return sum
}

// forget drops the tables that nothing from b on needs: those with as many
// pieces and at least two men fewer.
func (r *run) forget(b index.Balance) {
	for old := range index.Balances(b.Pieces()) {
		if old.Men() < b.Men()-1 {
			r.values.set(old, nil)
		}
	}
	runtime.GC()
}

// drop drops the tables of a balance and its mirror. They are in files.
func (r *run) drop(b index.Balance) {
	r.values.set(b, nil)
	r.values.set(b.Mirror(), nil)
}

// makeRoom drops tables that b does not need until it can be built within the
// limit.
func (r *run) makeRoom(b index.Balance) {
	if r.Memory <= 0 || b.Men() == 0 {
		return
	}
	sum := r.least(b)
	var others []index.Balance
	for old := range index.Balances(b.Pieces()) {
		if r.values.table(old) != nil && !needs(b, old) {
			others = append(others, old)
			sum += tableBytes(old.Size(), !r.results)
		}
	}
	// First those with the most men: what is to come needs the others sooner.
	for i := len(others) - 1; i >= 0 && sum > r.Memory; i-- {
		r.values.set(others[i], nil)
		sum -= tableBytes(others[i].Size(), !r.results)
	}
	runtime.GC()
}
