package endgame

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

func ExampleTables_Judge() {
	setup, _ := draughts.ParseSetup("W:WKa1,Kc1,Ke1:BKd8:H20")
	game, _ := draughts.NewGameFrom(setup, draughts.FMJD64, 0)
	j, err := Default().Judge(game)
	fmt.Println(j.Result, j.Verdict, j.Reason.Article(), j.Exact, err)
	// Output: win 17 win cut off by the draw rules 7.2.4 true <nil>
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
	setup, err := draughts.ParseSetup("W:WKc1,Kd2,Ka3:BKe1:H2:F2") // win 25
	if err != nil {
		t.Fatal(err)
	}
	game, err := draughts.NewGameFrom(setup, draughts.FMJD64, 0)
	if err != nil {
		t.Fatal(err)
	}
	p := game.Position()
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

// TestFresh proves again what provedPieces says, for all positions of up to three
// pieces and some of four.
func TestFresh(t *testing.T) {
	for rules, most := range provedPieces {
		pieces := 3
		if testing.Short() {
			pieces = 2
		}
		err := Default().Fresh(t.Context(), rules, pieces, 200_000, func(c FreshCount) {
			if !c.sure() {
				t.Errorf("%v: %+v", rules, c)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(3, uint64(rules)))
		known := facts{} // of fewer pieces and fewer men
		for n := 2; n <= most; n++ {
			for b := range index.Balances(n) {
				tries := 0
				if n == 4 && proved()[rules].facts[b] {
					tries = 100
				}
				for range tries {
					checkFresh(t, rules, known, b.Position(rng.Uint64N(b.Size())))
				}
				if rng.IntN(2) == 0 || n < 4 { // some proofs from farther down
					known[b] = proved()[rules].facts[b]
				}
			}
		}
	}
}

func checkFresh(t *testing.T, rules draughts.DrawRules, known facts, p draughts.Position) {
	t.Helper()
	v, err := Default().Value(p)
	if err != nil {
		t.Fatal(err)
	}
	winner := p.Turn()
	switch v {
	case Draw:
		return
	case Loss:
		winner = winner.Other()
	}
	j := judge{tables: Default(), rules: rules, winner: winner, nodes: 50_000, known: known, seen: map[state]answer{}}
	if won, err := j.wins(state{p, draughts.NewGame(p, rules).Tally()}); err != nil || won == no {
		t.Errorf("%v under %v: %v, %v; want %v", p, rules, won, err, yes)
	}
}

// TestFreshCutOff holds to one of the wins that are cut off from the start: two
// men and a king cannot drive a king from the main road in five moves.
func TestFreshCutOff(t *testing.T) {
	g := draughts.NewGame(position(t, "W:Wa1,b2,Kh2:BKc1"), draughts.FMJD64)
	j, err := Default().JudgeWithin(g, 1<<20)
	if err != nil || j.Verdict != VerdictCutOff || !j.Exact || j.Article() != "7.2.7" {
		t.Errorf("%+v, %v", j, err)
	}
}

func ExampleTables_Answer() {
	setup, _ := draughts.ParseSetup("W:WKa1,Kc1,Ke1:BKd8:H12:F7")
	game, _ := draughts.NewGameFrom(setup, draughts.FMJD64, 0)
	a, err := Default().Answer(game)
	fmt.Println(a.Verdict, a.Article(), a.Result, a.Exact, err)
	for _, m := range a.Moves[:2] {
		fmt.Println(game.Position().MoveText(m.Move), m.Verdict, m.Result, m.Change)
	}
	// Output:
	// win  win 17 true <nil>
	// c1-e3 win win 17 14
	// a1-d4 win cut off by the draw rules win 21 18
}

// TestAnswer asks of random positions with counters whether the moves and the
// verdict agree: the best move has the verdict of the position, and none better.
func TestAnswer(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1))
	for b := range index.Balances(4) {
		for range 4 {
			setup := b.Position(rng.Uint64N(b.Size())).Setup()
			setup.SinceChange = rng.IntN(20)
			g, err := draughts.NewGameFrom(setup, draughts.FMJD64, 0)
			if err != nil {
				t.Fatal(err)
			}
			if g.Outcome().Reason != draughts.NotOver {
				continue
			}
			a, err := Default().Answer(g)
			if err != nil {
				t.Fatal(err)
			}
			best := a.Moves[0]
			if len(a.Moves) != len(g.Position().AppendMoves(nil)) || best.Result != a.Result {
				t.Errorf("%s: %+v, best move %+v", setup.FEN(), a.Judgement, best)
			}
			if a.Exact && best.Exact && best.Verdict != a.Verdict {
				t.Errorf("%s: %v, best move %v", setup.FEN(), a.Verdict, best.Verdict)
			}
		}
	}
	a, err := Default().Answer(draughts.NewGame(position(t, draughts.StartFEN), draughts.FMJD64))
	if err != nil || a.Verdict != VerdictUnknown || a.Moves != nil {
		t.Errorf("the start position: %+v, %v", a, err)
	}
}
