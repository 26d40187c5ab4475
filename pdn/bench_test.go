package pdn

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// randomGame plays up to so many plies by chance.
func randomGame(rng *rand.Rand, plies int) *draughts.Game {
	g := draughts.NewGame(draughts.Start(), draughts.NoDrawRules)
	for g.Plies() < plies && g.Outcome().Reason == draughts.NotOver {
		moves := g.Position().AppendMoves(nil)
		if err := g.Play(moves[rng.IntN(len(moves))]); err != nil {
			panic(err)
		}
	}
	return g
}

// randomFile writes games of 60 plies, generated from a seed, with the tags of
// a tournament.
func randomFile(games int, seed uint64) []byte {
	rng := rand.New(rand.NewPCG(seed, 64))
	var b bytes.Buffer
	w := NewWriter(&b, WriteOptions{})
	for n := 0; n < games; {
		played := randomGame(rng, 60)
		if played.Plies() < 60 {
			continue
		}
		n++
		g := FromGame(played,
			Tag{"Event", "Generated games"}, Tag{"Site", "?"}, Tag{"Date", "2025.01.31"},
			Tag{"Round", fmt.Sprint(n)}, Tag{"White", "First"}, Tag{"Black", "Second"})
		if err := w.WriteGame(g); err != nil {
			panic(err)
		}
	}
	return b.Bytes()
}

func BenchmarkRead(b *testing.B) {
	const games = 2000
	text := randomFile(games, 1)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for _, err := range Read(bytes.NewReader(text), Options{}) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
		if n != games {
			b.Fatalf("%d games", n)
		}
	}
	b.ReportMetric(games*float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

func BenchmarkScan(b *testing.B) {
	text := randomFile(2000, 1)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		s := NewScanner(bytes.NewReader(text), Options{})
		for s.Scan() {
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	var games []*Game
	text := randomFile(500, 1)
	for g := range Read(bytes.NewReader(text), Options{}) {
		games = append(games, g)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		w := NewWriter(io.Discard, WriteOptions{})
		for _, g := range games {
			if err := w.WriteGame(g); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(500*float64(b.N)/b.Elapsed().Seconds(), "games/s")
}
