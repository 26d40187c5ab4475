package cluster

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Handler does a job and returns its result, at most MaxResult bytes. An error or
// a panic is a failed try, after which another worker gets the job; see Hopeless.
// When ctx ends (context.Cause tells ErrCancelled or ErrStopped) the handler
// should return soon, and what it returns does not matter.
type Handler func(ctx context.Context, t *Task) (result []byte, err error)

// Worker says what a process does for the cluster.
type Worker struct {
	// Handlers has the kinds of jobs that are taken.
	Handlers map[Kind]Handler
	// Slots is how many jobs are at work at once, at least 1.
	Slots int
}

// Working is a worker that takes jobs.
type Working struct {
	n       *Node
	w       Worker
	lanes   []*lane // the highest priority first
	subs    []*nats.Subscription
	inbox   string // where jobs come
	answers chan *nats.Msg
	asked   int // requests for jobs, of the goroutine that takes them
	wake    chan struct{}
	ctx     context.Context // of the handlers
	cancel  context.CancelCauseFunc
	taking  context.Context    // ends when no more jobs are taken
	leave   context.CancelFunc // ends it
	done    chan struct{}

	mu       sync.Mutex
	free     int
	turn     int // which of several equal lanes goes first
	at       map[*attempt]struct{}
	running  sync.WaitGroup
	draining bool
}

// lane is one priority of one kind, as a worker sees it.
type lane struct {
	q    *queue
	prio Priority

	// Under Working.mu.
	dirty   bool      // a job may wait
	until   time.Time // it is left to others until then
	recount time.Time // when a full worker may ask again how many wait
	seen    int       // how often in a row jobs waited although this worker is full
}

// Work takes jobs of some kinds until ctx ends, which is like Stop. A free slot
// takes the job of the highest priority; among equals the kinds take turns. Several
// calls are several workers with slots of their own, so that jobs of one sort do
// not keep those of another waiting.
func (n *Node) Work(ctx context.Context, w Worker) (*Working, error) {
	if w.Slots < 1 {
		return nil, fmt.Errorf("a worker with %d slots, it needs at least 1", w.Slots)
	}
	if len(w.Handlers) == 0 {
		return nil, errors.New("a worker without handlers")
	}
	for kind := range w.Handlers {
		if err := checkName(kind, "x"); err != nil {
			return nil, err
		}
	}
	g := &Working{n: n, w: w, wake: make(chan struct{}, 1), done: make(chan struct{}), free: w.Slots, at: map[*attempt]struct{}{}}
	g.inbox, g.answers = n.nc.NewInbox(), make(chan *nats.Msg, 64)
	for _, p := range priorities {
		for _, kind := range Kinds {
			if w.Handlers[kind] != nil {
				g.lanes = append(g.lanes, &lane{q: n.queue(kind), prio: p, dirty: true})
			}
		}
	}
	g.ctx, g.cancel = context.WithCancelCause(context.Background())
	g.taking, g.leave = context.WithCancel(context.Background())
	if err := g.listen(); err != nil {
		g.unlisten()
		return nil, err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		g.unlisten()
		return nil, ErrClosed
	}
	if n.fleet == nil {
		var err error
		if n.fleet, err = n.nc.Subscribe(fleetSubject, n.introduce); err != nil {
			g.unlisten()
			return nil, err
		}
	}
	n.workings[g] = struct{}{}
	n.wg.Go(func() { g.run(ctx) })
	return g, nil
}

// listen subscribes to the bells and to cancellations.
func (g *Working) listen() error {
	for kind := range g.w.Handlers {
		bell, err := g.n.nc.Subscribe(bellSubject(kind, "*"), g.heardBell)
		if err != nil {
			return fmt.Errorf("%w (%w)", ErrClosed, err)
		}
		stop, err := g.n.nc.Subscribe(stopSubject(kind, "*"), g.heardStop)
		if err != nil {
			return fmt.Errorf("%w (%w)", ErrClosed, err)
		}
		g.subs = append(g.subs, bell, stop)
	}
	// Not by Request: a job comes under its own subject, which tells nothing of
	// the request.
	jobs, err := g.n.nc.ChanSubscribe(g.inbox+".*", g.answers)
	if err != nil {
		return fmt.Errorf("%w (%w)", ErrClosed, err)
	}
	g.subs = append(g.subs, jobs)
	return nil
}

