package hub

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
)

// Errors of a [Client], for errors.Is.
var (
	// ErrGone: the engine has ended, or closed its output.
	ErrGone = errors.New("the engine is gone")
	// ErrSilent: the engine has not answered in time.
	ErrSilent = errors.New("the engine does not answer")
	// ErrEngine: the engine has sent an error line.
	ErrEngine = errors.New("the engine reports an error")
)

// Client is the other side of the protocol: it drives an engine. It is for one
// goroutine at a time, but Stop may be called by any.
type Client struct {
	id     Identity
	params []string

	lines    <-chan string // closed when the engine's output ends
	patience time.Duration

	mu  sync.Mutex // guards writing
	out io.Writer
}

// DefaultPatience is how long a client waits for an answer that takes no
// thinking, and beyond the limits of a search for its move.
const DefaultPatience = 10 * time.Second

// Connect greets an engine that reads from out and writes to in, sets parameters
// (name to value; those that the engine does not know are an error) and waits
// until it is ready. The caller owns the engine; when in ends, every call fails
// with ErrGone. patience is how long to wait for an answer, 0 for
// [DefaultPatience].
func Connect(ctx context.Context, in io.Reader, out io.Writer, params map[string]string, patience time.Duration) (*Client, error) {
	if patience <= 0 {
		patience = DefaultPatience
	}
	lines := make(chan string, 64)
	c := &Client{lines: lines, out: out, patience: patience}
	go func() {
		defer close(lines)
		r := bufio.NewScanner(in)
		r.Buffer(nil, 1<<20)
		for r.Scan() {
			select {
			case lines <- r.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	if err := c.send(Line{Command: "hub"}); err != nil {
		return nil, err
	}
	// An engine may talk before it listens: everything up to wait is read over,
	// but for what introduces it.
	err := c.await(ctx, c.patience, func(l Line) (bool, error) {
		switch l.Command {
		case "id":
			c.id.Name, _ = l.Get("name")
			c.id.Version, _ = l.Get("version")
			c.id.Author, _ = l.Get("author")
			c.id.Country, _ = l.Get("country")
		case "param":
			name, _ := l.Get("name")
			c.params = append(c.params, name)
		}
		return l.Command == "wait", nil
	})
	if err != nil {
		return nil, fmt.Errorf("greeting: %w", err)
	}
	for name, value := range params {
		if !slices.Contains(c.params, name) {
			return nil, fmt.Errorf("the engine has no parameter %q", name)
		}
		if err := c.send(Line{"set-param", []Arg{arg("name", name), arg("value", value)}}); err != nil {
			return nil, err
		}
	}
	if err := c.send(Line{Command: "init"}); err != nil {
		return nil, err
	}
	if err := c.await(ctx, c.patience, func(l Line) (bool, error) { return l.Command == "ready", fault(l) }); err != nil {
		return nil, fmt.Errorf("init: %w", err)
	}
	return c, nil
}

// Identity returns what the engine says of itself.
func (c *Client) Identity() Identity { return c.id }

func (c *Client) send(l Line) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, err := io.WriteString(c.out, l.String()+"\n"); err != nil {
		return fmt.Errorf("%w: %w", ErrGone, err)
	}
	return nil
}

func fault(l Line) error {
	if l.Command != "error" {
		return nil
	}
	message, _ := l.Get("message")
	return fmt.Errorf("%w: %s", ErrEngine, message)
}

// await reads lines until one is what is waited for. Lines that mean nothing are
// passed over.
func (c *Client) await(ctx context.Context, patience time.Duration, wanted func(Line) (bool, error)) error {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
			return ErrSilent
		case text, ok := <-c.lines:
			if !ok {
				return ErrGone
			}
			if done, err := wanted(ParseLine(text)); done || err != nil {
				return err
			}
		}
	}
}

// NewGame tells the engine that another game begins.
func (c *Client) NewGame(context.Context) error { return c.send(Line{Command: "new-game"}) }

// Ping waits for the engine's answer; it may be thinking.
func (c *Client) Ping(ctx context.Context) error {
	if err := c.send(Line{Command: "ping"}); err != nil {
		return err
	}
	return c.await(ctx, c.patience, func(l Line) (bool, error) { return l.Command == "pong", nil })
}

