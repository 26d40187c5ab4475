package cluster

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/bolshak-draughts/bolshak/internal/server/event"
)

// Subjects of events. Everybody hears gapSubject: some events of the sender are
// missing.
const (
	eventPrefix = "bolshak.event."
	gapSubject  = "bolshak.gap"
)

// bus carries events between the nodes over a connection of its own, so that
// large jobs do not delay them. With an embedded server there are no other nodes,
// and it has no connection.
type bus struct {
	local event.Local
	nc    atomic.Pointer[nats.Conn]
	in    chan *nats.Msg
	out   chan outgoing
	gaps  chan struct{} // the receivers of OnGap must be called
	amiss atomic.Bool   // the others must be told that some events are missing

	mu     sync.Mutex
	topics map[string]*topic
	onGap  map[*func()]struct{}
	slow   map[*nats.Subscription]int // subscriptions that have dropped events, and how many
}

// outgoing is an event on its way to the connection.
type outgoing struct {
	topic string
	e     event.Event
}

// topic is what this node listens to.
type topic struct {
	sub       *nats.Subscription
	receivers int
	heard     chan struct{} // closed when the server knows of it, or does not answer
}

// conn returns the connection for events, nil if there is none.
func (b *bus) conn() *nats.Conn { return b.nc.Load() }

// openBus connects the bus to the other nodes.
func (n *Node) openBus(ctx context.Context) error {
	nc, err := n.dial(ctx, nats.Name(n.conf.Name+" events"), nats.NoEcho(), nats.ReconnectBufSize(-1))
	if err != nil {
		return err
	}
	b := &n.bus
	b.in = make(chan *nats.Msg, n.pace.backlog)
	b.out = make(chan outgoing, n.pace.backlog)
	b.topics = map[string]*topic{}
	b.slow = map[*nats.Subscription]int{}
	b.nc.Store(nc)
	for _, subject := range []string{gapSubject, beatSubject} {
		if _, err := nc.ChanSubscribe(subject, b.in); err != nil {
			return err
		}
	}
	n.wg.Go(func() { n.send(nc) })
	n.wg.Go(n.receive)
	return nc.Flush()
}

