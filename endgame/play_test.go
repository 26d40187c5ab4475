package endgame

import (
	"math/rand/v2"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// TestPlayedOut plays endings of up to four pieces by the tables, the loser
// sometimes making its best move and sometimes any: wins are won in time, and
// draws are not lost.
func TestPlayedOut(t *testing.T) {
	tables := Default()
	rng := rand.New(rand.NewPCG(8, 8))
	games := 20
	if testing.Short() {
		games = 2
	}
	for pieces := 2; pieces <= 4; pieces++ {
		for b := range index.Balances(pieces) {
			for range games {
				p := b.Position(rng.Uint64N(b.Size()))
				first, err := tables.Probe(p)
				if err != nil {
					t.Fatal(err)
				}
				// The tables play for the side that wins, or for White in a draw.
				ours := draughts.White
				if first.Value == Loss {
					ours = draughts.Black
				}
				limit := first.Plies
				if first.Value == Draw {
					limit = 60
				}
				q, ply := p, 0
				for ; ply < limit && q.HasMoves(); ply++ {
					moves, err := tables.Moves(q)
					if err != nil {
						t.Fatal(err)
					}
					m := moves[0]
					if q.Turn() != ours && rng.IntN(2) == 0 {
						m = moves[rng.IntN(len(moves))]
					}
					q = q.PlayUnchecked(m.Move)
				}
				over := !q.HasMoves()
				if first.Value != Draw && (!over || q.Turn() == ours) {
					t.Errorf("%v (%v) is not won after %d plies: %v", p, first, ply, q)
				}
				if first.Value == Draw && over && q.Turn() == ours {
					t.Errorf("%v (%v) is lost: %v", p, first, q)
				}
			}
		}
	}
}
