package arbiter

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/pdn"
)

// TestRandomGames adjudicates games that were played on and on, beyond any end,
// and whose ends were worked out apart from this program.
func TestRandomGames(t *testing.T) {
	text, err := os.ReadFile("../draughts/testdata/draws.tsv")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")[1:]
	if len(lines) < 200 {
		t.Fatalf("%d games", len(lines))
	}
	for i, line := range lines {
		fields := strings.Split(line, "\t")
		g := record(position(t, fields[0]), 0, nil, pdn.NoResult)
		p := g.Start
		for _, text := range strings.Fields(fields[3]) {
			m, err := p.ParseMove(text)
			if err != nil {
				t.Fatalf("game %d: %v", i+1, err)
			}
			g.Main.Plies = append(g.Main.Plies, pdn.Ply{Move: m})
			p = p.PlayUnchecked(m)
		}
		v := adjudicate(t, g, draughts.FMJD64)
		article := v.Outcome.Article
		if v.Outcome.Reason == draughts.Blocked || v.Outcome.Reason == draughts.NoPieces {
			article = "no move"
		}
		if want, _ := strconv.Atoi(fields[1]); v.Ply != want || article != fields[2] || !v.Over() {
			t.Errorf("game %d: %s; expected %s at ply %s", i+1, v.Log(), fields[2], fields[1])
		}
		if v.After != len(g.Main.Plies)-v.Ply {
			t.Errorf("game %d: %d of %d plies after the end at %d", i+1, v.After, len(g.Main.Plies), v.Ply)
		}
		if c := v.Count; c != nil && (c.Made != c.Limit || c.Since < 0 || c.Since >= v.Ply) {
			t.Errorf("game %d: %s", i+1, c)
		}
	}
}

// TestManMoveInterrupts is the report of a program that counted moves since the
// last capture where 7.2.5 asks for king's moves: a man's move at the 29th ply
// begins the count anew.
func TestManMoveInterrupts(t *testing.T) {
	start := position(t, "W:WKa1,Kc1,a3,g1:BKb8,Kd8,h8,f8")
	moves := walk(t, start, 28, "kings")
	p := after(start, moves)
	for m := range p.Moves() { // the 29th ply: a man's
		next := p.PlayUnchecked(m)
		if !p.Kings(p.Turn()).Has(m.From) && !next.MustCapture() {
			moves, p = append(moves, m), next
			break
		}
	}
	if len(moves) != 29 {
		t.Fatal("no man can move")
	}
	moves = append(moves, walk(t, p, 30, "kings")...)
	v := adjudicate(t, record(start, 0, moves[:30], pdn.NoResult), draughts.FMJD64)
	if v.Over() {
		t.Errorf("ply 30: %s", v.Log())
	}
	v = adjudicate(t, record(start, 0, moves, pdn.NoResult), draughts.FMJD64)
	if v.Ply != 59 || v.Outcome.Article != "7.2.5" || v.Count.Since != 29 {
		t.Errorf("%s; expected 7.2.5 at ply 59 since ply 29", v.Log())
	}
}

// TestDisputed replays an ending that masters disputed: two kings and a man
// against a king and a man, kings moving only. Every list gives its own answer,
// and the log tells the count and the article.
func TestDisputed(t *testing.T) {
	start := position(t, "W:WKa1,Ke1,c1:BKa5,a3")
	moves := walk(t, start, 62, "kings")
	for rules, want := range map[draughts.DrawRules]string{
		draughts.FMJD64:      "over at ply 30 .*7.2.5.*30 of 30 plies since ply 0.*32 plies recorded after the end",
		draughts.FSHR:        "over at ply 30 .*7.2.5.*30 of 30 plies since ply 0.*32 plies recorded after the end",
		draughts.Lidraughts:  "over at ply 60 .*7.2.6.*60 of 60 plies since ply 0.*2 plies recorded after the end",
		draughts.NoDrawRules: "not over after 62 plies",
	} {
		v := adjudicate(t, record(start, 0, moves, pdn.NoResult), rules)
		if log := v.Log(); !matches(t, want, log) || !strings.Contains(log, v.Position.FEN()) {
			t.Errorf("%s: %s", rules, log)
		}
	}
	// Before the end the log tells what is left.
	v := adjudicate(t, record(start, 0, moves[:20], pdn.NoResult), draughts.FMJD64)
	if log := v.Log(); !matches(t, `not over after 20 plies .*draw in 5 moves by 7.2.5; draw in 20 moves by 7.2.6`, log) {
		t.Error(log)
	}
}

