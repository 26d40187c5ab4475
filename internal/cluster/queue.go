package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Subjects. A job waits under jobSubject; bellSubject says that there is one;
// whatever concerns a job under way comes to its tickets under newsSubject and to
// its worker under stopSubject.
func jobSubject(k Kind, p Priority, id string) string {
	return "bolshak.job." + string(k) + "." + p.String() + "." + id
}
func bellSubject(k Kind, p string) string { return "bolshak.bell." + string(k) + "." + p }
func newsSubject(k Kind, id, what string) string {
	return "bolshak.news." + string(k) + "." + id + "." + what
}
func stopSubject(k Kind, id string) string { return "bolshak.stop." + string(k) + "." + id }
func leftSubject(k Kind) string            { return "bolshak.left." + string(k) }

// streamName returns the stream of the jobs of a kind.
func streamName(k Kind) string { return "BOLSHAK_JOBS_" + strings.ToUpper(string(k)) }

// queue is what a node knows of the jobs of a kind.
type queue struct {
	n      *Node
	kind   Kind
	making sync.Mutex // held while the stream is made

	mu       sync.Mutex
	created  time.Time // when the stream was made, zero if it is not known to exist
	watchers map[*Ticket]struct{}
	watching bool
	now      chan struct{}
}

// queue returns the queue of a kind.
func (n *Node) queue(k Kind) *queue {
	n.mu.Lock()
	defer n.mu.Unlock()
	q := n.queues[k]
	if q == nil {
		q = &queue{n: n, kind: k, watchers: map[*Ticket]struct{}{}, now: make(chan struct{}, 1)}
		n.queues[k] = q
	}
	return q
}

// ensure makes the stream and its consumers unless they are known to exist, and
// returns when the stream was made.
func (q *queue) ensure(ctx context.Context) (time.Time, error) {
	if t := q.made(); !t.IsZero() {
		return t, nil
	}
	q.making.Lock()
	defer q.making.Unlock()
	if t := q.made(); !t.IsZero() {
		return t, nil
	}
	t, err := q.make(ctx)
	if err != nil {
		return t, fmt.Errorf("the queue of %s: %w", q.kind, err)
	}
	q.mu.Lock()
	q.created = t
	q.mu.Unlock()
	return t, nil
}

func (q *queue) made() time.Time {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.created
}

// doubt has the next ensure look whether the stream exists.
func (q *queue) doubt() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.created = time.Time{}
}

func (q *queue) make(ctx context.Context) (time.Time, error) {
	s, err := q.n.stream(ctx, jetstream.StreamConfig{
		Name:                 streamName(q.kind),
		Description:          "jobs: " + string(q.kind),
		Subjects:             []string{"bolshak.job." + string(q.kind) + ".*.*"},
		Retention:            jetstream.WorkQueuePolicy,
		MaxMsgs:              q.n.pace.crowd,
		MaxMsgsPerSubject:    1,
		Discard:              jetstream.DiscardNew,
		DiscardNewPerSubject: true,
	})
	if err != nil {
		return time.Time{}, err
	}
	for _, p := range priorities {
		_, err := s.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
			Durable:       p.String(),
			FilterSubject: jobSubject(q.kind, p, "*"),
			AckPolicy:     jetstream.AckExplicitPolicy,
			AckWait:       q.n.pace.lease,
			MaxAckPending: -1,
		})
		if err != nil {
			return time.Time{}, err
		}
	}
	return s.CachedInfo().Created, nil
}

// Codes of errors of JetStream that nats.go has no name for.
const (
	codeNoPeers         = 10005
	codeNotAvailable    = 10008
	codeNoLeader        = 10009
	codeInsufficient    = 10023
	codeReplicasNotHere = 10074
	codeStoreFailed     = 10077
	// That a message of the subject is there, where none was expected.
	codeWrongLast         = 10071
	codeWrongLastConstant = 10164
)

// apiCode returns the code of an error of JetStream, 0 if it is another one.
func apiCode(err error) jetstream.ErrorCode {
	var e *jetstream.APIError
	if errors.As(err, &e) {
		return e.ErrorCode
	}
	return 0
}

// isThere reports whether a job was not put in its queue because one of its id is
// in it.
func isThere(err error) bool {
	code := apiCode(err)
	return code == codeWrongLast || code == codeWrongLastConstant
}

// onlyOne lets a job into its queue while none of its id is there, of whatever
// priority.
func onlyOne(k Kind, id string) jetstream.PublishOpt {
	return jetstream.WithExpectLastSequenceForSubject(0, anyJob(k, id))
}

