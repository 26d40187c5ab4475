package server

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/bolshak-draughts/bolshak/internal/server/socket"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// socket turns a request into a WebSocket. A browser sends the cookie with it
// from any page, so the page must be ours.
func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	if !sameOrigin(r) {
		wire.WriteProblem(w, wire.ErrForeignOrigin)
		return
	}
	if !handshake(r) {
		w.Header().Set("Upgrade", "websocket")
		w.Header().Set("Sec-WebSocket-Version", "13")
		wire.WriteProblem(w, wire.NewProblem(http.StatusUpgradeRequired, "bad-query", "this address is for WebSockets of version 13"))
		return
	}
	p, problem := s.who(r)
	if problem != nil {
		wire.WriteProblem(w, problem)
		return
	}
	from := peerOf(r)
	still := func(ctx context.Context) bool {
		now, problem := s.who(r.WithContext(ctx))
		return problem == nil && now != nil && now.ID == p.ID
	}
	err := s.hub.Serve(w, r, socket.Who{Player: p, Still: still, Address: from.address, Exempt: from.local})
	switch {
	case errors.Is(err, socket.ErrTooMany):
		wire.WriteProblem(w, errManyAsked)
	case err != nil:
		wire.WriteProblem(w, wire.ErrStopped)
	}
}

// handshake reports whether a request asks for a WebSocket in the form in which
// it can have one.
func handshake(r *http.Request) bool {
	upgrade := false
	for _, list := range r.Header.Values("Connection") {
		for name := range strings.SplitSeq(list, ",") {
			upgrade = upgrade || strings.EqualFold(strings.TrimSpace(name), "upgrade")
		}
	}
	return upgrade && strings.EqualFold(r.Header.Get("Upgrade"), "websocket") &&
		r.Header.Get("Sec-WebSocket-Version") == "13" && r.Header.Get("Sec-WebSocket-Key") != ""
}

// sameOrigin reports whether a request does not come from another site's page.
// Programs that are no browsers say nothing of where they come from.
func sameOrigin(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
	default:
		return false
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && strings.EqualFold(u.Host, r.Host)
}
