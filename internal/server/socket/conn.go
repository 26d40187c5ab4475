package socket

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

// Bounds of a connection.
const (
	// maxMessage is the most bytes of a client's message.
	maxMessage = 16 << 10
	// maxQueue is how many bytes may wait for a slow reader before it is cut off;
	// it comes again and asks for the whole.
	maxQueue = 1 << 20
	// writeTimeout is how long one message may take.
	writeTimeout = 10 * time.Second
)

// conn is a connection with a queue of what it is to be sent. A goroutine
// writes only while there is something to write, so that an idle connection
// costs no more than the one that reads.
type conn struct {
	ws   *websocket.Conn
	raw  net.Conn     // below ws, which waits for the other side when it closes
	seen atomic.Int64 // when it was last heard of, in seconds since the epoch

	mu      sync.Mutex
	queue   [][]byte
	size    int
	writing bool
	closed  bool
	ended   bool   // the session is over; nothing may begin
	after   func() // what to do when the queue is empty: close
	writers sync.WaitGroup
}

// send queues a message. It never blocks, and drops the connection of a reader
// that is too slow.
func (c *conn) send(text []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	if c.size += len(text); c.size > maxQueue {
		c.drop()
		return
	}
	c.queue = append(c.queue, text)
	c.startLocked()
}

func (c *conn) startLocked() {
	if !c.writing {
		c.writing = true
		c.writers.Go(c.drain)
	}
}

// drop ends the connection at once. The caller holds the lock.
func (c *conn) drop() {
	c.closed = true
	c.queue = nil
	c.writers.Go(func() { // the reader sees it
		_ = c.raw.Close()
		_ = c.ws.CloseNow()
	})
}

// cut ends the connection at once.
func (c *conn) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.ended {
		c.drop()
	}
}

// end ends the connection and waits for its writers.
func (c *conn) end() {
	c.mu.Lock()
	c.closed, c.ended, c.queue = true, true, nil
	c.mu.Unlock()
	_ = c.ws.CloseNow()
	c.writers.Wait()
}

// ping asks for a sign of life, which counts when it comes.
func (c *conn) ping() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	c.writers.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), goneAfter-askAfter)
		defer cancel()
		if c.ws.Ping(ctx) == nil {
			c.seen.Store(time.Now().Unix())
		}
	})
}

// finish closes the connection when all that is queued has been written.
func (c *conn) finish(code websocket.StatusCode, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	c.closed = true
	c.after = func() { _ = c.ws.Close(code, reason) } // it may be gone already
	c.startLocked()
}

// drain writes until the queue is empty.
func (c *conn) drain() {
	for {
		c.mu.Lock()
		if len(c.queue) == 0 {
			after := c.after
			c.after, c.queue, c.writing = nil, nil, false
			c.mu.Unlock()
			if after != nil {
				after()
			}
			return
		}
		text := c.queue[0]
		c.queue = c.queue[1:]
		c.size -= len(text)
		c.mu.Unlock()
		ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
		err := c.ws.Write(ctx, websocket.MessageText, text)
		cancel()
		if err != nil {
			c.mu.Lock()
			c.closed, c.queue, c.size = true, nil, 0
			c.mu.Unlock()
			_ = c.ws.CloseNow()
		}
	}
}

// catcher catches the connection that is taken out of the hands of net/http.
type catcher struct {
	http.ResponseWriter
	conn net.Conn
}

// Hijack is that of http.Hijacker.
func (c *catcher) Hijack() (conn net.Conn, rw *bufio.ReadWriter, err error) {
	conn, rw, err = http.NewResponseController(c.ResponseWriter).Hijack()
	c.conn = conn
	return conn, rw, err
}
