package draughts_test

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/reference"
)

var profiles = []draughts.DrawRules{draughts.FMJD64, draughts.FSHR, draughts.Lidraughts, draughts.NoDrawRules}

// TestDrawsTable replays random endings for which the ply and the article of
// their end are known.
func TestDrawsTable(t *testing.T) {
	for i, row := range rows(t, "draws.tsv") {
		g := draughts.NewGame(position(t, row[0]), draughts.FMJD64)
		var err error
		for _, text := range strings.Fields(row[3]) {
			if err = g.PlayText(text); err != nil {
				break
			}
		}
		if err != nil && !errors.Is(err, draughts.ErrGameOver) {
			t.Errorf("game %d: %v", i+1, err)
			continue
		}
		article := g.Outcome().Article
		if g.Outcome().Winner != draughts.NoColor {
			article = "no move"
		}
		if g.Outcome().Reason == draughts.NotOver || fmt.Sprint(g.Plies()) != row[1] || article != row[2] {
			t.Errorf("game %d: over at %d: %v, want %s %s", i+1, g.Plies(), g.Outcome(), row[1], row[2])
		}
	}
}

// TestDrawsAgainstReference plays random games from small endings under each
// profile until they end and asks the plain implementation when that should be.
func TestDrawsAgainstReference(t *testing.T) {
	games := 3000
	if testing.Short() {
		games = 900
	}
	rng := rand.New(rand.NewPCG(64, 4))
	ends := make(map[string]int)
	for i := range games {
		// Kings far more than men, so that the counts run full.
		wm, wk, bm, bk := rng.IntN(2), rng.IntN(5), rng.IntN(2), rng.IntN(5)
		switch i % 3 {
		case 1:
			wm, wk, bm, bk = rng.IntN(3), 1+rng.IntN(3), 0, 1
		case 2:
			wm, wk, bm, bk = 2, 1, rng.IntN(3), 1
		}
		r := reference.Placement(rng, wm, wk, bm, bk, reference.Side(rng.IntN(2)))
		setup := placed(t, r).Setup()
		if rng.IntN(3) == 0 {
			setup.SinceChange = rng.IntN(40)
		}
		rules := profiles[i%len(profiles)]
		g, err := draughts.NewGameFrom(setup, rules, draughts.Forgivable)
		if err != nil {
			t.Fatal(err)
		}
		var played []reference.Move
		for now := r; g.Outcome().Reason == draughts.NotOver && g.Plies() < 150; now = played[len(played)-1].Result {
			m := choose(rng, g)
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
			for _, rm := range now.Moves() {
				if rm.Key() == key(m) {
					played = append(played, rm)
				}
			}
		}
		ply, article, over := reference.Over(r, setup.SinceChange, played, rules.String())
		got := g.Outcome()
		gotArticle := got.Article
		if got.Winner != draughts.NoColor {
			gotArticle = "no move"
		}
		ends[rules.String()+" "+gotArticle]++
		if over != (got.Reason != draughts.NotOver) || over && (ply != g.Plies() || article != gotArticle) {
			t.Errorf("%s, %s, H%d, %v:\ngot  %d %v\nwant %d %s %v", r.FEN(), rules, setup.SinceChange, g.Moves(), g.Plies(), got, ply, article, over)
		}
	}
	t.Log(ends)
	for _, want := range []string{
		"fmjd64 7.2.3", "fmjd64 7.2.4", "fmjd64 7.2.5", "fmjd64 7.2.6", "fmjd64 7.2.7", "fmjd64 7.2.8", "fmjd64 no move",
		"fshr 7.2.7", "fshr 7.2.8", "lidraughts 7.2.4", "lidraughts 7.2.6", "lidraughts 7.2.7", "lidraughts 7.2.8", "none no move",
	} {
		if ends[want] == 0 && !testing.Short() {
			t.Errorf("no game ended by %s: the sample is too poor", want)
		}
	}
}

