package server

import (
	"bytes"
	"net/http"
	"time"

	"github.com/bolshak-draughts/bolshak/diagram"
	"github.com/bolshak-draughts/bolshak/internal/server/stateless"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// picture draws a position as PNG.
func (s *Server) picture(w http.ResponseWriter, r *http.Request) {
	q, p := stateless.ReadPicture(r.URL.Query())
	if p != nil {
		wire.WriteProblem(w, p)
		return
	}
	var b bytes.Buffer
	err := s.chores.pass(r.Context(), func() error { return diagram.PNG(&b, q.Position, q.Options) })
	switch {
	case r.Context().Err() != nil:
		wire.WriteProblem(w, wire.ErrStopped)
	case err != nil:
		s.log.ErrorContext(r.Context(), "a diagram cannot be drawn", "position", q.Position, "error", err)
		wire.WriteProblem(w, wire.ErrInternal)
	default:
		writePicture(w, r, contentTypes[".png"], b.Bytes())
	}
}

// writePicture answers with a picture. The same address always gives the same
// one, so that whoever has it need not ask again for a day.
func writePicture(w http.ResponseWriter, r *http.Request, kind string, picture []byte) {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "public, max-age=86400")
	h.Set("ETag", tagOf(picture))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(picture))
}
