package work

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
	"github.com/bolshak-draughts/bolshak/internal/server/desk"
	"github.com/bolshak-draughts/bolshak/internal/server/event"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// A person who looks at one position after the other has one job all the while:
// the job says which position was wished for first, and later wishes come over
// the bus, by the job's topic. So nobody loses the place in the queue, and a new
// position is searched as soon as its wish is there.

// analysisAsk is a wish: a position to search. N numbers the wishes of a person.
type analysisAsk struct {
	N     int64  `json:"n"`
	FEN   string `json:"fen"`
	Rules string `json:"rules"`
	Lines int    `json:"lines"`
	Depth int    `json:"depth,omitempty"`
}

// analysisAnswer is what was found so far for the wish N.
type analysisAnswer struct {
	N     int64         `json:"n"`
	Found desk.Analysis `json:"found"`
}

// newAnalysisAsk tells a request.
func newAnalysisAsk(n int64, req desk.Request) analysisAsk {
	style := draughts.FENStyle{Counters: true}
	return analysisAsk{N: n, FEN: style.Format(req.Game.Setup()), Rules: req.Game.Rules().String(), Lines: req.Lines, Depth: req.Depth}
}

func (a analysisAsk) request() (desk.Request, error) {
	req, p := desk.NewRequest("", a.FEN, a.Rules, a.Lines, a.Depth)
	if p != nil {
		return req, p
	}
	return req, nil
}

// wishes is the topic of the later wishes of a job.
func wishes(job string) string { return "wish." + job }

// wishing is the newest wish of a job at work.
type wishing struct {
	mu     sync.Mutex
	newest analysisAsk
	ended  bool
	stop   context.CancelFunc // of the search under way
	newer  chan struct{}      // closed when there is a newer wish than the first, or the end
}

// wish notes a wish, and ends the search of an older one.
func (w *wishing) wish(a analysisAsk) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if a.N > w.newest.N {
		w.newest = a
		w.stop()
		w.tell()
	}
}

// tell closes newer. The caller holds the lock.
func (w *wishing) tell() {
	select {
	case <-w.newer:
	default:
		close(w.newer)
	}
}

// linger waits for a moment whether there is a newer wish than the first, which
// was done before its person could say so.
func (w *wishing) linger(ctx context.Context) {
	moment := time.NewTimer(lingerFor)
	defer moment.Stop()
	select {
	case <-w.newer:
	case <-moment.C:
	case <-ctx.Done():
	}
}

// next returns the newest wish and a context in which to search for it. It
// reports false if there is none but the one of number n.
func (w *wishing) next(ctx context.Context, n int64) (a analysisAsk, search context.Context, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended || w.newest.N <= n {
		return a, nil, false
	}
	w.stop() // the last one is over
	search, w.stop = context.WithTimeout(ctx, desk.Longest)
	return w.newest, search, true
}

// end ends the search under way, and lets none follow.
func (w *wishing) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = true
	w.stop()
	w.tell()
}

// A search that took no longer than quickFor was done before its person, who may
// have wished for something else while it waited, could say so.
const (
	quickFor  = 300 * time.Millisecond
	lingerFor = 100 * time.Millisecond
)

// analyse searches the positions that a person wishes for, one after the other,
// until one has been searched to its end or others are to have their turn.
func analyse(ctx context.Context, t *cluster.Task, bus event.Bus, e *engine.Engine, tables *endgame.Tables) ([]byte, error) {
	var first analysisAsk
	if err := json.Unmarshal(t.Job.Payload, &first); err != nil {
		return nil, cluster.Hopeless(fmt.Errorf("the question of the job %s: %w", t.Job.ID, err))
	}
	w := &wishing{newest: first, stop: func() {}, newer: make(chan struct{})}
	defer w.end()
	defer bus.Subscribe(wishes(t.Job.ID), func(ev event.Event) {
		var a analysisAsk
		if json.Unmarshal(ev.All, &a) == nil {
			w.wish(a)
		}
	})()
	turn := takeTurns(ctx, t.OthersWait, w.end)
	defer turn()
	var last []byte
	began := time.Now()
	for n := int64(math.MinInt64); ; {
		a, search, ok := w.next(ctx, n)
		if !ok {
			return last, ctx.Err()
		}
		n = a.N
		req, err := a.request()
		if err != nil {
			return nil, cluster.Hopeless(fmt.Errorf("the question of the job %s: %w", t.Job.ID, err))
		}
		desk.Search(search, e, tables, req, func(m desk.Message) {
			text, err := json.Marshal(analysisAnswer{a.N, m.Found})
			if err != nil {
				return // numbers and texts only
			}
			if last = text; !m.Found.Done {
				t.Speed(m.Found.NPS)
				t.Tell(text)
			}
		})
		if n == first.N && time.Since(began) < quickFor {
			w.linger(ctx)
		}
	}
}

