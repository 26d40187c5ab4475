package stateless

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// Service answers requests. Its functions are called by any goroutine.
type Service struct {
	Tables *endgame.Tables
	// Best chooses the computer's move at a level of the engine. Its errors are
	// engine.ErrGameOver, problems, and others that clients are not told of.
	Best func(ctx context.Context, g *draughts.Game, level int) (draughts.Move, error)
	// Chore does a piece of work of some milliseconds when it has its turn. Its
	// error is that of the work, or of ctx when that ended before.
	Chore func(ctx context.Context, work func() error) error
}

// Request is a request to an endpoint.
type Request struct {
	// ID stands in the place of {id} in the path.
	ID    string
	Query url.Values
	Body  []byte
}

// Endpoint is an address of the API, described in docs/openapi.yaml.
type Endpoint struct {
	// Method is GET or POST.
	Method string
	// Path is as in http.ServeMux; its only wildcard is {id}.
	Path string
	// Cache is the Cache-Control of its answers.
	Cache string
	// Text is the most bytes of a body that may be any text; 0 where it is JSON.
	Text int64
	// Answer returns what is to be told as JSON, or an SVG. The error is a
	// *wire.Problem, that of ctx, or one that clients are not told of.
	Answer func(ctx context.Context, r Request) (any, error)
}

// The Cache-Control of answers.
const (
	never  = "no-store"
	asked  = "no-cache"
	lasted = "public, max-age=86400"
)

// Endpoints lists all addresses.
func (s *Service) Endpoints() []Endpoint {
	return []Endpoint{
		{"POST", "/api/v1/game", never, 0, s.game},
		{"POST", "/api/v1/game/reply", never, 0, s.reply},
		{"GET", "/api/v1/moves", lasted, 0, s.moves},
		{"GET", "/api/v1/table", lasted, 0, s.table},
		{"POST", "/api/v1/pdn", never, MaxText, s.pdn},
		{"GET", "/api/v1/diagram.svg", lasted, 0, s.picture},
		{"GET", "/api/v1/exercises", asked, 0, s.exercises},
		{"GET", "/api/v1/exercises/{id}", asked, 0, s.exercise},
		{"GET", "/api/v1/exercises/daily", asked, 0, s.daily},
		{"GET", "/api/v1/exercises/next", never, 0, s.next},
		{"POST", "/api/v1/exercises/{id}/try", never, 0, s.try},
	}
}

// Answer answers a request as the server would: with the status and the JSON, or
// the SVG. The address is a path with its query.
func (s *Service) Answer(ctx context.Context, method, address string, body []byte) (status int, text []byte) {
	answer, err := s.answer(ctx, method, address, body)
	status = 200
	if err != nil {
		var p *wire.Problem
		switch {
		case errors.As(err, &p):
		case ctx.Err() != nil:
			p = wire.ErrStopped
		default:
			p = wire.ErrInternal
		}
		status, answer = p.Status, p
	}
	if picture, ok := answer.(SVG); ok {
		return status, picture
	}
	text, err = json.Marshal(answer)
	if err != nil {
		panic(err) // answers are texts and numbers
	}
	return status, append(text, '\n')
}

func (s *Service) answer(ctx context.Context, method, address string, body []byte) (any, error) {
	at, err := url.Parse(address)
	if err != nil {
		return nil, wire.ErrNotFound
	}
	var found *Endpoint
	var id string
	known := false
	for _, e := range s.Endpoints() {
		value, ok := match(e.Path, at.Path)
		known = known || ok
		// An address without a wildcard says more than one with.
		if ok && e.Method == method && (found == nil || value == "") {
			found, id = &e, value
		}
	}
	switch {
	case !known:
		return nil, wire.ErrNotFound
	case found == nil:
		return nil, wire.ErrMethod
	}
	return found.Answer(ctx, Request{ID: id, Query: at.Query(), Body: body})
}

// match reports whether a path is one of a pattern, and what stands for {id}.
func match(pattern, path string) (id string, ok bool) {
	before, after, wild := strings.Cut(pattern, "{id}")
	if !wild {
		return "", path == pattern
	}
	rest, ok := strings.CutPrefix(path, before)
	if !ok {
		return "", false
	}
	id, ok = strings.CutSuffix(rest, after)
	return id, ok && id != "" && !strings.Contains(id, "/")
}
