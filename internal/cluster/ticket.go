package cluster

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Follow is what happens to a job, for whoever asked for it. All functions are
// called by one goroutine, and any may be nil.
type Follow struct {
	// Waiting tells, when it changes, how many jobs come first; 0 means that this
	// one is next. A job that begins at once does not wait.
	Waiting func(before int)
	// Started says that an attempt begins; tries are counted from 1. Progress of
	// earlier ones is void.
	Started func(try int)
	// Progress has what the handler tells, in order. Some of it may be missing.
	Progress func(told []byte)
	// Done takes the result. An error refuses it: that counts as a failed try,
	// and the job is done again. Done should return within two seconds.
	Done func(result []byte) error
	// Failed says that there will be no result: ErrCrowded, ErrDead,
	// ErrCancelled (by Node.Cancel) or ErrClosed, which errors.Is finds.
	Failed func(err error)
}

// Ticket follows a job.
type Ticket struct {
	n    *Node
	q    *queue
	job  Job
	f    Follow
	in   chan *nats.Msg
	view chan view
	done chan struct{}
	ctx  context.Context // ends with the ticket
	stop context.CancelFunc

	mu     sync.Mutex
	over   bool        // no callback may begin
	drop   bool        // the job is to be cancelled
	failed func(error) // to be called at the end, or nil
	result []byte
	err    error

	// Of the ticket's goroutine.
	put      string    // the submission that is in the queue
	seq      uint64    // its number there, 0 if it is not known
	prio     Priority  // and its priority
	created  time.Time // when the queue was made that it is in
	accepted bool      // it has been in the queue
	attempt  attemptID
	heard    time.Time // when the worker gave the last sign of life, or the job was last seen
	before   int       // what Waiting was told, -1 for nothing
	rings    int
	warned   bool // that NATS does not answer
	watching bool
}

// attemptID tells one attempt at a job from another.
type attemptID struct {
	delivery int    // how often the job had been given to workers
	tag      string // of the attempt
}

func (a attemptID) String() string { return strconv.Itoa(a.delivery) + "-" + a.tag }

func parseAttempt(s string) (attemptID, bool) {
	d, tag, ok := strings.Cut(s, "-")
	n, err := strconv.Atoi(d)
	return attemptID{n, tag}, ok && err == nil && n > 0 && tag != ""
}

// Submit puts a job in the queue, or joins the one that is there already, and
// follows it until ctx ends, which is like Cancel. It does not wait for anything:
// its only errors are ErrBadJob and ErrClosed, all others come to Failed. As long
// as a ticket follows a job, the job cannot get lost: if the servers forget it, it
// is put in the queue again.
func (n *Node) Submit(ctx context.Context, j Job, f Follow) (*Ticket, error) {
	if err := j.check(); err != nil {
		return nil, err
	}
	t := &Ticket{
		n: n, q: n.queue(j.Kind), job: j, f: f, before: -1,
		in: make(chan *nats.Msg, 256), view: make(chan view, 1),
		done: make(chan struct{}),
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return nil, ErrClosed
	}
	t.ctx, t.stop = context.WithCancel(n.ctx)
	n.tickets[t] = struct{}{}
	n.wg.Go(func() { t.run(ctx) })
	return t, nil
}

// Cancel ends the ticket and cancels the job, unless another ticket follows it.
// No callback begins after Cancel has returned; it does not wait for one that is
// running, so it may be called from one, or under a lock that they take.
func (t *Ticket) Cancel() { t.end(ErrCancelled, nil, true) }

// Leave ends the ticket like Cancel, but the job goes on.
func (t *Ticket) Leave() { t.end(ErrCancelled, nil, false) }

// Done returns a channel that is closed when the ticket has ended and no callback
// is running.
func (t *Ticket) Done() <-chan struct{} { return t.done }

