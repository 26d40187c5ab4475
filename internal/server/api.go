package server

import (
	"errors"
	"net/http"

	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// game answers with the state of a game.
func (s *Server) game(w http.ResponseWriter, r *http.Request) {
	var q gameRequest
	if p := wire.ReadJSON(w, r, &q); p != nil {
		wire.WriteProblem(w, p)
		return
	}
	g, p := q.play()
	if p != nil {
		wire.WriteProblem(w, p)
		return
	}
	writeState(w, g)
}

// reply plays the engine's move and answers with the state after it.
func (s *Server) reply(w http.ResponseWriter, r *http.Request) {
	var q replyRequest
	if p := wire.ReadJSON(w, r, &q); p != nil {
		wire.WriteProblem(w, p)
		return
	}
	if p := q.check(); p != nil {
		wire.WriteProblem(w, p)
		return
	}
	g, p := q.play()
	if p != nil {
		wire.WriteProblem(w, p)
		return
	}
	move, err := s.searches.best(r.Context(), g.Game, q.Level)
	switch {
	case errors.Is(err, engine.ErrGameOver):
		wire.WriteProblem(w, wire.NewProblem(http.StatusUnprocessableEntity, "game-over", "the game is over: "+g.Outcome().String()))
		return
	case errors.Is(err, errCrowded):
		wire.WriteProblem(w, wire.ErrBusy)
		return
	case err != nil:
		wire.WriteProblem(w, wire.ErrStopped)
		return
	}
	if err := g.Play(move); err != nil {
		s.log.ErrorContext(r.Context(), "the engine gave an illegal move", "move", move, "position", g.Position(), "error", err)
		wire.WriteProblem(w, wire.ErrInternal)
		return
	}
	writeState(w, g)
}

func writeState(w http.ResponseWriter, g *game) {
	w.Header().Set("Cache-Control", "no-store")
	wire.WriteJSON(w, http.StatusOK, newState(g))
}
