package exercise

import (
	"cmp"
	"slices"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// choose returns so many of the exercises found (0: all), no two alike, varied
// in themes and difficulty, the easiest first. It goes round the kinds of exercise
// and takes the best of each in turn.
func choose(found []candidate, count int) []*Exercise {
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(-cmp.Compare(a.interest(), b.interest()), cmp.Compare(a.game, b.game), cmp.Compare(a.place, b.place))
	})
	kinds := map[kind][]candidate{}
	var order []kind
	for _, c := range found {
		k := kindOf(c.Exercise)
		if kinds[k] == nil {
			order = append(order, k)
		}
		kinds[k] = append(kinds[k], c)
	}
	slices.SortFunc(order, func(a, b kind) int {
		return cmp.Or(cmp.Compare(a.theme, b.theme), cmp.Compare(a.pieces, b.pieces), cmp.Compare(a.rating, b.rating))
	})
	var list []*Exercise
	var outlines []outline
	for left := true; left && (count == 0 || len(list) < count); {
		left = false
		for _, k := range order {
			for len(kinds[k]) > 0 {
				x := kinds[k][0].Exercise
				kinds[k] = kinds[k][1:]
				left = true
				o := outlineOf(x)
				if !slices.ContainsFunc(outlines, o.alike) {
					list, outlines = append(list, x), append(outlines, o)
					break
				}
			}
			if count > 0 && len(list) == count {
				break
			}
		}
	}
	slices.SortFunc(list, func(a, b *Exercise) int {
		return cmp.Or(cmp.Compare(a.Rating, b.Rating), cmp.Compare(a.ID, b.ID))
	})
	return list
}

// kind is a sort of exercise, of which the box should not have too many.
type kind struct {
	theme  Themes // the rarest
	pieces int    // in threes
	rating int    // in steps of 200
}

// rarity has the themes that say most about an exercise first.
var rarity = []Themes{
	PetrovTriangle, PromotionInPassing, TurkishStrike, Blocking, KingCaught, Opposition, Breakthrough, MainRoad,
	Exchange, Shot, Promotion, Sacrifice, FreeChoice, QuietMove,
}

func kindOf(x *Exercise) kind {
	k := kind{pieces: x.Start.Occupied().Count() / 3, rating: x.Rating / 200}
	for _, t := range rarity {
		if x.Themes.Has(t) {
			k.theme = t
			break
		}
	}
	return k
}

// interest is how good an exercise is of its kind: long enough to tell something,
// short enough to be foreseen, without a thicket of side lines, and with a first
// move that is not the first to come to mind.
func (c candidate) interest() int {
	n := c.features.choices
	score := 20*min(n, 4) - 10*max(0, n-6) - max(0, c.Turns()-3*n)
	score += 10*min(c.features.first, 6) + 5*min(c.features.tries, 4)
	if c.Start.Occupied().Count() > 5 {
		score += 10
	}
	return score
}

// outline is what an exercise looks like from the solver's side of the board.
type outline struct {
	mine, theirs, kings draughts.Bitboard
}

func outlineOf(x *Exercise) outline {
	p := x.Start
	if p.Turn() == draughts.Black {
		p = p.Rotate()
	}
	return outline{p.Pieces(draughts.White), p.Pieces(draughts.Black), p.Kings(draughts.White) | p.Kings(draughts.Black)}
}

// unlike is how many squares must differ at least in two exercises.
const unlike = 4

func (o outline) alike(p outline) bool {
	return ((o.mine ^ p.mine) | (o.theirs ^ p.theirs) | (o.kings ^ p.kings)).Count() < unlike
}
