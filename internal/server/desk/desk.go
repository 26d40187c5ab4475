// Package desk searches positions for people who study them: one position a
// person, a few at once, the others in turn.
package desk

import (
	"context"
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/engine"
)

// Longest is how long a position is searched; while others wait, a search gets
// a slice of it only.
const (
	Longest = 2 * time.Minute
	slice   = 5 * time.Second
)

// Desk takes requests and searches them. Close ends it.
type Desk struct {
	ctx     context.Context
	stop    context.CancelFunc
	workers sync.WaitGroup
	tables  *endgame.Tables
	most    int
	wake    chan struct{}

	mu      sync.Mutex
	waiting []*job
	of      map[string]*job // by person, waiting or at work
	idle    int
}

// job is a request on its way.
type job struct {
	person string
	req    Request
	emit   func(Message)
	ended  func()
	ctx    context.Context
	cancel context.CancelFunc
	began  time.Time   // zero while it waits
	slice  *time.Timer // ends it for the sake of others
	closed bool        // no message may follow
}

// New returns a desk with so many engines of so many MiB each. At most most
// requests may wait.
func New(engines, hashMB, most int, tables *endgame.Tables) *Desk {
	ctx, stop := context.WithCancel(context.Background())
	d := &Desk{ctx: ctx, stop: stop, tables: tables, most: most, wake: make(chan struct{}, engines), of: map[string]*job{}, idle: engines}
	for range engines {
		d.workers.Go(func() { d.work(engine.Options{HashMB: hashMB, Tables: tables}) })
	}
	return d
}

// Close ends all searches and waits for them.
func (d *Desk) Close() {
	d.mu.Lock()
	d.stop()
	for _, j := range d.of {
		d.end(j)
	}
	d.waiting = nil
	d.mu.Unlock()
	d.workers.Wait()
}

// Start searches a position for a person, in place of the one that was asked
// for before. Messages come to emit one at a time until one that is done; then,
// or when the request was replaced or stopped, ended is called unless it is nil.
// Neither may block. Start reports false, and calls neither ever, when too many
// wait.
func (d *Desk) Start(person string, req Request, emit func(Message), ended func()) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	place := -1
	if old := d.of[person]; old != nil {
		for i, j := range d.waiting {
			if j == old {
				place = i
			}
		}
		d.end(old)
	}
	if d.ctx.Err() != nil || place < 0 && len(d.waiting) >= d.most {
		return false
	}
	j := &job{person: person, req: req, emit: emit, ended: ended}
	j.ctx, j.cancel = context.WithCancel(d.ctx)
	d.of[person] = j
	if place >= 0 {
		d.waiting[place] = j // a newer wish keeps the place in the queue
	} else {
		d.waiting = append(d.waiting, j)
		place = len(d.waiting) - 1
	}
	if place < d.idle {
		select {
		case d.wake <- struct{}{}:
		default:
		}
		return true
	}
	emit(Message{Queued: place + 1 - d.idle, Key: req.Key})
	d.hurry()
	return true
}

// Stop ends the search of a person that has this key; with the key "" whichever
// it is.
func (d *Desk) Stop(person, key string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	j := d.of[person]
	if j == nil || key != "" && j.req.Key != key {
		return
	}
	for i, w := range d.waiting {
		if w == j {
			d.waiting = append(d.waiting[:i], d.waiting[i+1:]...)
			break
		}
	}
	d.end(j)
}

// Load returns the numbers of searches at work and waiting.
func (d *Desk) Load() (working, waiting int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.of) - len(d.waiting), len(d.waiting)
}

// end lets no more messages out of a job. The caller holds the lock.
func (d *Desk) end(j *job) {
	if j.closed {
		return
	}
	j.closed = true
	j.cancel()
	if j.ended != nil {
		j.ended()
	}
	if j.slice != nil {
		j.slice.Stop()
	}
	if d.of[j.person] == j {
		delete(d.of, j.person)
	}
}

// hurry sets an end to the search that began first of those that have none.
// The caller holds the lock.
func (d *Desk) hurry() {
	var first *job
	for _, j := range d.of {
		if !j.began.IsZero() && j.slice == nil && (first == nil || j.began.Before(first.began)) {
			first = j
		}
	}
	if first != nil {
		first.slice = time.AfterFunc(max(0, slice-time.Since(first.began)), first.cancel)
	}
}

// tell sends a message unless the job has been replaced or stopped.
func (d *Desk) tell(j *job, m Message) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !j.closed {
		j.emit(m)
	}
}

// work takes jobs as long as the desk is open.
func (d *Desk) work(opt engine.Options) {
	var e *engine.Engine
	for {
		j := d.take()
		if j == nil {
			select {
			case <-d.wake:
				continue
			case <-d.ctx.Done():
				return
			}
		}
		if e == nil {
			e = engine.New(opt) // its table is big: not before it is needed
		}
		d.search(e, j)
		d.mu.Lock()
		d.end(j)
		d.idle++
		d.mu.Unlock()
	}
}

// take returns the first job that waits, or nil.
func (d *Desk) take() *job {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.waiting) == 0 {
		return nil
	}
	j := d.waiting[0]
	d.waiting = d.waiting[1:]
	d.idle--
	j.began = time.Now()
	for i, w := range d.waiting {
		w.emit(Message{Queued: i + 1, Key: w.req.Key})
	}
	if len(d.waiting) > 0 && d.idle == 0 {
		d.hurry()
	}
	return j
}
