package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
	"github.com/bolshak-draughts/bolshak/internal/server/club"
	"github.com/bolshak-draughts/bolshak/internal/server/event"
	"github.com/bolshak-draughts/bolshak/internal/server/socket"
	"github.com/bolshak-draughts/bolshak/internal/server/stateless"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
	"github.com/bolshak-draughts/bolshak/internal/server/work"
	"github.com/bolshak-draughts/bolshak/web"
)

// Config says how a Server works.
type Config struct {
	// Store is where the site keeps what it must not lose. Without one the site
	// keeps it in a folder of its own that Close removes: for trying things out.
	Store *store.Store
	// Cluster carries events and jobs; without one the site has its own within
	// this process, which Close closes.
	Cluster *cluster.Node
	// NoWorker leaves analyses, reports and computer moves to other processes.
	NoWorker bool
	// Logger gets a line for each request; nil means slog.Default.
	Logger *slog.Logger
	// Searches is the number of searches at once, of each kind: replies to games
	// that clients keep, computer opponents, analyses. Less than 1 means one less
	// than there are processors, but at least one.
	Searches int
	// Waiting is the number of requests that may wait for a search; one more is
	// told to come again. Less than 1 means 64.
	Waiting int
	// Now tells the time to the games; nil means time.Now.
	Now func() time.Time
}

// Limits on what a client may send and how long it may take.
const (
	maxMoves      = stateless.MaxMoves
	maxName       = stateless.MaxName
	headerTimeout = 5 * time.Second
	readTimeout   = 15 * time.Second
	writeTimeout  = 60 * time.Second
	idleTimeout   = 2 * time.Minute
	drainTimeout  = 10 * time.Second
	handTimeout   = 3 * time.Second  // for jobs to come to their end before they are handed back
	reportsEvery  = 10 * time.Second // reports are looked for whose asker has ended
)

// Server is the site. Close ends what it does in the background.
type Server struct {
	log      *slog.Logger
	store    *store.Store
	bus      event.Bus
	club     *club.Club
	cluster  *cluster.Node
	crew     *work.Crew // nil without workers
	desk     *work.Desk
	hub      *socket.Hub
	limits   *limits
	metrics  *metrics
	searches *searches
	reports  *work.Reports
	chores   gate
	tables   *endgame.Tables
	plain    *stateless.Service
	handler  http.Handler

	// draining ends when no more streams may begin and those that are open are to
	// end.
	draining context.Context
	drain    context.CancelFunc

	streamsMu sync.Mutex
	streams   map[string]int // by address

	// patience is how long clients have to come to their end.
	patience time.Duration

	background sync.WaitGroup
	stop       context.CancelFunc
	closers    []func() error
}

// New returns a site that is ready to serve.
func New(cfg Config) (*Server, error) {
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	if cfg.Searches < 1 {
		cfg.Searches = max(1, runtime.GOMAXPROCS(0)-1)
	}
	if cfg.Waiting < 1 {
		cfg.Waiting = 64
	}
	s := &Server{
		log:      cfg.Logger,
		store:    cfg.Store,
		limits:   newLimits(),
		searches: newSearches(cfg.Searches, cfg.Waiting),
		chores:   make(gate, runtime.GOMAXPROCS(0)),
		tables:   endgame.Default(),
		streams:  map[string]int{},
		patience: drainTimeout,
	}
	if s.store == nil {
		if err := s.openTemporary(cfg.Logger); err != nil {
			return nil, fmt.Errorf("server: %w", err)
		}
	}
	if err := s.join(cfg); err != nil {
		return nil, fmt.Errorf("server: %w", errors.Join(err, s.closeAll()))
	}
	s.plain = newStateless(s.tables, s.searches, s.chores)
	s.draining, s.drain = context.WithCancel(context.Background())
	s.club = club.New(club.Config{Store: s.store, Bus: s.bus, Logger: cfg.Logger, Now: cfg.Now, Jobs: s.cluster, Computers: cfg.Searches})
	s.closers = append(s.closers, func() error { s.club.Leave(); return nil })
	s.desk = work.NewDesk(s.cluster, cfg.Waiting, s.tables, cfg.Logger)
	s.hub = socket.NewHub(socket.Config{Club: s.club, Bus: s.bus, Desk: s.desk, Logger: cfg.Logger})
	s.metrics = newMetrics(s)
	mux, err := s.routes(web.Files())
	if err != nil {
		return nil, fmt.Errorf("server: %w", errors.Join(err, s.closeAll()))
	}
	origin := http.NewCrossOriginProtection()
	origin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		wire.WriteProblem(w, wire.ErrForeignOrigin)
	}))
	s.handler = s.observe(secure(origin.Handler(mux)))
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	if !cfg.NoWorker {
		if s.crew, err = work.Start(ctx, s.cluster, cfg.Searches, s.tables); err != nil {
			stop()
			return nil, fmt.Errorf("server: %w", errors.Join(err, s.closeAll()))
		}
	}
	gap := s.cluster.OnGap(s.club.Missed)
	s.closers = append(s.closers, func() error { gap(); return nil })
	s.background.Go(func() { s.club.Run(ctx) })
	s.background.Go(func() { s.hub.Run(ctx) })
	s.background.Go(func() { s.sweepReports(ctx) })
	return s, nil
}

