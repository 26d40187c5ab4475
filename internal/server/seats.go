package server

import (
	"net/http"

	"github.com/bolshak-draughts/bolshak/internal/server/club"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// seats lists the open seats.
func (s *Server) seats(w http.ResponseWriter, r *http.Request) {
	seats, err := s.club.Seats(r.Context())
	if err != nil {
		wire.WriteProblem(w, s.problem(r, err))
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	wire.WriteJSON(w, http.StatusOK, map[string]any{"seats": seats})
}

// createSeat invites somebody, or begins a game against the computer.
func (s *Server) createSeat(w http.ResponseWriter, r *http.Request) {
	var q club.SeatRequest
	if p := wire.ReadJSON(w, r, &q); p != nil {
		wire.WriteProblem(w, p)
		return
	}
	p, problem := s.playerOrGuest(w, r)
	if problem != nil {
		wire.WriteProblem(w, problem)
		return
	}
	seat, err := s.club.CreateSeat(r.Context(), *p, q)
	if err != nil {
		wire.WriteProblem(w, s.problem(r, err))
		return
	}
	told := club.NewSeat(seat)
	w.Header().Set("Cache-Control", "no-store")
	wire.WriteJSON(w, http.StatusCreated, map[string]any{"seat": told, "game": told.Game})
}

// seat tells one seat.
func (s *Server) seat(w http.ResponseWriter, r *http.Request) {
	seat, err := s.club.Seat(r.Context(), r.PathValue("id"))
	if err != nil {
		wire.WriteProblem(w, s.problem(r, err))
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	wire.WriteJSON(w, http.StatusOK, map[string]any{"seat": club.NewSeat(seat)})
}

// joinSeat begins the game of a seat.
func (s *Server) joinSeat(w http.ResponseWriter, r *http.Request) {
	p, problem := s.playerOrGuest(w, r)
	if problem != nil {
		wire.WriteProblem(w, problem)
		return
	}
	game, err := s.club.Join(r.Context(), r.PathValue("id"), *p)
	if err != nil {
		wire.WriteProblem(w, s.problem(r, err))
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	wire.WriteJSON(w, http.StatusOK, map[string]any{"game": game})
}

// deleteSeat takes one's own seat away.
func (s *Server) deleteSeat(w http.ResponseWriter, r *http.Request) {
	p, problem := s.player(r)
	if problem != nil {
		wire.WriteProblem(w, problem)
		return
	}
	if err := s.club.DeleteSeat(r.Context(), r.PathValue("id"), p.ID); err != nil {
		wire.WriteProblem(w, s.problem(r, err))
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