// choose prefers quiet moves of kings, which keep the counts running, and steps
// with a man when only kings have moved for long.
func choose(rng *rand.Rand, g *draughts.Game) draughts.Move {
	p := g.Position()
	moves := p.AppendMoves(nil)
	for _, c := range g.Counters() {
		for _, m := range moves {
			if c.Reason == draughts.KingsOnly && c.PliesLeft < 8 && p.Men(p.Turn()).Has(m.From) && !p.Crowns(m) && !p.PlayUnchecked(m).MustCapture() {
				return m
			}
		}
	}
	for range 3 {
		m := moves[rng.IntN(len(moves))]
		next := p.PlayUnchecked(m)
		if p.Kings(p.Turn()).Has(m.From) && !next.MustCapture() {
			return m
		}
	}
	return moves[rng.IntN(len(moves))]
}

// TestCounterTellsTheEnd checks that a counter which says 'in n plies' is right:
// if the count is never stopped, the game is a draw by that article exactly
// then.
func TestCounterTellsTheEnd(t *testing.T) {
	rng := rand.New(rand.NewPCG(64, 5))
	told := make(map[string]int)
	for i := range 3000 {
		r := reference.Placement(rng, rng.IntN(2), 1+rng.IntN(3), rng.IntN(2), 1+rng.IntN(3), reference.Side(i%2))
		g := draughts.NewGame(placed(t, r), profiles[i%3])
		before := make(map[string]int) // plies left by article
		for g.Outcome().Reason == draughts.NotOver && g.Plies() < 130 {
			clear(before)
			for _, c := range g.Counters() {
				before[c.Article] = c.PliesLeft
				if c.Made > c.Limit || c.Reason != draughts.Repetition && c.PliesLeft < 1 {
					t.Fatalf("%s: %+v", g.Position(), c)
				}
			}
			if err := g.Play(choose(rng, g)); err != nil {
				t.Fatal(err)
			}
			o := g.Outcome()
			if o.Winner == draughts.NoColor && o.Reason > draughts.Repetition {
				if before[o.Article] != 1 {
					t.Errorf("%s after %v: %v, but the counter before said %d plies", r.FEN(), g.Moves(), o, before[o.Article])
				}
				told[o.Article]++
			}
			for article, left := range before {
				if left == 1 && o.Reason == draughts.NotOver && g.SinceChange() > 1 && article != "7.2.5" && article != "7.2.7" {
					t.Errorf("%s after %v: %s was due", r.FEN(), g.Moves(), article)
				}
			}
		}
	}
	if len(told) < 5 {
		t.Errorf("too few articles met: %v", told)
	}
}

// TestBoundaries lets kings move until a count that began before the first
// position is full.
func TestBoundaries(t *testing.T) {
	for _, tt := range []struct {
		name, fen string
		rules     draughts.DrawRules
		ply       int
		article   string
	}{
		// The first position may say how many plies ago the last change was.
		{"one king each", "W:WKa1:BKh4:H9", draughts.FMJD64, 1, "7.2.8"},
		{"one king each, later", "W:WKa1:BKh4:H8", draughts.FMJD64, 2, "7.2.8"},
		{"two kings, their fifth move", "W:WKa1,Kc1:BKh4:H8", draughts.FMJD64, 1, "7.2.8"},
		{"two kings, the fifth move of the lone king does not count", "B:WKa1,Kc1:BKb8:H8", draughts.FMJD64, 2, "7.2.8"},
		{"the federation counts plies", "B:WKa1,Kc1:BKb8:H9", draughts.FSHR, 1, "7.2.8"},
		{"three kings, their fifteenth move", "W:WKa1,Kc1,Ke1:BKb8:H28", draughts.FMJD64, 1, "7.2.4"},
		{"29 quiet king plies", "W:WKa1,Kc1:BKb8,Kh4:H29", draughts.FMJD64, 1, "7.2.5"},
		{"28 quiet king plies", "W:WKa1,Kc1:BKb8,Kh4:H28", draughts.FMJD64, 2, "7.2.5"},
		{"four pieces", "W:WKa1,c1:BKb8,h6:H59", draughts.FMJD64, 1, "7.2.6"},
		{"five pieces", "W:WKa1,c1,e1:BKb8,h6:H59", draughts.FMJD64, 1, "7.2.6"},
		{"six pieces", "W:WKa1,c1,e1:BKb8,h6,h8:H119", draughts.FMJD64, 1, "7.2.6"},
		{"seven pieces", "W:WKa1,c1,e1:BKb8,h6,h8,f8:H119", draughts.FMJD64, 1, "7.2.6"},
		{"over before it began", "W:WKa1:BKh4:H10", draughts.FMJD64, 0, "7.2.8"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			setup, err := draughts.ParseSetup(tt.fen)
			if err != nil {
				t.Fatal(err)
			}
			g, err := draughts.NewGameFrom(setup, tt.rules, 0)
			if err != nil {
				t.Fatal(err)
			}
			for g.Outcome().Reason == draughts.NotOver && g.Plies() < 200 {
				moved := false
				for m := range quietKingMoves(g) {
					moved = g.Play(m) == nil
					break
				}
				if !moved {
					t.Fatalf("no quiet king move in %s", g.Position())
				}
			}
			if g.Plies() != tt.ply || g.Outcome().Article != tt.article {
				t.Errorf("over at %d: %v, want %d %s", g.Plies(), g.Outcome(), tt.ply, tt.article)
			}
		})
	}
}

