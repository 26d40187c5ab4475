package hub

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/engine/eval"
)

// Identity is what an engine says of itself.
type Identity struct{ Name, Version, Author, Country string }

// Serve plays the engine's side of the protocol until it reads quit or its input
// ends, and returns the error of a failed read or write. What it does not
// understand it ignores, as the protocol wants; a position or move that is
// illegal is answered by an error line, and the next command works.
func Serve(ctx context.Context, in io.Reader, out io.Writer, id Identity) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &server{
		ctx: ctx, out: out, id: id,
		options: engine.Options{HashMB: 64, Threads: 1},
		game:    draughts.NewGame(draughts.Start(), draughts.FMJD64),
	}
	defer s.stop()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if !s.command(ParseLine(lines.Text())) {
			break
		}
	}
	s.stop()
	if err := lines.Err(); err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	return s.writeErr()
}

// server is the engine's side of a connection. One goroutine reads commands and
// owns the fields; a search runs in another one and shares only out.
type server struct {
	ctx context.Context
	id  Identity

	options engine.Options
	engine  *engine.Engine
	game    *draughts.Game
	limits  engine.Limits
	endless bool // the level is infinite

	searching *searching

	mu       sync.Mutex
	out      io.Writer
	writeBad error
}

// searching is a search that has been started and has not sent its done.
type searching struct {
	cancel context.CancelFunc
	hit    chan struct{} // closed by ponder-hit; nil where there is nothing to hit
	stop   chan struct{} // closed by stop
	once   sync.Once
	done   chan struct{}
}

func (s *server) send(command string, args ...Arg) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.writeBad == nil {
		_, s.writeBad = io.WriteString(s.out, Line{command, args}.String()+"\n")
	}
}

func (s *server) writeErr() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.writeBad != nil {
		return fmt.Errorf("hub: %w", s.writeBad)
	}
	return nil
}

func (s *server) fault(err error) { s.send("error", arg("message", err.Error())) }

// command obeys a line and reports whether there is to be another one.
func (s *server) command(l Line) bool {
	switch l.Command {
	case "hub":
		s.introduce()
	case "init":
		s.ready()
		s.send("ready")
	case "set-param":
		if err := s.setParam(l); err != nil {
			s.fault(err)
		}
	case "new-game":
		s.stop()
		s.ready().NewGame()
	case "pos":
		if err := s.position(l); err != nil {
			s.fault(err)
		}
	case "level":
		if err := s.level(l); err != nil {
			s.fault(err)
		}
	case "go":
		s.search(l)
	case "ponder-hit":
		if s.searching != nil && s.searching.hit != nil {
			close(s.searching.hit)
			s.searching.hit = nil
		}
	case "stop":
		s.stop()
	case "ping":
		s.send("pong")
	case "quit":
		return false
	}
	return true
}

// ready returns the engine, made at the first need so that parameters work.
func (s *server) ready() *engine.Engine {
	if s.engine == nil {
		s.engine = engine.New(s.options)
	}
	return s.engine
}

func (s *server) introduce() {
	s.send("id", arg("name", s.id.Name), arg("version", s.id.Version), arg("author", s.id.Author), arg("country", s.id.Country))
	s.send("param", arg("name", "variant"), arg("value", "russian"), arg("type", "enum"), arg("values", "russian"))
	s.send("param", arg("name", "threads"), arg("value", strconv.Itoa(s.options.Threads)), arg("type", "int"), arg("min", "1"), arg("max", "256"))
	s.send("param", arg("name", "hash"), arg("value", strconv.Itoa(s.options.HashMB)), arg("type", "int"), arg("min", "1"), arg("max", "65536"))
	s.send("param", arg("name", "contempt"), arg("value", strconv.Itoa(s.options.Contempt)), arg("type", "int"), arg("min", "-100"), arg("max", "100"))
	s.send("param", arg("name", "evaluation"), arg("value", "learnt"), arg("type", "enum"), arg("values", "learnt baseline"))
	s.send("wait")
}

func (s *server) setParam(l Line) error {
	name, _ := l.Get("name")
	value, _ := l.Get("value")
	set := func(target *int, least, most int) error {
		n, err := strconv.Atoi(value)
		if err != nil || n < least || n > most {
			return fmt.Errorf("parameter %s must be %d to %d, not %q", name, least, most, value)
		}
		*target = n
		s.stop()
		s.engine = nil
		return nil
	}
	switch name {
	case "threads":
		return set(&s.options.Threads, 1, 256)
	case "hash":
		return set(&s.options.HashMB, 1, 65536)
	case "contempt":
		return set(&s.options.Contempt, -100, 100)
	case "evaluation":
		switch value {
		case "learnt":
			s.options.Eval = nil
		case "baseline":
			s.options.Eval = eval.Baseline{}
		default:
			return fmt.Errorf("evaluation %q is neither learnt nor baseline", value)
		}
		s.stop()
		s.engine = nil
	case "variant":
		if value != "russian" {
			return fmt.Errorf("variant %q is not played here, only russian", value)
		}
	}
	return nil
}

