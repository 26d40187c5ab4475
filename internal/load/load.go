// Package load plays many games at once against a site, as its pages do: over a
// socket for each player, with server time, resuming after every drop. It tells
// how long moves take and whether any that was acknowledged is missing.
package load

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Options say what to play.
type Options struct {
	// URL is the address of the site, such as http://127.0.0.1:8080. Several, with
	// commas between them, are nodes of one site: the two players of a game are at
	// different ones, and whoever loses a node goes to the next.
	URL string
	// Games is how many games are played at once, by two players each.
	Games int
	// Rate is how many moves a second are made in all.
	Rate float64
	// Time is how long moves are made; setting up comes before it.
	Time time.Duration
	// Seed chooses the moves.
	Seed uint64
	// Logger is told what goes wrong; nil means nobody is.
	Logger *slog.Logger
	// Ready, if not nil, is called when all games have been set up and the time
	// begins.
	Ready func()
	// Heartbeat, if not 0, is how often a player asks whether the node is still
	// there; who gets no answer in three times that goes to the next.
	Heartbeat time.Duration
	// Spectators lets somebody watch each game, at a third node if there are so
	// many.
	Spectators bool
	// Monitor, if not nil, watches the run.
	Monitor *Monitor
	// Played, if not nil, is told the moves that were acknowledged of each game
	// that is over, and at the end of all others.
	Played func(game string, moves []draughts.Move)
}

// Report is what came of it.
type Report struct {
	Games        int // at once
	Finished     int // games that came to their end and were followed by another
	Moves        int // that were sent
	Acknowledged int
	// Missing are moves that were acknowledged and are not in their game at the
	// end.
	Missing int
	// Stuck are games whose last move was not acknowledged or did not reach the
	// opponent, although the site was asked again.
	Stuck int
	// Refused are moves that the site would not have.
	Refused int
	// Clocks counts clocks that showed less than the time that had passed, or
	// more than before.
	Clocks int
	// Contradictions counts moves that a node told otherwise than they were made.
	Contradictions int
	// Drops counts connections that broke.
	Drops int
	// Latency of moves, from sending to the opponent's socket.
	P50, P99, Max time.Duration
}

// String returns the line that scripts read.
func (r Report) String() string {
	ms := func(d time.Duration) string { return d.Round(100 * time.Microsecond).String() }
	return fmt.Sprintf("games %d moves %d acknowledged %d missing %d p50 %s p99 %s max %s",
		r.Games, r.Moves, r.Acknowledged, r.Missing, ms(r.P50), ms(r.P99), ms(r.Max))
}

// grace is how long moves that are under way when the time is over may take to
// come to an end.
const grace = 20 * time.Second

// runner is a run.
type runner struct {
	Options
	http    *http.Client // without cookies; players have their own jar
	bases   []*url.URL   // of the nodes
	clock   clock
	ready   chan *game
	latency latencies
	stopped atomic.Bool

	moves, acknowledged, missing, refused, clocks, contradictions, drops, finished atomic.Int64

	mu    sync.Mutex
	games []*game
}

// Run plays until the time is over, and then checks every game. The error tells
// why the games could not be set up or checked.
func Run(ctx context.Context, opt Options) (Report, error) { return RunUntil(ctx, ctx, opt) }

