// Package work is what the site has done by workers: analyses of positions,
// reports on games, moves of the computer opponents. [Handlers] are the workers'
// side; [Desk], [Reports] and [MoveAsk] are that of those who ask, who believe no
// answer before they have checked it.
package work

import (
	"context"
	"errors"
	"sync"

	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
	"github.com/bolshak-draughts/bolshak/internal/server/event"
)

// Sizes of the engines' tables, in MiB.
const (
	studyHash = 64 // of an analysis or a report
	moveHash  = 16 // of a computer opponent
)

// Handlers returns what a worker does for the site. The bus is that of its node.
func Handlers(bus event.Bus, tables *endgame.Tables) map[cluster.Kind]cluster.Handler {
	study := &engines{options: engine.Options{HashMB: studyHash, Tables: tables}}
	quick := &engines{options: engine.Options{HashMB: moveHash, Tables: tables}}
	return map[cluster.Kind]cluster.Handler{
		cluster.Analysis: func(ctx context.Context, t *cluster.Task) ([]byte, error) {
			e := study.take()
			defer study.give(e)
			return analyse(ctx, t, bus, e, tables)
		},
		cluster.Report: func(ctx context.Context, t *cluster.Task) ([]byte, error) {
			e := study.take()
			defer study.give(e)
			return judge(ctx, t, e)
		},
		cluster.Move: func(ctx context.Context, t *cluster.Task) ([]byte, error) {
			e := quick.take()
			defer quick.give(e)
			return think(ctx, t, e)
		},
	}
}

// engines are those of the workers that have nothing to do; there are as many in
// all as were ever at work at once, since their tables are big.
type engines struct {
	options engine.Options

	mu   sync.Mutex
	free []*engine.Engine
}

func (p *engines) take() *engine.Engine {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.free); n > 0 {
		e := p.free[n-1]
		p.free = p.free[:n-1]
		return e
	}
	return engine.New(p.options)
}

func (p *engines) give(e *engine.Engine) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, e)
}

// Crew is the workers of a process. Computer moves have places of their own,
// since a person's clock runs, and so have reports beside analyses.
type Crew struct{ parts []*cluster.Working }

// Start lets a node work for the site: so many moves, as many analyses, and one
// report at once for each two of them.
func Start(ctx context.Context, node *cluster.Node, places int, tables *endgame.Tables) (*Crew, error) {
	places = max(1, places)
	all := Handlers(node.Bus(), tables)
	c := &Crew{}
	for _, part := range []struct {
		kind  cluster.Kind
		slots int
	}{{cluster.Move, places}, {cluster.Analysis, places}, {cluster.Report, max(1, places/2)}} {
		w, err := node.Work(ctx, cluster.Worker{Slots: part.slots, Handlers: map[cluster.Kind]cluster.Handler{part.kind: all[part.kind]}})
		if err != nil {
			c.Stop()
			return nil, err
		}
		c.parts = append(c.parts, w)
	}
	return c, nil
}

// Drain takes no more jobs and lets those at work come to their end; when ctx
// ends they are handed back. The error is that of ctx.
func (c *Crew) Drain(ctx context.Context) error {
	errs := make([]error, len(c.parts))
	var parts sync.WaitGroup
	for i, w := range c.parts {
		parts.Go(func() { errs[i] = w.Drain(ctx) })
	}
	parts.Wait()
	return errors.Join(errs...)
}

// Stop hands back what is at work, for others to do.
func (c *Crew) Stop() {
	var parts sync.WaitGroup
	for _, w := range c.parts {
		parts.Go(w.Stop)
	}
	parts.Wait()
}
