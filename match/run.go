package match

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
)

// Player plays one game at a time.
type Player interface {
	// NewGame tells that the next move is of another game.
	NewGame(ctx context.Context) error
	// Move returns the move to play in a game that goes on. clock is the
	// player's own.
	Move(ctx context.Context, g *draughts.Game, clock engine.Clock) (Reply, error)
}

// Reply is a player's move and what the player says of it.
type Reply struct {
	Move draughts.Move
	// Score is for the player; Depth is 0 where the player says nothing.
	Score engine.Score
	Depth int
	Nodes int64
}

// Config says what is played.
type Config struct {
	// Players make new players: of the first kind and of the second. Each pair
	// of games has players of its own.
	Players [2]func() (Player, error)
	// Openings are the first positions. Pair i begins with opening i modulo
	// their number.
	Openings []draughts.Position
	// Games is the number of games. Of an odd number the last pair is half.
	Games int
	Rules draughts.DrawRules
	// Clock is what each player has for a game; its zero value means no clock.
	Clock engine.Clock
	// Concurrency is the number of games at once; less than 1 means 1.
	Concurrency int
	// SPRT, if not nil, ends the match when it is decided.
	SPRT *SPRT
	// Played, if not nil, is told of each game, one at a time.
	Played func(Game, Result)
}

// Game is a game of a match that has been played.
type Game struct {
	// Number counts from 1; the two games of a pair follow one another.
	Number int
	// First is the color of the first player.
	First   draughts.Color
	Game    *draughts.Game
	Replies []Reply
	Times   []time.Duration
}

// halfPoints returns what the first player has made.
func (g *Game) halfPoints() int {
	switch g.Game.Outcome().Winner {
	case g.First:
		return 2
	case draughts.NoColor:
		return 1
	}
	return 0
}

// maxPlies ends a game as a draw that no rule ends.
const maxPlies = 1000

// ErrPlayer says that a player has failed: it could not be started, or it broke
// off. What it does on the board (an illegal move, the flag) loses a game only.
var ErrPlayer = errors.New("player failed")

// Run plays a match. It ends when all games are played, the test is decided, ctx
// ends or a player fails, and returns the score so far in every case.
func Run(ctx context.Context, cfg Config) (Result, error) {
	if len(cfg.Openings) == 0 {
		cfg.Openings = []draughts.Position{draughts.Start()}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	done := errors.New("decided")

	var mu sync.Mutex
	var result Result
	next := 0
	var wg sync.WaitGroup
	for range max(1, cfg.Concurrency) {
		wg.Go(func() {
			for {
				mu.Lock()
				pair := next
				next++
				mu.Unlock()
				if pair*2 >= cfg.Games || ctx.Err() != nil {
					return
				}
				games, err := cfg.pair(ctx, pair)
				if err != nil {
					cancel(err)
					return
				}
				mu.Lock()
				points := 0
				for i := range games {
					points += games[i].halfPoints()
					result.add(games[i].halfPoints())
				}
				if len(games) == 2 {
					result.Pairs[points]++
				}
				for i := range games {
					if cfg.Played != nil {
						cfg.Played(games[i], result)
					}
				}
				if cfg.SPRT != nil {
					llr := cfg.SPRT.LLR(result)
					if lower, upper := cfg.SPRT.Bounds(); llr <= lower || llr >= upper {
						cancel(done)
					}
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if err := context.Cause(ctx); err != nil && !errors.Is(err, done) {
		return result, err
	}
	return result, nil
}

// pair plays one opening with both colors, or of an odd number of games the last.
func (cfg *Config) pair(ctx context.Context, pair int) ([]Game, error) {
	games := make([]Game, min(2, cfg.Games-2*pair))
	var players [2]Player
	for i, start := range cfg.Players {
		p, err := start()
		if err != nil {
			return games, fmt.Errorf("%w: %w", ErrPlayer, err)
		}
		players[i] = p
		if c, ok := p.(interface{ Close() error }); ok {
			defer c.Close()
		}
	}
	for i := range games {
		g := &games[i]
		g.Number = pair*2 + i + 1
		g.First = draughts.Color(i)
		g.Game = draughts.NewGame(cfg.Openings[pair%len(cfg.Openings)], cfg.Rules)
		if err := cfg.play(ctx, g, players); err != nil {
			return games, err
		}
	}
	return games, nil
}

// play plays one game to its end.
func (cfg *Config) play(ctx context.Context, g *Game, players [2]Player) error {
	for _, p := range players {
		if err := p.NewGame(ctx); err != nil {
			return fmt.Errorf("%w: %w", ErrPlayer, err)
		}
	}
	clocks := [2]engine.Clock{cfg.Clock, cfg.Clock}
	for g.Game.Outcome().Reason == draughts.NotOver {
		if g.Game.Plies() >= maxPlies {
			return g.Game.AgreeDraw()
		}
		turn := g.Game.Position().Turn()
		player := 0
		if turn != g.First {
			player = 1
		}
		began := time.Now()
		reply, err := players[player].Move(ctx, g.Game, clocks[turn])
		took := time.Since(began)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			return fmt.Errorf("%w: game %d, %s: %w", ErrPlayer, g.Number, turn, err)
		}
		if cfg.timed() && !spend(&clocks[turn], took, cfg.Clock) {
			return g.Game.FallFlag(turn)
		}
		if err := g.Game.Play(reply.Move); err != nil {
			return g.Game.Forfeit(turn)
		}
		g.Replies = append(g.Replies, reply)
		g.Times = append(g.Times, took)
	}
	return nil
}

func (cfg *Config) timed() bool { return cfg.Clock.Left > 0 || cfg.Clock.Increment > 0 }

// spend takes the time of a move from a clock and gives what the move earns. It
// reports false if the flag has fallen.
func spend(c *engine.Clock, took time.Duration, full engine.Clock) bool {
	if c.Left -= took; c.Left < 0 {
		return false
	}
	c.Left += full.Increment
	if c.Moves > 0 {
		if c.Moves--; c.Moves == 0 {
			c.Left += full.Left
			c.Moves = full.Moves
		}
	}
	return true
}
