package analysis_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/analysis"
	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
)

func game(t testing.TB, fen, moves string) *draughts.Game {
	t.Helper()
	p, err := draughts.ParsePosition(fen)
	if err != nil {
		t.Fatal(err)
	}
	g := draughts.NewGame(p, draughts.FMJD64)
	for _, text := range strings.Fields(moves) {
		if err := g.PlayText(text); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// TestJudgements holds what is thought of moves whose worth is plain.
func TestJudgements(t *testing.T) {
	for _, tt := range []struct {
		name, fen, moves string
		want             string // a judgement for each move, 'shot' where one was missed
	}{
		{"the best and forced moves", "W:Wa3,d2:Bc5", "a3-b4 c5:a3 d2-c3 a3-b2 c3:a1", "good forced good forced forced"},
		{"a man left standing", "W:Wa1,c3,e1,g1:Bf6,h8,a7,b8", "c3-d4 f6-e5", "good blunder"},
		{"a shot passed over", "W:Wa3,h4,h6:Bc5,d8,e7,g5,g7,h8", "h4:f6", "blunder shot"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := analysis.Game(context.Background(), engine.New(engine.Options{HashMB: 4}), game(t, tt.fen, tt.moves), engine.Limits{Depth: 9})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, m := range r.Moves {
				switch {
				case m.Forced:
					got = append(got, "forced")
				default:
					got = append(got, m.Judgement.String())
				}
				if m.MissedShot {
					got = append(got, "shot")
				}
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("got %s, want %s", s, tt.want)
			}
		})
	}
}

func TestEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	e := engine.New(engine.Options{HashMB: 1})
	if _, err := analysis.Game(ctx, e, game(t, draughts.StartFEN, "c3-d4"), engine.Limits{Depth: 3}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	r, err := analysis.Game(context.Background(), e, game(t, "W:Wa3:Bb4,c5", ""), engine.Limits{Depth: 3})
	if err != nil || len(r.Moves) != 0 || r.Accuracy != [2]float64{-1, -1} {
		t.Errorf("a game without moves: %+v, %v", r, err)
	}
}

func ExampleGame() {
	g := draughts.NewGame(draughts.Start(), draughts.FMJD64)
	for _, text := range []string{"c3-d4", "d6-e5", "a3-b4", "e5:c3:a5", "b2-c3"} {
		if err := g.PlayText(text); err != nil {
			fmt.Println(err)
		}
	}
	r, err := analysis.Game(context.Background(), engine.New(engine.Options{}), g, engine.Limits{Depth: 9})
	if err != nil {
		fmt.Println(err)
	}
	for _, m := range r.Moments() {
		fmt.Println(m.Ply, m.Before.MoveText(m.Played), m.Judgement)
	}
	// Output: 3 a3-b4 blunder
}
