package work

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
)

func ask(t testing.TB, fen string, level int) MoveAsk {
	t.Helper()
	s, err := live.New(live.Terms{Clock: live.Clock{Kind: live.NoClock}, Start: fen}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return MoveAsk{Game: "game", State: s, Level: level, MS: 100}
}

func TestThink(t *testing.T) {
	think := Handlers(nil, endgame.Default())[cluster.Move]
	for level := range engine.Levels + 1 {
		a := ask(t, "W:Wc3:Bd4,h8", level)
		j, err := a.Job()
		if err != nil || j.ID != "game-1" || j.Priority != cluster.High {
			t.Fatalf("%+v, %v", j, err)
		}
		result, err := think(t.Context(), cluster.NewTask(j, nil, nil))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := a.Read(result)
		if err != nil || draughts.Move(answer.Move).From != draughts.C3 || draughts.Move(answer.Move).To != draughts.E5 {
			t.Errorf("level %d: %s, %v", level, result, err)
		}
	}
	for _, payload := range []string{"", "{}", `{"game":"x","state":{"version":1}}`} {
		if _, err := think(t.Context(), cluster.NewTask(cluster.Job{ID: "x", Kind: cluster.Move, Payload: []byte(payload)}, nil, nil)); err == nil {
			t.Errorf("%q is thought about", payload)
		}
	}
}

func TestWrongMovesAreRefused(t *testing.T) {
	a := ask(t, "W:Wc3:Bd4,h8", 1)
	for _, answer := range []string{
		"", "null", "[]", `{"move":null,"score":0}`, `{"move":{"from":"c3","to":"b4","captured":[]},"score":0}`,
		`{"move":{"from":"c3","to":"e5","captured":[]},"score":0}`, `{"move":{"from":"c3","to":"e5","captured":["d4"]},"score":99999}`,
		`{"move":{"from":"z9","to":"e5","captured":["d4"]},"score":0}`,
	} {
		if _, err := a.Read([]byte(answer)); err == nil {
			t.Errorf("%s is believed", answer)
		}
	}
	if _, err := a.Read([]byte(`{"move":{"from":"c3","to":"e5","captured":["d4"]},"score":50}`)); err != nil {
		t.Error(err)
	}
}

// FuzzAnswers holds that no answer of a worker brings a check down, and that what
// is believed is legal.
func FuzzAnswers(f *testing.F) {
	f.Add([]byte(`{"move":{"from":"c3","to":"e5","captured":["d4"]},"score":50}`))
	f.Add([]byte(`{"t":"report","accuracy":{"white":null,"black":null},"start":{},"moves":[]}`))
	f.Add([]byte(`{"n":1,"found":{"fen":"","lines":[{"pv":["c3:e5"],"moves":[{"from":"c3","to":"e5","captured":["d4"]}]}]}}`))
	a := ask(f, "W:Wc3:Bd4,h8", 1)
	g := game(f, "W:Wc3:Bd4,h8", "c3:e5")
	f.Fuzz(func(t *testing.T, text []byte) {
		if answer, err := a.Read(text); err == nil {
			p, err := draughts.ParsePosition("W:Wc3:Bd4,h8")
			if err == nil {
				_, err = p.Play(draughts.Move(answer.Move))
			}
			if err != nil {
				t.Error(err)
			}
		}
		if err := checkReport(g, text); err == nil {
			var r Report
			if json.Unmarshal(text, &r) != nil || len(r.Moves) != 1 {
				t.Errorf("%s is believed", text)
			}
		}
		if _, err := readReportAsk(text); err != nil {
			return
		}
	})
}
