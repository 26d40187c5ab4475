// Command clusterrun lets things happen to a site of three nodes;
// scripts/cluster-faults calls it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/faults"
)

func main() { faults.Main("cluster-faults", run) }

func run(ctx context.Context) error {
	var opt faults.ClusterOptions
	flag.IntVar(&opt.Faults, "faults", 10, "how many faults there are")
	flag.IntVar(&opt.Games, "games", 30, "games at once")
	flag.Float64Var(&opt.Rate, "rate", 60, "moves a second")
	flag.DurationVar(&opt.Pause, "pause", time.Second, "time between two faults, on average")
	flag.DurationVar(&opt.Within, "within", 5*time.Second, "how soon after a fault all must go on")
	flag.IntVar(&opt.Workers, "workers", 2, "workers")
	flag.IntVar(&opt.Askers, "askers", 2, "clients who want analyses, and as many who want reports and who play the computer")
	flag.Uint64Var(&opt.Seed, "seed", 1, "chooses moves, faults and moments")
	quiet := flag.Bool("quiet", false, "say only the last line")
	program := flag.String("program", "bolshak", "the program of the site")
	nats := flag.String("nats", "natsrun", "the program of the NATS servers")
	flag.Parse()
	opt.Node, opt.Worker, opt.NATS = []string{*program, "serve"}, []string{*program, "worker", "--threads", "1"}, []string{*nats}
	if !*quiet {
		opt.Logger = slog.New(slog.NewTextHandler(os.Stderr, nil))
	}
	dir, err := os.MkdirTemp("", "bolshak-faults-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	opt.Dir = dir
	report, err := faults.RunCluster(ctx, opt)
	if err != nil {
		return err
	}
	if !*quiet {
		fmt.Fprintf(os.Stderr, "all went on %s after a fault at the latest; %d connections broke\n", report.Resumed.Round(time.Millisecond), report.Drops)
	}
	fmt.Println(report)
	switch {
	case report.Refused > 0 || report.Clocks > 0:
		return fmt.Errorf("%d moves were refused, %d clocks were wrong", report.Refused, report.Clocks)
	case report.Lost > 0 || report.Stuck > 0 || report.Unfinished > 0:
		return errors.New("the site has not kept its word")
	}
	return nil
}