// stream returns a stream and makes it if it does not exist: in memory on an
// embedded server; else on disk, on three servers if there are as many.
func (n *Node) stream(ctx context.Context, c jetstream.StreamConfig) (jetstream.Stream, error) {
	c.Storage, c.Replicas = jetstream.FileStorage, n.replicas()
	if n.Embedded() {
		c.Storage = jetstream.MemoryStorage
	}
	s, err := n.js.Stream(ctx, c.Name)
	if err == nil {
		if have := s.CachedInfo().Config; have.Replicas < c.Replicas {
			have.Replicas = c.Replicas
			if more, err := n.js.UpdateStream(ctx, have); err == nil {
				return more, nil
			}
		}
		return s, nil
	}
	if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil, err
	}
	s, err = n.js.CreateStream(ctx, c)
	switch apiCode(err) {
	case codeNoPeers, codeInsufficient, codeReplicasNotHere:
		if c.Replicas > 1 {
			n.log.Warn("a queue cannot be kept on several servers for now", "stream", c.Name, "err", err)
			c.Replicas = 1
			s, err = n.js.CreateStream(ctx, c)
		}
	case jetstream.JSErrCodeStreamNameInUse: // another node was first
		s, err = n.js.Stream(ctx, c.Name)
	}
	return s, err
}

// replicas returns on how many servers streams are kept.
func (n *Node) replicas() int {
	if n.Embedded() || n.nc.ConnectedClusterName() == "" || len(n.nc.Servers()) < 3 {
		return 1
	}
	return 3
}

// ring tells idle workers of a job.
func (q *queue) ring(p Priority) { _ = q.n.nc.Publish(bellSubject(q.kind, p.String()), nil) }

// ringAgain rings for a job that goes back to the queue, now and when that is
// sure to have happened.
func (q *queue) ringAgain(p Priority) {
	q.ring(p)
	time.AfterFunc(q.n.pace.first, func() { q.ring(p) })
}

// view is the state of a queue at a time.
type view struct {
	created   time.Time // of the stream, zero if there is none
	last      uint64    // the newest message
	delivered [3]uint64 // the newest message that was given to a worker, by place in priorities
	pending   [3]int    // the messages after it
}

// look asks for the state of the queue.
func (q *queue) look(ctx context.Context) (view, error) {
	var v view
	s, err := q.n.js.Stream(ctx, streamName(q.kind))
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return v, nil
	}
	if err != nil {
		return v, err
	}
	info := s.CachedInfo()
	v.created, v.last = info.Created, info.State.LastSeq
	for i, p := range priorities {
		c, err := s.Consumer(ctx, p.String())
		if errors.Is(err, jetstream.ErrConsumerNotFound) {
			q.doubt() // ensure makes it again
			continue
		}
		if err != nil {
			return v, err
		}
		ci := c.CachedInfo()
		v.delivered[i], v.pending[i] = ci.Delivered.Stream, int(ci.NumPending)
	}
	return v, nil
}

// watch lets a ticket have a look at the queue now and then, until forget.
func (q *queue) watch(t *Ticket) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.watchers[t] = struct{}{}
	if !q.watching {
		q.watching = q.n.enter(q.keepWatch) == nil
	}
}

func (q *queue) forget(t *Ticket) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.watchers, t)
}

// hurry has the queue looked at soon.
func (q *queue) hurry() {
	select {
	case q.now <- struct{}{}:
	default:
	}
}

// keepWatch looks at the queue as long as a ticket wants to know of it, and rings
// again for jobs that wait.
func (q *queue) keepWatch() {
	timer := time.NewTimer(q.n.pace.first)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
		case <-q.now:
		case <-q.n.ctx.Done():
			return
		}
		timer.Reset(q.n.pace.watch)
		q.mu.Lock()
		if len(q.watchers) == 0 {
			q.watching = false
			q.mu.Unlock()
			return
		}
		q.mu.Unlock()
		ctx, cancel := context.WithTimeout(q.n.ctx, q.n.pace.request)
		v, err := q.look(ctx)
		cancel()
		if err != nil {
			q.n.log.Debug("looking at a queue", "kind", q.kind, "err", err)
			continue
		}
		if v.created.IsZero() {
			q.doubt()
		}
		for i, p := range priorities {
			if v.pending[i] > 0 {
				q.ring(p)
			}
		}
		q.mu.Lock()
		for t := range q.watchers {
			t.show(v)
		}
		q.mu.Unlock()
	}
}
