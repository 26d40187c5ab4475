package cluster

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
)

// Task is a job in the hands of a handler.
type Task struct {
	Job Job
	// Try counts the tries from 1. One that was handed back when a worker
	// stopped does not count.
	Try int

	tell   func([]byte)
	others func() bool
	speed  atomic.Int64
}

// NewTask returns a first try outside of any queue, for tests of handlers and for
// calling them directly. Tell gets what the handler tells, othersWait answers
// OthersWait; either may be nil.
func NewTask(j Job, tell func([]byte), othersWait func() bool) *Task {
	return &Task{Job: j, Try: 1, tell: tell, others: othersWait}
}

// Tell sends progress, at most MaxTell bytes, to those who follow the job. It does
// not wait; if the network is slower than the handler, the oldest news is dropped.
func (t *Task) Tell(progress []byte) {
	if t.tell != nil {
		t.tell(bytes.Clone(progress))
	}
}

// OthersWait reports whether jobs of this kind wait while the worker has no free
// slot, so that one that could go on for long should come to an end. It costs
// nothing and may be called often.
func (t *Task) OthersWait() bool { return t.others != nil && t.others() }

// Speed shows an operator how fast the search is, in nodes a second.
func (t *Task) Speed(nodesPerSecond int64) { t.speed.Store(nodesPerSecond) }

// attempt is a try of a worker at a job.
type attempt struct {
	g     *Working
	n     *Node
	lane  *lane
	m     *nats.Msg
	meta  *nats.MsgMetadata
	id    attemptID
	task  *Task
	put   string
	since time.Time
	out   chan []byte   // progress on its way
	alarm chan struct{} // the job may have been cancelled
	note  note
	ctx   context.Context
	stop  context.CancelCauseFunc
}

func newAttempt(g *Working, l *lane, m *nats.Msg, meta *nats.MsgMetadata) *attempt {
	a := &attempt{
		g: g, n: g.n, lane: l, m: m, meta: meta, since: time.Now(),
		id:  attemptID{int(meta.NumDelivered), rand.Text()[:8]},
		put: m.Header.Get(headerPut),
		out: make(chan []byte, 64), alarm: make(chan struct{}, 1),
	}
	id := m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]
	a.task = &Task{
		Job: Job{ID: id, Kind: l.q.kind, Priority: l.prio, Payload: m.Data},
		Try: a.id.delivery, tell: a.tell, others: func() bool { return g.othersWait(l.q.kind) },
	}
	a.ctx, a.stop = context.WithCancelCause(g.ctx)
	return a
}

// subject returns the subject of news of the attempt.
func (a *attempt) subject(what string) string {
	return newsSubject(a.task.Job.Kind, a.task.Job.ID, what+"."+a.id.String())
}

// tell is that of Task.
func (a *attempt) tell(progress []byte) {
	if len(progress) > MaxTell {
		a.n.log.Warn("progress that is too long was dropped", "kind", a.task.Job.Kind, "id", a.task.Job.ID, "bytes", len(progress))
		return
	}
	for {
		select {
		case a.out <- progress:
			return
		default:
		}
		select {
		case <-a.out:
		default:
		}
	}
}

// doubt has the attempt look whether its job was cancelled.
func (a *attempt) doubt() {
	select {
	case a.alarm <- struct{}{}:
	default:
	}
}

// run does the job.
func (a *attempt) run() {
	defer a.g.end(a)
	defer a.stop(nil)
	if a.id.delivery > 1 && !a.remember() {
		a.g.release()
		return
	}
	if a.g.taking.Err() != nil { // it came too late
		a.g.release()
		a.handBack()
		return
	}
	_ = a.n.nc.Publish(a.subject("start"), []byte(strconv.Itoa(a.task.Try)))
	quiet, lively := make(chan struct{}), make(chan struct{})
	go func() { // ended by closing quiet, and waited for
		defer close(lively)
		a.live(quiet)
	}()
	defer func() {
		close(quiet)
		<-lively
	}()
	result, err := safely(a.ctx, a.g.w.Handlers[a.task.Job.Kind], a.task)
	cause := context.Cause(a.ctx)
	if err == nil && len(result) > MaxResult {
		err = Hopeless(fmt.Errorf("a result of %d bytes, at most %d are allowed", len(result), MaxResult))
	}
	a.g.release()
	switch {
	case errors.Is(cause, ErrCancelled): // its message is gone
	case cause != nil:
		a.handBack()
	case err != nil:
		a.fail(err)
	default:
		a.tellRest()
		a.deliver(result)
	}
}

// live gives signs of life and passes progress on until quiet is closed.
func (a *attempt) live(quiet <-chan struct{}) {
	beat := time.NewTicker(a.n.pace.beat)
	defer beat.Stop()
	for n := 1; ; n++ {
		select {
		case <-quiet:
			return
		case p := <-a.out:
			_ = a.n.nc.Publish(a.subject("tell"), p)
		case <-beat.C:
			_ = a.m.InProgress()
			_ = a.n.nc.Publish(a.subject("beat"), nil)
			if n%8 == 0 {
				a.doubt() // the news of a cancellation may have been missed
			}
		case <-a.alarm:
			a.look()
		}
	}
}

// tellRest sends the progress that is still on its way, so that it comes before
// the result.
func (a *attempt) tellRest() {
	for {
		select {
		case p := <-a.out:
			_ = a.n.nc.Publish(a.subject("tell"), p)
		default:
			return
		}
	}
}

