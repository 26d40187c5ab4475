package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Streams beside the queues: the dead letters, and what is known of tries.
const (
	deadStream = "BOLSHAK_DEAD"
	noteStream = "BOLSHAK_NOTES"
	headerDead = "Bolshak-Dead"
)

func deadSubject(k Kind, id string) string { return "bolshak.dead." + string(k) + "." + id }
func noteSubject(k Kind, id string) string { return "bolshak.note." + string(k) + "." + id }

// note is what the next try of a job should know of those before.
type note struct {
	Put     string   `json:"put"`     // the submission
	Back    int      `json:"back"`    // tries that were handed back
	Error   string   `json:"error"`   // of the last that failed
	Workers []string `json:"workers"` // that have failed
}

// epitaph is a note on a dead letter.
type epitaph struct {
	Put      string   `json:"put"`
	Priority Priority `json:"priority"`
	Tries    int      `json:"tries"`
	Error    string   `json:"error"`
	Workers  []string `json:"workers"`
}

// DeadJob is a job that has failed too often.
type DeadJob struct {
	Job     Job
	Tries   int
	Error   string   // of the last try
	Workers []string // that have failed, as far as is known
	At      time.Time
}

// aside makes a stream beside the queues unless it is known to exist.
func (n *Node) aside(ctx context.Context, name string) error {
	n.mu.Lock()
	known := n.side[name]
	n.mu.Unlock()
	if known {
		return nil
	}
	c := jetstream.StreamConfig{Name: name, MaxMsgsPerSubject: 1, Discard: jetstream.DiscardOld}
	switch name {
	case deadStream:
		c.Subjects, c.MaxMsgs, c.MaxAge, c.Description = []string{"bolshak.dead.*.*"}, 10_000, n.pace.deadKept, "jobs that have failed too often"
	case noteStream:
		c.Subjects, c.MaxMsgs, c.MaxAge, c.Description = []string{"bolshak.note.*.*"}, 100_000, 48*time.Hour, "what is known of tries"
	}
	if _, err := n.stream(ctx, c); err != nil {
		return err
	}
	n.mu.Lock()
	n.side[name] = true
	n.mu.Unlock()
	return nil
}

// store publishes a message to a stream beside the queues.
func (n *Node) store(ctx context.Context, stream string, m *nats.Msg) error {
	for first := true; ; first = false {
		if err := n.aside(ctx, stream); err != nil {
			return err
		}
		_, err := n.js.PublishMsg(ctx, m, jetstream.WithRetryAttempts(0))
		if err == nil || !first {
			return err
		}
		n.mu.Lock()
		delete(n.side, stream) // perhaps it is gone
		n.mu.Unlock()
	}
}

func (n *Node) readNote(ctx context.Context, k Kind, id string) (note, error) {
	var w note
	m, err := n.get(ctx, noteStream, 0, noteSubject(k, id))
	if err != nil || m == nil {
		return w, err
	}
	return w, json.Unmarshal(m.Data, &w)
}

func (n *Node) writeNote(ctx context.Context, k Kind, id string, w note) error {
	data, err := json.Marshal(w)
	if err != nil {
		return err
	}
	return n.store(ctx, noteStream, &nats.Msg{Subject: noteSubject(k, id), Data: data})
}

// bury moves a job to the dead letters.
func (a *attempt) bury(cause error) {
	a.addSelf()
	text := short(cause.Error(), 2000)
	j := a.task.Job
	meta, err := json.Marshal(epitaph{a.put, j.Priority, a.task.Try, text, a.note.Workers})
	if err == nil {
		ctx, cancel := context.WithTimeout(context.Background(), a.n.pace.request)
		defer cancel()
		m := nats.NewMsg(deadSubject(j.Kind, j.ID))
		m.Data = j.Payload
		m.Header.Set(headerDead, string(meta))
		err = a.n.store(ctx, deadStream, m)
	}
	if err != nil {
		a.n.log.Warn("a job that cannot be moved to the dead letters yet", "kind", j.Kind, "id", j.ID, "err", err)
		_ = a.m.Nak()
		a.g.yield(a.lane)
		return
	}
	a.n.log.Error("a job is dead", "kind", j.Kind, "id", j.ID, "tries", a.task.Try, "err", text)
	a.clear()
	_ = a.n.nc.Publish(newsSubject(j.Kind, j.ID, "dead"), []byte(text))
}

// readDead reads the note on a dead letter.
func readDead(m *stored) epitaph {
	var e epitaph
	if err := json.Unmarshal([]byte(m.header.Get(headerDead)), &e); err != nil {
		e.Error = "the note on this job cannot be read: " + err.Error()
	}
	return e
}

