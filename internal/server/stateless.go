package server

import (
	"context"
	"errors"
	"net/http"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/internal/server/stateless"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// newStateless returns the service of what depends on the request alone, with
// the site's engines and its gate for chores.
func newStateless(tables *endgame.Tables, searches *searches, chores gate) *stateless.Service {
	return &stateless.Service{
		Tables: tables,
		Best: func(ctx context.Context, g *draughts.Game, level int) (draughts.Move, error) {
			move, err := searches.best(ctx, g, level)
			switch {
			case errors.Is(err, errCrowded):
				err = wire.ErrBusy
			case err != nil && !errors.Is(err, engine.ErrGameOver):
				err = wire.ErrStopped
			}
			return move, err
		},
		Chore: chores.pass,
	}
}

// answer serves an endpoint whose answers depend on the request alone.
func (s *Server) answer(e stateless.Endpoint) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q := stateless.Request{ID: r.PathValue("id"), Query: r.URL.Query()}
		if e.Method == http.MethodPost {
			var p *wire.Problem
			if q.Body, p = bodyOf(w, r, e); p != nil {
				wire.WriteProblem(w, p)
				return
			}
		}
		answer, err := e.Answer(r.Context(), q)
		picture, isPicture := answer.(stateless.SVG)
		var p *wire.Problem
		switch {
		case errors.As(err, &p):
			wire.WriteProblem(w, p)
		case err != nil && r.Context().Err() != nil:
			wire.WriteProblem(w, wire.ErrStopped)
		case err != nil:
			s.log.ErrorContext(r.Context(), "a request cannot be answered", "path", e.Path, "error", err)
			wire.WriteProblem(w, wire.ErrInternal)
		case isPicture:
			writePicture(w, r, contentTypes[".svg"], picture)
		default:
			w.Header().Set("Cache-Control", e.Cache)
			wire.WriteJSON(w, http.StatusOK, answer)
		}
	}
}

// bodyOf reads what an endpoint is sent.
func bodyOf(w http.ResponseWriter, r *http.Request, e stateless.Endpoint) ([]byte, *wire.Problem) {
	if e.Text > 0 {
		return wire.ReadText(w, r, e.Text)
	}
	return wire.ReadBody(w, r)
}
