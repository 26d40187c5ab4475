package cluster

import (
	"context"
	"errors"
	"testing"
)

func TestCancellationStopsTheWorker(t *testing.T) { inBoth(t, testCancellation) }

func testCancellation(t *testing.T, c Config) {
	n := openTest(t, c)
	began, ended := make(chan string, 1), make(chan error, 1)
	work(t, n, 1, map[Kind]Handler{Analysis: forever(began, ended)})
	for _, how := range []string{"ticket", "context", "node"} {
		ctx, cancel := context.WithCancel(context.Background())
		failed := make(chan error, 1)
		k, err := n.Submit(ctx, Job{ID: how, Kind: Analysis}, Follow{Failed: func(err error) { failed <- err }})
		if err != nil {
			t.Fatal(err)
		}
		take(t, began, "the start")
		switch how {
		case "ticket":
			k.Cancel()
		case "context":
			cancel()
		case "node":
			if err := n.Cancel(testContext(t), Analysis, how); err != nil {
				t.Fatal(err)
			}
		}
		if err := take(t, ended, "the end of the handler"); !errors.Is(err, ErrCancelled) {
			t.Errorf("%s: the handler ended because of %v", how, err)
		}
		take(t, k.Done(), "the end of the ticket")
		if _, err := k.Wait(testContext(t)); !errors.Is(err, ErrCancelled) {
			t.Errorf("%s: Wait returned %v", how, err)
		}
		if told := len(failed) == 1; told != (how == "node") {
			t.Errorf("%s: Failed was called: %v", how, told)
		}
		cancel()
	}
	if err := n.Cancel(testContext(t), Analysis, "nothing"); err != nil {
		t.Error(err)
	}
}

