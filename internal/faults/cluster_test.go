package faults

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/postgres"
)

func testPrograms() Programs {
	self := os.Args[0]
	return Programs{Node: []string{self, "site"}, Worker: []string{self, "worker"}, NATS: []string{self, "nats"}, Env: []string{asSite + "=1"}}
}

// TestClusterFaults is scripts/cluster-faults in short. Its seed brings a worker, a
// node, a NATS server and PostgreSQL killed, a NATS server cut off from the others,
// and a node frozen.
func TestClusterFaults(t *testing.T) {
	opt := ClusterOptions{
		Programs: testPrograms(), Dir: t.TempDir(), Faults: 6, Pause: 300 * time.Millisecond, Games: 6, Rate: 30,
		Workers: 1, Askers: 1, Within: 20 * time.Second, Seed: 670,
		Logger: slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn})),
	}
	report, err := RunCluster(t.Context(), opt)
	if errors.Is(err, postgres.ErrMissing) && os.Getenv("CI") != "true" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s; all went on %s after a fault at the latest", report, report.Resumed)
	if report.Faults != opt.Faults || report.Acknowledged == 0 || report.Jobs == 0 {
		t.Errorf("%+v", report)
	}
	if report.Lost+report.Stuck+report.Refused+report.Clocks+report.Unfinished > 0 {
		t.Errorf("%+v", report)
	}
	if want := fmt.Sprintf("faults 6 acknowledged %d lost 0 stuck 0 jobs %d unfinished 0", report.Acknowledged, report.Jobs); report.String() != want {
		t.Errorf("%q, want %q", report, want)
	}
}

// TestTroubles: every kind of fault is chosen, and is mended.
func TestTroubles(t *testing.T) {
	s := &Nodes{workers: []*process{{}}}
	for i := range s.nodes {
		s.nodes[i] = &process{}
	}
	for i := range s.nats {
		s.nats[i] = &process{}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	names := map[string]int{}
	for range 3000 {
		names[s.trouble(rng).name]++
	}
	// Three nodes killed, frozen, and three ways each cut and hanging; three NATS
	// servers killed, frozen, and their routes; a worker; PostgreSQL.
	if want := 3*(2+3*2) + 3*(2+2) + 1 + 1; len(names) != want {
		t.Errorf("%d kinds, expected %d: %v", len(names), want, names)
	}
	for range 1000 {
		if d := downTime(rng); d < 100*time.Millisecond || d > 3*time.Second {
			t.Fatal(d)
		}
	}
}

// TestCable cuts a line and lets it hang.
func TestCable(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() { // ends with the listener and the cable
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				in := bufio.NewReader(conn)
				for {
					line, err := in.ReadString('\n')
					if err != nil {
						return
					}
					fmt.Fprintf(conn, "heard %s", line)
				}
			}()
		}
	}()
	ctx, cancel := context.WithCancel(t.Context())
	c, err := newCable(ctx, l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	dial := func() (net.Conn, *bufio.Reader) {
		t.Helper()
		conn, err := net.Dial("tcp", c.address())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		return conn, bufio.NewReader(conn)
	}
	say := func(conn net.Conn, text string) {
		t.Helper()
		if _, err := fmt.Fprintln(conn, text); err != nil {
			t.Fatal(err)
		}
	}
	hear := func(in *bufio.Reader, want string) {
		t.Helper()
		if line, err := in.ReadString('\n'); line != want+"\n" {
			t.Fatalf("heard %q, %v, expected %q", line, err, want)
		}
	}
	conn, in := dial()
	say(conn, "one")
	hear(in, "heard one")

	c.set(hanging)
	say(conn, "two")
	later, laterIn := dial()
	say(later, "three")
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		_, _ = in.Peek(1)
	}()
	select {
	case <-answered:
		t.Fatal("a line that hangs has carried something")
	case <-time.After(50 * time.Millisecond):
	}
	c.set(whole)
	<-answered
	hear(in, "heard two")
	hear(laterIn, "heard three")

	c.set(cut)
	for _, in := range []*bufio.Reader{in, laterIn} {
		if _, err := in.ReadByte(); err == nil {
			t.Error("a line that was cut has carried something")
		}
	}
	_, refused := dial()
	if _, err := refused.ReadByte(); err == nil {
		t.Error("a line that was cut has carried something")
	}
	c.set(whole)
	conn, in = dial()
	say(conn, "four")
	hear(in, "heard four")
	cancel()
	c.wait()
}
