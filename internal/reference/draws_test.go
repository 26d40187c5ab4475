package reference

import (
	"math/rand/v2"
	"path/filepath"
	"testing"
)

func TestDrawsTable(t *testing.T) {
	games := map[string]record{}
	for _, g := range readPDN(t, filepath.Join("testdata", "draws.pdn")) {
		games[g.round] = g
	}
	rows := table(t, "draws.tsv")
	if len(rows) != 240 || len(games) != 240 {
		t.Fatalf("%d rows and %d games, want 240 of each", len(rows), len(games))
	}
	for _, row := range rows {
		g, found := games[row[0]]
		if !found {
			t.Fatalf("no game %s", row[0])
		}
		ply, article, ok := Over(g.start, 0, g.moves, "fmjd64")
		if !ok || ply != number(t, row[1]) || article != row[2] {
			t.Errorf("game %s: over at %d by %q (%t), want %s by %q", row[0], ply, article, ok, row[1], row[2])
		}
	}
}

// A game that is taken up in its middle, with the plies since the change told,
// goes on as the whole game does, if it has no men: only the repetitions and
// the run on the main road are forgotten.
func TestOverFromTheMiddle(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	compared := map[string]int{}
	for range 150 {
		start := Placement(rng, 0, 1+rng.IntN(3), 0, 1+rng.IntN(2), Side(rng.IntN(2)))
		played := peacefulGame(rng, start, 40)
		for _, profile := range []string{"fmjd64", "fshr", "lidraughts", "none"} {
			end, article, ok := Over(start, 0, played, profile)
			if !ok || article == "7.2.3" || article == "7.2.7" {
				continue
			}
			middle := rng.IntN(end + 1)
			whole := history{positions: []Position{start}, moves: played[:middle]}
			for _, m := range played[:middle] {
				whole.positions = append(whole.positions, m.Result)
			}
			ply, again, ok := Over(whole.now(), len(whole.sinceChange()), played[middle:], profile)
			if !ok || ply != end-middle || again != article {
				t.Errorf("%s, %v: over at %d by %s; from ply %d on at %d by %q",
					profile, start, end, article, middle, ply, again)
			}
			compared[article]++
		}
	}
	for _, article := range []string{"no move", "7.2.4", "7.2.5", "7.2.8"} {
		if compared[article] == 0 {
			t.Errorf("no game ended by %s", article)
		}
	}
}

// peacefulGame plays random legal moves, where it can such that the opponent
// has nothing to capture.
func peacefulGame(rng *rand.Rand, p Position, maxPlies int) []Move {
	var played []Move
	for len(played) < maxPlies {
		moves := p.Moves()
		if len(moves) == 0 {
			break
		}
		var peaceful []Move
		for _, m := range moves {
			if len(m.Result.captures()) == 0 {
				peaceful = append(peaceful, m)
			}
		}
		if len(peaceful) > 0 {
			moves = peaceful
		}
		played = append(played, moves[rng.IntN(len(moves))])
		p = played[len(played)-1].Result
	}
	return played
}

func TestOverPanics(t *testing.T) {
	start := Start()
	legal := start.Moves()[0]
	for name, call := range map[string]func(){
		"unknown profile":  func() { Over(start, 0, nil, "fmjd100") },
		"negative count":   func() { Over(start, -1, nil, "fmjd64") },
		"move made twice":  func() { Over(start, 0, []Move{legal, legal}, "fmjd64") },
		"not the result":   func() { Over(start, 0, []Move{{From: legal.From, To: legal.To, Result: start}}, "none") },
		"after the change": func() { Over(legal.Result, 0, []Move{legal}, "none") },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			call()
		})
	}
}
