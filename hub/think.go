package hub

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
)

// Result is what a search by an engine has come to.
type Result struct {
	Move draughts.Move
	// Ponder is the reply that the engine expects; ok is false if it named none
	// or one that is not legal.
	Ponder   draughts.Move
	PonderOK bool
	// Last is the last line of search, with Depth 0 if there was none.
	Last engine.Info
	// Time is how long the engine took, from 'go' or 'ponder-hit' to its answer.
	Time time.Duration
}

// Search is a search that an engine was told to begin and has not been asked
// about since: exactly one of its methods must be called, once, before anything
// else is asked of the client.
type Search struct {
	client   *Client
	position draughts.Position
	limits   engine.Limits
	began    time.Time
	result   Result
}

// Think has the engine search a game and returns its move. When ctx ends the
// engine is told to stop and its answer is read, so that the next search begins
// clean; the error is then that of ctx, joined with ErrSilent or another one if
// the engine did not answer, and is of no more use. A move that is not legal is
// an error that matches draughts.ErrIllegal, draughts.ErrSyntax or
// draughts.ErrAmbiguous.
func (c *Client) Think(ctx context.Context, g *draughts.Game, limits engine.Limits) (Result, error) {
	s, err := c.begin(g, limits, "think")
	if err != nil {
		return Result{}, err
	}
	return s.finish(ctx, nil)
}

// Ponder lets the engine think on its opponent's time: g is the game with the
// move that the opponent is expected to make, limits are those of the engine's
// next move.
func (c *Client) Ponder(g *draughts.Game, limits engine.Limits) (*Search, error) {
	return c.begin(g, limits, "ponder")
}

// Hit tells the engine that the opponent has made the expected move, and returns
// its answer as [Client.Think] does. An engine that answered early, against the
// protocol, is taken at its word.
func (s *Search) Hit(ctx context.Context) (Result, error) {
	s.began = time.Now()
	if err := s.client.send(Line{Command: "ponder-hit"}); err != nil {
		return Result{}, err
	}
	return s.finish(ctx, nil)
}

// Miss tells the engine that another move was made, and reads its answer away.
func (s *Search) Miss(ctx context.Context) error {
	if err := s.client.Stop(); err != nil {
		return err
	}
	err := s.client.await(ctx, s.client.patience, s.read(nil))
	if notLegal(err) {
		return nil // nobody will play it
	}
	return err
}

// Analyze has the engine search until ctx ends and gives each line of search to
// told; a line has Depth 0 where the engine does not say how deep it is. The
// result is what the engine would play. That ctx ends is no error.
func (c *Client) Analyze(ctx context.Context, g *draughts.Game, told func(engine.Info)) (Result, error) {
	s, err := c.begin(g, engine.Limits{}, "analyze")
	if err != nil {
		return Result{}, err
	}
	r, err := s.finish(ctx, told)
	if ctx.Err() != nil && !errors.Is(err, ErrGone) && !errors.Is(err, ErrSilent) && !errors.Is(err, ErrEngine) {
		return r, nil
	}
	return r, err
}

// begin starts a search.
func (c *Client) begin(g *draughts.Game, limits engine.Limits, mode string) (*Search, error) {
	s := &Search{client: c, position: g.Position(), limits: limits}
	args := []Arg{arg("pos", FormatPosition(g.Start()))}
	if g.Plies() > 0 {
		args = append(args, arg("moves", formatMoves(g.Moves())))
	}
	for _, l := range []Line{{"pos", args}, levelLine(limits), {"go", []Arg{word(mode)}}} {
		s.began = time.Now()
		if err := c.send(l); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// read takes the lines of a search up to its answer.
func (s *Search) read(told func(engine.Info)) func(Line, time.Time) (bool, error) {
	return func(l Line, at time.Time) (bool, error) {
		switch l.Command {
		case "info":
			s.result.Last = parseInfo(s.position, l)
			if told != nil {
				told(s.result.Last)
			}
		case "done":
			s.result.Time = max(at.Sub(s.began), 0)
			return true, s.result.done(s.position, l)
		}
		return false, fault(l)
	}
}

// finish waits for the answer.
func (s *Search) finish(ctx context.Context, told func(engine.Info)) (Result, error) {
	c := s.client
	patience := c.patience + s.limits.MoveTime + s.limits.Clock.Left + s.limits.Clock.Increment
	if s.limits.MoveTime == 0 && s.limits.Clock == (engine.Clock{}) {
		patience = math.MaxInt64 // by depth or nodes: as long as it takes
	}
	err := c.await(ctx, patience, s.read(told))
	switch {
	case err == nil || notLegal(err):
	case ctx.Err() != nil:
		err = errors.Join(ctx.Err(), s.abandon(ctx))
	case errors.Is(err, ErrEngine):
		err = errors.Join(err, s.abandon(ctx))
	}
	return s.result, err
}

// abandon ends a search that nobody waits for and reads its answer away.
func (s *Search) abandon(ctx context.Context) error {
	if err := s.client.Stop(); err != nil {
		return err
	}
	err := s.client.await(context.WithoutCancel(ctx), s.client.patience, s.read(nil))
	if notLegal(err) {
		return nil
	}
	return err
}

func notLegal(err error) bool {
	return errors.Is(err, draughts.ErrIllegal) || errors.Is(err, draughts.ErrSyntax) || errors.Is(err, draughts.ErrAmbiguous)
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