func TestWhoLeavesDoesNotCancelForOthers(t *testing.T) {
	n := openTest(t, Config{})
	began, goOn := make(chan string, 1), make(chan bool)
	work(t, n, 1, map[Kind]Handler{Report: func(ctx context.Context, k *Task) ([]byte, error) {
		began <- k.Job.ID
		select {
		case <-goOn:
			return []byte("r"), nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}})
	first := submit(t, n, Job{ID: "a", Kind: Report}, Follow{})
	take(t, began, "the start")
	joined := make(chan int, 1)
	second := submit(t, n, Job{ID: "a", Kind: Report}, Follow{Started: func(try int) { joined <- try }})
	take(t, joined, "the second ticket to hear of the job")
	first.Cancel()
	take(t, first.Done(), "the end of the first ticket")
	goOn <- true
	if got := result(t, second); got != "r" {
		t.Errorf("got %q", got)
	}
	third := submit(t, n, Job{ID: "b", Kind: Report}, Follow{})
	take(t, began, "the start")
	third.Leave()
	take(t, third.Done(), "the end of the third ticket")
	goOn <- true
	until(t, "the job is done", func() bool { return n.count(Report).Done == 2 })
}

// count returns what the node's workers did.
func (n *Node) count(k Kind) Count {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.counts[k]
}

func TestDrainFinishesAndStopHandsBack(t *testing.T) { inBoth(t, testDrainAndStop) }

func testDrainAndStop(t *testing.T, c Config) {
	n := openTest(t, c)
	began, goOn := make(chan int, 3), make(chan bool)
	h := func(ctx context.Context, k *Task) ([]byte, error) {
		began <- k.Try
		select {
		case <-goOn:
			return []byte("r"), nil
		case <-ctx.Done():
			return []byte("half"), nil
		}
	}
	g := work(t, n, 1, map[Kind]Handler{Report: h})
	first := submit(t, n, Job{ID: "a", Kind: Report}, Follow{})
	take(t, began, "the start")
	second := submit(t, n, Job{ID: "b", Kind: Report}, Follow{})
	drained := make(chan error)
	go func() { drained <- g.Drain(testContext(t)) }()
	until(t, "it drains", func() bool {
		fleet, err := n.Fleet(testContext(t))
		return err == nil && len(fleet) == 1 && fleet[0].Draining && len(fleet[0].At) == 1
	})
	goOn <- true
	if err := take(t, drained, "the end of the worker"); err != nil {
		t.Error(err)
	}
	if got := result(t, first); got != "r" {
		t.Errorf("got %q", got)
	}

	// More stops than tries are allowed.
	for range MaxTries + 1 {
		g := work(t, n, 1, map[Kind]Handler{Report: h})
		if try := take(t, began, "the start"); try != 1 {
			t.Errorf("try %d begins after stops only", try)
		}
		g.Stop()
	}
	g = work(t, n, 1, map[Kind]Handler{Report: h})
	take(t, began, "the start")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := g.Drain(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Drain returned %v", err)
	}
	g = work(t, n, 1, map[Kind]Handler{Report: h})
	if try := take(t, began, "the start"); try != 1 {
		t.Errorf("try %d begins after stops only", try)
	}
	goOn <- true
	if got := result(t, second); got != "r" {
		t.Errorf("got %q", got)
	}
	g.Stop()
	take(t, g.Done(), "the end")
}

func TestOthersWait(t *testing.T) {
	n := openTest(t, Config{})
	tasks, goOn := make(chan *Task, 2), make(chan bool)
	work(t, n, 1, map[Kind]Handler{Analysis: func(ctx context.Context, k *Task) ([]byte, error) {
		tasks <- k
		<-goOn
		return nil, nil
	}})
	submit(t, n, Job{ID: "a", Kind: Analysis}, Follow{})
	a := take(t, tasks, "the start")
	if a.OthersWait() {
		t.Error("others wait before there is one")
	}
	k := submit(t, n, Job{ID: "b", Kind: Analysis}, Follow{})
	until(t, "the other waits", a.OthersWait)
	k.Cancel()
	until(t, "the other does not wait any more", func() bool { return !a.OthersWait() })
	goOn <- true
}

func TestCloseEndsTicketsAndHandsJobsBack(t *testing.T) {
	n := openTest(t, Config{})
	began, ended := make(chan string, 1), make(chan error, 1)
	g := work(t, n, 1, map[Kind]Handler{Analysis: forever(began, ended)})
	failed := make(chan error, 1)
	submit(t, n, Job{ID: "a", Kind: Analysis}, Follow{Failed: func(err error) { failed <- err }})
	take(t, began, "the start")
	if err := n.Close(); err != nil {
		t.Error(err)
	}
	if err := take(t, failed, "the end of the ticket"); !errors.Is(err, ErrClosed) {
		t.Errorf("the ticket ended with %v", err)
	}
	if err := take(t, ended, "the end of the handler"); !errors.Is(err, ErrStopped) {
		t.Errorf("the handler ended because of %v", err)
	}
	take(t, g.Done(), "the end of the worker")
	if _, err := n.Submit(context.Background(), Job{ID: "b", Kind: Analysis}, Follow{}); !errors.Is(err, ErrClosed) {
		t.Errorf("a job after Close gives %v", err)
	}
	if _, err := n.Work(context.Background(), Worker{Slots: 1, Handlers: map[Kind]Handler{Move: echo}}); !errors.Is(err, ErrClosed) {
		t.Errorf("a worker after Close gives %v", err)
	}
	if err := n.Ping(context.Background()); !errors.Is(err, ErrClosed) {
		t.Errorf("Ping after Close gives %v", err)
	}
	if err := n.Close(); err != nil {
		t.Error(err)
	}
}

func FuzzAttemptID(f *testing.F) {
	f.Add("1-ABCDEFGH")
	f.Add("-1-x")
	f.Add("0-x")
	f.Fuzz(func(t *testing.T, s string) {
		a, ok := parseAttempt(s)
		if !ok {
			return
		}
		if b, ok := parseAttempt(a.String()); !ok || a != b || a.delivery < 1 {
			t.Errorf("%q is %+v, and again %+v", s, a, b)
		}
	})
}
