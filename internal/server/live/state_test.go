package live

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/rating"
	"github.com/bolshak-draughts/bolshak/opening"
)

// terms are those from which the property tests choose.
var terms = []string{
	"60+2", "60d5", "3/20:10", "2days", "none", "180+0 club rated", "30+1 micro", "5+0 opening=idf64/II-2",
	"60+1 rated opening=fmjd64/1-I", "20+1 start=B:WKc1,a3:BKf8,h6:H3:F9", "10+3 rules=none start=W:WKc1:BKf8",
}

// drawAction draws an action that may or may not be possible.
func drawAction(t *rapid.T, s State) Action {
	a := Action{
		ID: rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}).Draw(t, "id") + rapid.StringMatching("[0-9]?").Draw(t, "id2"),
		Type: rapid.SampledFrom([]Type{
			DoMove, DoMove, DoMove, DoMove, DoMove, DoMove, DoMove, DoMove, DoResign, DoDrawOffer, DoDrawAccept, DoDrawDecline,
			DoTakebackOffer, DoTakebackOffer, DoTakebackAccept, DoTakebackAccept, DoTakebackDecline, DoAbort, DoClaim, DoAddTime,
			DoRematchOffer, DoRematchAccept, DoRematchDecline, DoFlag,
		}).Draw(t, "type"),
		Side:  draughts.Color(rapid.IntRange(0, 1).Draw(t, "side")),
		Gone:  time.Duration(rapid.IntRange(0, 200).Draw(t, "gone")) * time.Second,
		MS:    int64(rapid.SampledFrom([]int{15000, 60000}).Draw(t, "ms")),
		Plies: rapid.IntRange(0, 4).Draw(t, "plies"),
		Draw:  rapid.IntRange(0, 9).Draw(t, "draw") == 0,
	}
	if a.Type == DoResign && rapid.IntRange(0, 5).Draw(t, "really") > 0 {
		a.Type = DoMove
	}
	if a.Type != DoMove {
		return a
	}
	if rapid.IntRange(0, 9).Draw(t, "turn") > 0 {
		a.Side = s.Turn()
	}
	a.Ply = len(s.Plies) - rapid.SampledFrom([]int{0, 0, 0, 0, 0, 1, 2}).Draw(t, "ply")
	if g, err := s.Game(); err == nil {
		if moves := g.Position().AppendMoves(nil); len(moves) > 0 {
			m := Move(moves[rapid.IntRange(0, len(moves)-1).Draw(t, "move")])
			a.Move = &m
		}
	}
	if a.Move == nil {
		a.Move = &Move{}
	}
	return a
}

// of returns what the clock of a side shows.
func (c Clocks) of(side draughts.Color) time.Duration {
	if side == draughts.White {
		return c.White
	}
	return c.Black
}

// TestRandomGames plays random actions and holds what must be true of any.
func TestRandomGames(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.SampledFrom(terms).Draw(rt, "terms")
		now := monday
		s, err := New(parseTerms(t, text), now)
		if err != nil {
			rt.Fatal(err)
		}
		for range rapid.IntRange(1, 60).Draw(rt, "length") {
			now = now.Add(time.Duration(rapid.SampledFrom([]int64{0, 1, 100, 900, 2500, 6000, 29_000, 61_000}).Draw(rt, "wait")) * time.Millisecond)
			a := drawAction(rt, s)
			old, oldJSON := s, encode(rt, s)
			next, err := s.Apply(a, now)
			if got := encode(rt, s); got != oldJSON || !reflect.DeepEqual(s, old) {
				rt.Fatalf("%s changed what it was applied to:\n%s\n%s", a.Type, oldJSON, got)
			}
			checkNext(rt, s, next, a, err, now)
			if err == nil && a.Type != DoFlag {
				again, err := next.Apply(a, now.Add(time.Second))
				if err != nil || !reflect.DeepEqual(again, next) {
					rt.Fatalf("%s again: %v, version %d after %d", a.Type, err, again.Version, next.Version)
				}
				if v, ok := next.Done(a.Side, a.ID); !ok || v > next.Version {
					rt.Fatalf("%s is not remembered", a.Type)
				}
			}
			s = roundTrip(rt, next)
		}
	})
}