func TestConflicts(t *testing.T) {
	draw := position(t, "W:WKc1,Ke1,Kg1:BKa5")
	moves := walk(t, draw, 31, "off road")
	blocked := position(t, "W:Wa3:Bb4,c5") // White has no move
	open := draughts.Start()
	results := []pdn.Result{pdn.NoResult, pdn.WhiteWins, pdn.BlackWins, pdn.Drawn, pdn.BothLose}
	for _, test := range []struct {
		name  string
		start draughts.Position
		moves []draughts.Move
		want  [5]Conflict // by results
	}{
		{"drawn by 7.2.4", draw, moves, [5]Conflict{NoConflict, DrawNotWin, DrawNotWin, NoConflict, DrawNotWin}},
		{"not yet drawn", draw, moves[:28], [5]Conflict{}},
		{"white is blocked", blocked, nil, [5]Conflict{NoConflict, WrongWinner, NoConflict, WinNotDraw, WrongWinner}},
		{"just begun", open, nil, [5]Conflict{}},
	} {
		for i, result := range results {
			v := adjudicate(t, record(test.start, 0, test.moves, result), draughts.FMJD64)
			if v.Conflict != test.want[i] {
				t.Errorf("%s, result %s: conflict %q, expected %q", test.name, result, v.Conflict, test.want[i])
			}
			if told := strings.Contains(v.Log(), "result "+result.String()+": "); told != (test.want[i] != NoConflict) {
				t.Errorf("%s, result %s: %s", test.name, result, v.Log())
			}
		}
	}
}

func TestBrokenRecord(t *testing.T) {
	start := draughts.Start()
	moves := walk(t, start, 0, "kings")
	m, err := start.ParseMove("c3-d4")
	if err != nil {
		t.Fatal(err)
	}
	g := record(start, 0, append(moves, m), pdn.WhiteWins)
	g.Main.Plies = append(g.Main.Plies, pdn.Ply{}) // "2. - -"
	v := adjudicate(t, g, draughts.FMJD64)
	if !v.Broken || v.Over() || v.Ply != 1 || v.Conflict != NoConflict || !strings.Contains(v.Log(), "the record breaks off") {
		t.Errorf("%s", v.Log())
	}
	g = record(start, 0, []draughts.Move{m}, pdn.NoResult)
	g.Main.Unread = "1... xyz"
	if v := adjudicate(t, g, draughts.FMJD64); !v.Broken {
		t.Errorf("unread moves: %s", v.Log())
	}
	g = record(start, 0, []draughts.Move{m, m}, pdn.NoResult)
	if _, err := Adjudicate(g, draughts.FMJD64); !errors.Is(err, draughts.ErrIllegal) {
		t.Errorf("an illegal move gives %v", err)
	}
	if _, err := Adjudicate(&pdn.Game{}, draughts.FMJD64); !errors.Is(err, ErrStart) {
		t.Errorf("no first position gives %v", err)
	}
}

func TestRepetition(t *testing.T) {
	start := position(t, "W:WKa1,c1:BKb8,h8")
	var moves []draughts.Move
	p := start
	for range 3 {
		for _, text := range []string{"a1-b2", "b8-a7", "b2-a1", "a7-b8"} {
			m, err := p.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			moves, p = append(moves, m), p.PlayUnchecked(m)
		}
	}
	v := adjudicate(t, record(start, 0, moves, pdn.NoResult), draughts.FMJD64)
	if v.Ply != 8 || v.Outcome.Reason != draughts.Repetition || *v.Count != (Count{Unit: draughts.Times, Made: 3, Limit: 3, Of: draughts.NoColor}) {
		t.Errorf("%s", v.Log())
	}
}
