package draughts_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// BenchmarkPerft counts from the start position, the last ply without playing
// it. Compare threads=2 with threads=1 in one run.
func BenchmarkPerft(b *testing.B) {
	const depth, nodes = 11, 110917189
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			for b.Loop() {
				n, err := draughts.Perft(context.Background(), draughts.Start(), depth, draughts.PerftOptions{Threads: threads})
				if err != nil || n != nodes {
					b.Fatal(n, err)
				}
			}
			b.ReportMetric(float64(b.N)*nodes/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

// benchPositions are an opening, a middle game with captures, an ending with
// kings, and a king with a dozen captures.
var benchPositions = []struct{ name, fen string }{
	{"opening", draughts.StartFEN},
	{"captures", "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8"},
	{"kings", "B:WKg5,Kg1:BKh8,Kc7,Kd6,Kf2,Kh2,Ke1"},
	{"shot", "W:Wd6:Be7,g7,g5,e5"},
}

func BenchmarkAppendMoves(b *testing.B) {
	for _, bp := range benchPositions {
		b.Run(bp.name, func(b *testing.B) {
			p := position(b, bp.fen)
			moves := make([]draughts.Move, 0, 128)
			b.ReportAllocs()
			for b.Loop() {
				moves = p.AppendMoves(moves[:0])
			}
		})
	}
}

func BenchmarkPlayUnchecked(b *testing.B) {
	p := position(b, benchPositions[1].fen)
	moves := p.AppendMoves(nil)
	i := 0
	for b.Loop() {
		p.PlayUnchecked(moves[i%len(moves)])
		i++
	}
}

func BenchmarkKey(b *testing.B) {
	p := draughts.Start()
	for b.Loop() {
		p.Key()
	}
}

func BenchmarkParseMove(b *testing.B) {
	p := position(b, benchPositions[1].fen)
	for b.Loop() {
		if _, err := p.ParseMove("f8:h6:f4:d6:b4"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMoveText(b *testing.B) {
	p := position(b, benchPositions[1].fen)
	moves := p.AppendMoves(nil)
	i := 0
	for b.Loop() {
		p.MoveText(moves[i%len(moves)])
		i++
	}
}

func BenchmarkParsePosition(b *testing.B) {
	for b.Loop() {
		if _, err := draughts.ParsePosition(draughts.StartFEN); err != nil {
			b.Fatal(err)
		}
	}
}