// Wait waits for the result that Done has taken, or returns the error of Failed;
// ErrCancelled after Cancel and Leave. If ctx ends first, Wait returns its error,
// and the ticket goes on.
func (t *Ticket) Wait(ctx context.Context) ([]byte, error) {
	select {
	case <-t.done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.result, t.err
}

// fail ends the ticket from outside, with a call of Failed.
func (t *Ticket) fail(err error) { t.end(err, t.f.Failed, false) }

// end ends the ticket, unless it has ended.
func (t *Ticket) end(err error, tell func(error), drop bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.over {
		return
	}
	t.over, t.drop, t.err, t.failed = true, drop, err, tell
	t.stop()
}

// open reports whether a callback may begin.
func (t *Ticket) open() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.over
}

// run is the ticket's goroutine.
func (t *Ticket) run(ctx context.Context) {
	defer t.n.forget(t)
	defer close(t.done)
	defer context.AfterFunc(ctx, t.Cancel)()
	sub, err := t.n.nc.ChanSubscribe(newsSubject(t.job.Kind, t.job.ID, ">"), t.in)
	if err != nil {
		t.fail(ErrClosed)
	}
	t.enqueue()
	t.observe(true)
	defer t.observe(false)
	timer := time.NewTimer(t.n.pace.first)
	defer timer.Stop()
	for t.open() {
		select {
		case <-t.ctx.Done():
		case m := <-t.in:
			t.hear(m)
		case v := <-t.view:
			t.see(v)
		case <-timer.C:
			timer.Reset(t.tick())
		}
	}
	if sub != nil {
		_ = sub.Unsubscribe()
	}
	t.mu.Lock()
	drop, err, failed := t.drop, t.err, t.failed
	t.mu.Unlock()
	if drop {
		t.abandon()
	}
	if failed != nil {
		failed(err)
	}
}

// observe says whether the ticket wants to see the queue.
func (t *Ticket) observe(yes bool) {
	if yes == t.watching {
		return
	}
	if t.watching = yes; yes {
		t.q.watch(t)
	} else {
		t.q.forget(t)
	}
}

// forget removes a ticket that has ended.
func (n *Node) forget(t *Ticket) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.tickets, t)
}

// enqueue puts the job in the queue, unless one of its id is there.
func (t *Ticket) enqueue() {
	ctx, cancel := context.WithTimeout(t.ctx, t.n.pace.request)
	defer cancel()
	created, err := t.q.ensure(ctx)
	if err != nil {
		t.unreached(err)
		return
	}
	for range lifts {
		have, err := t.n.get(ctx, streamName(t.job.Kind), 0, anyJob(t.job.Kind, t.job.ID))
		if err != nil {
			t.unreached(err)
			return
		}
		if have != nil && !t.lift(ctx, have) {
			t.adopt(have)
			t.created = created
			return
		}
		if t.catchUp(); !t.open() || t.publish(ctx, created) {
			return
		}
	}
	// Others come and go with this job: tick tries again.
	t.attempt, t.rings, t.created = attemptID{}, 0, created
	t.find(false)
}

// catchUp hears what has come by now. The news of a job comes before the answer
// that its queue has it no more: whoever asked must not have it done twice.
func (t *Ticket) catchUp() {
	for t.open() {
		select {
		case m := <-t.in:
			t.hear(m)
		default:
			return
		}
	}
}

// lifts is how often a job is put in the queue at once while others of its id come
// and go.
const lifts = 3

// publish puts the job in the queue, which takes it only while none of its id is
// there, of whatever priority. It reports whether there is no more to do: false
// says that somebody was faster.
func (t *Ticket) publish(ctx context.Context, created time.Time) bool {
	m := nats.NewMsg(jobSubject(t.job.Kind, t.job.Priority, t.job.ID))
	m.Data = t.job.Payload
	put := rand.Text()
	m.Header.Set(headerPut, put)
	ack, err := t.n.js.PublishMsg(ctx, m, jetstream.WithRetryAttempts(0), onlyOne(t.job.Kind, t.job.ID))
	switch {
	case err == nil:
		t.put, t.seq, t.prio, t.created, t.accepted, t.warned = put, ack.Sequence, t.job.Priority, created, true, false
		t.attempt, t.rings, t.heard = attemptID{}, 0, time.Now()
		t.q.ring(t.job.Priority)
	case isThere(err):
		return false
	case apiCode(err) == codeStoreFailed && strings.Contains(err.Error(), "maximum messages"):
		if !t.accepted {
			t.fail(ErrCrowded)
		}
	default:
		t.q.doubt()
		t.unreached(err)
	}
	return true
}