func (g *Working) unlisten() {
	for _, s := range g.subs {
		_ = s.Unsubscribe()
	}
}

// heardBell notes that a job may wait.
func (g *Working) heardBell(m *nats.Msg) {
	g.mu.Lock()
	for _, l := range g.lanes {
		if m.Subject == bellSubject(l.q.kind, l.prio.String()) {
			l.dirty = true
		}
	}
	g.mu.Unlock()
	g.rouse()
}

// heardStop has an attempt look whether its job was cancelled.
func (g *Working) heardStop(m *nats.Msg) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for a := range g.at {
		if m.Subject == stopSubject(a.task.Job.Kind, a.task.Job.ID) {
			a.doubt()
		}
	}
}

// sweep has all queues looked at.
func (g *Working) sweep() {
	g.mu.Lock()
	for _, l := range g.lanes {
		l.dirty = true
	}
	for a := range g.at {
		a.doubt()
	}
	g.mu.Unlock()
	g.rouse()
}

// rouse has the worker look what is to be done.
func (g *Working) rouse() {
	select {
	case g.wake <- struct{}{}:
	default:
	}
}

// Drain takes no more jobs and waits until those at work have ended. If ctx ends
// first, the worker is stopped, and Drain returns ctx's error.
func (g *Working) Drain(ctx context.Context) error {
	g.mu.Lock()
	g.draining = true
	g.mu.Unlock()
	g.leave()
	select {
	case <-g.done:
		return nil
	case <-ctx.Done():
		g.Stop()
		return ctx.Err()
	}
}

// Stop ends the contexts of the handlers, with the cause ErrStopped, hands their
// jobs back, which is no failed try, and waits for all that.
func (g *Working) Stop() {
	g.halt()
	<-g.done
}

// halt is Stop without waiting.
func (g *Working) halt() {
	g.leave()
	g.cancel(ErrStopped)
}

// Done returns a channel that is closed when the worker takes no more jobs and
// none is at work.
func (g *Working) Done() <-chan struct{} { return g.done }

// run is the goroutine that takes jobs.
func (g *Working) run(ctx context.Context) {
	defer close(g.done)
	defer context.AfterFunc(ctx, g.halt)()
	sweep := time.NewTicker(g.n.pace.sweep)
	defer sweep.Stop()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for g.taking.Err() == nil {
		l, wait := g.next(time.Now())
		if l != nil {
			g.try(g.taking, l)
			continue
		}
		if wait > 0 {
			timer.Reset(wait)
		}
		select {
		case <-g.wake:
		case <-timer.C:
		case <-sweep.C:
			g.sweep()
		case m := <-g.answers: // a late answer
			if m.Header.Get("Status") == "" {
				g.begin(m)
			}
		case <-g.taking.Done():
		}
	}
	g.running.Wait()
	g.unlisten()
	g.cancel(ErrStopped)
	g.n.mu.Lock()
	delete(g.n.workings, g)
	g.n.mu.Unlock()
}

// next returns the queue that should be asked now, or for how long to wait (0: for
// a bell). A worker without a free slot asks too, but only how many wait.
func (g *Working) next(now time.Time) (*lane, time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	var best *lane
	var wait time.Duration
	for i := range g.lanes {
		// Lanes of one priority are neighbours, one for each kind.
		kinds := len(g.lanes) / len(priorities)
		l := g.lanes[i/kinds*kinds+(i+g.turn)%kinds]
		if !l.dirty {
			continue
		}
		when := l.until
		if g.free <= 0 {
			when = l.recount
		}
		if d := when.Sub(now); d > 0 {
			if wait == 0 || d < wait {
				wait = d
			}
			continue
		}
		best = l
		break
	}
	if best == nil {
		return nil, wait
	}
	best.dirty = false
	g.turn++
	return best, 0
}

