package endgame

import (
	"fmt"
	"io/fs"
	"os"
	"sync"
)

//go:generate go run ./internal/embed data

var defaultTables = sync.OnceValue(func() *Tables {
	data, err := fs.Sub(embedded, "data")
	if err != nil {
		panic(err) // the name is right
	}
	t, err := OpenFS(data)
	if err != nil {
		panic(fmt.Sprintf("endgame: the tables in the binary are faulty: %v", err))
	}
	return t
})

// Default returns the tables in the binary: results through five pieces, lengths
// and plies to the next change of the balance through four; for browsers, where
// there is little room, only results through four and lengths through three and
// of three kings against one. They are opened at the first call and shared by all.
func Default() *Tables { return defaultTables() }

// Find returns the tables in the binary with those of a directory, or if dir is
// "" of the one that the environment variable BOLSHAK_TABLES names, if there is
// any. Errors are those of [OpenDir].
func Find(dir string) (*Tables, error) {
	if dir == "" {
		dir = os.Getenv(EnvDir)
	}
	if dir == "" {
		return Default(), nil
	}
	more, err := OpenDir(dir)
	if err != nil {
		return nil, err
	}
	return Default().With(more), nil
}
