package club

import (
	"context"
	"encoding/json"

	"github.com/bolshak-draughts/bolshak/internal/server/event"
)

// What nodes tell each other on the topic event.Nodes.
const (
	kindThere  = "there"  // tidings of who is connected
	kindForget = "forget" // the player Game has changed
	kindHall   = "hall"   // the lobby has changed
)

// Near is the bus of this node's own connections: what each node tells by itself
// to those who are connected to it. On it are the lobby, who is at a game, and
// that something may have been missed.
func (c *Club) Near() event.Bus { return &c.near }

// Gap is the topic, on the bus of [Club.Near], that something may have been missed:
// receivers read the database again.
const Gap = "gap"

// hearNodes listens to other nodes until the returned function is called.
func (c *Club) hearNodes() (cancel func()) {
	return c.bus.Subscribe(event.Nodes, func(e event.Event) {
		switch e.Kind {
		case kindThere:
			var t tidings
			if err := json.Unmarshal(e.All, &t); err != nil || t.Node == c.node {
				return
			}
			c.met(c.presence.hear(c.node, t, c.now()))
		case kindForget:
			c.people.forget(e.Game)
		case kindHall:
			if string(e.All) != c.node {
				c.lobby.touch()
			}
		}
	})
}

// met tells of what has changed by the tidings of other nodes. It does not block.
func (c *Club) met(changed changes) {
	if len(changed.games) > 0 {
		c.presence.crowd(changed.games)
	}
	if changed.online {
		c.lobby.touch()
	}
	if changed.lost {
		c.computers.look()
	}
}

// tellNodes tells other nodes who is connected to this one, and drops those that
// are silent.
func (c *Club) tellNodes(context.Context) error {
	now := c.now()
	for _, t := range c.presence.tell(c.node, now) {
		c.bus.Publish(event.Nodes, event.Event{Kind: kindThere, All: message(t)})
	}
	if c.connected() {
		c.met(c.presence.silent(now))
	} else {
		c.presence.gap(now) // it is this node that hears nothing
	}
	return nil
}

// Leave tells other nodes that this one ends, so that they need not wait for
// those who were connected to it.
func (c *Club) Leave() {
	c.bus.Publish(event.Nodes, event.Event{Kind: kindThere, All: message(c.presence.bye(c.node))})
	c.farewell()
}

// Missed says that news of other nodes may not have come: the connections of this
// node are told to read the database again.
func (c *Club) Missed() {
	c.presence.gap(c.now())
	c.games.doubt()
	c.people.forgetAll()
	c.lobby.touch()
	c.near.Publish(Gap, event.Event{Kind: KindGap})
}

// turns is how many connections of a node read the database again at once.
const turns = 8

// Turn waits until one more connection may read the database again because it may
// have missed something; done gives the turn back. The error is that of ctx.
func (c *Club) Turn(ctx context.Context) (done func(), err error) {
	select {
	case c.turns <- struct{}{}:
		return func() { <-c.turns }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
