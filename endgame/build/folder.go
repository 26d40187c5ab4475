package build

import (
	"fmt"
	"os"
	"sync"

	"github.com/bolshak-draughts/bolshak/endgame/file"
)

// Folder is a directory of finished tables with the list of them. Goroutines may
// share it; only one process at a time may write to a directory.
type Folder struct {
	dir string

	lock sync.Mutex
	list manifest
}

// OpenFolder opens a directory, made if need be, and removes files that a builder
// left unfinished.
func OpenFolder(dir string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	if err := removeTemporary(dir); err != nil {
		return nil, err
	}
	list, err := readManifest(dir)
	if err != nil {
		return nil, err
	}
	return &Folder{dir: dir, list: list}, nil
}

// Holds reports whether a file is in the list and in the directory, whole as far
// as its length and its header tell.
func (f *Folder) Holds(name string) bool {
	f.lock.Lock()
	e, ok := f.list[name]
	f.lock.Unlock()
	return ok && e.holds(f.dir, name)
}

// Sum returns the length and the SHA-256, in hexadecimal digits, of a file in the
// list; "" if it is not there.
func (f *Folder) Sum(name string) (size int64, sum string) {
	f.lock.Lock()
	defer f.lock.Unlock()
	e := f.list[name]
	return e.size, e.sum
}

// Save writes files, each whole or not at all whatever happens, and then lists
// them.
func (f *Folder) Save(files map[string][]byte) error {
	for name, data := range files {
		if err := writeFile(f.dir, name, data); err != nil {
			return err
		}
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	for name, data := range files {
		f.list.add(name, data)
	}
	return f.list.write(f.dir)
}

// Fetch writes a file that is known by its length and SHA-256, unless it is there:
// what a machine needs to build upon. The error tells if get does not give that
// file.
func (f *Folder) Fetch(name string, size int64, sum string, get func() ([]byte, error)) error {
	if s, have := f.Sum(name); s == size && have == sum && f.Holds(name) {
		return nil
	}
	data, err := get()
	if err != nil {
		return err
	}
	if got := entryOf(data); got.size != size || got.sum != sum {
		return &file.Error{Name: name, Err: file.ErrChecksum, Detail: fmt.Sprintf("%d bytes, expected %d", got.size, size)}
	}
	return f.Save(map[string][]byte{name: data})
}
