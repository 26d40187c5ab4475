package reference

import "testing"

// The deepest rows of the table have billions of leaves; this package is for
// the shallow ones.
const perftLimit = 200_000

func TestPerft(t *testing.T) {
	run := 0
	for _, row := range table(t, "perft.tsv") {
		if row[3] == "" {
			continue // too deep for anyone to have counted the routes
		}
		fen, depth := row[0], number(t, row[1])
		moves, routes := number(t, row[2]), number(t, row[3])
		if max(moves, routes) > perftLimit {
			continue
		}
		run++
		p := mustParse(t, fen)
		if got := Perft(p, depth); got != uint64(moves) {
			t.Errorf("%s depth %d: %d moves, want %d", fen, depth, got, moves)
		}
		if got := PerftRoutes(p, depth); got != uint64(routes) {
			t.Errorf("%s depth %d: %d routes, want %d", fen, depth, got, routes)
		}
	}
	if run != 203 {
		t.Errorf("ran %d rows, want 203", run)
	}
}

// A king that may land on two squares on its way to one piece has two routes,
// but there is one order of the jumps.
func TestPerftRoutesCountsOrders(t *testing.T) {
	for fen, want := range map[string][3]int{
		"W:WKa3:BKa1,b4,e7,h6": {1, 2, 1}, // moves, routes, orders
		"W:Wd6:Be7,g7,g5,e5":   {6, 7, 7},
		"W:WKe1:Bc3,c7,f2,f6":  {3, 4, 4},
		"W:WKa1:Bb2,e5,e3":     {5, 8, 5},
	} {
		p := mustParse(t, fen)
		got := [3]int{len(p.Moves()), len(p.Routes()), int(PerftRoutes(p, 1))}
		if got != want {
			t.Errorf("%s: moves, routes and orders %v, want %v", fen, got, want)
		}
	}
}
