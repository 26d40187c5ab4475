package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/stateless"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
	"github.com/bolshak-draughts/bolshak/pdn"
)

// Limits on games that come as text.
const (
	maxUpload = 1 << 20
	maxGames  = 500
)

// recordsJSON is what was read of a text of games.
type recordsJSON struct {
	Encoding string `json:"encoding"`
	Rules    string `json:"rules"`
	// Found counts all games, of which the first maxGames are told.
	Found int          `json:"found"`
	Games []recordJSON `json:"games"`
}

// pdn reads games from the bytes of a file in any encoding and says what is in
// them, which of them were over on the board, and what is wrong.
func (s *Server) pdn(w http.ResponseWriter, r *http.Request) {
	rules, p := stateless.ParseRules(r.URL.Query().Get("rules"))
	tree := 0
	if p == nil {
		tree, p = number(r.URL.Query().Get("tree"))
	}
	if p != nil {
		wire.WriteProblem(w, p)
		return
	}
	body := http.MaxBytesReader(w, r.Body, maxUpload)
	text, err := io.ReadAll(body)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		wire.WriteProblem(w, wire.NewProblem(http.StatusRequestEntityTooLarge, "too-large", fmt.Sprintf("the text is longer than %d bytes", tooLarge.Limit)))
		return
	case err != nil:
		wire.WriteProblem(w, wire.NewProblem(http.StatusBadRequest, "cut-short", "the text did not come whole"))
		return
	}
	var answer recordsJSON
	err = s.chores.pass(r.Context(), func() (err error) {
		answer, err = readRecords(r.Context(), text, rules, tree)
		return err
	})
	switch {
	case r.Context().Err() != nil:
		wire.WriteProblem(w, wire.ErrStopped)
	case err != nil:
		s.log.ErrorContext(r.Context(), "games that were read cannot be told", "error", err)
		wire.WriteProblem(w, wire.ErrInternal)
	case answer.Found == 0:
		wire.WriteProblem(w, wire.NewProblem(http.StatusUnprocessableEntity, "no-games", "there is no game in this text"))
	default:
		w.Header().Set("Cache-Control", "no-store")
		wire.WriteJSON(w, http.StatusOK, answer)
	}
}

// readRecords reads the games of a text, and all lines of the one with the number
// tree, from 1. The error is that of ctx, or one of a
// game that cannot be written again.
func readRecords(ctx context.Context, text []byte, rules draughts.DrawRules, tree int) (recordsJSON, error) {
	answer := recordsJSON{Rules: rules.String(), Games: []recordJSON{}}
	for g, err := range pdn.Read(bytes.NewReader(text), pdn.Options{}) {
		if err := ctx.Err(); err != nil {
			return recordsJSON{}, err
		}
		if g == nil {
			return recordsJSON{}, err
		}
		answer.Found++
		answer.Encoding = g.Encoding.String()
		if len(answer.Games) == maxGames {
			continue
		}
		record, err := newRecord(g, rules)
		if err != nil {
			return recordsJSON{}, err
		}
		if answer.Found == tree {
			lines := newTree(g)
			record.Tags, record.Tree = tagsOf(g), &lines
		}
		answer.Games = append(answer.Games, record)
	}
	return answer, nil
}
