package reference

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// turned is the position with the board turned round and the colours swapped:
// the same position for the other player.
func turned(p Position) Position {
	other := map[Piece]Piece{
		Empty: Empty, WhiteMan: BlackMan, BlackMan: WhiteMan, WhiteKing: BlackKing, BlackKing: WhiteKing,
	}
	q := Position{Turn: p.Turn.Opponent()}
	for _, s := range Squares() {
		q.set(Square{7 - s.File, 7 - s.Rank}, other[p.At(s)])
	}
	return q
}

func results(p Position) map[Position]int {
	found := map[Position]int{}
	for _, m := range p.Moves() {
		found[m.Result]++
	}
	return found
}

// Both players play by the same rules, whole games and odd placements alike;
// every position is read as it was written.
func TestRandomPositions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var positions []Position
	for range 20 {
		positions = append(positions, Playout(rng, 200)...)
	}
	for range 1000 {
		positions = append(positions, Placement(rng,
			rng.IntN(7), rng.IntN(4), rng.IntN(7), rng.IntN(4), Side(rng.IntN(2))))
	}
	for _, p := range positions {
		if again := mustParse(t, p.FEN()); again != p {
			t.Errorf("%v is read as %v", p, again)
		}
		ours, theirs := results(p), results(turned(p))
		if len(ours) != len(theirs) {
			t.Errorf("%v: %d results, turned %d", p, len(ours), len(theirs))
		}
		for result, n := range ours {
			if theirs[turned(result)] != n {
				t.Errorf("%v: %v is reached %d times, turned %d", p, result, n, theirs[turned(result)])
			}
		}
		for _, r := range p.Routes() {
			if want := max(len(r.Captured)+1, 2); len(r.Squares) != want {
				t.Errorf("%v: route %v has %d squares, want %d", p, r, len(r.Squares), want)
			}
			if r.Result.pieces(p.Turn) != p.pieces(p.Turn) ||
				r.Result.pieces(p.Turn.Opponent()) != p.pieces(p.Turn.Opponent())-len(r.Captured) {
				t.Errorf("%v: route %v leaves %v", p, r, r.Result)
			}
		}
	}
}

func TestPlayout(t *testing.T) {
	game := Playout(rand.New(rand.NewPCG(7, 7)), 30)
	if len(game) != 31 || game[0] != Start() {
		t.Fatalf("%d positions from %v, want 31 from the start", len(game), game[0])
	}
	for i, p := range game[1:] {
		if results(game[i])[p] == 0 {
			t.Errorf("%v does not follow %v", p, game[i])
		}
	}
	again := Playout(rand.New(rand.NewPCG(7, 7)), 30)
	if again[30] != game[30] {
		t.Error("the same seed gives another game")
	}
	if n := len(Playout(rand.New(rand.NewPCG(7, 7)), 0)); n != 1 {
		t.Errorf("no ply gives %d positions", n)
	}
}

func TestPlacement(t *testing.T) {
	for seed := range uint64(200) {
		p := Placement(rand.New(rand.NewPCG(seed, 0)), 5, 2, 6, 1, Black)
		if p.men(White) != 5 || p.kings(White) != 2 || p.men(Black) != 6 || p.kings(Black) != 1 || p.Turn != Black {
			t.Errorf("wrong pieces: %v", p)
		}
		if p.hasManOnFarRank() {
			t.Errorf("a man on its promotion rank: %v", p)
		}
		if p != Placement(rand.New(rand.NewPCG(seed, 0)), 5, 2, 6, 1, Black) {
			t.Errorf("seed %d gives two positions", seed)
		}
	}
	full := Placement(rand.New(rand.NewPCG(1, 1)), 12, 0, 12, 0, White)
	if n := strings.Count(full.FEN(), ",") + 2; n != 24 {
		t.Errorf("%d pieces: %v", n, full)
	}
	defer func() {
		if recover() == nil {
			t.Error("thirteen pieces were placed")
		}
	}()
	Placement(rand.New(rand.NewPCG(1, 1)), 12, 1, 0, 0, White)
}
