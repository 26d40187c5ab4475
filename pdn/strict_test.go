package pdn

import (
	"errors"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// readAll reads all games of a text.
func readAll(text string, opt Options) []*Game {
	var games []*Game
	for g := range Read(strings.NewReader(text), opt) {
		games = append(games, g)
	}
	return games
}

// What the standard does not allow is a warning, and an error in strict mode.
func TestStrict(t *testing.T) {
	for text, fault := range map[string]Fault{
		"1. c3-d4 b6-a5 { nested { comment } }":   NestedComment,
		"[White A]\n1. c3-d4 *":                   BadTag,
		"[White \"A]\n1. c3-d4 *":                 BadTag,
		"1. c3-d4 b6-a5 (1... b6-c5 *":            UnclosedVariation,
		"1. c3-d4 ) b6-a5 *":                      StrayBracket,
		"(1. c3-d4) 1. e3-f4 *":                   StrayVariation,
		"1. c3-d4 and now b6-a5 *":                StrayText,
		"1. c3-d4 [%clk 0:01] b6-a5 *":            BareCommand,
		"[pdn]1. c3-d4 *[/pdn]":                   BoardCode,
		"1. ц3-д4 *":                              CyrillicLetters,
		"1. cd4 *":                                LooseMove,
		"1. c3 - d4 *":                            LooseMove,
		"[White \"\xC8\xE2\xE0\xED\"]\n1. c3-d4":  OtherEncoding,
		"[White \"Иван \xFF Иванов\"]\n1. c3-d4":  UndecodedBytes,
		"1... b6-a5 *":                            BlackFirst,
		"1. c3-d4 b6-a5 2. d4-c5 {no end\n\n":     UnclosedComment,
		"[GameType \"20\"]\n1. 32-28 *":           WrongGameType,
		"[FEN \"W:Wa1,a1:B\"]\n*":                 BadFEN,
		"1. c3-d4 /FEN \"W:Wa2:Bh8\"/ 2. a1-b2 *": BadSetup,
		"1. c3-d5 *":                              MalformedMove,
		"1. 12-15 *":                              OtherNumbering,
		"1. c3-d4 - *":                            UnknownMove,
		"1. c3-d4 {[%unread] rest} *":             UnreadMoves,
		"[Result \"1-0\"]\n1. c3-d4 0-1":          ResultsDiffer,
		"[Result \"won\"]\n1. c3-d4 *":            BadResult,
		"1. c3-d4 b6-a5 3. e3-f4 *":               Misnumbered,
		"no game":                                 NoGame,
	} {
		for _, strict := range []bool{false, true} {
			games := readAll(text, Options{Strict: strict})
			if len(games) != 1 {
				t.Errorf("%q: %d games", text, len(games))
				continue
			}
			var found *Problem
			for _, p := range games[0].Problems {
				if p.Fault == fault {
					found = p
				}
			}
			if found == nil {
				t.Errorf("%q: %v, want %v", text, games[0].Problems, fault)
				continue
			}
			wantWarning := fault >= NestedComment && !strict || fault >= OtherNumbering
			if found.Warning != wantWarning {
				t.Errorf("%q, strict %v: warning is %v", text, strict, found.Warning)
			}
		}
	}
}

// What the standard allows is no error in strict mode.
func TestStrictTakes(t *testing.T) {
	for _, text := range []string{
		"",
		"*",
		"[White \"A\"]\n\n1. c3-d4! b6-a5(?) {x} $3 ( 1... b6-c5 2. d4:b6 a7:c5 (2... a7xc5)) 2. d4-c5 1/2-1/2\n",
		"% a line\n[FEN \"B:Wc3:Bf6\"]\n1... f6-g5 2. c3-d4",
		"1. 22-18 10-14 2. 25-22 *",
		"1. c3d4 { a { b } b6a5 * [White \"B\"] 2-0",
		"/FEN \"W:Wa1:Bh8\"/ 1. a1-b2 *",
	} {
		for g, err := range Read(strings.NewReader(text), Options{Strict: true}) {
			if err != nil {
				t.Errorf("%q: %v in\n%s", text, err, dump(g))
			}
		}
	}
}

// A problem tells file, line, column, game, what was found and expected, and
// carries the error behind it.
func TestProblem(t *testing.T) {
	text := "1. c3-d4 *\n\n[White \"Ы\"]\n\n{Ы} 1. c3-d4 b6-c5 2. e3-f4\n"
	games := readAll(text, Options{File: "a.pdn"})
	err := games[1].Err()
	want := `a.pdn:5:24: game 2: illegal move "e3-f4": expected d4:b6 (d4 must take)`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	if !errors.Is(err, draughts.ErrIllegal) {
		t.Error("it is not draughts.ErrIllegal")
	}
	var illegal *draughts.IllegalError
	if !errors.As(err, &illegal) || illegal.Position.Turn() != draughts.White {
		t.Error("it does not tell the position")
	}
}

// A game has so many problems at most; an error is told even behind many
// warnings.
func TestManyProblems(t *testing.T) {
	text := "1. c3-d4 " + strings.Repeat("word {x} ", 1000) + " b6-b5 *"
	games := readAll(text, Options{})
	problems := games[0].Problems
	if len(problems) > maxProblems+2 {
		t.Errorf("%d problems", len(problems))
	}
	if games[0].Err() == nil {
		t.Error("the error is lost")
	}
	if last := problems[len(problems)-1]; last.Fault != MalformedMove {
		t.Errorf("the last is %v", last)
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("disk on fire") }

// An error of the source comes last, without a game.
func TestSourceError(t *testing.T) {
	n := 0
	for g, err := range Read(brokenReader{}, Options{}) {
		n++
		if g != nil || err == nil || err.Error() != "disk on fire" {
			t.Errorf("%v, %v", g, err)
		}
	}
	if n != 1 {
		t.Errorf("%d results", n)
	}
}

func TestBreakOff(t *testing.T) {
	n := 0
	for range Read(strings.NewReader("1. c3-d4 * 1. c3-d4 * 1. c3-d4 *"), Options{}) {
		if n++; n == 2 {
			break
		}
	}
	if n != 2 {
		t.Error(n)
	}
}
