package faults

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/load"
)

// ClusterOptions say what is to befall a site of many nodes.
type ClusterOptions struct {
	Programs
	// Dir is an empty folder for what the parts keep.
	Dir string
	// Faults is how many there are, some of them two at a time.
	Faults int
	// Pause is how long the site is left alone between two, on average.
	Pause time.Duration
	// Games and Rate are those of the load.
	Games int
	Rate  float64
	// Workers is the number of workers, Askers that of clients who want analyses,
	// that of those who want reports, and that of those who play the computer.
	Workers, Askers int
	// Within is how long clients have to be where they were once a fault is
	// mended.
	Within time.Duration
	// Seed chooses moves, faults and moments.
	Seed uint64
	// Logger is told what goes on; nil means nobody is.
	Logger *slog.Logger
}

// ClusterReport is what came of it.
type ClusterReport struct {
	Faults       int
	Acknowledged int
	// Lost are acknowledged moves that are missing, in the database or as any node
	// tells, and moves that were told otherwise than they were made.
	Lost int
	// Stuck are games that did not go on in time after a fault, or at the end.
	Stuck int
	// Jobs are analyses, reports and computer moves that were wanted; Unfinished
	// are those of them without a result, and reports of which there are two.
	Jobs, Unfinished int
	// Refused and Clocks are moves that were refused and clocks that were wrong.
	Refused, Clocks int
	// Resumed is the longest time from the end of a fault until all went on.
	Resumed time.Duration
	// Drops counts connections that broke.
	Drops int
}

// String returns the line that scripts read.
func (r ClusterReport) String() string {
	return fmt.Sprintf("faults %d acknowledged %d lost %d stuck %d jobs %d unfinished %d",
		r.Faults, r.Acknowledged, r.Lost, r.Stuck, r.Jobs, r.Unfinished)
}

// heartbeat is how often players ask whether their node is there.
const heartbeat = 500 * time.Millisecond

// RunCluster plays against a site of three nodes to which everything happens
// that can, and checks all games at the end. The error says why that could not be
// done.
func RunCluster(ctx context.Context, opt ClusterOptions) (report ClusterReport, err error) {
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s, err := StartNodes(ctx, opt.Dir, opt.Programs, opt.Workers, true)
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, s.Stop()) }()

	games := played{moves: map[string][]draughts.Move{}}
	monitor := &load.Monitor{}
	begun := make(chan struct{})
	playing, over := context.WithCancel(ctx)
	defer over()
	var others sync.WaitGroup
	defer others.Wait()
	defer over()
	asked := &askers{urls: s.URLs(), log: opt.Logger}
	others.Go(func() {
		defer over()
		select {
		case <-begun:
		case <-playing.Done():
			return
		}
		var asking sync.WaitGroup
		until, enough := context.WithCancel(ctx)
		asking.Go(func() { asked.run(ctx, until, opt.Askers, opt.Seed) })
		if err := befall(ctx, s, opt, monitor, &report); err != nil {
			cancel(err)
		}
		enough()
		asking.Wait()
	})
	done, err := load.RunUntil(ctx, playing, load.Options{
		URL: strings.Join(s.URLs(), ","), Games: opt.Games, Rate: opt.Rate, Time: time.Hour * 24, Seed: opt.Seed, Logger: opt.Logger,
		Heartbeat: heartbeat, Spectators: true, Monitor: monitor, Played: games.add,
		Ready: func() { close(begun) },
	})
	over()
	others.Wait()
	if cause := context.Cause(ctx); cause != nil {
		err = cause // what else there is follows from it
	}
	report.Acknowledged, report.Drops = done.Acknowledged, done.Drops
	report.Refused, report.Clocks = done.Refused, done.Clocks
	report.Stuck += done.Stuck
	report.Lost = done.Missing + done.Contradictions
	report.Jobs, report.Unfinished = int(asked.jobs.Load()), int(asked.unfinished.Load())
	if err != nil {
		return report, err
	}
	lost, err := games.compare(ctx, s, opt.Logger)
	report.Lost += lost
	return report, err
}

// befall lets one fault follow the other.
func befall(ctx context.Context, s *Nodes, opt ClusterOptions, monitor *load.Monitor, report *ClusterReport) error {
	rng := rand.New(rand.NewPCG(opt.Seed, 3))
	for report.Faults < opt.Faults {
		wait := time.Duration((0.5 + rng.Float64()) * float64(opt.Pause))
		if err := sleep(ctx, wait); err != nil {
			return err
		}
		troubles := []trouble{s.trouble(rng)}
		if report.Faults+1 < opt.Faults && rng.IntN(10) < 3 {
			if second := s.trouble(rng); second.part != troubles[0].part {
				troubles = append(troubles, second)
			}
		}
		var names []string
		for _, t := range troubles {
			t.begin()
			names = append(names, t.name)
		}
		down := downTime(rng)
		if err := sleep(ctx, down); err != nil {
			return err
		}
		if err := mend(ctx, troubles); err != nil {
			return err
		}
		report.Faults += len(troubles)
		resumed, behind := resume(ctx, monitor, opt.Within)
		report.Resumed = max(report.Resumed, resumed)
		report.Stuck += len(behind)
		for _, why := range behind {
			opt.Logger.Error("it does not go on in time", "after", strings.Join(names, ", "), "why", why)
		}
		opt.Logger.Info("mended", "faults", report.Faults, "fault", strings.Join(names, ", "), "lasted", down, "resumed", resumed)
		for i, n := range s.nodes {
			if !n.runs() {
				opt.Logger.Error("a node has ended by itself", "node", i+1, "said", n.said.String())
				report.Stuck++
				if err := n.startAgain(ctx); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// mend mends what has happened, all at once: one may need the other.
func mend(ctx context.Context, troubles []trouble) error {
	errs := make([]error, len(troubles))
	var all sync.WaitGroup
	for i, t := range troubles {
		all.Go(func() {
			if err := t.end(ctx); err != nil {
				errs[i] = fmt.Errorf("after the fault %s: %w", t.name, err)
			}
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// resume waits until all games go on, and returns how long that took and those
// that did not in time.
func resume(ctx context.Context, monitor *load.Monitor, within time.Duration) (took time.Duration, late []string) {
	const patience = 6 // times as long as it may take
	mended := time.Now()
	for {
		behind := monitor.Behind(mended)
		took = time.Since(mended)
		if took > within && late == nil {
			late = slices.Clone(behind)
		}
		if len(behind) == 0 || took > patience*within || sleep(ctx, 10*time.Millisecond) != nil {
			return took, late
		}
	}
}
