package club

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
	"github.com/bolshak-draughts/bolshak/internal/server/work"
)

// computers are the computer opponents: games in which it is for the computer to
// do something, in the order in which they came, and those of which workers have
// been asked. What is lost in a crash is found again in the database, or comes
// as an answer that nobody waits for.
type computers struct {
	club *Club
	jobs *cluster.Node
	wake chan struct{}
	find chan struct{} // the database is to be looked through

	mu      sync.Mutex
	workers int // as far as is known
	queue   []string
	queued  map[string]bool
	asked   map[string]*question // by game
	before  int                  // jobs that came before one of ours, as was told last
}

// question is what a worker has been asked.
type question struct {
	version int
	started bool
	ticket  *cluster.Ticket
}

func newComputers(c *Club, jobs *cluster.Node, workers int) *computers {
	return &computers{
		club: c, jobs: jobs, workers: workers, wake: make(chan struct{}, 1), find: make(chan struct{}, 1),
		queued: map[string]bool{}, asked: map[string]*question{},
	}
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
	if q.jobs != nil && concerned(g) {
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
	signal(q.wake)
}

// look has the database looked through for games of the computer. It does not
// block.
func (q *computers) look() { signal(q.find) }

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // it is known
	}
}

// take returns the next game.
func (q *computers) take() (id string, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.queue) == 0 {
		return "", false
	}
	id = q.queue[0]
	q.queue = q.queue[1:]
	delete(q.queued, id) // a change from now on queues it again
	return id, true
}

// load returns how many moves of this node's games are being thought about, and
// how many wait.
func (q *computers) load() (busy, waiting int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	waiting = q.waiting()
	return len(q.asked) - waiting, waiting + len(q.queue)
}

// waiting returns how many questions no worker has taken yet. The caller holds
// the lock.
func (q *computers) waiting() (n int) {
	for _, asked := range q.asked {
		if !asked.started {
			n++
		}
	}
	return n
}

// others returns how many others wait for each worker.
func (q *computers) others() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return max(q.waiting(), q.before) / max(1, q.workers)
}

// run works until ctx ends.
func (q *computers) run(ctx context.Context) {
	if q.jobs == nil {
		return
	}
	unhear, err := q.jobs.Orphans(cluster.Move, func(j cluster.Job, result []byte) error {
		a, err := work.ReadMoveAsk(j)
		if err != nil {
			return err
		}
		return q.answered(ctx, a, result)
	})
	if err != nil {
		q.club.log.ErrorContext(ctx, "moves of the computer whose node has ended are not heard of", "error", err)
	} else {
		defer unhear()
	}
	defer q.leave()
	for {
		id, ok := q.take()
		if !ok {
			select {
			case <-q.wake:
			case <-q.find:
				if err := q.club.wakeComputers(ctx); err != nil && ctx.Err() == nil {
					q.club.log.ErrorContext(ctx, "the computer's games cannot be found", "error", err)
				}
			case <-ctx.Done():
				return
			}
			continue
		}
		if err := q.club.attend(ctx, id); err != nil && ctx.Err() == nil {
			q.club.log.ErrorContext(ctx, "the computer cannot play", "game", id, "error", err)
		}
		if ctx.Err() != nil {
			return
		}
	}
}

// countWorkers asks how many workers there are for moves.
func (c *Club) countWorkers(ctx context.Context) error {
	fleet, err := c.computers.jobs.Fleet(ctx)
	if err != nil {
		return err
	}
	n := 0
	for _, w := range fleet {
		if slices.Contains(w.Kinds, cluster.Move) && !w.Draining {
			n += max(1, w.Slots/len(w.Kinds))
		}
	}
	c.computers.mu.Lock()
	defer c.computers.mu.Unlock()
	c.computers.workers = max(1, n)
	return nil
}

// wakeComputers queues all games in which the computer may be to move: after a
// start those that were under way, later those whose node has ended.
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

// attend does what is for the computer to do in a game, or has a worker think
// about it.
func (c *Club) attend(ctx context.Context, id string) error {
	g, err := c.Game(ctx, id)
	if err != nil {
		return err
	}
	if !concerned(g) {
		return nil
	}
	me := computerSide(g)
	s := &g.State
	switch {
	case s.Status.Ended():
		return c.actComputer(ctx, g.ID, s.Version, reply(s, me, live.DoRematchAccept))
	case s.Offers.Takeback == me.Other():
		return c.actComputer(ctx, g.ID, s.Version, reply(s, me, live.DoTakebackAccept))
	}
	ask := work.MoveAsk{Game: id, State: *s}
	limit := time.Second // to judge a draw that was offered
	if s.Turn() == me {
		ask.Level = g.Seated[me].Level
		limit = thinkTime(s.ClocksAt(c.now()), me, s.Terms.Clock, work.LevelTime(ask.Level), c.computers.others())
	}
	ask.MS = limit.Milliseconds()
	return c.computers.ask(ctx, ask)
}

