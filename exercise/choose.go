package exercise

import (
	"cmp"
	"slices"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// choose returns so many of the exercises found (0: all), no two alike, varied
// in themes and difficulty, the easiest first. Each grade gets the same share as
// far as it has enough; in a grade it goes round the kinds of exercise and takes
// the best of each in turn.
func choose(found []placed, count int) []*Exercise {
	slices.SortFunc(found, func(a, b placed) int {
		return cmp.Or(-cmp.Compare(a.Interest, b.Interest), cmp.Compare(a.game, b.game), cmp.Compare(a.place, b.place))
	})
	if count == 0 {
		count = len(found)
	}
	var c choice
	for grade := range grades {
		c.add(found, count*(grade+1)/grades, func(x *Exercise) bool { return gradeOf(x) == grade })
	}
	c.add(found, count, func(*Exercise) bool { return true })
	slices.SortFunc(c.list, func(a, b *Exercise) int {
		return cmp.Or(cmp.Compare(a.Rating, b.Rating), cmp.Compare(a.ID, b.ID))
	})
	return c.list
}

// Grades of difficulty: below middling, below hard, and the others.
const (
	grades   = 3
	middling = 1000
	hard     = 1600
)

func gradeOf(x *Exercise) int {
	switch {
	case x.Rating < middling:
		return 0
	case x.Rating < hard:
		return 1
	}
	return 2
}

// choice is what has been chosen.
type choice struct {
	list     []*Exercise
	outlines []outline
}

// add goes round the kinds of those found that are wanted, until so many are
// chosen in all or there are no more.
func (c *choice) add(found []placed, count int, wanted func(*Exercise) bool) {
	kinds := map[kind][]*Exercise{}
	var order []kind
	for _, one := range found {
		if !wanted(one.Exercise) {
			continue
		}
		k := kindOf(one.Exercise)
		if kinds[k] == nil {
			order = append(order, k)
		}
		kinds[k] = append(kinds[k], one.Exercise)
	}
	slices.SortFunc(order, func(a, b kind) int {
		return cmp.Or(cmp.Compare(a.theme, b.theme), cmp.Compare(a.pieces, b.pieces), cmp.Compare(a.rating, b.rating))
	})
	for left := true; left && len(c.list) < count; {
		left = false
		for _, k := range order {
			for len(kinds[k]) > 0 && len(c.list) < count {
				x := kinds[k][0]
				kinds[k] = kinds[k][1:]
				left = true
				if o := outlineOf(x); !slices.ContainsFunc(c.outlines, o.alike) {
					c.list, c.outlines = append(c.list, x), append(c.outlines, o)
					break
				}
			}
		}
	}
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
func (f features) interest(x *Exercise) int {
	n := f.choices
	score := 20*min(n, 4) - 10*max(0, n-6) - max(0, x.Turns()-3*n)
	score += 10*min(f.first, 6) + 5*min(f.tries, 4)
	if x.Start.Occupied().Count() > 5 {
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
