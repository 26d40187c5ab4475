package draughts

import (
	"slices"
	"strings"
)

// walker follows captures jump by jump, for display and for reading routes. The
// generator proper does not need it.
type walker struct {
	opp, empty, far ghost
}

// leg is one jump: the piece taken and the square where the capturer lands.
type leg struct {
	over, land ghost
	dir        direction
	behind     bool // lands right behind the piece it takes
}

func (p Position) walker(from Square) walker {
	m := p.mover()
	return walker{opp: m.opp, empty: m.empty() | bit(from), far: farRanks[p.turn&1]}
}

// legs appends the jumps that the rules allow to a piece on at which has taken
// the pieces in taken: any for a man; for a king only those onto squares from
// which it can go on, where there is one.
func (w *walker) legs(dst []leg, at ghost, king bool, taken ghost) []leg {
	for d := range direction(4) {
		met := at.step(d)
		if king {
			met = (at.beyond(d) &^ w.empty).nearest(d)
		}
		over := met & w.opp &^ taken
		behind := over.step(d) & w.empty
		if behind == 0 {
			continue
		}
		landings := behind
		if king {
			landings = over.free(d, w.empty)
			if goOn := w.goOn(landings, taken|over); goOn != 0 {
				landings = goOn
			}
		}
		for l := landings; l != 0; l &= l - 1 {
			dst = append(dst, leg{over: over, land: l & -l, dir: d, behind: l&-l == behind})
		}
	}
	return dst
}

// goOn returns the squares among landings from which a king can take on.
func (w *walker) goOn(landings, taken ghost) (squares ghost) {
	for l := landings; l != 0; l &= l - 1 {
		for d := range direction(4) {
			over := (l.beyond(d) &^ w.empty).nearest(d) & w.opp &^ taken
			if over.step(d)&w.empty != 0 {
				squares |= l & -l
			}
		}
	}
	return squares
}

// walk visits the routes of m from a piece on at, in the order of their text,
// as long as visit wants more. The path holds the legs so far. Before a leg is
// followed, follow may refuse it.
func (w *walker) walk(m Move, at ghost, king bool, path []leg, follow func(path []leg, next leg) bool, visit func([]leg) bool) bool {
	target := spread(m.Captured)
	var taken ghost
	for _, l := range path {
		taken |= l.over
	}
	if taken == target {
		// The capture must be over here, not only have taken what m takes.
		if at != bit(m.To) || len(w.legs(nil, at, king, taken)) > 0 {
			return true
		}
		return visit(path)
	}
	legs := w.legs(nil, at, king, taken)
	slices.SortFunc(legs, func(a, b leg) int {
		return strings.Compare(a.land.square().String(), b.land.square().String())
	})
	for _, l := range legs {
		if l.over&^target != 0 || follow != nil && !follow(path, l) {
			continue
		}
		crowned := king || l.land&w.far != 0
		if !w.walk(m, l.land, crowned, append(path, l), follow, visit) {
			return false
		}
	}
	return true
}

func (p Position) walkRoutes(m Move, follow func(path []leg, next leg) bool, visit func([]leg) bool) {
	w := p.walker(m.From)
	w.walk(m, bit(m.From), p.kings.Has(m.From), make([]leg, 0, 12), follow, visit)
}

// Routes returns every way to play the legal move m: the squares from start to
// end, with a landing square for each captured piece. A quiet move has one. The
// routes are in the order of their text. There may be many where a king takes
// many pieces; a player needs the one of [Position.MoveText].
func (p Position) Routes(m Move) [][]Square {
	if !p.IsLegal(m) {
		return nil
	}
	if !m.IsCapture() {
		return [][]Square{{m.From, m.To}}
	}
	var routes [][]Square
	p.walkRoutes(m, nil, func(path []leg) bool {
		routes = append(routes, routeSquares(m.From, path))
		return true
	})
	return routes
}

func routeSquares(from Square, path []leg) []Square {
	squares := make([]Square, 1, len(path)+1)
	squares[0] = from
	for _, l := range path {
		squares = append(squares, l.land.square())
	}
	return squares
}

// mainRoute returns the route that stands for m in full notation: the first by
// text among those in which a king that goes straight on lands right behind
// each piece.
func (p Position) mainRoute(m Move) []Square {
	if !m.IsCapture() {
		return []Square{m.From, m.To}
	}
	var route []Square
	p.walkRoutes(m,
		func(path []leg, next leg) bool {
			last := len(path) - 1
			return last < 0 || path[last].behind || path[last].dir != next.dir
		},
		func(path []leg) bool {
			route = routeSquares(m.From, path)
			return false
		})
	return route
}

// passes reports whether some route of m lands on all the squares of by, in
// order, between start and end.
func (p Position) passes(m Move, by []Square) bool {
	if len(by) == 0 {
		return true
	}
	if !m.IsCapture() {
		return false
	}
	found := false
	p.walkRoutes(m, nil, func(path []leg) bool {
		left := by
		for _, l := range path[:len(path)-1] {
			if len(left) > 0 && left[0] == l.land.square() {
				left = left[1:]
			}
		}
		found = len(left) == 0
		return !found
	})
	return found
}