// position sets the game. A fault leaves the one there was.
func (s *server) position(l Line) error {
	p := draughts.Start()
	if text, ok := l.Get("pos"); ok {
		var err error
		if p, err = ParsePosition(text); err != nil {
			return err
		}
	}
	g := draughts.NewGame(p, draughts.FMJD64)
	moves, _ := l.Get("moves")
	for _, text := range strings.Fields(moves) {
		m, err := ParseMove(g.Position(), text)
		if err != nil {
			return fmt.Errorf("move %d: %w", g.Plies()+1, err)
		}
		if o := g.Outcome(); o.Reason != draughts.NotOver && o.Winner == draughts.NoColor {
			// A draw by our count that the other program plays on.
			g = draughts.NewGame(g.Position(), draughts.FMJD64)
		}
		if err := g.Play(m); err != nil {
			return fmt.Errorf("move %d: %w", g.Plies()+1, err)
		}
	}
	if o := g.Outcome(); o.Reason != draughts.NotOver && o.Winner == draughts.NoColor {
		g = draughts.NewGame(g.Position(), draughts.FMJD64)
	}
	s.game = g
	return nil
}

// level sets the limits of the searches to come.
func (s *server) level(l Line) error {
	var limits engine.Limits
	endless := false
	for _, a := range l.Args {
		n, err := strconv.ParseFloat(a.Value, 64)
		if a.Name == "infinite" {
			endless = true
			continue
		}
		if err != nil || n < 0 || n > 1e9 {
			return fmt.Errorf("level %s=%q: expected a number from 0 to 1e9", a.Name, a.Value)
		}
		seconds := time.Duration(n * float64(time.Second))
		switch a.Name {
		case "depth":
			limits.Depth = int(n)
		case "nodes":
			limits.Nodes = int64(n)
		case "move-time":
			limits.MoveTime = max(seconds, time.Millisecond)
		case "moves":
			limits.Clock.Moves = int(n)
		case "time":
			limits.Clock.Left = max(seconds, time.Millisecond)
		case "inc":
			limits.Clock.Increment = seconds
		}
	}
	s.limits, s.endless = limits, endless
	return nil
}

// search starts a search. It says done when it is over, but after 'go ponder'
// and 'go analyze', and at an infinite level, not before stop or ponder-hit.
func (s *server) search(l Line) {
	s.stop()
	mode := "think"
	if len(l.Args) > 0 {
		mode = l.Args[0].Name
	}
	limits := s.limits
	ctx, cancel := context.WithCancel(s.ctx)
	run := &searching{cancel: cancel, stop: make(chan struct{}), done: make(chan struct{})}
	var hit chan struct{}
	switch mode {
	case "analyze":
		limits = engine.Limits{MultiPV: limits.MultiPV}
	case "ponder":
		hit = make(chan struct{})
		run.hit = hit
		limits.PonderHit = hit
	}
	wait := mode == "analyze" || mode == "ponder" || s.endless
	s.searching = run
	eng, g := s.ready(), s.game
	go func() {
		defer close(run.done)
		defer cancel()
		var best engine.Info
		for info := range eng.Search(ctx, g, limits) {
			best = info
			s.info(info)
		}
		if wait {
			select {
			case <-run.stop:
			case <-hit: // of a nil channel, never
			case <-s.ctx.Done():
			}
		}
		s.finish(g, best)
	}()
}

// finish says done.
func (s *server) finish(g *draughts.Game, best engine.Info) {
	switch {
	case len(best.PV) > 1:
		s.send("done", arg("move", FormatMove(best.PV[0])), arg("ponder", FormatMove(best.PV[1])))
	case len(best.PV) == 1:
		s.send("done", arg("move", FormatMove(best.PV[0])))
	default:
		if moves := g.Position().AppendMoves(nil); len(moves) > 0 {
			// Stopped before the first result: any move is better than none.
			s.send("done", arg("move", FormatMove(moves[0])))
			return
		}
		s.fault(engine.ErrGameOver)
		s.send("done")
	}
}

func (s *server) info(i engine.Info) {
	seconds := i.Time.Seconds()
	nps := float64(i.Nodes) / max(seconds, 1e-6) / 1e6
	s.send("info",
		arg("depth", strconv.Itoa(i.Depth)),
		arg("mean-depth", strconv.FormatFloat(float64(i.Depth), 'f', 1, 64)),
		arg("score", strconv.FormatFloat(men(i.Score), 'f', 2, 64)),
		arg("nodes", strconv.FormatInt(i.Nodes, 10)),
		arg("time", strconv.FormatFloat(seconds, 'f', 3, 64)),
		arg("nps", strconv.FormatFloat(nps, 'f', 2, 64)),
		arg("pv", formatMoves(i.PV)))
}

// men returns a score in men; a proven win is 100 less a hundredth for each ply.
func men(s engine.Score) float64 {
	plies, ok := s.Plies()
	switch {
	case !ok:
		return float64(s) / 100
	case s > 0:
		return 100 - float64(plies)/100
	}
	return -100 - float64(plies)/100
}

// stop ends the search, if there is one, and waits for its done.
func (s *server) stop() {
	run := s.searching
	if run == nil {
		return
	}
	run.once.Do(func() { close(run.stop) })
	run.cancel()
	<-run.done
	s.searching = nil
}
