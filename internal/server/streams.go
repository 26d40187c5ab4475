package server

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/server/desk"
	"github.com/bolshak-draughts/bolshak/internal/server/feed"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// stream is an answer of one JSON message a line that goes on until the client
// has enough. Messages wait in a queue, so that nobody waits for a slow client.
type stream struct {
	mu      sync.Mutex
	queue   [][]byte
	size    int
	full    bool          // the client was too slow
	pending chan struct{} // there is something in the queue
	end     func()        // ends the stream when the queue has been written
	done    chan struct{} // closed by end
}

// Bounds of a stream.
const (
	maxStreamQueue = 1 << 20
	// keepAlive is how often an empty line is sent when there is nothing to say.
	keepAlive     = 20 * time.Second
	streamTimeout = 15 * time.Second
)

func newStream() *stream {
	st := &stream{pending: make(chan struct{}, 1), done: make(chan struct{})}
	st.end = sync.OnceFunc(func() { close(st.done) })
	return st
}

// send queues a message. It does not block.
func (st *stream) send(text []byte) {
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.size += len(text); st.size > maxStreamQueue {
		st.full, st.queue = true, nil
	} else {
		st.queue = append(st.queue, text)
	}
	select {
	case st.pending <- struct{}{}:
	default:
	}
}

func (st *stream) take() (queue [][]byte, full bool) {
	st.mu.Lock()
	defer st.mu.Unlock()
	queue, st.queue, st.size = st.queue, nil, 0
	return queue, st.full
}

// errSlow says that a client did not read fast enough.
var errSlow = errors.New("the client is too slow")

// write writes messages as they come, until the stream or ctx ends, or the
// client is gone.
func (st *stream) write(ctx context.Context, w http.ResponseWriter) error {
	h := w.Header()
	h.Set("Content-Type", "application/x-ndjson")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // a proxy is to pass lines on as they come
	w.WriteHeader(http.StatusOK)
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Time{}) // a test's writer has none
	line := func(text []byte) error {
		_ = control.SetWriteDeadline(time.Now().Add(streamTimeout))
		if _, err := w.Write(append(text[:len(text):len(text)], '\n')); err != nil {
			return err
		}
		return nil
	}
	quiet := time.NewTicker(keepAlive)
	defer quiet.Stop()
	if err := control.Flush(); err != nil {
		return err
	}
	for ended := false; ; {
		queue, full := st.take()
		if full {
			return errSlow
		}
		for _, text := range queue {
			if err := line(text); err != nil {
				return err
			}
		}
		if len(queue) > 0 {
			if err := control.Flush(); err != nil {
				return err
			}
		}
		if ended {
			return nil
		}
		select {
		case <-st.pending:
		case <-quiet.C:
			if err := line(nil); err != nil {
				return err
			}
			if err := control.Flush(); err != nil {
				return err
			}
		case <-st.done:
			ended = true
		case <-ctx.Done():
			return nil
		}
	}
}

// open reports whether a stream may begin; it has been answered if not.
func (s *Server) open(w http.ResponseWriter, r *http.Request) (leave func(), ok bool) {
	address := peerOf(r)
	s.streamsMu.Lock()
	defer s.streamsMu.Unlock()
	if s.draining.Err() != nil {
		wire.WriteProblem(w, wire.ErrStopped)
		return nil, false
	}
	if !address.local && s.streams[address.address] >= maxStreams {
		wire.WriteProblem(w, errManyAsked)
		return nil, false
	}
	s.streams[address.address]++
	return func() {
		s.streamsMu.Lock()
		defer s.streamsMu.Unlock()
		if s.streams[address.address]--; s.streams[address.address] == 0 {
			delete(s.streams, address.address)
		}
	}, true
}

// maxStreams is how many streams one address may have.
const maxStreams = 50

// farewell tells a client to come again.
var farewell = []byte(`{"t":"bye","retry":1000}`)

// serveStream writes a stream until the client goes or the server drains.
func (s *Server) serveStream(ctx context.Context, w http.ResponseWriter, r *http.Request, st *stream) {
	stop := context.AfterFunc(s.draining, func() {
		st.send(farewell)
		st.end()
	})
	defer stop()
	if err := st.write(ctx, w); err != nil {
		s.log.InfoContext(ctx, "a stream ended", "path", r.URL.Path, "error", err)
	}
}

