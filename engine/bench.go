package engine

import (
	"context"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// BenchDepth is the depth to which [Bench] searches.
const BenchDepth = 18

// benchPositions are openings, middle games with and without captures due, and
// endings with kings; all come from games and studies of this project's own.
var benchPositions = []string{
	draughts.StartFEN,
	"W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,e3,g3,b4:Ba5,b6,d6,f6,a7,c7,e7,g7,b8,d8,f8,h8",
	"W:Wa1,c1,g1,b2,d2,f2,c3,e3,g3,h4:Bc5,b6,d6,f6,h6,a7,e7,g7,b8,h8",
	"B:Wc1,e1,b2,d2,h2,c3,g3,f4:Ba5,c5,e5,h6,c7,g7,d8,f8",
	"W:Wa1,e1,d2,f2,a3,c3,g3:Bb6,d6,f6,h6,c7,e7,g7",
	"B:Wb2,f2,c3,e3,h4:Bb6,d6,f6,a7,g7",
	"W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8",
	"W:WKc1,a3,e3,h2:BKf6,a5,c7,h6",
	"B:WKa1,c3,f2:BKb8,d6,h4",
	"W:WKa1,Kc1,Ke1:BKh4",
	"W:WKg1,Kc3,a3:BKb8,Kd8",
	"W:Wg3,f4,h4,c5:Ba7,b6,g7,h6",
}

// Bench searches a fixed set of positions with one thread to a fixed depth and
// returns the nodes it took, which are the same on every run of one version,
// and the time. It ends early with the error of ctx.
func Bench(ctx context.Context) (nodes int64, took time.Duration, err error) {
	e := New(Options{HashMB: 16})
	began := time.Now()
	for _, fen := range benchPositions {
		p, err := draughts.ParsePosition(fen)
		if err != nil {
			return 0, 0, err
		}
		e.NewGame()
		best, err := e.Best(ctx, draughts.NewGame(p, draughts.FMJD64), Limits{Depth: BenchDepth})
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return 0, 0, err
		}
		nodes += best.Nodes
	}
	return nodes, time.Since(began), nil
}
