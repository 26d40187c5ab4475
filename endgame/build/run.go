package build

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
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
	// Memory, if not 0, is the limit in bytes: Run fails at once with
	// [ErrMemory] where it would need more.
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

// ErrMemory says that the limit of memory is too low for the work.
var ErrMemory = errors.New("not enough memory")

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
	if err := os.MkdirAll(opt.Dir, 0o777); err != nil {
		return err
	}
	if err := removeTemporary(opt.Dir); err != nil {
		return err
	}
	list, err := readManifest(opt.Dir)
	if err != nil {
		return err
	}
	r := &run{Options: opt, values: new(Values), manifest: list, start: time.Now()}
	var todo [][]index.Balance // by pieces and men
	for n := 2; n <= opt.Pieces; n++ {
		for _, b := range pairs(n) {
			if r.done(b) {
				continue
			}
			if last := len(todo) - 1; last < 0 || todo[last][0].Pieces() != n || todo[last][0].Men() != b.Men() {
				todo = append(todo, nil)
			}
			todo[len(todo)-1] = append(todo[len(todo)-1], b)
			r.progress.Total += pairSize(b)
		}
	}
	for _, group := range todo {
		if need := Memory(group[0].Pieces()); opt.Memory > 0 && need > opt.Memory {
			return fmt.Errorf("%w: %d pieces take about %d MiB", ErrMemory, group[0].Pieces(), need>>20)
		}
		if err := r.group(ctx, group); err != nil {
			return err
		}
	}
	return nil
}

// Memory returns about how many bytes [Run] needs for tables of so many pieces:
// all tables of fewer pieces, those of two neighbouring numbers of men, and what
// it takes to solve and to pack the largest of them.
func Memory(pieces int) int64 {
	var fewer, largest, neighbours, before uint64
	for n := 2; n < pieces; n++ {
		for b := range index.Balances(n) {
			fewer += b.Size()
		}
	}
	for men := range pieces + 1 {
		var here uint64
		for b := range index.Balances(pieces) {
			if b.Men() == men {
				here += b.Size()
			}
			largest = max(largest, b.Size())
		}
		neighbours = max(neighbours, before+here)
		before = here
	}
	return int64(fewer + neighbours + 4*largest + 256<<20)
}

// run is the state of [Run].
type run struct {
	Options
	values *Values
	start  time.Time

	lock     sync.Mutex
	manifest manifest
	progress Progress
	told     time.Time
}

func pairSize(b index.Balance) uint64 {
	if b == b.Mirror() {
		return b.Size()
	}
	return 2 * b.Size()
}

// done reports whether the files of a balance and its mirror are there.
func (r *run) done(b index.Balance) bool {
	for _, b := range [2]index.Balance{b, b.Mirror()} {
		for _, kind := range [2]file.Kind{file.Result, file.Distance} {
			if !r.manifest.holds(r.Dir, file.Name(b, kind)) {
				return false
			}
		}
	}
	return true
}

// group builds balances that do not need each other. Kings alone are one slice,
// which one worker solves, so several such balances are solved at once.
func (r *run) group(ctx context.Context, group []index.Balance) error {
	r.forget(group[0])
	if group[0].Men() > 0 || r.Workers == 1 {
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
			<-slots
		})
	}
	wait.Wait()
	return context.Cause(ctx)
}

// forget drops the tables that nothing from b on needs: those with as many
// pieces and at least two men fewer.
func (r *run) forget(b index.Balance) {
	dropped := false
	for old := range index.Balances(b.Pieces()) {
		if old.Men() < b.Men()-1 && r.values.Balance(old) != nil {
			r.values.set(old, nil)
			dropped = true
		}
	}
	if dropped {
		runtime.GC()
	}
}

// pair builds and writes a balance and its mirror.
func (r *run) pair(ctx context.Context, b index.Balance, workers int) error {
	if err := r.need(b); err != nil {
		return err
	}
	err := r.values.solvePair(ctx, b, workers, func(n uint64) { r.tick(b, n) })
	if err != nil {
		return err
	}
	sides := []index.Balance{b, b.Mirror()}
	if b == b.Mirror() {
		sides = sides[:1]
	}
	for _, b := range sides {
		results, distances := pack(b, r.values.Balance(b), workers)
		if err := r.save(file.Name(b, file.Result), results); err != nil {
			return err
		}
		if err := r.save(file.Name(b, file.Distance), distances); err != nil {
			return err
		}
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	return r.manifest.write(r.Dir)
}

func (r *run) save(name string, bytes []byte) error {
	if err := writeFile(r.Dir, name, bytes); err != nil {
		return err
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	r.manifest.add(name, bytes)
	return nil
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
	for n := 2; n < b.Pieces(); n++ {
		for less := range index.Balances(n) {
			if err := r.load(less); err != nil {
				return err
			}
		}
	}
	for crowned := range index.Balances(b.Pieces()) {
		if leads(b, crowned) || leads(b.Mirror(), crowned) {
			if err := r.load(crowned); err != nil {
				return err
			}
		}
	}
	return nil
}

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
	if r.values.Balance(b) != nil {
		return nil
	}
	results, err := file.OpenFile(filepath.Join(r.Dir, file.Name(b, file.Result)))
	if err != nil {
		return err
	}
	defer results.Close()
	distances, err := file.OpenFile(filepath.Join(r.Dir, file.Name(b, file.Distance)))
	if err != nil {
		return err
	}
	defer distances.Close()
	return r.values.unpack(results, distances, r.Workers)
}
