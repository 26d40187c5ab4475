package train

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/opening"
)

// Openings returns where games of self-play begin if nothing else is wanted: the
// positions of the drawing tables.
func Openings() (list []draughts.Position) {
	for _, t := range opening.Tables() {
		for _, e := range t.Entries() {
			list = append(list, e.Position)
		}
	}
	return list
}

// PlayBlock plays the games of block number n of the file that cfg describes, and
// returns the bytes of the block. The error is that of the context.
func PlayBlock(ctx context.Context, cfg SelfPlayConfig, n int) ([]byte, error) {
	b, err := cfg.block(ctx, n)
	return b.bytes(), err
}

// ErrOtherGames says that a block has not the games that it should.
var ErrOtherGames = errors.New("other games")

// CheckBlock asks whether data is block number n of the file that cfg describes:
// it reads it and plays one of the games again. The error matches [ErrDamaged] or
// [ErrOtherGames], or is that of the context.
func CheckBlock(ctx context.Context, cfg SelfPlayConfig, n int, data []byte) error {
	b, err := readWhole(data)
	if err != nil {
		return err
	}
	if b.Games != gamesPerBlock {
		return fmt.Errorf("%w: %d of them", ErrOtherGames, b.Games)
	}
	for i, r := range b.Records {
		if !Quiet(r.Position) {
			return fmt.Errorf("%w: record %d is not quiet", ErrOtherGames, i+1)
		}
	}
	number := n*gamesPerBlock + rand.IntN(gamesPerBlock)
	game := cfg.game(ctx, engine.New(cfg.Options), number)
	if err := ctx.Err(); err != nil {
		return err
	}
	for i := 0; i+len(game) <= len(b.Records); i++ {
		if slices.Equal(b.Records[i:i+len(game)], game) {
			return nil
		}
	}
	return fmt.Errorf("%w: game %d is not among them", ErrOtherGames, number)
}

// readWhole reads a block that is all of data.
func readWhole(data []byte) (Block, error) {
	in := bytes.NewReader(data)
	b, err := readBlock(in)
	switch {
	case errors.Is(err, io.EOF):
		return b, fmt.Errorf("%w: nothing", ErrDamaged)
	case err != nil:
		return b, err
	case in.Len() > 0:
		return b, fmt.Errorf("%w: %d bytes too many", ErrDamaged, in.Len())
	}
	return b, nil
}

// Gather is [SelfPlay] with blocks that come from elsewhere, several at once: ask
// returns the bytes of a block as [PlayBlock] makes them. The file is the same.
func Gather(ctx context.Context, cfg SelfPlayConfig, ahead int, ask func(ctx context.Context, n int) ([]byte, error)) error {
	f, blocks, positions, err := openAppend(cfg.File)
	if err != nil {
		return err
	}
	defer f.Close()
	ctx, cancel := context.WithCancel(ctx)
	type answer struct {
		data []byte
		err  error
	}
	var asked []chan answer // of the blocks from number blocks on
	next := blocks
	defer func() {
		cancel()
		for _, c := range asked {
			<-c
		}
	}()
	for positions < cfg.Positions {
		for len(asked) < max(1, ahead) {
			c := make(chan answer, 1)
			asked = append(asked, c)
			n := next
			next++
			go func() {
				data, err := ask(ctx, n)
				c <- answer{data, err}
			}()
		}
		a := <-asked[0]
		asked = asked[1:]
		if a.err != nil {
			return a.err
		}
		b, err := readWhole(a.data)
		if err != nil {
			return err
		}
		if positions, err = cfg.append(f, a.data, positions+len(b.Records)); err != nil {
			return err
		}
	}
	return nil
}
