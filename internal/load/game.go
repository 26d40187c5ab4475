package load

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// game is two players who play one game after another.
type game struct {
	run     *runner
	node    int // that of White, counted on and on
	rng     *rand.Rand
	players [2]*player
	watcher *player // nil for none

	mu sync.Mutex
	id string
	// board has all moves that arrived; moves[:acked] were acknowledged.
	board   *draughts.Game
	acked   int
	ackedAt time.Time
	// pending is a move on its way: sent, and not both acknowledged and with the
	// opponent.
	pending  *action
	sent     time.Time
	ackIn    bool
	arrived  bool
	between  bool // one game is over and the next not begun
	shown    *clocks
	shownAt  time.Time
	shownPly int
}

// setUp makes two guests, seats them and connects them; their sockets live as
// long as the run.
func (g *game) setUp(ctx, run context.Context, players *sync.WaitGroup) error {
	for _, side := range []draughts.Color{draughts.White, draughts.Black} {
		p := g.newPlayer(side)
		if err := p.ask(ctx, "POST", "/api/v1/account/guest", struct{}{}, nil); err != nil {
			return err
		}
		g.players[side] = p
	}
	if g.run.Spectators {
		g.watcher = g.newPlayer(draughts.NoColor)
	}
	if err := g.begin(ctx); err != nil {
		return err
	}
	for _, p := range g.all() {
		ws, err := p.connect(ctx)
		if err != nil && len(g.run.bases) == 1 {
			return err
		}
		players.Go(func() { p.run(run, ws) }) // it connects if there is no socket
		g.resume(p)
	}
	g.run.ready <- g
	return nil
}

// all returns everybody at the game.
func (g *game) all() []*player {
	if g.watcher == nil {
		return g.players[:]
	}
	return append(g.players[:len(g.players):len(g.players)], g.watcher)
}

// begin seats both players at a new game.
func (g *game) begin(ctx context.Context) error {
	var made struct {
		Seat struct {
			ID string `json:"id"`
		} `json:"seat"`
	}
	seat := seatRequest{Terms: terms{Clock: g.run.clock, Rules: "fmjd64", Offers: "free"}, Color: "white"}
	if err := g.players[draughts.White].ask(ctx, "POST", "/api/v1/seats", seat, &made); err != nil {
		return err
	}
	var joined struct {
		Game string `json:"game"`
	}
	if err := g.players[draughts.Black].ask(ctx, "POST", "/api/v1/seats/"+made.Seat.ID+"/join", struct{}{}, &joined); err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.id, g.acked, g.pending, g.between, g.shown = joined.Game, 0, nil, false, nil
	g.board = draughts.NewGame(draughts.Start(), draughts.FMJD64)
	for _, p := range g.all() {
		p.version, p.plies = 0, 0
	}
	return nil
}

// resume makes a player who has just connected know the game again, and sends
// once more what was not acknowledged.
func (g *game) resume(p *player) {
	g.mu.Lock()
	watch := watchMessage{"watch", g.id, p.version}
	var again *actMessage
	if g.pending != nil && !g.ackIn && g.turn() == p.side {
		again = &actMessage{"act", g.id, *g.pending}
	}
	g.mu.Unlock()
	p.send(watch)
	if again != nil {
		p.send(again)
	}
}

// turn returns who is to move, or whose move is on its way. The caller holds
// the lock.
func (g *game) turn() draughts.Color {
	return g.board.PositionAt(g.acked).Turn()
}

// play makes a random move.
func (g *game) play() {
	g.mu.Lock()
	moves := g.board.Position().AppendMoves(nil)
	if g.pending != nil || g.between || len(moves) == 0 {
		g.mu.Unlock()
		return
	}
	m := moves[g.rng.IntN(len(moves))]
	ply := g.board.Plies()
	g.pending = &action{ID: fmt.Sprintf("%s-%d", g.id, ply), Type: "move", Ply: ply, Move: newMove(m)}
	g.ackIn, g.arrived = false, false
	side := g.turn()
	if err := g.board.Play(m); err != nil {
		panic(err) // it is of the legal ones
	}
	g.sent = time.Now()
	act := actMessage{"act", g.id, *g.pending}
	g.mu.Unlock()
	g.run.moves.Add(1)
	g.players[side].send(act)
}

