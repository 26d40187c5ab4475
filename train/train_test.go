package train_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/engine/eval"
	"github.com/bolshak-draughts/bolshak/train"
)

func config(t *testing.T, name string) train.SelfPlayConfig {
	t.Helper()
	return train.SelfPlayConfig{
		File: filepath.Join(t.TempDir(), name), Positions: 2500, Threads: 2, Seed: 5, Nodes: 40,
		Openings: []draughts.Position{draughts.Start()}, Options: engine.Options{HashMB: 1},
	}
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestResume: a run that is killed at any byte and resumed gives the same file
// as one that was not, with any number of threads.
func TestResume(t *testing.T) {
	whole := config(t, "whole")
	if err := train.SelfPlay(context.Background(), whole); err != nil {
		t.Fatal(err)
	}
	want := read(t, whole.File)
	rng := rand.New(rand.NewPCG(1, 1))
	cuts := []int{rng.IntN(len(want)), 0, 3, 16, 20, len(want) - 1, rng.IntN(len(want))}
	if testing.Short() {
		cuts = cuts[:1]
	}
	for _, cut := range cuts {
		again := config(t, "again")
		again.Threads = 1
		if err := os.WriteFile(again.File, want[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		if err := train.SelfPlay(context.Background(), again); err != nil {
			t.Fatal(err)
		}
		if got := read(t, again.File); !bytes.Equal(got, want) {
			t.Fatalf("cut at %d of %d: the file differs", cut, len(want))
		}
	}
}

func blocks(b []byte) (all []train.Block, err error) {
	for block, err := range train.ReadBlocks(bytes.NewReader(b)) {
		if err != nil {
			return all, err
		}
		all = append(all, block)
	}
	return all, nil
}

func TestReadBlocks(t *testing.T) {
	cfg := config(t, "file")
	if err := train.SelfPlay(context.Background(), cfg); err != nil {
		t.Fatal(err)
	}
	data := read(t, cfg.File)
	all, err := blocks(data)
	if err != nil {
		t.Fatal(err)
	}
	positions, decided := 0, 0
	for _, b := range all {
		positions += len(b.Records)
		for _, r := range b.Records {
			if !train.Quiet(r.Position) {
				t.Fatalf("%s is not quiet", r.Position)
			}
			if r.Result != 0 {
				decided++
			}
		}
	}
	if positions < cfg.Positions || decided == 0 {
		t.Errorf("%d positions, %d of decided games", positions, decided)
	}
	damage := func(at int, to byte) []byte {
		b := bytes.Clone(data)
		b[at] ^= to
		return b
	}
	for _, tt := range []struct {
		name string
		data []byte
		want error
	}{
		{"empty", nil, train.ErrFormat},
		{"other magic", damage(0, 1), train.ErrFormat},
		{"other version", damage(8, 3), train.ErrFormat},
		{"huge block", damage(19, 0xff), train.ErrDamaged},
		{"flipped bit", damage(100, 4), train.ErrDamaged},
		{"other number of games", damage(20, 1), train.ErrDamaged},
		{"cut off", data[:len(data)-5], train.ErrDamaged},
		{"cut off in a head", data[:20], train.ErrDamaged},
	} {
		if _, err := blocks(tt.data); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
	}
}

func FuzzReadBlocks(f *testing.F) {
	f.Add([]byte("BOLSHTRN"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if _, err := blocks(b); err != nil && !errors.Is(err, train.ErrFormat) && !errors.Is(err, train.ErrDamaged) {
			t.Fatal(err)
		}
	})
}

// TestFitFindsWeights plants weights, makes results of them, and wants the fit
// to judge positions that it has not seen nearly alike.
func TestFitFindsWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	var planted eval.Weights
	for i := range int32(eval.NumFeatures) {
		planted.Set(i, int16(rng.IntN(21)-10), int16(rng.IntN(21)-10))
	}
	planted.Set(eval.FeatureMan, 100, 100)
	planted.Set(eval.FeatureKing, 300, 300)
	var set train.Set
	var held []draughts.Position
	blocks, epochs, least := 400, 15, 95
	if testing.Short() {
		blocks, epochs, least = 100, 5, 85
	}
	for n := range blocks {
		var b train.Block
		b.Games = 64
		for range 64 {
			p := randomPosition(rng)
			score := planted.Evaluate(p)
			if p.Turn() == draughts.Black {
				score = -score
			}
			b.Records = append(b.Records, train.Record{Position: p, Score: int16(score)})
			if n%20 == 0 {
				held = append(held, p)
			}
		}
		set.Add(b)
	}
	fitted, loss, err := train.Fit(context.Background(), &set, train.FitConfig{Epochs: epochs, Rate: 0.1, Decay: 1e-5, Lambda: 1})
	if err != nil {
		t.Fatal(err)
	}
	if loss.Check > loss.Train+0.05 {
		t.Errorf("loss %+v", loss)
	}
	// The order of positions by worth must be nearly the planted one.
	agree, all := 0, 0
	for range 5000 {
		p, q := held[rng.IntN(len(held))], held[rng.IntN(len(held))]
		if d := planted.Evaluate(p) - planted.Evaluate(q); d > 30 || d < -30 {
			all++
			if (d > 0) == (fitted.Evaluate(p) > fitted.Evaluate(q)) {
				agree++
			}
		}
	}
	if agree < all*least/100 {
		t.Errorf("the fit agrees in %d of %d pairs", agree, all)
	}
}

func randomPosition(rng *rand.Rand) draughts.Position {
	p := draughts.Start()
	for range rng.IntN(60) {
		moves := p.AppendMoves(nil)
		if len(moves) == 0 {
			return draughts.Start()
		}
		p = p.PlayUnchecked(moves[rng.IntN(len(moves))])
	}
	return p
}

func TestFitStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var set train.Set
	b := train.Block{Games: 64, Records: slices.Repeat([]train.Record{{Position: draughts.Start()}}, 3)}
	set.Add(b)
	set.Add(b)
	if learn, check := set.Len(); learn != 0 || check != 1 {
		t.Errorf("a position met six times: %d and %d", learn, check)
	}
	set.Add(train.Block{Games: 64, Records: []train.Record{{Position: draughts.Start().WithTurn(draughts.Black)}}})
	if _, _, err := train.Fit(ctx, &set, train.FitConfig{Epochs: 3, Rate: 0.1}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
