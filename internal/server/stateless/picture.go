package stateless

import (
	"bytes"
	"context"
	"net/url"

	"github.com/bolshak-draughts/bolshak/diagram"
	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// SVG is an answer that is told as it is, not as JSON.
type SVG []byte

// pictureSize is the width of a picture, in pixels.
const pictureSize = 640

// Picture is a request for a picture of a position.
type Picture struct {
	Position draughts.Position
	Options  diagram.Options
}

// ReadPicture reads the query of a picture's address.
func ReadPicture(query url.Values) (Picture, *wire.Problem) {
	q := Picture{Options: diagram.Options{Size: pictureSize, Flip: query.Get("flip") == "true"}}
	forgive, p := parseForgive(query)
	if p != nil {
		return q, p
	}
	setup, p := readSetup(query.Get("fen"), forgive)
	if p != nil {
		return q, p
	}
	var err error
	if q.Position, err = setup.Position(forgive); err != nil {
		return q, wire.Refuse("bad-fen", err.Error())
	}
	if theme := query.Get("theme"); theme != "" {
		if q.Options.Theme, err = diagram.ParseTheme(theme); err != nil {
			return q, wire.Refuse("bad-theme", err.Error())
		}
	}
	if query.Get("numbers") == "true" {
		q.Options.Labels = diagram.Numbers
	}
	return q, nil
}

// picture draws a position. The same address always gives the same picture.
func (s *Service) picture(ctx context.Context, r Request) (any, error) {
	q, p := ReadPicture(r.Query)
	if p != nil {
		return nil, p
	}
	var b bytes.Buffer
	err := s.Chore(ctx, func() error { return diagram.SVG(&b, q.Position, q.Options) })
	return SVG(b.Bytes()), err
}
