package work

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/cluster"
	"github.com/bolshak-draughts/bolshak/internal/server/event"
	"github.com/bolshak-draughts/bolshak/internal/server/stateless"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
)

// Errors of Judge.
var (
	// ErrReplaced says that the person asked for another report meanwhile.
	ErrReplaced = errors.New("another report was asked for")
	// ErrFailed says that the game could not be judged, and lately not either.
	ErrFailed = errors.New("the game cannot be judged")
)

// ReportStore keeps reports; it is part of [store.Store].
type ReportStore interface {
	WantReport(ctx context.Context, id string, payload []byte) (store.GameReport, error)
	UnwantReport(ctx context.Context, id string) error
	FinishReport(ctx context.Context, id string, result []byte) (first bool, err error)
	FailReport(ctx context.Context, id, reason string) error
	WantedReports(ctx context.Context, olderThan time.Time, limit int) ([]store.GameReport, error)
}

// Reports has the games of people judged, one a person, and keeps the reports:
// a game is judged once.
type Reports struct {
	node  *cluster.Node
	store ReportStore
	log   *slog.Logger
	most  int
	self  string // by which other nodes know this one

	mu      sync.Mutex
	jobs    map[string]*judging // by id
	persons map[string]*asking  // by a digest of the person
}

// asking is a person's newest wish for a report.
type asking struct{ drop context.CancelCauseFunc }

// judging is a report that is being made, and who waits for it.
type judging struct {
	id      string
	payload []byte
	ticket  *cluster.Ticket
	before  int
	started bool
	waiters []*waiter
}

// waiter hears of a report.
type waiter struct {
	news  chan struct{} // something is in queue
	mu    sync.Mutex
	queue []Progress
	over  bool
	text  []byte
	err   error
}

// Progress is how far a report has come: while Before is above 0 so many others
// come first, then Done of Of positions have been searched.
type Progress struct{ Before, Done, Of int }

