package reference

// The articles below differ in the profile "lidraughts", where every limit is a
// number of plies, whoever played them.

// facingLoneKing tells whether one side has a lone king and the other at least
// one king, and gives the other; with a king each it may be either.
func (p Position) facingLoneKing() (strong Side, ok bool) {
	for _, side := range []Side{White, Black} {
		if p.kings(side) >= 1 && p.isLone(side.Opponent()) {
			return side, true
		}
	}
	return White, false
}

// thirtyPliesAgainstLoneKing is 7.2.4: three pieces, at least one of them a
// king, or more than three kings and no man, against a lone king; 30 plies
// since the change.
func thirtyPliesAgainstLoneKing(g history) bool {
	strong, ok := g.now().facingLoneKing()
	if !ok || len(g.sinceChange()) < 30 {
		return false
	}
	pieces := g.now().pieces(strong)
	return pieces == 3 || pieces > 3 && g.now().men(strong) == 0
}

// thirtyKingPliesWithEightPieces is 7.2.5: 30 quiet moves of kings in a row,
// but only with more than seven pieces on the board and a king on each side.
func thirtyKingPliesWithEightPieces(g history) bool {
	return g.now().pieces(White)+g.now().pieces(Black) > 7 && g.now().bothHaveKings() &&
		g.quietKingPlies() >= 30
}

// tenPliesOnTheRoad is 7.2.7: three pieces, at least one of them a king,
// against a lone king; after each of the last ten plies, all since the change,
// the lone king stood on the main road.
func tenPliesOnTheRoad(g history) bool {
	strong, ok := g.now().facingLoneKing()
	return ok && g.now().pieces(strong) == 3 && len(g.roadPlies(strong.Opponent())) >= 10
}

// tenPliesAgainstLoneKing is 7.2.8: one or two pieces, at least one of them a
// king, against a lone king; ten plies since the change.
func tenPliesAgainstLoneKing(g history) bool {
	strong, ok := g.now().facingLoneKing()
	return ok && g.now().pieces(strong) <= 2 && len(g.sinceChange()) >= 10
}