// checkNext holds what must be true of a state and the one that an action made
// of it.
func checkNext(rt *rapid.T, s, next State, a Action, err error, now time.Time) {
	var refused *Error
	_, known := s.Done(a.Side, a.ID)
	looked, fell := s.Look(now)
	switch {
	case err != nil && !errors.As(err, &refused):
		rt.Fatalf("%s: an error of no type: %v", a.Type, err)
	case errors.Is(err, ErrState):
		rt.Fatalf("%s: %v", a.Type, err)
	case next.Version < s.Version:
		rt.Fatalf("%s: the version fell", a.Type)
	case known && next.Version != s.Version:
		rt.Fatalf("%s: done again", a.Type)
	case err != nil && !fell && next.Version != s.Version:
		rt.Fatalf("%s was refused (%v) and changed something", a.Type, err)
	case err != nil && fell && !reflect.DeepEqual(next, looked):
		rt.Fatalf("%s was refused (%v) and the flag did not fall", a.Type, err)
	case next.Version == s.Version && !reflect.DeepEqual(next, s):
		rt.Fatalf("%s: a new state of the same version", a.Type)
	}
	before, after := s.ClocksAt(now), next.ClocksAt(now)
	for _, side := range []draughts.Color{draughts.White, draughts.Black} {
		if after.of(side) < 0 {
			rt.Fatalf("%s: %s has less than no time", a.Type, side)
		}
		allowed := before.of(side)
		switch {
		case s.Terms.Clock.Kind == InDays:
			allowed = s.perMove()
		case a.Type == DoMove && a.Side == side && len(next.Plies) > len(s.Plies):
			allowed += next.Plies[len(next.Plies)-1].Gain
		case a.Type == DoAddTime && a.Side != side:
			allowed += time.Duration(a.MS) * time.Millisecond
		}
		if after.of(side) > allowed {
			rt.Fatalf("%s by %s: the clock of %s grew from %v to %v", a.Type, a.Side, side, before.of(side), after.of(side))
		}
	}
	if at, ok := next.Deadline(); ok == next.Status.Ended() && s.Terms.Clock.Kind != NoClock {
		rt.Fatalf("%s: a deadline %v (%v) of a game that is %s", a.Type, at, ok, next.Status)
	} else if ok {
		if _, early := next.Look(at.Add(-time.Microsecond)); early {
			rt.Fatal("time did something before the deadline")
		}
		if _, due := next.Look(at); !due {
			rt.Fatal("time did nothing at the deadline")
		}
	}
	g, err := next.Game()
	if err != nil {
		rt.Fatalf("%s: %v", a.Type, err)
	}
	if over := g.Outcome(); over != next.Outcome {
		rt.Fatalf("%s: the board says %v, the state %v", a.Type, over, next.Outcome)
	}
	for _, side := range []draughts.Color{draughts.White, draughts.Black} {
		checkMay(rt, next, side, now)
	}
	if _, err := PDN(next, Names{White: "a", Black: "b"}); err != nil {
		rt.Fatal(err)
	}
}

// checkMay compares what is offered to a side with what is then done.
func checkMay(rt *rapid.T, s State, side draughts.Color, now time.Time) {
	if looked, fell := s.Look(now); fell {
		s = looked
	}
	const gone = 100 * time.Second
	may := s.May(side, gone)
	for _, c := range []struct {
		name string
		may  bool
		a    Action
	}{
		{"abort", may.Abort, Action{Type: DoAbort}},
		{"draw", may.Draw, Action{Type: DoDrawOffer}},
		{"takeback", may.Takeback, Action{Type: DoTakebackOffer}},
		{"claim", may.Claim, Action{Type: DoClaim, Gone: gone}},
		{"addTime", may.AddTime, Action{Type: DoAddTime, MS: 1000}},
		{"rematch", may.Rematch, Action{Type: DoRematchOffer}},
	} {
		c.a.ID, c.a.Side = "may", side
		if _, err := s.Apply(c.a, now); (err == nil) != c.may {
			rt.Fatalf("%s may %s: %v, and then: %v", side, c.name, c.may, err)
		}
	}
	if may.Draw != (may.DrawWhyNot == "") {
		rt.Fatalf("a draw: %v, because %q", may.Draw, may.DrawWhyNot)
	}
}

