package main

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/train"
)

// TestPositionsOfRecords: every position of a file of training positions is looked
// at, until no more are wanted.
func TestPositionsOfRecords(t *testing.T) {
	ctx := context.Background()
	name := filepath.Join(t.TempDir(), "positions.bin")
	err := train.SelfPlay(ctx, train.SelfPlayConfig{
		File: name, Positions: 1, Threads: 1, Nodes: 10, Openings: []draughts.Position{draughts.Start()}, Options: engine.Options{HashMB: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	all := 0
	if err := positionsOfRecords(ctx, streams{}, name, func(list []draughts.Position) bool { all += len(list); return true }); err != nil || all == 0 {
		t.Errorf("%d positions, %v", all, err)
	}
	some := 0
	err = positionsOfRecords(ctx, streams{}, name, func(list []draughts.Position) bool { some += len(list); return some < 3 })
	if !errors.Is(err, errEnough) || some != 3 {
		t.Errorf("%d positions, %v", some, err)
	}
}
