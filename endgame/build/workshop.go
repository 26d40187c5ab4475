package build

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/bolshak-draughts/bolshak/endgame/file"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// Workshop solves parts of tables for somebody else. Goroutines may share it: each
// call of [Workshop.Solve] uses one thread, and all use the same tables in memory.
type Workshop struct {
	dir string

	lock   sync.Mutex
	runs   map[bool]*run // with lengths or without: the tables of finished balances
	shares []*share      // the last one that was used comes last
}

// share is the values of a balance and its mirror as far as this workshop has
// them.
type share struct {
	balance index.Balance
	kind    file.Kind
	levels  [][]uint32
	values  *Values
	users   int // guarded by the lock of the workshop

	lock    sync.Mutex
	sums    map[Part]string        // of the parts that are there
	solving map[Part]chan struct{} // closed at the end
}

// mostShares is how many balances a workshop remembers parts of.
const mostShares = 4

// NewWorkshop returns a workshop that finds the files of finished balances in a
// directory. Memory, if not 0, is a limit in bytes for the tables of finished
// balances and one that is being solved; there is no error if more is needed.
func NewWorkshop(dir string, memory int64) *Workshop {
	w := &Workshop{dir: dir, runs: map[bool]*run{}}
	for _, lengths := range []bool{false, true} {
		opt := Options{Dir: dir, Workers: 1, Memory: memory}
		if lengths {
			opt.Lengths = MaxPieces
		}
		w.runs[lengths] = &run{Options: opt, values: new(Values), results: !lengths}
	}
	return w
}

// FilesFor returns the names of the files that must be in the directory of a
// workshop before it can solve parts of a balance.
func FilesFor(b index.Balance, kind file.Kind) (names []string) {
	for _, b := range needed(b) {
		names = append(names, file.Name(b, file.Result))
		if kind == file.Distance {
			names = append(names, file.Name(b, file.Distance))
		}
	}
	return names
}

// Input is a part of an earlier stage.
type Input struct {
	Part Part
	// Sum is the SHA-256 of its values as [Workshop.Solve] has written them, in
	// hexadecimal digits. A part that the workshop has solved itself with that sum
	// is not opened.
	Sum  string
	Open func() (io.ReadCloser, error)
}

// Solve solves a part and writes its values, for [Assembly.Add] and as input of
// the next stage, all of whose parts need the parts of the stage before. It
// returns the SHA-256 of what it has written. The error is that of the context,
// of the files or the inputs, [ErrPart] or [ErrTooLong].
func (w *Workshop) Solve(ctx context.Context, p Part, inputs []Input, out io.Writer) (sum string, err error) {
	if !p.valid() {
		return "", fmt.Errorf("%w: %v", ErrPart, p)
	}
	exits, s, err := w.take(ctx, p)
	if err != nil {
		return "", err
	}
	defer w.giveBack(s)
	slices, err := p.slices(s.levels)
	if err != nil {
		return "", err
	}
	if err := s.read(inputs); err != nil {
		return "", err
	}
	end, err := s.begin(ctx, p)
	if err != nil {
		return "", err
	}
	s.values.clear(p.Balance, slices)
	defer func() { end(sum) }()
	solver := solver{values: exits, own: s.values, balance: p.Balance, metric: p.metric()}
	solver.taker = taker{values: exits, results: p.metric() != byEnd}
	for _, level := range slices {
		for _, slice := range level {
			if err := ctx.Err(); err != nil {
				return "", err
			}
			solver.solve(uint64(slice))
		}
	}
	if solver.tooLong {
		return "", fmt.Errorf("balance %v: %w", p.Balance, ErrTooLong)
	}
	hash := sha256.New()
	if err := s.values.writePart(io.MultiWriter(hash, out), p.Balance, slices); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", hash.Sum(nil)), nil
}

// take returns the tables of the balances to which captures and promotions lead,
// and what there is of the balance itself.
func (w *Workshop) take(ctx context.Context, p Part) (exits *Values, s *share, err error) {
	w.lock.Lock()
	defer w.lock.Unlock()
	for i, old := range w.shares {
		if old.balance == p.Balance && old.kind == p.Kind {
			s = old
			w.shares = append(w.shares[:i], w.shares[i+1:]...)
			break
		}
	}
	for i := 0; i < len(w.shares) && len(w.shares) >= mostShares; {
		if w.shares[i].users > 0 {
			i++
			continue
		}
		w.shares = append(w.shares[:i], w.shares[i+1:]...)
	}
	if s == nil {
		s = &share{
			balance: p.Balance, kind: p.Kind, levels: byAdvance(p.Balance), values: new(Values),
			sums: map[Part]string{}, solving: map[Part]chan struct{}{},
		}
		for _, b := range [2]index.Balance{p.Balance, p.Balance.Mirror()} {
			s.values.set(b, newTable(b, p.Kind != file.Result))
		}
	}
	w.shares = append(w.shares, s)
	if _, err := p.slices(s.levels); err != nil {
		return nil, nil, err
	}
	r := w.runs[p.Kind == file.Distance]
	missing := false
	for _, b := range needed(p.Balance) {
		if r.values.table(b) != nil {
			continue
		}
		if !missing {
			missing = true
			r.forget(p.Balance)
			r.makeRoom(p.Balance)
		}
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if err := r.load(b); err != nil {
			return nil, nil, err
		}
	}
	// Others may drop tables while this one is at work.
	view := *r.values
	s.users++
	return &view, s, nil
}

func (w *Workshop) giveBack(s *share) {
	w.lock.Lock()
	defer w.lock.Unlock()
	s.users--
}

// read reads the inputs that are not there yet.
func (s *share) read(inputs []Input) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	for _, in := range inputs {
		if s.sums[in.Part] == in.Sum {
			continue
		}
		if in.Part.Balance != s.balance || in.Part.Kind != s.kind {
			return fmt.Errorf("%w: input %v is of another balance", ErrPart, in.Part)
		}
		slices, err := in.Part.slices(s.levels)
		if err != nil {
			return err
		}
		delete(s.sums, in.Part)
		s.values.clear(s.balance, slices)
		from, err := in.Open()
		if err != nil {
			return err
		}
		if err := errors.Join(s.values.readPart(from, s.balance, slices), from.Close()); err != nil {
			return fmt.Errorf("input %v: %w", in.Part, err)
		}
		s.sums[in.Part] = in.Sum
	}
	return nil
}

// begin waits until nobody else is at work on a part and returns what to call at
// the end, with the sum of its values, "" if it has failed.
func (s *share) begin(ctx context.Context, p Part) (end func(sum string), err error) {
	for {
		s.lock.Lock()
		other := s.solving[p]
		if other == nil {
			done := make(chan struct{})
			s.solving[p] = done
			delete(s.sums, p)
			s.lock.Unlock()
			return func(sum string) {
				s.lock.Lock()
				defer s.lock.Unlock()
				delete(s.solving, p)
				if sum != "" {
					s.sums[p] = sum
				}
				close(done)
			}, nil
		}
		s.lock.Unlock()
		select {
		case <-other:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
