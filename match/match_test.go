package match_test

import (
	"context"
	"errors"
	"fmt"
	"math"
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

func (s scripted) NewGame(context.Context, *draughts.Game, draughts.Color) error { return nil }

func (s scripted) Move(_ context.Context, g *draughts.Game, clock engine.Clock) (match.Reply, error) {
	m, err := s.move(g, clock)
	return match.Reply{Move: m}, err
}

func always(move func(g *draughts.Game, clock engine.Clock) (draughts.Move, error)) func() (match.Player, error) {
	return func() (match.Player, error) { return scripted{move}, nil }
}

// both is what two players have who have the same.
func both(clock engine.Clock) [2]match.TimeControl {
	return [2]match.TimeControl{{Clock: clock}, {Clock: clock}}
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
			Games: 2, Time: both(engine.Clock{Left: 10 * time.Second, Increment: time.Second}),
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
			Games: 1, Time: both(engine.Clock{Left: 10 * time.Second, Moves: 2}),
			Players: [2]func() (match.Player, error){always(func(g *draughts.Game, c engine.Clock) (draughts.Move, error) {
				seen = append(seen, fmt.Sprint(c.Left, c.Moves))
				time.Sleep(time.Second)
				if len(seen) == 4 {
					return draughts.Move{}, errors.New("enough")
				}
				return first(g, c)
			}), always(first)},
		}
		cfg.Played = func(g match.Game, _ match.Result) {
			if g.Ending != match.Breakdown || g.Detail != "enough" || g.Winner() != 1 {
				t.Errorf("ended by %v: %s", g.Ending, g.Detail)
			}
		}
		if _, err := match.Run(context.Background(), cfg); err != nil {
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
		cfg.Openings = append(cfg.Openings, match.Opening{Name: m, Position: draughts.Start().PlayUnchecked(move)})
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
	for _, tt := range []struct {
		result match.Result
		los    float64
	}{
		{match.Result{}, 0.5}, {match.Result{Pairs: [5]int{0, 25, 50, 25, 0}}, 0.5},
		// By hand, with the prior: points 0.5498 a game, error 0.0232, 2.144 of them.
		{match.Result{Pairs: [5]int{5, 15, 40, 35, 5}}, 0.9840},
	} {
		if got := tt.result.LOS(); math.Abs(got-tt.los) > 0.0005 {
			t.Errorf("%v: LOS %.4f, want %v", tt.result.Pairs, got, tt.los)
		}
	}
	lower, upper := match.SPRT{Alpha: 0.05, Beta: 0.05}.Bounds()
	if math.Abs(lower+2.944) > 0.001 || math.Abs(upper-2.944) > 0.001 {
		t.Errorf("bounds %v, %v", lower, upper)
	}
}

// TestBreakdowns: a player that breaks down loses and the match goes on, unless
// it does nothing else.
func TestBreakdowns(t *testing.T) {
	moves := 0
	cfg := match.Config{Games: 20, Players: [2]func() (match.Player, error){
		always(func(g *draughts.Game, c engine.Clock) (draughts.Move, error) {
			// Sound in the third and in the fourth game.
			if moves++; moves < 3 || moves > 60 && g.Plies() < 2 {
				return draughts.Move{}, errors.New("out of order")
			}
			return first(g, c)
		}),
		always(first),
	}}
	cfg.Adjudication.MaxMoves = 5
	var ends []string
	cfg.Played = func(g match.Game, _ match.Result) { ends = append(ends, g.Ending.String()) }
	got, err := match.Run(context.Background(), cfg)
	if !errors.Is(err, match.ErrPlayer) || got.Losses != 5 || got.Draws != 12 {
		t.Errorf("%v, %v, %v", got, err, ends)
	}
}

// TestTimeControl: what a move may take, and what clocks show.
func TestTimeControl(t *testing.T) {
	for _, tt := range []struct {
		name    string
		control match.TimeControl
		takes   time.Duration
		end     string
	}{
		{"in time", match.TimeControl{MoveTime: time.Second}, time.Second, "board"},
		{"over", match.TimeControl{MoveTime: time.Second}, time.Second + time.Millisecond, "time forfeit 0.001 s over"},
		{"within the margin", match.TimeControl{MoveTime: time.Second, Margin: 20 * time.Millisecond}, time.Second + 20*time.Millisecond, "board"},
		{"over the margin", match.TimeControl{MoveTime: time.Second, Margin: 20 * time.Millisecond}, time.Second + 21*time.Millisecond, "time forfeit 0.021 s over"},
		{"both", match.TimeControl{MoveTime: time.Second, Clock: engine.Clock{Left: time.Minute}}, 2 * time.Second, "time forfeit 1.000 s over"},
		{"on the increment", match.TimeControl{Clock: engine.Clock{Left: time.Second, Increment: time.Second}}, time.Second, "board"},
		{"the clock used to the margin", match.TimeControl{Clock: engine.Clock{Left: time.Second, Moves: 1}, Margin: time.Second}, 2 * time.Second, "board"},
		{"without end", match.TimeControl{}, 2 * time.Hour, "breakdown context deadline exceeded"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				got := ""
				cfg := match.Config{
					Games: 1, Time: [2]match.TimeControl{tt.control, {}},
					Players: [2]func() (match.Player, error){func() (match.Player, error) { return thinker(tt.takes), nil }, always(first)},
					Played: func(g match.Game, _ match.Result) {
						got = g.Ending.String()
						if g.Detail != "" {
							got += " " + g.Detail
						}
					},
				}
				if _, err := match.Run(t.Context(), cfg); err != nil || got != tt.end {
					t.Errorf("%q, %v, want %q", got, err, tt.end)
				}
			})
		})
	}
}

// thinker plays the first move after some time, or gives up with ctx.
type thinker time.Duration

func (thinker) NewGame(context.Context, *draughts.Game, draughts.Color) error { return nil }

func (t thinker) Move(ctx context.Context, g *draughts.Game, _ engine.Clock) (match.Reply, error) {
	timer := time.NewTimer(time.Duration(t))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
		return match.Reply{}, ctx.Err()
	}
	m, err := first(g, engine.Clock{})
	return match.Reply{Move: m}, err
}
