package stateless

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"strconv"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
	"github.com/bolshak-draughts/bolshak/pdn"
)

// Limits on games that come as text.
const (
	// MaxText is the most bytes of a text.
	MaxText = 1 << 20
	// MaxGames is the most games that are told.
	MaxGames = 500
)

// Records is what was read of a text of games.
type Records struct {
	Encoding string `json:"encoding"`
	Rules    string `json:"rules"`
	// Found counts all games, of which the first MaxGames are told.
	Found int      `json:"found"`
	Games []Record `json:"games"`
}

// readPDN is a request to read a text.
type readPDN struct {
	rules   draughts.DrawRules
	forgive draughts.Faults
	// tree is the number, from 1, of the game of which all lines are told.
	tree int
}

func newReadPDN(query url.Values) (q readPDN, p *wire.Problem) {
	if q.rules, p = ParseRules(query.Get("rules")); p != nil {
		return q, p
	}
	if q.forgive, p = parseForgive(query); p != nil {
		return q, p
	}
	if text := query.Get("tree"); text != "" {
		var err error
		if q.tree, err = strconv.Atoi(text); err != nil {
			return q, wire.Refuse("bad-query", fmt.Sprintf("%q is no number", wire.Clip(text, wire.MaxDetail)))
		}
	}
	return q, nil
}

// pdn reads games from the bytes of a file in any encoding and says what is in
// them, which of them were over on the board, and what is wrong.
func (s *Service) pdn(ctx context.Context, r Request) (any, error) {
	q, p := newReadPDN(r.Query)
	switch {
	case p != nil:
		return nil, p
	case len(r.Body) > MaxText:
		return nil, wire.NewProblem(413, "too-large", fmt.Sprintf("the text is longer than %d bytes", MaxText))
	}
	var answer Records
	err := s.Chore(ctx, func() (err error) {
		answer, err = q.read(ctx, r.Body)
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case answer.Found == 0:
		return nil, wire.Refuse("no-games", "there is no game in this text")
	}
	return answer, nil
}

// read reads the games of a text. The error is that of ctx, or one of a game that
// cannot be written again.
func (q readPDN) read(ctx context.Context, text []byte) (Records, error) {
	answer := Records{Rules: q.rules.String(), Games: []Record{}}
	for g, err := range pdn.Read(bytes.NewReader(text), pdn.Options{Forgive: q.forgive}) {
		if err := ctx.Err(); err != nil {
			return Records{}, err
		}
		if g == nil {
			return Records{}, err
		}
		answer.Found++
		answer.Encoding = g.Encoding.String()
		if len(answer.Games) == MaxGames {
			continue
		}
		record, err := newRecord(g, q.rules)
		if err != nil {
			return Records{}, err
		}
		if answer.Found == q.tree {
			lines := newTree(g)
			record.Tags, record.Tree = tagsOf(g), &lines
		}
		answer.Games = append(answer.Games, record)
	}
	return answer, nil
}
