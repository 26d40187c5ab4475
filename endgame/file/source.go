package file

import (
	"fmt"
	"io"
	"io/fs"
)

// Source is the bytes of a file that does not change while it is open: a
// mapped file, an open file, an embedded one, an HTTP server that knows ranges.
// ReadAt may be called by several goroutines at once. If it fails, or the bytes
// are no longer those they were, the table tells so by an error.
type Source interface {
	io.ReaderAt
	Size() int64
	Close() error
}

// fsSource is a file of an fs.FS whose files can be read at any place, as
// those of embed.FS and os.DirFS can.
type fsSource struct {
	fs.File
	io.ReaderAt
	size int64
}

func (s fsSource) Size() int64 { return s.size }

// FromFS returns a file of fsys as a source.
func FromFS(fsys fs.FS, name string) (Source, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	at, ok := f.(io.ReaderAt)
	if !ok {
		f.Close()
		return nil, fmt.Errorf("%s: files of %T cannot be read at any place", name, fsys)
	}
	return fsSource{File: f, ReaderAt: at, size: info.Size()}, nil
}
