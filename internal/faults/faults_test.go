package faults

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http/httptest"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
	"github.com/bolshak-draughts/bolshak/internal/load"
	"github.com/bolshak-draughts/bolshak/internal/server"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
	sitework "github.com/bolshak-draughts/bolshak/internal/server/work"
)

// asSite makes this test's program a part of a site: "site", "worker" or "nats".
const asSite = "BOLSHAK_TEST_SITE"

func TestMain(m *testing.M) {
	if os.Getenv(asSite) == "" {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	role := map[string]func(context.Context, []string) error{
		"site": serve, "worker": work, "nats": func(ctx context.Context, args []string) error { return ServeNATS(ctx, args, os.Stdout) },
	}[os.Args[1]]
	err := role(ctx, os.Args[2:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(ctx context.Context, args []string) (err error) {
	flags := flag.NewFlagSet("site", flag.ExitOnError)
	address, dir, db, nats := flags.String("addr", "", ""), flags.String("data", "", ""), flags.String("db", "", ""), flags.String("nats", "", "")
	if err := flags.Parse(args); err != nil {
		return err
	}
	kept, err := store.Open(ctx, store.Config{Dir: *dir, URL: *db})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	node, err := cluster.Open(ctx, cluster.Config{URL: *nats, Logger: log})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, node.Close()) }()
	site, err := server.New(server.Config{Store: kept, Cluster: node, Logger: log})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, site.Close()) }()
	listener, err := net.Listen("tcp", *address)
	if err != nil {
		return err
	}
	fmt.Printf("listening on http://%s\n", listener.Addr())
	return site.Serve(ctx, listener)
}

func work(ctx context.Context, args []string) (err error) {
	flags := flag.NewFlagSet("worker", flag.ExitOnError)
	nats := flags.String("nats", "", "")
	if err := flags.Parse(args); err != nil {
		return err
	}
	node, err := cluster.Open(ctx, cluster.Config{URL: *nats})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, node.Close()) }()
	crew, err := sitework.Start(context.WithoutCancel(ctx), node, 1, endgame.Default())
	if err != nil {
		return err
	}
	<-ctx.Done()
	crew.Stop()
	return nil
}

// TestKills is scripts/faults in short.
func TestKills(t *testing.T) {
	opt := Options{
		Command: []string{os.Args[0], "site"}, Env: []string{asSite + "=1"}, Dir: t.TempDir(),
		Kills: 3, Up: 700 * time.Millisecond, Games: 12, Rate: 120, Seed: 1, Logger: slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn})),
	}
	report, err := Run(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s, at most %s down", report, report.Down)
	if report.Kills != opt.Kills || report.Acknowledged == 0 || report.Lost+report.Stuck+report.Refused+report.Clocks > 0 {
		t.Errorf("%+v", report)
	}
	if want := fmt.Sprintf("kills 3 acknowledged %d lost 0 stuck 0", report.Acknowledged); report.String() != want {
		t.Errorf("%q, want %q", report, want)
	}
}

func TestASiteThatDoesNotStart(t *testing.T) {
	_, err := Run(t.Context(), Options{Command: []string{"false"}, Dir: t.TempDir(), Kills: 1, Up: time.Second, Games: 1, Rate: 1})
	if err == nil || !strings.Contains(err.Error(), "does not start") {
		t.Errorf("error %v", err)
	}
}

// TestABadLine plays through a line that breaks every connection before, within
// or after any message, and looks for what was lost.
func TestABadLine(t *testing.T) {
	site, err := server.New(server.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer site.Close()
	host := httptest.NewServer(site.Handler())
	defer host.Close()
	ctx, cancel := context.WithCancel(t.Context())
	line, err := NewLine(ctx, host.Listener.Addr().String(), 400, 8000, 7)
	if err != nil {
		t.Fatal(err)
	}
	defer line.Wait()
	defer cancel()
	report, err := load.Run(t.Context(), load.Options{
		URL: "http://" + line.Address(), Games: 10, Rate: 100, Time: 5 * time.Second, Seed: 3,
		Logger: slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn})),
	})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	line.Wait()
	t.Logf("%s; %d drops, %d cuts", report, report.Drops, line.Cuts())
	if report.Acknowledged == 0 || report.Drops < 10 {
		t.Errorf("%+v: the line is not bad enough to tell anything", report)
	}
	if report.Missing+report.Stuck+report.Refused+report.Clocks > 0 {
		t.Errorf("%+v", report)
	}
}
