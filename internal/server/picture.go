package server

import (
	"bytes"
	"net/http"
	"net/url"
	"path"
	"time"

	"github.com/bolshak-draughts/bolshak/diagram"
	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/stateless"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// maxFEN is the most bytes of the position of a picture.
const maxFEN = stateless.MaxFEN

// picture draws a position. The same address always gives the same picture, so
// that whoever has it need not ask again for a day.
func (s *Server) picture(w http.ResponseWriter, r *http.Request) {
	position, opt, p := readPicture(r.URL.Query())
	if p != nil {
		wire.WriteProblem(w, p)
		return
	}
	draw, kind := diagram.SVG, contentTypes[".svg"]
	if path.Ext(r.URL.Path) == ".png" {
		draw, kind = diagram.PNG, contentTypes[".png"]
	}
	var b bytes.Buffer
	err := s.chores.pass(r.Context(), func() error { return draw(&b, position, opt) })
	switch {
	case r.Context().Err() != nil:
		wire.WriteProblem(w, wire.ErrStopped)
		return
	case err != nil:
		s.log.ErrorContext(r.Context(), "a diagram cannot be drawn", "position", position, "error", err)
		wire.WriteProblem(w, wire.ErrInternal)
		return
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "public, max-age=86400")
	h.Set("ETag", tagOf(b.Bytes()))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(b.Bytes()))
}

func readPicture(query url.Values) (p draughts.Position, opt diagram.Options, refused *wire.Problem) {
	bad := func(code, detail string) (draughts.Position, diagram.Options, *wire.Problem) {
		return p, opt, wire.NewProblem(http.StatusUnprocessableEntity, code, detail)
	}
	fen := query.Get("fen")
	if len(fen) > maxFEN {
		return bad("bad-fen", "the FEN is too long")
	}
	if fen == "" {
		fen = draughts.StartFEN
	}
	setup, err := draughts.ParseSetup(fen)
	if err == nil {
		var forgiven draughts.Faults
		if query.Get("forgive") == "true" {
			forgiven = draughts.Forgivable
		}
		p, err = setup.Position(forgiven)
	}
	if err != nil {
		return bad("bad-fen", err.Error())
	}
	opt.Size = 640
	if theme := query.Get("theme"); theme != "" {
		if opt.Theme, err = diagram.ParseTheme(theme); err != nil {
			return bad("bad-theme", err.Error())
		}
	}
	opt.Flip = query.Get("flip") == "true"
	if query.Get("numbers") == "true" {
		opt.Labels = diagram.Numbers
	}
	return p, opt, nil
}
