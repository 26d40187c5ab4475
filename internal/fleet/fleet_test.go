package fleet

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/bolshak-draughts/bolshak/internal/cluster"
)

// TestMain lets the test program be a worker that takes one job, says so and does
// nothing, so that it can be killed at work.
func TestMain(m *testing.M) {
	if url := os.Getenv("BOLSHAK_TEST_WORKER"); url != "" {
		if err := idle(url); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func idle(url string) error {
	node, err := cluster.Open(context.Background(), cluster.Config{URL: url, Name: "dying"})
	if err != nil {
		return err
	}
	w, err := node.Work(context.Background(), cluster.Worker{Slots: 1, Handlers: map[cluster.Kind]cluster.Handler{
		cluster.Tables: func(ctx context.Context, _ *cluster.Task) ([]byte, error) {
			fmt.Println("at work")
			<-ctx.Done()
			return nil, ctx.Err()
		},
	}})
	if err != nil {
		return err
	}
	<-w.Done()
	return errors.New("the worker ended by itself")
}

// startDying starts such a worker, to be killed when it is at work. The channel is
// closed when it is dead.
func startDying(t *testing.T, url string) <-chan struct{} {
	t.Helper()
	worker := exec.Command(os.Args[0])
	worker.Env = append(os.Environ(), "BOLSHAK_TEST_WORKER="+url)
	worker.Stderr = t.Output()
	out, err := worker.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	dead := make(chan struct{})
	go func() {
		defer close(dead)
		line, _ := bufio.NewReader(out).ReadString('\n')
		t.Logf("the dying worker says %q", line)
		_ = worker.Process.Kill()
		_ = worker.Wait()
	}()
	t.Cleanup(func() {
		_ = worker.Process.Kill()
		<-dead
	})
	return dead
}

const patience = 5 * time.Minute

func testContext(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

// startServer starts a NATS server and returns its address.
func startServer(t *testing.T) string {
	t.Helper()
	s, err := server.NewServer(&server.Options{
		ServerName: "test", Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true,
		JetStream: true, StoreDir: t.TempDir(), DisableJetStreamBanner: true, JetStreamMaxMemory: 1 << 28, JetStreamMaxStore: 1 << 30,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(patience) {
		t.Fatal("the NATS server does not get ready")
	}
	return s.ClientURL()
}

func openNode(t *testing.T, url, name string) *cluster.Node {
	t.Helper()
	node, err := cluster.Open(testContext(t), cluster.Config{URL: url, Name: name, Logger: slog.New(slog.NewTextHandler(t.Output(), nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := node.Close(); err != nil {
			t.Error(err)
		}
	})
	return node
}

// startWorker starts a worker, whose handlers may be changed.
func startWorker(t *testing.T, url, name string, slots int, change func(*cluster.Node, map[cluster.Kind]cluster.Handler)) {
	t.Helper()
	f, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	node := openNode(t, url, name)
	handlers := f.Handlers(node)
	if change != nil {
		change(node, handlers)
	}
	w, err := node.Work(context.Background(), cluster.Worker{Slots: slots, Handlers: handlers})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		w.Stop()
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestRefusesJobs asks the handlers for what makes no sense.
func TestRefusesJobs(t *testing.T) {
	dir := t.TempDir()
	f, err := New(Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	node, err := cluster.Open(testContext(t), cluster.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer node.Close()
	for kind, handler := range f.Handlers(node) {
		for _, payload := range []string{
			"", "[", "{}", `{"part":{"Balance":{"WhiteMen":9}}}`, `{"files":[{"name":"../x.wdl","sha256":"00"}]}`,
			`{"files":[{"name":"0101.wdl","sha256":""}]}`, `{"block":-1}`, `{"nodes":5}`, `{"game":"AAAA"}`,
		} {
			task := cluster.NewTask(cluster.Job{ID: "x", Kind: kind, Payload: []byte(payload)}, nil, nil)
			if result, err := handler(t.Context(), task); err == nil {
				t.Errorf("%s: %q gives %q", kind, payload, result)
			}
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) > 0 {
		t.Errorf("files were written: %v %v", entries, err)
	}
}