// TestKingRunStops: a man's move in between starts the fifteen moves anew.
func TestKingRunStops(t *testing.T) {
	rng := rand.New(rand.NewPCG(64, 6))
	for stopAt := 0; stopAt < 30; stopAt += 7 {
		g := wander(t, rng, "W:WKc1,a3:BKf8,h6", stopAt)
		text := "a3-b4"
		if g.Position().Turn() == draughts.Black {
			text = "h6-g5"
		}
		if err := g.PlayText(text); err != nil {
			t.Fatal(err)
		}
		for _, c := range g.Counters() {
			if c.Article == "7.2.5" {
				t.Errorf("after a man's move at ply %d: %+v", stopAt, c)
			}
		}
	}
	g := wander(t, rng, "W:WKc1,a3:BKf8,h6", 29)
	for quiet := range quietKingMoves(g) {
		if err := g.Play(quiet); err != nil {
			t.Fatal(err)
		}
		break
	}
	if o := g.Outcome(); o.Reason != draughts.KingsOnly {
		t.Errorf("at ply %d: %v", g.Plies(), o)
	}
}

// wander plays so many quiet moves of kings from a position, at random, without
// a repetition, such that the men on a3 and h6 could then step safely.
func wander(t *testing.T, rng *rand.Rand, fen string, plies int) *draughts.Game {
	t.Helper()
	for range 10_000 {
		g := draughts.NewGame(position(t, fen), draughts.FMJD64)
		for g.Plies() < plies {
			var moves []draughts.Move
			for m := range quietKingMoves(g) {
				moves = append(moves, m)
			}
			if len(moves) == 0 || g.Play(moves[rng.IntN(len(moves))]) != nil {
				break
			}
		}
		p := g.Position()
		_, white := p.ParseMove("a3-b4")
		_, black := p.ParseMove("h6-g5")
		if g.Plies() == plies && (white == nil || black == nil) && g.Outcome().Reason == draughts.NotOver {
			return g
		}
	}
	t.Fatalf("no way to wander %d plies from %s", plies, fen)
	return nil
}

// quietKingMoves yields the quiet moves of kings that give nothing away and lead
// to a position not seen before.
func quietKingMoves(g *draughts.Game) iter.Seq[draughts.Move] {
	return func(yield func(draughts.Move) bool) {
		p := g.Position()
		for m := range p.Moves() {
			next := p.PlayUnchecked(m)
			if !p.Kings(p.Turn()).Has(m.From) || m.IsCapture() || next.MustCapture() {
				continue
			}
			seen := false
			for i := range g.Plies() {
				seen = seen || g.PositionAt(i) == next
			}
			if !seen && !yield(m) {
				return
			}
		}
	}
}