// NewReports returns the reports of a node; at most most may wait on it. Closer
// ends the hearing of other nodes.
func NewReports(node *cluster.Node, kept ReportStore, most int, log *slog.Logger) (r *Reports, closer func(), err error) {
	r = &Reports{node: node, store: kept, log: log, most: most, self: store.NewID(), jobs: map[string]*judging{}, persons: map[string]*asking{}}
	orphans, err := node.Orphans(cluster.Report, func(j cluster.Job, result []byte) error {
		_, err := r.finish(j.ID, j.Payload, result)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	unhear := node.Bus().Subscribe(wants, r.elsewhere)
	return r, func() {
		unhear()
		orphans()
	}, nil
}

// commitTime is how long it may take to keep a report: a worker waits for it.
const commitTime = 1500 * time.Millisecond

// finish checks a report and keeps it, and returns the one that is kept: another
// one may have been first. The error says why it cannot be believed, or kept: then
// it is made again, since what was told must be what the next one hears.
func (r *Reports) finish(id string, payload, result []byte) (kept []byte, err error) {
	g, err := readReportAsk(payload)
	if err != nil {
		return nil, err
	}
	if err := checkReport(g, result); err != nil {
		r.log.Warn("a report was refused", "job", id, "error", err)
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), commitTime)
	defer cancel()
	first, err := r.store.FinishReport(ctx, id, result)
	if errors.Is(err, store.ErrNotFound) { // somebody did not want it any more, on another node
		if _, err = r.store.WantReport(ctx, id, payload); err == nil {
			first, err = r.store.FinishReport(ctx, id, result)
		}
	}
	if err == nil && !first {
		var there store.GameReport
		there, err = r.store.WantReport(ctx, id, payload)
		result = there.Result
	}
	if err != nil {
		r.log.Error("a report cannot be kept", "job", id, "error", err)
		return nil, err
	}
	return result, nil
}

// Judge judges a game for a person, in place of the one that was asked for
// before, and tells how far it has come. It returns the report, a [Report] in
// JSON, when it is there. The error is that of ctx, or matches [ErrReplaced],
// [ErrFailed], [store.ErrCrowded], [cluster.ErrCrowded], [cluster.ErrClosed] or
// another one of the store.
func (r *Reports) Judge(ctx context.Context, person string, g *stateless.Game, end *stateless.End, tell func(Progress)) ([]byte, error) {
	id, payload := newReportAsk(g, end)
	ctx, drop := context.WithCancelCause(ctx)
	defer drop(nil)
	leave := r.alone(person, drop)
	defer leave()
	kept, err := r.store.WantReport(ctx, id, payload)
	if err != nil {
		return nil, err
	}
	switch kept.State {
	case store.ReportDone:
		if err := checkReport(g.Game, kept.Result); err != nil {
			return nil, fmt.Errorf("the report %s: %w", id, err)
		}
		return kept.Result, nil
	case store.ReportFailed:
		return nil, fmt.Errorf("%w: %s", ErrFailed, kept.Reason)
	}
	w, err := r.join(id, payload, cluster.Middle)
	if err != nil {
		return nil, err
	}
	for {
		queue, over := w.take()
		for _, p := range queue {
			tell(p)
		}
		if over {
			return w.text, w.err
		}
		select {
		case <-w.news:
		case <-ctx.Done():
			r.leave(id, w)
			return nil, context.Cause(ctx)
		}
	}
}

// wants is the topic of who wants a report on which node.
const wants = "wants"

// elsewhere ends what a person waits for who has asked on another node.
func (r *Reports) elsewhere(e event.Event) {
	if e.Kind == r.self {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if a := r.persons[e.Game]; a != nil {
		a.drop(ErrReplaced)
	}
}

// alone ends what the person asked for before, on whichever node; leave says that
// this one is over.
func (r *Reports) alone(person string, drop context.CancelCauseFunc) (leave func()) {
	name := digest([]byte(person))
	mine := &asking{drop}
	r.mu.Lock()
	if old := r.persons[name]; old != nil {
		old.drop(ErrReplaced)
	}
	r.persons[name] = mine
	r.mu.Unlock()
	r.node.Bus().Publish(wants, event.Event{Kind: r.self, Game: name})
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.persons[name] == mine {
			delete(r.persons, name)
		}
	}
}

// join waits for a report that is being made, or has it made.
func (r *Reports) join(id string, payload []byte, p cluster.Priority) (*waiter, error) {
	w := &waiter{news: make(chan struct{}, 1)}
	r.mu.Lock()
	defer r.mu.Unlock()
	if j := r.jobs[id]; j != nil {
		j.waiters = append(j.waiters, w)
		if !j.started && j.before > 0 {
			w.tell(Progress{Before: j.before})
		}
		return w, nil
	}
	waiting := 0
	for _, j := range r.jobs {
		if !j.started && len(j.waiters) > 0 {
			waiting++
		}
	}
	if waiting >= r.most {
		return nil, cluster.ErrCrowded
	}
	return w, r.submit(&judging{id: id, payload: payload, waiters: []*waiter{w}}, p)
}

// submit has a report made. The caller holds the lock.
func (r *Reports) submit(j *judging, p cluster.Priority) error {
	r.jobs[j.id] = j
	with := func(do func()) {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.jobs[j.id] == j {
			do()
		}
	}
	var err error
	j.ticket, err = r.node.Submit(context.Background(), cluster.Job{ID: j.id, Kind: cluster.Report, Priority: p, Payload: j.payload}, cluster.Follow{
		Waiting: func(before int) {
			with(func() {
				j.started, j.before = false, before+1
				j.tell(Progress{Before: j.before})
			})
		},
		Started: func(int) { with(func() { j.started = true }) },
		Progress: func(told []byte) {
			var p reportTold
			if json.Unmarshal(told, &p) == nil && p.Done >= 0 && p.Done <= p.Of {
				with(func() { j.tell(Progress{Done: p.Done, Of: p.Of}) })
			}
		},
		Done: func(result []byte) error {
			kept, err := r.finish(j.id, j.payload, result)
			if err != nil {
				return err
			}
			with(func() { r.end(j, kept, nil) })
			return nil
		},
		Failed: func(err error) { r.failed(j, err) },
	})
	if err != nil {
		delete(r.jobs, j.id)
	}
	return err
}

// failed ends a report that will not be made.
func (r *Reports) failed(j *judging, err error) {
	if errors.Is(err, cluster.ErrDead) {
		r.log.Error("a game cannot be judged", "job", j.id, "error", err)
		ctx, cancel := context.WithTimeout(context.Background(), commitTime)
		if failed := r.store.FailReport(ctx, j.id, strings.ToValidUTF8(err.Error(), "?")); failed != nil && !errors.Is(failed, store.ErrNotFound) {
			r.log.Error("a report cannot be kept", "job", j.id, "error", failed)
		}
		cancel()
		err = fmt.Errorf("%w: %w", ErrFailed, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.jobs[j.id] == j {
		r.end(j, nil, err)
	}
}

// end tells all who wait that it is over. The caller holds the lock.
func (r *Reports) end(j *judging, text []byte, err error) {
	delete(r.jobs, j.id)
	for _, w := range j.waiters {
		w.end(text, err)
	}
}

// leave waits no more. When nobody does the report is not made, unless somebody
// waits on another node.
func (r *Reports) leave(id string, w *waiter) {
	r.mu.Lock()
	j := r.jobs[id]
	gone := false
	if j != nil {
		before := len(j.waiters)
		j.waiters = slices.DeleteFunc(j.waiters, func(other *waiter) bool { return other == w })
		if gone = before == 1 && len(j.waiters) == 0; gone {
			delete(r.jobs, id)
			j.ticket.Cancel()
		}
	}
	r.mu.Unlock()
	if !gone {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), commitTime)
	defer cancel()
	if err := r.store.UnwantReport(ctx, id); err != nil {
		r.log.Warn("a report that nobody wants stays wanted", "job", id, "error", err)
	}
}

// How reports are found again whose asker has died: those that have been wanted
// for long and that this node does not follow are asked for anew, which does
// nothing while another node does.
const (
	lostAfter  = 30 * time.Second
	sweptCount = 20 // at once
)

// Sweep has reports made that were wanted and whose asker has ended.
func (r *Reports) Sweep(ctx context.Context, now time.Time) error {
	wanted, err := r.store.WantedReports(ctx, now.Add(-lostAfter), sweptCount)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, kept := range wanted {
		if r.jobs[kept.ID] != nil {
			continue
		}
		if err := r.submit(&judging{id: kept.ID, payload: kept.Payload}, cluster.Low); err != nil {
			return err
		}
	}
	return nil
}

// tell tells all who wait how far it is. The caller holds the lock of the reports.
func (j *judging) tell(p Progress) {
	for _, w := range j.waiters {
		w.tell(p)
	}
}

func (w *waiter) tell(p Progress) {
	w.mu.Lock()
	w.queue = append(w.queue, p)
	w.mu.Unlock()
	w.wake()
}

func (w *waiter) end(text []byte, err error) {
	w.mu.Lock()
	w.over, w.text, w.err = true, text, err
	w.mu.Unlock()
	w.wake()
}

func (w *waiter) wake() {
	select {
	case w.news <- struct{}{}:
	default:
	}
}

func (w *waiter) take() (queue []Progress, over bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	queue, w.queue = w.queue, nil
	return queue, w.over
}
