// Package event carries news inside the site: what happened in a game, in the
// lobby, to a player. News tells only what the database holds already; whoever
// misses some reads the database again.
package event

import "sync"

// Event is a piece of news. It may travel between processes, so it holds only
// data; receivers must not change it.
type Event struct {
	// Kind is what it tells, such as "update".
	Kind string `json:"kind"`
	// Game is the id of the game that it is about, "" if about none.
	Game string `json:"game,omitempty"`
	// From and Version are the versions of the game before and after, for kinds
	// that change it.
	From    int `json:"from,omitempty"`
	Version int `json:"version,omitempty"`
	// All is the message for everybody who listens, White and Black those for
	// the players of the game where they get another one.
	All   []byte `json:"all,omitempty"`
	White []byte `json:"white,omitempty"`
	Black []byte `json:"black,omitempty"`
}

// Topics.
const (
	Lobby = "lobby"
	// Nodes is what the processes of a site tell each other.
	Nodes = "nodes"
)

// Game returns the topic of a game.
func Game(id string) string { return "game." + id }

// Player returns the topic of what concerns a player.
func Player(id string) string { return "player." + id }

// Bus carries events from those who publish to those who have subscribed to
// their topic.
type Bus interface {
	// Publish sends an event; it does not wait for the receivers. Events of one
	// topic from one goroutine arrive in order.
	Publish(topic string, e Event)
	// Subscribe calls receive for every event of a topic until the returned
	// function is called. Receive must not block, and may be called by several
	// goroutines.
	Subscribe(topic string, receive func(Event)) (cancel func())
}

// Local is a Bus within a process. Its zero value is ready.
type Local struct {
	mu     sync.RWMutex
	topics map[string]map[*func(Event)]struct{}
}

// Publish calls every receiver of the topic before it returns.
func (l *Local) Publish(topic string, e Event) {
	l.mu.RLock()
	receivers := make([]func(Event), 0, len(l.topics[topic]))
	for f := range l.topics[topic] {
		receivers = append(receivers, *f)
	}
	l.mu.RUnlock()
	for _, receive := range receivers {
		receive(e)
	}
}

// Subscribe is that of Bus. An event that is being published when the
// subscription ends may still arrive.
func (l *Local) Subscribe(topic string, receive func(Event)) (cancel func()) {
	key := &receive
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.topics == nil {
		l.topics = map[string]map[*func(Event)]struct{}{}
	}
	if l.topics[topic] == nil {
		l.topics[topic] = map[*func(Event)]struct{}{}
	}
	l.topics[topic][key] = struct{}{}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.topics[topic], key)
		if len(l.topics[topic]) == 0 {
			delete(l.topics, topic)
		}
	}
}

// Topics returns how many topics have a receiver.
func (l *Local) Topics() int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return len(l.topics)
}
