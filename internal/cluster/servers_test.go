package cluster

import (
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
)

// serverAt says how a NATS server for tests is started.
type serverAt struct {
	name   string
	port   int    // for clients, 0 for any
	route  int    // for other servers, 0 for none
	others []int  // routes of the other servers
	dir    string // "" for a new one
	change func(*server.Options)
}

// startServer starts a server that is ended with the test.
func startServer(t testing.TB, at serverAt) *server.Server {
	t.Helper()
	if at.dir == "" {
		at.dir = t.TempDir()
	}
	if at.port == 0 {
		at.port = server.RANDOM_PORT
	}
	o := &server.Options{
		ServerName: at.name, Host: "127.0.0.1", Port: at.port, NoLog: true, NoSigs: true,
		JetStream: true, StoreDir: at.dir, DisableJetStreamBanner: true,
		JetStreamMaxMemory: 1 << 30, JetStreamMaxStore: 1 << 30,
	}
	if at.route != 0 {
		o.Cluster = server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: at.route}
		var routes []string
		for _, p := range at.others {
			routes = append(routes, fmt.Sprintf("nats-route://127.0.0.1:%d", p))
		}
		o.Routes = server.RoutesFromStr(strings.Join(routes, ","))
	}
	if at.change != nil {
		at.change(o)
	}
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { stopServer(s) })
	if !s.ReadyForConnections(patience) {
		t.Fatal("a NATS server does not get ready")
	}
	return s
}

func stopServer(s *server.Server) {
	s.Shutdown()
	s.WaitForShutdown()
}

// trio is three servers that form a cluster.
type trio struct {
	t       testing.TB
	at      [3]serverAt
	servers [3]*server.Server
}

func startTrio(t testing.TB) *trio {
	t.Helper()
	c := &trio{t: t}
	var routes []int
	for range c.at {
		routes = append(routes, freePort(t))
	}
	for i := range c.at {
		c.at[i] = serverAt{name: fmt.Sprintf("s%d", i), port: freePort(t), route: routes[i], others: routes, dir: t.TempDir()}
	}
	for i := range c.at {
		c.start(i)
	}
	c.settled()
	return c
}

// start starts a server, again or for the first time.
func (c *trio) start(i int) {
	c.t.Helper()
	c.servers[i] = startServer(c.t, c.at[i])
}

// kill ends a server.
func (c *trio) kill(i int) {
	stopServer(c.servers[i])
	c.servers[i] = nil
}

// settled waits until the cluster has a leader.
func (c *trio) settled() {
	c.t.Helper()
	until(c.t, "the servers have a leader", func() bool {
		for _, s := range c.servers {
			if s != nil && s.JetStreamIsLeader() && len(s.JetStreamClusterPeers()) == len(c.servers) {
				return true
			}
		}
		return false
	})
}

// urls has the addresses of the servers.
func (c *trio) urls() string {
	var list []string
	for _, at := range c.at {
		list = append(list, fmt.Sprintf("nats://127.0.0.1:%d", at.port))
	}
	return strings.Join(list, ",")
}

// freePort returns a port that was free just now.
func freePort(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}
