package server

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/evanw/esbuild/pkg/api"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
	"github.com/bolshak-draughts/bolshak/pdn"
)

// studies are the parts of the page that read and write texts.
const studies = `
import { readFen, writeFen, mirrored } from './study/fen';
import { writePdn } from './study/pdn';
import { readShapes, toggle, writeShapes } from './study/shapes';
import { pack, unpack } from './study/link';
import { Tree } from './study/tree';

globalThis.fens = (texts, into) => texts.map((text) => {
	const setup = readFen(text);
	return 'fault' in setup ? setup.fault : writeFen(setup, into);
});
globalThis.fromNumbers = (texts) => texts.map((text) => {
	const setup = readFen(text, 'numbers-a1');
	return 'fault' in setup ? setup.fault : writeFen(setup, 'letters');
});
globalThis.twiceMirrored = (texts) => texts.filter((text) => writeFen(mirrored(mirrored(readFen(text))), 'letters') !== text);
globalThis.commented = (moves, comments) => {
	const tree = new Tree('');
	let node = tree.root;
	moves.forEach((move, i) => {
		node = tree.add(node, move);
		node.comment = comments[i];
	});
	return writePdn(tree);
};
globalThis.shapesAgain = (text) => {
	const { shapes, text: rest } = readShapes(text);
	return [writeShapes(shapes), rest];
};
globalThis.toggled = () => {
	const arrow = { colour: 'red', from: 'c3', to: 'd4' };
	const once = toggle([], arrow);
	return [once.length, toggle(once, arrow).length, toggle(once, { ...arrow, colour: 'blue' }).map((s) => s.colour).join()];
};
globalThis.packed = async (text) => (await unpack(await pack(text))) === text;
globalThis.unpacked = unpack;
`

func studyLogic(t *testing.T) *tab {
	t.Helper()
	built := api.Build(api.BuildOptions{
		Stdin:  &api.StdinOptions{Contents: studies, ResolveDir: "../../web/src"},
		Bundle: true,
		Format: api.FormatIIFE,
	})
	if len(built.Errors) > 0 {
		t.Fatal(built.Errors)
	}
	p := open(t, desktop, nil)
	p.do(chromedp.Evaluate[chromedp.Void](string(built.OutputFiles[0].Contents)))
	return p
}

func call[T any](p *tab, function string, arguments ...any) T {
	p.t.Helper()
	texts := make([]string, len(arguments))
	for i, a := range arguments {
		text, err := json.Marshal(a)
		if err != nil {
			p.t.Fatal(err)
		}
		texts[i] = string(text)
	}
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](function+"("+strings.Join(texts, ", ")+")", chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", function, err)
	}
	return value
}

// TestEditorReadsFENsAsTheLibraryDoes compares the page's reader with the
// library's, on positions and on texts that were broken at random.
func TestEditorReadsFENsAsTheLibraryDoes(t *testing.T) {
	p := studyLogic(t)
	random := rand.New(rand.NewPCG(7, 64))
	var fens, numbered, broken []string
	for len(fens) < 1000 {
		position, ok := randomPosition(random)
		if !ok {
			continue
		}
		fen := position.FEN()
		fens = append(fens, fen)
		numbered = append(numbered, draughts.FENStyle{Numbers: true}.Format(position.Setup()))
		noise := []byte(fen)
		for range 1 + random.IntN(3) {
			noise[random.IntN(len(noise))] = "WBKwb:,. -x19a8h0'\""[random.IntN(19)]
		}
		broken = append(broken, string(noise))
	}
	for i, got := range call[[]string](p, "fens", numbered, "letters") {
		if got != fens[i] {
			t.Errorf("%s is read as %s, want %s", numbered[i], got, fens[i])
		}
	}
	for i, got := range call[[]string](p, "fens", fens, "numbers") {
		if got != numbered[i] {
			t.Errorf("%s is written as %s, want %s", fens[i], got, numbered[i])
		}
	}
	fromA1 := call[[]string](p, "fens", fens, "numbers-a1")
	for i, got := range call[[]string](p, "fromNumbers", fromA1) {
		if got != fens[i] {
			t.Errorf("%s by way of %s becomes %s", fens[i], fromA1[i], got)
		}
	}
	if faults := call[[]string](p, "twiceMirrored", fens); len(faults) > 0 {
		t.Errorf("turned twice another position: %q", faults)
	}
	accepted := 0
	for i, got := range call[[]string](p, "fens", broken, "letters") {
		setup, err := draughts.ParseSetup(broken[i])
		if err != nil || !strings.Contains(got, ":") {
			continue // one of them may be more liberal with noise
		}
		accepted++
		setup.SinceChange, setup.MoveNumber = 0, 0
		if want := setup.FEN(); got != want {
			t.Errorf("%s is read as %s, by the library as %s", broken[i], got, want)
		}
	}
	if accepted < 20 {
		t.Errorf("only %d of the broken texts were read by both", accepted)
	}
}

