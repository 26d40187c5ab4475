package live

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/pdn"
)

// TestJSON holds what clients read to its form.
func TestJSON(t *testing.T) {
	for _, c := range []struct{ name, terms, script, clocks, may string }{
		{
			"before the first move", "60+2", "10s",
			`{"white":60000,"black":60000,"running":null,"now":1796040010000000,"delay":0,"movesLeft":null,"firstMove":20000}`,
			`{"abort":true,"draw":false,"drawWhyNot":"not-begun","takeback":false,"claim":false,"claimIn":null,"addTime":true,"rematch":false}`,
		},
		{
			"in the game", "60d5", "m m m 2s",
			`{"white":60000,"black":60000,"running":"black","now":1796040002000000,"delay":3000,"movesLeft":null,"firstMove":null}`,
			`{"abort":false,"draw":true,"drawWhyNot":"","takeback":true,"claim":false,"claimIn":40000,"addTime":true,"rematch":false}`,
		},
		{
			"moves", "3/60:30", "m m m 2.5s",
			`{"white":60000,"black":57500,"running":"black","now":1796040002500000,"delay":0,"movesLeft":{"white":1,"black":2},"firstMove":null}`,
			`{"abort":false,"draw":true,"drawWhyNot":"","takeback":true,"claim":false,"claimIn":40000,"addTime":true,"rematch":false}`,
		},
		{
			"after it", "none", "m m b:resign",
			`{"white":0,"black":0,"running":null,"now":1796040000000000,"delay":0,"movesLeft":null,"firstMove":null}`,
			`{"abort":false,"draw":false,"drawWhyNot":"over","takeback":false,"claim":false,"claimIn":null,"addTime":false,"rematch":true}`,
		},
	} {
		state, err := New(parseTerms(t, c.terms), monday)
		if err != nil {
			t.Fatal(err)
		}
		s := &script{t: t, state: state, now: monday}
		s.run(c.script)
		for got, want := range map[any]string{s.state.ClocksAt(s.now): c.clocks, s.state.May(draughts.White, 20*time.Second): c.may} {
			b, err := json.Marshal(got)
			if err != nil || string(b) != want {
				t.Errorf("%s: %s, %v\nexpected %s", c.name, b, err, want)
			}
		}
		if got := s.state.May(draughts.NoColor, time.Hour); got != (May{ClaimIn: -1}) {
			t.Errorf("a spectator may %+v", got)
		}
	}
}

func TestMoveJSON(t *testing.T) {
	for text, want := range map[string]string{
		`{"from":"c3","to":"e5","captured":["d4"]}`:        "",
		`{"from":"C3","to":"e5","captured":[]}`:            "",
		`{"from":"c3","to":"e5"}`:                          "",
		`{"from":"c3","to":"e5","captured":["d4","d4"]}`:   "twice",
		`{"from":"c3","to":"e5","captured":["d4","d5"]}`:   "light square",
		`{"from":"c9","to":"e5","captured":[]}`:            "no such square",
		`{"from":"c3","to":"","captured":[]}`:              "no such square",
		`{"from":3,"to":"e5","captured":[]}`:               "not a move",
		`["c3","e5"]`:                                      "not a move",
		`{"from":"c3","to":"e5","captured":{"d4":"d4"}}`:   "not a move",
		`{"from":"c3","to":"e5","captured":["d4",["f6"]]}`: "not a move",
	} {
		var m Move
		err := json.Unmarshal([]byte(text), &m)
		if want == "" {
			b, again := json.Marshal(m)
			var back Move
			if err != nil || again != nil || json.Unmarshal(b, &back) != nil || back != m {
				t.Errorf("%s: %v, %v, written %s", text, err, again, b)
			}
			continue
		}
		if !errors.Is(err, ErrAction) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", text, err, want)
		}
	}
}

