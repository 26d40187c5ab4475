package proof_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/bolshak-draughts/bolshak/analysis/proof"
	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
)

// random returns a legal position with so many pieces on each side.
func random(rng *rand.Rand, white, black int) draughts.Position {
	for {
		squares := rng.Perm(draughts.Squares)
		var s draughts.Setup
		for i, sq := range squares[:white+black] {
			b := draughts.Square(sq).Bitboard()
			if i < white {
				s.White |= b
			} else {
				s.Black |= b
			}
			if rng.IntN(3) == 0 {
				s.Kings |= b
			}
		}
		s.Turn = draughts.Color(rng.IntN(2))
		if p, err := s.Position(0); err == nil {
			return p
		}
	}
}

// TestAgainstTables proves positions that the tables know with leaves of fewer
// pieces only: no proof may contradict them.
func TestAgainstTables(t *testing.T) {
	tables := endgame.Default()
	rng := rand.New(rand.NewPCG(1, 2))
	var count [3]int
	positions, enough := 4000, 500
	if testing.Short() {
		positions, enough = 400, 50
	}
	for range positions {
		white := 1 + rng.IntN(3)
		p := random(rng, white, 5-white)
		side := draughts.Color(rng.IntN(2))
		v := proof.New(tables, 1+rng.IntN(4), side)
		got, err := v.Prove(p, 1000)
		if err != nil {
			t.Fatal(err)
		}
		value, err := tables.Value(p)
		if err != nil {
			t.Fatal(err)
		}
		if p.Turn() != side {
			value = value.Turn()
		}
		if got != proof.Unproven && (got == proof.Won) != (value == endgame.Win) {
			t.Fatalf("%v for %v: %v, and the tables say %v", p, side, got, value)
		}
		count[got]++
	}
	if count[proof.Won] < enough || count[proof.NotWon] < enough {
		t.Errorf("proven %v: too few to mean anything", count)
	}
}

// TestStep plays proofs out to the tables and asks them whether all is as proven.
func TestStep(t *testing.T) {
	tables := endgame.Default()
	rng := rand.New(rand.NewPCG(3, 4))
	played := 0
	positions, enough := 2000, 300
	if testing.Short() {
		positions, enough = 200, 30
	}
	for range positions {
		p := random(rng, 3, 3)
		v := proof.New(tables, tables.Pieces(), draughts.White)
		want, err := v.Prove(p, 2000)
		if err != nil {
			t.Fatal(err)
		}
		if want == proof.Unproven {
			if _, err := v.Step(p, 10, true); !errors.Is(err, proof.ErrNoStep) {
				t.Fatalf("%v: a step of no proof: %v", p, err)
			}
			continue
		}
		for plies := 0; p.Occupied().Count() > tables.Pieces() && p.HasMoves(); plies++ {
			if plies > 60 && want == proof.Won {
				t.Fatalf("%v: the proof does not end", p)
			}
			if plies > 60 {
				break // the win is denied by coming back
			}
			m, err := v.Step(p, 2000, rng.IntN(2) == 0)
			if err != nil {
				t.Fatalf("%v: %v", p, err)
			}
			if p, err = p.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := v.Prove(p, 2000); err != nil || got != want {
			t.Fatalf("the proof of %v ends in %v: %v, %v", want, p, got, err)
		}
		played++
	}
	if played < enough {
		t.Errorf("%d proofs played out: too few to mean anything", played)
	}
}

func TestEnd(t *testing.T) {
	p, err := draughts.ParsePosition("W:W:Ba3")
	if err != nil {
		t.Fatal(err)
	}
	for side, want := range map[draughts.Color]proof.Verdict{draughts.White: proof.NotWon, draughts.Black: proof.Won} {
		v := proof.New(endgame.Default(), 5, side)
		if v.Side() != side {
			t.Errorf("side %v", v.Side())
		}
		if got, err := v.Prove(p, 1); err != nil || got != want {
			t.Errorf("%v: %v, %v", side, got, err)
		}
		if _, err := v.Step(p, 1, false); !errors.Is(err, proof.ErrNoStep) {
			t.Errorf("a step after the end: %v", err)
		}
	}
	for v, name := range map[proof.Verdict]string{proof.Unproven: "unproven", proof.Won: "won", proof.NotWon: "not won", 9: "not won"} {
		if v.String() != name {
			t.Errorf("%d is %q", v, v)
		}
	}
}
