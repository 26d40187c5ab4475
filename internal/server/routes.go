package server

import (
	"io/fs"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/bolshak-draughts/bolshak/docs"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// endpoint is an address of the API, described in docs/openapi.yaml.
type endpoint struct {
	method, path string
	handler      http.HandlerFunc
}

func (s *Server) endpoints() []endpoint {
	openapi := newAsset("openapi.yaml", docs.OpenAPI)
	l := s.limits
	list := []endpoint{
		{"POST", "/api/v1/report", l.heavy.guard(s.report)},
		{"GET", "/api/v1/analysis", l.heavy.guard(s.analysis)},
		{"GET", "/api/v1/diagram.png", s.picture},
		{"GET", "/api/v1/account", s.account},
		{"POST", "/api/v1/account/guest", s.guest},
		{"POST", "/api/v1/account/register", l.write.guard(s.register)},
		{"POST", "/api/v1/account/login", s.login},
		{"POST", "/api/v1/account/logout", l.write.guard(s.logout)},
		{"POST", "/api/v1/account/password", l.write.guard(s.password)},
		{"GET", "/api/v1/account/tokens", s.tokens},
		{"POST", "/api/v1/account/tokens", l.write.guard(s.createToken)},
		{"DELETE", "/api/v1/account/tokens/{id}", l.write.guard(s.deleteToken)},
		{"GET", "/api/v1/players/{name}", s.profile},
		{"GET", "/api/v1/progress", s.progress},
		{"POST", "/api/v1/progress", l.write.guard(s.noteProgress)},
		{"POST", "/api/v1/progress/merge", l.write.guard(s.mergeProgress)},
		{"GET", "/api/v1/seats", s.seats},
		{"POST", "/api/v1/seats", l.write.guard(s.createSeat)},
		{"GET", "/api/v1/seats/{id}", s.seat},
		{"DELETE", "/api/v1/seats/{id}", l.write.guard(s.deleteSeat)},
		{"POST", "/api/v1/seats/{id}/join", l.write.guard(s.joinSeat)},
		{"GET", "/api/v1/games", s.archive},
		{"GET", "/api/v1/games/export.pdn", l.heavy.guard(s.exportGames)},
		{"GET", "/api/v1/games/{id}", s.liveGame},
		{"GET", "/api/v1/games/{id}/pdn", s.gamePDN},
		{"GET", "/api/v1/games/{id}/stream", s.gameStream},
		{"POST", "/api/v1/games/{id}/actions", l.write.guard(s.act)},
		{"POST", "/api/v1/games/{id}/chat-report", l.write.guard(s.reportChat)},
		{"GET", "/api/v1/stream", s.myStream},
		{"GET", "/api/v1/socket", s.socket},
		{"GET", "/api/openapi.yaml", openapi.ServeHTTP},
		{"GET", "/healthz", s.health},
		{"GET", "/ready", s.ready},
		{"GET", "/metrics", s.metrics.serve},
	}
	for _, e := range s.plain.Endpoints() {
		list = append(list, endpoint{e.Method, e.Path, s.fitted(e)})
	}
	return list
}

// pages are the addresses of the page itself, which finds its way by them.
var pages = []string{
	"/{$}", "/game/{id}", "/seat/{id}", "/player/{name}", "/archive", "/account",
	"/analysis", "/analysis/{id}", "/editor", "/learn", "/learn/{step}", "/exercises", "/exercises/{id}", "/tables",
}

// methods are what an address does, by method.
type methods map[string]http.HandlerFunc

func (m methods) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	if handler := m[method]; handler != nil {
		handler(w, r)
		return
	}
	w.Header().Set("Allow", strings.Join(slices.Sorted(maps.Keys(m)), ", "))
	wire.WriteProblem(w, wire.ErrMethod)
}

// routes lists every address of the site.
func (s *Server) routes(page fs.FS) (*http.ServeMux, error) {
	assets, err := newAssets(page)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	for _, path := range pages {
		mux.Handle("GET "+path, assets.file("index.html"))
	}
	for _, name := range []string{serviceWorker, manifest} {
		mux.Handle("GET /"+name, assets.file(name))
	}
	mux.HandleFunc("GET /assets/{name}", assets.named)
	addresses := map[string]methods{}
	for _, e := range s.endpoints() {
		if addresses[e.path] == nil {
			addresses[e.path] = methods{}
		}
		addresses[e.path][e.method] = e.handler
	}
	for path, does := range addresses {
		handler := does.ServeHTTP
		if strings.HasPrefix(path, "/api/v1/") {
			handler = s.limits.all.guard(handler)
		}
		mux.HandleFunc(path, handler)
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { wire.WriteProblem(w, wire.ErrNotFound) })
	return mux, nil
}

// health tells whether the site works: it does if its store answers.
func (s *Server) health(w http.ResponseWriter, r *http.Request) {
	if err := s.store.Ping(r.Context()); err != nil {
		s.log.ErrorContext(r.Context(), "the store does not answer", "error", err)
		wire.WriteProblem(w, wire.ErrStopped)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	wire.WriteJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

// ready tells whether clients may be sent here: the site works, hears the other
// nodes, and does not end.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	err := s.draining.Err()
	if err == nil {
		err = s.cluster.Ping(r.Context())
	}
	if err != nil {
		s.log.WarnContext(r.Context(), "not ready", "error", err)
		wire.WriteProblem(w, wire.ErrStopped)
		return
	}
	s.health(w, r)
}
