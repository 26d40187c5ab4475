package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/bolshak-draughts/bolshak/internal/cluster"
	"github.com/bolshak-draughts/bolshak/internal/server/club"
	"github.com/bolshak-draughts/bolshak/internal/server/stateless"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
	"github.com/bolshak-draughts/bolshak/internal/server/work"
)

// The messages of a report on its way.
type (
	reportQueuedJSON struct {
		T      string `json:"t"`
		Before int    `json:"before"`
	}
	reportProgressJSON struct {
		T    string `json:"t"`
		Done int    `json:"done"`
		Of   int    `json:"of"`
	}
	reportErrorJSON struct {
		T       string        `json:"t"`
		Problem *wire.Problem `json:"problem"`
	}
)

// report judges a game and tells how far it has come, one JSON message a line.
func (s *Server) report(w http.ResponseWriter, r *http.Request) {
	var q stateless.GameRequest
	problem := wire.ReadJSON(w, r, &q)
	var g *stateless.Game
	if problem == nil {
		g, problem = q.Play()
	}
	if problem != nil {
		wire.WriteProblem(w, problem)
		return
	}
	p, problem := s.who(r)
	if problem != nil {
		wire.WriteProblem(w, problem)
		return
	}
	leave, ok := s.open(w, r)
	if !ok {
		return
	}
	defer leave()
	person := personOf(r, p)
	ctx, cancel := context.WithCancel(r.Context())
	st := newStream()
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer st.end()
		s.judge(ctx, person, g, q.End, st.send)
	}()
	s.serveStream(ctx, w, r, st)
	cancel()
	<-done
}

// judge has a game judged and tells of it, at last the report or why there is
// none.
func (s *Server) judge(ctx context.Context, person string, g *stateless.Game, end *stateless.End, send func([]byte)) {
	tell := func(message any) {
		text, err := json.Marshal(message)
		if err != nil {
			panic(err) // numbers and texts only
		}
		send(text)
	}
	report, err := s.reports.Judge(ctx, person, g, end, func(p work.Progress) {
		if p.Before > 0 {
			tell(reportQueuedJSON{"queued", p.Before})
		} else {
			tell(reportProgressJSON{"progress", p.Done, p.Of})
		}
	})
	var p *wire.Problem
	switch {
	case err == nil:
		send(report)
		return
	case errors.Is(err, cluster.ErrCrowded):
		p = wire.ErrBusy
	case errors.Is(err, work.ErrReplaced), errors.Is(err, cluster.ErrClosed), errors.Is(err, cluster.ErrCancelled):
		p = wire.ErrStopped
	case errors.Is(err, work.ErrFailed):
		s.log.WarnContext(ctx, "a game cannot be judged", "error", err)
		p = wire.ErrInternal
	default:
		var known bool
		if p, known = club.Problem(err); !known {
			s.log.ErrorContext(ctx, "a game cannot be judged", "error", err)
		}
	}
	tell(reportErrorJSON{"error", p})
}