// anyJob is the subject of a job of any priority.
func anyJob(k Kind, id string) string { return "bolshak.job." + string(k) + ".*." + id }

// adopt makes a message the one that the ticket follows.
func (t *Ticket) adopt(m *stored) {
	put := m.header.Get(headerPut)
	if put != t.put {
		t.attempt, t.rings = attemptID{}, 0
	}
	t.put, t.seq, t.prio, t.accepted, t.heard = put, m.Seq, m.priority(), true, time.Now()
}

// lift takes the job out of the queue if it waits there with a lower priority than
// this ticket wants, and reports whether it did.
func (t *Ticket) lift(ctx context.Context, m *stored) bool {
	if m.priority() >= t.job.Priority {
		return false
	}
	v, err := t.q.look(ctx)
	if err != nil {
		return false
	}
	for i, p := range priorities {
		if p == m.priority() && m.Seq <= v.delivered[i] {
			return false // a worker has it
		}
	}
	return t.n.remove(ctx, streamName(t.job.Kind), m.Seq) == nil
}

// unreached notes that the queue could not be reached; tick tries again.
func (t *Ticket) unreached(err error) {
	t.put = ""
	if t.open() && !t.warned {
		t.warned = true
		t.n.log.Warn("a job waits for NATS", "kind", t.job.Kind, "id", t.job.ID, "err", err)
	}
}

// find looks for the job in the queue and among the dead, and reports whether it
// is in the queue. If it is lost, find puts it there again if it may.
func (t *Ticket) find(again bool) bool {
	m, err := t.n.get(t.ctx, streamName(t.job.Kind), 0, anyJob(t.job.Kind, t.job.ID))
	if err != nil {
		return false // no answer is no news; tick asks again
	}
	if m != nil {
		t.adopt(m)
		return true
	}
	if t.put != "" {
		dead, err := t.n.get(t.ctx, deadStream, 0, deadSubject(t.job.Kind, t.job.ID))
		if err != nil {
			return false
		}
		if dead != nil {
			if d := readDead(dead); d.Put == t.put {
				t.fail(fmt.Errorf("%w: %s", ErrDead, d.Error))
				return false
			}
		}
	}
	t.put, t.seq = "", 0
	if again {
		t.q.doubt()
		t.enqueue()
	}
	return false
}

// tick looks after the job from time to time, and returns when to do so again.
func (t *Ticket) tick() time.Duration {
	switch {
	case t.put == "":
		t.enqueue()
		t.rings++
		return min(t.n.pace.first<<t.rings, t.n.pace.watch)
	case t.attempt.tag == "" && t.rings < 3:
		// The bell may have come before the queue knew of the job.
		t.rings++
		t.q.ring(t.prio)
		return t.n.pace.first << (2 * t.rings)
	case t.attempt.tag != "" && time.Since(t.heard) > t.n.pace.silence:
		t.heard = time.Now()
		t.observe(true)
		t.find(true)
	}
	return t.n.pace.watch
}

// show lets the ticket see the state of the queue.
func (t *Ticket) show(v view) {
	select {
	case <-t.view: // an older one
	default:
	}
	select {
	case t.view <- v:
	default:
	}
}

// see learns from the state of the queue where the job is.
func (t *Ticket) see(v view) {
	if t.put == "" {
		return
	}
	if !v.created.Equal(t.created) || t.seq > v.last {
		if t.find(true) {
			t.created = v.created
		}
		return
	}
	if t.attempt.tag != "" {
		return
	}
	before, passed := 0, false
	for i, p := range priorities {
		if p > t.prio {
			before += v.pending[i]
		}
		if p == t.prio {
			if passed = t.seq <= v.delivered[i]; !passed {
				before += max(0, min(int(t.seq-v.delivered[i]), v.pending[i])-1)
			}
		}
	}
	if passed {
		if time.Since(t.heard) > t.n.pace.silence {
			t.heard = time.Now()
			t.find(true)
		}
		return
	}
	if before != t.before && t.f.Waiting != nil && t.open() {
		t.before = before
		t.f.Waiting(before)
	}
}

