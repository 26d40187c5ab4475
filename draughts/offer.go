package draughts

import "fmt"

// OfferLimits are the limits that a club may set on offers of a draw. The zero
// value sets none but the one that always holds: no second offer by the same
// side before the opponent has made a move.
type OfferLimits struct {
	// Moves is how many moves each side must have made; clubs say 20.
	Moves int
	// Pieces is the most that each side may have; in rapid and blitz clubs say
	// 6. Zero means no such limit.
	Pieces int
}

// OfferDraw notes an offer of a draw by c. The opponent accepts it by
// [Game.AcceptDraw] and declines it by making a move. The error is
// [ErrGameOver] or matches [ErrDrawOffer] and says which limit stands against
// the offer.
func (g *Game) OfferDraw(c Color, limits OfferLimits) error {
	if g.Outcome().Reason != NotOver {
		return ErrGameOver
	}
	if c > Black {
		return fmt.Errorf("%w: by neither side", ErrDrawOffer)
	}
	if made := len(g.moves) / 2; made < limits.Moves {
		return fmt.Errorf("%w: each side must have made %d moves, not %d", ErrDrawOffer, limits.Moves, made)
	}
	p := g.Position()
	if most := max(p.white.Count(), p.black.Count()); limits.Pieces > 0 && most > limits.Pieces {
		return fmt.Errorf("%w: a side has more than %d pieces", ErrDrawOffer, limits.Pieces)
	}
	if at := g.offerPlies[c]; at > 0 && !g.movedSince(c.Other(), at-1) {
		return fmt.Errorf("%w: %s has not moved since the last one", ErrDrawOffer, c.Other())
	}
	g.offerBy = c
	g.offerPlies[c] = len(g.moves) + 1
	return nil
}

// movedSince reports whether c has made a move after so many plies.
func (g *Game) movedSince(c Color, plies int) bool {
	for i := plies; i < len(g.moves); i++ {
		if g.states[i].position.turn == c {
			return true
		}
	}
	return false
}

// DrawOffer returns the side whose offer of a draw stands, NoColor if there is
// none.
func (g *Game) DrawOffer() Color { return g.offerBy }

// AcceptDraw ends the game as a draw if the opponent of c has offered one; else
// the error matches [ErrDrawOffer].
func (g *Game) AcceptDraw(c Color) error {
	if g.offerBy == NoColor || g.offerBy != c.Other() {
		return fmt.Errorf("%w: %s has not offered one", ErrDrawOffer, c.Other())
	}
	return g.AgreeDraw()
}
