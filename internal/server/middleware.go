package server

import (
	"net/http"
	"runtime/debug"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// contentPolicy lets the page load and ask its own site only; for connections
// 'self' is also the WebSocket of the same host.
const contentPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; manifest-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// secure sets the headers that keep other sites out and the page to itself.
func secure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", contentPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		next.ServeHTTP(w, r)
	})
}

// observe logs each request and turns a panic into an answer.
func (s *Server) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		seen := &recorder{ResponseWriter: w}
		defer func() {
			cause := recover()
			if cause == http.ErrAbortHandler {
				defer panic(cause) // the answer cannot be ended well; the connection is cut
			} else if cause != nil {
				s.log.ErrorContext(r.Context(), "panic", "cause", cause, "stack", string(debug.Stack()))
				if seen.status == 0 {
					wire.WriteProblem(seen, wire.ErrInternal)
				}
			}
			took := time.Since(began)
			s.log.InfoContext(r.Context(), "request", "method", r.Method, "path", r.URL.Path, "status", seen.status, "took", took, "from", peerOf(r).address)
			s.metrics.observe(seen.status, took, seen.status == http.StatusSwitchingProtocols || seen.Header().Get("Content-Type") == "application/x-ndjson")
		}()
		next.ServeHTTP(seen, r)
	})
}

// recorder remembers the status that was sent.
type recorder struct {
	http.ResponseWriter
	status int
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	return r.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController and http.MaxBytesReader reach the writer below.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
