package server

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/internal/server/stateless"
	"github.com/bolshak-draughts/bolshak/internal/server/work"
)

func TestReport(t *testing.T) {
	h := newTestServer(t)
	move := func(from, to string, captured ...string) string {
		taken, _ := json.Marshal(append([]string{}, captured...))
		return `{"from":"` + from + `","to":"` + to + `","captured":` + string(taken) + `}`
	}
	w := post(h, "/api/v1/report", `{"moves":[`+strings.Join([]string{move("c3", "d4"), move("d6", "e5"), move("a3", "b4")}, ",")+`]}`)
	if got := w.Header().Get("Content-Type"); w.Code != 200 || got != "application/x-ndjson" {
		t.Fatalf("status %d, %s: %s", w.Code, got, w.Body)
	}
	lines := bytes.Split(bytes.TrimSpace(w.Body.Bytes()), []byte("\n"))
	// Some of the progress may be missing, and a worker that is slow to begin makes
	// it a queue.
	if len(lines) < 2 || len(lines) > 6 {
		t.Fatalf("%d messages, want 4 of progress and the report: %s", len(lines), w.Body)
	}
	var r work.Report
	if err := json.Unmarshal(lines[len(lines)-1], &r); err != nil {
		t.Fatal(err)
	}
	last := r.Moves[2]
	if len(r.Moves) != 3 || last.Judgement != "blunder" || last.Lost < 0.4 || last.Score > -1 || last.Best.Text != last.Best.PV[0] || len(last.Best.Moves) == 0 {
		t.Errorf("the last move is %+v, want a blunder", last)
	}
	if sum := r.Start.Win + r.Start.Draw + r.Start.Loss; sum < 0.99 || sum > 1.01 || r.Accuracy.White == nil || *r.Accuracy.White > 80 {
		t.Errorf("start %+v, accuracy %v", r.Start, r.Accuracy)
	}
	wantProblem(t, post(h, "/api/v1/report", `{"moves":[`+move("a1", "b2")+`]}`), 422, "illegal-move", 0)
}

func TestPDNTree(t *testing.T) {
	h := newTestServer(t)
	const text = `{all} 1. c3-d4! {[%csl Gd4] x} d6-c5 (1... f6-g5?! {y} 2. b2-c3 (2. d4-c5 b6xd4)) 2. b2-c3 $14 *

1. e3-f4 *`
	answer := records(t, upload(h, "?tree=1", text))
	if answer.Found != 2 || answer.Games[1].Tree != nil {
		t.Fatalf("%d games, want 2, the first with its tree", answer.Found)
	}
	var got string
	var write func(stateless.Line)
	write = func(line stateless.Line) {
		for _, ply := range line.Plies {
			got += strings.Join(ply.Before, "|") + " " + ply.Text + strings.Join(ply.Marks, "") + " " + strings.Join(ply.After, "|")
			for _, v := range ply.Variations {
				got += "("
				write(v)
				got += ")"
			}
		}
	}
	write(*answer.Games[0].Tree)
	const want = "all c3-d4! [%csl Gd4] x d6-c5 ( f6-g5?! y b2-c3 ( d4-c5  b6:d4 )) b2-c3$14 "
	if got != want {
		t.Errorf("the tree reads %q, want %q", got, want)
	}
	deep := records(t, upload(h, "?tree=1", "1. c3-d4 "+strings.Repeat("(1. c3-d4 ", 1000)))
	if deep.Games[0].Tree == nil {
		t.Error("a deep tree is not told")
	}
	wantProblem(t, upload(h, "?tree=x", text), 422, "bad-query", -1)
}
