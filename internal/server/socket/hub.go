// Package socket speaks with the site's pages over WebSockets: small JSON
// messages both ways, described in docs/api.md.
package socket

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/bolshak-draughts/bolshak/internal/server/club"
	"github.com/bolshak-draughts/bolshak/internal/server/event"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
	"github.com/bolshak-draughts/bolshak/internal/server/work"
)

// Config says what sockets work with.
type Config struct {
	Club   *club.Club
	Bus    event.Bus
	Desk   *work.Desk
	Logger *slog.Logger
	// ProveAfter is for how long it is believed who is at the other end, before an
	// action asks again; 0 means 20 seconds.
	ProveAfter time.Duration
	// PerAddress is how many sockets one address may have; less than 1 means
	// 200. Addresses that are exempt have no limit.
	PerAddress int
}

// Hub has all sockets of the process.
type Hub struct {
	Config

	mu       sync.Mutex
	sessions map[*session]struct{}
	at       map[string]int // by address
	draining bool
	done     sync.WaitGroup
}

// NewHub returns a hub without sockets.
func NewHub(cfg Config) *Hub {
	if cfg.PerAddress < 1 {
		cfg.PerAddress = 200
	}
	if cfg.ProveAfter == 0 {
		cfg.ProveAfter = 20 * time.Second
	}
	return &Hub{Config: cfg, sessions: map[*session]struct{}{}, at: map[string]int{}}
}

// Who is at the other end of a socket.
type Who struct {
	// Player is nil for somebody who is not signed in.
	Player *store.Player
	// Still reports whether that is so still: the session may have ended, the
	// token may have been taken back.
	Still func(context.Context) bool
	// Address is that of the client; Exempt frees it of limits.
	Address string
	Exempt  bool
}

// Errors of Serve.
var (
	// ErrTooMany: the address has too many sockets.
	ErrTooMany = errors.New("too many sockets")
	// ErrDraining: the process ends.
	ErrDraining = errors.New("the server drains")
)

// Serve turns a request into a socket and serves it until it ends. The origin
// must have been checked. An error says that it was not turned and not answered.
func (h *Hub) Serve(w http.ResponseWriter, r *http.Request, who Who) error {
	s := &session{hub: h, who: who}
	if err := h.enter(s); err != nil {
		return err
	}
	defer h.leave(s)
	caught := &catcher{ResponseWriter: w}
	ws, err := websocket.Accept(caught, r, nil)
	if err != nil {
		return nil // it has been answered
	}
	s.conn.raw = caught.conn
	ws.SetReadLimit(maxMessage)
	s.conn.ws = ws
	s.run(context.WithoutCancel(r.Context()))
	return nil
}

func (h *Hub) enter(s *session) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.draining:
		return ErrDraining
	case !s.who.Exempt && h.at[s.who.Address] >= h.PerAddress:
		return ErrTooMany
	}
	h.at[s.who.Address]++
	h.done.Add(1)
	return nil
}

func (h *Hub) leave(s *session) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.sessions, s)
	if h.at[s.who.Address]--; h.at[s.who.Address] == 0 {
		delete(h.at, s.who.Address)
	}
	h.done.Done()
}

// add makes an open session known. It reports false when the hub drains.
func (h *Hub) add(s *session) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.draining {
		return false
	}
	h.sessions[s] = struct{}{}
	return true
}

// Len returns the number of open sockets.
func (h *Hub) Len() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.sessions)
}

// Silence bounds how long a socket may say nothing: after the first it is asked
// for a sign of life, after the second it is taken for broken.
const (
	askAfter  = 30 * time.Second
	goneAfter = 75 * time.Second
	lookEvery = 10 * time.Second
)

// Run looks after silent sockets until ctx ends.
func (h *Hub) Run(ctx context.Context) {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			h.look()
		case <-ctx.Done():
			return
		}
	}
}

func (h *Hub) look() {
	now := time.Now().Unix()
	h.mu.Lock()
	var ask, gone []*session
	for s := range h.sessions {
		switch silent := time.Duration(now-s.conn.seen.Load()) * time.Second; {
		case silent > goneAfter:
			gone = append(gone, s)
		case silent > askAfter:
			ask = append(ask, s)
		}
	}
	h.mu.Unlock()
	for _, s := range gone {
		s.conn.cut()
	}
	for _, s := range ask {
		s.conn.ping()
	}
}

// Drain says goodbye to all sockets, lets no more in, and waits until they have
// ended or ctx does.
func (h *Hub) Drain(ctx context.Context) {
	h.mu.Lock()
	h.draining = true
	open := make([]*session, 0, len(h.sessions))
	for s := range h.sessions {
		open = append(open, s)
	}
	h.mu.Unlock()
	for _, s := range open {
		// Not all are to come back at the same moment.
		s.tell(byeJSON{"bye", 300 + rand.Int64N(1700)})
		s.conn.finish(websocket.StatusGoingAway, "the server drains")
	}
	ended := make(chan struct{})
	go func() { h.done.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-ctx.Done():
		for _, s := range open {
			s.conn.cut()
		}
		<-ended
	}
}