// join makes the site a part of its cluster.
func (s *Server) join(cfg Config) (err error) {
	if s.cluster = cfg.Cluster; s.cluster == nil {
		if s.cluster, err = cluster.Open(context.Background(), cluster.Config{Logger: cfg.Logger}); err != nil {
			return err
		}
		s.closers = append(s.closers, s.cluster.Close)
	}
	s.bus = s.cluster.Bus()
	var unhear func()
	if s.reports, unhear, err = work.NewReports(s.cluster, s.store, cfg.Waiting, cfg.Logger); err != nil {
		return err
	}
	s.closers = append(s.closers, func() error { unhear(); return nil })
	return nil
}

// sweepReports has reports made whose asker has ended, until ctx ends.
func (s *Server) sweepReports(ctx context.Context) {
	ticker := time.NewTicker(reportsEvery)
	defer ticker.Stop()
	for {
		if err := s.reports.Sweep(ctx, time.Now()); err != nil && ctx.Err() == nil {
			s.log.ErrorContext(ctx, "reports that were lost cannot be found", "error", err)
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// openTemporary opens a store in a folder that Close removes.
func (s *Server) openTemporary(log *slog.Logger) error {
	dir, err := os.MkdirTemp("", "bolshak-")
	if err != nil {
		return err
	}
	s.closers = append(s.closers, func() error { return os.RemoveAll(dir) })
	if s.store, err = store.Open(context.Background(), store.Config{Dir: dir, Logger: log}); err != nil {
		return errors.Join(err, s.closeAll())
	}
	s.closers = append(s.closers, s.store.Close)
	return nil
}

// closeAll closes what the site has opened itself.
func (s *Server) closeAll() (err error) {
	for _, closer := range slices.Backward(s.closers) {
		err = errors.Join(err, closer())
	}
	s.closers = nil
	return err
}

// Close ends all connections and what the site does in the background. The
// store stays open if it was given.
func (s *Server) Close() error {
	s.drain()
	ctx, cancel := context.WithTimeout(context.Background(), s.patience)
	defer cancel()
	s.hub.Drain(ctx)
	s.desk.Close()
	if s.crew != nil {
		s.hand()
	}
	s.stop()
	s.background.Wait()
	return s.closeAll()
}

// hand lets the jobs that are at work here come to their end or hands them back.
// Within one process there is nobody to hand them to.
func (s *Server) hand() {
	if s.cluster.Embedded() {
		s.crew.Stop()
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), handTimeout)
	defer cancel()
	if s.crew.Drain(ctx) != nil {
		s.log.Info("jobs were handed back that had not come to their end")
	}
}

// Handler returns the whole site.
func (s *Server) Handler() http.Handler { return s.handler }

// Serve serves the site on a listener until ctx ends, then lets the requests
// that run come to their end and says goodbye to sockets and streams. It returns
// nil after such an orderly end.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	srv := &http.Server{
		Handler:           s.handler,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	s.log.Info("draining", "sockets", s.hub.Len())
	s.drain()
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.patience)
	defer cancel()
	var sockets sync.WaitGroup
	sockets.Go(func() { s.hub.Drain(drain) })
	err := srv.Shutdown(drain)
	sockets.Wait()
	if errors.Is(err, context.DeadlineExceeded) {
		// Clients that neither read nor write, say. What they asked for is done.
		s.log.Warn("connections are cut that would not end")
		err = nil
	}
	return errors.Join(err, srv.Close())
}
