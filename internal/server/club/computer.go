package club

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
)

// computers are the computer opponents: games in which it is for the computer to
// do something, in the order in which they came, and a few workers. What is lost
// in a crash is found again in the database.
type computers struct {
	club    *Club
	workers int
	wake    chan struct{}

	mu     sync.Mutex
	queue  []string
	queued map[string]bool
	busy   int
}

func newComputers(c *Club, workers int) *computers {
	return &computers{club: c, workers: workers, wake: make(chan struct{}, workers), queued: map[string]bool{}}
}

// computerSide returns the color of the computer in a game, NoColor if people
// play each other.
func computerSide(g *store.Game) draughts.Color {
	for side, s := range g.Seated {
		if s.Level > 0 {
			return draughts.Color(side)
		}
	}
	return draughts.NoColor
}

// concerned reports whether it is for the computer to do something.
func concerned(g *store.Game) bool {
	me := computerSide(g)
	if me == draughts.NoColor {
		return false
	}
	s := &g.State
	if s.Status.Ended() {
		return s.Offers.Rematch == me.Other() && !s.Offers.Agreed
	}
	return s.Turn() == me || s.Offers.Draw == me.Other() || s.Offers.Takeback == me.Other()
}

// consider queues a game if it is for the computer to do something. It does not
// block.
func (q *computers) consider(g *store.Game) {
	if concerned(g) {
		q.add(g.ID)
	}
}

func (q *computers) add(id string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.queued[id] {
		return
	}
	q.queued[id] = true
	q.queue = append(q.queue, id)
	select {
	case q.wake <- struct{}{}:
	default: // all have been woken
	}
}

// take returns the next game, and how many wait behind it.
func (q *computers) take() (id string, behind int, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.queue) == 0 {
		return "", 0, false
	}
	id = q.queue[0]
	q.queue = q.queue[1:]
	delete(q.queued, id) // a change from now on queues it again
	q.busy++
	return id, len(q.queue), true
}

func (q *computers) done() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.busy--
}

func (q *computers) load() (busy, waiting int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.busy, len(q.queue)
}

// run works until ctx ends.
func (q *computers) run(ctx context.Context) {
	var workers sync.WaitGroup
	for range q.workers {
		workers.Go(func() {
			var e *engine.Engine
			for {
				id, behind, ok := q.take()
				if !ok {
					select {
					case <-q.wake:
						continue
					case <-ctx.Done():
						return
					}
				}
				if e == nil {
					e = engine.New(engine.Options{})
				}
				err := q.club.think(ctx, e, id, behind)
				q.done()
				if err != nil && ctx.Err() == nil {
					q.club.log.ErrorContext(ctx, "the computer cannot play", "game", id, "error", err)
				}
				if ctx.Err() != nil {
					return
				}
			}
		})
	}
	workers.Wait()
}

// wakeComputers queues all games in which the computer is to move: after a start
// those that were under way, later those whose worker has failed.
func (c *Club) wakeComputers(ctx context.Context) error {
	ids, err := c.store.ComputerGames(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		c.computers.add(id)
	}
	return nil
}

// think does what is for the computer to do in a game.
func (c *Club) think(ctx context.Context, e *engine.Engine, id string, behind int) error {
	g, err := c.Game(ctx, id)
	if err != nil {
		return err
	}
	if !concerned(g) {
		return nil
	}
	me := computerSide(g)
	s := &g.State
	reply := func(t live.Type) live.Action {
		return live.Action{ID: fmt.Sprintf("computer-%s-%d", t, s.Version), Type: t, Side: me}
	}
	switch {
	case s.Status.Ended():
		return c.actComputer(ctx, g, reply(live.DoRematchAccept))
	case s.Offers.Takeback == me.Other():
		return c.actComputer(ctx, g, reply(live.DoTakebackAccept))
	}
	played, err := s.Game()
	if err != nil {
		return err
	}
	if s.Turn() != me { // a draw was offered
		info, err := e.Best(ctx, played, engine.Limits{Depth: 8, MoveTime: time.Second})
		if err != nil {
			return err
		}
		if info.Score >= 0 {
			return c.actComputer(ctx, g, reply(live.DoDrawAccept))
		}
		return c.actComputer(ctx, g, reply(live.DoDrawDecline))
	}
	limits := engine.Level(g.Seated[me].Level, rand.Uint64())
	limits.MoveTime = thinkTime(s.ClocksAt(c.now()), me, s.Terms.Clock, limits.MoveTime, behind/c.computers.workers)
	info, err := e.Best(ctx, played, limits)
	if err != nil {
		return err
	}
	if s.Offers.Draw == me.Other() && info.Score <= 0 {
		return c.actComputer(ctx, g, reply(live.DoDrawAccept))
	}
	move := reply(live.DoMove)
	m := live.Move(info.PV[0])
	move.Ply, move.Move = len(s.Plies), &m
	return c.actComputer(ctx, g, move)
}

// actComputer carries out an action of the computer, unless the game has
// changed; then it has been queued again.
func (c *Club) actComputer(ctx context.Context, g *store.Game, a live.Action) error {
	read := g.State.Version
	began := c.now()
	_, err := c.change(ctx, g.ID, func(g *store.Game, now time.Time) (live.State, error) {
		if g.State.Version != read {
			c.computers.consider(g)
			return g.State, nil
		}
		return g.State.Apply(a, now)
	}, func(g *store.Game) int { return g.State.Version })
	c.counts.acted(a.Type, c.now().Sub(began), err)
	return err
}

// How long the computer thinks at most.
const (
	longestThought  = 2 * time.Second
	shortestThought = 10 * time.Millisecond
	// thoughtMargin is kept back from each move for what is not thinking.
	thoughtMargin = 100 * time.Millisecond
)

// thinkTime returns the most time for a move: that of the level, but not more
// than the clock allows when so many others wait for the same worker. A slow
// machine plays weaker, and does not lose on time.
func thinkTime(c live.Clocks, side draughts.Color, terms live.Clock, level time.Duration, others int) time.Duration {
	most := longestThought
	if level > 0 {
		most = min(most, level)
	}
	if terms.Timed() {
		left := c.White
		if side == draughts.Black {
			left = c.Black
		}
		spare := time.Duration(terms.Increment+terms.Delay) * time.Millisecond
		share := left/40 + max(0, spare-thoughtMargin)*3/4
		most = min(most, share, left/4)
	}
	return max(most/time.Duration(others+1), shortestThought)
}
