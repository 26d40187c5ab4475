package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/cluster"
)

// The commands for the operator of a site of many processes.

type adminFleetCmd struct {
	natsFlags
	JSON bool `help:"Print JSON."`
}

func (adminFleetCmd) Help() string {
	return `Prints a line for each process that does jobs, with tabs: its name, its machine and
number there, version, since when it works, the kinds of jobs that it does, how many
at once, how many it has, has done and has failed at. Below it is a line for each
job that it has: kind, name, try, since when, nodes a second.

Example: bolshak admin fleet --nats nats://10.0.0.1:4222`
}

func (c adminFleetCmd) Validate() error { return c.check() }

func (c adminFleetCmd) Run(ctx context.Context, s streams) error {
	return c.with(ctx, func(node *cluster.Node) error {
		fleet, err := node.Fleet(ctx)
		if err != nil {
			return err
		}
		if c.JSON {
			return printList(s.out, fleet, newWorker)
		}
		out := bufio.NewWriter(s.out)
		for _, w := range fleet {
			var sum cluster.Count
			for _, n := range w.Counts {
				sum.Done, sum.Failed = sum.Done+n.Done, sum.Failed+n.Failed
			}
			fmt.Fprintf(out, "%s\t%s:%d\t%s\tsince %s\t%s\tslots %d\tat work %d\tdone %d\tfailed %d", w.Name, w.Host, w.PID, w.Version,
				w.Since.Format(time.RFC3339), kindNames(w.Kinds), w.Slots, len(w.At), sum.Done, sum.Failed)
			if w.Draining {
				fmt.Fprint(out, "\tdraining")
			}
			fmt.Fprintln(out)
			for _, a := range w.At {
				fmt.Fprintf(out, "  %s\t%s\ttry %d\tsince %s\t%d\n", a.Kind, a.ID, a.Try, a.Since.Format(time.RFC3339), a.Speed)
			}
		}
		return out.Flush()
	})
}

func kindNames(kinds []cluster.Kind) string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = string(k)
	}
	return strings.Join(names, ",")
}

type workerJSON struct {
	Name     string               `json:"name"`
	Host     string               `json:"host"`
	PID      int                  `json:"pid"`
	Version  string               `json:"version"`
	Since    time.Time            `json:"since"`
	Kinds    []cluster.Kind       `json:"kinds"`
	Slots    int                  `json:"slots"`
	Draining bool                 `json:"draining"`
	AtWork   []atWorkJSON         `json:"atWork"`
	Counts   map[string]triesJSON `json:"counts"` // by kind
}

type atWorkJSON struct {
	Kind  cluster.Kind `json:"kind"`
	ID    string       `json:"id"`
	Try   int          `json:"try"`
	Since time.Time    `json:"since"`
	Speed int64        `json:"nps"`
}

type triesJSON struct {
	Done   int `json:"done"`
	Failed int `json:"failed"`
}

func newWorker(w cluster.WorkerInfo) any {
	j := workerJSON{
		Name: w.Name, Host: w.Host, PID: w.PID, Version: w.Version, Since: w.Since, Kinds: w.Kinds, Slots: w.Slots,
		Draining: w.Draining, AtWork: []atWorkJSON{}, Counts: map[string]triesJSON{},
	}
	for _, a := range w.At {
		j.AtWork = append(j.AtWork, atWorkJSON(a))
	}
	for k, n := range w.Counts {
		j.Counts[string(k)] = triesJSON(n)
	}
	return j
}

// printList prints a list as one JSON document.
func printList[T any](out io.Writer, list []T, tell func(T) any) error {
	told := make([]any, 0, len(list))
	for _, v := range list {
		told = append(told, tell(v))
	}
	return json.NewEncoder(out).Encode(told)
}

type adminQueuesCmd struct {
	natsFlags
	JSON bool `help:"Print JSON."`
}

func (adminQueuesCmd) Help() string {
	return `Prints a line for each kind of jobs and priority that there is, with tabs: how many
wait, how many workers have, and, once for each kind, how many have failed too
often (see admin dead).

Example: bolshak admin queues --nats nats://10.0.0.1:4222`
}

func (c adminQueuesCmd) Validate() error { return c.check() }

