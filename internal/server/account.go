package server

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode"

	"github.com/bolshak-draughts/bolshak/internal/server/club"
	"github.com/bolshak-draughts/bolshak/internal/server/event"
	"github.com/bolshak-draughts/bolshak/internal/server/rating"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// accountJSON is who one is; nobody is null.
type accountJSON struct {
	Player *club.PlayerJSON `json:"player"`
}

type credentialsJSON struct {
	Name     string `json:"name"`
	Password string `json:"password"`
}

type passwordJSON struct {
	Old string `json:"old"`
	New string `json:"new"`
}

type tokenJSON struct {
	ID      string `json:"id"`
	Label   string `json:"label"`
	Created int64  `json:"created"`
	Used    *int64 `json:"used"`
}

func writeAccount(w http.ResponseWriter, status int, p *store.Player) {
	w.Header().Set("Cache-Control", "no-store")
	var j accountJSON
	if p != nil {
		told := club.NewPlayer(*p, rating.Classes()...)
		j.Player = &told
	}
	wire.WriteJSON(w, status, j)
}

// account tells who one is.
func (s *Server) account(w http.ResponseWriter, r *http.Request) {
	p, problem := s.who(r)
	if problem != nil {
		wire.WriteProblem(w, problem)
		return
	}
	writeAccount(w, http.StatusOK, p)
}

// guest makes a guest of somebody who is nobody yet.
func (s *Server) guest(w http.ResponseWriter, r *http.Request) {
	p, problem := s.playerOrGuest(w, r)
	if problem != nil {
		wire.WriteProblem(w, problem)
		return
	}
	writeAccount(w, http.StatusOK, p)
}

// register makes an account, of the guest that one is or of nobody.
func (s *Server) register(w http.ResponseWriter, r *http.Request) {
	var q credentialsJSON
	p, ok := s.posted(w, r, &q, s.who)
	if !ok {
		return
	}
	if !s.limits.register.allow(r) {
		wire.WriteProblem(w, errManyAsked)
		return
	}
	var made store.Player
	var err error
	switch {
	case p == nil:
		if made, err = s.store.CreateAccount(r.Context(), q.Name, q.Password); err == nil {
			err = s.signIn(w, r, made.ID)
		}
	case !p.Guest:
		err = store.ErrNotGuest
	default:
		made, err = s.store.Register(r.Context(), p.ID, q.Name, q.Password)
		s.club.Forget(p.ID)
	}
	if err != nil {
		wire.WriteProblem(w, s.problem(r, err))
		return
	}
	writeAccount(w, http.StatusOK, &made)
}

// login proves who one is by a password.
func (s *Server) login(w http.ResponseWriter, r *http.Request) {
	var q credentialsJSON
	if p := wire.ReadJSON(w, r, &q); p != nil {
		wire.WriteProblem(w, p)
		return
	}
	// A name has a limit of its own, so that many addresses do not try more.
	if !s.limits.login.allow(r) || !peerOf(r).local && !s.limits.name.Allow(store.NameKey(wire.Clip(q.Name, maxName)), time.Now()) {
		wire.WriteProblem(w, errManyAsked)
		return
	}
	p, err := s.store.Login(r.Context(), q.Name, q.Password)
	if err == nil {
		s.endSession(r)
		err = s.signIn(w, r, p.ID)
	}
	if err != nil {
		wire.WriteProblem(w, s.problem(r, err))
		return
	}
	writeAccount(w, http.StatusOK, &p)
}

// endSession ends the session of a request's cookie, if there is one.
func (s *Server) endSession(r *http.Request) {
	if secret, bearer := secretOf(r); secret != "" && !bearer {
		if err := s.store.DeleteSession(r.Context(), secret); err != nil && !errors.Is(err, store.ErrNotFound) {
			s.log.WarnContext(r.Context(), "a session cannot be ended", "error", err)
		}
	}
}

