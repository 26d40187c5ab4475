package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"time"

	"github.com/bolshak-draughts/bolshak/docs"
	"github.com/bolshak-draughts/bolshak/web"
)

// Config says how a Server works. The zero value is sensible.
type Config struct {
	// Logger gets a line for each request; nil means slog.Default.
	Logger *slog.Logger
	// Searches is the number of searches at once; less than 1 means one less
	// than there are processors, but at least one.
	Searches int
	// Waiting is the number of requests that may wait for a search; one more is
	// told to come again. Less than 1 means 64.
	Waiting int
}

// Limits on what a client may send and how long it may take.
const (
	maxBody       = 256 << 10
	maxMoves      = 2000
	headerTimeout = 5 * time.Second
	readTimeout   = 15 * time.Second
	writeTimeout  = 60 * time.Second
	idleTimeout   = 2 * time.Minute
	drainTimeout  = 10 * time.Second
)

// Server is the site.
type Server struct {
	log      *slog.Logger
	searches *searches
	chores   gate
	handler  http.Handler
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
		searches: newSearches(cfg.Searches, cfg.Waiting),
		chores:   make(gate, runtime.GOMAXPROCS(0)),
	}
	mux, err := s.routes(web.Files())
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	origin := http.NewCrossOriginProtection()
	origin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		writeProblem(w, errForeignOrigin)
	}))
	s.handler = s.observe(secure(origin.Handler(mux)))
	return s, nil
}

// Handler returns the whole site.
func (s *Server) Handler() http.Handler { return s.handler }

// Serve serves the site on a listener until ctx ends, then lets the requests
// that run come to their end. It returns nil after such an orderly end.
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
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
	defer cancel()
	if err := srv.Shutdown(drain); err != nil {
		return errors.Join(err, srv.Close())
	}
	return nil
}

// endpoint is an address of the API, described in docs/openapi.yaml.
type endpoint struct {
	method, path string
	handler      http.Handler
}

func (s *Server) endpoints() []endpoint {
	return []endpoint{
		{"POST", "/api/v1/game", http.HandlerFunc(s.game)},
		{"POST", "/api/v1/game/reply", http.HandlerFunc(s.reply)},
		{"POST", "/api/v1/pdn", http.HandlerFunc(s.pdn)},
		{"GET", "/api/v1/diagram.svg", http.HandlerFunc(s.picture)},
		{"GET", "/api/v1/diagram.png", http.HandlerFunc(s.picture)},
		{"GET", "/api/openapi.yaml", newAsset("openapi.yaml", docs.OpenAPI)},
		{"GET", "/healthz", http.HandlerFunc(health)},
	}
}

// routes lists every address of the site.
func (s *Server) routes(page fs.FS) (*http.ServeMux, error) {
	assets, err := newAssets(page)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("GET /{$}", assets.file("index.html"))
	mux.HandleFunc("GET /assets/{name}", assets.named)
	for _, e := range s.endpoints() {
		mux.Handle(e.method+" "+e.path, e.handler)
		mux.HandleFunc(e.path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Allow", e.method)
			writeProblem(w, errMethod)
		})
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { writeProblem(w, errNotFound) })
	return mux, nil
}

func health(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}
