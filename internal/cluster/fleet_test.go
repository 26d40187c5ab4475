package cluster

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestTheFleetIsVisible(t *testing.T) {
	url := startServer(t, serverAt{}).ClientURL()
	asker := openTest(t, Config{URL: url, Name: "asker"})
	if fleet, err := asker.Fleet(testContext(t)); err != nil || len(fleet) != 0 {
		t.Errorf("without workers the fleet is %+v, %v", fleet, err)
	}
	if qs, err := asker.Queues(testContext(t)); err != nil || len(qs) != 0 {
		t.Errorf("without jobs the queues are %+v, %v", qs, err)
	}
	goOn := make(chan bool)
	began := make(chan string, 10)
	h := func(ctx context.Context, k *Task) ([]byte, error) {
		k.Speed(5_000_000)
		began <- k.Job.ID
		<-goOn
		if k.Job.ID == "bad" && k.Try == 1 {
			return nil, fmt.Errorf("bad")
		}
		return nil, nil
	}
	b := openTest(t, Config{URL: url, Name: "b", Version: "v1"})
	work(t, b, 1, map[Kind]Handler{Analysis: h})
	work(t, b, 2, map[Kind]Handler{Move: h, Tables: h})
	work(t, openTest(t, Config{URL: url, Name: "c"}), 3, map[Kind]Handler{SelfPlay: h})
	k := submit(t, asker, Job{ID: "bad", Kind: Tables, Priority: Low}, Follow{})
	take(t, began, "a start")
	submit(t, asker, Job{ID: "x", Kind: Analysis}, Follow{})
	take(t, began, "a start")
	submit(t, asker, Job{ID: "y", Kind: Analysis}, Follow{})
	until(t, "y waits", func() bool { return waiting(t, asker) == 1 })

	var fleet []WorkerInfo
	until(t, "both workers answer", func() bool {
		var err error
		if fleet, err = asker.Fleet(testContext(t)); err != nil {
			t.Fatal(err)
		}
		return len(fleet) == 2
	})
	w := fleet[0]
	host, _ := os.Hostname()
	if w.Name != "b" || w.Host != host || w.Version != "v1" || w.PID != os.Getpid() || w.Slots != 3 || w.Draining ||
		fmt.Sprint(w.Kinds) != "[move analysis tables]" || time.Since(w.Since) > time.Hour || fleet[1].Name != "c" {
		t.Errorf("the worker is %+v", w)
	}
	if len(w.At) != 2 || w.At[0].ID != "bad" || w.At[0].Kind != Tables || w.At[0].Try != 1 || w.At[0].Speed != 5_000_000 || w.At[1].ID != "x" {
		t.Errorf("at work are %+v", w.At)
	}
	qs, err := asker.Queues(testContext(t))
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, q := range qs {
		if q.Waiting+q.AtWork > 0 {
			rows = append(rows, fmt.Sprintf("%s %v %d %d", q.Kind, q.Priority, q.Waiting, q.AtWork))
		}
	}
	if got := strings.Join(rows, ", "); got != "analysis middle 1 1, tables low 0 1" {
		t.Errorf("the queues are %s", got)
	}
	close(goOn)
	result(t, k)
	until(t, "all is counted", func() bool {
		fleet, err := asker.Fleet(testContext(t))
		return err == nil && len(fleet) == 2 && fleet[0].Counts[Tables] == Count{Done: 1, Failed: 1} && fleet[0].Counts[Analysis] == Count{Done: 2}
	})
}

func TestNothingIsLeftAfterClose(t *testing.T) {
	url := startServer(t, serverAt{}).ClientURL()
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(ours())
		}
	})
	for _, url := range []string{"", url} {
		n, err := open(testContext(t), Config{URL: url}, quick())
		if err != nil {
			t.Fatal(err)
		}
		began, ended := make(chan string, 10), make(chan error, 10)
		work(t, n, 2, map[Kind]Handler{Analysis: forever(began, ended)})
		work(t, n, 2, map[Kind]Handler{Move: echo})
		for i := range 10 {
			result(t, submit(t, n, Job{ID: fmt.Sprint(i), Kind: Move}, Follow{}))
			submit(t, n, Job{ID: fmt.Sprint(i), Kind: Analysis}, Follow{})
		}
		take(t, began, "a start")
		n.Bus().Subscribe("lobby", nil)
		n.OnGap(func() {})
		if _, err := n.Orphans(Move, func(Job, []byte) error { return nil }); err != nil {
			t.Error(err)
		}
		if err := n.Close(); err != nil {
			t.Error(err)
		}
		if len(n.tickets)+len(n.workings) != 0 {
			t.Errorf("%d tickets and %d workers are left", len(n.tickets), len(n.workings))
		}
		until(t, "all goroutines have ended", func() bool { return ours() == "" })
	}
}

// ours returns the stacks of goroutines of this package and of connections,
// without that of the test.
func ours() string {
	buf := make([]byte, 1<<22)
	var list []string
	for _, g := range strings.Split(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
		if strings.Contains(g, "testing.tRunner(") {
			continue
		}
		if strings.Contains(g, "bolshak/internal/cluster.") || strings.Contains(g, "nats.go@") {
			list = append(list, g)
		}
	}
	return strings.Join(list, "\n\n")
}
