package store

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"testing"

	"github.com/bolshak-draughts/bolshak/internal/server/live"
)

// BenchmarkMoves commits moves of many games at once, each writer with one that
// it goes on with as soon as its move is on disk: applied, saved, acknowledged.
func BenchmarkMoves(b *testing.B) {
	for _, writers := range []int{1, 100, 1000} {
		b.Run(fmt.Sprintf("sqlite/writers=%d", writers), func(b *testing.B) {
			benchMoves(b, open(b, Config{Dir: b.TempDir()}), writers)
		})
		if shared != nil {
			b.Run(fmt.Sprintf("postgres/writers=%d", writers), func(b *testing.B) {
				benchMoves(b, open(b, Config{URL: shared.database(b)}), writers)
			})
		}
	}
}

func benchMoves(b *testing.B, s *Store, writers int) {
	p := guests(b, s, 2)
	games := make([]Game, writers)
	for i := range games {
		games[i] = start(b, s, blitz, p[0].ID, p[1].ID)
	}
	b.ResetTimer()
	var wg sync.WaitGroup
	for i := range writers {
		share := b.N / writers
		if i < b.N%writers {
			share++
		}
		wg.Go(func() {
			if err := benchGame(s, games[i], share, [2]Seated{{Player: p[0].ID}, {Player: p[1].ID}}); err != nil {
				b.Error(err)
			}
		})
	}
	wg.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
}

// benchGame plays so many moves, the first that is legal each time, in one game
// after another.
func benchGame(s *Store, g Game, moves int, seated [2]Seated) error {
	ctx := context.Background()
	for i := range moves {
		if g.State.Status.Ended() {
			state, err := live.New(blitz, s.now())
			if err != nil {
				return err
			}
			if g, err = s.CreateGame(ctx, Game{State: state, Seated: seated}); err != nil {
				return err
			}
		}
		board, err := g.State.Game()
		if err != nil {
			return err
		}
		m := live.Move(board.Position().AppendMoves(nil)[0])
		read := g.State.Version
		g.State, err = g.State.Apply(live.Action{
			ID: strconv.Itoa(i), Type: live.DoMove, Ply: len(g.State.Plies), Move: &m, Side: g.State.Turn(),
		}, s.now())
		if err != nil {
			return err
		}
		saved, err := s.Save(ctx, g, read, nil)
		if err != nil {
			return err
		}
		g = saved.Game
	}
	return nil
}

// BenchmarkGame reads a game in its middle.
func BenchmarkGame(b *testing.B) {
	s := open(b, Config{Dir: b.TempDir()})
	p := guests(b, s, 2)
	if err := benchGame(s, start(b, s, blitz, p[0].ID, p[1].ID), 40, [2]Seated{}); err != nil {
		b.Fatal(err)
	}
	id := must(s.Playing(b.Context(), p[0].ID))(b)[0]
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Game(b.Context(), id); err != nil {
			b.Fatal(err)
		}
	}
}
