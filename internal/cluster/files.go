package cluster

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Files is a shelf of files that all nodes share.
type Files struct {
	name  string
	store jetstream.ObjectStore
}

// FileInfo describes a file.
type FileInfo struct {
	Name   string
	Size   int64
	SHA256 string // in hexadecimal digits
	At     time.Time
}

// Files returns the shelf of a name, which is 1 to 64 letters, digits, '-' or '_',
// and makes it if there is none.
func (n *Node) Files(ctx context.Context, bucket string) (*Files, error) {
	if checkName(Tables, bucket) != nil {
		return nil, fmt.Errorf("not a name for files: %q, it may have up to 64 letters, digits, '-' and '_'", bucket)
	}
	s, err := n.js.ObjectStore(ctx, bucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) || errors.Is(err, jetstream.ErrStreamNotFound) {
		c := jetstream.ObjectStoreConfig{Bucket: bucket, Storage: jetstream.FileStorage, Replicas: n.replicas()}
		if n.Embedded() {
			c.Storage = jetstream.MemoryStorage
		}
		s, err = n.js.CreateOrUpdateObjectStore(ctx, c)
		switch apiCode(err) {
		case codeNoPeers, codeInsufficient, codeReplicasNotHere:
			c.Replicas = 1
			s, err = n.js.CreateOrUpdateObjectStore(ctx, c)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the files of %s: %w", bucket, err)
	}
	return &Files{bucket, s}, nil
}

// fail says which file an error is about.
func (f *Files) fail(name string, err error) error {
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		err = ErrUnknown
	}
	return fmt.Errorf("file %s of %s: %w", name, f.name, err)
}

func fileInfo(o *jetstream.ObjectInfo) FileInfo {
	i := FileInfo{Name: o.Name, Size: int64(o.Size), At: o.ModTime}
	if sum, err := jetstream.DecodeObjectDigest(o.Digest); err == nil {
		i.SHA256 = hex.EncodeToString(sum)
	}
	return i
}

// Put stores a file, in place of one of the same name. Nobody sees it before it
// is whole.
func (f *Files) Put(ctx context.Context, name string, r io.Reader) (FileInfo, error) {
	o, err := f.store.Put(ctx, jetstream.ObjectMeta{Name: name}, whole{r})
	if err != nil {
		return FileInfo{}, f.fail(name, err)
	}
	return fileInfo(o), nil
}

// whole fills each buffer, so that pieces of a file are not smaller than need be.
type whole struct{ r io.Reader }

func (w whole) Read(p []byte) (int, error) {
	n, err := io.ReadFull(w.r, p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return n, err
}

// Get returns a file as a stream. If what was read has not the SHA-256 that it
// had when it was stored, the last Read returns an error in place of io.EOF.
func (f *Files) Get(ctx context.Context, name string) (io.ReadCloser, FileInfo, error) {
	o, err := f.store.Get(ctx, name)
	if err != nil {
		return nil, FileInfo{}, f.fail(name, err)
	}
	info, err := o.Info()
	if err != nil {
		return nil, FileInfo{}, errors.Join(f.fail(name, err), o.Close())
	}
	return &file{f, o, name}, fileInfo(info), nil
}

// file is a file that is being read.
type file struct {
	f    *Files
	r    io.ReadCloser
	name string
}

func (f *file) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = f.f.fail(f.name, err)
	}
	return n, err
}

func (f *file) Close() error { return f.r.Close() }

// Delete removes a file.
func (f *Files) Delete(ctx context.Context, name string) error {
	if err := f.store.Delete(ctx, name); err != nil {
		return f.fail(name, err)
	}
	return nil
}

// List returns the files by name.
func (f *Files) List(ctx context.Context) ([]FileInfo, error) {
	objects, err := f.store.List(ctx)
	if errors.Is(err, jetstream.ErrNoObjectsFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the files of %s: %w", f.name, err)
	}
	var list []FileInfo
	for _, o := range objects {
		list = append(list, fileInfo(o))
	}
	slices.SortFunc(list, func(a, b FileInfo) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}
