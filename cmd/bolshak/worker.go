package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"sync"
	"syscall"

	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
	"github.com/bolshak-draughts/bolshak/internal/fleet"
	"github.com/bolshak-draughts/bolshak/internal/server/work"
)

type workerCmd struct {
	natsFlags
	Threads int        `placeholder:"N" help:"Jobs of each sort at once; without it one less than there are processors."`
	Tables  string     `placeholder:"DIR" help:"Folder for endgame tables that are being built; without it a temporary one."`
	Memory  memorySize `placeholder:"SIZE" help:"Memory for them: 8G, 500M; a number alone is MiB."`
	NoBatch bool       `help:"Only what people wait for: no tables, no learning, no search for exercises."`
}

func (workerCmd) Help() string {
	return `Works for the nodes of a site, analyses, reports on games, moves of the computer, and
for tb build, train selfplay and exercise find. It needs no database and may come and
go. The first Ctrl-C (or SIGTERM) takes no more jobs and ends when those at work are
done; the second hands them back at once, for other workers.

Example: bolshak worker --nats nats://10.0.0.1:4222,nats://10.0.0.2:4222 --threads 4`
}

func (c workerCmd) Validate() error {
	if c.NATS == "" {
		return errors.New("missing flags: --nats=URL")
	}
	if c.Threads < 0 {
		return fmt.Errorf("--threads %d is not a number of threads", c.Threads)
	}
	return c.check()
}

func (c workerCmd) Run(ctx context.Context, s streams) (err error) {
	log := slog.New(slog.NewTextHandler(prefixed{s.err}, nil))
	threads := c.Threads
	if threads == 0 {
		threads = max(1, runtime.GOMAXPROCS(0)-1)
	}
	// What is at work goes on when the first signal comes.
	background := context.WithoutCancel(ctx)
	node, err := c.open(ctx, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, node.Close()) }()
	tables := endgame.Default()
	site, err := work.Start(background, node, threads, tables)
	if err != nil {
		return err
	}
	crews := []crew{site}
	kinds := slices.Sorted(maps.Keys(work.Handlers(node.Bus(), tables)))
	if !c.NoBatch {
		f, err := fleet.New(fleet.Config{Dir: c.Tables, Memory: int64(c.Memory), Logger: log})
		if err != nil {
			return err
		}
		handlers := f.Handlers(node)
		batch, err := node.Work(background, cluster.Worker{Slots: threads, Handlers: handlers})
		if err != nil {
			return errors.Join(err, f.Close())
		}
		defer func() { // when the workers have ended
			batch.Stop()
			err = errors.Join(err, f.Close())
		}()
		crews = append(crews, batch)
		kinds = append(kinds, slices.Sorted(maps.Keys(handlers))...)
	}
	log.Info("worker", "name", node.Name(), "pid", os.Getpid(), "version", version, "threads", threads, "kinds", kinds)
	<-ctx.Done()
	again := make(chan os.Signal, 1)
	signal.Notify(again, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(again)
	log.Info("no more jobs are taken; once more hands back those at work", "name", node.Name())
	finish, abort := context.WithCancel(background)
	defer abort()
	done := make(chan error, 1)
	go func() { done <- drain(finish, crews) }()
	select {
	case err = <-done:
	case <-again:
		abort()
		err = <-done
	}
	if errors.Is(err, context.Canceled) {
		log.Info("the jobs at work were handed back", "name", node.Name())
		return nil
	}
	log.Info("done", "name", node.Name())
	return err
}

// crew is workers of some sort.
type crew interface{ Drain(context.Context) error }

// drain lets crews come to their end.
func drain(ctx context.Context, crews []crew) error {
	errs := make([]error, len(crews))
	var all sync.WaitGroup
	for i, c := range crews {
		all.Go(func() { errs[i] = c.Drain(ctx) })
	}
	all.Wait()
	return errors.Join(errs...)
}