// Dead returns the jobs that have failed too often, the oldest first.
func (n *Node) Dead(ctx context.Context) ([]DeadJob, error) {
	s, err := again(ctx, n, func(ctx context.Context) (jetstream.Stream, error) { return n.js.Stream(ctx, deadStream) })
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the dead letters: %w", err)
	}
	var list []DeadJob
	state := s.CachedInfo().State
	for seq := state.FirstSeq; seq <= state.LastSeq; seq++ {
		m, err := again(ctx, n, func(ctx context.Context) (*stored, error) { return n.getNext(ctx, deadStream, seq, "bolshak.dead.>") })
		if err != nil {
			return nil, fmt.Errorf("reading the dead letters: %w", err)
		}
		if m == nil {
			break
		}
		seq = m.Seq
		tokens := strings.Split(m.Subject, ".")
		e := readDead(m)
		list = append(list, DeadJob{
			Job:   Job{ID: tokens[len(tokens)-1], Kind: Kind(tokens[len(tokens)-2]), Priority: e.Priority, Payload: m.Data},
			Tries: e.Tries, Error: e.Error, Workers: e.Workers, At: m.Time,
		})
	}
	return list, nil
}

// dead returns a dead job's message.
func (n *Node) dead(ctx context.Context, kind Kind, id string) (*stored, error) {
	if err := checkName(kind, id); err != nil {
		return nil, err
	}
	m, err := again(ctx, n, func(ctx context.Context) (*stored, error) { return n.get(ctx, deadStream, 0, deadSubject(kind, id)) })
	if err == nil && m == nil {
		err = fmt.Errorf("the dead job %s of %s: %w", id, kind, ErrUnknown)
	}
	return m, err
}

// Retry puts a dead job in its queue again, with all its tries before it.
func (n *Node) Retry(ctx context.Context, kind Kind, id string) error {
	m, err := n.dead(ctx, kind, id)
	if err != nil {
		return err
	}
	q := n.queue(kind)
	if _, err := again(ctx, n, q.ensure); err != nil {
		return err
	}
	p := readDead(m).Priority
	job := nats.NewMsg(jobSubject(kind, p, id))
	job.Data = m.Data
	job.Header.Set(headerPut, fmt.Sprint("retry-", m.Seq))
	_, err = again(ctx, n, func(ctx context.Context) (*jetstream.PubAck, error) {
		return n.js.PublishMsg(ctx, job, onlyOne(kind, id))
	})
	switch {
	case err == nil:
		q.ring(p)
	case isThere(err): // somebody has asked for it anew
	case apiCode(err) == codeStoreFailed && strings.Contains(err.Error(), "maximum messages"):
		return ErrCrowded
	default:
		return fmt.Errorf("putting a job in its queue: %w", err)
	}
	return n.removeAgain(ctx, deadStream, m.Seq)
}

// Forget removes a job from the dead letters.
func (n *Node) Forget(ctx context.Context, kind Kind, id string) error {
	m, err := n.dead(ctx, kind, id)
	if err != nil {
		return err
	}
	return n.removeAgain(ctx, deadStream, m.Seq)
}

// orphan offers a result that no ticket takes to those who take any, and lets it
// go if there are none.
func (a *attempt) orphan(result []byte) {
	j := a.task.Job
	m := nats.NewMsg(leftSubject(j.Kind))
	m.Data = append(append(make([]byte, 0, len(j.Payload)+len(result)), j.Payload...), result...)
	m.Header.Set(headerOrphan, fmt.Sprintf("%s %d %d", j.ID, j.Priority, len(j.Payload)))
	ctx, cancel := context.WithTimeout(context.Background(), a.n.pace.answer)
	defer cancel()
	answer, err := a.n.nc.RequestMsgWithContext(ctx, m)
	switch {
	case err == nil && strings.HasPrefix(string(answer.Data), "-"):
		a.fail(fmt.Errorf("the result was refused: %s", answer.Data[1:]))
	case err == nil || errors.Is(err, nats.ErrNoResponders):
		a.finish()
	default:
		a.handBack()
	}
}

// headerOrphan has the id, the priority and the length of the payload.
const headerOrphan = "Bolshak-Orphan"

// Orphans has f called with results that no ticket waits for, because whoever
// asked is gone or an operator has retried a dead job; each goes to one of the
// nodes that called Orphans for its kind. An error of f counts as a failed try.
func (n *Node) Orphans(kind Kind, f func(j Job, result []byte) error) (cancel func(), err error) {
	if err := checkName(kind, "x"); err != nil {
		return nil, err
	}
	sub, err := n.nc.QueueSubscribe(leftSubject(kind), "takers", func(m *nats.Msg) {
		j := Job{Kind: kind}
		var payload int
		_, err := fmt.Sscanf(m.Header.Get(headerOrphan), "%s %d %d", &j.ID, &j.Priority, &payload)
		if err == nil && (payload < 0 || payload > len(m.Data)) {
			err = errors.New("its payload is not whole")
		}
		if err == nil {
			j.Payload = m.Data[:payload:payload]
			err = f(j, m.Data[payload:])
		}
		answer := "+"
		if err != nil {
			answer = "-" + err.Error()
		}
		_ = m.Respond([]byte(answer))
	})
	if err != nil {
		return nil, ErrClosed
	}
	return func() { _ = sub.Unsubscribe() }, nil
}