func (c adminQueuesCmd) Run(ctx context.Context, s streams) error {
	return c.with(ctx, func(node *cluster.Node) error {
		queues, err := node.Queues(ctx)
		if err != nil {
			return err
		}
		if c.JSON {
			return printList(s.out, queues, func(q cluster.QueueInfo) any {
				return struct {
					Kind     cluster.Kind `json:"kind"`
					Priority string       `json:"priority"`
					Waiting  int          `json:"waiting"`
					AtWork   int          `json:"atWork"`
					Dead     int          `json:"dead"`
				}{q.Kind, q.Priority.String(), q.Waiting, q.AtWork, q.Dead}
			})
		}
		out := bufio.NewWriter(s.out)
		for _, q := range queues {
			fmt.Fprintf(out, "%s\t%s\twaiting %d\tat work %d\tdead %d\n", q.Kind, q.Priority, q.Waiting, q.AtWork, q.Dead)
		}
		return out.Flush()
	})
}

type adminDeadCmd struct {
	List   adminDeadListCmd   `cmd:"" default:"withargs" help:"List them, the oldest first."`
	Retry  adminDeadRetryCmd  `cmd:"" help:"Have one tried again."`
	Forget adminDeadForgetCmd `cmd:"" help:"Drop one."`
}

type adminDeadListCmd struct {
	natsFlags
	JSON bool `help:"Print JSON, with what was asked."`
}

func (adminDeadListCmd) Help() string {
	return `Prints a line for each job that has failed too often, with tabs: kind, name, tries,
when it was given up, the workers that tried, and the last error.

Example: bolshak admin dead list --nats nats://10.0.0.1:4222`
}

func (c adminDeadListCmd) Validate() error { return c.check() }

func (c adminDeadListCmd) Run(ctx context.Context, s streams) error {
	return c.with(ctx, func(node *cluster.Node) error {
		dead, err := node.Dead(ctx)
		if err != nil {
			return err
		}
		if c.JSON {
			return printList(s.out, dead, func(d cluster.DeadJob) any {
				return struct {
					Kind     cluster.Kind `json:"kind"`
					ID       string       `json:"id"`
					Priority string       `json:"priority"`
					Payload  string       `json:"payload"`
					Tries    int          `json:"tries"`
					Error    string       `json:"error"`
					Workers  []string     `json:"workers"`
					At       time.Time    `json:"at"`
				}{d.Job.Kind, d.Job.ID, d.Job.Priority.String(), string(d.Job.Payload), d.Tries, d.Error, d.Workers, d.At}
			})
		}
		out := bufio.NewWriter(s.out)
		for _, d := range dead {
			fmt.Fprintf(out, "%s\t%s\ttries %d\t%s\t%s\t%q\n", d.Job.Kind, d.Job.ID, d.Tries, d.At.Format(time.RFC3339), strings.Join(d.Workers, ","), d.Error)
		}
		return out.Flush()
	})
}

// deadJob names a job that has failed too often.
type deadJob struct {
	natsFlags
	Kind string `arg:"" help:"Its kind."`
	ID   string `arg:"" help:"Its name."`
}

func (d deadJob) Validate() error { return d.check() }

// do does something with the job.
func (d deadJob) do(ctx context.Context, out io.Writer, done string, do func(*cluster.Node, cluster.Kind) error) error {
	kind := cluster.Kind(d.Kind)
	if !slices.Contains(cluster.Kinds, kind) {
		return usageError{fmt.Errorf("no kind of jobs %q: there are %s", d.Kind, kindNames(cluster.Kinds))}
	}
	err := d.with(ctx, func(node *cluster.Node) error { return do(node, kind) })
	if errors.Is(err, cluster.ErrUnknown) {
		return fmt.Errorf("no dead job %q of the kind %s (see admin dead list)", d.ID, kind)
	}
	if err == nil {
		_, err = fmt.Fprintf(out, "%s %s: %s\n", kind, d.ID, done)
	}
	return err
}

type adminDeadRetryCmd struct{ deadJob }

func (adminDeadRetryCmd) Help() string {
	return "Example: bolshak admin dead retry --nats nats://10.0.0.1:4222 report 5f0c"
}

func (c adminDeadRetryCmd) Run(ctx context.Context, s streams) error {
	return c.do(ctx, s.out, "is tried again", func(n *cluster.Node, k cluster.Kind) error { return n.Retry(ctx, k, c.ID) })
}

type adminDeadForgetCmd struct{ deadJob }

func (adminDeadForgetCmd) Help() string {
	return "Example: bolshak admin dead forget --nats nats://10.0.0.1:4222 report 5f0c"
}

func (c adminDeadForgetCmd) Run(ctx context.Context, s streams) error {
	return c.do(ctx, s.out, "forgotten", func(n *cluster.Node, k cluster.Kind) error { return n.Forget(ctx, k, c.ID) })
}
