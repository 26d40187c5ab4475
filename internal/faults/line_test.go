package faults

import (
	"context"
	"io"
	"math/rand/v2"
	"net"
	"sync"
)

// Line is a bad line to a site: every connection through it breaks after some
// bytes in one of the directions, wherever that is.
type Line struct {
	listener net.Listener
	to       string
	least    int64
	most     int64

	mu    sync.Mutex
	rng   *rand.Rand
	cuts  int
	conns sync.WaitGroup
}

// NewLine returns a line to an address that carries from least to most bytes of
// a connection in the direction that breaks it, and serves it until ctx ends.
func NewLine(ctx context.Context, to string, least, most int64, seed uint64) (*Line, error) {
	var lc net.ListenConfig
	listener, err := lc.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	l := &Line{listener: listener, to: to, least: least, most: most, rng: rand.New(rand.NewPCG(seed, 2))}
	context.AfterFunc(ctx, func() { _ = listener.Close() })
	l.conns.Go(func() { l.serve(ctx) })
	return l, nil
}

// Address is where the line begins.
func (l *Line) Address() string { return l.listener.Addr().String() }

// Cuts returns how many connections were broken. Wait for the line first.
func (l *Line) Cuts() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cuts
}

// Wait waits until everything has ended after its context has.
func (l *Line) Wait() { l.conns.Wait() }

func (l *Line) serve(ctx context.Context) {
	for {
		client, err := l.listener.Accept()
		if err != nil {
			return
		}
		l.mu.Lock()
		budget := l.least + l.rng.Int64N(l.most-l.least+1)
		up := l.rng.IntN(2) == 0
		l.mu.Unlock()
		l.conns.Go(func() { l.carry(ctx, client, budget, up) })
	}
}

// carry carries a connection until the budget of one direction is spent.
func (l *Line) carry(ctx context.Context, client net.Conn, budget int64, up bool) {
	defer client.Close()
	var d net.Dialer
	site, err := d.DialContext(ctx, "tcp", l.to)
	if err != nil {
		return
	}
	defer site.Close()
	stop := context.AfterFunc(ctx, func() { _, _ = client.Close(), site.Close() })
	defer stop()
	ended := make(chan bool, 2)
	copying := func(to, from net.Conn, limited bool) {
		if !limited {
			_, _ = io.Copy(to, from) // an end is an end
			ended <- false
			return
		}
		n, _ := io.CopyN(to, from, budget)
		ended <- n == budget
	}
	l.conns.Go(func() { copying(site, client, up) })
	l.conns.Go(func() { copying(client, site, !up) })
	if <-ended {
		l.mu.Lock()
		l.cuts++
		l.mu.Unlock()
	}
}
