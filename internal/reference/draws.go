package reference

import "fmt"

// Over replays a game and tells after which ply it is over by the rules, and by
// which article: "7.2.3" to "7.2.8" for a draw, "no move" when the side to move
// has no piece or no legal move and so has lost. Ply 0 is the first position
// itself. The first ply that ends the game counts; if it meets several articles
// the lowest is named, and a side without a move beats them all. ok is false if
// the game goes on.
//
// sinceChange is how many plies before the first position the last change of
// the balance (a capture or a promotion) was; 0 says that the first position
// counts as the change. If it is given and there is no man on the board, those
// plies can have been nothing but quiet moves of kings and count as such for
// 7.2.5. What the lone king did in them is not known: for 7.2.7 they do not
// count.
//
// The profiles are "fmjd64" (the FMJD's section 64), "fshr" (the Russian
// federation), "lidraughts" and "none" (no draws at all). Over panics if it
// does not know the profile, if sinceChange is negative, and if a played move
// is not legal in its place.
func Over(start Position, sinceChange int, played []Move, profile string) (ply int, article string, ok bool) {
	articles, known := profiles[profile]
	if !known {
		panic(fmt.Sprintf("reference: no profile %q", profile))
	}
	if sinceChange < 0 {
		panic(fmt.Sprintf("reference: the last change was %d plies ago", sinceChange))
	}
	positions := []Position{start}
	for _, m := range played {
		positions = append(positions, m.Result)
	}
	for ply := range positions {
		g := history{before: sinceChange, positions: positions[:ply+1], moves: played[:ply]}
		moves := g.now().Moves()
		if len(moves) == 0 {
			return ply, "no move", true
		}
		for _, a := range articles {
			if a.met(g) {
				return ply, a.name, true
			}
		}
		if ply < len(played) && !contains(moves, played[ply]) {
			panic(fmt.Sprintf("reference: ply %d, %s, is not legal in %s", ply+1, played[ply].Key(), g.now().FEN()))
		}
	}
	return 0, "", false
}

// contains tells whether a move is one of the listed ones.
func contains(moves []Move, move Move) bool {
	for _, m := range moves {
		if m.Key() == move.Key() && m.Result == move.Result {
			return true
		}
	}
	return false
}

// article is a rule that ends a game in a draw. It is asked after every ply,
// with the game as it is by then.
type article struct {
	name string
	met  func(history) bool
}

// profiles are the lists of articles that are played by, lowest first.
var profiles = map[string][]article{
	"fmjd64": {
		{"7.2.3", thirdRepetition},
		{"7.2.4", fifteenMovesWithThreeKings},
		{"7.2.5", thirtyKingPlies},
		{"7.2.6", balanceKept},
		{"7.2.7", fiveMovesAgainstTheRoad},
		{"7.2.8", fiveMovesWithTwoPieces},
	},
	"fshr": {
		{"7.2.3", thirdRepetition},
		{"7.2.4", fifteenMovesWithThreeKings},
		{"7.2.5", thirtyKingPlies},
		{"7.2.6", balanceKept},
		{"7.2.7", fiveMovesAgainstTheRoadWithAnyThree},
		{"7.2.8", tenPliesWithThreePieces},
	},
	"lidraughts": {
		{"7.2.3", thirdRepetition},
		{"7.2.4", thirtyPliesAgainstLoneKing},
		{"7.2.5", thirtyKingPliesWithEightPieces},
		{"7.2.6", balanceKept},
		{"7.2.7", tenPliesOnTheRoad},
		{"7.2.8", tenPliesAgainstLoneKing},
	},
	"none": {},
}