func encode(t interface{ Fatal(...any) }, s State) string {
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// roundTrip returns a state as the store gives it back.
func roundTrip(rt *rapid.T, s State) State {
	var back State
	if err := json.Unmarshal([]byte(encode(rt, s)), &back); err != nil {
		rt.Fatal(err)
	}
	if !reflect.DeepEqual(back, s) {
		rt.Fatalf("kept as\n%+v\nwas\n%+v", back, s)
	}
	return back
}

// FuzzAction: no JSON of an action, applied to a game in progress, does anything
// but what an action may do.
func FuzzAction(f *testing.F) {
	for _, text := range []string{
		`{"id":"1","type":"move","ply":2,"move":{"from":"c3","to":"d4","captured":[]}}`,
		`{"id":"1","type":"move","ply":2,"move":{"from":"a3","to":"b4"},"draw":true}`,
		`{"id":"2","type":"takeback-offer","plies":2}`, `{"id":"3","type":"claim","as":"draw"}`,
		`{"id":"4","type":"add-time","ms":15000}`, `{"id":"5","type":"flag"}`, `{"id":"","type":"resign"}`,
		`{"id":"6","type":"move","move":{"from":"z9","to":"a2","captured":["b4","b4"]}}`, `[]`, `{"id":"7","type":"move","ply":-1}`,
	} {
		f.Add([]byte(text), uint8(0))
	}
	start, err := New(Terms{Clock: Clock{Kind: Fischer, Base: 60_000}}, monday)
	if err != nil {
		f.Fatal(err)
	}
	for range 2 {
		g, _ := start.Game()
		m := Move(g.Position().AppendMoves(nil)[0])
		a := Action{ID: "m", Type: DoMove, Ply: len(start.Plies), Move: &m, Side: start.Turn()}
		if start, err = start.Apply(a, monday); err != nil {
			f.Fatal(err)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, side uint8) {
		var a Action
		if json.Unmarshal(text, &a) != nil {
			return
		}
		a.Side = draughts.Color(side)
		next, err := start.Apply(a, monday.Add(time.Second))
		var refused *Error
		if err != nil && (!errors.As(err, &refused) || next.Version != start.Version) {
			t.Fatalf("refused with %v at version %d", err, next.Version)
		}
		if _, err := next.Game(); err != nil {
			t.Fatal(err)
		}
		var back State
		if err := json.Unmarshal([]byte(encode(t, next)), &back); err != nil || !reflect.DeepEqual(back, next) {
			t.Fatalf("kept as %+v, %v", back, err)
		}
	})
}

// FuzzState: what is read as a state can be asked anything.
func FuzzState(f *testing.F) {
	for _, text := range terms {
		t := parseTerms(&testing.T{}, text)
		s, err := New(t, monday)
		if err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(encode(f, s)))
		s, _ = s.Apply(Action{ID: "x", Type: DoResign}, monday)
		f.Add([]byte(encode(f, s)))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var s State
		if err := json.Unmarshal(text, &s); err != nil {
			return
		}
		_, _ = s.Game()
		_, _ = s.Deadline()
		_ = s.May(draughts.White, time.Hour)
		_, _ = json.Marshal(s.ClocksAt(monday))
		_ = s.Debut()
		for _, a := range []Type{DoTakebackAccept, DoDrawAccept, DoClaim, DoRematchAccept, DoFlag} {
			_, _ = s.Apply(Action{ID: "x", Type: a, Gone: time.Hour}, monday)
		}
		var back State
		if err := json.Unmarshal([]byte(encode(t, s)), &back); err != nil {
			t.Fatalf("%v: %s", err, encode(t, s))
		}
	})
}

