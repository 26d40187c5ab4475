// Command faultsrun kills and restarts a site under load; scripts/faults calls
// it.
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

func main() { faults.Main("faults", run) }

func run(ctx context.Context) error {
	var opt faults.Options
	flag.IntVar(&opt.Kills, "kills", 10, "how often the site is killed")
	flag.IntVar(&opt.Games, "games", 200, "games at once")
	flag.Float64Var(&opt.Rate, "rate", 200, "moves a second")
	flag.DurationVar(&opt.Up, "up", 2*time.Second, "time between start and death, on average")
	flag.Uint64Var(&opt.Seed, "seed", 1, "chooses moves and moments")
	quiet := flag.Bool("quiet", false, "say only the last line")
	program := flag.String("program", "bolshak", "the program of the site")
	flag.Parse()
	opt.Command = []string{*program, "serve"}
	if !*quiet {
		opt.Logger = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	}
	dir, err := os.MkdirTemp("", "bolshak-faults-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	opt.Dir = dir
	report, err := faults.Run(ctx, opt)
	if err != nil {
		return err
	}
	fmt.Println(report)
	if report.Refused > 0 || report.Clocks > 0 {
		return fmt.Errorf("%d moves were refused, %d clocks were wrong", report.Refused, report.Clocks)
	}
	if report.Lost > 0 || report.Stuck > 0 {
		return errors.New("the site has not kept its word")
	}
	return nil
}
