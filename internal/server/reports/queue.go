// Package reports judges games for people who study them: one game a person,
// one game after the other.
package reports

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/analysis"
	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/engine"
)

// Limits of the search of each position.
const (
	moveTime = 200 * time.Millisecond
	depth    = 24
)

// Errors of Judge.
var (
	// ErrCrowded says that too many wait.
	ErrCrowded = errors.New("too many games wait to be judged")
	// ErrReplaced says that the person asked for another report meanwhile.
	ErrReplaced = errors.New("another report was asked for")
)

// Queue judges the games of people in turn with one engine.
type Queue struct {
	options engine.Options
	limits  engine.Limits
	most    int

	mu      sync.Mutex
	tickets []*ticket // the first has its turn

	engine *engine.Engine // of the first ticket; made when it is needed
}

// ticket is somebody's place in the queue.
type ticket struct {
	person string
	drop   context.CancelCauseFunc
	moved  chan struct{} // the place is another one
}

// Progress is how far a report has come: while Before is above 0 so many others
// come first, then Done of Of positions have been searched.
type Progress struct{ Before, Done, Of int }

// NewQueue returns a queue whose engine has so many MiB. At most most games may
// wait.
func NewQueue(hashMB, most int, tables *endgame.Tables) *Queue {
	return &Queue{
		options: engine.Options{HashMB: hashMB, Tables: tables},
		limits:  engine.Limits{MoveTime: moveTime, Depth: depth},
		most:    most,
	}
}

// Judge judges a game for a person, in place of the one that was asked for
// before, and tells how far it has come. It returns when the report is there.
// The error is ErrCrowded, ErrReplaced, or that of ctx.
func (q *Queue) Judge(ctx context.Context, person string, g *draughts.Game, tell func(Progress)) (analysis.Report, error) {
	ctx, drop := context.WithCancelCause(ctx)
	defer drop(nil)
	t := &ticket{person: person, drop: drop, moved: make(chan struct{}, 1)}
	if !q.enter(t) {
		return analysis.Report{}, ErrCrowded
	}
	defer q.leave(t)
	for before := q.place(t); before > 0; before = q.place(t) {
		tell(Progress{Before: before})
		select {
		case <-t.moved:
		case <-ctx.Done():
			return analysis.Report{}, context.Cause(ctx)
		}
	}
	if q.engine == nil {
		q.engine = engine.New(q.options)
	}
	report, err := analysis.Judge(ctx, q.engine, g, q.limits, func(done, of int) { tell(Progress{Done: done, Of: of}) })
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	return report, err
}

func (q *Queue) enter(t *ticket) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, old := range q.tickets {
		if old.person == t.person {
			old.drop(ErrReplaced)
		}
	}
	if len(q.tickets) > q.most {
		return false
	}
	q.tickets = append(q.tickets, t)
	return true
}

func (q *Queue) place(t *ticket) int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.Index(q.tickets, t)
}

func (q *Queue) leave(t *ticket) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.tickets = slices.DeleteFunc(q.tickets, func(other *ticket) bool { return other == t })
	for _, other := range q.tickets {
		select {
		case other.moved <- struct{}{}:
		default:
		}
	}
}
