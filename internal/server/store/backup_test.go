package store

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// TestBackup copies a store that is being written to.
func TestBackup(t *testing.T) {
	dir := t.TempDir()
	s := open(t, Config{Dir: dir})
	p := guests(t, s, 2)
	rng := rand.New(rand.NewPCG(11, 12))
	old := playOn(t, s, start(t, s, blitz, p[0].ID, p[1].ID), 10, rng)

	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				if _, err := s.CreateGuest(context.Background()); err != nil {
					t.Error(err)
					return
				}
			}
		}
	})
	for i, backup := range []func(path string) error{
		func(path string) error { return s.Backup(t.Context(), path) },
		func(path string) error { return BackupDir(t.Context(), dir, path) },
	} {
		into := t.TempDir()
		path := filepath.Join(into, File)
		if err := backup(path); err != nil {
			t.Fatal(err)
		}
		wantErr(t, backup(path), fs.ErrExist)
		if files := must(os.ReadDir(into))(t); len(files) != 1 {
			t.Errorf("backup %d left %v", i, files)
		}
		if info := must(os.Stat(path))(t); info.Mode().Perm() != 0o600 {
			t.Errorf("backup %d has mode %v", i, info.Mode())
		}
		copied := open(t, Config{Dir: into})
		if got := must(copied.Game(t.Context(), old.ID))(t); got.State.Version != old.State.Version {
			t.Errorf("backup %d has version %d", i, got.State.Version)
		}
		playOn(t, copied, must(copied.Game(t.Context(), old.ID))(t), 1, rng)
	}
	close(stop)
	wg.Wait()

	wantErr(t, BackupDir(t.Context(), t.TempDir(), filepath.Join(t.TempDir(), "x")), fs.ErrNotExist)
	missing := filepath.Join(t.TempDir(), "no", "such", "folder")
	wantErr(t, s.Backup(t.Context(), missing), fs.ErrNotExist)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	into := t.TempDir()
	if err := s.Backup(cancelled, filepath.Join(into, "x")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if files := must(os.ReadDir(into))(t); len(files) != 0 {
		t.Errorf("a cancelled backup left %v", files)
	}
	wantErr(t, (&Store{}).Backup(t.Context(), "x"), ErrBackup)
}
