package cluster

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"log/slog"
)

// quick is a pace for tests: what takes seconds otherwise takes tenths here.
func quick() pace {
	p := usual
	p.lease, p.beat, p.silence = 4*time.Second, 300*time.Millisecond, time.Second
	p.watch, p.sweep = 100*time.Millisecond, 300*time.Millisecond
	p.hold, p.answer, p.absent = 50*time.Millisecond, 2*time.Second, 100*time.Millisecond
	p.ping, p.gather = 300*time.Millisecond, 200*time.Millisecond
	return p
}

// shortLease is for tests that wait until a lease lapses.
func shortLease(p *pace) { p.lease = time.Second }

// patience is how long a test waits for what must happen.
const patience = 60 * time.Second

// testContext ends before the test is given up.
func testContext(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

// testLog writes to the test's log.
func testLog(t testing.TB) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// openTest opens a node that is closed at the end of the test.
func openTest(t testing.TB, c Config, change ...func(*pace)) *Node {
	t.Helper()
	p := quick()
	for _, f := range change {
		f(&p)
	}
	if c.Logger == nil {
		c.Logger = testLog(t)
	}
	n, err := open(testContext(t), c, p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { n.Close() })
	return n
}

// work starts a worker.
func work(t testing.TB, n *Node, slots int, handlers map[Kind]Handler) *Working {
	t.Helper()
	g, err := n.Work(context.Background(), Worker{Handlers: handlers, Slots: slots})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// submit puts a job in its queue.
func submit(t testing.TB, n *Node, j Job, f Follow) *Ticket {
	t.Helper()
	k, err := n.Submit(context.Background(), j, f)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// result waits for the result of a ticket.
func result(t testing.TB, k *Ticket) string {
	t.Helper()
	got, err := k.Wait(testContext(t))
	if err != nil {
		t.Fatalf("job %s: %v", k.job.ID, err)
	}
	return string(got)
}

// take receives from a channel.
func take[T any](t testing.TB, c <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patience):
		t.Fatalf("waited in vain for %s", what)
		panic("unreachable")
	}
}

// until asks again and again whether something outside of this goroutine has
// happened.
func until(t testing.TB, what string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !f(); {
		if time.Now().After(end) {
			t.Fatalf("waited in vain until %s", what)
		}
		runtime.Gosched()
		<-time.After(5 * time.Millisecond)
	}
}

// echo returns the payload.
func echo(_ context.Context, t *Task) ([]byte, error) { return t.Job.Payload, nil }

// forever waits until its context ends, and tells when it begins and why it ended.
func forever(began chan<- string, ended chan<- error) Handler {
	return func(ctx context.Context, t *Task) ([]byte, error) {
		began <- t.Job.ID
		<-ctx.Done()
		ended <- context.Cause(ctx)
		return nil, ctx.Err()
	}
}

func TestAJobIsDoneAndFollowed(t *testing.T) {
	n := openTest(t, Config{})
	work(t, n, 1, map[Kind]Handler{Analysis: func(_ context.Context, k *Task) ([]byte, error) {
		k.Tell([]byte("one"))
		k.Tell([]byte("two"))
		return append([]byte("done "), k.Job.Payload...), nil
	}})
	var heard []string
	k := submit(t, n, Job{ID: "a", Kind: Analysis, Payload: []byte("x")}, Follow{
		Waiting:  func(before int) { heard = append(heard, fmt.Sprint("waiting ", before)) },
		Started:  func(try int) { heard = append(heard, fmt.Sprint("started ", try)) },
		Progress: func(told []byte) { heard = append(heard, string(told)) },
		Done:     func(r []byte) error { heard = append(heard, string(r)); return nil },
		Failed:   func(err error) { heard = append(heard, err.Error()) },
	})
	if got := result(t, k); got != "done x" {
		t.Errorf("the result is %q", got)
	}
	if got := strings.Join(heard, ", "); !strings.HasSuffix(got, "started 1, one, two, done x") {
		t.Errorf("heard %s", got)
	}
}

func TestJobsThatAreNone(t *testing.T) {
	n := openTest(t, Config{})
	for _, j := range []Job{
		{},
		{ID: "a"},
		{ID: "a", Kind: "sleep"},
		{Kind: Move},
		{ID: "a.b", Kind: Move},
		{ID: "*", Kind: Move},
		{ID: "é", Kind: Move},
		{ID: strings.Repeat("a", 65), Kind: Move},
		{ID: "a", Kind: Move, Priority: 2},
		{ID: "a", Kind: Move, Payload: make([]byte, MaxPayload+1)},
	} {
		if k, err := n.Submit(context.Background(), j, Follow{}); !errors.Is(err, ErrBadJob) {
			t.Errorf("%+v gives %v, %v", j.ID, k, err)
		}
	}
	for _, w := range []Worker{{}, {Slots: 1}, {Handlers: map[Kind]Handler{Move: echo}}, {Slots: 1, Handlers: map[Kind]Handler{"sleep": echo}}} {
		if _, err := n.Work(context.Background(), w); err == nil {
			t.Errorf("a worker with %d slots for %v was taken", w.Slots, w.Handlers)
		}
	}
}

func TestPrioritiesGoInOrder(t *testing.T) {
	n := openTest(t, Config{})
	var tickets []*Ticket
	for i := range 3 {
		for _, p := range []Priority{Low, Middle, High} {
			tickets = append(tickets, submit(t, n, Job{ID: fmt.Sprintf("%v%d", p, i), Kind: Move, Priority: p}, Follow{}))
		}
	}
	until(t, "all jobs wait", func() bool { return waiting(t, n) == 9 })
	var order []string
	work(t, n, 1, map[Kind]Handler{Move: func(_ context.Context, k *Task) ([]byte, error) {
		order = append(order, k.Job.ID[:len(k.Job.ID)-1])
		return nil, nil
	}})
	for _, k := range tickets {
		result(t, k)
	}
	if got := strings.Join(order, " "); got != "high high high middle middle middle low low low" {
		t.Errorf("done in the order %s", got)
	}
}

// waiting returns how many jobs wait.
func waiting(t testing.TB, n *Node) int {
	t.Helper()
	qs, err := n.Queues(testContext(t))
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for _, q := range qs {
		sum += q.Waiting
	}
	return sum
}

func TestThePlaceInTheQueueIsTold(t *testing.T) {
	n := openTest(t, Config{})
	places := make(chan int, 100)
	submit(t, n, Job{ID: "first", Kind: Report}, Follow{})
	until(t, "the first waits", func() bool { return waiting(t, n) == 1 })
	submit(t, n, Job{ID: "second", Kind: Report}, Follow{})
	until(t, "the second waits", func() bool { return waiting(t, n) == 2 })
	k := submit(t, n, Job{ID: "third", Kind: Report}, Follow{Waiting: func(before int) { places <- before }})
	if got := take(t, places, "a place"); got != 2 {
		t.Errorf("%d come first, want 2", got)
	}
	submit(t, n, Job{ID: "hurry", Kind: Report, Priority: High}, Follow{})
	if got := take(t, places, "a place"); got != 3 {
		t.Errorf("%d come first, want 3", got)
	}
	if err := n.Cancel(testContext(t), Report, "hurry"); err != nil {
		t.Fatal(err)
	}
	if got := take(t, places, "a place"); got != 2 {
		t.Errorf("%d come first, want 2", got)
	}
	step := make(chan bool)
	began := make(chan string, 10)
	work(t, n, 1, map[Kind]Handler{Report: func(_ context.Context, k *Task) ([]byte, error) {
		began <- k.Job.ID
		<-step
		return nil, nil
	}})
	for i, id := range []string{"first", "second"} {
		if got := take(t, began, "a start"); got != id {
			t.Errorf("%s began, want %s", got, id)
		}
		if got := take(t, places, "a place"); got != 1-i {
			t.Errorf("%d come first, want %d", got, 1-i)
		}
		step <- true
	}
	take(t, began, "a start")
	step <- true
	result(t, k)
}

// inBoth runs a test on an embedded node and on one of three servers.
func inBoth(t *testing.T, test func(t *testing.T, c Config)) {
	t.Run("embedded", func(t *testing.T) { test(t, Config{}) })
	t.Run("outer", func(t *testing.T) { test(t, Config{URL: startTrio(t).urls()}) })
}

func TestAFullQueueSaysSo(t *testing.T) { inBoth(t, testFullQueue) }

func testFullQueue(t *testing.T, c Config) {
	n := openTest(t, c, func(p *pace) { p.crowd = 2 })
	submit(t, n, Job{ID: "a", Kind: Analysis}, Follow{})
	submit(t, n, Job{ID: "b", Kind: Analysis}, Follow{})
	until(t, "two wait", func() bool { return waiting(t, n) == 2 })
	failed := make(chan error, 1)
	k := submit(t, n, Job{ID: "c", Kind: Analysis}, Follow{Failed: func(err error) { failed <- err }})
	if err := take(t, failed, "a failure"); !errors.Is(err, ErrCrowded) {
		t.Errorf("got %v", err)
	}
	if _, err := k.Wait(testContext(t)); !errors.Is(err, ErrCrowded) {
		t.Errorf("Wait returned %v", err)
	}
	again := submit(t, n, Job{ID: "a", Kind: Analysis}, Follow{}) // joins
	work(t, n, 2, map[Kind]Handler{Analysis: echo})
	result(t, again)
}

func TestTwoWhoAskForTheSameGetOneAnswer(t *testing.T) { inBoth(t, testTwoAskers) }

func testTwoAskers(t *testing.T, c Config) {
	n := openTest(t, c)
	first := submit(t, n, Job{ID: "a", Kind: Report, Payload: []byte("x")}, Follow{})
	until(t, "it waits", func() bool { return waiting(t, n) == 1 })
	joined := make(chan int, 100)
	second := submit(t, n, Job{ID: "a", Kind: Report, Payload: []byte("x")}, Follow{Waiting: func(before int) { joined <- before }})
	take(t, joined, "the second ticket's place")
	times := 0
	work(t, n, 2, map[Kind]Handler{Report: func(_ context.Context, k *Task) ([]byte, error) {
		times++
		return k.Job.Payload, nil
	}})
	if a, b := result(t, first), result(t, second); a != "x" || b != "x" || times != 1 {
		t.Errorf("got %q and %q after %d times", a, b, times)
	}
}

func TestARefusedResultIsDoneAgain(t *testing.T) {
	n := openTest(t, Config{})
	var tries []int
	work(t, n, 1, map[Kind]Handler{Move: func(_ context.Context, k *Task) ([]byte, error) {
		return fmt.Append(nil, k.Try), nil
	}})
	k := submit(t, n, Job{ID: "a", Kind: Move}, Follow{
		Started: func(try int) { tries = append(tries, try) },
		Done: func(r []byte) error {
			if string(r) != "3" {
				return errors.New("illegal move")
			}
			return nil
		}})
	if got := result(t, k); got != "3" || fmt.Sprint(tries) != "[1 2 3]" {
		t.Errorf("got %s after the tries %v", got, tries)
	}
}

func TestAJobThatAlwaysFailsIsDead(t *testing.T) {
	n := openTest(t, Config{Name: "w1"})
	tries := 0
	healthy := false
	work(t, n, 1, map[Kind]Handler{Report: func(_ context.Context, k *Task) ([]byte, error) {
		if tries++; healthy {
			return []byte("well"), nil
		}
		if tries == MaxTries {
			panic("nonsense")
		}
		return nil, errors.New("no such file")
	}})
	k := submit(t, n, Job{ID: "a", Kind: Report, Priority: Low, Payload: []byte("p")}, Follow{})
	_, err := k.Wait(testContext(t))
	if !errors.Is(err, ErrDead) || !strings.Contains(err.Error(), "nonsense") || tries != MaxTries {
		t.Fatalf("after %d tries: %v", tries, err)
	}
	dead, err := n.Dead(testContext(t))
	if err != nil || len(dead) != 1 {
		t.Fatalf("the dead are %v, %v", dead, err)
	}
	d := dead[0]
	if d.Job.ID != "a" || d.Job.Kind != Report || d.Job.Priority != Low || string(d.Job.Payload) != "p" ||
		d.Tries != MaxTries || !strings.Contains(d.Error, "nonsense") || fmt.Sprint(d.Workers) != "[w1]" || time.Since(d.At) > time.Hour {
		t.Errorf("the dead job is %+v", d)
	}
	qs, err := n.Queues(testContext(t))
	if err != nil || len(qs) != 3 || qs[1].Dead != 1 || qs[1].Waiting+qs[1].AtWork != 0 {
		t.Errorf("the queues are %+v, %v", qs, err)
	}

	// An operator mends what was wrong.
	healthy = true
	taken := make(chan string, 1)
	cancel, err := n.Orphans(Report, func(j Job, result []byte) error {
		taken <- fmt.Sprint(j.ID, " ", j.Priority, " ", string(j.Payload), " ", string(result))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	defer cancel()
	if err := n.Retry(testContext(t), Report, "a"); err != nil {
		t.Fatal(err)
	}
	if got := take(t, taken, "the result"); got != "a low p well" {
		t.Errorf("got %q", got)
	}
	if dead, err := n.Dead(testContext(t)); err != nil || len(dead) != 0 {
		t.Errorf("the dead are %v, %v", dead, err)
	}
	if err := n.Retry(testContext(t), Report, "a"); !errors.Is(err, ErrUnknown) {
		t.Errorf("the retry of no job gives %v", err)
	}
	if err := n.Forget(testContext(t), Report, "a"); !errors.Is(err, ErrUnknown) {
		t.Errorf("forgetting no job gives %v", err)
	}
}

func TestAHopelessJobIsDeadAtOnce(t *testing.T) {
	n := openTest(t, Config{})
	tries := 0
	work(t, n, 1, map[Kind]Handler{Move: func(context.Context, *Task) ([]byte, error) {
		tries++
		return nil, Hopeless(errors.New("unreadable"))
	}})
	for _, id := range []string{"a", "b"} {
		if _, err := submit(t, n, Job{ID: id, Kind: Move}, Follow{}).Wait(testContext(t)); !errors.Is(err, ErrDead) {
			t.Errorf("got %v", err)
		}
	}
	if tries != 2 {
		t.Errorf("%d tries", tries)
	}
	if err := n.Forget(testContext(t), Move, "a"); err != nil {
		t.Error(err)
	}
	dead, err := n.Dead(testContext(t))
	if err != nil || len(dead) != 1 || dead[0].Job.ID != "b" {
		t.Errorf("the dead are %+v, %v", dead, err)
	}
}

func TestAJobThatIsDeadMayBeAskedForAnew(t *testing.T) {
	n := openTest(t, Config{})
	sick := true
	work(t, n, 1, map[Kind]Handler{Move: func(context.Context, *Task) ([]byte, error) {
		if sick {
			return nil, Hopeless(errors.New("unreadable"))
		}
		return []byte("well"), nil
	}})
	if _, err := submit(t, n, Job{ID: "a", Kind: Move}, Follow{}).Wait(testContext(t)); !errors.Is(err, ErrDead) {
		t.Fatal(err)
	}
	sick = false
	if got := result(t, submit(t, n, Job{ID: "a", Kind: Move}, Follow{})); got != "well" {
		t.Errorf("got %q", got)
	}
}

func TestAJobIsLiftedToTheHigherPriority(t *testing.T) { inBoth(t, testLift) }

func testLift(t *testing.T, c Config) {
	n := openTest(t, c)
	var tickets []*Ticket
	add := func(id string, p Priority, wait int) {
		joined := make(chan int, 100)
		k := submit(t, n, Job{ID: id, Kind: Report, Priority: p, Payload: []byte(id)}, Follow{Waiting: func(before int) { joined <- before }})
		tickets = append(tickets, k)
		take(t, joined, "a place in the queue")
		until(t, "it waits", func() bool { return waiting(t, n) == wait })
	}
	add("other", Middle, 1)
	add("a", Low, 2)
	add("b", Low, 3)
	add("b", High, 3)
	add("b", Low, 3)
	until(t, "b is lifted", func() bool {
		qs, err := n.Queues(testContext(t))
		return err == nil && qs[0].Waiting == 1 && qs[1].Waiting == 1 && qs[2].Waiting == 1
	})
	var order []string
	work(t, n, 1, map[Kind]Handler{Report: func(_ context.Context, k *Task) ([]byte, error) {
		order = append(order, k.Job.ID)
		return k.Job.Payload, nil
	}})
	for _, k := range tickets {
		if got := result(t, k); got != k.job.ID {
			t.Errorf("%s gives %s", k.job.ID, got)
		}
	}
	if got := strings.Join(order, " "); got != "b other a" {
		t.Errorf("done in the order %s", got)
	}
}