// Stop asks the engine to end its search.
func (c *Client) Stop() error { return c.send(Line{Command: "stop"}) }

// Quit asks the engine to end.
func (c *Client) Quit() error { return c.send(Line{Command: "quit"}) }

// Result is what a search by an engine has come to.
type Result struct {
	Move draughts.Move
	// Ponder is the reply that the engine expects; ok is false if it named none
	// or one that is not legal.
	Ponder   draughts.Move
	PonderOK bool
	// Last is the last line of search, with Depth 0 if there was none.
	Last engine.Info
}

// Think has the engine search a game and returns its move. When ctx ends the
// engine is told to stop and its answer is read, so that the next search begins
// clean; the error is then that of ctx. A move that is not legal is an error
// that matches draughts.ErrIllegal.
func (c *Client) Think(ctx context.Context, g *draughts.Game, limits engine.Limits) (Result, error) {
	var r Result
	p := g.Position()
	args := []Arg{arg("pos", FormatPosition(g.Start()))}
	if g.Plies() > 0 {
		args = append(args, arg("moves", formatMoves(g.Moves())))
	}
	for _, l := range []Line{{"pos", args}, levelLine(limits), {"go", []Arg{word("think")}}} {
		if err := c.send(l); err != nil {
			return r, err
		}
	}
	read := func(l Line) (bool, error) {
		switch l.Command {
		case "info":
			r.Last = parseInfo(p, l)
		case "done":
			return true, r.done(p, l)
		}
		return false, fault(l)
	}
	patience := c.patience + limits.MoveTime + limits.Clock.Left + limits.Clock.Increment
	if limits.MoveTime == 0 && limits.Clock == (engine.Clock{}) {
		patience = 24 * time.Hour // by depth or nodes: as long as it takes
	}
	err := c.await(ctx, patience, read)
	if err != nil && ctx.Err() != nil {
		if stopErr := c.Stop(); stopErr != nil {
			return r, stopErr
		}
		_ = c.await(context.WithoutCancel(ctx), c.patience, read)
		return r, ctx.Err()
	}
	return r, err
}

func levelLine(limits engine.Limits) Line {
	seconds := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }
	var args []Arg
	if limits.Depth > 0 {
		args = append(args, arg("depth", strconv.Itoa(limits.Depth)))
	}
	if limits.Nodes > 0 {
		args = append(args, arg("nodes", strconv.FormatInt(limits.Nodes, 10)))
	}
	if limits.MoveTime > 0 {
		args = append(args, arg("move-time", seconds(limits.MoveTime)))
	}
	if clock := limits.Clock; clock.Left > 0 || clock.Increment > 0 {
		if clock.Moves > 0 {
			args = append(args, arg("moves", strconv.Itoa(clock.Moves)))
		}
		args = append(args, arg("time", seconds(clock.Left)))
		if clock.Increment > 0 {
			args = append(args, arg("inc", seconds(clock.Increment)))
		}
	}
	if len(args) == 0 {
		args = append(args, word("infinite"))
	}
	return Line{"level", args}
}

func (r *Result) done(p draughts.Position, l Line) error {
	text, _ := l.Get("move")
	m, err := ParseMove(p, text)
	if err != nil {
		return err
	}
	r.Move = m
	if text, ok := l.Get("ponder"); ok {
		if m, err := ParseMove(p.PlayUnchecked(m), text); err == nil {
			r.Ponder, r.PonderOK = m, true
		}
	}
	return nil
}

// parseInfo reads as much of a line of search as makes sense.
func parseInfo(p draughts.Position, l Line) engine.Info {
	number := func(name string) float64 {
		text, _ := l.Get(name)
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || n != n || n > 1e15 || n < -1e15 {
			return 0
		}
		return n
	}
	i := engine.Info{
		Line: 1, Depth: int(number("depth")), Score: engine.Score(max(-30000, min(30000, number("score")*100))),
		Nodes: int64(number("nodes")), Time: time.Duration(max(0, min(number("time"), 1e6)) * float64(time.Second)),
	}
	pv, _ := l.Get("pv")
	for _, text := range strings.Fields(pv) {
		m, err := ParseMove(p, text)
		if err != nil {
			break
		}
		i.PV = append(i.PV, m)
		p = p.PlayUnchecked(m)
	}
	return i
}
