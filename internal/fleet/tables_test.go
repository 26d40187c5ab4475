package fleet

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/bolshak-draughts/bolshak/endgame/build"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
)

// contents returns all files of a directory by name.
func contents(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, name := range names {
		if files[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func compare(t *testing.T, got, want map[string][]byte) {
	t.Helper()
	for name := range want {
		if !bytes.Equal(got[name], want[name]) {
			t.Errorf("%s differs", name)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
}

// spoil changes values of a part of results with lengths in a way that no checksum
// finds: draws become wins.
func spoil(t *testing.T, part []byte) []byte {
	out := bytes.Clone(part[:8])
	block := uint32(0)
	for rest := part[8:]; len(rest) > 0; block++ {
		n := binary.LittleEndian.Uint32(rest)
		raw, err := io.ReadAll(flate.NewReader(bytes.NewReader(rest[8 : 8+n])))
		if err != nil {
			t.Error(err)
			return nil
		}
		rest = rest[8+n:]
		for i := range raw {
			if raw[i] == 0 {
				raw[i] = 2
			} else {
				raw[i] = 0
			}
		}
		var packed bytes.Buffer
		w, err := flate.NewWriter(&packed, flate.BestSpeed)
		if err == nil {
			_, err = w.Write(raw)
		}
		if err = errors.Join(err, w.Close()); err != nil {
			t.Error(err)
			return nil
		}
		table := crc32.MakeTable(crc32.Castagnoli)
		sum := crc32.Update(crc32.Checksum(binary.LittleEndian.AppendUint32(nil, block), table), table, packed.Bytes())
		out = binary.LittleEndian.AppendUint32(out, uint32(packed.Len()))
		out = binary.LittleEndian.AppendUint32(out, sum)
		out = append(out, packed.Bytes()...)
	}
	return out
}

// liar returns a handler that spoils the results of first tries, a number of them,
// and closes lied when it has done so for the first time.
func liar(t *testing.T, node *cluster.Node, honest cluster.Handler, most int64, lied chan<- struct{}) cluster.Handler {
	var lies atomic.Int64
	tell := sync.OnceFunc(func() { close(lied) })
	return func(ctx context.Context, task *cluster.Task) ([]byte, error) {
		result, err := honest(ctx, task)
		if err != nil || task.Try > 1 || lies.Add(1) > most {
			return result, err
		}
		files, err := node.Files(ctx, bucket)
		if err != nil {
			return nil, err
		}
		var p partFile
		if err := json.Unmarshal(result, &p); err != nil {
			return nil, err
		}
		r, _, err := files.Get(ctx, p.Object)
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(r)
		if err = errors.Join(err, r.Close()); err != nil {
			return nil, err
		}
		info, err := files.Put(ctx, p.Object, bytes.NewReader(spoil(t, data)))
		if err != nil {
			return nil, err
		}
		p.SHA256 = info.SHA256
		tell()
		return json.Marshal(p)
	}
}

// TestBuildTables builds with three workers, of which one dies at work and one
// returns wrong values, and wants the same files as those of one machine.
func TestBuildTables(t *testing.T) {
	pieces := 4
	if testing.Short() {
		pieces = 3
	}
	whole := t.TempDir()
	if err := build.Run(t.Context(), build.Options{Dir: whole, Pieces: pieces, Changes: 3}); err != nil {
		t.Fatal(err)
	}
	url := startServer(t)
	dead := startDying(t, url)
	node := openNode(t, url, "builder")
	dir := t.TempDir()
	var last build.Progress
	cfg := TablesConfig{Dir: dir, Pieces: pieces, Changes: 3, PartSize: 200_000, Samples: 200, Progress: func(p build.Progress) { last = p }}
	built := make(chan error, 1)
	ctx := testContext(t)
	go func() { built <- BuildTables(ctx, node, cfg) }()
	// The next worker comes when the one before it has done its worst.
	wait := func(what string, done <-chan struct{}) {
		t.Helper()
		select {
		case <-done:
		case err := <-built:
			t.Fatalf("the tables are built before %s: %v", what, err)
		}
	}
	wait("a worker has died", dead)
	lied := make(chan struct{})
	startWorker(t, url, "liar", 1, func(node *cluster.Node, handlers map[cluster.Kind]cluster.Handler) {
		handlers[cluster.Tables] = liar(t, node, handlers[cluster.Tables], 6, lied)
	})
	wait("a worker has lied", lied)
	startWorker(t, url, "honest", 2, nil)
	if err := <-built; err != nil {
		t.Fatal(err)
	}
	compare(t, contents(t, dir), contents(t, whole))
	if last.Done != last.Total || last.Total == 0 {
		t.Errorf("progress ends with %+v", last)
	}
	list, err := node.Files(t.Context(), bucket)
	if err != nil {
		t.Fatal(err)
	}
	if left, err := list.List(t.Context()); err != nil || len(left) > 0 {
		t.Errorf("files are left: %v %v", left, err)
	}
	// A builder that comes later has nothing to do but what is missing.
	if err := os.Remove(filepath.Join(dir, "0102.dtw")); err != nil {
		t.Fatal(err)
	}
	if err := BuildTables(testContext(t), node, cfg); err != nil {
		t.Fatal(err)
	}
	if want := uint64(2 * 14880); last.Total != want {
		t.Errorf("%d positions were built again, want %d", last.Total, want)
	}
	compare(t, contents(t, dir), contents(t, whole))
}

// TestBuildResults builds results alone, with a worker that has tables of its own.
func TestBuildResults(t *testing.T) {
	whole, dir := t.TempDir(), t.TempDir()
	if err := build.Run(t.Context(), build.Options{Dir: whole, Pieces: 3, Lengths: 2}); err != nil {
		t.Fatal(err)
	}
	url := startServer(t)
	startWorker(t, url, "worker", 2, nil)
	cfg := TablesConfig{Dir: dir, Pieces: 3, Lengths: 2, PartSize: 20_000}
	if err := BuildTables(testContext(t), openNode(t, url, "builder"), cfg); err != nil {
		t.Fatal(err)
	}
	compare(t, contents(t, dir), contents(t, whole))
}

// TestBuildFails gives up when a job cannot be done, and says why.
func TestBuildFails(t *testing.T) {
	url := startServer(t)
	startWorker(t, url, "liar", 1, func(_ *cluster.Node, handlers map[cluster.Kind]cluster.Handler) {
		handlers[cluster.Tables] = func(_ context.Context, task *cluster.Task) ([]byte, error) {
			job, err := decode[tablesJob](task)
			if err != nil {
				return nil, err
			}
			return json.Marshal(partFile{Part: job.Part, Object: partPrefix + job.Part.String() + "-nothing", SHA256: strings.Repeat("0", 64)})
		}
	})
	node := openNode(t, url, "builder")
	err := BuildTables(testContext(t), node, TablesConfig{Dir: t.TempDir(), Pieces: 2})
	if !errors.Is(err, cluster.ErrDead) || !errors.Is(err, cluster.ErrUnknown) {
		t.Errorf("error %v", err)
	}
	for _, pieces := range []int{0, 1, build.MaxPieces + 1} {
		if err := BuildTables(t.Context(), node, TablesConfig{Dir: t.TempDir(), Pieces: pieces}); !errors.Is(err, build.ErrPieces) {
			t.Errorf("%d pieces: %v", pieces, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := BuildTables(ctx, node, TablesConfig{Dir: t.TempDir(), Pieces: 2}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
