package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const fleetSubject = "bolshak.fleet"

// AtWork is a job that a worker is doing.
type AtWork struct {
	Kind  Kind
	ID    string
	Try   int
	Since time.Time
	Speed int64 // nodes a second, 0 if the handler does not tell
}

// Count is how many jobs were done, and how many tries failed.
type Count struct{ Done, Failed int }

// WorkerInfo is a process that takes jobs.
type WorkerInfo struct {
	Name, Host, Version string
	PID                 int
	Since               time.Time
	Kinds               []Kind
	Slots               int
	At                  []AtWork
	Counts              map[Kind]Count // since Since
	Draining            bool           // it takes no more jobs
}

// tally counts what became of jobs.
func (n *Node) tally(k Kind, c Count) {
	n.mu.Lock()
	defer n.mu.Unlock()
	have := n.counts[k]
	have.Done += c.Done
	have.Failed += c.Failed
	n.counts[k] = have
}

// introduce answers the question who is there.
func (n *Node) introduce(m *nats.Msg) {
	info := WorkerInfo{Name: n.conf.Name, Version: n.conf.Version, PID: os.Getpid(), Since: n.since, Counts: map[Kind]Count{}, Draining: true}
	info.Host, _ = os.Hostname()
	n.mu.Lock()
	for k, c := range n.counts {
		info.Counts[k] = c
	}
	workings := make([]*Working, 0, len(n.workings))
	for g := range n.workings {
		workings = append(workings, g)
	}
	n.mu.Unlock()
	if len(workings) == 0 {
		return
	}
	for _, g := range workings {
		g.mu.Lock()
		info.Slots += g.w.Slots
		info.Draining = info.Draining && g.draining
		for _, k := range Kinds {
			if g.w.Handlers[k] != nil && !slices.Contains(info.Kinds, k) {
				info.Kinds = append(info.Kinds, k)
			}
		}
		for a := range g.at {
			info.At = append(info.At, AtWork{a.task.Job.Kind, a.task.Job.ID, a.task.Try, a.since, a.task.speed.Load()})
		}
		g.mu.Unlock()
	}
	slices.SortFunc(info.Kinds, func(a, b Kind) int { return slices.Index(Kinds, a) - slices.Index(Kinds, b) })
	slices.SortFunc(info.At, func(a, b AtWork) int { return a.Since.Compare(b.Since) })
	if data, err := json.Marshal(info); err == nil {
		_ = m.Respond(data)
	}
}

// Fleet returns the processes that take jobs, by name. It asks all and waits a
// third of a second for answers.
func (n *Node) Fleet(ctx context.Context) ([]WorkerInfo, error) {
	answers := make(chan *nats.Msg, 4096)
	inbox := n.nc.NewInbox()
	sub, err := n.nc.ChanSubscribe(inbox, answers)
	if err != nil {
		return nil, ErrClosed
	}
	defer func() { _ = sub.Unsubscribe() }()
	if err := n.nc.PublishRequest(fleetSubject, inbox, nil); err != nil {
		return nil, err
	}
	if err := flush(ctx, n.nc, n.pace.request); err != nil {
		return nil, fmt.Errorf("asking for the workers: %w", err)
	}
	timer := time.NewTimer(n.pace.gather)
	defer timer.Stop()
	var list []WorkerInfo
	for {
		select {
		case m := <-answers:
			if m.Header.Get("Status") != "" { // nobody is there
				return nil, nil
			}
			var info WorkerInfo
			if err := json.Unmarshal(m.Data, &info); err == nil {
				list = append(list, info)
			}
		case <-timer.C:
			slices.SortFunc(list, func(a, b WorkerInfo) int { return cmp.Or(strings.Compare(a.Name, b.Name), a.PID-b.PID) })
			return list, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// QueueInfo is the state of a queue.
type QueueInfo struct {
	Kind     Kind
	Priority Priority
	Waiting  int // jobs that no worker has had yet
	AtWork   int // jobs at work, or about to be tried again
	Dead     int // dead letters of the kind; only in the row of Middle
}

// Queues returns the queues that exist, in the order of Kinds and from high to low
// priority.
func (n *Node) Queues(ctx context.Context) ([]QueueInfo, error) {
	dead := map[Kind]int{}
	info, err := again(ctx, n, func(ctx context.Context) (*jetstream.StreamInfo, error) {
		s, err := n.js.Stream(ctx, deadStream)
		if err != nil {
			return nil, err
		}
		return s.Info(ctx, jetstream.WithSubjectFilter("bolshak.dead.>"))
	})
	if err == nil {
		for subject := range info.State.Subjects {
			dead[Kind(strings.Split(subject, ".")[2])]++
		}
	} else if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil, fmt.Errorf("reading the dead letters: %w", err)
	}
	var list []QueueInfo
	for _, k := range Kinds {
		for _, p := range priorities {
			c, err := again(ctx, n, func(ctx context.Context) (jetstream.Consumer, error) {
				return n.js.Consumer(ctx, streamName(k), p.String())
			})
			if errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrConsumerNotFound) {
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("looking at the queue of %s: %w", k, err)
			}
			row := QueueInfo{Kind: k, Priority: p, Waiting: int(c.CachedInfo().NumPending), AtWork: c.CachedInfo().NumAckPending}
			if p == Middle {
				row.Dead = dead[k]
			}
			list = append(list, row)
		}
	}
	return list, nil
}
