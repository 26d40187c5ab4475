package match_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/match"
)

// scripted is a player that does what a test wants.
type scripted struct {
	move func(g *draughts.Game, clock engine.Clock) (draughts.Move, error)
}

func (s scripted) NewGame(context.Context) error { return nil }

func (s scripted) Move(_ context.Context, g *draughts.Game, clock engine.Clock) (match.Reply, error) {
	m, err := s.move(g, clock)
	return match.Reply{Move: m}, err
}

func always(move func(g *draughts.Game, clock engine.Clock) (draughts.Move, error)) func() (match.Player, error) {
	return func() (match.Player, error) { return scripted{move}, nil }
}

func first(g *draughts.Game, _ engine.Clock) (draughts.Move, error) {
	return g.Position().AppendMoves(nil)[0], nil
}

func TestIllegalMoveLoses(t *testing.T) {
	cfg := match.Config{Games: 2, Players: [2]func() (match.Player, error){
		always(func(*draughts.Game, engine.Clock) (draughts.Move, error) { return draughts.Move{}, nil }),
		always(first),
	}}
	var reasons []draughts.Reason
	cfg.Played = func(g match.Game, _ match.Result) { reasons = append(reasons, g.Game.Outcome().Reason) }
	got, err := match.Run(context.Background(), cfg)
	want := match.Result{Losses: 2, Pairs: [5]int{1}}
	if err != nil || got != want || fmt.Sprint(reasons) != "[forfeit forfeit]" {
		t.Errorf("got %+v, %v, %v, want %+v", got, reasons, err, want)
	}
}

// TestClock lets the first player think longer and longer on a fake clock.
func TestClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen []time.Duration
		slow := func(g *draughts.Game, c engine.Clock) (draughts.Move, error) {
			if g.Plies() < 8 {
				seen = append(seen, c.Left)
			}
			time.Sleep(time.Duration(g.Plies()) * time.Second)
			return first(g, c)
		}
		cfg := match.Config{
			Games: 2, Clock: engine.Clock{Left: 10 * time.Second, Increment: time.Second},
			Players: [2]func() (match.Player, error){always(slow), always(first)},
		}
		var ends []string
		cfg.Played = func(g match.Game, _ match.Result) {
			ends = append(ends, fmt.Sprint(g.Game.Plies(), g.Game.Outcome()))
		}
		if _, err := match.Run(context.Background(), cfg); err != nil {
			t.Fatal(err)
		}
		// White thinks 0, 2, 4, 6 seconds, Black 1, 3, 5, 7.
		if got := fmt.Sprint(seen[:4]); got != "[10s 11s 10s 7s]" {
			t.Errorf("White's clock: %s", got)
		}
		if got := fmt.Sprint(ends); got != "[8 black wins: time 7 white wins: time]" {
			t.Errorf("ends: %s", got)
		}
	})
}

func TestMovesInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen []string
		cfg := match.Config{
			Games: 2, Clock: engine.Clock{Left: 10 * time.Second, Moves: 2},
			Players: [2]func() (match.Player, error){always(func(g *draughts.Game, c engine.Clock) (draughts.Move, error) {
				seen = append(seen, fmt.Sprint(c.Left, c.Moves))
				time.Sleep(time.Second)
				if len(seen) == 4 {
					return draughts.Move{}, errors.New("enough")
				}
				return first(g, c)
			}), always(first)},
		}
		_, err := match.Run(context.Background(), cfg)
		if !errors.Is(err, match.ErrPlayer) {
			t.Errorf("error %v", err)
		}
		if got := fmt.Sprint(seen); got != "[10s 2 9s 1 18s 2 17s 1]" {
			t.Errorf("clock: %s", got)
		}
	})
}