// eventSubject returns the subject of a topic.
func eventSubject(topic string) string {
	plain := topic != ""
	for i := range len(topic) {
		c := topic[i]
		dot := c == '.' && i > 0 && i < len(topic)-1 && topic[i-1] != '.'
		plain = plain && (dot || c == '-' || c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z')
	}
	if plain {
		return eventPrefix + "t." + topic
	}
	return eventPrefix + "b." + base64.RawURLEncoding.EncodeToString([]byte(topic)) + "-"
}

// eventTopic returns the topic of a subject.
func eventTopic(subject string) string {
	s := subject[min(len(eventPrefix)+2, len(subject)):]
	if len(subject) > len(eventPrefix) && subject[len(eventPrefix)] == 'b' {
		raw, err := base64.RawURLEncoding.DecodeString(s[:max(0, len(s)-1)])
		if err == nil {
			return string(raw)
		}
	}
	return s
}

// Publish is that of event.Bus.
func (b *bus) Publish(topic string, e event.Event) {
	b.local.Publish(topic, e)
	if b.conn() == nil {
		return
	}
	select {
	case b.out <- outgoing{topic, e}:
	default:
		b.warn()
	}
}

// Subscribe is that of event.Bus. It waits, a second at most, until the server
// knows of it: whoever reads the database after it misses nothing.
func (b *bus) Subscribe(name string, receive func(event.Event)) (cancel func()) {
	end := b.local.Subscribe(name, receive)
	nc := b.conn()
	if nc == nil {
		return end
	}
	b.mu.Lock()
	t := b.topics[name]
	first := t == nil
	if first {
		t = &topic{heard: make(chan struct{})}
		b.topics[name] = t
		t.sub, _ = nc.ChanSubscribe(eventSubject(name), b.in) // fails only after Close
	}
	t.receivers++
	b.mu.Unlock()
	if first {
		_ = flush(context.Background(), nc, time.Second)
		close(t.heard)
	}
	<-t.heard
	return sync.OnceFunc(func() {
		end()
		b.mu.Lock()
		defer b.mu.Unlock()
		if t.receivers--; t.receivers == 0 {
			delete(b.topics, name)
			if t.sub != nil {
				delete(b.slow, t.sub)
				_ = t.sub.Unsubscribe()
			}
		}
	})
}

// send hands events to the connection, which may keep it waiting.
func (n *Node) send(nc *nats.Conn) {
	b := &n.bus
	again := time.NewTicker(100 * time.Millisecond)
	defer again.Stop()
	beating := time.NewTicker(beatEvery)
	defer beating.Stop()
	mine := beat{Run: rand.Text()}
	for {
		select {
		case <-n.ctx.Done():
			return
		case <-beating.C:
			mine.N++
			data, err := json.Marshal(mine)
			if err == nil {
				_ = nc.Publish(beatSubject, data) // that it is lost is what it is for
			}
		case o := <-b.out:
			data, err := json.Marshal(o.e)
			if err == nil {
				err = nc.Publish(eventSubject(o.topic), data)
			}
			if err != nil {
				b.warn()
			}
		case <-again.C:
			// Only when nothing is due any more, or the next event might be lost
			// after the warning.
			if len(b.out) == 0 && b.amiss.Load() && nc.IsConnected() {
				b.amiss.Store(false)
				if nc.Publish(gapSubject, nil) != nil {
					b.amiss.Store(true)
				}
			}
		}
	}
}

// receive hands events from the other nodes to the receivers.
func (n *Node) receive() {
	b := &n.bus
	others := beats{}
	for {
		select {
		case <-n.ctx.Done():
			return
		case m := <-b.in:
			switch m.Subject {
			case beatSubject:
				if others.hear(m, time.Now()) {
					b.gap()
				}
			case gapSubject:
				b.gap()
			default:
				n.deliver(m)
			}
			if len(b.in) == 0 {
				b.caughtUp()
			}
		}
	}
}

// deliver hands an event from another node to the receivers.
func (n *Node) deliver(m *nats.Msg) {
	var e event.Event
	if err := json.Unmarshal(m.Data, &e); err != nil {
		n.log.Warn("an event that cannot be read", "subject", m.Subject, "err", err)
		return
	}
	n.bus.local.Publish(eventTopic(m.Subject), e)
}

// lag notes that events of a subscription were dropped. NATS says so only for
// the first of several, so caughtUp looks for more.
func (b *bus) lag(sub *nats.Subscription) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, ok := b.slow[sub]; !ok {
		b.slow[sub] = 0
	}
	b.gap()
}

// caughtUp announces the gaps that the subscriptions had until now.
func (b *bus) caughtUp() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for sub, before := range b.slow {
		dropped, err := sub.Dropped()
		switch {
		case err != nil:
			delete(b.slow, sub)
		case dropped > before:
			b.slow[sub] = dropped
			b.gap()
		}
	}
}

// gap has the receivers of OnGap called.
func (b *bus) gap() {
	select {
	case b.gaps <- struct{}{}:
	default:
	}
}

// warn has the other nodes told that events are missing.
func (b *bus) warn() { b.amiss.Store(true) }

// OnGap has f called, after a while of events that may have been missed, when
// they arrive again: the connection of this node or of another one was down, or
// somebody could not keep up. Receivers of events then read the database again. F
// is called by one goroutine for all gaps of the node and may take its time.
func (n *Node) OnGap(f func()) (cancel func()) {
	b := &n.bus
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.onGap == nil {
		b.onGap = map[*func()]struct{}{}
	}
	b.onGap[&f] = struct{}{}
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.onGap, &f)
	}
}

// tellGaps calls the receivers of OnGap.
func (n *Node) tellGaps() {
	b := &n.bus
	for {
		select {
		case <-n.ctx.Done():
			return
		case <-b.gaps:
		}
		b.mu.Lock()
		var fs []func()
		for f := range b.onGap {
			fs = append(fs, *f)
		}
		b.mu.Unlock()
		for _, f := range fs {
			f()
		}
	}
}
