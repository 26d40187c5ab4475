package faults

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// ServeNATS runs a NATS server with JetStream by the arguments of a command, one
// of a cluster, until ctx ends. It says 'listening on' and its address on out when
// it takes connections.
func ServeNATS(ctx context.Context, args []string, out io.Writer) error {
	var (
		flags  = flag.NewFlagSet("nats", flag.ContinueOnError)
		name   = flags.String("name", "", "name of the server")
		port   = flags.Int("port", 0, "port for clients")
		routes = flags.String("routes", "", "addresses of the other servers, nats-route://HOST:PORT, with commas")
		route  = flags.Int("route", 0, "port for other servers")
		at     = flags.String("advertise", "", "address at which other servers reach it, if another")
		dir    = flags.String("dir", "", "folder for JetStream")
	)
	if err := flags.Parse(args); err != nil {
		return err
	}
	const host = "127.0.0.1"
	o := &server.Options{
		ServerName: *name, Host: host, Port: *port, NoLog: true, NoSigs: true,
		JetStream: true, StoreDir: *dir, DisableJetStreamBanner: true, SyncAlways: true,
		JetStreamMaxMemory: 256 << 20, JetStreamMaxStore: 1 << 30,
		// Clients are to come by the addresses that they were given.
		Cluster: server.ClusterOpts{Name: "bolshak", Host: host, Port: *route, Advertise: *at, NoAdvertise: true},
		Routes:  server.RoutesFromStr(*routes),
	}
	s, err := server.NewServer(o)
	if err != nil {
		return err
	}
	s.Start()
	defer s.WaitForShutdown()
	defer s.Shutdown()
	if !s.ReadyForConnections(30 * time.Second) {
		return errors.New("the NATS server does not get ready")
	}
	if _, err := fmt.Fprintf(out, "listening on nats://%s:%d\n", host, *port); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}