// busy reports whether something is on its way.
func (g *game) busy() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.pending != nil || g.watcher != nil && g.watcher.plies < g.acked
}

// behind tells why the game has not come on its way since a moment, "" if it
// has.
func (g *game) behind(since, now time.Time) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.pending != nil && g.sent.Before(since) && !g.ackIn:
		return fmt.Sprintf("game %s: ply %d is not acknowledged", g.id, g.pending.Ply)
	case g.pending != nil && g.sent.Before(since):
		return fmt.Sprintf("game %s: ply %d has not come to the opponent", g.id, g.pending.Ply)
	case g.watcher != nil && g.watcher.plies < g.acked && now.Sub(g.ackedAt) > spectatorTime:
		return fmt.Sprintf("game %s: the spectator knows %d plies of %d", g.id, g.watcher.plies, g.acked)
	}
	for _, p := range g.all() {
		if heard := p.heard.Load(); heard == nil || heard.Before(since) {
			return fmt.Sprintf("game %s: %v has no connection", g.id, p.side)
		}
	}
	return ""
}

// spectatorTime is how long a move may take to a spectator.
const spectatorTime = time.Second

// hear takes a message of the site to a player.
func (g *game) hear(p *player, text []byte, now time.Time) {
	var m message
	var full whole
	var kind struct {
		T string `json:"t"`
	}
	if err := json.Unmarshal(text, &kind); err != nil {
		g.run.Logger.Error("not JSON", "text", string(text))
		return
	}
	var err error
	switch kind.T {
	case "game":
		err = json.Unmarshal(text, &full)
	case "update":
		err = json.Unmarshal(text, &m)
	case "ack", "refused", "error":
		err = json.Unmarshal(text, &m)
	case "pong":
		p.heard.Store(&now)
		return
	default:
		return
	}
	if err != nil {
		g.run.Logger.Error("not the message it says", "text", string(text), "error", err)
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	switch kind.T {
	case "game":
		if full.Game.ID != g.id {
			return
		}
		g.compare(full.Game.History, 0)
		p.version, p.plies = full.Game.Version, len(full.Game.History)
		g.seeClock(full.Game.Clock, p.plies, now)
		g.see(p, full.Game.Status, now)
	case "update":
		if m.Game != g.id {
			return
		}
		g.compare(m.Add, m.Keep)
		if m.From != p.version {
			if m.Version > p.version {
				go p.send(watchMessage{"watch", g.id, p.version})
			}
			return
		}
		p.version, p.plies = m.Version, m.Keep+len(m.Add)
		g.seeClock(m.Clock, p.plies, now)
		g.see(p, m.Status, now)
	case "ack":
		if g.pending != nil && m.ID == g.pending.ID && !g.ackIn {
			g.ackIn = true
			g.acked, g.ackedAt = g.board.Plies(), now
			g.run.acknowledged.Add(1)
			g.goOn()
		}
	case "refused":
		if m.Problem.isTemporary() {
			g.later(p)
		} else if g.pending != nil && m.ID == g.pending.ID {
			g.run.refused.Add(1)
			g.run.Logger.Error("a move was refused", "game", g.id, "ply", g.pending.Ply, "problem", m.Problem.String())
		}
	case "error":
		if m.Problem.isTemporary() {
			g.later(p)
			return
		}
		g.run.Logger.Error("the site complains", "problem", m.Problem.String())
	}
}

// later lets a player whom the site had to refuse for the moment try again. The
// run does not wait for it.
func (g *game) later(p *player) {
	time.AfterFunc(againTime, func() { g.resume(p) })
}

// againTime is how long one waits after a refusal.
const againTime = 300 * time.Millisecond

// compare looks whether moves that a node tells, from a ply on, are those that
// were made. The caller holds the lock.
func (g *game) compare(told []move, from int) {
	made := g.board.Moves()
	for i, m := range told {
		ply := from + i
		if got, ok := m.draughts(); ply < len(made) && ok && got == made[ply] {
			continue
		}
		g.run.contradictions.Add(1)
		g.run.Logger.Error("a node tells another move", "game", g.id, "ply", ply, "told", m, "made", len(made))
		return
	}
}

// see looks whether the pending move has come to the opponent. The caller holds
// the lock.
func (g *game) see(p *player, status string, now time.Time) {
	if g.pending == nil || g.arrived || p.plies <= g.pending.Ply {
		return
	}
	if p.side != g.board.PositionAt(g.pending.Ply).Turn().Other() {
		return // the one who made it, or a spectator
	}
	g.arrived = true
	g.run.latency.add(now.Sub(g.sent))
	if status == "over" || status == "aborted" {
		g.between = true
	}
	g.goOn()
}

// goOn lets the game have its next move. The caller holds the lock.
func (g *game) goOn() {
	if !g.ackIn || !g.arrived {
		return
	}
	g.pending = nil
	if !g.between {
		g.run.ready <- g
		return
	}
	if g.run.stopped.Load() {
		return
	}
	go g.again() // ends with its requests, at the latest with the run
}

// again checks the game that is over and begins the next.
func (g *game) again() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := g.check(ctx); err != nil {
		g.run.Logger.Error("a game cannot be checked", "game", g.id, "error", err)
		return
	}
	if g.run.stopped.Load() {
		return
	}
	if err := g.begin(ctx); err != nil {
		g.run.Logger.Error("the next game cannot begin", "error", err)
		return
	}
	g.run.finished.Add(1)
	for _, p := range g.all() {
		g.resume(p)
	}
	g.run.ready <- g
}

