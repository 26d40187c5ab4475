package work

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
	"github.com/bolshak-draughts/bolshak/internal/server/desk"
	"github.com/bolshak-draughts/bolshak/internal/server/event"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// Desk has positions searched for people who study them: one position a person,
// in turn. Close ends it.
type Desk struct {
	node   *cluster.Node
	tables *endgame.Tables
	log    *slog.Logger
	most   int
	self   string // by which other nodes' desks know this one
	unhear func() // ends the hearing of them

	mu     sync.Mutex
	closed bool
	of     map[string]*asked // by person
}

// asked is a person's job.
type asked struct {
	desk   *Desk
	person string
	id     string
	ticket *cluster.Ticket

	// These change with each wish; n is its number.
	n     int64
	req   desk.Request
	emit  func(desk.Message)
	ended func()

	before  int       // so many come first; at work if started
	started bool      // a worker has it
	heard   int64     // the wish of which something was heard last
	faulty  error     // what was wrong with something that was told
	wished  time.Time // when the worker was last told of the wish
	again   *time.Timer
	closed  bool // no message may follow
}

// NewDesk returns a desk at which at most most people may wait.
func NewDesk(node *cluster.Node, most int, tables *endgame.Tables, log *slog.Logger) *Desk {
	d := &Desk{node: node, tables: tables, log: log, most: most, self: store.NewID(), of: map[string]*asked{}}
	d.unhear = node.Bus().Subscribe(asks, d.elsewhere)
	return d
}

// Close ends all searches.
func (d *Desk) Close() {
	d.unhear()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	for _, j := range d.of {
		d.end(j)
	}
}

// Local is how the names of persons begin who exist in this process only.
const Local = "socket "

// Start searches a position for a person, in place of the one that was asked
// for before, on whichever node. Messages come to emit one at a time until one
// that is done or a problem; then, or when the request was replaced or stopped,
// ended is called unless it is nil. Neither may block. Start reports false, and
// calls neither ever, when too many wait.
func (d *Desk) Start(person string, req desk.Request, emit func(desk.Message), ended func()) bool {
	if !d.start(person, req, emit, ended) {
		return false
	}
	if !strings.HasPrefix(person, Local) {
		d.node.Bus().Publish(asks, event.Event{Kind: d.self, Game: digest([]byte(person))})
	}
	return true
}

func (d *Desk) start(person string, req desk.Request, emit func(desk.Message), ended func()) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return false
	}
	if j := d.of[person]; j != nil {
		if j.ended != nil {
			j.ended()
		}
		j.n++
		j.req, j.emit, j.ended = req, emit, ended
		j.wish()
		j.queued()
		return true
	}
	if d.waiting() >= d.most {
		return false
	}
	d.submit(&asked{desk: d, person: person, n: 1, req: req, emit: emit, ended: ended}, cluster.Middle)
	return true
}

// submit asks for what a person wishes now. The caller holds the lock.
func (d *Desk) submit(j *asked, p cluster.Priority) {
	j.id = store.NewID()
	j.started, j.before, j.faulty = false, 0, nil
	payload, err := json.Marshal(newAnalysisAsk(j.n, j.req))
	if err != nil {
		panic(err) // numbers and texts only
	}
	d.of[j.person] = j
	id := j.id // of this job; the person's next one has another
	follow := cluster.Follow{
		Waiting:  func(before int) { d.with(j, id, func() { j.place(before) }) },
		Started:  func(int) { d.with(j, id, j.start) },
		Progress: func(told []byte) { d.with(j, id, func() { j.progress(told) }) },
		Done:     func(result []byte) (err error) { d.with(j, id, func() { err = j.done(result) }); return err },
		Failed:   func(err error) { d.with(j, id, func() { j.failed(err) }) },
	}
	j.ticket, err = d.node.Submit(context.Background(), cluster.Job{ID: id, Kind: cluster.Analysis, Priority: p, Payload: payload}, follow)
	if err != nil {
		j.fail(wire.ErrStopped)
	}
}

// with does something for a job unless it has ended.
func (d *Desk) with(j *asked, id string, do func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !j.closed && j.id == id {
		do()
	}
}

// asks is the topic of who asks at which desk.
const asks = "asks"

