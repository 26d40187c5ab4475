package match_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/match"
)

// sayer plays the first move and says a score.
type sayer struct {
	score func(g *draughts.Game) (engine.Score, int)
}

func (sayer) NewGame(context.Context, *draughts.Game, draughts.Color) error { return nil }

func (s sayer) Move(_ context.Context, g *draughts.Game, c engine.Clock) (match.Reply, error) {
	m, err := first(g, c)
	r := match.Reply{Move: m}
	r.Score, r.Depth = s.score(g)
	return r, err
}

// says makes a player that says scores from White's view, at a depth.
func says(score engine.Score, depth int) func() (match.Player, error) {
	return func() (match.Player, error) {
		return sayer{func(g *draughts.Game) (engine.Score, int) {
			if g.Position().Turn() == draughts.Black {
				return -score, depth
			}
			return score, depth
		}}, nil
	}
}

func TestAdjudication(t *testing.T) {
	tables := endgame.Default()
	resign := match.Adjudication{Resign: match.Resign{Moves: 3, Score: 300}}
	twoSided := resign
	twoSided.Resign.TwoSided = true
	level := match.Adjudication{Draw: match.Draw{From: 5, Moves: 2, Score: 10}}
	for _, tt := range []struct {
		name   string
		fen    string
		rules  draughts.DrawRules
		a      match.Adjudication
		says   [2]engine.Score // of White and Black, from White's view
		depth  int
		plies  int
		result string
		detail string
	}{
		// 3 kings win against a lone king off the road, given their 15 moves.
		{"a win", "W:WKa1,Kc1,Ke1:BKa7", draughts.FMJD64, match.Adjudication{Tables: tables}, [2]engine.Score{}, 0, 0, "1-0", "won in the tables"},
		{"a loss", "B:WKa1,Kc1,Ke1:BKa7", draughts.FMJD64, match.Adjudication{Tables: tables}, [2]engine.Score{}, 0, 0, "1-0", "won in the tables"},
		{"a draw", "W:WKa1:BKc1", draughts.FMJD64, match.Adjudication{Tables: tables}, [2]engine.Score{}, 0, 0, "1/2-1/2", "drawn in the tables"},
		{"too many pieces", "W:WKa1,Kc1,Ke1:BKa7", draughts.FMJD64, match.Adjudication{Tables: tables, TablePieces: 3, MaxMoves: 2}, [2]engine.Score{}, 0, 4, "1/2-1/2", "too long"},
		{"resigns", draughts.StartFEN, draughts.FMJD64, resign, [2]engine.Score{-300, 0}, 1, 5, "0-1", "hopeless by the scores"},
		{"Black resigns", draughts.StartFEN, draughts.FMJD64, resign, [2]engine.Score{0, 300}, 1, 6, "1-0", "hopeless by the scores"},
		{"the other does not see it", draughts.StartFEN, draughts.FMJD64, with(twoSided, 10), [2]engine.Score{-300, -299}, 1, 20, "1/2-1/2", "too long"},
		{"both see it", draughts.StartFEN, draughts.FMJD64, twoSided, [2]engine.Score{-300, -300}, 1, 7, "0-1", "hopeless by the scores"},
		{"no score, no word", draughts.StartFEN, draughts.FMJD64, with(resign, 10), [2]engine.Score{-300, 0}, 0, 20, "1/2-1/2", "too long"},
		{"level", draughts.StartFEN, draughts.FMJD64, level, [2]engine.Score{10, -10}, 1, 10, "1/2-1/2", "level by the scores"},
		{"not level", draughts.StartFEN, draughts.FMJD64, with(level, 8), [2]engine.Score{10, -11}, 1, 16, "1/2-1/2", "too long"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := draughts.ParsePosition(tt.fen)
			if err != nil {
				t.Fatal(err)
			}
			var got match.Game
			_, err = match.Run(context.Background(), match.Config{
				Games: 1, Openings: []match.Opening{{Position: p}}, Rules: tt.rules, Adjudication: tt.a,
				Players: [2]func() (match.Player, error){says(tt.says[0], tt.depth), says(tt.says[1], tt.depth)},
				Played:  func(g match.Game, _ match.Result) { got = g },
			})
			if err != nil {
				t.Fatal(err)
			}
			if got.Game.Plies() != tt.plies || got.Game.Outcome().Result() != tt.result || got.Detail != tt.detail {
				t.Errorf("after %d plies %s: %s (%v)", got.Game.Plies(), got.Game.Outcome().Result(), got.Detail, got.Ending)
			}
		})
	}
}

func with(a match.Adjudication, moves int) match.Adjudication {
	a.MaxMoves = moves
	return a
}

// TestTablesAndDrawRules lets players dawdle in won positions, or hurry, until the
// draw rules decide: a game ends with the first position of which the tables
// prove what the rules leave of the win, and as they prove it.
func TestTablesAndDrawRules(t *testing.T) {
	tables := endgame.Default()
	// dawdle holds a win in the given part of its moves by the longest way, and
	// defends a loss with the draw rules in mind.
	rng := rand.New(rand.NewPCG(3, 4))
	dawdle := func(part float64) func(g *draughts.Game, _ engine.Clock) (draughts.Move, error) {
		return func(g *draughts.Game, _ engine.Clock) (draughts.Move, error) {
			moves, err := tables.Moves(g.Position())
			if err == nil && moves[0].Value == endgame.Loss {
				answer, err := tables.Answer(g)
				return answer.Moves[0].Move, err
			}
			i := 0
			for rng.Float64() < part && i+1 < len(moves) && moves[i+1].Value == endgame.Win {
				i++
			}
			return moves[i].Move, err
		}
	}
	var openings []match.Opening
	for _, fen := range []string{"W:WKc1,Kd2,Ka3:BKe1", "W:Wa1,b2,Kh2:BKc1", "W:Wb2,Ke7,Kb8:BKd2", "W:Wg3,Ke5,Ke7:BKa7", "B:We5,Kb6,Kb8:BKd2"} {
		p, err := draughts.ParsePosition(fen)
		if err != nil {
			t.Fatal(err)
		}
		openings = append(openings, match.Opening{Position: p})
	}
	results := map[string]string{
		"won in the tables": "1-0", "drawn in the tables: the draw rules cut the win off": "1/2-1/2",
	}
	seen := map[string]int{}
	_, err := match.Run(context.Background(), match.Config{
		Games: 40, Openings: openings, Adjudication: match.Adjudication{Tables: tables},
		Players: [2]func() (match.Player, error){always(dawdle(0)), always(dawdle(0.9))},
		Played: func(g match.Game, _ match.Result) {
			if g.Ending != match.ByTables {
				return
			}
			seen[g.Detail]++
			if got := g.Game.Outcome().Result(); got != results[g.Detail] {
				t.Errorf("%s is %s", g.Detail, got)
			}
			again := draughts.NewGame(g.Game.Start(), g.Game.Rules())
			for i := 0; ; i++ {
				j, err := tables.JudgeWithin(again, 100)
				if err != nil {
					t.Fatal(err)
				}
				if j.Exact && i < g.Game.Plies() {
					t.Errorf("game %d: proved after %d plies, ended after %d", g.Number, i, g.Game.Plies())
				}
				if i == g.Game.Plies() {
					break
				}
				if err := again.Play(g.Game.Moves()[i]); err != nil {
					t.Fatal(err)
				}
			}
		},
	})
	if err != nil || seen["won in the tables"] < 5 || seen["drawn in the tables: the draw rules cut the win off"] < 5 {
		t.Errorf("%v, %v", seen, err)
	}
}
