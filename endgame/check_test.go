package endgame

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/bolshak-draughts/bolshak/endgame/build"
	"github.com/bolshak-draughts/bolshak/endgame/file"
)

func TestCheck(t *testing.T) {
	dir := t.TempDir()
	if err := build.Run(t.Context(), build.Options{Dir: dir, Pieces: 3}); err != nil {
		t.Fatal(err)
	}
	check := func() error {
		tables, err := OpenDir(dir)
		if err != nil {
			return err
		}
		defer tables.Close()
		return tables.Check(t.Context(), 100, nil)
	}
	if err := check(); err != nil {
		t.Fatal(err)
	}
	// Every bit of a small file, one after another.
	name := filepath.Join(dir, "0101.dtw")
	bytes, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := range bytes {
		bytes[i] ^= 1 << (i % 8)
		if err := os.WriteFile(name, bytes, 0o666); err != nil {
			t.Fatal(err)
		}
		bytes[i] ^= 1 << (i % 8)
		var fault *file.Error
		if err := check(); !errors.As(err, &fault) {
			t.Fatalf("byte %d changed: %v", i, err)
		}
	}
	if err := os.WriteFile(name, bytes, 0o666); err != nil {
		t.Fatal(err)
	}
	// A table under the name of another.
	if err := os.Rename(filepath.Join(dir, "2001.wdl"), filepath.Join(dir, "2010.wdl")); err != nil {
		t.Fatal(err)
	}
	if err := check(); !errors.Is(err, file.ErrDamaged) {
		t.Errorf("a table under another name: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Default().Check(ctx, 1, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if testing.Short() {
		return
	}
	done := 0
	if err := Default().Check(t.Context(), 20, func(n, total int) { done = total - n }); err != nil || done != 0 {
		t.Errorf("the embedded tables: %v", err)
	}
}
