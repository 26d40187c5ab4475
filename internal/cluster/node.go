package cluster

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/bolshak-draughts/bolshak/internal/server/event"
)

// Config says which cluster a node joins. Its zero value is a cluster of one
// process.
type Config struct {
	// URL has the addresses of NATS servers, separated by commas; "" starts one
	// inside this process.
	URL string
	// Creds, CA, Cert and Key are files for the connection: credentials, the
	// certificates to trust, and a certificate of one's own with its key. ""
	// means none.
	Creds, CA, Cert, Key string
	// Name and Version are how an operator sees this process. "" as name stands
	// for the name of the machine and a few random letters.
	Name, Version string
	// Logger hears of lost connections and of jobs that fail; nil for silence.
	Logger *slog.Logger
}

// Node is a process's place in the cluster. Its methods may be called by many
// goroutines.
type Node struct {
	conf   Config
	pace   pace
	log    *slog.Logger
	server *server.Server // of its own, or nil
	nc     *nats.Conn
	js     jetstream.JetStream
	bus    bus
	since  time.Time
	ctx    context.Context
	stop   context.CancelFunc
	wg     sync.WaitGroup // goroutines other than those of nats

	mu       sync.Mutex
	closed   bool
	queues   map[Kind]*queue
	side     map[string]bool // streams beside the queues that are known to exist
	tickets  map[*Ticket]struct{}
	workings map[*Working]struct{}
	fleet    *nats.Subscription
	counts   map[Kind]Count
}

// pace has the times that the parts of a cluster agree on.
type pace struct {
	lease    time.Duration // after which a silent worker loses its job
	beat     time.Duration // between the signs of life of a worker
	silence  time.Duration // after which a ticket looks for its job
	first    time.Duration // after which a ticket looks at its place in the queue
	watch    time.Duration // between two looks at a queue
	sweep    time.Duration // between two looks of an idle worker at its queues
	hold     time.Duration // for which a worker leaves a queue to others after a failure
	answer   time.Duration // for which a worker waits for what a ticket says to a result
	absent   time.Duration // between two offers of a result that nobody waits for
	request  time.Duration // for which a server may think
	gather   time.Duration // for which an operator's question waits for answers
	file     time.Duration // for reading a file, and a second more for each MiB
	dial     time.Duration // for which Open tries
	ping     time.Duration // between the checks of a connection
	backlog  int           // events that wait to be sent or delivered
	crowd    int64         // jobs of a kind at most
	deadKept time.Duration // for which dead letters are kept
}

var usual = pace{
	lease: 5 * time.Second, beat: 1500 * time.Millisecond, silence: 3500 * time.Millisecond,
	first: 30 * time.Millisecond, watch: 500 * time.Millisecond, sweep: 2 * time.Second,
	hold: 300 * time.Millisecond, answer: 5 * time.Second, absent: time.Second,
	request: 2 * time.Second, gather: time.Second, file: 30 * time.Second, dial: 10 * time.Second,
	ping: time.Second, backlog: 1 << 14, crowd: MaxWaiting, deadKept: 90 * 24 * time.Hour,
}

// Open joins the cluster. Without an address that takes some tens of
// milliseconds; with one it tries for ten seconds, or as long as ctx lets it, and
// fails if no server answers or the servers have no JetStream.
func Open(ctx context.Context, c Config) (*Node, error) { return open(ctx, c, usual) }

