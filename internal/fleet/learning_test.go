package fleet

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/exercise"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
	"github.com/bolshak-draughts/bolshak/train"
)

// TestSelfPlay plays on two workers, of which one returns the games of another
// seed, and wants the file of one machine; also where it was broken off, and then
// it asks only for what is missing.
func TestSelfPlay(t *testing.T) {
	cfg := train.SelfPlayConfig{
		File: filepath.Join(t.TempDir(), "whole"), Positions: 5000, Threads: 2, Seed: 3, Nodes: 30,
		Openings: train.Openings(), Options: engine.Options{HashMB: 1},
	}
	if err := train.SelfPlay(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(cfg.File)
	if err != nil {
		t.Fatal(err)
	}
	url := startServer(t)
	var first atomic.Int64 // the lowest block that was asked for
	first.Store(1 << 30)
	watch := func(h cluster.Handler) cluster.Handler {
		return func(ctx context.Context, task *cluster.Task) ([]byte, error) {
			if job, err := decode[selfPlayJob](task); err == nil {
				first.Store(min(first.Load(), int64(job.Block)))
			}
			return h(ctx, task)
		}
	}
	var lies atomic.Int64
	startWorker(t, url, "liar", 1, func(_ *cluster.Node, handlers map[cluster.Kind]cluster.Handler) {
		handlers[cluster.SelfPlay] = watch(func(ctx context.Context, task *cluster.Task) ([]byte, error) {
			job, err := decode[selfPlayJob](task)
			if err != nil {
				return nil, err
			}
			if task.Try == 1 && lies.Add(1) <= 2 {
				job.Seed++
			}
			return train.PlayBlock(ctx, job.config(), job.Block)
		})
	})
	node := openNode(t, url, "gatherer")
	cfg.File = filepath.Join(t.TempDir(), "gathered")
	gather := func() {
		t.Helper()
		if err := SelfPlay(testContext(t), node, cfg, 3); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(cfg.File); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("the file differs: %d bytes, want %d (%v)", len(got), len(want), err)
		}
	}
	gather()
	if lies.Load() < 2 {
		t.Error("the liar did not lie")
	}
	startWorker(t, url, "honest", 1, func(_ *cluster.Node, handlers map[cluster.Kind]cluster.Handler) {
		handlers[cluster.SelfPlay] = watch(handlers[cluster.SelfPlay])
	})
	first.Store(1 << 30)
	if err := os.Truncate(cfg.File, int64(len(want)-1)); err != nil {
		t.Fatal(err)
	}
	gather()
	if first.Load() == 0 {
		t.Error("the first block was asked for again")
	}
}

// TestFindExercises finds the same as one machine does.
func TestFindExercises(t *testing.T) {
	shot, err := draughts.ParsePosition("W:Wa1,e3,d4,f4,h4:Ba3,f6,h6,a7,c7,e7")
	if err != nil {
		t.Fatal(err)
	}
	others := slices.Values([][]draughts.Position{{shot, draughts.Start()}, {}})
	cfg := exercise.FindConfig{Games: 2, Seed: 5}
	want, err := exercise.Find(t.Context(), cfg, others)
	if err != nil {
		t.Fatal(err)
	}
	url := startServer(t)
	startWorker(t, url, "worker", 2, nil)
	got, err := FindExercises(testContext(t), openNode(t, url, "finder"), cfg, 0, others)
	if err != nil {
		t.Fatal(err)
	}
	if len(want) == 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("%d exercises, want %d", len(got), len(want))
	}
}

func FuzzBelieve(f *testing.F) {
	f.Add([]byte(`{}`))
	f.Add([]byte(`{"file":"IyBib2xzaGFrIGV4ZXJjaXNlcyAx","interest":[1]}`))
	f.Add([]byte(`{"interest":[1]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel() // proofs are another matter
		if found, err := believe(ctx, data); err == nil && len(found) > 0 {
			t.Errorf("believed %q", data)
		}
	})
}
