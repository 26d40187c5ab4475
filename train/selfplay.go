package train

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/engine"
)

// SelfPlayConfig says how games are played. With the same configuration and the
// same engine the file is the same, whatever the number of threads and however
// often the run was broken off and resumed.
type SelfPlayConfig struct {
	// File is continued if it is there.
	File string
	// Positions is how many the file is to have; the last block may bring more.
	Positions int
	Threads   int
	Seed      uint64
	// Nodes is the number of positions searched for each move.
	Nodes int64
	// Openings are where games begin; one is drawn for each game, and a few
	// random moves are made from there.
	Openings []draughts.Position
	// Options are those of the engine; the size of its table matters for the
	// result.
	Options engine.Options
	// Progress, if not nil, is told how many positions the file has.
	Progress func(positions int)
}

const (
	gamesPerBlock = 64
	// At least leastRandom and at most mostRandom random moves are made at the
	// start of a game. With fewer, the same games are played over and over: of
	// eight million positions from up to six random moves a third were different.
	leastRandom = 2
	mostRandom  = 8
	// longestGame ends a game as a draw that no rule ends.
	longestGame = 400
)

// SelfPlay plays games of the engine against itself and writes their quiet
// positions to a file: those where nothing is to be taken or threatened. A game
// ends where the endgame tables know its result. A block
// of games is written at a time; what a killed run leaves is whole.
func SelfPlay(ctx context.Context, cfg SelfPlayConfig) error {
	f, blocks, positions, err := openAppend(cfg.File)
	if err != nil {
		return err
	}
	defer f.Close()
	for ; positions < cfg.Positions; blocks++ {
		b, err := cfg.block(ctx, blocks)
		if err != nil {
			return err
		}
		if positions, err = cfg.append(f, b.bytes(), positions+len(b.Records)); err != nil {
			return err
		}
	}
	return nil
}

// append writes a block, after which the file has so many positions.
func (cfg *SelfPlayConfig) append(f *os.File, block []byte, positions int) (int, error) {
	_, err := f.Write(block)
	if err == nil {
		err = f.Sync()
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", cfg.File, err)
	}
	if cfg.Progress != nil {
		cfg.Progress(positions)
	}
	return positions, nil
}

// block plays the games of block number n.
func (cfg *SelfPlayConfig) block(ctx context.Context, n int) (Block, error) {
	var games [gamesPerBlock][]Record
	next := make(chan int)
	var wg sync.WaitGroup
	for range max(1, cfg.Threads) {
		wg.Go(func() {
			e := engine.New(cfg.Options)
			for i := range next {
				games[i] = cfg.game(ctx, e, n*gamesPerBlock+i)
			}
		})
	}
	for i := range gamesPerBlock {
		next <- i
	}
	close(next)
	wg.Wait()
	b := Block{Games: gamesPerBlock}
	for _, g := range games {
		b.Records = append(b.Records, g...)
	}
	return b, ctx.Err()
}

// game plays game number n, or breaks off when ctx ends.
func (cfg *SelfPlayConfig) game(ctx context.Context, e *engine.Engine, n int) []Record {
	rng := rand.New(rand.NewPCG(cfg.Seed, uint64(n)))
	e.NewGame()
	g := draughts.NewGame(cfg.Openings[rng.IntN(len(cfg.Openings))], draughts.FMJD64)
	for range leastRandom + rng.IntN(mostRandom-leastRandom+1) {
		moves := g.Position().AppendMoves(nil)
		if g.Outcome().Reason != draughts.NotOver {
			break
		}
		if err := g.Play(moves[rng.IntN(len(moves))]); err != nil {
			break
		}
	}
	var records []Record
	value := endgame.Unknown
	for g.Outcome().Reason == draughts.NotOver && g.Plies() < longestGame {
		if value = known(g.Position()); value != endgame.Unknown {
			break
		}
		best, err := e.Best(ctx, g, engine.Limits{Nodes: cfg.Nodes})
		if err != nil {
			return nil
		}
		p := g.Position()
		if _, proven := best.Score.Plies(); !proven && Quiet(p) {
			score := int16(best.Score)
			if p.Turn() == draughts.Black {
				score = -score
			}
			records = append(records, Record{Position: p, Score: score})
		}
		if err := g.Play(best.PV[0]); err != nil {
			return nil
		}
	}
	var result int8
	switch o := g.Outcome(); {
	case value == endgame.Win && g.Position().Turn() == draughts.White, value == endgame.Loss && g.Position().Turn() == draughts.Black:
		result = 1
	case value == endgame.Win, value == endgame.Loss:
		result = -1
	case o.Winner == draughts.White && o.Reason != draughts.NotOver:
		result = 1
	case o.Winner == draughts.Black:
		result = -1
	}
	for i := range records {
		records[i].Result = result
	}
	return records
}

// known returns what the tables in the binary say of a position.
func known(p draughts.Position) endgame.Value {
	if p.Occupied().Count() > endgame.Default().Pieces() {
		return endgame.Unknown
	}
	v, err := endgame.Default().Value(p)
	if err != nil {
		return endgame.Unknown
	}
	return v
}

// Quiet reports whether neither side could take anything if it were to move, so
// that an evaluation without search has a meaning.
func Quiet(p draughts.Position) bool {
	return !p.MustCapture() && !p.WithTurn(p.Turn().Other()).MustCapture()
}
