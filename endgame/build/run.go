package build

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/endgame/file"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// Options says what [Run] builds.
type Options struct {
	// Dir is where the files are and go. It is made if need be.
	Dir string
	// Pieces is the greatest number of pieces, 2 to [MaxPieces].
	Pieces int
	// Workers is the number of goroutines; less than 1 means as many as there
	// are processors.
	Workers int
	// Lengths is the greatest number of pieces for which lengths are found too;
	// above it the files hold results alone, which takes a quarter of the memory.
	// Less than 1 means [MaxLengths].
	Lengths int
	// Changes is the greatest number of pieces for which the plies to the next
	// change of the balance are found, which tell whether a draw rule cuts a win
	// off. Less than 1 means none.
	Changes int
	// Memory, if not 0, is the limit in bytes. Run drops tables from memory and
	// reads them again where that helps, and fails with [ErrMemory] before it
	// begins where it cannot do with so little. It counts its own tables; a
	// program should tell the collector of garbage the same limit.
	Memory int64
	// Progress, if not nil, is told how far the work has come, at most a few
	// times a second. It is called by one goroutine at a time.
	Progress func(Progress)
}

// Progress tells how far [Run] has come.
type Progress struct {
	// Balance is the one that is being built.
	Balance index.Balance
	// Done and Total count the positions of all balances that had to be built.
	Done, Total uint64
	Elapsed     time.Duration
	// Left is an estimate; 0 before there is one.
	Left time.Duration
}

// Run builds the files of all balances of up to opt.Pieces pieces which are not
// yet in the directory. Whenever a balance and its mirror are finished, their
// files are there to stay, whatever happens then: the next Run goes on after
// them. The error is that of the context or of the file system, [ErrPieces],
// [ErrMemory], [ErrTooLong], or that of a damaged file which is needed.
//
// The bytes of the files depend on nothing but the rules and the version of this
// package. Only one Run at a time may work in a directory.
func Run(ctx context.Context, opt Options) error {
	if opt.Pieces < 2 || opt.Pieces > MaxPieces {
		return fmt.Errorf("%w: %d, not between 2 and %d", ErrPieces, opt.Pieces, MaxPieces)
	}
	if opt.Workers < 1 {
		opt.Workers = runtime.GOMAXPROCS(0)
	}
	folder, err := OpenFolder(opt.Dir)
	if err != nil {
		return err
	}
	if opt.Lengths < 1 {
		opt.Lengths = MaxLengths
	}
	r := &run{Options: opt, values: new(Values), folder: folder, start: time.Now()}
	var todo [][]index.Balance // by pieces and men
	for n := 2; n <= opt.Pieces; n++ {
		for _, b := range pairs(n) {
			if r.done(b) {
				continue
			}
			if need := r.least(b); opt.Memory > 0 && need > opt.Memory {
				return fmt.Errorf("%w: balance %v takes %d MiB, the limit is %d MiB", ErrMemory, b, need>>20+1, opt.Memory>>20)
			}
			if last := len(todo) - 1; last < 0 || todo[last][0].Pieces() != n || todo[last][0].Men() != b.Men() {
				todo = append(todo, nil)
			}
			todo[len(todo)-1] = append(todo[len(todo)-1], b)
			r.progress.Total += pairSize(b)
		}
	}
	for _, group := range todo {
		if err := r.group(ctx, group); err != nil {
			return err
		}
	}
	return nil
}

// MaxLengths is the greatest number of pieces for which [Run] finds lengths if
// it is not told otherwise.
const MaxLengths = 6

// run is the state of [Run].
type run struct {
	Options
	values *Values
	start  time.Time
	// results says that the values in memory have no lengths.
	results bool
	folder  *Folder

	lock     sync.Mutex
	progress Progress
	told     time.Time
}

func pairSize(b index.Balance) uint64 {
	if b == b.Mirror() {
		return b.Size()
	}
	return 2 * b.Size()
}

// kinds returns the kinds of files of so many pieces.
func (r *run) kinds(pieces int) []file.Kind {
	list := []file.Kind{file.Result}
	if pieces <= r.Lengths {
		list = append(list, file.Distance)
	}
	if pieces <= r.Changes {
		list = append(list, file.Change)
	}
	return list
}

// done reports whether the files of a balance and its mirror are there.
func (r *run) done(b index.Balance) bool {
	for _, b := range [2]index.Balance{b, b.Mirror()} {
		for _, kind := range r.kinds(b.Pieces()) {
			if !r.folder.Holds(file.Name(b, kind)) {
				return false
			}
		}
	}
	return true
}