// gameStream tells a game and all that happens in it.
func (s *Server) gameStream(w http.ResponseWriter, r *http.Request) {
	p, problem := s.who(r)
	if problem != nil {
		wire.WriteProblem(w, problem)
		return
	}
	leave, ok := s.open(w, r)
	if !ok {
		return
	}
	defer leave()
	st := newStream()
	f := feed.New(s.club, s.bus, idOf(p), st.send)
	defer f.Close()
	if err := f.Watch(r.Context(), r.PathValue("id"), 0); err != nil {
		wire.WriteProblem(w, s.problem(r, err))
		return
	}
	s.serveStream(r.Context(), w, r, st)
}

// myStream tells all of a player's games, those that begin later too.
func (s *Server) myStream(w http.ResponseWriter, r *http.Request) {
	p, problem := s.player(r)
	if problem != nil {
		wire.WriteProblem(w, problem)
		return
	}
	leave, ok := s.open(w, r)
	if !ok {
		return
	}
	defer leave()
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	st := newStream()
	f := feed.New(s.club, s.bus, p.ID, st.send)
	defer f.Close()
	begun := newBegun()
	var watcher sync.WaitGroup
	defer watcher.Wait()
	defer cancel()
	f.Mine(func(game string) { begun.add(game) }, cancel)
	playing, err := s.club.Playing(ctx, p.ID)
	if err != nil {
		wire.WriteProblem(w, s.problem(r, err))
		return
	}
	begun.add(playing...)
	watcher.Go(func() {
		for {
			select {
			case <-begun.some:
			case <-ctx.Done():
				return
			}
			for _, game := range begun.take() {
				if err := s.watchMine(ctx, f, p.ID, game); err != nil && ctx.Err() == nil {
					s.log.WarnContext(ctx, "a stream cannot watch a game", "game", game, "error", err)
				}
			}
		}
	})
	s.serveStream(ctx, w, r, st)
}

// watchMine lets a stream watch one more game of its player. Where it watches
// too many, those that have ended make room.
func (s *Server) watchMine(ctx context.Context, f *feed.Feed, player, game string) error {
	err := f.Watch(ctx, game, 0)
	if !errors.Is(err, feed.ErrTooMany) {
		return err
	}
	playing, err := s.club.Playing(ctx, player)
	if err != nil {
		return err
	}
	f.Only(playing)
	return f.Watch(ctx, game, 0)
}

// begun are games that are to be watched.
type begun struct {
	some chan struct{} // there is one

	mu    sync.Mutex
	games []string
}

func newBegun() *begun { return &begun{some: make(chan struct{}, 1)} }

// add does not block.
func (b *begun) add(games ...string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.games = append(b.games, games...)
	select {
	case b.some <- struct{}{}:
	default:
	}
}

func (b *begun) take() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	games := b.games
	b.games = nil
	return games
}

// analysis searches a position and tells what it finds, deeper and deeper.
func (s *Server) analysis(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	lines, problem := number(query.Get("lines"))
	var depth int
	if problem == nil {
		depth, problem = number(query.Get("depth"))
	}
	var req desk.Request
	if problem == nil {
		req, problem = desk.NewRequest(query.Get("key"), query.Get("fen"), query.Get("rules"), lines, depth)
	}
	if problem != nil {
		wire.WriteProblem(w, problem)
		return
	}
	p, problem := s.who(r)
	if problem != nil {
		wire.WriteProblem(w, problem)
		return
	}
	leave, ok := s.open(w, r)
	if !ok {
		return
	}
	defer leave()
	person := personOf(r, p)
	st := newStream()
	if !s.desk.Start(person, req, func(m desk.Message) { st.send(m.JSON()) }, st.end) {
		wire.WriteProblem(w, wire.ErrBusy)
		return
	}
	defer s.desk.Stop(person, req.Key)
	s.serveStream(r.Context(), w, r, st)
}

// number reads a number of a query; none is 0.
func number(text string) (int, *wire.Problem) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, wire.NewProblem(http.StatusUnprocessableEntity, "bad-query", strconv.Quote(wire.Clip(text, maxName))+" is no number")
	}
	return n, nil
}