// How often it is looked whether others wait. It is not the same moment for all
// workers, so that one place is made and not many.
const (
	lookEvery  = 200 * time.Millisecond
	lookSpread = 200 * time.Millisecond
)

// takeTurns calls end when a slice of time is over and others wait. The returned
// function ends the looking.
func takeTurns(ctx context.Context, othersWait func() bool, end func()) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var looking sync.WaitGroup
	looking.Go(func() {
		next := time.NewTimer(desk.Slice)
		defer next.Stop()
		for {
			select {
			case <-next.C:
			case <-ctx.Done():
				return
			}
			if othersWait() {
				end()
				return
			}
			next.Reset(lookEvery + rand.N(lookSpread))
		}
	})
	return func() {
		cancel()
		looking.Wait()
	}
}

// checkAnalysis returns what is impossible in an answer to a request.
func checkAnalysis(tables *endgame.Tables, req desk.Request, found *desk.Analysis) error {
	p := req.Game.Position()
	if found.FEN != p.FEN() {
		return fmt.Errorf("the answer is about %q, the question about %q", wire.Clip(found.FEN, 200), p.FEN())
	}
	if len(found.Lines) > req.Lines {
		return fmt.Errorf("%d lines, at most %d were asked for", len(found.Lines), req.Lines)
	}
	if found.Depth < 0 || found.Nodes < 0 || found.NPS < 0 || found.Threads < 0 {
		return fmt.Errorf("depth %d, %d nodes, %d nodes a second, %d threads", found.Depth, found.Nodes, found.NPS, found.Threads)
	}
	if found.Lines == nil {
		found.Lines = []desk.Line{}
	}
	firsts := map[string]bool{}
	for i, l := range found.Lines {
		if err := checkLine(p, l.PV, l.Moves); err != nil {
			return fmt.Errorf("line %d: %w", i+1, err)
		}
		if len(l.PV) == 0 || firsts[l.PV[0]] {
			return fmt.Errorf("line %d begins with no move, or with that of another line", i+1)
		}
		firsts[l.PV[0]] = true
		if err := checkChances(l.Win, l.Draw, l.Loss, l.Score); err != nil {
			return fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	// What the tables say of the position, this process says itself.
	found.Verdict, _ = wire.NewVerdict(tables, req.Game)
	return checkVerdict(found)
}

// checkVerdict returns in what the lines are against what the tables prove.
func checkVerdict(found *desk.Analysis) error {
	v := found.Verdict
	if v == nil || !v.Exact || len(found.Lines) == 0 || found.Lines[0].Plies == nil {
		return nil
	}
	wins := *found.Lines[0].Plies > 0
	if wins && v.Verdict != "win" || !wins && v.Verdict != "loss" {
		return fmt.Errorf("a proven end in %d plies, but the tables say %s", *found.Lines[0].Plies, v.Verdict)
	}
	return nil
}

// checkLine returns what is impossible in a line of play from p, told both as
// texts and as moves.
func checkLine(p draughts.Position, texts []string, moves []wire.Move) error {
	if len(texts) != len(moves) {
		return fmt.Errorf("%d texts of %d moves", len(texts), len(moves))
	}
	for i, told := range moves {
		m, err := told.Draughts()
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		next, err := p.Play(m)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		if want := wire.Text(p, m); texts[i] != want {
			return fmt.Errorf("move %d is told as %q, expected %q", i+1, wire.Clip(texts[i], 80), want)
		}
		p = next
	}
	return nil
}

// checkChances returns what is impossible in a score, in men, and the chances
// that belong to it.
func checkChances(win, draw, loss, score float64) error {
	const tiny = 1e-6
	ok := func(x float64) bool { return x >= -tiny && x <= 1+tiny }
	if !ok(win) || !ok(draw) || !ok(loss) || math.Abs(win+draw+loss-1) > 1e-3 {
		return fmt.Errorf("chances of %g, %g and %g", win, draw, loss)
	}
	if !(math.Abs(score) <= float64(engine.Win)/100) {
		return fmt.Errorf("a score of %g men", score)
	}
	return nil
}
