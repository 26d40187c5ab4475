package main

import (
	"bytes"
	"context"
	"fmt"
	"os"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
	"github.com/bolshak-draughts/bolshak/internal/fleet"
	"github.com/bolshak-draughts/bolshak/train"
)

type trainCmd struct {
	Selfplay trainSelfplayCmd `cmd:"" help:"Play games of the engine against itself into a file of positions."`
	Fit      trainFitCmd      `cmd:"" help:"Learn weights from files of positions."`
	Report   trainReportCmd   `cmd:"" help:"Tell what is in files of positions."`
}

type trainSelfplayCmd struct {
	natsFlags
	File      string `arg:"" help:"File to fill, or to go on with."`
	Positions int    `default:"1000000" help:"Positions that the file is to have."`
	Threads   int    `default:"2" help:"Threads."`
	Nodes     int64  `default:"2000" help:"Positions searched for each move."`
	Seed      uint64 `default:"1" help:"Makes the same games again."`
}

func (trainSelfplayCmd) Help() string {
	return `A run that was broken off goes on where it stopped. With --nats the games are
played by the workers of a cluster (bolshak worker); the file is the same.

Example: bolshak train selfplay round1.bin --positions 2000000`
}

func (c trainSelfplayCmd) Validate() error { return c.check() }

func (c trainSelfplayCmd) Run(ctx context.Context, s streams) error {
	cfg := train.SelfPlayConfig{
		File: c.File, Positions: c.Positions, Threads: c.Threads, Nodes: c.Nodes, Seed: c.Seed,
		Openings: train.Openings(), Options: engine.Options{HashMB: 2},
	}
	last := 0
	w, show := terminal(s.err)
	cfg.Progress = func(n int) {
		last = n
		if show {
			fmt.Fprintf(w, "\r%d of %d positions", n, c.Positions)
		}
	}
	var err error
	if c.NATS == "" {
		err = train.SelfPlay(ctx, cfg)
	} else {
		err = c.with(ctx, func(node *cluster.Node) error { return fleet.SelfPlay(ctx, node, cfg, 0) })
	}
	if show {
		fmt.Fprint(w, "\r\x1b[K")
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "positions %d\n", max(last, c.Positions))
	return err
}

type trainFitCmd struct {
	Files  []string `arg:"" help:"Files of positions."`
	Out    string   `required:"" help:"File of weights to write."`
	Curve  string   `help:"Picture of the losses to draw (SVG)." placeholder:"FILE"`
	Epochs int      `default:"12" help:"Times to go through the positions."`
	Rate   float64  `default:"0.05" help:"Step size."`
	Decay  float64  `default:"0.0001" help:"Pull of the weights towards material."`
	Lambda float64  `default:"0.3" help:"Share of the search's score in the target."`
	Seed   uint64   `default:"1" help:"Makes the same fit again."`
}

func (trainFitCmd) Help() string {
	return "Example: bolshak train fit round1.bin --out engine/eval/weights.bin --curve losses.svg"
}

func (c trainFitCmd) Run(ctx context.Context, s streams) error {
	var set train.Set
	for _, name := range c.Files {
		if err := eachBlock(ctx, name, func(b train.Block) { set.Add(b) }); err != nil {
			return err
		}
	}
	learn, check := set.Len()
	fmt.Fprintf(s.err, "bolshak: %d positions to learn from, %d to check with\n", learn, check)
	cfg := train.FitConfig{Epochs: c.Epochs, Rate: c.Rate, Decay: c.Decay, Lambda: c.Lambda, Seed: c.Seed}
	var curve train.Curve
	cfg.Progress = func(c train.Curve) {
		curve = c
		last := c[len(c)-1]
		fmt.Fprintf(s.err, "bolshak: epoch %d: loss %.5f, on the others %.5f\n", len(c), last.Train, last.Check)
	}
	w, loss, err := train.Fit(ctx, &set, cfg)
	if err != nil {
		return err
	}
	fmt.Fprint(s.err, curve.Text())
	if err := os.WriteFile(c.Out, w.Bytes(), 0o644); err != nil {
		return err
	}
	if c.Curve != "" {
		var picture bytes.Buffer
		if err := curve.WriteSVG(&picture); err != nil {
			return err
		}
		if err := os.WriteFile(c.Curve, picture.Bytes(), 0o644); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(s.out, "weights %s positions %d loss %.5f check %.5f\n", w.Hash(), learn, loss.Train, loss.Check)
	return err
}

type trainReportCmd struct {
	Files []string `arg:"" help:"Files of positions."`
}

func (trainReportCmd) Help() string { return "Example: bolshak train report round1.bin" }

func (c trainReportCmd) Run(ctx context.Context, s streams) error {
	for _, name := range c.Files {
		games, positions := 0, 0
		var results [3]int
		seen := make(map[draughts.Position]bool)
		err := eachBlock(ctx, name, func(b train.Block) {
			games += b.Games
			positions += len(b.Records)
			for _, r := range b.Records {
				results[r.Result+1]++
				seen[r.Position] = true
			}
		})
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(s.out, "%s\tgames %d\tpositions %d\tdifferent %d\tof won %d\tof drawn %d\tof lost %d\n",
			name, games, positions, len(seen), results[2], results[1], results[0]); err != nil {
			return err
		}
	}
	return nil
}

// eachBlock visits the blocks of a file.
func eachBlock(ctx context.Context, name string, visit func(train.Block)) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	for b, err := range train.ReadBlocks(f) {
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		visit(b)
	}
	return nil
}
