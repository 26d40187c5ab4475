package fleet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/endgame/build"
	"github.com/bolshak-draughts/bolshak/endgame/file"
	"github.com/bolshak-draughts/bolshak/endgame/index"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
)

// TablesConfig says which tables are built, as [build.Options] does.
type TablesConfig struct {
	Dir                      string
	Pieces, Lengths, Changes int
	// Threads is for packing; less than 1 means as many as there are processors.
	Threads int
	// PartSize is about how many positions a job has; 0 means 16 million.
	PartSize uint64
	// Together is how many balances are in memory at once; 0 means 4.
	Together int
	// Samples is how many positions of each part are checked; 0 means 2,000.
	Samples int
	// Progress, if not nil, is told after each part how far the work has come, by
	// one goroutine at a time.
	Progress func(build.Progress)
	// Logger is told of results that are refused; nil means nobody.
	Logger *slog.Logger
}

// BuildTables builds what a directory lacks, by workers of the cluster. It divides
// the work into jobs in the order in which they need each other, checks what
// comes back, packs it, and writes the files. Finished balances are there to stay:
// the next call goes on after them. Only one at a time may work in a directory and
// in a cluster.
func BuildTables(ctx context.Context, node *cluster.Node, cfg TablesConfig) error {
	if cfg.Pieces < 2 || cfg.Pieces > build.MaxPieces {
		return fmt.Errorf("%w: %d, not between 2 and %d", build.ErrPieces, cfg.Pieces, build.MaxPieces)
	}
	if cfg.Lengths < 1 {
		cfg.Lengths = build.MaxLengths
	}
	if cfg.Threads < 1 {
		cfg.Threads = runtime.GOMAXPROCS(0)
	}
	if cfg.PartSize == 0 {
		cfg.PartSize = 16 << 20
	}
	if cfg.Together < 1 {
		cfg.Together = 4
	}
	if cfg.Samples < 1 {
		cfg.Samples = 2000
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	folder, err := build.OpenFolder(cfg.Dir)
	if err != nil {
		return err
	}
	files, err := node.Files(ctx, bucket)
	if err != nil {
		return err
	}
	b := &builder{TablesConfig: cfg, node: node, folder: folder, files: files, start: time.Now()}
	if err := b.tidy(ctx, true); err != nil {
		return err
	}
	todo := b.todo()
	for _, group := range todo {
		if err := b.group(ctx, group); err != nil {
			return err
		}
	}
	return b.tidy(ctx, false)
}

// builder is the state of [BuildTables].
type builder struct {
	TablesConfig
	node   *cluster.Node
	folder *build.Folder
	files  *cluster.Files
	tables *endgame.Tables // finished before the present group
	start  time.Time

	mu       sync.Mutex
	stored   map[string]bool // objects of finished tables
	progress build.Progress
}

// tidy looks at what is in the bucket: parts left by a builder that was killed are
// removed, and at the end the tables too.
func (b *builder) tidy(ctx context.Context, begin bool) error {
	list, err := b.files.List(ctx)
	if err != nil {
		return err
	}
	b.stored = map[string]bool{}
	for _, f := range list {
		if begin && !strings.HasPrefix(f.Name, partPrefix) {
			b.stored[f.Name] = true
			continue
		}
		if err := remove(ctx, b.files, f.Name); err != nil {
			return err
		}
	}
	return nil
}

// kinds returns what is to be found for so many pieces.
func (b *builder) kinds(pieces int) []file.Kind {
	kinds := []file.Kind{file.Distance}
	if pieces > b.Lengths {
		kinds[0] = file.Result
	}
	if pieces <= b.Changes {
		kinds = append(kinds, file.Change)
	}
	return kinds
}

// todo returns the balances that are not finished, by groups.
func (b *builder) todo() (groups [][]index.Balance) {
	for n := 2; n <= b.Pieces; n++ {
		for _, group := range build.Pairs(n) {
			var left []index.Balance
			for _, balance := range group {
				if !b.finished(balance) {
					left = append(left, balance)
					b.progress.Total += balance.Size()
					if balance != balance.Mirror() {
						b.progress.Total += balance.Size()
					}
				}
			}
			if len(left) > 0 {
				groups = append(groups, left)
			}
		}
	}
	return groups
}

func (b *builder) finished(balance index.Balance) bool {
	for _, one := range [2]index.Balance{balance, balance.Mirror()} {
		for _, kind := range b.kinds(balance.Pieces()) {
			if !b.folder.Holds(file.Name(one, kind)) || kind == file.Distance && !b.folder.Holds(file.Name(one, file.Result)) {
				return false
			}
		}
	}
	return true
}

// group builds balances that do not need each other.
func (b *builder) group(ctx context.Context, group []index.Balance) (err error) {
	b.tables, err = endgame.OpenDir(b.Dir)
	if errors.Is(err, endgame.ErrNoTables) {
		b.tables, err = new(endgame.Tables), nil
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.tables.Close()) }()
	return together(ctx, b.Together, group, b.pair)
}

