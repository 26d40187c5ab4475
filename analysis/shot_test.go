package analysis_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/analysis"
	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
)

func report(t *testing.T, fen, moves string) analysis.Report {
	t.Helper()
	r, err := analysis.Game(context.Background(), engine.New(engine.Options{HashMB: 4}), game(t, fen, moves), engine.Limits{Depth: 9})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestShots holds the lines of missed shots and whether they are proven.
func TestShots(t *testing.T) {
	for _, tt := range []struct {
		name, fen, moves string
		line             string // begins so; empty for no shot
		proven           bool
	}{
		{"a quiet shot into the tables", "W:Wa1,e3,d4,f4,h4:Ba3,f6,h6,a7,c7,e7", "h4-g5", "d4-e5 f6:d4", true},
		{"a man taken for nothing, unproven", draughts.StartFEN, "c3-d4 d6-e5 a3-b4 e5:c3:a5 b2-c3", "", false},
		{"an ending thrown away without any capture in it", "W:WKe1,Kg1,Kd2:BKa3", "e1-f2", "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, m := range report(t, tt.fen, tt.moves).Moves {
				if (m.Shot != nil) != m.MissedShot {
					t.Errorf("ply %d: shot %v, but missed %v", m.Ply, m.Shot, m.MissedShot)
				}
				if m.Ply > 1 {
					continue
				}
				if (m.Shot != nil) != (tt.line != "") {
					t.Fatalf("shot %v", m.Shot)
				}
				if m.Shot == nil {
					continue
				}
				if line := text(t, m.Before, m.Shot.Line); !strings.HasPrefix(line, tt.line) || m.Shot.Proven != tt.proven {
					t.Errorf("%s, proven %v", line, m.Shot.Proven)
				}
			}
		})
	}
}

// text writes a line, of which every move must be legal.
func text(t *testing.T, p draughts.Position, line []draughts.Move) string {
	t.Helper()
	var words []string
	for _, m := range line {
		next, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		words = append(words, p.MoveText(m))
		p = next
	}
	return strings.Join(words, " ")
}

func TestReport(t *testing.T) {
	r := report(t, draughts.StartFEN, "c3-d4 d6-e5 a3-b4 e5:c3:a5 b2-c3")
	if len(r.Points) != 6 || r.Points[0] < 0.4 || r.Points[0] > 0.7 || r.Points[5] > 0.3 {
		t.Errorf("points %v", r.Points)
	}
	if n := r.Count(draughts.White, analysis.Blunder); n != 1 {
		t.Errorf("%d blunders of White", n)
	}
	if n := r.Count(draughts.Black, analysis.Blunder); n != 0 {
		t.Errorf("%d blunders of Black", n)
	}
	if key := r.Key(1); len(key) != 1 || key[0].Ply != 3 {
		t.Errorf("key moments %v", key)
	}
	if key := r.Key(-1); len(key) != 0 {
		t.Errorf("%d key moments", len(key))
	}
}

// TestReportJSON holds the names that pages rely on, and that every line can be
// played through.
func TestReportJSON(t *testing.T) {
	b, err := json.Marshal(report(t, "W:Wa1,e3,d4,f4,h4:Ba3,f6,h6,a7,c7,e7", "h4-g5 f6:h4"))
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Accuracy map[string]*float64
		Counts   map[string]map[string]int
		Points   []float64
		Key      []int
		Moves    []struct {
			FEN, Move, Judgement, Mark string
			Forced                     bool
			Best                       *struct{ Line []string }
			Shot                       *struct {
				Line   []string
				Proven bool
			}
		}
	}
	if err := json.Unmarshal(b, &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Accuracy["white"] == nil || doc.Accuracy["black"] != nil {
		t.Errorf("accuracy in %s", b)
	}
	if doc.Counts["white"]["blunder"] != 1 || len(doc.Points) != 3 || len(doc.Key) != 1 || doc.Key[0] != 1 || len(doc.Moves) != 2 {
		t.Fatalf("%s", b)
	}
	m := doc.Moves[0]
	if m.Mark != "??" || m.Best == nil || m.Shot == nil || !m.Shot.Proven {
		t.Fatalf("%s", b)
	}
	for _, line := range [][]string{m.Best.Line, m.Shot.Line} {
		p, err := draughts.ParsePosition(m.FEN)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range line {
			move, err := p.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			p = p.PlayUnchecked(move)
		}
	}
	if doc.Moves[1].Best != nil || !doc.Moves[1].Forced {
		t.Errorf("the forced move: %+v", doc.Moves[1])
	}
}