// try takes a job from a queue if there is one and a slot is free.
func (g *Working) try(ctx context.Context, l *lane) {
	g.mu.Lock()
	full := g.free <= 0
	g.mu.Unlock()
	if full {
		g.count(ctx, l)
		return
	}
	m, err := g.pull(ctx, l)
	if m != nil {
		g.begin(m)
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	l.seen = 0
	if err != nil && ctx.Err() == nil {
		g.n.log.Debug("asking for a job", "kind", l.q.kind, "priority", l.prio, "err", err)
		l.q.doubt()
		l.dirty, l.until = true, time.Now().Add(g.n.pace.hold)
	}
}

// begin starts an attempt at a job that has come.
func (g *Working) begin(m *nats.Msg) {
	meta, err := m.Metadata()
	if err != nil {
		g.n.log.Warn("a message that is no job", "subject", m.Subject, "err", err)
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, l := range g.lanes {
		if strings.HasPrefix(m.Subject, jobSubject(l.q.kind, l.prio, "")) {
			l.dirty = true
			l.seen = min(1, int(meta.NumPending))
			l.recount = time.Now().Add(g.n.pace.first)
			g.free--
			a := newAttempt(g, l, m, meta)
			g.at[a] = struct{}{}
			g.running.Go(a.run)
			return
		}
	}
}

// pull asks a queue for one job, without waiting for one. It may return a job of
// another queue, if an earlier answer comes late.
func (g *Working) pull(ctx context.Context, l *lane) (*nats.Msg, error) {
	// The answer may be a job, which must not be missed because ctx ends.
	ask, cancel := context.WithTimeout(context.WithoutCancel(ctx), g.n.pace.request)
	defer cancel()
	if _, err := l.q.ensure(ask); err != nil {
		return nil, err
	}
	g.asked++
	reply := g.inbox + "." + strconv.Itoa(g.asked)
	err := g.n.nc.PublishRequest("$JS.API.CONSUMER.MSG.NEXT."+streamName(l.q.kind)+"."+l.prio.String(), reply, []byte(`{"batch":1,"no_wait":true}`))
	if err != nil {
		return nil, err
	}
	for {
		select {
		case m := <-g.answers:
			switch status := m.Header.Get("Status"); {
			case status == "":
				return m, nil
			case m.Subject != reply: // a late answer
			case status == "404", status == "408":
				return nil, nil // no job, or others have asked for it
			default:
				return nil, fmt.Errorf("status %s %s", status, m.Header.Get("Description"))
			}
		case <-ask.Done():
			return nil, ask.Err()
		}
	}
}

// count looks whether jobs wait in a queue, for Task.OthersWait.
func (g *Working) count(ctx context.Context, l *lane) {
	ask, cancel := context.WithTimeout(ctx, g.n.pace.request)
	defer cancel()
	pending := 0
	c, err := g.n.js.Consumer(ask, streamName(l.q.kind), l.prio.String())
	if err == nil {
		pending = int(c.CachedInfo().NumPending)
	} else if errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrStreamNotFound) {
		l.q.doubt()
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if pending == 0 {
		l.seen = 0
		l.dirty = err != nil
	} else {
		l.seen++
		l.dirty = true
	}
	l.recount = time.Now().Add(min(g.n.pace.watch, g.n.pace.first<<min(l.seen, 10)))
}

// othersWait reports whether jobs of a kind wait while this worker has no free
// slot.
func (g *Working) othersWait(k Kind) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.free > 0 {
		return false
	}
	for _, l := range g.lanes {
		// Once may be a moment before another worker takes it.
		if l.q.kind == k && l.seen > 1 {
			return true
		}
	}
	return false
}

// release frees the slot of an attempt.
func (g *Working) release() {
	g.mu.Lock()
	g.free++
	for _, l := range g.lanes {
		if l.seen > 0 {
			l.dirty, l.seen = true, 0
		}
	}
	g.mu.Unlock()
	g.rouse()
}

// end removes an attempt.
func (g *Working) end(a *attempt) {
	g.mu.Lock()
	delete(g.at, a)
	g.mu.Unlock()
}

// yield leaves a queue to other workers for a moment.
func (g *Working) yield(l *lane) {
	g.mu.Lock()
	l.dirty, l.until = true, time.Now().Add(g.n.pace.hold)
	g.mu.Unlock()
	g.rouse()
	l.q.ringAgain(l.prio)
}

// safely calls a handler; a panic of it is an error.
func safely(ctx context.Context, h Handler, t *Task) (result []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			result, err = nil, fmt.Errorf("the handler broke down: %v\n%s", r, stack())
		}
	}()
	return h(ctx, t)
}

// short returns a text of at most so many bytes, for a person to read.
func short(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "..."
}