// check compares the game on the site with what was acknowledged.
func (g *game) check(ctx context.Context) error {
	var v view
	g.mu.Lock()
	id := g.id
	acked := slices.Clone(g.board.Moves()[:g.acked])
	g.mu.Unlock()
	if g.run.Played != nil {
		g.run.Played(id, acked)
	}
	if err := g.players[draughts.White].ask(ctx, "GET", "/api/v1/games/"+id, struct{}{}, &v); err != nil {
		return err
	}
	for i, want := range acked {
		if i < len(v.History) {
			if got, ok := v.History[i].draughts(); ok && got == want {
				continue
			}
		}
		g.run.missing.Add(1)
		g.run.Logger.Error("an acknowledged move is missing", "game", id, "ply", i, "move", want)
	}
	return nil
}

// clockSlack is what the network and the scheduler may take from a clock.
const clockSlack = 2 * time.Second

// seeClock compares the clocks with those that were shown before: none may have
// lost more than the time that passed, or have gained more than increments. They
// are those of the moment that they tell, which may be a while ago: a commit took
// its time. The caller holds the lock.
func (g *game) seeClock(c *clocks, plies int, now time.Time) {
	if c == nil || g.run.clock.Kind == "none" {
		return
	}
	if g.shown != nil && (plies < g.shownPly || c.Now < g.shown.Now) {
		return // old news
	}
	if g.shown != nil {
		passed := max(now.Sub(g.shownAt), time.Duration(c.Now-g.shown.Now)*time.Microsecond)
		gain := int64(plies-g.shownPly) * g.run.clock.Increment
		for _, side := range []draughts.Color{draughts.White, draughts.Black} {
			change := c.of(side) - g.shown.of(side)
			if change > gain+clockSlack.Milliseconds() || change < -(passed+clockSlack).Milliseconds() {
				g.run.clocks.Add(1)
				g.run.Logger.Error("a clock is wrong", "game", g.id, "side", side, "change", change, "passed", passed, "plies", plies-g.shownPly)
			}
		}
	}
	g.shown, g.shownAt, g.shownPly = c, now, plies
}