// RunUntil is Run, but it stops playing, and begins to check, also when playing
// ends. Ctx ends everything.
func RunUntil(ctx, playing context.Context, opt Options) (Report, error) {
	var bases []*url.URL
	for _, address := range strings.Split(opt.URL, ",") {
		base, err := url.Parse(address)
		if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
			return Report{}, fmt.Errorf("%q is not the address of a site (expected http://HOST:PORT)", address)
		}
		bases = append(bases, base)
	}
	if opt.Games < 1 || opt.Rate <= 0 || opt.Time <= 0 {
		return Report{}, errors.New("games, rate and time must be more than 0")
	}
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = setupAtOnce
	defer transport.CloseIdleConnections()
	r := &runner{
		Options: opt,
		bases:   bases,
		http:    &http.Client{Transport: transport, Timeout: requestTime},
		ready:   make(chan *game, opt.Games),
		clock:   clock{Kind: "fischer", Base: 3600_000, Increment: 20_000},
	}
	if float64(opt.Games)/opt.Rate > 10 {
		r.clock = clock{Kind: "none"} // a timed game must begin soon
	}
	if len(bases) > 1 {
		r.http.Timeout = nodeTime // another one may answer
	}
	if opt.Monitor != nil {
		opt.Monitor.run.Store(r)
	}
	ctx, stop := context.WithCancel(ctx)
	var players sync.WaitGroup
	defer players.Wait()
	defer stop()
	// Those games that are there already go on while the others are set up, at
	// their share of the rate, so that none is aborted for want of a first move.
	pacing, endPacing := context.WithCancel(ctx)
	var pacer sync.WaitGroup
	defer pacer.Wait()
	defer endPacing()
	pacer.Go(func() { r.pace(pacing) })
	if err := r.setUp(ctx, &players); err != nil {
		return Report{}, err
	}
	r.latency.reset()
	if opt.Ready != nil {
		opt.Ready()
	}
	select {
	case <-time.After(opt.Time):
	case <-playing.Done():
	}
	endPacing()
	pacer.Wait()
	r.stopped.Store(true)
	report := Report{Games: opt.Games}
	report.P50, report.P99, report.Max = r.latency.percentiles()
	report.Stuck = r.settle(ctx)
	err := r.checkAll(ctx)
	// Moves from the setting up are counted as well: none of them may be lost.
	report.Moves = int(r.moves.Load())
	report.Acknowledged = int(r.acknowledged.Load())
	report.Missing = int(r.missing.Load())
	report.Refused = int(r.refused.Load())
	report.Clocks = int(r.clocks.Load())
	report.Contradictions = int(r.contradictions.Load())
	report.Drops = int(r.drops.Load())
	report.Finished = int(r.finished.Load())
	return report, err
}

const (
	// setupAtOnce is how many games are set up at once.
	setupAtOnce = 16
	// requestTime is how long a request may take, nodeTime where there are other
	// nodes to ask.
	requestTime = 30 * time.Second
	nodeTime    = 5 * time.Second
)

// setUp makes the players and their first games.
func (r *runner) setUp(run context.Context, players *sync.WaitGroup) error {
	ctx, cancel := context.WithCancelCause(run)
	defer cancel(nil)
	var workers sync.WaitGroup
	next := atomic.Int64{}
	for range setupAtOnce {
		workers.Go(func() {
			for ctx.Err() == nil {
				n := next.Add(1) - 1
				if n >= int64(r.Games) {
					return
				}
				g := &game{run: r, node: int(n), rng: rand.New(rand.NewPCG(r.Seed, uint64(n)))}
				err := g.setUp(ctx, run, players)
				if err != nil {
					cancel(err)
					return
				}
				r.mu.Lock()
				r.games = append(r.games, g)
				r.mu.Unlock()
			}
		})
	}
	workers.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// pace lets one game after another make a move, Rate times a second.
func (r *runner) pace(ctx context.Context) {
	gap := time.Duration(float64(time.Second) / r.Rate)
	next := time.Now()
	for {
		if wait := time.Until(next); wait > 0 {
			timer := time.NewTimer(wait)
			select {
			case <-timer.C:
			case <-ctx.Done():
				timer.Stop()
				return
			}
		} else if wait < -time.Second {
			next = time.Now() // what was not done in an outage is not made up for
		}
		select {
		case g := <-r.ready:
			g.play()
		case <-ctx.Done():
			return
		}
		next = next.Add(gap)
	}
}

// settle waits until every move that was sent has arrived, and returns how many
// games have one that does not.
func (r *runner) settle(ctx context.Context) int {
	end := time.Now().Add(grace)
	for {
		stuck := 0
		for _, g := range r.games {
			if g.busy() {
				stuck++
			}
		}
		if stuck == 0 || ctx.Err() != nil || time.Now().After(end) {
			return stuck
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// checkAll compares every game with what was acknowledged.
func (r *runner) checkAll(ctx context.Context) error {
	work := make(chan *game)
	var workers sync.WaitGroup
	var mu sync.Mutex
	var failed error
	for range setupAtOnce {
		workers.Go(func() {
			for g := range work {
				if err := g.check(ctx); err != nil {
					mu.Lock()
					failed = errors.Join(failed, err)
					mu.Unlock()
				}
			}
		})
	}
	for _, g := range r.games {
		work <- g
	}
	close(work)
	workers.Wait()
	return failed
}

func newJar() http.CookieJar {
	jar, err := cookiejar.New(nil)
	if err != nil {
		panic(err) // never: there are no options
	}
	return jar
}