// look ends the attempt if its job has left the queue.
func (a *attempt) look() {
	ctx, cancel := context.WithTimeout(a.ctx, a.n.pace.request)
	defer cancel()
	if m, err := a.n.get(ctx, streamName(a.task.Job.Kind), a.meta.Sequence.Stream, ""); err == nil && m == nil {
		// If the whole queue is gone, the result may still be welcome.
		if v, err := a.lane.q.look(ctx); err == nil && v.last >= a.meta.Sequence.Stream {
			a.stop(ErrCancelled)
		}
	}
}

// remember reads what is known of earlier tries, and reports whether there may be
// another one.
func (a *attempt) remember() bool {
	ctx, cancel := context.WithTimeout(a.g.ctx, a.n.pace.request)
	defer cancel()
	note, err := a.n.readNote(ctx, a.task.Job.Kind, a.task.Job.ID)
	if err != nil {
		a.n.log.Debug("reading of earlier tries", "id", a.task.Job.ID, "err", err)
		return true // then this one may go on
	}
	if note.Put == a.put {
		a.note = note
	}
	a.task.Try = max(1, a.id.delivery-a.note.Back)
	if a.task.Try > MaxTries {
		a.task.Try = MaxTries
		text := "the worker fell silent"
		if a.note.Error != "" {
			text += "; before that: " + a.note.Error
		}
		a.bury(errors.New(text))
		return false
	}
	return true
}

// write stores what the next try should know.
func (a *attempt) write() error {
	a.note.Put = a.put
	// The queue has been told to stop, but this must still be said.
	ctx, cancel := context.WithTimeout(context.Background(), a.n.pace.request)
	defer cancel()
	return a.n.writeNote(ctx, a.task.Job.Kind, a.task.Job.ID, a.note)
}

// handBack returns a job that this worker cannot finish.
func (a *attempt) handBack() {
	a.note.Back++
	if err := a.write(); err != nil {
		a.n.log.Debug("handing a job back", "id", a.task.Job.ID, "err", err)
	}
	_ = a.m.Nak()
	a.lane.q.ringAgain(a.lane.prio)
}

// fail ends a try that has failed.
func (a *attempt) fail(err error) {
	a.n.tally(a.task.Job.Kind, Count{Failed: 1})
	a.n.log.Warn("a job failed", "kind", a.task.Job.Kind, "id", a.task.Job.ID, "try", a.task.Try, "err", err)
	if errors.As(err, new(hopeless)) || a.task.Try >= MaxTries {
		a.bury(err)
		return
	}
	a.note.Error = short(err.Error(), 2000)
	a.addSelf()
	if err := a.write(); err != nil {
		a.n.log.Debug("noting a failed try", "id", a.task.Job.ID, "err", err)
	}
	_ = a.m.Nak()
	a.g.yield(a.lane)
}

// addSelf notes that this worker has tried the job.
func (a *attempt) addSelf() {
	if !slices.Contains(a.note.Workers, a.n.conf.Name) {
		a.note.Workers = append(a.note.Workers, a.n.conf.Name)
	}
}

// deliver offers a result to those who wait for it.
func (a *attempt) deliver(result []byte) {
	absent, silent := 0, 0
	for {
		ctx, cancel := context.WithTimeout(context.Background(), a.n.pace.answer)
		m, err := a.n.nc.RequestWithContext(ctx, a.subject("result"), result)
		cancel()
		switch {
		case err == nil && bytes.HasPrefix(m.Data, []byte("-")):
			a.fail(fmt.Errorf("the result was refused: %s", m.Data[1:]))
			return
		case err == nil:
			a.finish()
			return
		case errors.Is(err, nats.ErrNoResponders):
			// Whoever waits may have lost the connection for a moment.
			if absent++; absent > 3 || a.g.ctx.Err() != nil {
				a.orphan(result)
				return
			}
			_ = pause(a.g.ctx, a.n.pace.absent)
		case a.g.ctx.Err() != nil || errors.Is(err, nats.ErrConnectionClosed):
			a.handBack()
			return
		default:
			if silent++; silent > 5 {
				a.fail(fmt.Errorf("the result was not taken: %w", err))
				return
			}
			_ = pause(a.g.ctx, a.n.pace.absent/4)
		}
	}
}

// finish takes the job out of the queue.
func (a *attempt) finish() {
	a.n.tally(a.task.Job.Kind, Count{Done: 1})
	if a.clear() && a.id.delivery > 1 {
		_ = a.n.nc.Publish(stopSubject(a.task.Job.Kind, a.task.Job.ID), nil) // another one may be at it
	}
	// Whoever has joined since the result was delivered looks for the job.
	_ = a.n.nc.Publish(newsSubject(a.task.Job.Kind, a.task.Job.ID, "gone"), nil)
}

// clear removes the job's message, and reports whether that is sure.
func (a *attempt) clear() bool {
	for end := time.Now().Add(2 * a.n.pace.lease); time.Now().Before(end); {
		ctx, cancel := context.WithTimeout(context.Background(), a.n.pace.request)
		err := a.m.AckSync(nats.Context(ctx))
		cancel()
		if err == nil {
			return true
		}
		a.n.log.Debug("acknowledging a job", "id", a.task.Job.ID, "err", err)
		if errors.Is(err, nats.ErrConnectionClosed) || pause(a.g.ctx, a.n.pace.absent/4) != nil {
			break
		}
	}
	return false // it comes again, and its result finds nobody
}

// stack returns where a panic happened.
func stack() string { return short(string(debug.Stack()), 1500) }
