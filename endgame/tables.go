package endgame

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/bolshak-draughts/bolshak/endgame/file"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// Tables are the tables of some directories, open for reading. Goroutines may
// share them. The zero value has none.
type Tables struct {
	pairs    map[index.Balance]*pair
	cache    *cache
	complete int
}

// pair is the tables of a balance; any may be nil.
type pair struct {
	result, distance, change *file.Table
}

func (p *pair) all() [3]*file.Table { return [3]*file.Table{p.result, p.distance, p.change} }

// DefaultCache is the size of the cache of unpacked blocks, in bytes.
const DefaultCache = 32 << 20

// EnvDir is the environment variable that names a directory of tables.
const EnvDir = "BOLSHAK_TABLES"

// ErrNoTables says that a directory has no tables.
var ErrNoTables = errors.New("no endgame tables")

// OpenDir opens all tables of a directory and maps them into memory. The error
// is an *[file.Error] which names the first file that is no table or is damaged
// where that can be told at once, ErrNoTables, or that of the operating system.
func OpenDir(dir string) (*Tables, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	t, err := open(entries, func(name string) (*file.Table, error) { return file.OpenFile(filepath.Join(dir, name)) })
	if errors.Is(err, ErrNoTables) {
		err = fmt.Errorf("%w in %s", err, dir)
	}
	return t, err
}

// OpenFS opens all tables at the top of fsys, such as an embed.FS. Its files must
// be io.ReaderAt. Errors are those of [OpenDir].
func OpenFS(fsys fs.FS) (*Tables, error) {
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, err
	}
	return open(entries, func(name string) (*file.Table, error) { return file.OpenFS(fsys, name) })
}

func open(entries []fs.DirEntry, openFile func(name string) (*file.Table, error)) (*Tables, error) {
	t := &Tables{pairs: map[index.Balance]*pair{}, cache: newCache(DefaultCache)}
	for _, e := range entries {
		name := e.Name()
		switch filepath.Ext(name) {
		case file.Result.Ext(), file.Distance.Ext(), file.Change.Ext():
		default:
			continue
		}
		table, err := openFile(name)
		if err == nil && name != file.Name(table.Balance, table.Kind) {
			table.Close()
			err = &file.Error{Name: name, Err: file.ErrDamaged, Detail: "it holds " + file.Name(table.Balance, table.Kind)}
		}
		if err != nil {
			t.Close()
			return nil, err
		}
		t.add(table)
	}
	if len(t.pairs) == 0 {
		return nil, ErrNoTables
	}
	t.count()
	return t, nil
}

func (t *Tables) add(table *file.Table) {
	p := t.pairs[table.Balance]
	if p == nil {
		p = new(pair)
		t.pairs[table.Balance] = p
	}
	switch table.Kind {
	case file.Result:
		p.result = table
	case file.Distance:
		p.distance = table
	default:
		p.change = table
	}
}

// count finds out for which numbers of pieces nothing is missing.
func (t *Tables) count() {
	for n := 2; n <= index.MaxPieces; n++ {
		for b := range index.Balances(n) {
			if p := t.pairs[b]; p == nil || p.result == nil {
				return
			}
		}
		t.complete = n
	}
}

// Pieces returns the greatest number of pieces up to which the results of all
// positions are there, 0 if there is none.
func (t *Tables) Pieces() int { return t.complete }

// With returns tables that have those of t and of more, and where both have the
// same those of more. They share the files: only t and more need to be closed,
// and only when nobody probes any longer.
func (t *Tables) With(more *Tables) *Tables {
	both := &Tables{pairs: map[index.Balance]*pair{}, cache: newCache(DefaultCache)}
	for _, from := range [2]*Tables{t, more} {
		for _, p := range from.pairs {
			for _, table := range p.all() {
				if table != nil {
					both.add(table)
				}
			}
		}
	}
	both.count()
	return both
}

// Files returns the open files by balance in the order of building, results
// before distances before changes.
func (t *Tables) Files() []*file.Table {
	var list []*file.Table
	for n := 2; n <= index.MaxPieces; n++ {
		for b := range index.Balances(n) {
			if p := t.pairs[b]; p != nil {
				for _, table := range p.all() {
					if table != nil {
						list = append(list, table)
					}
				}
			}
		}
	}
	return list
}

// Close closes the files. No probe may be under way or follow.
func (t *Tables) Close() error {
	var err error
	for _, table := range t.Files() {
		err = cmp.Or(err, table.Close())
	}
	return err
}

// Balances returns the balances of which there are results, in the order of
// building.
func (t *Tables) Balances() []index.Balance {
	var list []index.Balance
	for _, table := range t.Files() {
		if table.Kind == file.Result {
			list = append(list, table.Balance)
		}
	}
	return slices.Clip(list)
}
