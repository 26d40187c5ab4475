package endgame

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

func ExampleTables_Judge() {
	setup, _ := draughts.ParseSetup("W:WKa1,Kc1,Ke1:BKd8:H20")
	game, _ := draughts.NewGameFrom(setup, draughts.FMJD64, 0)
	j, err := Default().Judge(game)
	fmt.Println(j.Result, j.Verdict, j.Reason.Article(), j.Exact, err)
	// Output: win 17 win cut off by the draw rules 7.2.4 false <nil>
}

// slow decides by trying everything, without tables, whether a side can win in
// so many plies before a draw rule strikes.
func slow(s state, rules draughts.DrawRules, winner draughts.Color, plies int) bool {
	p := s.position
	if !p.HasMoves() {
		return p.Turn() != winner
	}
	if plies == 0 || rules.Met(p, s.tally) != draughts.NotOver {
		return false
	}
	attacks := p.Turn() == winner
	for m := range p.Moves() {
		if slow(s.after(m), rules, winner, plies-1) == attacks {
			return attacks
		}
	}
	return !attacks
}

// TestJudge compares with a search that knows nothing, in positions near the
// end of a game or of a counter.
func TestJudge(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	rules := []draughts.DrawRules{draughts.FMJD64, draughts.FSHR, draughts.Lidraughts}
	seen := map[Verdict]int{}
	each := 100
	if testing.Short() {
		each = 5
	}
	for pieces := 2; pieces <= 4; pieces++ {
		for b := range index.Balances(pieces) {
			found := map[Value]int{}
			for tries := 0; tries < 3000 && found[Win]+found[Loss] < 2*each; tries++ {
				p := b.Position(rng.Uint64N(b.Size()))
				r, err := Default().Probe(p)
				if err != nil {
					t.Fatal(err)
				}
				if r.Plies < 1 || r.Plies > 4 || found[r.Value] >= each {
					continue
				}
				setup := p.Setup()
				setup.SinceChange = []int{5, 25, 55}[rng.IntN(3)] + rng.IntN(5)
				list := rules[rng.IntN(len(rules))]
				game, err := draughts.NewGameFrom(setup, list, 0)
				if err != nil {
					t.Fatal(err)
				}
				if game.Outcome().Reason != draughts.NotOver {
					continue
				}
				found[r.Value]++
				j, err := Default().Judge(game)
				if err != nil {
					t.Fatal(err)
				}
				winner := p.Turn()
				if r.Value == Loss {
					winner = winner.Other()
				}
				// Where the shortest win is cut off, one that takes two plies more
				// may come in time, by a change of the balance.
				won := slow(state{p, game.Tally()}, list, winner, r.Plies+2)
				want := map[bool]map[Value]Verdict{
					true:  {Win: VerdictWin, Loss: VerdictLoss},
					false: {Win: VerdictCutOff, Loss: VerdictSaved},
				}[won][r.Value]
				seen[j.Verdict]++
				if j.Verdict != want || !j.Exact {
					t.Errorf("%s under %v: %+v, want %v", setup.FEN(), list, j, want)
				}
			}
		}
	}
	for _, v := range []Verdict{VerdictWin, VerdictCutOff, VerdictSaved, VerdictLoss} {
		if seen[v] == 0 {
			t.Errorf("no position is a %v", v)
		}
	}
}

// TestJudgeGivesUp asks what is said of a win that cannot be proved.
func TestJudgeGivesUp(t *testing.T) {
	p := position(t, "W:WKc1,Kd2,Ka3:BKe1") // win 25
	game := draughts.NewGame(p, draughts.FMJD64)
	j, err := Default().JudgeWithin(game, 3)
	if err != nil || j.Verdict != VerdictWin || j.Exact || j.Reason != draughts.NotOver {
		t.Errorf("within 3 positions: %+v, %v", j, err)
	}
	j, err = Default().JudgeWithin(game, 1<<20)
	if err != nil || j.Verdict != VerdictWin || !j.Exact {
		t.Errorf("within a million positions: %+v, %v", j, err)
	}
	for fen, want := range map[string]Verdict{draughts.StartFEN: VerdictUnknown, "W:WKa1:BKh8": VerdictLoss, "W:WKa1,Kc1:BKd8": VerdictDraw} {
		j, err := Default().Judge(draughts.NewGame(position(t, fen), draughts.FMJD64))
		if err != nil || j.Verdict != want || j.Exact != (want != VerdictUnknown) {
			t.Errorf("%s: %+v, %v; want %v", fen, j, err, want)
		}
	}
	j, err = Default().Judge(draughts.NewGame(p, draughts.NoDrawRules))
	if err != nil || j.Verdict != VerdictWin || !j.Exact {
		t.Errorf("without draw rules: %+v, %v", j, err)
	}
}

// TestFreshCounters proves what docs/tables.md says: with counters at their
// start the FMJD's rules cut off no win of up to three pieces and none of three
// kings against one.
func TestFreshCounters(t *testing.T) {
	balances := slices.Collect(index.Balances(2))
	if !testing.Short() {
		balances = slices.AppendSeq(balances, index.Balances(3))
		balances = append(balances, index.Balance{WhiteKings: 3, BlackKings: 1})
	}
	for _, b := range balances {
		// One memory for all positions of a balance makes this quick.
		s := judge{tables: Default(), rules: draughts.FMJD64, winner: draughts.White, seen: map[state]answer{}}
		for i := range b.Size() {
			p := b.Position(i)
			r, err := Default().Probe(p)
			if err != nil {
				t.Fatal(err)
			}
			if r.Value != Win {
				continue
			}
			s.nodes = 1 << 20
			won, err := s.wins(state{p, draughts.NewGame(p, draughts.FMJD64).Tally()})
			if err != nil || won != yes {
				t.Fatalf("%v (%v) is not proved to be won: %v, %v", p, r, won, err)
			}
		}
	}
}
