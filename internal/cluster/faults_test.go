package cluster

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"
)

func TestAKilledServerCostsNoJob(t *testing.T) {
	c := startTrio(t)
	asker, worker := openTest(t, Config{URL: c.urls(), Name: "asker"}), openTest(t, Config{URL: c.urls(), Name: "worker"})
	goOn := make(chan bool)
	began := make(chan string, 100)
	work(t, worker, 3, map[Kind]Handler{SelfPlay: func(ctx context.Context, k *Task) ([]byte, error) {
		began <- k.Job.ID
		select {
		case <-goOn:
			return k.Job.Payload, nil
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}})
	var done atomic.Int64
	var tickets []*Ticket
	for i := range 9 {
		id := fmt.Sprint("job-", i)
		tickets = append(tickets, submit(t, asker, Job{ID: id, Kind: SelfPlay, Payload: []byte(id)}, Follow{Done: func([]byte) error { done.Add(1); return nil }}))
	}
	take(t, began, "a start")
	for i := range c.servers {
		c.kill(i)
		goOn <- true
		goOn <- true
		goOn <- true
		c.start(i)
		c.settled()
	}
	close(goOn)
	for i, k := range tickets {
		if got := result(t, k); got != fmt.Sprint("job-", i) {
			t.Errorf("got %q", got)
		}
	}
	if done.Load() != 9 {
		t.Errorf("%d results were taken", done.Load())
	}
	until(t, "the queue is empty", func() bool {
		qs, err := asker.Queues(testContext(t))
		return err == nil && len(qs) == 3 && qs[1].Waiting == 0 && qs[1].AtWork == 0
	})
	s, err := again(testContext(t), asker, func(ctx context.Context) (jetstream.Stream, error) {
		return asker.js.Stream(ctx, streamName(SelfPlay))
	})
	if err != nil || s.CachedInfo().Config.Replicas != 3 {
		t.Errorf("the queue is not on three servers: %+v, %v", s, err)
	}
}

func TestAKilledWorkerCostsNoJob(t *testing.T) {
	url := startServer(t, serverAt{}).ClientURL()
	asker := openTest(t, Config{URL: url, Name: "asker"}, shortLease)
	first := openTest(t, Config{URL: url, Name: "first"}, shortLease)
	began, ended := make(chan string, 10), make(chan error, 10)
	work(t, first, 1, map[Kind]Handler{Move: forever(began, ended)})
	tries := make(chan int, 10)
	var done atomic.Int64
	k := submit(t, asker, Job{ID: "a", Kind: Move, Priority: High, Payload: []byte("x")}, Follow{
		Started: func(try int) { tries <- try },
		Done:    func([]byte) error { done.Add(1); return nil },
	})
	take(t, began, "the start")
	first.nc.Close() // as if the process were killed
	second := openTest(t, Config{URL: url, Name: "second"}, shortLease)
	work(t, second, 1, map[Kind]Handler{Move: echo})
	if got := result(t, k); got != "x" || done.Load() != 1 {
		t.Errorf("got %q, taken %d times", got, done.Load())
	}
	if a, b := take(t, tries, "a try"), take(t, tries, "a try"); a != 1 || b != 2 {
		t.Errorf("tries %d and %d", a, b)
	}
}

func TestAWorkerThatLosesItsLeaseIsStopped(t *testing.T) {
	url := startServer(t, serverAt{}).ClientURL()
	asker := openTest(t, Config{URL: url, Name: "asker"}, shortLease)
	silent := openTest(t, Config{URL: url, Name: "silent"}, shortLease, func(p *pace) { p.beat = time.Hour })
	began, ended := make(chan string, 10), make(chan error, 10)
	work(t, silent, 1, map[Kind]Handler{Move: forever(began, ended)})
	var done atomic.Int64
	k := submit(t, asker, Job{ID: "a", Kind: Move, Payload: []byte("x")}, Follow{Done: func([]byte) error { done.Add(1); return nil }})
	take(t, began, "the start")
	work(t, openTest(t, Config{URL: url, Name: "second"}, shortLease), 1, map[Kind]Handler{Move: echo})
	if got := result(t, k); got != "x" || done.Load() != 1 {
		t.Errorf("got %q, taken %d times", got, done.Load())
	}
	if err := take(t, ended, "the end of the first"); !errors.Is(err, ErrCancelled) {
		t.Errorf("the first ended because of %v", err)
	}
}

func TestAJobThatKillsItsWorkersIsDead(t *testing.T) {
	url := startServer(t, serverAt{}).ClientURL()
	asker := openTest(t, Config{URL: url}, shortLease)
	began, ended := make(chan string, 10), make(chan error, 10)
	k := submit(t, asker, Job{ID: "a", Kind: Tables}, Follow{})
	for range MaxTries {
		w := openTest(t, Config{URL: url}, shortLease)
		work(t, w, 1, map[Kind]Handler{Tables: forever(began, ended)})
		take(t, began, "the start")
		w.nc.Close()
	}
	work(t, openTest(t, Config{URL: url}, shortLease), 1, map[Kind]Handler{Tables: echo})
	if _, err := k.Wait(testContext(t)); !errors.Is(err, ErrDead) {
		t.Errorf("got %v", err)
	}
	if dead, err := asker.Dead(testContext(t)); err != nil || len(dead) != 1 || dead[0].Tries != MaxTries {
		t.Errorf("the dead are %+v, %v", dead, err)
	}
}

func TestTheServersMayLoseTheirMemory(t *testing.T) {
	at := serverAt{name: "s", port: freePort(t)}
	s := startServer(t, at)
	url := s.ClientURL()
	asker, worker := openTest(t, Config{URL: url, Name: "asker"}), openTest(t, Config{URL: url, Name: "worker"})
	began, goOn := make(chan string, 10), make(chan bool, 10)
	work(t, worker, 1, map[Kind]Handler{Report: func(ctx context.Context, k *Task) ([]byte, error) {
		began <- k.Job.ID
		<-goOn
		return k.Job.Payload, nil
	}})
	a := submit(t, asker, Job{ID: "a", Kind: Report, Payload: []byte("a")}, Follow{})
	take(t, began, "the start")
	b := submit(t, asker, Job{ID: "b", Kind: Report, Payload: []byte("b")}, Follow{})
	until(t, "both are in the queue", func() bool { return waiting(t, asker) == 1 })
	stopServer(s)
	startServer(t, at) // in a new folder
	goOn <- true
	goOn <- true
	goOn <- true // the first may have been put back too
	if got := result(t, a) + result(t, b); got != "ab" {
		t.Errorf("got %q", got)
	}
}

func TestAJobWaitsForServersThatAreDown(t *testing.T) {
	at := serverAt{name: "s", port: freePort(t), dir: t.TempDir()}
	s := startServer(t, at)
	n := openTest(t, Config{URL: s.ClientURL()})
	work(t, n, 1, map[Kind]Handler{Move: echo})
	if got := result(t, submit(t, n, Job{ID: "a", Kind: Move, Payload: []byte("a")}, Follow{})); got != "a" {
		t.Errorf("got %q", got)
	}
	stopServer(s)
	until(t, "the node has noticed", func() bool { return n.Ping(testContext(t)) != nil })
	k := submit(t, n, Job{ID: "b", Kind: Move, Payload: []byte("b")}, Follow{})
	startServer(t, at)
	if got := result(t, k); got != "b" {
		t.Errorf("got %q", got)
	}
}

func TestManyWorkersDoEachJobOnceInEffect(t *testing.T) {
	c := startTrio(t)
	askers := []*Node{openTest(t, Config{URL: c.urls()}), openTest(t, Config{URL: c.urls()})}
	for range 3 {
		work(t, openTest(t, Config{URL: c.urls()}), 2, map[Kind]Handler{Move: echo})
	}
	const jobs = 200
	var taken [jobs]atomic.Int64
	var tickets []*Ticket
	for i := range jobs {
		f := Follow{Done: func([]byte) error { taken[i].Add(1); return nil }}
		tickets = append(tickets, submit(t, askers[i%2], Job{ID: fmt.Sprint(i), Kind: Move, Payload: fmt.Append(nil, i)}, f))
	}
	for i, k := range tickets {
		if got := result(t, k); got != fmt.Sprint(i) || taken[i].Load() != 1 {
			t.Errorf("job %d gives %q, taken %d times", i, got, taken[i].Load())
		}
	}
	until(t, "the queue is empty", func() bool {
		qs, err := askers[0].Queues(testContext(t))
		return err == nil && len(qs) == 3 && qs[1].Waiting+qs[1].AtWork == 0
	})
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Open(ctx, Config{URL: fmt.Sprintf("nats://user:secret@127.0.0.1:%d", freePort(t))}); err == nil ||
		!contains(err, "no NATS server answers") || contains(err, "secret") {
		t.Errorf("without a server: %v", err)
	}
	bare := startServer(t, serverAt{change: func(o *server.Options) { o.JetStream = false }})
	if _, err := Open(testContext(t), Config{URL: bare.ClientURL()}); err == nil || !contains(err, "no JetStream") {
		t.Errorf("without JetStream: %v", err)
	}
	if _, err := Open(testContext(t), Config{URL: bare.ClientURL(), Cert: "x"}); err == nil || !contains(err, "needs its key") {
		t.Errorf("without a key: %v", err)
	}
	if _, err := Open(testContext(t), Config{URL: bare.ClientURL(), CA: "nowhere.pem"}); err == nil || !contains(err, "nowhere.pem") {
		t.Errorf("without a file: %v", err)
	}
	closed := startServer(t, serverAt{change: func(o *server.Options) { o.Username, o.Password = "u", "p" }})
	if _, err := Open(testContext(t), Config{URL: closed.ClientURL()}); err == nil || !contains(err, "uthorization") {
		t.Errorf("without a password: %v", err)
	}
}