// logout ends the session, and the sockets that were opened by it.
func (s *Server) logout(w http.ResponseWriter, r *http.Request) {
	p, problem := s.who(r)
	if problem != nil {
		wire.WriteProblem(w, problem)
		return
	}
	s.endSession(r)
	if p != nil {
		s.bus.Publish(event.Player(p.ID), event.Event{Kind: club.KindLeave})
	}
	http.SetCookie(w, sessionCookie(r, "", -1))
	w.WriteHeader(http.StatusNoContent)
}

// password changes the password; all other sessions end.
func (s *Server) password(w http.ResponseWriter, r *http.Request) {
	var q passwordJSON
	p, ok := s.posted(w, r, &q, s.player)
	if !ok {
		return
	}
	if !s.limits.login.allow(r) {
		wire.WriteProblem(w, errManyAsked)
		return
	}
	err := s.store.ChangePassword(r.Context(), p.ID, q.Old, q.New)
	if err == nil {
		secret, bearer := secretOf(r)
		if bearer {
			secret = ""
		}
		err = s.store.DeleteSessions(r.Context(), p.ID, secret)
	}
	if err != nil {
		wire.WriteProblem(w, s.problem(r, err))
		return
	}
	s.bus.Publish(event.Player(p.ID), event.Event{Kind: club.KindLeave})
	w.WriteHeader(http.StatusNoContent)
}

func newToken(t store.Token) tokenJSON {
	j := tokenJSON{ID: t.ID, Label: t.Label, Created: t.Created.UnixMicro()}
	if !t.Used.IsZero() {
		used := t.Used.UnixMicro()
		j.Used = &used
	}
	return j
}

// tokens lists the tokens of a player.
func (s *Server) tokens(w http.ResponseWriter, r *http.Request) {
	p, problem := s.player(r)
	if problem != nil {
		wire.WriteProblem(w, problem)
		return
	}
	list, err := s.store.Tokens(r.Context(), p.ID)
	if err != nil {
		wire.WriteProblem(w, s.problem(r, err))
		return
	}
	told := []tokenJSON{}
	for _, t := range list {
		told = append(told, newToken(t))
	}
	w.Header().Set("Cache-Control", "no-store")
	wire.WriteJSON(w, http.StatusOK, map[string]any{"tokens": told})
}

// createToken makes a token; its secret is told this once.
func (s *Server) createToken(w http.ResponseWriter, r *http.Request) {
	var q struct {
		Label string `json:"label"`
	}
	p, ok := s.posted(w, r, &q, s.player)
	if !ok {
		return
	}
	if len(q.Label) > maxName || strings.ContainsFunc(q.Label, unicode.IsControl) {
		wire.WriteProblem(w, wire.NewProblem(http.StatusUnprocessableEntity, "bad-name", fmt.Sprintf("a label has at most %d bytes, none of them of control", maxName)))
		return
	}
	t, secret, err := s.store.CreateToken(r.Context(), p.ID, q.Label)
	if err != nil {
		wire.WriteProblem(w, s.problem(r, err))
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	wire.WriteJSON(w, http.StatusCreated, map[string]any{"token": newToken(t), "secret": secret})
}

// deleteToken takes a token back.
func (s *Server) deleteToken(w http.ResponseWriter, r *http.Request) {
	p, problem := s.player(r)
	if problem != nil {
		wire.WriteProblem(w, problem)
		return
	}
	if err := s.store.DeleteToken(r.Context(), p.ID, r.PathValue("id")); err != nil {
		wire.WriteProblem(w, s.problem(r, err))
		return
	}
	s.bus.Publish(event.Player(p.ID), event.Event{Kind: club.KindLeave})
	w.WriteHeader(http.StatusNoContent)
}

// problem returns how an error is told, and logs one that is nobody's fault but
// ours.
func (s *Server) problem(r *http.Request, err error) *wire.Problem {
	p, ok := club.Problem(err)
	if !ok {
		s.log.ErrorContext(r.Context(), "a request failed", "path", r.URL.Path, "error", err)
	}
	return p
}
