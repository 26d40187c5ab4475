package faults

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// askers want work done: analyses, reports on games, moves of the computer. Each
// goes on asking for a job until it is done, at one node or another.
type askers struct {
	urls []string
	log  *slog.Logger

	jobs, unfinished atomic.Int64
}

const (
	// jobTime is how long a job may take in all.
	jobTime = 90 * time.Second
	// slowTime is how long one may take that is not worth a word.
	slowTime = 15 * time.Second
)

// run asks until the second context ends, and then waits for what is asked. The
// first ends everything.
func (a *askers) run(ctx, until context.Context, each int, seed uint64) {
	var all sync.WaitGroup
	for n := range each {
		for i, kind := range []struct {
			name string
			ask  func(context.Context, *asker) error
		}{{"analysis", analysis}, {"report", report}, {"computer move", computerMove}} {
			who := &asker{askers: a, kind: kind.name, client: newClient(a.urls, n+i), rng: rand.New(rand.NewPCG(seed, uint64(100*i+n+10)))}
			all.Go(func() { who.run(ctx, until, kind.ask) })
		}
	}
	all.Wait()
}

// asker is a person who asks.
type asker struct {
	*askers
	kind   string
	client *client
	rng    *rand.Rand
	n      int // jobs so far
	// playing is a game against the computer.
	playing string
	known   []draughts.Move
}

func (w *asker) run(ctx, until context.Context, ask func(context.Context, *asker) error) {
	if err := w.client.ask(ctx, "POST", "/api/v1/account/guest", struct{}{}, nil); err != nil {
		w.log.Error("a guest cannot come in", "error", err)
		w.unfinished.Add(1)
		return
	}
	for until.Err() == nil && ctx.Err() == nil {
		w.n++
		job, cancel := context.WithTimeout(ctx, jobTime)
		began := time.Now()
		err := ask(job, w)
		cancel()
		if took := time.Since(began); took > slowTime {
			w.log.Warn("a job took its time", "kind", w.kind, "took", took, "error", err)
		}
		if err != nil && ctx.Err() == nil {
			w.unfinished.Add(1)
			w.log.Error("a job was not done", "error", err)
			w.playing = ""
		}
	}
}

// random plays some random plies.
func (w *asker) random(plies int) *draughts.Game {
	g := draughts.NewGame(draughts.Start(), draughts.FMJD64)
	for range plies {
		moves := g.Position().AppendMoves(nil)
		if len(moves) == 0 {
			break
		}
		if err := g.Play(moves[w.rng.IntN(len(moves))]); err != nil {
			break // over by a rule
		}
	}
	return g
}

// stream asks until there is an answer in lines that ends well, as last says of a
// line.
func (w *asker) stream(ctx context.Context, method, path string, body any, last func(line []byte) (bool, error)) error {
	for {
		done := false
		var wrong error
		err := w.client.lines(ctx, method, path, body, func(line []byte) bool {
			done, wrong = last(line)
			return !done && wrong == nil
		})
		switch {
		case done:
			return nil
		case wrong != nil && !errors.Is(wrong, errAgain):
			return wrong
		case err != nil && !errors.Is(err, errAgain):
			return err
		}
		if err == nil {
			w.client.next(w.client.node.Load())
		}
		if err := sleep(ctx, 50*time.Millisecond); err != nil {
			return fmt.Errorf("%s: %w (last: %w)", path, err, errors.Join(err, wrong))
		}
	}
}

// message is a line of an answer.
type message struct {
	T       string        `json:"t"`
	Key     string        `json:"key"`
	Done    any           `json:"done"` // true at the end of an analysis, a number in a report
	Problem *wire.Problem `json:"problem"`
	Lines   []struct {
		PV []string `json:"pv"`
	} `json:"lines"`
	Moves []json.RawMessage `json:"moves"`
}

func readMessage(line []byte) (m message, err error) {
	if len(line) == 0 { // keeps the connection alive
		return m, nil
	}
	if err := json.Unmarshal(line, &m); err != nil {
		return m, fmt.Errorf("%w: %w", errAgain, err) // cut within a line
	}
	if m.Problem != nil && m.Problem.Status == 503 {
		return m, fmt.Errorf("%w: %w", errAgain, m.Problem)
	}
	if m.Problem != nil {
		return m, m.Problem
	}
	return m, nil
}