func open(ctx context.Context, c Config, p pace) (*Node, error) {
	if c.Name == "" {
		host, err := os.Hostname()
		if err != nil || host == "" {
			host = "node"
		}
		c.Name = host + "-" + strings.ToLower(rand.Text()[:5])
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	n := &Node{
		conf: c, pace: p, log: c.Logger, since: time.Now(),
		queues: map[Kind]*queue{}, side: map[string]bool{}, counts: map[Kind]Count{},
		tickets: map[*Ticket]struct{}{}, workings: map[*Working]struct{}{},
	}
	n.ctx, n.stop = context.WithCancel(context.Background())
	err := n.connect(ctx)
	if err != nil {
		n.stop()
		n.disconnect()
		return nil, err
	}
	return n, nil
}

// connect makes the connections of a node.
func (n *Node) connect(ctx context.Context) error {
	var err error
	if n.conf.URL == "" {
		if n.server, err = embed(n.conf.Name); err != nil {
			return fmt.Errorf("starting the embedded NATS server: %w", err)
		}
	}
	if n.nc, err = n.dial(ctx, nats.Name(n.conf.Name)); err != nil {
		return err
	}
	if n.js, err = jetstream.New(n.nc, jetstream.WithDefaultTimeout(n.pace.request)); err != nil {
		return err
	}
	n.bus.gaps = make(chan struct{}, 1)
	n.wg.Go(n.tellGaps)
	if n.Embedded() {
		return nil
	}
	if err := n.checkJetStream(ctx); err != nil {
		return err
	}
	return n.openBus(ctx)
}

// dial connects to the servers.
func (n *Node) dial(ctx context.Context, more ...nats.Option) (*nats.Conn, error) {
	opts := []nats.Option{
		nats.MaxReconnects(-1),
		nats.ReconnectWait(100 * time.Millisecond),
		nats.ReconnectJitter(100*time.Millisecond, 100*time.Millisecond),
		nats.Timeout(2 * time.Second),
		nats.FlusherTimeout(n.pace.request),
		nats.PingInterval(n.pace.ping),
		nats.MaxPingsOutstanding(2),
		nats.IgnoreAuthErrorAbort(), // a server that restarts may not know its users yet
		nats.ErrorHandler(n.problem),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				n.log.Warn("the connection to NATS is lost, trying again", "err", err)
			}
		}),
		nats.ReconnectHandler(func(nc *nats.Conn) {
			n.log.Info("connected to NATS again", "server", nc.ConnectedUrlRedacted())
			n.reconnected(nc)
		}),
	}
	opts = append(opts, more...)
	if n.server != nil {
		return nats.Connect("", append(opts, nats.InProcessServer(n.server), nats.PingInterval(time.Hour))...)
	}
	if n.conf.Creds != "" {
		opts = append(opts, nats.UserCredentials(n.conf.Creds))
	}
	if n.conf.CA != "" {
		opts = append(opts, nats.RootCAs(n.conf.CA))
	}
	if (n.conf.Cert == "") != (n.conf.Key == "") {
		return nil, errors.New("a certificate for NATS needs its key and the other way round: give both files")
	}
	if n.conf.Cert != "" {
		opts = append(opts, nats.ClientCert(n.conf.Cert, n.conf.Key))
	}
	ctx, cancel := context.WithTimeout(ctx, n.pace.dial)
	defer cancel()
	for {
		nc, err := nats.Connect(n.conf.URL, opts...)
		if err == nil {
			return nc, nil
		}
		if !errors.Is(err, nats.ErrNoServers) && !errors.Is(err, nats.ErrTimeout) {
			return nil, fmt.Errorf("connecting to NATS at %s: %w", redacted(n.conf.URL), err)
		}
		if pause(ctx, 200*time.Millisecond) != nil {
			return nil, fmt.Errorf("no NATS server answers at %s: %w (is one running there, and the port right?)", redacted(n.conf.URL), err)
		}
	}
}

// checkJetStream returns an error unless the servers have JetStream.
func (n *Node) checkJetStream(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, n.pace.dial)
	defer cancel()
	for {
		_, err := n.js.AccountInfo(ctx)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
			return fmt.Errorf("the NATS server at %s has no JetStream: start it with -js and a folder for its data (-sd), or allow it for this account", redacted(n.conf.URL))
		}
		if pause(ctx, 100*time.Millisecond) != nil {
			return fmt.Errorf("JetStream does not answer at %s: %w (have most of the cluster's servers been started?)", redacted(n.conf.URL), err)
		}
	}
}

