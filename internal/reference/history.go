package reference

// history is a game as far as it has been played. Its plies are numbered from
// 1; positions[n] is the position after ply n and moves[n-1] is ply n. The
// plies before the first position are 0, -1, -2 and so on, and there are
// 'before' of them since the last change.
type history struct {
	before    int
	positions []Position
	moves     []Move
}

// now is the position the game has come to.
func (g history) now() Position { return g.positions[len(g.positions)-1] }

// mover is the side that played the ply.
func (g history) mover(ply int) Side {
	first := g.positions[0].Turn
	if ply%2 == 0 {
		return first.Opponent()
	}
	return first
}

// changed tells whether the ply changed the balance: a capture or a promotion.
// The plies before the first position that are known of changed nothing.
func (g history) changed(ply int) bool {
	if ply <= 0 {
		return false
	}
	for _, piece := range []Piece{WhiteMan, WhiteKing, BlackMan, BlackKing} {
		if g.positions[ply-1].count(piece) != g.positions[ply].count(piece) {
			return true
		}
	}
	return false
}

// sinceChange lists the plies played since the last change, the latest first,
// without the one that made the change. They may reach back beyond the first
// position.
func (g history) sinceChange() []int {
	var plies []int
	for ply := len(g.moves); ply > -g.before; ply-- {
		if g.changed(ply) {
			break
		}
		plies = append(plies, ply)
	}
	return plies
}

// movesSinceChange is how many of the plies since the change a side has played.
func (g history) movesSinceChange(side Side) int {
	n := 0
	for _, ply := range g.sinceChange() {
		if g.mover(ply) == side {
			n++
		}
	}
	return n
}

// roadPlies lists the plies since the last change, the latest first, up to the
// last one that left the lone king of the side off the main road. It does not
// reach back beyond the first position.
func (g history) roadPlies(lone Side) []int {
	var plies []int
	for _, ply := range g.sinceChange() {
		if ply <= 0 || !g.positions[ply].holdsRoad(lone) {
			break
		}
		plies = append(plies, ply)
	}
	return plies
}

// quietKingMove tells whether the ply was a quiet move of a king. Of the plies
// before the first position this is only known when it has no man.
func (g history) quietKingMove(ply int) bool {
	if ply <= 0 {
		return g.positions[0].count(WhiteMan)+g.positions[0].count(BlackMan) == 0
	}
	m := g.moves[ply-1]
	return len(m.Captured) == 0 && g.positions[ply-1].At(m.From).isKing()
}

// quietKingPlies is how many of the latest plies in a row were quiet moves of
// kings.
func (g history) quietKingPlies() int {
	n := 0
	for ply := len(g.moves); ply > -g.before; ply-- {
		if !g.quietKingMove(ply) {
			break
		}
		n++
	}
	return n
}

// pieces is how many pieces a side has.
func (p Position) pieces(side Side) int { return p.men(side) + p.kings(side) }

func (p Position) men(side Side) int { return p.count(manOf(side)) }

func (p Position) kings(side Side) int { return p.count(kingOf(side)) }

// bothHaveKings tells whether each side has at least one king.
func (p Position) bothHaveKings() bool { return p.kings(White) > 0 && p.kings(Black) > 0 }

// isLone tells whether all that a side has is one king.
func (p Position) isLone(side Side) bool { return p.kings(side) == 1 && p.men(side) == 0 }

// stronger gives the side whose opponent has a lone king. There is none when
// each side has one king only, or neither.
func (p Position) stronger() (side Side, ok bool) {
	if p.isLone(White) == p.isLone(Black) {
		return White, false
	}
	if p.isLone(Black) {
		return White, true
	}
	return Black, true
}

// holdsRoad tells whether a king of the side stands on the main road.
func (p Position) holdsRoad(side Side) bool {
	for _, s := range Squares() {
		if s.onMainRoad() && p.At(s) == kingOf(side) {
			return true
		}
	}
	return false
}