func TestRepetition(t *testing.T) {
	g := draughts.NewGame(position(t, "W:WKg1,a1:BKb8,h8"), draughts.FMJD64)
	for i, text := range strings.Fields("g1-f2 b8-c7 f2-g1 c7-b8 g1-f2 b8-c7 f2-g1") {
		if err := g.PlayText(text); err != nil {
			t.Fatal(i, err)
		}
		if g.Outcome().Reason != draughts.NotOver {
			t.Fatalf("over at ply %d: %v", g.Plies(), g.Outcome())
		}
	}
	if got := fmt.Sprint(g.Counters()); !strings.Contains(got, "position seen 2 times, draw at 3 by 7.2.3") {
		t.Errorf("counters: %s", got)
	}
	if err := g.PlayText("c7-b8"); err != nil {
		t.Fatal(err)
	}
	want := draughts.Outcome{Winner: draughts.NoColor, Reason: draughts.Repetition, Article: "7.2.3"}
	if g.Outcome() != want || g.Seen() != 3 {
		t.Errorf("got %v, seen %d", g.Outcome(), g.Seen())
	}
	if err := g.Play(draughts.Move{From: draughts.G1, To: draughts.F2}); !errors.Is(err, draughts.ErrGameOver) {
		t.Errorf("playing on: %v", err)
	}
	if !g.TakeBack() || g.Outcome().Reason != draughts.NotOver || g.Seen() != 2 {
		t.Errorf("after taking back: %v, seen %d", g.Outcome(), g.Seen())
	}
}

func TestGameEnds(t *testing.T) {
	for _, tt := range []struct {
		name string
		fen  string
		end  func(*draughts.Game) error
		want string
	}{
		{"no pieces", "W:Wc3:Bd4", func(g *draughts.Game) error { return g.PlayText("c3:e5") }, "white wins: no pieces left"},
		{"blocked", "B:Wa3:Bc5,a5", func(g *draughts.Game) error { return g.PlayText("a5-b4") }, "black wins: no legal move"},
		{"resigned", draughts.StartFEN, func(g *draughts.Game) error { return g.Resign(draughts.White) }, "black wins: resignation"},
		{"time", draughts.StartFEN, func(g *draughts.Game) error { return g.FallFlag(draughts.Black) }, "white wins: time"},
		{"forfeit", draughts.StartFEN, func(g *draughts.Game) error { return g.Forfeit(draughts.Black) }, "white wins: forfeit"},
		{"agreed", draughts.StartFEN, func(g *draughts.Game) error { return g.AgreeDraw() }, "draw: agreement"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := draughts.NewGame(position(t, tt.fen), draughts.FMJD64)
			if err := tt.end(g); err != nil {
				t.Fatal(err)
			}
			if got := g.Outcome().String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if err := g.Resign(draughts.White); !errors.Is(err, draughts.ErrGameOver) {
				t.Errorf("resigning after the end: %v", err)
			}
		})
	}
	blocked := draughts.NewGame(position(t, "W:Wa3:Bb4,c5"), draughts.FMJD64)
	if got := blocked.Outcome(); got != (draughts.Outcome{Winner: draughts.Black, Reason: draughts.Blocked}) {
		t.Errorf("blocked: %v", got)
	}
}

func TestIllegalPlayChangesNothing(t *testing.T) {
	g := draughts.NewGame(draughts.Start(), draughts.FMJD64)
	m, err := g.Position().ParseMove("c3-d4")
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Play(m); err != nil {
		t.Fatal(err)
	}
	before := g.Position()
	for _, bad := range []draughts.Move{
		m, // stale: it is Black's turn
		{From: draughts.D4, To: draughts.E5},
		{From: draughts.B6, To: draughts.B4},
		{From: draughts.B6, To: draughts.A5, Captured: draughts.D4.Bitboard()},
		{From: 200, To: draughts.A5},
		{From: draughts.B6, To: draughts.NoSquare},
	} {
		err := g.Play(bad)
		var illegal *draughts.IllegalError
		if !errors.Is(err, draughts.ErrIllegal) || !errors.As(err, &illegal) || illegal.Position != before {
			t.Errorf("%v: error %v", bad, err)
		}
		if g.Position() != before || g.Plies() != 1 {
			t.Fatalf("%v changed the game", bad)
		}
	}
}

func TestTakeBack(t *testing.T) {
	g := draughts.NewGame(draughts.Start(), draughts.FMJD64)
	var fens []string
	for _, text := range strings.Fields("c3-d4 d6-c5 b2-c3 f6-g5 c3-b4 g5-h4") {
		fens = append(fens, draughts.FENStyle{Counters: true}.Format(g.Setup()))
		if err := g.PlayText(text); err != nil {
			t.Fatal(err)
		}
	}
	for i := len(fens) - 1; i >= 0; i-- {
		if !g.TakeBack() {
			t.Fatal("nothing to take back")
		}
		if got := (draughts.FENStyle{Counters: true}).Format(g.Setup()); got != fens[i] {
			t.Errorf("after taking back ply %d: %s, want %s", i+1, got, fens[i])
		}
	}
	if g.TakeBack() {
		t.Error("took back the start")
	}
}

