package exercise

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// TestFind: what is found does not depend on threads, comes in order, is proven,
// and not alike.
func TestFind(t *testing.T) {
	ctx := context.Background()
	others := slices.Values([][]draughts.Position{{position(t, shotFEN), draughts.Start()}, {}})
	var progress []int
	cfg := FindConfig{Games: 3, Seed: 5, Threads: 1, Progress: func(games, _ int) { progress = append(progress, games) }}
	one, err := Find(ctx, cfg, others)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(progress, []int{1, 2, 3, 4, 5}) {
		t.Errorf("progress %v", progress)
	}
	cfg = FindConfig{Games: 3, Seed: 5, Threads: 3}
	three, err := Find(ctx, cfg, others)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(one, three) {
		t.Error("with three threads it is something else")
	}
	shot := false
	for i, x := range one {
		shot = shot || x.Start == position(t, shotFEN)
		if err := Verify(ctx, x); err != nil {
			t.Error(err)
		}
		if i > 0 && x.Rating < one[i-1].Rating {
			t.Error("not in order")
		}
	}
	if !shot {
		t.Error("the shot was not found")
	}
	cfg.Count = 1
	if list, err := Find(ctx, cfg, others); err != nil || len(list) != 1 {
		t.Errorf("%d exercises, %v", len(list), err)
	}
}

// TestTriangles: the same positions are drawn again, each of three kings against
// one off the main road, and what is found among them is proven.
func TestTriangles(t *testing.T) {
	lists := slices.Collect(Triangles(4, 40))
	if len(lists) != 40 || !reflect.DeepEqual(lists, slices.Collect(Triangles(4, 40))) {
		t.Fatalf("%d positions, want the same 40 again", len(lists))
	}
	for _, list := range lists {
		p := list[0]
		if len(list) != 1 || p.Turn() != draughts.White || p.Kings(draughts.White).Count() != 3 || p.Kings(draughts.Black).Count() != 1 || p.Occupied().Count() != 4 {
			t.Errorf("%v is no triangle", list)
		}
		if p.Pieces(draughts.Black)&draughts.MainRoad != 0 {
			t.Errorf("%v: the lone king is on the main road", p)
		}
	}
	found, err := Find(t.Context(), FindConfig{}, slices.Values(lists))
	if err != nil || len(found) == 0 {
		t.Fatalf("%d exercises, %v", len(found), err)
	}
	for _, x := range found {
		if err := Verify(t.Context(), x); err != nil || !x.Themes.Has(PetrovTriangle) {
			t.Errorf("%v: %v, %v", x.Start, x.Themes, err)
		}
	}
	for range Triangles(4, 40) {
		break // nobody is asked for more
	}
}

// TestChoose: each grade gets its third, and what one lacks the others give.
func TestChoose(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var found []placed
	for i, n := range [grades]int{200, 200, 10} {
		for range n {
			p, ok := draughts.Position{}, false
			for !ok {
				p, ok = triangle(rng)
			}
			x := &Exercise{ID: idOf(p), Start: p, Rating: []int{900, 1200, 1700}[i], Solution: &Turn{}}
			found = append(found, placed{Candidate: Candidate{Exercise: x}, game: len(found)})
		}
	}
	var shares [grades]int
	for _, x := range choose(found, 60) {
		shares[gradeOf(x)]++
	}
	if shares[2] != 10 || shares[0] < 20 || shares[1] < 20 || shares[0]+shares[1] != 50 {
		t.Errorf("shares %v of 60", shares)
	}
}

func TestFindEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Find(ctx, FindConfig{Games: 2}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	cfg := FindConfig{Games: 1 << 30, Threads: 2, Progress: func(int, int) { cancel() }}
	if _, err := Find(ctx, cfg, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestAlike: positions that differ in a piece or two are alike, from either side
// of the board.
func TestAlike(t *testing.T) {
	a := &Exercise{Start: position(t, shotFEN)}
	for _, tt := range []struct {
		start draughts.Position
		alike bool
	}{
		{a.Start, true},
		{a.Start.Rotate(), true},
		{position(t, "W:Wc1,e3,d4,f4,h4:Ba3,f6,h6,a7,c7,e7"), true},
		{position(t, "W:Wc1,g3,b4,f4,h4:Bc5,f6,h6,a7,c7,e7"), false},
		{a.Start.WithTurn(draughts.Black), false},
	} {
		if got := outlineOf(a).alike(outlineOf(&Exercise{Start: tt.start})); got != tt.alike {
			t.Errorf("%v: %v", tt.start, got)
		}
	}
}