func TestTermsThatCannotBe(t *testing.T) {
	fischer := Clock{Kind: Fischer, Base: 60_000}
	for name, c := range map[string]struct {
		terms Terms
		want  string
	}{
		"no clock":          {Terms{}, `no kind ""`},
		"no time":           {Terms{Clock: Clock{Kind: Fischer}}, "base is 0 ms"},
		"too much time":     {Terms{Clock: Clock{Kind: Fischer, Base: 1 << 62}}, "base is 4611686018427387904 ms"},
		"negative":          {Terms{Clock: Clock{Kind: Fischer, Base: 60_000, Increment: -1}}, "increment is -1 ms"},
		"long delay":        {Terms{Clock: Clock{Kind: Delay, Base: 60_000, Delay: 300_001}}, "delay is 300001 ms"},
		"no moves":          {Terms{Clock: Clock{Kind: InMoves, Base: 60_000, Again: 60_000}}, "moves is 0"},
		"nothing again":     {Terms{Clock: Clock{Kind: InMoves, Base: 60_000, Moves: 9}}, "again is 0 ms"},
		"no days":           {Terms{Clock: Clock{Kind: InDays}}, "days is 0"},
		"other's time":      {Terms{Clock: Clock{Kind: InDays, Days: 1, Base: 5}}, "does not use"},
		"offers":            {Terms{Clock: fischer, Offers: "x"}, `offers: "x"`},
		"rules":             {Terms{Clock: fischer, Rules: "x"}, "no such draw rules"},
		"FEN":               {Terms{Clock: fischer, Start: "x"}, "not a FEN"},
		"long FEN":          {Terms{Clock: fischer, Start: strings.Repeat("x", 401)}, "401 bytes"},
		"over at once":      {Terms{Clock: fischer, Start: "W:Wa5:Bb6,c7"}, "over there"},
		"table":             {Terms{Clock: fischer, Opening: &Opening{Table: "x"}}, "no such drawing table"},
		"code":              {Terms{Clock: fischer, Opening: &Opening{Table: "fmjd64", Code: "x"}}, "no such opening"},
		"opening and rules": {Terms{Clock: fischer, Rules: "x", Opening: &Opening{Table: "fmjd64"}}, "no such draw rules"},
		"both starts":       {Terms{Clock: fischer, Start: draughts.StartFEN, Opening: &Opening{Table: "fmjd64"}}, "at a position and at an opening"},
		"rated, no clock":   {Terms{Clock: Clock{Kind: NoClock}, Rated: true}, "needs a clock"},
		"rated, position":   {Terms{Clock: fischer, Rated: true, Start: "W:Wa1:Bb8"}, "start position"},
	} {
		err := c.terms.Check()
		if !errors.Is(err, ErrTerms) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", name, err, c.want)
		}
		if _, err := New(c.terms, monday); !errors.Is(err, ErrTerms) {
			t.Errorf("%s: a game was made: %v", name, err)
		}
		if _, err := c.terms.Draw(nil); !errors.Is(err, ErrTerms) {
			t.Errorf("%s: drawn: %v", name, err)
		}
	}
	undrawn := Terms{Clock: fischer, Opening: &Opening{Table: "idf150"}}
	if _, err := New(undrawn, monday); !errors.Is(err, ErrTerms) {
		t.Errorf("an opening that was not drawn: %v", err)
	}
}

func TestClasses(t *testing.T) {
	for text, want := range map[string]rating.Class{
		"60+0": rating.Bullet, "60+3": rating.Blitz, "180+2": rating.Blitz, "300+5": rating.Rapid, "1500+0": rating.Classical,
		"60d3": rating.Blitz, "10/60:60": rating.Blitz, "45/1499:3600": rating.Rapid, "1days": rating.Correspondence, "none": rating.Correspondence,
	} {
		if got := parseTerms(t, text).Class(); got != want {
			t.Errorf("%s is %s, expected %s", text, got, want)
		}
	}
}

func TestDrawnOpenings(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, table := range opening.Tables() {
		kinds := map[bool]bool{}
		for range 60 {
			asked := Terms{Clock: Clock{Kind: NoClock}, Opening: &Opening{Table: table.String()}}
			drawn, err := asked.Draw(rng)
			if err != nil {
				t.Fatal(err)
			}
			if asked.Opening.Code != "" || !drawn.Opening.Drawn {
				t.Fatalf("asked %+v, drawn %+v", asked.Opening, drawn.Opening)
			}
			s, err := New(drawn, monday)
			if err != nil {
				t.Fatal(err)
			}
			entry, err := opening.Lookup(table, drawn.Opening.Code)
			if err != nil {
				t.Fatal(err)
			}
			g, err := s.Game()
			if err != nil || g.Position() != entry.Position || s.Given != len(entry.Moves) || s.Turn() != entry.Position.Turn() {
				t.Fatalf("%s %s begins at %v, %v", table, entry.Code, g.Position(), err)
			}
			kinds[entry.Kind == opening.Flying] = true
		}
		if table != opening.IDF150 && len(kinds) != 2 {
			t.Errorf("%s: only one kind was drawn", table)
		}
	}
	// A rematch of a drawn opening is drawn anew, of one that was chosen is not.
	for _, drawn := range []bool{true, false} {
		codes := map[string]bool{}
		for range 20 {
			s, err := New(Terms{Clock: Clock{Kind: NoClock}, Opening: &Opening{"idf64", "II-2", drawn}}, monday)
			if err != nil {
				t.Fatal(err)
			}
			for i, a := range []Action{{Type: DoResign}, {Type: DoRematchOffer}, {Type: DoRematchAccept, Side: draughts.Black}} {
				a.ID = string(rune('a' + i))
				if s, err = s.Apply(a, monday); err != nil {
					t.Fatal(err)
				}
			}
			this, next, err := s.Follow("this", "next", monday, rng)
			if err != nil || this.Next != "next" || this.Version != s.Version+1 {
				t.Fatalf("%+v, %v", this, err)
			}
			codes[next.Terms.Opening.Code] = true
		}
		if (len(codes) > 1) != drawn {
			t.Errorf("drawn %v: the rematches have %d openings", drawn, len(codes))
		}
	}
	// Who names an opening cannot pretend that it was drawn.
	named, err := Terms{Clock: Clock{Kind: NoClock}, Opening: &Opening{"idf64", "ii-2", true}}.Draw(rng)
	if err != nil || named.Opening.Drawn {
		t.Errorf("%+v, %v", named.Opening, err)
	}
}

