package cluster

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Files is a shelf of files that all nodes share.
type Files struct {
	n     *Node
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
	s, err := again(ctx, n, func(ctx context.Context) (jetstream.ObjectStore, error) { return n.shelf(ctx, bucket) })
	if err != nil {
		return nil, fmt.Errorf("the files of %s: %w", bucket, err)
	}
	return &Files{n, bucket, s}, nil
}

// shelf opens an object store, and makes it if there is none.
func (n *Node) shelf(ctx context.Context, bucket string) (jetstream.ObjectStore, error) {
	s, err := n.js.ObjectStore(ctx, bucket)
	if !errors.Is(err, jetstream.ErrBucketNotFound) && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return s, err
	}
	c := jetstream.ObjectStoreConfig{Bucket: bucket, Storage: jetstream.FileStorage, Replicas: n.replicas()}
	if n.Embedded() {
		c.Storage = jetstream.MemoryStorage
	}
	s, err = n.js.CreateOrUpdateObjectStore(ctx, c)
	switch apiCode(err) {
	case codeNoPeers, codeInsufficient, codeReplicasNotHere:
		if c.Replicas > 1 {
			c.Replicas = 1
			s, err = n.js.CreateOrUpdateObjectStore(ctx, c)
		}
	}
	return s, err
}

// info asks what a file is.
func (f *Files) info(ctx context.Context, name string, opts ...jetstream.GetObjectInfoOpt) (*jetstream.ObjectInfo, error) {
	return again(ctx, f.n, func(ctx context.Context) (*jetstream.ObjectInfo, error) { return f.store.GetInfo(ctx, name, opts...) })
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
// is whole. It goes on through a change of the servers' leader, as long as ctx
// lets it.
func (f *Files) Put(ctx context.Context, name string, r io.Reader) (FileInfo, error) {
	if name == "" {
		return FileInfo{}, f.fail(name, errors.New("a file needs a name"))
	}
	old, err := f.info(ctx, name, jetstream.GetObjectInfoShowDeleted())
	if err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
		return FileInfo{}, f.fail(name, err)
	}
	info := &jetstream.ObjectInfo{
		ObjectMeta: jetstream.ObjectMeta{Name: name, Opts: &jetstream.ObjectMetaOptions{ChunkSize: chunk}},
		Bucket:     f.name, NUID: rand.Text(),
	}
	if err := f.upload(ctx, info, r); err != nil {
		f.purge(info.NUID)
		return FileInfo{}, f.fail(name, err)
	}
	if old != nil {
		f.purge(old.NUID)
	}
	info.ModTime = time.Now()
	return fileInfo(info), nil
}

// chunk is the size of the pieces of a file.
const chunk = 256 << 10

// The stream of a shelf and its subjects are as in the object stores of NATS, so
// that their tools and the reading side of their library know them. Their writing
// side has all pieces under way at once, which is too much for a large file.
func (f *Files) pieces(id string) string { return "$O." + f.name + ".C." + id }

// upload stores the pieces of a file, one after another, and then what it is.
func (f *Files) upload(ctx context.Context, info *jetstream.ObjectInfo, r io.Reader) error {
	sum := sha256.New()
	buf := make([]byte, chunk)
	for {
		n, err := io.ReadFull(r, buf)
		if n > 0 {
			sum.Write(buf[:n])
			info.Size += uint64(n)
			info.Chunks++
			m := nats.NewMsg(f.pieces(info.NUID))
			m.Data = buf[:n]
			if err := f.publish(ctx, m, fmt.Sprintf("%s-%d", info.NUID, info.Chunks)); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		if err != nil {
			return err
		}
	}
	info.Digest = jetstream.GetObjectDigestValue(sum)
	data, err := json.Marshal(info)
	if err != nil {
		return err
	}
	m := nats.NewMsg("$O." + f.name + ".M." + base64.URLEncoding.EncodeToString([]byte(info.Name)))
	m.Data = data
	m.Header.Set(jetstream.MsgRollup, jetstream.MsgRollupSubject)
	return f.publish(ctx, m, info.NUID+"-whole")
}

// publish stores a message. If no answer comes it sends the message again; the
// servers keep one of those with the same id.
func (f *Files) publish(ctx context.Context, m *nats.Msg, id string) error {
	m.Header.Set(jetstream.MsgIDHeader, id)
	for tries := 1; ; tries++ {
		try, cancel := context.WithTimeout(ctx, f.n.pace.request)
		_, err := f.n.js.PublishMsg(try, m, jetstream.WithRetryAttempts(0))
		cancel()
		if err == nil || apiCode(err) != 0 || tries == 15 || f.n.ctx.Err() != nil {
			return err
		}
		if pause(ctx, f.n.pace.request/4) != nil {
			return err
		}
	}
}

// purge removes the pieces of a file. If it fails they take up room, no more.
func (f *Files) purge(id string) {
	ctx, cancel := context.WithTimeout(f.n.ctx, f.n.pace.request)
	defer cancel()
	s, err := f.n.js.Stream(ctx, "OBJ_"+f.name)
	if err == nil {
		err = s.Purge(ctx, jetstream.WithPurgeSubject(f.pieces(id)))
	}
	if err != nil {
		f.n.log.Warn("removing pieces of a file", "files", f.name, "err", err)
	}
}

// Get returns a file as a stream. If what was read has not the SHA-256 that it
// had when it was stored, the last Read returns an error in place of io.EOF.
func (f *Files) Get(ctx context.Context, name string) (io.ReadCloser, FileInfo, error) {
	about, err := f.info(ctx, name)
	if err != nil {
		return nil, FileInfo{}, f.fail(name, err)
	}
	// Without a deadline the client sets one for the whole file, which is meant
	// for a request.
	ctx, cancel := context.WithTimeout(ctx, f.n.pace.file+time.Duration(about.Size>>20)*time.Second)
	o, err := f.store.Get(ctx, name)
	if err != nil {
		cancel()
		return nil, FileInfo{}, f.fail(name, err)
	}
	info, err := o.Info()
	if err != nil {
		err = errors.Join(f.fail(name, err), o.Close())
		cancel()
		return nil, FileInfo{}, err
	}
	return &file{f, o, name, cancel}, fileInfo(info), nil
}

// file is a file that is being read.
type file struct {
	f      *Files
	r      io.ReadCloser
	name   string
	cancel context.CancelFunc
}

func (f *file) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = f.f.fail(f.name, err)
	}
	return n, err
}

func (f *file) Close() error {
	defer f.cancel()
	return f.r.Close()
}

// Delete removes a file.
func (f *Files) Delete(ctx context.Context, name string) error {
	if _, err := f.info(ctx, name); err != nil { // Delete would not mind
		return f.fail(name, err)
	}
	_, err := again(ctx, f.n, func(ctx context.Context) (struct{}, error) { return struct{}{}, f.store.Delete(ctx, name) })
	if err != nil {
		return f.fail(name, err)
	}
	return nil
}

// List returns the files by name.
func (f *Files) List(ctx context.Context) ([]FileInfo, error) {
	objects, err := again(ctx, f.n, func(ctx context.Context) ([]*jetstream.ObjectInfo, error) { return f.store.List(ctx) })
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
