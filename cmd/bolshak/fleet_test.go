package main

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/bolshak-draughts/bolshak/internal/cluster"
)

// natsScript is the word 'nats' of the scripts: it starts a NATS server, whose
// address is then in $NATS.
func natsScript(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: nats")
	}
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: ts.MkAbs("nats"), NoLog: true, NoSigs: true,
	})
	ts.Check(err)
	s.Start()
	ts.Defer(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(time.Minute) {
		ts.Fatalf("NATS does not start")
	}
	ts.Setenv("NATS", s.ClientURL())
}

// onCluster does something as a node of the cluster at $NATS.
func onCluster(ts *testscript.TestScript, do func(context.Context, *cluster.Node) error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	node, err := cluster.Open(ctx, cluster.Config{URL: ts.Getenv("NATS"), Logger: slog.New(slog.DiscardHandler)})
	ts.Check(err)
	ts.Check(errors.Join(do(ctx, node), node.Close()))
}

// buryScript is 'bury KIND ID': a job that nobody can do.
func buryScript(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: bury KIND ID")
	}
	onCluster(ts, func(ctx context.Context, node *cluster.Node) error {
		kind := cluster.Kind(args[0])
		_, err := node.Work(ctx, cluster.Worker{Slots: 1, Handlers: map[cluster.Kind]cluster.Handler{
			kind: func(context.Context, *cluster.Task) ([]byte, error) {
				return nil, cluster.Hopeless(errors.New("no such game"))
			},
		}})
		if err != nil {
			return err
		}
		t, err := node.Submit(ctx, cluster.Job{ID: args[1], Kind: kind, Payload: []byte("{}")}, cluster.Follow{})
		if err != nil {
			return err
		}
		if _, err := t.Wait(ctx); !errors.Is(err, cluster.ErrDead) {
			return errors.Join(errors.New("the job is not dead"), err)
		}
		return nil
	})
}

// workersScript is 'workers N': it waits until so many processes work.
func workersScript(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: workers N")
	}
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	onCluster(ts, func(ctx context.Context, node *cluster.Node) error {
		for {
			fleet, err := node.Fleet(ctx)
			if err != nil || len(fleet) == n {
				return err
			}
		}
	})
}