func TestMicroMatchScore(t *testing.T) {
	for _, c := range []struct {
		first, second string // how the games end
		white, black  int    // points in the second game, whose White was Black
	}{
		{"w:resign", "w:resign", 2, 2},
		{"w:resign", "b:resign", 4, 0},
		{"b:resign", "b:resign", 2, 2},
		{"m m w:draw-offer b:draw-accept", "w:resign", 1, 3},
		{"m m w:draw-offer b:draw-accept", "m m w:draw-offer b:draw-accept", 2, 2},
	} {
		state, err := New(parseTerms(t, "60+0 micro opening=fmjd64/11-IV"), monday)
		if err != nil {
			t.Fatal(err)
		}
		s := &script{t: t, state: state, now: monday}
		s.run(c.first)
		if !s.state.Due() {
			t.Fatal("no second game")
		}
		s.run("follow")
		if m := s.state.Micro; m.Game != 2 || m.Other != "this" || s.state.Terms.Opening.Code != "11-IV" {
			t.Errorf("the second game %+v %+v", m, s.state.Terms.Opening)
		}
		s.run(c.second)
		if w, b := s.state.Score(); w != c.white || b != c.black {
			t.Errorf("%s, then %s: %d-%d, expected %d-%d", c.first, c.second, w, b, c.white, c.black)
		}
		if s.state.Due() {
			t.Error("a third game")
		}
	}
}

func TestLongestGame(t *testing.T) {
	s, err := New(parseTerms(t, "none rules=none start=W:WKc1:BKf8"), monday)
	if err != nil {
		t.Fatal(err)
	}
	back := []string{"c1-d2", "f8-g7", "d2-c1", "g7-f8"}
	p := draughts.Position{}
	for i := range MaxPlies - 1 {
		if i < len(back) {
			g, _ := s.Game()
			p = g.Position()
			m, err := p.ParseMove(back[i])
			if err != nil {
				t.Fatal(err)
			}
			s.Plies = append(s.Plies, Ply{Move: m, Left: noTime})
			continue
		}
		s.Plies = append(s.Plies, s.Plies[i%len(back)])
	}
	s.Status = StatusPlaying
	last := Move(s.Plies[(MaxPlies-1)%len(back)].Move)
	s, err = s.Apply(Action{ID: "x", Type: DoMove, Ply: MaxPlies - 1, Move: &last, Side: s.Turn()}, monday)
	if err != nil || ended(s) != "1/2-1/2 agreement" {
		t.Errorf("%s, %v", ended(s), err)
	}
}

func TestRemembersTheLatest(t *testing.T) {
	s, err := New(parseTerms(t, "600+0"), monday)
	if err != nil {
		t.Fatal(err)
	}
	ids := "abcdefghijklmnopqrstuvwxyz"
	for _, id := range ids {
		if s, err = s.Apply(Action{ID: string(id), Type: DoAddTime, MS: 1000}, monday); err != nil {
			t.Fatal(err)
		}
	}
	for i, id := range ids {
		v, ok := s.Done(draughts.White, string(id))
		if ok != (i >= len(ids)-keptActions) || ok && v != i+2 {
			t.Errorf("%c: version %d, %v", id, v, ok)
		}
	}
	if _, ok := s.Done(draughts.Black, "z"); ok {
		t.Error("an action of the other side")
	}
	if _, ok := s.Done(draughts.NoColor, "z"); ok {
		t.Error("an action of nobody")
	}
}
