package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
)

func game(t testing.TB, fen string) *draughts.Game {
	t.Helper()
	s, err := draughts.ParseSetup(fen)
	if err != nil {
		t.Fatal(err)
	}
	g, err := draughts.NewGameFrom(s, draughts.FMJD64, 0)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// solve is plain minimax without draw rules: the plies to a forced end of the
// game within depth plies, as a Score, or 0.
func solve(p draughts.Position, depth, ply int) engine.Score {
	moves := p.AppendMoves(nil)
	if len(moves) == 0 {
		return engine.Score(-32000 + ply)
	}
	if depth == 0 {
		return 0
	}
	best := engine.Score(-32000)
	for _, m := range moves {
		best = max(best, -solve(p.PlayUnchecked(m), depth-1, ply+1))
	}
	return best
}

// TestProvenWins compares small endings with plain minimax: a win within the
// depth is found, by the shortest way.
func TestProvenWins(t *testing.T) {
	const depth = 5
	rng := rand.New(rand.NewPCG(3, 3))
	e := engine.New(engine.Options{HashMB: 4})
	wins, losses := 0, 0
	for range 600 {
		var setup draughts.Setup
		squares := rng.Perm(draughts.Squares)
		for i, s := range squares[:3+rng.IntN(4)] {
			side := &setup.White
			if i%2 == 1 {
				side = &setup.Black
			}
			*side |= 1 << s
			if rng.IntN(3) == 0 || draughts.FarRank(draughts.White).Has(draughts.Square(s)) || draughts.FarRank(draughts.Black).Has(draughts.Square(s)) {
				setup.Kings |= 1 << s
			}
		}
		p, err := setup.Position(0)
		if err != nil {
			t.Fatal(err)
		}
		want := solve(p, depth, 0)
		best, err := e.Best(context.Background(), draughts.NewGame(p, draughts.NoDrawRules), engine.Limits{Depth: depth})
		if errors.Is(err, engine.ErrGameOver) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if plies, ok := want.Plies(); ok && best.Score != want {
			t.Errorf("%s: %s, plain minimax says %s (%d plies)", p, best.Score, want, plies)
		} else if ok && want > 0 {
			wins++
		} else if ok {
			losses++
		}
		checkLine(t, p, best)
	}
	if wins < 100 || losses < 4 {
		t.Errorf("only %d wins and %d losses: the sample is too poor", wins, losses)
	}
}

// checkLine plays the line of best play, which must be legal and not empty.
func checkLine(t *testing.T, p draughts.Position, info engine.Info) {
	t.Helper()
	if len(info.PV) == 0 {
		t.Fatalf("%s: no line", p)
	}
	for _, m := range info.PV {
		next, err := p.Play(m)
		if err != nil {
			t.Fatalf("%s: line %v: %v", p, info.PV, err)
		}
		p = next
	}
}

// TestHoldsTheDraw: the search knows how near a draw by rule is.
func TestHoldsTheDraw(t *testing.T) {
	for _, tt := range []struct {
		fen   string
		rules draughts.DrawRules
		drawn bool
	}{
		{"W:WKa1,Kc1:BKb8:H8", draughts.FMJD64, true},
		{"W:WKc1,Kg1,Ke1:BKh8:H29", draughts.FMJD64, true},
		{"W:WKc1,Kg1,Ke1:BKh8", draughts.NoDrawRules, false},
	} {
		s, err := draughts.ParseSetup(tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		g, err := draughts.NewGameFrom(s, tt.rules, 0)
		if err != nil {
			t.Fatal(err)
		}
		best, err := engine.New(engine.Options{HashMB: 1}).Best(context.Background(), g, engine.Limits{Depth: 4})
		if err != nil {
			t.Fatal(err)
		}
		if (best.Score == 0) != tt.drawn {
			t.Errorf("%s under %s: %s, line %v", tt.fen, tt.rules, best.Score, best.PV)
		}
	}
}

// TestContempt: a draw is worth what the options say to the side that searches,
// whichever it is.
func TestContempt(t *testing.T) {
	for _, contempt := range []int{-30, 0, 30} {
		for _, fen := range []string{"W:WKa1,Kc1:BKb8:H8", "B:WKg1:BKh8,Kf8:H8"} {
			e := engine.New(engine.Options{HashMB: 1, Contempt: contempt})
			best, err := e.Best(context.Background(), game(t, fen), engine.Limits{Depth: 4})
			if err != nil || int(best.Score) != contempt {
				t.Errorf("%s with contempt %d: %s, %v", fen, contempt, best.Score, err)
			}
		}
	}
}

// TestSameLimitsSameResult: with a depth or node limit a search repeats itself.
func TestSameLimitsSameResult(t *testing.T) {
	for _, limits := range []engine.Limits{{Depth: 8}, {Nodes: 20000}, {Depth: 5, Noise: 50, Seed: 3}} {
		var first string
		for range 3 {
			g := game(t, draughts.StartFEN)
			best, err := engine.New(engine.Options{HashMB: 1}).Best(context.Background(), g, limits)
			if err != nil {
				t.Fatal(err)
			}
			got := fmt.Sprint(best.Depth, best.Score, best.Nodes, best.PV)
			if first == "" {
				first = got
			}
			if got != first {
				t.Errorf("%+v: %s, before %s", limits, got, first)
			}
		}
	}
}

func TestSeedsGiveVariety(t *testing.T) {
	moves := make(map[draughts.Move]bool)
	for seed := range uint64(20) {
		best, err := engine.New(engine.Options{HashMB: 1}).Best(context.Background(), game(t, draughts.StartFEN), engine.Level(1, seed))
		if err != nil {
			t.Fatal(err)
		}
		moves[best.PV[0]] = true
	}
	if len(moves) < 3 {
		t.Errorf("twenty games began with %v", moves)
	}
}

func TestEnds(t *testing.T) {
	e := engine.New(engine.Options{HashMB: 1})
	over := game(t, "W:Wa3:Bb4,c5")
	if _, err := e.Best(context.Background(), over, engine.Limits{Depth: 3}); !errors.Is(err, engine.ErrGameOver) {
		t.Errorf("a game that is over: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.Best(ctx, game(t, draughts.StartFEN), engine.Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	defer cancel()
	iterations := 0
	for info := range e.Search(ctx, game(t, draughts.StartFEN), engine.Limits{}) {
		iterations = info.Depth
		if iterations == 4 {
			cancel()
		}
	}
	if iterations < 4 || iterations > 5 {
		t.Errorf("cancelled at depth 4, ended at %d", iterations)
	}
	for info := range e.Search(context.Background(), game(t, draughts.StartFEN), engine.Limits{}) {
		if info.Depth == 3 {
			break
		}
	}
}

// TestMoveTime runs on a fake clock that stands still while the search works, so
// only a search that is over by its depth can end.
func TestMoveTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		best, err := engine.New(engine.Options{HashMB: 1}).Best(context.Background(), game(t, "W:Wc3,g1:Bd4,h8"), engine.Limits{MoveTime: time.Second})
		if err != nil || best.Depth != 1 {
			t.Errorf("a lone move: depth %d, %v", best.Depth, err)
		}
	})
}

// TestStrongerLevelsWin plays short matches of levels well apart.
func TestStrongerLevelsWin(t *testing.T) {
	points := 0.0
	for seed := range uint64(6) {
		players := []engine.Limits{engine.Level(6, seed), engine.Level(1, seed)}
		if seed%2 == 1 {
			slices.Reverse(players)
		}
		g := game(t, draughts.StartFEN)
		e := engine.New(engine.Options{HashMB: 1})
		for g.Outcome().Reason == draughts.NotOver {
			best, err := e.Best(context.Background(), g, players[g.Position().Turn()])
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Play(best.PV[0]); err != nil {
				t.Fatal(err)
			}
		}
		switch strong := draughts.Color(seed % 2); g.Outcome().Winner {
		case strong:
			points++
		case draughts.NoColor:
			points += 0.5
		}
	}
	if points < 5 {
		t.Errorf("level 6 made %v of 6 points against level 1", points)
	}
}

func TestScoreText(t *testing.T) {
	for score, want := range map[engine.Score]string{
		35: "+0.35", -120: "-1.20", 0: "+0.00", 31999: "win in 1", -31996: "loss in 4", -32000: "loss in 0",
	} {
		if got := score.String(); got != want {
			t.Errorf("%d: %s, want %s", int(score), got, want)
		}
	}
}

func ExampleEngine_Best() {
	p, _ := draughts.ParsePosition("W:Wc3,e3:Bd4,a7")
	g := draughts.NewGame(p, draughts.FMJD64)
	best, _ := engine.New(engine.Options{}).Best(context.Background(), g, engine.Limits{Depth: 8})
	fmt.Println(p.MoveText(best.PV[0]), best.Score)
	// Output: e3:c5 win in 3
}

func BenchmarkSearch(b *testing.B) {
	nodes := int64(0)
	for b.Loop() {
		best, err := engine.New(engine.Options{}).Best(context.Background(), game(b, draughts.StartFEN), engine.Limits{Depth: 10})
		if err != nil {
			b.Fatal(err)
		}
		nodes += best.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}

// TestLostLineDoesNotEndTheOthers searches a position in which one move loses
// soon: that says nothing about how deep the better ones must be searched.
func TestLostLineDoesNotEndTheOthers(t *testing.T) {
	const depth = 20
	g := game(t, "B:We1,g1,d4:Bf6,h8,a7")
	reached := 0
	for info := range engine.New(engine.Options{}).Search(t.Context(), g, engine.Limits{Depth: depth, MultiPV: 4}) {
		if info.Line == 1 {
			reached = info.Depth
		}
	}
	if reached != depth {
		t.Errorf("the best line was searched to depth %d, want %d", reached, depth)
	}
}
