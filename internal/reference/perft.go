package reference

import "fmt"

// Perft counts the sequences of legal moves of the given length from p. Routes
// of one move are counted once. No draw rule ends a sequence.
func Perft(p Position, depth int) (moves uint64) {
	if depth == 0 {
		return 1
	}
	for _, m := range p.Moves() {
		moves += Perft(m.Result, depth-1)
	}
	return moves
}

// PerftRoutes is Perft with every order of the jumps of a move counted on its
// own, as the tables that count routes do. Routes that differ only in where the
// king lands between two jumps along one line are counted once.
func PerftRoutes(p Position, depth int) (routes uint64) {
	if depth == 0 {
		return 1
	}
	seen := map[string]bool{}
	for _, r := range p.Routes() {
		order := fmt.Sprint(r.From, r.Jumped, r.To)
		if seen[order] {
			continue
		}
		seen[order] = true
		routes += PerftRoutes(r.Result, depth-1)
	}
	return routes
}
