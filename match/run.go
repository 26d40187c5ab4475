package match

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Config says what is played.
type Config struct {
	// Players make new players: of the first kind and of the second. They are
	// called once for each game that is played at the same time as others.
	Players [2]func() (Player, error)
	// Openings are where games begin. Pair i begins with opening i modulo their
	// number.
	Openings []Opening
	// Games is the number of games. Of an odd number the last pair is half.
	Games int
	Rules draughts.DrawRules
	// Time is what each player has.
	Time         [2]TimeControl
	Adjudication Adjudication
	// Concurrency is the number of games at once; less than 1 means 1.
	Concurrency int
	// SPRT, if not nil, ends the match when it is decided.
	SPRT *SPRT
	// Journal, if not nil, has the games that were played before, and gets the
	// others.
	Journal *Journal
	// Played, if not nil, is told of each game, one at a time: not of those that
	// were in the journal.
	Played func(Game, Result)
}

// maxBreakdowns is how often a player may break down in games running before the
// match is given up.
const maxBreakdowns = 3

// Run plays a match. It ends when all games are played, the test is decided, ctx
// ends, a player fails for good or the journal cannot be written, and returns the
// score so far in every case. A player that oversteps its time, makes an illegal
// move or breaks down loses a game only.
func Run(ctx context.Context, cfg Config) (Result, error) {
	if len(cfg.Openings) == 0 {
		cfg.Openings = []Opening{{Position: draughts.Start()}}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r := run{Config: cfg, cancel: cancel, points: map[int][]int{}, played: map[int]bool{}}
	if cfg.Journal != nil {
		for _, g := range cfg.Journal.Games() {
			r.played[g.Number] = true
			r.score(&g)
		}
	}
	var wg sync.WaitGroup
	for range max(1, cfg.Concurrency) {
		wg.Go(func() {
			if err := r.work(ctx); err != nil {
				cancel(err)
			}
		})
	}
	wg.Wait()
	if err := context.Cause(ctx); err != nil && !errors.Is(err, errDecided) {
		return r.result, err
	}
	return r.result, nil
}

var errDecided = errors.New("decided")

// run is a match under way.
type run struct {
	Config
	cancel context.CancelCauseFunc

	mu         sync.Mutex
	next       int // pair
	result     Result
	points     map[int][]int // half points of the games of unfinished pairs
	played     map[int]bool  // games of the journal
	breakdowns [2]int        // of each player, in games running
}

// work plays pairs of games, one after another, with players of its own.
func (r *run) work(ctx context.Context) error {
	var players [2]Player
	for {
		r.mu.Lock()
		pair := r.next
		r.next++
		r.mu.Unlock()
		if pair*2 >= r.Games || ctx.Err() != nil {
			return nil
		}
		for i := range 2 {
			number := pair*2 + i + 1
			if number > r.Games || r.played[number] {
				continue
			}
			for i, start := range r.Players {
				if players[i] != nil {
					continue
				}
				p, err := start()
				if err != nil {
					return fmt.Errorf("%w: %w", ErrPlayer, err)
				}
				players[i] = p
				if c, ok := p.(interface{ Close() error }); ok {
					defer c.Close()
				}
			}
			opening := r.Openings[pair%len(r.Openings)]
			g := Game{Number: number, First: draughts.Color(i), Opening: opening, Game: draughts.NewGame(opening.Position, r.Rules)}
			if err := r.play(ctx, &g, players); err != nil {
				return err
			}
			if err := r.finish(ctx, &g); err != nil {
				return err
			}
		}
	}
}

// finish counts a game that has been played.
func (r *run) finish(ctx context.Context, g *Game) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if ctx.Err() != nil {
		return nil // decided meanwhile
	}
	if r.Journal != nil {
		if err := r.Journal.add(g); err != nil {
			return err
		}
	}
	r.score(g)
	if r.Played != nil {
		r.Played(*g, r.result)
	}
	if g.Ending != Breakdown {
		r.breakdowns = [2]int{}
		return nil
	}
	loser := 1 - g.Winner()
	if r.breakdowns[loser]++; r.breakdowns[loser] >= maxBreakdowns {
		return fmt.Errorf("%w: player %d broke down in %d games running, last by: %s", ErrPlayer, loser+1, maxBreakdowns, g.Detail)
	}
	return nil
}

// score adds a game to the result, and ends the match if that decides the test.
func (r *run) score(g *Game) {
	r.result.add(g.halfPoints())
	pair := (g.Number - 1) / 2
	points := append(r.points[pair], g.halfPoints())
	r.points[pair] = points
	if len(points) < 2 {
		return
	}
	delete(r.points, pair)
	r.result.Pairs[points[0]+points[1]]++
	if r.SPRT != nil {
		llr := r.SPRT.LLR(r.result)
		if lower, upper := r.SPRT.Bounds(); llr <= lower || llr >= upper {
			r.cancel(errDecided)
		}
	}
}
