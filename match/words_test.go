package match_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/match"
)

func TestWords(t *testing.T) {
	w, err := match.ParseWords(strings.Fields("-engine name=a nodes=100 st=0.5 timemargin=3 -engine cmd=./b arg=hub arg=-x dir=d option.hash=8 depth=3 -each tc=40/60+0.5 " +
		"-openings file=x.fen -games 100 -repeat -recover -concurrency 2 -sprt elo0=0 elo1=10 -pdnout out.pdn -resume j -event e -srand 7 -rules fshr " +
		"-tb none -tbpieces 4 -resign movecount=3 score=400 twosided=true -draw movenumber=40 movecount=8 score=10 -maxmoves 200 -ratinginterval 10"))
	if err != nil {
		t.Fatal(err)
	}
	clock := engine.Clock{Left: time.Minute, Increment: time.Second / 2, Moves: 40}
	want := match.Words{
		Engines: []match.EngineWords{
			{Name: "a", Params: map[string]string{}, Limits: engine.Limits{Nodes: 100, MoveTime: time.Second / 2},
				Time: match.TimeControl{Clock: clock, MoveTime: time.Second / 2, Margin: 3 * time.Millisecond}},
			{Name: "player 2", Command: "./b", Args: []string{"hub", "-x"}, Dir: "d", Params: map[string]string{"hash": "8"}, Limits: engine.Limits{Depth: 3},
				Time: match.TimeControl{Clock: clock, Margin: match.DefaultMargin}},
		},
		Openings: "file=x.fen", Games: 100, Concurrency: 2, SPRT: &match.SPRT{Elo1: 10, Alpha: 0.05, Beta: 0.05},
		PDNOut: "out.pdn", Resume: "j", Event: "e", Rules: "fshr", Seed: 7, Tables: match.NoTables, Interval: 10,
		Adjudication: match.Adjudication{
			TablePieces: 4, MaxMoves: 200, Resign: match.Resign{Moves: 3, Score: 400, TwoSided: true}, Draw: match.Draw{From: 40, Moves: 8, Score: 10},
		},
	}
	if !reflect.DeepEqual(w, want) {
		t.Errorf("got  %+v\nwant %+v", w, want)
	}
	for i, control := range []string{"40/60+0.5, 0.5/move, nodes 100", "40/60+0.5, depth 3"} {
		if got := w.Engines[i].Control(); got != control {
			t.Errorf("limits %q, want %q", got, control)
		}
	}
	if w, err := match.ParseWords(strings.Fields("-engine level=9 nodes=5000 -engine level=2")); err != nil || w.Engines[0].Control() != "level 9, nodes 5000" {
		t.Errorf("levels: %q, %v", w.Engines[0].Control(), err)
	}
	for _, good := range []string{
		"-engine dxp=localhost:27531 tc=5/60 -engine depth=2", "-engine dxp-listen=:27531 tc=120 -engine st=0.1", "-engine tc=1 -engine tc=0/1+0.01 depth=3",
		"-engine level=1 -engine level=10 nodes=5000",
	} {
		if _, err := match.ParseWords(strings.Fields(good)); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	for _, bad := range []string{
		"", "-engine", "-engine a=b -engine", "-engine nodes=x -engine", "-engine depth=1 -engine depth=1 -games 0", "-engine depth=1 -engine depth=1 -what 3",
		"-engine -engine -sprt elo0=5 elo1=0", "-engine -engine -sprt elo0", "-engine tc=0 -engine tc=0", "-engine -engine depth=1",
		"-engine proto=uci -engine", "-engine word -engine", "-engine -engine -games", "-engine tc=x/3 -engine", "-engine st=-1 -engine",
		"-engine st=0 -engine st=0", "-each depth=1 -engine -engine -resign movecount=3", "-each depth=1 -engine -engine -resign score=9 twosided=maybe movecount=1",
		"-each depth=1 -engine -engine -draw movecount=3", "-each depth=1 -engine -engine -tbpieces 1", "-each depth=1 -engine dir=x -engine",
		"-each tc=60 -engine dxp=nowhere -engine", "-each tc=60 -engine dxp=a:1 depth=3 -engine", "-each tc=61 -engine dxp=a:1 -engine",
		"-each tc=60+1 -engine dxp=a:1 -engine", "-each tc=60 -engine dxp=a:1 -engine -concurrency 2", "-each tc=60 -engine dxp=a:1 cmd=x -engine",
		"-each tc=60 -engine dxp=a:1 option.x=1 -engine", "-each depth=1 timemargin=-1 -engine -engine",
		"-each level=11 -engine -engine", "-each level=3 -engine cmd=x -engine", "-each level=3 -engine depth=3 -engine",
	} {
		if _, err := match.ParseWords(strings.Fields(bad)); !errors.Is(err, match.ErrWords) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// FuzzParseWords: whatever the words, there is a match or an error that says it
// is about them.
func FuzzParseWords(f *testing.F) {
	f.Add("-engine tc=40/60+0.5 -engine st=1 -each depth=3 -sprt elo0=0 elo1=5 -resign movecount=1 score=2")
	f.Add("-engine dxp=:1 tc=60 -engine cmd=x arg=y option.z=1 -draw movenumber=1 movecount=2 score=3")
	f.Fuzz(func(t *testing.T, text string) {
		w, err := match.ParseWords(strings.Fields(text))
		if err != nil {
			if !errors.Is(err, match.ErrWords) {
				t.Fatal(err)
			}
			return
		}
		if len(w.Engines) != 2 || w.Games < 1 || w.Concurrency < 1 {
			t.Fatalf("%+v", w)
		}
	})
}

func TestLevelLimits(t *testing.T) {
	if got, want := match.LevelLimits(10, 5, engine.Limits{Nodes: 1000}), engine.Level(10, 5); got.Nodes != 1000 || got.MoveTime != 0 || got.Noise != want.Noise {
		t.Errorf("%+v is not level 10 with nodes in place of time", got)
	}
	if got, want := match.LevelLimits(3, 5, engine.Limits{}), engine.Level(3, 5); got != want {
		t.Errorf("%+v is not level 3, %+v", got, want)
	}
}
