package cluster

import (
	"errors"
	"fmt"
)

// Kind says what is to be done, and so who can do it. Each kind has a queue of
// its own.
type Kind string

// Kinds of jobs.
const (
	Analysis Kind = "analysis" // a position, searched for a person who looks on
	Report   Kind = "report"   // a game, judged move by move
	Move     Kind = "move"     // a move of a computer opponent
	Exercise Kind = "exercise" // a search for exercises
	SelfPlay Kind = "selfplay" // games for learning
	Tables   Kind = "tables"   // a part of the endgame tables
)

// Kinds has all kinds, in a fixed order.
var Kinds = []Kind{Move, Analysis, Report, Exercise, SelfPlay, Tables}

// Priority says who goes first. The zero value is Middle.
type Priority int

// Priorities.
const (
	High   Priority = 1  // a person's clock is running
	Middle Priority = 0  // a person waits
	Low    Priority = -1 // nobody waits
)

// priorities has all of them, the highest first.
var priorities = []Priority{High, Middle, Low}

// String returns "high", "middle" or "low".
func (p Priority) String() string {
	switch p {
	case High:
		return "high"
	case Low:
		return "low"
	case Middle:
		return "middle"
	}
	return fmt.Sprintf("priority(%d)", int(p))
}

// Limits of a job.
const (
	MaxPayload = 512 << 10 // bytes of a job's payload
	MaxResult  = 480 << 10 // bytes of a result
	MaxTell    = 256 << 10 // bytes of one piece of progress
	MaxTries   = 5         // a job that has failed so often is dead
	MaxWaiting = 10_000    // jobs of a kind, waiting or at work
)

// Job is a piece of work. A job of the same kind and ID as one that is not
// finished is the same job; if it waits, it gets the higher of the priorities.
type Job struct {
	// ID is 1 to 64 letters, digits, '-' or '_'.
	ID       string
	Kind     Kind
	Priority Priority
	// Payload is what the handler needs to know, at most MaxPayload bytes; JSON
	// by convention.
	Payload []byte
}

// Errors that callers may look for with errors.Is.
var (
	ErrBadJob    = errors.New("not a job")
	ErrCrowded   = errors.New("the queue is full, try again later")
	ErrDead      = errors.New("the job has failed too often")
	ErrCancelled = errors.New("the job was cancelled")
	ErrClosed    = errors.New("the node is closed")
	// ErrStopped is the cause (context.Cause) of a handler's context when the
	// worker is being stopped: the job is handed back, whatever the handler
	// returns.
	ErrStopped = errors.New("the worker is stopping")
	// ErrUnknown is returned for a dead job or a file that is not there.
	ErrUnknown = errors.New("not found")
)

// hopeless marks an error after which no other try makes sense.
type hopeless struct{ error }

func (h hopeless) Unwrap() error { return h.error }

// Hopeless marks an error of a handler after which the job must not be tried
// again, such as a payload that cannot be read: it is dead at once.
func Hopeless(err error) error {
	if err == nil {
		return nil
	}
	return hopeless{err}
}

// check returns what is wrong with a job.
func (j Job) check() error {
	if err := checkName(j.Kind, j.ID); err != nil {
		return err
	}
	if j.Priority < Low || j.Priority > High {
		return fmt.Errorf("%w: unknown %v", ErrBadJob, j.Priority)
	}
	if len(j.Payload) > MaxPayload {
		return fmt.Errorf("%w: a payload of %d bytes, at most %d are allowed", ErrBadJob, len(j.Payload), MaxPayload)
	}
	return nil
}

// checkName returns what is wrong with a job's kind or id.
func checkName(kind Kind, id string) error {
	known := false
	for _, k := range Kinds {
		known = known || k == kind
	}
	if !known {
		return fmt.Errorf("%w: unknown kind %q", ErrBadJob, kind)
	}
	if len(id) < 1 || len(id) > 64 {
		return fmt.Errorf("%w: an id of %d characters, it must have 1 to 64", ErrBadJob, len(id))
	}
	for i := range len(id) {
		if c := id[i]; !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			return fmt.Errorf("%w: %q at %d in the id, it may have letters, digits, '-' and '_'", ErrBadJob, c, i)
		}
	}
	return nil
}
