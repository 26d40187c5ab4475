// Package faults kills a site under load again and again, as a power cut would,
// and looks whether it has kept its word.
package faults

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/load"
)

// Options say what to do.
type Options struct {
	// Command is the program of the site with its arguments, such as bolshak
	// serve; --addr and --data are added.
	Command []string
	// Env is added to the environment of the program.
	Env []string
	// Dir is an empty folder for the site.
	Dir string
	// Kills is how often the site is killed.
	Kills int
	// Up is how long the site is left alone between its start and its death, on
	// average.
	Up time.Duration
	// Games and Rate are those of the load.
	Games int
	Rate  float64
	// Seed chooses moves and moments.
	Seed uint64
	// Logger is told what goes on; nil means nobody is.
	Logger *slog.Logger
}

// Report is what came of it.
type Report struct {
	Kills        int
	Acknowledged int
	// Lost are acknowledged moves that are missing.
	Lost int
	// Stuck are games that did not go on.
	Stuck int
	// Refused and Clocks are moves that were refused and clocks that were wrong.
	Refused, Clocks int
	// Down is the longest time from a kill to the next start that listens.
	Down time.Duration
}

// String returns the line that scripts read.
func (r Report) String() string {
	return fmt.Sprintf("kills %d acknowledged %d lost %d stuck %d", r.Kills, r.Acknowledged, r.Lost, r.Stuck)
}

// Run plays against a site, kills and restarts it, and checks all games at the
// end. The error says why that could not be done.
func Run(ctx context.Context, opt Options) (Report, error) {
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}
	port, err := freePort()
	if err != nil {
		return Report{}, err
	}
	address := local(port)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s := &process{
		command: append(append([]string{}, opt.Command...), "--addr", address, "--data", opt.Dir),
		env:     opt.Env, says: "listening on ",
	}
	if err := s.start(ctx); err != nil {
		return Report{}, err
	}
	defer s.kill()

	begun := make(chan struct{})
	playing, over := context.WithCancel(ctx)
	defer over()
	var report Report
	var killer sync.WaitGroup
	killer.Go(func() {
		defer over()
		select {
		case <-begun:
		case <-playing.Done():
			return
		}
		rng := rand.New(rand.NewPCG(opt.Seed, 1))
		for range opt.Kills {
			wait := time.Duration((0.5 + rng.Float64()) * float64(opt.Up))
			select {
			case <-time.After(wait):
			case <-ctx.Done():
				return
			}
			s.kill()
			down := time.Now()
			if err := s.start(ctx); err != nil {
				cancel(err)
				return
			}
			report.Kills++
			report.Down = max(report.Down, time.Since(down))
			opt.Logger.Info("killed and restarted", "kills", report.Kills, "down", time.Since(down))
		}
	})
	played, err := load.RunUntil(ctx, playing, load.Options{
		URL: "http://" + address, Games: opt.Games, Rate: opt.Rate, Time: time.Hour * 24, Seed: opt.Seed, Logger: opt.Logger,
		Ready: func() { close(begun) },
	})
	over()
	killer.Wait()
	if err == nil {
		err = context.Cause(ctx)
	}
	report.Acknowledged, report.Lost, report.Stuck = played.Acknowledged, played.Missing, played.Stuck
	report.Refused, report.Clocks = played.Refused, played.Clocks
	return report, err
}
