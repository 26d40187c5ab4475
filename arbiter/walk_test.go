package arbiter

import (
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/pdn"
)

// walk returns moves from start on that change nothing: no capture, no promotion,
// and no position that has stood before, so that only the counts can end a game.
// The kind of walk says what else holds after each ply:
//
//	kings     only kings move
//	men       every twentieth ply is a man's, the others are kings'
//	off road  only kings move, and a lone king stands off the main road
//	on road   only kings move, and a lone king stands on it
func walk(t *testing.T, start draughts.Position, plies int, kind string) []draughts.Move {
	t.Helper()
	rng := rand.New(rand.NewPCG(64, 0))
	seen := map[draughts.Position]bool{start: true}
	moves := make([]draughts.Move, 0, plies)
	var from func(p draughts.Position) bool
	from = func(p draughts.Position) bool {
		if len(moves) == plies {
			return true
		}
		legal := p.AppendMoves(nil)
		rng.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
		for _, m := range legal {
			next := p.PlayUnchecked(m)
			if m.IsCapture() || p.Crowns(m) || seen[next] || next.MustCapture() || !next.HasMoves() || !fits(kind, len(moves), p, m, next) {
				continue
			}
			seen[next] = true
			moves = append(moves, m)
			if from(next) {
				return true
			}
			moves = moves[:len(moves)-1]
		}
		return false
	}
	if !from(start) {
		t.Fatalf("no walk of %d plies (%s) from %s", plies, kind, start)
	}
	return moves
}

func fits(kind string, ply int, before draughts.Position, m draughts.Move, after draughts.Position) bool {
	man := !(before.Kings(draughts.White) | before.Kings(draughts.Black)).Has(m.From)
	lone := after.Pieces(stronger(after).Other())
	switch kind {
	case "kings":
		return !man
	case "men":
		return man == (ply%20 == 19)
	case "off road":
		return !man && lone&draughts.MainRoad == 0
	case "on road":
		return !man && lone&draughts.MainRoad != 0
	}
	return false
}

// record returns the game of moves from a position that came sinceChange plies
// after the last change.
func record(start draughts.Position, sinceChange int, moves []draughts.Move, result pdn.Result) *pdn.Game {
	g := &pdn.Game{Start: start, SinceChange: sinceChange, FirstMove: 1, Result: result}
	for _, m := range moves {
		g.Main.Plies = append(g.Main.Plies, pdn.Ply{Move: m})
	}
	return g
}

func position(t testing.TB, fen string) draughts.Position {
	t.Helper()
	p, err := draughts.ParsePosition(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func adjudicate(t *testing.T, g *pdn.Game, rules draughts.DrawRules) Verdict {
	t.Helper()
	v, err := Adjudicate(g, rules)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// after returns the position after moves.
func after(p draughts.Position, moves []draughts.Move) draughts.Position {
	for _, m := range moves {
		p = p.PlayUnchecked(m)
	}
	return p
}

func matches(t *testing.T, pattern, text string) bool {
	t.Helper()
	ok, err := regexp.MatchString(pattern, text)
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

// stronger returns the side that has more pieces.
func stronger(p draughts.Position) draughts.Color {
	if p.Pieces(draughts.White).Count() > p.Pieces(draughts.Black).Count() {
		return draughts.White
	}
	return draughts.Black
}