func TestZeroGame(t *testing.T) {
	for _, use := range []func(g *draughts.Game){
		func(g *draughts.Game) { g.Outcome() }, func(g *draughts.Game) { g.Start() }, func(g *draughts.Game) { g.PositionAt(3) },
		func(g *draughts.Game) { g.Counters() }, func(g *draughts.Game) { g.TakeBack() }, func(g *draughts.Game) { g.Setup() },
		func(g *draughts.Game) { _ = g.OfferDraw(draughts.White, draughts.OfferLimits{}) }, func(g *draughts.Game) { g.DrawCounter() },
		func(g *draughts.Game) { _ = g.AcceptDraw(draughts.White) }, func(g *draughts.Game) { g.MoveNumber() },
	} {
		var g draughts.Game
		use(&g)
		if err := g.PlayText("c3-d4"); err != nil || g.Start() != draughts.Start() || g.MoveNumber() != 1 {
			t.Errorf("%v, start %v, move %d", err, g.Start(), g.MoveNumber())
		}
	}
}

func TestMoveNumbers(t *testing.T) {
	g, err := draughts.NewGameFrom(draughts.Setup{White: 1 << draughts.A1, Black: 1 << draughts.H8, Turn: draughts.Black, MoveNumber: 40}, draughts.FMJD64, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{40, 41, 41} {
		if got := g.MoveNumber(); got != want {
			t.Errorf("ply %d: move number %d, want %d", i, got, want)
		}
		if err := g.Play(g.Position().AppendMoves(nil)[0]); err != nil {
			t.Fatal(err)
		}
	}
}

func TestDrawOffers(t *testing.T) {
	club := draughts.OfferLimits{Moves: 1, Pieces: 12}
	g := draughts.NewGame(draughts.Start(), draughts.FMJD64)
	refused := func(err error) {
		t.Helper()
		if !errors.Is(err, draughts.ErrDrawOffer) {
			t.Errorf("got %v, want %v", err, draughts.ErrDrawOffer)
		}
	}
	allowed := func(err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}
	refused(g.OfferDraw(draughts.White, club)) // no move made yet
	allowed(g.PlayText("c3-d4"))
	refused(g.OfferDraw(draughts.Black, club)) // Black has made none
	allowed(g.PlayText("d6-c5"))
	refused(g.OfferDraw(draughts.White, draughts.OfferLimits{Pieces: 6}))
	refused(g.AcceptDraw(draughts.Black))
	allowed(g.OfferDraw(draughts.White, club))
	refused(g.AcceptDraw(draughts.White)) // one's own offer
	refused(g.OfferDraw(draughts.White, club))
	allowed(g.PlayText("b2-c3")) // the offer stands until Black moves
	if g.DrawOffer() != draughts.White {
		t.Errorf("offer by %v", g.DrawOffer())
	}
	allowed(g.PlayText("f6-g5"))
	if g.DrawOffer() != draughts.NoColor {
		t.Errorf("declined offer by %v stands", g.DrawOffer())
	}
	allowed(g.OfferDraw(draughts.White, club))
	allowed(g.AcceptDraw(draughts.Black))
	if got := g.Outcome(); got != (draughts.Outcome{Winner: draughts.NoColor, Reason: draughts.Agreement}) {
		t.Errorf("outcome %v", got)
	}
	refused(draughts.NewGame(draughts.Start(), draughts.FMJD64).OfferDraw(draughts.NoColor, draughts.OfferLimits{}))
}

func TestParseDrawRules(t *testing.T) {
	for _, rules := range profiles {
		if got, err := draughts.ParseDrawRules(rules.String()); err != nil || got != rules {
			t.Errorf("%s: %v, %v", rules, got, err)
		}
	}
	if _, err := draughts.ParseDrawRules("idf"); !errors.Is(err, draughts.ErrDrawRules) {
		t.Errorf("got %v", err)
	}
}
