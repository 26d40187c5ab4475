package reference

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Playout plays random legal moves from the start position until the side to
// move has none or maxPlies have been played; no draw rule stops it. It gives
// every position of the game, the start position first.
func Playout(rng *rand.Rand, maxPlies int) []Position {
	positions := []Position{Start()}
	for len(positions) <= maxPlies {
		moves := positions[len(positions)-1].Moves()
		if len(moves) == 0 {
			break
		}
		positions = append(positions, moves[rng.IntN(len(moves))].Result)
	}
	return positions
}

// Placement puts the given pieces on random dark squares, every arrangement as
// likely as any other, but no man on its own promotion rank. A side has at most
// twelve pieces, as in a game; Placement panics if it is asked for more or for
// a negative number.
func Placement(rng *rand.Rand, whiteMen, whiteKings, blackMen, blackKings int, turn Side) Position {
	if min(whiteMen, whiteKings, blackMen, blackKings) < 0 || whiteMen+whiteKings > 12 || blackMen+blackKings > 12 {
		panic(fmt.Sprintf("reference: no placement of %d+%d against %d+%d",
			whiteMen, whiteKings, blackMen, blackKings))
	}
	var pieces []Piece
	pieces = append(pieces, slices.Repeat([]Piece{WhiteMan}, whiteMen)...)
	pieces = append(pieces, slices.Repeat([]Piece{WhiteKing}, whiteKings)...)
	pieces = append(pieces, slices.Repeat([]Piece{BlackMan}, blackMen)...)
	pieces = append(pieces, slices.Repeat([]Piece{BlackKing}, blackKings)...)
	for {
		p := Position{Turn: turn}
		squares := Squares()
		rng.Shuffle(len(squares), func(i, j int) { squares[i], squares[j] = squares[j], squares[i] })
		for i, piece := range pieces {
			p.set(squares[i], piece)
		}
		if !p.hasManOnFarRank() {
			return p
		}
	}
}

// hasManOnFarRank tells whether a man stands on its own promotion rank.
func (p Position) hasManOnFarRank() bool {
	for _, s := range Squares() {
		for _, side := range []Side{White, Black} {
			if p.At(s) == manOf(side) && s.Rank == side.farRank() {
				return true
			}
		}
	}
	return false
}
