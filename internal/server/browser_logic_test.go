package server

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/evanw/esbuild/pkg/api"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/stateless"
)

// walks tries every route of every legal move as presses on the board and
// returns those that do not play their move.
const walks = `
import { select, step } from './selection';
import { read } from './typed';

globalThis.faults = (legal) => {
	const faults = [];
	for (const move of legal) {
		const typed = read(move.text, legal);
		if (typed?.moves.length !== 1 || typed.moves[0] !== move) faults.push(move.text + ' typed');
		for (const route of move.routes) {
			const played = walk(select(legal, move.from), route.slice(1));
			if (played?.move !== move) faults.push(move.text + ' by ' + route.join(' '));
		}
	}
	return faults;
};

function walk(held, squares) {
	for (const square of squares) {
		let next = step(held, square);
		if (next.kind === 'unclear') next = step(next.selection, square);
		if (next.kind === 'play') return next;
		if (next.kind !== 'leg') return null;
		held = next.selection;
	}
	return null;
}
`

func TestEveryMoveCanBeWalkedAndTyped(t *testing.T) {
	built := api.Build(api.BuildOptions{
		Stdin:  &api.StdinOptions{Contents: walks, ResolveDir: "../../web/src"},
		Bundle: true,
		Format: api.FormatIIFE,
	})
	if len(built.Errors) > 0 {
		t.Fatal(built.Errors)
	}
	p := open(t, desktop, nil)
	p.do(chromedp.Evaluate[chromedp.Void](string(built.OutputFiles[0].Contents)))

	random := rand.New(rand.NewPCG(25, 64))
	positions, captures := 0, 0
	for positions < 2000 {
		start, ok := randomPosition(random)
		if !ok {
			continue
		}
		positions++
		state := stateless.NewState(&stateless.Game{Game: draughts.NewGame(start, draughts.FMJD64)})
		if start.MustCapture() {
			captures++
		}
		legal, err := json.Marshal(state.Legal)
		if err != nil {
			t.Fatal(err)
		}
		if faults := eval[[]string](p, "faults("+string(legal)+")"); len(faults) > 0 {
			t.Errorf("%v: %s", start, strings.Join(faults, "; "))
		}
	}
	if captures < positions/4 {
		t.Errorf("only %d of %d positions have captures", captures, positions)
	}
}

// randomPosition sets up few pieces, many of them kings, so that captures of
// one piece cross each other.
func randomPosition(random *rand.Rand) (draughts.Position, bool) {
	s := draughts.Setup{Turn: draughts.Color(random.IntN(2))}
	for range 4 + random.IntN(10) {
		square := draughts.Square(random.IntN(draughts.Squares)).Bitboard()
		if (s.White|s.Black)&square != 0 {
			continue
		}
		if random.IntN(3) == 0 {
			s.White |= square
		} else {
			s.Black |= square
		}
		if random.IntN(2) == 0 {
			s.Kings |= square
		}
	}
	p, err := s.Position(0)
	return p, err == nil && p.HasMoves()
}