// group builds balances that do not need each other. Kings alone are one slice,
// which one worker solves, so several such balances are solved at once where the
// memory allows it.
func (r *run) group(ctx context.Context, group []index.Balance) error {
	first := group[0]
	if results := first.Pieces() > r.Lengths; results != r.results {
		r.results, r.values = results, new(Values)
	}
	r.forget(first)
	work := r.work(first)
	for _, b := range group[1:] {
		work = max(work, r.work(b))
	}
	together := r.fewer(first.Pieces()) + int64(r.Workers)*work
	if first.Men() > 0 || r.Workers == 1 || r.Memory > 0 && together > r.Memory {
		for _, b := range group {
			if err := r.pair(ctx, b, r.Workers); err != nil {
				return err
			}
		}
		return nil
	}
	for _, b := range group {
		if err := r.need(b); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	slots := make(chan struct{}, r.Workers)
	var wait sync.WaitGroup
	for _, b := range group {
		slots <- struct{}{}
		wait.Go(func() {
			if err := r.pair(ctx, b, 1); err != nil {
				cancel(err)
			}
			if r.Memory > 0 { // nothing of this group needs it
				r.drop(b)
			}
			<-slots
		})
	}
	wait.Wait()
	return context.Cause(ctx)
}

// pair builds and writes a balance and its mirror.
func (r *run) pair(ctx context.Context, b index.Balance, workers int) error {
	r.makeRoom(b)
	if err := r.need(b); err != nil {
		return err
	}
	m := byEnd
	if r.results {
		m = noLengths
	}
	err := r.values.solvePair(ctx, b, m, r.values, workers, func(n uint64) { r.tick(b, n) })
	if err != nil {
		return err
	}
	changes := new(Values)
	if b.Pieces() <= r.Changes {
		if err := changes.solvePair(ctx, b, byChange, r.values, workers, func(uint64) {}); err != nil {
			return err
		}
	}
	files := map[string][]byte{}
	for _, b := range [2]index.Balance{b, b.Mirror()} {
		t := r.values.table(b)
		results, distances := pack(b, t, workers)
		t.takes = nil
		files[file.Name(b, file.Result)] = results
		if distances != nil {
			files[file.Name(b, file.Distance)] = distances
		}
		if t := changes.table(b); t != nil {
			files[file.Name(b, file.Change)] = packChanges(b, t, workers)
		}
		if b == b.Mirror() {
			break
		}
	}
	return r.folder.Save(files)
}

// tick notes that n more positions are solved.
func (r *run) tick(b index.Balance, n uint64) {
	r.lock.Lock()
	defer r.lock.Unlock()
	p := &r.progress
	p.Done += n
	p.Balance = b
	if r.Progress == nil || time.Since(r.told) < 200*time.Millisecond && p.Done < p.Total {
		return
	}
	r.told = time.Now()
	p.Elapsed = r.told.Sub(r.start)
	p.Left = time.Duration(float64(p.Elapsed) / float64(p.Done) * float64(p.Total-p.Done))
	r.Progress(*p)
}

// need loads all tables to which moves of b and its mirror lead.
func (r *run) need(b index.Balance) error {
	for _, less := range needed(b) {
		if err := r.load(less); err != nil {
			return err
		}
	}
	return nil
}

// needed returns the balances whose tables must be there before b and its mirror
// can be solved, each after those that it needs itself.
func needed(b index.Balance) (list []index.Balance) {
	for n := 2; n < b.Pieces(); n++ {
		list = slices.AppendSeq(list, index.Balances(n))
	}
	for crowned := range index.Balances(b.Pieces()) {
		if needs(b, crowned) {
			list = append(list, crowned)
		}
	}
	return list
}

// needs reports whether crowning a man leads from b or its mirror to c, with
// either side to move.
func needs(b, c index.Balance) bool { return leads(b, c) || leads(b.Mirror(), c) }

// leads reports whether crowning a white man leads from b to c, in which Black
// is to move.
func leads(b, c index.Balance) bool {
	if b.WhiteMen == 0 {
		return false
	}
	b.WhiteMen--
	b.WhiteKings++
	return b.Mirror() == c
}

// load reads the tables of a balance from its files, unless they are there.
func (r *run) load(b index.Balance) error {
	if r.values.table(b) != nil {
		return nil
	}
	var tables [2]*file.Table
	for i, kind := range [2]file.Kind{file.Result, file.Distance} {
		if kind == file.Distance && r.results {
			continue
		}
		t, err := file.OpenFile(filepath.Join(r.Dir, file.Name(b, kind)))
		if err != nil {
			return err
		}
		defer t.Close()
		tables[i] = t
	}
	return r.values.unpack(tables[0], tables[1], r.Workers)
}
