package exercise

import (
	"iter"
	"math/rand/v2"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
)

// Triangles yields positions of Petrov's triangle for [Find]: three white kings,
// to move, against a lone black king off the main road, with exactly one move
// that wins. They are drawn by lot, at most so many; the same seed gives the same.
// Nothing comes of a table that cannot be read.
func Triangles(seed uint64, count int) iter.Seq[[]draughts.Position] {
	return func(yield func([]draughts.Position) bool) {
		rng := rand.New(rand.NewPCG(seed, triangles))
		tables := endgame.Default()
		for tries := 0; count > 0 && tries < triangles; tries++ {
			p, ok := triangle(rng)
			if !ok || !single(tables, p) {
				continue
			}
			if count--; !yield([]draughts.Position{p}) {
				return
			}
		}
	}
}

// triangles is more than the number of all positions of Petrov's triangle.
const triangles = 150_000

// triangle sets four kings up by lot; ok is false if the lone one stands on the
// main road.
func triangle(rng *rand.Rand) (p draughts.Position, ok bool) {
	var s draughts.Setup
	for i, square := range rng.Perm(draughts.Squares)[:4] {
		at := draughts.Bitboard(1) << square
		if i == 0 {
			s.Black = at
		} else {
			s.White |= at
		}
		s.Kings |= at
	}
	p, err := s.Position(0)
	return p, err == nil && s.Black&draughts.MainRoad == 0
}

// single reports whether exactly one of several moves wins by the tables.
func single(tables *endgame.Tables, p draughts.Position) bool {
	if p.MustCapture() {
		return false // taking the king is no triangle
	}
	moves, err := tables.Moves(p)
	won := 0
	for _, m := range moves {
		if m.Value == endgame.Win {
			won++
		}
	}
	return err == nil && won == 1
}
