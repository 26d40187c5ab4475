//go:build !unix

package file

import (
	"os"
	"path/filepath"
)

// mapFile opens a file; where mapping is not at hand it is read piece by piece.
func mapFile(path string) (Source, error) {
	return FromFS(os.DirFS(filepath.Dir(path)), filepath.Base(path))
}