// TestPDN compares the text of games.
func TestPDN(t *testing.T) {
	for _, c := range []struct {
		name, terms, script string
		names               Names
		want                string
	}{
		{
			"a drawn opening, resigned", "60+2 rated opening=fmjd64/11-IV", "m:a3-b4 m:d6-e5 3.25s m:b4-c5 61s look",
			Names{Event: "Rated blitz game", Site: "here", White: "Anna", Black: "Boris \"B\"", WhiteRating: 1500, BlackRating: 1662},
			`[Event "Rated blitz game"]
[Site "here"]
[Date "2026.11.30"]
[White "Anna"]
[Black "Boris \"B\""]
[Result "1-0"]
[WhiteRating "1500"]
[BlackRating "1662"]
[GameType "25,W,8,8,A0,0"]
[TimeControl "60+2"]
[Time "12:00:00"]
[OpeningTable "fmjd64"]
[OpeningCode "11-IV"]
[DrawRules "fmjd64"]
[Termination "time"]
[FEN "W:Wc1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3,a5:Bh4,b6,d6,f6,h6,c7,e7,g7,b8,d8,f8,h8"]

`,
		},
		{
			"moves of the opening have no clock", "3/60:30 micro opening=fmjd64/1-I", "m m 1.5s w:resign",
			Names{White: "a", Black: "b"},
			`[Date "2026.11.30"]
[White "a"]
[Black "b"]
[Result "0-1"]
[GameType "25,W,8,8,A0,0"]
[TimeControl "3/60:3/30"]
[Time "12:00:00"]
[Round "1.1"]
[Opening "Igra Bodyanskogo"]
[OpeningTable "fmjd64"]
[OpeningCode "1-I"]
[DrawRules "fmjd64"]
[Termination "resignation"]

`,
		},
		{
			"aborted, by the day", "2days", "w:abort", Names{},
			`[Date "2026.11.30"]
[Result "*"]
[GameType "25,W,8,8,A0,0"]
[TimeControl "1/172800"]
[Time "12:00:00"]
[DrawRules "fmjd64"]
[Termination "aborted"]

*
`,
		},
		{
			"in progress, from a position, with a delay", "90.5d2.5 rules=none start=W:Wc3:Bd6:H4:F9", "m:c3-d4 m:d6-c5 3s m:d4:b6", Names{},
			`[Date "2026.11.30"]
[Result "1-0"]
[GameType "25,W,8,8,A0,0"]
[TimeControl "90.5d2.5"]
[Time "12:00:00"]
[DrawRules "none"]
[FEN "W:Wc3:Bd6:H4:F9"]

9. c3-d4 {[%clk 0:01:30.5]} 9... d6-c5 {[%clk 0:01:30.5]} 10. d4:b6
{[%clk 0:01:30]} 1-0
`,
		},
	} {
		state, err := New(parseTerms(t, c.terms), monday)
		if err != nil {
			t.Fatal(err)
		}
		s := &script{t: t, state: state, now: monday}
		s.run(c.script)
		game, err := PDN(s.state, c.names)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := pdn.NewWriter(&b, pdn.WriteOptions{}).WriteGame(game); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s:\n%s\nexpected\n%s", c.name, got, c.want)
		}
		for back, err := range pdn.Read(strings.NewReader(b.String()), pdn.Options{Strict: true}) {
			if err != nil || !pdn.Equal(back, game) {
				t.Errorf("%s: read back %v:\n%s", c.name, err, b.String())
			}
			for i, p := range s.state.Plies {
				clock, ok := back.Main.Plies[i].Note.Clock(s.state.mover(i))
				told := Clocks{White: clock.White, Black: clock.Black}.of(s.state.mover(i))
				if ok != (p.Left != noTime) || ok && (p.Left-told < 0 || p.Left-told >= 100*time.Millisecond) {
					t.Errorf("%s: ply %d: the clock %v, expected %v", c.name, i, told, p.Left)
				}
			}
		}
	}
}

func TestDebut(t *testing.T) {
	state, err := New(parseTerms(t, "none"), monday)
	if err != nil {
		t.Fatal(err)
	}
	s := &script{t: t, state: state, now: monday}
	s.run("m:a3-b4 m:b6-a5")
	if d := s.state.Debut(); d.Name == "" || d.Russian == "" || d.Table != "" {
		t.Errorf("the debut %+v", d)
	}
	state, err = New(parseTerms(t, "none opening=idf64/II-2"), monday)
	if err != nil {
		t.Fatal(err)
	}
	if d := state.Debut(); d != (Debut{Table: "idf64", Code: "II-2"}) {
		t.Errorf("the debut %+v", d)
	}
}

func BenchmarkApply(b *testing.B) {
	s, err := New(Terms{Clock: Clock{Kind: Fischer, Base: 600_000}}, monday)
	if err != nil {
		b.Fatal(err)
	}
	var a Action
	for i := range 40 {
		g, err := s.Game()
		if err != nil {
			b.Fatal(err)
		}
		m := Move(g.Position().AppendMoves(nil)[0])
		a = Action{ID: string(rune('A' + i)), Type: DoMove, Ply: i, Move: &m, Side: s.Turn()}
		if i < 39 {
			if s, err = s.Apply(a, monday); err != nil {
				b.Fatal(err)
			}
		}
	}
	text := []byte(encode(b, s))
	b.Run("apply", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := s.Apply(a, monday); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_ = encode(b, s)
		}
	})
	b.Run("decode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var back State
			if err := json.Unmarshal(text, &back); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Logf("%d bytes", len(text))
}