// TestStudyCommentsSurvive writes comments of all kinds and reads them by the
// library.
func TestStudyCommentsSurvive(t *testing.T) {
	p := studyLogic(t)
	random := rand.New(rand.NewPCG(8, 64))
	pieces := []string{"{", "}", "[", "]", "[%char 7D]", "[%clk 0:01:02]", "\n[White \"x\"]", "%", ";", "(", ")", "*", "1-0", " ", "\n", "я", "c3-d4", "$1", "\"", "\\", "1.", "a"}
	g := draughts.NewGame(draughts.Start(), draughts.NoDrawRules)
	var comments []string
	for range 60 {
		moves := g.Position().AppendMoves(nil)
		if len(moves) == 0 {
			break
		}
		if err := g.Play(moves[random.IntN(len(moves))]); err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for range random.IntN(9) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		comments = append(comments, strings.Trim(b.String(), " \n"))
	}
	text := call[string](p, "commented", wire.History(g, 0), comments)
	for read, err := range pdn.Read(strings.NewReader(text), pdn.Options{}) {
		if err != nil || read.Err() != nil || read.Plies() != len(comments) {
			t.Fatalf("%v, %v, %d plies of\n%s", err, read.Err(), read.Plies(), text)
		}
		for i, ply := range read.Main.Plies {
			got := ""
			if ply.Note != nil {
				for _, c := range ply.Note.After {
					got += string(c)
				}
			}
			if got != comments[i] {
				t.Errorf("comment %q comes back as %q", comments[i], got)
			}
		}
	}
}

func TestStudyShapesAndLinks(t *testing.T) {
	p := studyLogic(t)
	for text, want := range map[string][2]string{
		"[%csl Gd4,Yh8][%cal Rd4c5] the centre":    {"[%csl Gd4,Yh8][%cal Rd4c5]", "the centre"},
		"before [%cal Bc3d4] behind":               {"[%cal Bc3d4]", "before  behind"},
		"[%cal Rc3c4] a light square":              {"", "[%cal Rc3c4] a light square"},
		"[%csl Xd4] no colour [%cal Gd4d4] no way": {"", "[%csl Xd4] no colour [%cal Gd4d4] no way"},
		"[%csl ":      {"", "[%csl"},
		"[%clk 0:01]": {"", "[%clk 0:01]"},
	} {
		if got := call[[2]string](p, "shapesAgain", text); got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
	if got := eval[[]any](p, "toggled()"); len(got) != 3 || got[0] != 1.0 || got[1] != 0.0 || got[2] != "blue" {
		t.Errorf("drawn, drawn again and drawn in blue there are %v", got)
	}
	if !call[bool](p, "packed", annotated+"Дамка \x01 🏁") {
		t.Error("a text does not come back from a link")
	}
	if got := call[*string](p, "unpacked", "no-deflate_here"); got != nil {
		t.Errorf("noise in a link is read as %q", *got)
	}
}