// analysis wants a position searched.
func analysis(ctx context.Context, w *asker) error {
	g := w.random(6 + w.rng.IntN(30))
	if len(g.Position().AppendMoves(nil)) == 0 {
		return nil
	}
	w.jobs.Add(1)
	key := fmt.Sprint(w.n)
	q := url.Values{"fen": {g.Position().String()}, "depth": {"9"}, "key": {key}}
	return w.stream(ctx, "GET", "/api/v1/analysis?"+q.Encode(), nil, func(line []byte) (bool, error) {
		m, err := readMessage(line)
		if err != nil || m.Done != true {
			return false, err
		}
		if m.Key != key {
			return false, fmt.Errorf("the analysis %s was answered with that of %s", key, m.Key)
		}
		for _, l := range m.Lines {
			if len(l.PV) == 0 {
				continue
			}
			if _, err := g.Position().ParseMove(l.PV[0]); err != nil {
				return false, fmt.Errorf("an analysis of %s begins with %s: %w", g.Position(), l.PV[0], err)
			}
		}
		return true, nil
	})
}

// report wants a game judged, and then once more, at another node: it must be the
// same.
func report(ctx context.Context, w *asker) error {
	g := w.random(4 + w.rng.IntN(5))
	body := struct {
		Moves []wire.Move `json:"moves"`
	}{}
	for _, m := range g.Moves() {
		body.Moves = append(body.Moves, wire.NewMove(m))
	}
	w.jobs.Add(1)
	var first []byte
	for range 2 {
		var told []byte
		err := w.stream(ctx, "POST", "/api/v1/report", body, func(line []byte) (bool, error) {
			m, err := readMessage(line)
			if err != nil || m.T != "report" {
				return false, err
			}
			if len(m.Moves) != len(body.Moves) {
				return false, fmt.Errorf("a report on %d moves tells %d", len(body.Moves), len(m.Moves))
			}
			told = slices.Clone(line)
			return true, nil
		})
		if err != nil {
			return err
		}
		if first != nil && !bytes.Equal(first, told) {
			return errors.New("there are two reports on one game")
		}
		first = told
		w.client.next(w.client.node.Load())
	}
	return nil
}

// computerMove plays a move against the computer and waits for the answer.
func computerMove(ctx context.Context, w *asker) error {
	var v view
	if w.playing == "" {
		var made struct {
			Game string `json:"game"`
		}
		seat := map[string]any{"terms": map[string]any{"clock": map[string]any{"kind": "none"}}, "color": "white", "level": 1}
		if err := w.client.ask(ctx, "POST", "/api/v1/seats", seat, &made); err != nil {
			return err
		}
		w.playing, w.known = made.Game, nil
	}
	path := "/api/v1/games/" + w.playing
	if err := w.client.ask(ctx, "GET", path, nil, &v); err != nil {
		return err
	}
	if err := w.look(v); err != nil {
		return err
	}
	if v.Status == "over" || v.Status == "aborted" {
		w.playing = ""
		return nil
	}
	if v.Turn == v.You {
		g := draughts.NewGame(draughts.Start(), draughts.FMJD64)
		for _, m := range w.known {
			if err := g.Play(m); err != nil {
				return err
			}
		}
		moves := g.Position().AppendMoves(nil)
		m := moves[w.rng.IntN(len(moves))]
		action := map[string]any{"id": fmt.Sprintf("ply-%d", len(w.known)), "type": "move", "ply": len(w.known), "move": wire.NewMove(m)}
		if err := w.client.ask(ctx, "POST", path+"/actions", action, nil); err != nil {
			return err
		}
		w.known = append(w.known, m)
	}
	w.jobs.Add(1)
	for v.Turn != v.You || len(v.History) < len(w.known) {
		if err := sleep(ctx, 50*time.Millisecond); err != nil {
			return fmt.Errorf("game %s: the computer does not move: %w", w.playing, err)
		}
		if err := w.client.ask(ctx, "GET", path, nil, &v); err != nil {
			return err
		}
		if err := w.look(v); err != nil {
			return err
		}
		if v.Status == "over" || v.Status == "aborted" {
			w.playing = ""
			return nil
		}
	}
	return nil
}

// look compares a game with what is known of it.
func (w *asker) look(v view) error {
	told, ok := v.moves()
	if !ok || !startsWith(told, w.known) {
		return fmt.Errorf("game %s was %v, and is told as %v", w.playing, w.known, told)
	}
	w.known = told
	return nil
}
