package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
)

// Game is a game of a match that has been played.
type Game struct {
	// Number counts from 1; the two games of a pair follow one another.
	Number int
	// First is the color of the first player.
	First draughts.Color
	// Opening is where it began.
	Opening Opening
	// Game has the moves and the outcome. Where the board did not end it, the
	// outcome says who has won, and Ending and Detail why.
	Game *draughts.Game
	// Replies are what the players said, Times what their moves took, Left what
	// their clocks showed then (0 without a clock): one for each ply.
	Replies []Reply
	Times   []time.Duration
	Left    []time.Duration
	Ending  Ending
	// Detail says more of the ending, such as what an illegal move was.
	Detail string
	// Ended is when.
	Ended time.Time
}

// Opening is where games begin.
type Opening struct {
	// Name is for the game's record, such as the entry of a drawing table; it may
	// be empty.
	Name     string
	Position draughts.Position
}

// Ending is how a game ended.
type Ending uint8

// The endings.
const (
	// OnBoard: no move, no piece or a draw rule.
	OnBoard Ending = iota
	// OnTime: a player has overstepped its time.
	OnTime
	// Illegal: a player has made a move that the board refuses.
	Illegal
	// Breakdown: a player has crashed, hangs or has broken the game off.
	Breakdown
	// ByTables: adjudicated by the endgame tables.
	ByTables
	// ByScore: adjudicated by what the players said.
	ByScore
	// ByPlayer: a player has resigned or claimed a draw.
	ByPlayer
	// TooLong: a draw, since it did not end.
	TooLong
)

var endings = [...]string{"board", "time forfeit", "illegal move", "breakdown", "tables", "score", "player", "too long"}

// String returns the ending in a word or two.
func (e Ending) String() string {
	if int(e) < len(endings) {
		return endings[e]
	}
	return fmt.Sprintf("ending %d", uint8(e))
}

// Winner returns the index of the player that has won, -1 after a draw.
func (g *Game) Winner() int {
	switch g.Game.Outcome().Winner {
	case g.First:
		return 0
	case draughts.NoColor:
		return -1
	}
	return 1
}

// halfPoints returns what the first player has made.
func (g *Game) halfPoints() int { return [...]int{1, 2, 0}[g.Winner()+1] }

// player returns the index of the player with a color.
func (g *Game) player(c draughts.Color) int {
	if c == g.First {
		return 0
	}
	return 1
}

// lose ends the game: c has lost.
func (g *Game) lose(c draughts.Color, e Ending, detail string) error {
	g.Ending, g.Detail = e, detail
	switch e {
	case OnTime:
		return g.Game.FallFlag(c)
	case Illegal, Breakdown:
		return g.Game.Forfeit(c)
	}
	return g.Game.Resign(c)
}

func (g *Game) draw(e Ending, detail string) error {
	g.Ending, g.Detail = e, detail
	return g.Game.AgreeDraw()
}

// patience is how long a move may take where nothing limits it, and grace how
// much longer than allowed a player is waited for, to know by how much it is late.
const (
	patience = time.Hour
	grace    = time.Second
)

// play plays one game to its end. An error is one that ends the match.
func (cfg *Config) play(ctx context.Context, g *Game, players [2]Player) error {
	var clocks [2]engine.Clock
	for _, c := range [2]draughts.Color{draughts.White, draughts.Black} {
		i := g.player(c)
		if err := players[i].NewGame(ctx, g.Game, c); err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return fmt.Errorf("%w: game %d, player %d: %w", ErrPlayer, g.Number, i+1, err)
		}
		clocks[c] = cfg.Time[i].Clock
	}
	a := arbiter{Adjudication: cfg.Adjudication}
	err := a.ask(g)
	for err == nil && g.Game.Outcome().Reason == draughts.NotOver {
		turn := g.Game.Position().Turn()
		err = cfg.turn(ctx, g, players[g.player(turn)], &clocks[turn], &a)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	if err != nil {
		return fmt.Errorf("game %d: %w", g.Number, err)
	}
	g.Ended = time.Now()
	for _, p := range players {
		if p, ok := p.(gameOver); ok {
			// What goes wrong now shows at the next game.
			_ = p.GameOver(ctx, g.Game)
		}
	}
	return nil
}

// turn lets a player make a move.
func (cfg *Config) turn(ctx context.Context, g *Game, p Player, clock *engine.Clock, a *arbiter) error {
	turn := g.Game.Position().Turn()
	control := cfg.Time[g.player(turn)]
	allowed, limited := control.allowed(*clock)
	wait := patience
	if limited {
		wait = allowed + control.Margin + grace
	}
	moveCtx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	began := time.Now()
	reply, err := p.Move(moveCtx, g.Game, *clock)
	took := time.Since(began)
	if err == nil && reply.Time > 0 {
		took = min(took, reply.Time)
	}
	switch late := took - allowed; {
	case ctx.Err() != nil:
		return nil // the match ends
	case limited && late > control.Margin && !errors.Is(err, ErrResigns):
		return g.lose(turn, OnTime, fmt.Sprintf("%.3f s over", late.Seconds()))
	case err != nil:
		return g.fail(turn, err)
	}
	if err := g.Game.Play(reply.Move); err != nil {
		return g.fail(turn, err)
	}
	*clock = control.after(*clock, took)
	g.Replies = append(g.Replies, reply)
	g.Times = append(g.Times, took)
	g.Left = append(g.Left, clock.Left)
	a.moved(turn, reply)
	if g.Game.Outcome().Reason != draughts.NotOver {
		return nil
	}
	return a.decide(g, turn)
}

// claimLimit is the score of its opponent with which a player may not claim a
// draw: half a man.
const claimLimit = 50

// fail ends the game by the error of a player.
func (g *Game) fail(c draughts.Color, err error) error {
	switch {
	case errors.Is(err, ErrResigns):
		return g.lose(c, ByPlayer, "resignation")
	case errors.Is(err, ErrClaimsDraw):
		if n := len(g.Replies); n > 0 && g.Replies[n-1].Depth > 0 && g.Replies[n-1].Score > claimLimit {
			return g.lose(c, Breakdown, "claims a draw, standing worse")
		}
		return g.draw(ByPlayer, "claim of a draw")
	case errors.Is(err, draughts.ErrIllegal), errors.Is(err, draughts.ErrSyntax), errors.Is(err, draughts.ErrAmbiguous):
		return g.lose(c, Illegal, err.Error())
	}
	return g.lose(c, Breakdown, err.Error())
}
