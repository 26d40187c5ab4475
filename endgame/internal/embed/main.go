// Command embed makes the tables that the binary carries: results through five
// pieces, lengths and plies to the next change through four; and the list of those
// that go into the program for browsers. Run it by go generate ./endgame; it takes a
// minute or two and always makes the same bytes.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/bolshak-draughts/bolshak/endgame/build"
	"github.com/bolshak-draughts/bolshak/endgame/file"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// The greatest number of pieces of the embedded tables.
const (
	results   = 5
	distances = 4
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: embed DIR")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "embed:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	temp, err := os.MkdirTemp("", "tables")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	if err := build.Run(context.Background(), build.Options{Dir: temp, Pieces: results, Changes: distances}); err != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for n := 2; n <= results; n++ {
		for b := range index.Balances(n) {
			if err := copyFile(dir, temp, file.Name(b, file.Result)); err != nil {
				return err
			}
			if n > distances {
				continue
			}
			for _, kind := range []file.Kind{file.Distance, file.Change} {
				if err := copyFile(dir, temp, file.Name(b, kind)); err != nil {
					return err
				}
			}
		}
	}
	return writeList("embed_js.go")
}

func copyFile(to, from, name string) error {
	bytes, err := os.ReadFile(filepath.Join(from, name))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(to, name), bytes, 0o644)
}