func TestOddNumberOfGames(t *testing.T) {
	for games := 1; games <= 3; games++ {
		got, err := match.Run(context.Background(), match.Config{Games: games, Players: [2]func() (match.Player, error){always(first), always(first)}})
		pairs := 0
		for _, n := range got.Pairs {
			pairs += n
		}
		if err != nil || got.Games() != games || pairs != games/2 {
			t.Errorf("%d games: %+v, %v", games, got, err)
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cfg := match.Config{Games: 100, Concurrency: 2, Players: [2]func() (match.Player, error){
		always(func(g *draughts.Game, c engine.Clock) (draughts.Move, error) {
			cancel()
			return first(g, c)
		}),
		always(first),
	}}
	if _, err := match.Run(ctx, cfg); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestEngineBeatsFirstMove: a player that always loses is found out long before
// the last game.
func TestEngineBeatsFirstMove(t *testing.T) {
	cfg := match.Config{
		Games: 400, Concurrency: 2, SPRT: &match.SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05},
		Players: [2]func() (match.Player, error){
			func() (match.Player, error) {
				return &match.EnginePlayer{Engine: engine.New(engine.Options{HashMB: 1}), Limits: engine.Limits{Depth: 3}}, nil
			},
			always(func(g *draughts.Game, _ engine.Clock) (draughts.Move, error) {
				moves := g.Position().AppendMoves(nil)
				return moves[g.Plies()%len(moves)], nil
			}),
		},
	}
	for _, m := range []string{"c3-d4", "g3-f4", "e3-d4", "a3-b4", "c3-b4", "e3-f4", "g3-h4"} {
		move, err := draughts.Start().ParseMove(m)
		if err != nil {
			t.Fatal(err)
		}
		cfg.Openings = append(cfg.Openings, draughts.Start().PlayUnchecked(move))
	}
	got, err := match.Run(context.Background(), cfg)
	if err != nil || got.Wins < got.Games()*9/10 || got.Games() == 400 {
		t.Errorf("%v, %v", got, err)
	}
}

func TestNumbers(t *testing.T) {
	for _, tt := range []struct {
		result   match.Result
		elo, err float64
		llr      float64
	}{
		// Worked by hand, the prior of a tenth of a pair each included.
		{match.Result{Wins: 60, Draws: 100, Losses: 40, Pairs: [5]int{5, 15, 40, 35, 5}}, 34.7, 32.0, 1.137},
		{match.Result{Wins: 50, Draws: 100, Losses: 50, Pairs: [5]int{0, 25, 50, 25, 0}}, 0, 24.2, -0.328},
	} {
		elo, e := tt.result.Elo()
		llr := match.SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}.LLR(tt.result)
		if math.Abs(elo-tt.elo) > 0.1 || math.Abs(e-tt.err) > 0.1 || math.Abs(llr-tt.llr) > 0.01 {
			t.Errorf("%v: Elo %.2f ± %.2f, LLR %.3f, want %v ± %v, %v", tt.result, elo, e, llr, tt.elo, tt.err, tt.llr)
		}
	}
	lower, upper := match.SPRT{Alpha: 0.05, Beta: 0.05}.Bounds()
	if math.Abs(lower+2.944) > 0.001 || math.Abs(upper-2.944) > 0.001 {
		t.Errorf("bounds %v, %v", lower, upper)
	}
}

func TestWords(t *testing.T) {
	w, err := match.ParseWords(strings.Fields("-engine name=a nodes=100 -engine cmd=./b arg=hub arg=-x option.hash=8 depth=3 -each tc=40/60+0.5 " +
		"-openings file=x.fen -games 100 -repeat -concurrency 2 -sprt elo0=0 elo1=10 -pdnout out.pdn -srand 7 -rules fshr"))
	if err != nil {
		t.Fatal(err)
	}
	clock := engine.Clock{Left: time.Minute, Increment: time.Second / 2, Moves: 40}
	want := match.Words{
		Engines: []match.EngineWords{
			{Name: "a", Params: map[string]string{}, Limits: engine.Limits{Nodes: 100}, Clock: clock},
			{Name: "player 2", Command: "./b", Args: []string{"hub", "-x"}, Params: map[string]string{"hash": "8"}, Limits: engine.Limits{Depth: 3}, Clock: clock},
		},
		Openings: "file=x.fen", Games: 100, Concurrency: 2, SPRT: &match.SPRT{Elo1: 10, Alpha: 0.05, Beta: 0.05},
		PDNOut: "out.pdn", Rules: "fshr", Seed: 7,
	}
	if !reflect.DeepEqual(w, want) {
		t.Errorf("got  %+v\nwant %+v", w, want)
	}
	for _, bad := range []string{
		"", "-engine", "-engine a=b -engine", "-engine nodes=x -engine", "-engine -engine -games 0", "-engine -engine -what 3",
		"-engine -engine -sprt elo0=5 elo1=0", "-engine -engine -sprt elo0", "-engine tc=1 -engine tc=2", "-engine tc=0 -engine tc=0",
		"-engine proto=uci -engine", "-engine word -engine", "-engine -engine -games", "-engine tc=x/3 -engine", "-engine st=-1 -engine",
	} {
		if _, err := match.ParseWords(strings.Fields(bad)); !errors.Is(err, match.ErrWords) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