// elsewhere ends the job of a person who asks on another node. The person comes
// as a digest.
func (d *Desk) elsewhere(e event.Event) {
	if e.Kind == d.self {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for person, j := range d.of {
		if digest([]byte(person)) == e.Game {
			d.end(j)
		}
	}
}

// Stop ends the search of a person that has this key; with the key "" whichever
// it is.
func (d *Desk) Stop(person, key string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if j := d.of[person]; j != nil && (key == "" || j.req.Key == key) {
		d.end(j)
	}
}

// Load returns the numbers of this node's searches at work and waiting.
func (d *Desk) Load() (working, waiting int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	waiting = d.waiting()
	return len(d.of) - waiting, waiting
}

// waiting returns how many wait. The caller holds the lock.
func (d *Desk) waiting() (n int) {
	for _, j := range d.of {
		if !j.started {
			n++
		}
	}
	return n
}

// end lets no more messages out of a job. The caller holds the lock.
func (d *Desk) end(j *asked) {
	if j.closed {
		return
	}
	j.closed = true
	if j.again != nil {
		j.again.Stop()
	}
	if j.ticket != nil {
		j.ticket.Cancel()
	}
	if j.ended != nil {
		j.ended()
	}
	if d.of[j.person] == j {
		delete(d.of, j.person)
	}
}

// What follows is called with the desk's lock.

// place notes how many come first.
func (j *asked) place(before int) {
	if j.started && before == 0 {
		return
	}
	j.started, j.before = false, before+1
	j.queued()
}

// queued tells the place in the queue.
func (j *asked) queued() {
	if !j.started && j.before > 0 {
		j.emit(desk.Message{Key: j.req.Key, Queued: j.before})
	}
}

// start notes that a worker has begun.
func (j *asked) start() {
	j.started, j.before, j.heard, j.faulty = true, 0, 0, nil
	if j.n > 1 {
		j.wish()
	}
}

// wishAgain is how long to wait for something about the newest wish before it is
// told again.
const (
	wishAgain  = 300 * time.Millisecond
	wishAtMost = 10 * time.Millisecond
)

// wish tells the worker what is wished for now, again and again until something
// is heard about it: a worker that is just beginning does not hear yet.
func (j *asked) wish() {
	if !j.started {
		return // it is told when the work begins
	}
	text, err := json.Marshal(newAnalysisAsk(j.n, j.req))
	if err != nil {
		panic(err) // numbers and texts only
	}
	j.desk.node.Bus().Publish(wishes(j.id), event.Event{Kind: "wish", All: text})
	j.wished = time.Now()
	id, n := j.id, j.n
	if j.again != nil {
		j.again.Stop()
	}
	j.again = time.AfterFunc(wishAgain, func() {
		j.desk.with(j, id, func() {
			if j.heard < n && j.n == n {
				j.wish()
			}
		})
	})
}

// progress tells what was found so far.
func (j *asked) progress(told []byte) {
	if err := j.answer(told, false); err != nil && j.faulty == nil {
		j.faulty = err
	}
}

// answer tells what was found, if it is about what is wished for now. The error
// says why it cannot be believed.
func (j *asked) answer(text []byte, last bool) error {
	var a analysisAnswer
	if err := json.Unmarshal(text, &a); err != nil {
		return err
	}
	if a.N != j.n {
		if now := time.Now(); now.Sub(j.wished) >= wishAtMost {
			j.wish() // the worker does not know of the newer one
		}
		return nil
	}
	if err := checkAnalysis(j.desk.tables, j.req, &a.Found); err != nil {
		return err
	}
	j.heard = a.N
	a.Found.Done = last
	j.emit(desk.Message{Key: j.req.Key, Found: a.Found})
	return nil
}

// done ends a job whose result can be believed; one that is about an older wish is
// followed by another job, in the place that its person has had: before others.
func (j *asked) done(result []byte) error {
	if j.faulty != nil {
		j.desk.log.Warn("an analysis was refused", "job", j.id, "error", j.faulty)
		return j.faulty
	}
	var a analysisAnswer
	if err := json.Unmarshal(result, &a); err != nil {
		return err
	}
	if a.N != j.n {
		j.desk.submit(j, cluster.High)
		return nil
	}
	if err := j.answer(result, true); err != nil {
		j.desk.log.Warn("an analysis was refused", "job", j.id, "error", err)
		return err
	}
	j.ticket = nil // it is over
	j.desk.end(j)
	return nil
}

// failed ends a job that will not be done.
func (j *asked) failed(err error) {
	j.ticket = nil // it is over
	switch {
	case errors.Is(err, cluster.ErrCrowded):
		j.fail(wire.ErrBusy)
	case errors.Is(err, cluster.ErrDead):
		j.desk.log.Error("an analysis cannot be done", "job", j.id, "error", err)
		j.fail(wire.ErrInternal)
	default:
		j.fail(wire.ErrStopped)
	}
}

// fail tells a problem and ends the job.
func (j *asked) fail(p *wire.Problem) {
	j.emit(desk.Message{Key: j.req.Key, Problem: p})
	j.desk.end(j)
}