// reply returns an action of the computer.
func reply(s *live.State, me draughts.Color, t live.Type) live.Action {
	return live.Action{ID: fmt.Sprintf("computer-%s-%d", t, s.Version), Type: t, Side: me}
}

// askAgain is when a worker is asked again after there were too many questions.
const askAgain = time.Second

// ask asks a worker, unless it has been asked.
func (q *computers) ask(ctx context.Context, a work.MoveAsk) error {
	j, err := a.Job()
	if err != nil {
		return err
	}
	asked := &question{version: a.State.Version}
	q.mu.Lock()
	if old := q.asked[a.Game]; old != nil && old.version >= asked.version {
		q.mu.Unlock()
		return nil
	}
	q.asked[a.Game] = asked
	q.mu.Unlock()
	over := func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		if q.asked[a.Game] == asked {
			delete(q.asked, a.Game)
		}
	}
	ticket, err := q.jobs.Submit(context.WithoutCancel(ctx), j, cluster.Follow{
		Waiting: func(before int) { q.place(asked, before) },
		Started: func(int) { q.place(asked, -1) },
		Done: func(result []byte) error {
			err := q.answered(ctx, a, result)
			if err == nil {
				over()
			}
			return err
		},
		Failed: func(err error) {
			over()
			switch {
			case errors.Is(err, cluster.ErrClosed):
			case errors.Is(err, cluster.ErrCrowded):
				time.AfterFunc(askAgain, func() { q.add(a.Game) })
			default:
				q.club.log.ErrorContext(ctx, "the computer cannot play", "game", a.Game, "version", a.State.Version, "error", err)
			}
		},
	})
	if err != nil {
		over()
		return err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	asked.ticket = ticket
	return nil
}

// leave follows no question any longer: the answers go to other nodes.
func (q *computers) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, asked := range q.asked {
		if asked.ticket != nil {
			asked.ticket.Leave()
		}
	}
	clear(q.asked)
}

// place notes how many come before a question, -1 when a worker has it.
func (q *computers) place(asked *question, before int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	asked.started = before < 0
	q.before = max(before, 0)
}

// answered does in a game what a worker has found. The error says why that cannot
// be believed.
func (q *computers) answered(ctx context.Context, a work.MoveAsk, result []byte) error {
	answer, err := a.Read(result)
	if err != nil {
		q.club.log.WarnContext(ctx, "a move of the computer was refused", "game", a.Game, "error", err)
		return err
	}
	if err := q.club.play(ctx, a, answer); err != nil && ctx.Err() == nil {
		q.club.log.ErrorContext(ctx, "the computer cannot play", "game", a.Game, "error", err)
		time.AfterFunc(askAgain, func() { q.add(a.Game) })
	}
	return nil
}

// play acts upon an answer.
func (c *Club) play(ctx context.Context, a work.MoveAsk, answer work.MoveAnswer) error {
	s := &a.State
	if a.Level == 0 { // the player, who is to move, has offered a draw
		me := s.Turn().Other()
		if answer.Score >= 0 {
			return c.actComputer(ctx, a.Game, s.Version, reply(s, me, live.DoDrawAccept))
		}
		return c.actComputer(ctx, a.Game, s.Version, reply(s, me, live.DoDrawDecline))
	}
	me := s.Turn()
	if s.Offers.Draw == me.Other() && answer.Score <= 0 {
		return c.actComputer(ctx, a.Game, s.Version, reply(s, me, live.DoDrawAccept))
	}
	move := reply(s, me, live.DoMove)
	move.Ply, move.Move = len(s.Plies), &answer.Move
	return c.actComputer(ctx, a.Game, s.Version, move)
}

// actComputer carries out an action of the computer in a game of a version,
// unless it has changed; then it is looked at again.
func (c *Club) actComputer(ctx context.Context, id string, version int, a live.Action) error {
	began := c.now()
	acted := false
	_, err := c.change(ctx, id, func(g *store.Game, now time.Time) (live.State, error) {
		if acted = g.State.Version == version; !acted {
			c.computers.consider(g)
			return g.State, nil
		}
		return g.State.Apply(a, now)
	}, func(g *store.Game) int { return g.State.Version })
	if acted || err != nil {
		c.counts.acted(a.Type, c.now().Sub(began), err)
	}
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
