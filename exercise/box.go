package exercise

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

//go:embed data/exercises.tsv
var boxText string

// box are the exercises in the binary, the easiest first.
var box = sync.OnceValue(func() *shelf {
	list, err := Read(strings.NewReader(boxText))
	if err != nil {
		panic(fmt.Sprintf("exercise: the data in the binary: %v", err))
	}
	s := &shelf{list: list, byID: make(map[string]*Exercise, len(list))}
	for _, x := range list {
		s.byID[x.ID] = x
	}
	return s
})

type shelf struct {
	list []*Exercise
	byID map[string]*Exercise
}

// All returns the exercises in the binary, the easiest first, as a new slice.
func All() []*Exercise { return slices.Clone(box().list) }

// ByID returns the exercise with an identity.
func ByID(id string) (x *Exercise, ok bool) {
	x, ok = box().byID[id]
	return x, ok
}

// Daily returns the exercise of a day in the time zone of date. No exercise comes
// back before all others have been.
func Daily(date time.Time) *Exercise {
	list := box().list
	y, m, d := date.Date()
	day := int(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
	i := day * stride(len(list)) % len(list)
	if i < 0 {
		i += len(list)
	}
	return list[i]
}

// stride returns a step that visits all of n places before it comes back, in
// leaps of about the golden section, so that days in a row differ in difficulty.
func stride(n int) int {
	step := max(1, n*618/1000)
	for gcd(step, n) != 1 {
		step++
	}
	return step
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Next returns the exercise whose rating is the nearest to a player's among
// those not seen yet; ok is false if there is none left.
func Next(rating int, seen ...string) (x *Exercise, ok bool) {
	return NextOf(rating, 0, seen...)
}

// NextOf is [Next] among the exercises that have all of some themes.
func NextOf(rating int, themes Themes, seen ...string) (x *Exercise, ok bool) {
	skip := make(map[string]bool, len(seen))
	for _, id := range seen {
		skip[id] = true
	}
	for _, y := range box().list {
		if y.Themes.Has(themes) && !skip[y.ID] && (x == nil || abs(y.Rating-rating) < abs(x.Rating-rating)) {
			x = y
		}
	}
	return x, x != nil
}

func abs(n int) int { return max(n, -n) }