// together calls do for each of a list, so many at once. It returns the first
// error, and ends the others' contexts.
func together[T any](ctx context.Context, most int, list []T, do func(context.Context, T) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	slots := make(chan struct{}, most)
	var all sync.WaitGroup
	for _, one := range list {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			break
		}
		all.Go(func() {
			defer func() { <-slots }()
			if err := do(ctx, one); err != nil {
				cancel(err)
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}

// pair builds a balance and its mirror.
func (b *builder) pair(ctx context.Context, balance index.Balance) error {
	for _, kind := range b.kinds(balance.Pieces()) {
		if err := b.kind(ctx, balance, kind); err != nil {
			return fmt.Errorf("balance %v: %w", balance, err)
		}
	}
	return nil
}

func (b *builder) kind(ctx context.Context, balance index.Balance, kind file.Kind) error {
	needed, err := b.store(ctx, build.FilesFor(balance, kind))
	if err != nil {
		return err
	}
	a := build.NewAssembly(balance, kind)
	var last []partFile
	for _, stage := range build.Stages(balance, kind, b.PartSize) {
		done := make([]partFile, len(stage))
		numbers := make([]int, len(stage))
		for i := range numbers {
			numbers[i] = i
		}
		// All at once: how many workers there are nobody knows.
		err := together(ctx, len(stage), numbers, func(ctx context.Context, i int) (err error) {
			done[i], err = b.part(ctx, a, tablesJob{stage[i], needed, last})
			return err
		})
		if err != nil {
			return err
		}
		if err := b.removeParts(ctx, last); err != nil {
			return err
		}
		last = done
	}
	if err := b.folder.Save(a.Files(b.Threads)); err != nil {
		return err
	}
	return b.removeParts(ctx, last)
}

func (b *builder) removeParts(ctx context.Context, parts []partFile) error {
	for _, p := range parts {
		if err := remove(ctx, b.files, p.Object); err != nil {
			return err
		}
	}
	return nil
}

// store puts finished tables where workers find them.
func (b *builder) store(ctx context.Context, names []string) (list []tableFile, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, name := range names {
		f := tableFile{Name: name}
		f.Size, f.SHA256 = b.folder.Sum(name)
		list = append(list, f)
		if b.stored[f.object()] {
			continue
		}
		data, err := os.ReadFile(filepath.Join(b.Dir, name))
		if err != nil {
			return nil, err
		}
		info, err := b.files.Put(ctx, f.object(), bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		if info.SHA256 != f.SHA256 {
			return nil, errors.Join(&file.Error{Name: name, Err: file.ErrChecksum}, remove(ctx, b.files, f.object()))
		}
		b.stored[f.object()] = true
	}
	return list, nil
}

// part has a part solved.
func (b *builder) part(ctx context.Context, a *build.Assembly, job tablesJob) (got partFile, err error) {
	err = ask(ctx, b.node, cluster.Tables, "tb-"+job.Part.String(), job, func(result []byte) error {
		var p partFile
		if err := json.Unmarshal(result, &p); err != nil {
			return err
		}
		if err := b.take(ctx, a, job.Part, p); err != nil {
			b.Logger.Warn("a part is refused", "part", job.Part, "err", err)
			return errors.Join(err, remove(ctx, b.files, p.Object))
		}
		got = p
		return nil
	})
	if err == nil && job.Part.Kind != file.Change {
		b.tick(job.Part.Balance, a.Positions(job.Part))
	}
	return got, err
}

// take takes the values of a part, if they are right as far as can be seen.
func (b *builder) take(ctx context.Context, a *build.Assembly, want build.Part, p partFile) error {
	if p.Part != want || !strings.HasPrefix(p.Object, partPrefix+want.String()+"-") {
		return fmt.Errorf("%w: %v, not %v", build.ErrPart, p.Part, want)
	}
	r, info, err := b.files.Get(ctx, p.Object)
	if err != nil {
		return err
	}
	if info.SHA256 != p.SHA256 {
		return errors.Join(fmt.Errorf("%w: %s has another checksum", build.ErrPart, p.Object), r.Close())
	}
	return errors.Join(a.Add(want, r, b.Samples, b.probe), r.Close())
}

// probe returns the value of a position of a finished balance.
func (b *builder) probe(p draughts.Position) (build.Code, error) {
	r, err := b.tables.Probe(p)
	switch {
	case err != nil:
		return 0, err
	case r.Value == endgame.Unknown:
		return 0, fmt.Errorf("%v is in no table", p)
	case r.Value == endgame.Draw:
		return 0, nil
	case r.Plies >= 0:
		return build.Code(r.Plies + 1), nil
	case r.Value == endgame.Win:
		return 2, nil
	}
	return 1, nil
}

// tick notes that n more positions are solved.
func (b *builder) tick(balance index.Balance, n uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := &b.progress
	p.Done += n
	p.Balance = balance
	p.Elapsed = time.Since(b.start)
	p.Left = time.Duration(float64(p.Elapsed) / float64(p.Done) * float64(p.Total-p.Done))
	if b.Progress != nil {
		b.Progress(*p)
	}
}
