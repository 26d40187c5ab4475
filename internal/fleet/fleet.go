package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"

	"github.com/bolshak-draughts/bolshak/endgame/build"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
)

// Config says what a worker has for batch work.
type Config struct {
	// Dir is a folder for endgame tables, kept between jobs and runs; "" means a
	// temporary one.
	Dir string
	// Memory is a limit in bytes for tables in memory; 0 means none.
	Memory int64
	// Logger is told what jobs do; nil means nobody.
	Logger *slog.Logger
}

// Fleet is what a worker needs for its jobs.
type Fleet struct {
	log       *slog.Logger
	temporary string
	files     sync.Mutex // one file is fetched at a time, and by one job
	folder    *build.Folder
	shop      *build.Workshop
	shelf     shelf
}

// New returns the handlers' common state. The error is that of the file system.
func New(c Config) (*Fleet, error) {
	f := &Fleet{log: c.Logger}
	if f.log == nil {
		f.log = slog.New(slog.DiscardHandler)
	}
	if c.Dir == "" {
		var err error
		if c.Dir, err = os.MkdirTemp("", "bolshak-tables-"); err != nil {
			return nil, err
		}
		f.temporary = c.Dir
	}
	var err error
	if f.folder, err = build.OpenFolder(c.Dir); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	f.shop = build.NewWorkshop(c.Dir, c.Memory)
	return f, nil
}

// Close removes a temporary folder. No handler may be at work or follow.
func (f *Fleet) Close() error {
	if f.temporary == "" {
		return nil
	}
	return os.RemoveAll(f.temporary)
}

// Handlers returns the handlers of jobs of node. Each job takes one thread.
func (f *Fleet) Handlers(node *cluster.Node) map[cluster.Kind]cluster.Handler {
	return map[cluster.Kind]cluster.Handler{
		cluster.Tables: func(ctx context.Context, t *cluster.Task) ([]byte, error) {
			files, err := f.shelf.open(ctx, node)
			if err != nil {
				return nil, err
			}
			return f.tables(ctx, files, t)
		},
		cluster.SelfPlay: selfPlay,
		cluster.Exercise: findExercises,
	}
}

// decode reads the payload of a job.
func decode[T any](t *cluster.Task) (T, error) {
	var v T
	if err := json.Unmarshal(t.Job.Payload, &v); err != nil {
		return v, cluster.Hopeless(fmt.Errorf("the job cannot be read: %w", err))
	}
	return v, nil
}

// ask has a job done. Take gets the result and may refuse it, in which case
// somebody else is asked. The error of a job that failed too often tells why the
// last result was refused.
func ask(ctx context.Context, node *cluster.Node, kind cluster.Kind, id string, payload any, take func(result []byte) error) error {
	text, err := json.Marshal(payload)
	if err != nil {
		return err
	}
	var mu sync.Mutex
	var refused error
	t, err := node.Submit(ctx, cluster.Job{ID: id, Kind: kind, Priority: cluster.Low, Payload: text}, cluster.Follow{
		Done: func(result []byte) error {
			err := take(result)
			mu.Lock()
			defer mu.Unlock()
			refused = err
			return err
		},
	})
	if err != nil {
		return err
	}
	if _, err = t.Wait(ctx); err == nil || ctx.Err() != nil {
		return err
	}
	mu.Lock()
	defer mu.Unlock()
	return fmt.Errorf("job %s: %w", id, errors.Join(err, refused))
}
