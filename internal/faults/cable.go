package faults

import (
	"context"
	"net"
	"sync"
	"time"
)

// cable is a line to an address that can be cut, or hang: then it carries
// nothing, and later all that has waited.
type cable struct {
	listener net.Listener
	to       string

	mu     sync.Mutex
	state  cableState
	change chan struct{} // closed when the state changes
	conns  map[net.Conn]bool
	ends   sync.WaitGroup
}

type cableState int

const (
	whole cableState = iota
	cut
	hanging
)

// newCable lays a cable from a free port, and serves it until ctx ends.
func newCable(ctx context.Context, to string) (*cable, error) {
	var lc net.ListenConfig
	listener, err := lc.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	c := &cable{listener: listener, to: to, change: make(chan struct{}), conns: map[net.Conn]bool{}}
	context.AfterFunc(ctx, func() {
		_ = listener.Close()
		c.set(cut)
	})
	c.ends.Go(c.serve)
	return c, nil
}

// address is where the cable begins.
func (c *cable) address() string { return c.listener.Addr().String() }

// wait waits until everything has ended after its context has.
func (c *cable) wait() { c.ends.Wait() }

// set cuts the cable, lets it hang or mends it.
func (c *cable) set(s cableState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.state = s
	close(c.change)
	c.change = make(chan struct{})
	if s == cut {
		for conn := range c.conns {
			_ = conn.Close()
		}
	}
}

// pass waits while the cable hangs; it returns false when it is cut.
func (c *cable) pass() bool {
	for {
		c.mu.Lock()
		state, change := c.state, c.change
		c.mu.Unlock()
		if state != hanging {
			return state == whole
		}
		<-change
	}
}

// keep remembers a connection, to be closed by a cut.
func (c *cable) keep(conn net.Conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state == cut {
		return false
	}
	c.conns[conn] = true
	return true
}

// drop closes a connection.
func (c *cable) drop(conn net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.conns, conn)
	_ = conn.Close()
}

func (c *cable) serve() {
	for {
		conn, err := c.listener.Accept()
		if err != nil {
			return
		}
		c.ends.Go(func() { c.carry(conn) })
	}
}

func (c *cable) carry(here net.Conn) {
	defer c.drop(here)
	if !c.keep(here) || !c.pass() {
		return
	}
	there, err := net.DialTimeout("tcp", c.to, 5*time.Second)
	if err != nil {
		return
	}
	defer c.drop(there)
	if !c.keep(there) {
		return
	}
	var both sync.WaitGroup
	both.Go(func() { c.copy(there, here) })
	both.Go(func() { c.copy(here, there) })
	both.Wait()
}

// copy carries bytes one way until one of the ends is closed, and then closes the
// other.
func (c *cable) copy(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		if err != nil || !c.pass() {
			return
		}
		if _, err := to.Write(buf[:n]); err != nil {
			return
		}
	}
}