// redacted leaves the passwords out of addresses.
func redacted(urls string) string {
	list := strings.Split(urls, ",")
	for i, u := range list {
		u = strings.TrimSpace(u)
		if at := strings.LastIndexByte(u, '@'); at >= 0 {
			scheme := ""
			if k := strings.Index(u, "://"); k >= 0 && k < at {
				scheme = u[:k+3]
			}
			u = scheme + "..." + u[at:]
		}
		list[i] = u
	}
	return strings.Join(list, ",")
}

// pause waits, and returns ctx's error if that ends first.
func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// problem hears of what goes wrong in the background of a connection.
func (n *Node) problem(nc *nats.Conn, sub *nats.Subscription, err error) {
	if errors.Is(err, nats.ErrSlowConsumer) && sub != nil && nc == n.bus.conn() {
		n.bus.lag(sub)
		return
	}
	n.log.Debug("NATS", "err", err)
}

// reconnected looks for what was missed.
func (n *Node) reconnected(nc *nats.Conn) {
	if nc == n.bus.conn() {
		n.bus.gap()
		n.bus.warn()
		// Once more when all servers have heard what this node listens to.
		time.AfterFunc(time.Second, n.bus.gap)
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, q := range n.queues {
		q.hurry()
	}
	for w := range n.workings {
		w.sweep()
	}
}

// Embedded reports whether the node has a server of its own inside the process.
func (n *Node) Embedded() bool { return n.server != nil }

// Name returns how an operator sees this process.
func (n *Node) Name() string { return n.conf.Name }

// Bus returns the events of the cluster. Publish calls the receivers in this
// process before it returns and sends to the others without waiting; events of
// one topic from one goroutine arrive in order. What is published while the
// connection is down does not reach the others: see OnGap.
func (n *Node) Bus() event.Bus { return &n.bus }

// Ping returns an error unless a server answers within ctx's time.
func (n *Node) Ping(ctx context.Context) error {
	if n.ctx.Err() != nil {
		return ErrClosed
	}
	for _, nc := range []*nats.Conn{n.nc, n.bus.conn()} {
		if nc == nil {
			continue
		}
		if !nc.IsConnected() {
			return errors.New("no connection to NATS")
		}
		if err := flush(ctx, nc, n.pace.request); err != nil {
			return fmt.Errorf("NATS does not answer: %w", err)
		}
	}
	return nil
}

// flush waits until a server has seen everything that was sent, for the given
// time at most.
func flush(ctx context.Context, nc *nats.Conn, most time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	return nc.FlushWithContext(ctx)
}

// Close leaves the cluster: workers are stopped and their jobs handed back,
// tickets end with ErrClosed while their jobs go on, and nothing is published any
// more.
func (n *Node) Close() error {
	n.mu.Lock()
	if n.closed {
		n.mu.Unlock()
		return nil
	}
	n.closed = true
	var tickets []*Ticket
	for t := range n.tickets {
		tickets = append(tickets, t)
	}
	var workings []*Working
	for w := range n.workings {
		workings = append(workings, w)
	}
	n.mu.Unlock()
	for _, w := range workings {
		w.halt()
	}
	for _, w := range workings {
		<-w.done
	}
	for _, t := range tickets {
		t.fail(ErrClosed)
	}
	n.stop()
	n.wg.Wait()
	n.disconnect()
	return nil
}

// disconnect ends the connections and the embedded server.
func (n *Node) disconnect() {
	for _, nc := range []*nats.Conn{n.nc, n.bus.conn()} {
		if nc == nil {
			continue
		}
		if nc.IsConnected() {
			_ = flush(context.Background(), nc, 200*time.Millisecond) // the last events and acknowledgements
		}
		nc.Close()
	}
	if n.server != nil {
		n.server.Shutdown()
		n.server.WaitForShutdown()
	}
}

// enter counts a goroutine that works for the node, unless it is closed.
func (n *Node) enter(f func()) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return ErrClosed
	}
	n.wg.Go(f)
	return nil
}
