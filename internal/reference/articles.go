package reference

// thirdRepetition is 7.2.3: the same position with the same side to move has
// come up for the third time. The first position of the game counts.
func thirdRepetition(g history) bool {
	times := 0
	for _, p := range g.positions {
		if p == g.now() {
			times++
		}
	}
	return times >= 3
}

// fifteenMovesWithThreeKings is 7.2.4: three or more kings, and no man, against
// a lone king; the stronger side has made its 15th move since the change.
func fifteenMovesWithThreeKings(g history) bool {
	strong, ok := g.now().stronger()
	return ok && g.now().kings(strong) >= 3 && g.now().men(strong) == 0 &&
		g.movesSinceChange(strong) >= 15
}

// thirtyKingPlies is 7.2.5: 15 moves of each side in a row, 30 plies, were
// quiet moves of kings.
func thirtyKingPlies(g history) bool { return g.quietKingPlies() >= 30 }

// balanceKept is 7.2.6: each side has a king, and nothing has changed for 60
// plies with 4 or 5 pieces on the board in all, or 120 plies with 6 or 7.
func balanceKept(g history) bool {
	if !g.now().bothHaveKings() {
		return false
	}
	plies := len(g.sinceChange())
	switch g.now().pieces(White) + g.now().pieces(Black) {
	case 4, 5:
		return plies >= 60
	case 6, 7:
		return plies >= 120
	}
	return false
}

// fiveMovesAgainstTheRoad is 7.2.7: three pieces, at least one of them a king,
// against a lone king on the main road; the stronger side has made its fifth
// move in a row since the change while the lone king held the road.
func fiveMovesAgainstTheRoad(g history) bool {
	strong, ok := g.now().stronger()
	return ok && g.now().kings(strong) >= 1 && fiveMovesAgainstTheRoadWithAnyThree(g)
}

// fiveMovesAgainstTheRoadWithAnyThree is 7.2.7 of the Russian federation, which
// also applies to three men.
func fiveMovesAgainstTheRoadWithAnyThree(g history) bool {
	strong, ok := g.now().stronger()
	if !ok || g.now().pieces(strong) != 3 {
		return false
	}
	n := 0
	for _, ply := range g.roadPlies(strong.Opponent()) {
		if g.mover(ply) == strong {
			n++
		}
	}
	return n >= 5
}

// fiveMovesWithTwoPieces is 7.2.8: two pieces, at least one of them a king,
// against a lone king, and the stronger side has made its fifth move since the
// change; or one king each, and ten plies have been made.
func fiveMovesWithTwoPieces(g history) bool {
	if g.now().isLone(White) && g.now().isLone(Black) {
		return len(g.sinceChange()) >= 10
	}
	strong, ok := g.now().stronger()
	return ok && g.now().kings(strong) >= 1 && g.now().pieces(strong) == 2 &&
		g.movesSinceChange(strong) >= 5
}

// tenPliesWithThreePieces is 7.2.8 of the Russian federation: two or three
// pieces in all, each side with a king, and ten plies since the change.
func tenPliesWithThreePieces(g history) bool {
	pieces := g.now().pieces(White) + g.now().pieces(Black)
	return g.now().bothHaveKings() && (pieces == 2 || pieces == 3) && len(g.sinceChange()) >= 10
}