// hear takes news of the job.
func (t *Ticket) hear(m *nats.Msg) {
	what := strings.Split(strings.TrimPrefix(m.Subject, newsSubject(t.job.Kind, t.job.ID, "")), ".")
	if what[0] == "ask" {
		_ = m.Respond([]byte("+"))
		return
	}
	if !t.open() {
		return
	}
	switch what[0] {
	case "start", "tell", "beat":
		if len(what) == 2 && t.during(what[1], what[0], m.Data) && what[0] == "tell" && t.f.Progress != nil && t.open() {
			t.f.Progress(m.Data)
		}
	case "result":
		t.take(m)
	case "dead":
		t.fail(fmt.Errorf("%w: %s", ErrDead, m.Data))
	case "cancelled":
		t.fail(ErrCancelled)
	case "gone":
		if t.put != "" {
			t.find(true)
		}
	}
}

// during reports whether news is of the attempt that counts, which is the latest.
func (t *Ticket) during(id, what string, data []byte) bool {
	a, ok := parseAttempt(id)
	if !ok || a != t.attempt && a.delivery < t.attempt.delivery {
		return false
	}
	t.heard = time.Now()
	if a == t.attempt {
		t.observe(false)
		return true
	}
	if a.delivery == t.attempt.delivery && what != "start" {
		return false // the queue was made anew, and this worker does not know
	}
	t.attempt, t.before = a, -1
	t.observe(false)
	try := a.delivery
	if n, err := strconv.Atoi(string(data)); err == nil && what == "start" {
		try = n
	}
	if t.f.Started != nil && t.open() {
		t.f.Started(try)
	}
	return true
}

// take shows a result to whoever waits for it, and tells the worker whether it
// was taken.
func (t *Ticket) take(m *nats.Msg) {
	t.heard = time.Now()
	var err error
	if t.f.Done != nil {
		err = t.f.Done(m.Data)
	}
	if err != nil {
		t.attempt.tag = "" // another one follows
		t.observe(true)
		_ = m.Respond([]byte("-" + err.Error()))
		return
	}
	_ = m.Respond([]byte("+"))
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.over {
		t.over, t.result = true, m.Data
		t.stop()
	}
}

// abandon cancels the job unless somebody else follows it.
func (t *Ticket) abandon() {
	ctx, cancel := context.WithTimeout(t.n.ctx, t.n.pace.request)
	defer cancel()
	_, err := t.n.nc.RequestWithContext(ctx, newsSubject(t.job.Kind, t.job.ID, "ask"), nil)
	if !errors.Is(err, nats.ErrNoResponders) {
		return // somebody does, or there is no way to cancel it
	}
	if err := t.n.Cancel(t.n.ctx, t.job.Kind, t.job.ID); err != nil {
		t.n.log.Debug("cancelling a job", "kind", t.job.Kind, "id", t.job.ID, "err", err)
	}
}

// Cancel cancels a job, whoever follows it: they get ErrCancelled, and a worker
// that has it stops. A job that is not there is no error.
func (n *Node) Cancel(ctx context.Context, kind Kind, id string) error {
	if err := checkName(kind, id); err != nil {
		return err
	}
	if n.ctx.Err() != nil {
		return ErrClosed
	}
	for range priorities {
		m, err := again(ctx, n, func(ctx context.Context) (*stored, error) {
			return n.get(ctx, streamName(kind), 0, anyJob(kind, id))
		})
		if err != nil {
			return fmt.Errorf("cancelling job %s of %s: %w", id, kind, err)
		}
		if m == nil {
			break
		}
		if err := n.removeAgain(ctx, streamName(kind), m.Seq); err != nil {
			return fmt.Errorf("cancelling job %s of %s: %w", id, kind, err)
		}
	}
	if err := n.nc.Publish(newsSubject(kind, id, "cancelled"), nil); err != nil {
		return err
	}
	return n.nc.Publish(stopSubject(kind, id), nil)
}
