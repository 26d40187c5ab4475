package match_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/hub"
	"github.com/bolshak-draughts/bolshak/match"
)

// TestMain lets the test program play the part of other programs: with "peer" as
// its first argument it is a Hub engine that behaves as the second one says.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "peer" {
		peer(os.Args[2])
		return
	}
	os.Exit(m.Run())
}

// peer is a Hub engine that plays the first legal move, but for its habits.
func peer(habit string) {
	fmt.Fprintln(os.Stderr, "starting", habit)
	if habit == "noise" {
		fmt.Println("Welcome!\n 1 2 3\n--------\n\nid\ninfo depth=1 score=0.1\r")
	}
	moves := 0
	game := draughts.NewGame(draughts.Start(), draughts.NoDrawRules)
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		switch l := hub.ParseLine(in.Text()); l.Command {
		case "hub":
			fmt.Println("id name=peer version=1\nparam name=book value=false type=bool\nwait")
		case "init":
			fmt.Println("ready")
		case "ping":
			if habit != "no pong" {
				fmt.Println("pong")
			}
		case "pos":
			game = position(l)
		case "go":
			if moves++; moves < 3 {
				answer(game)
				continue
			}
			switch habit {
			case "crash":
				os.Exit(3)
			case "hang":
				select {}
			case "illegal":
				fmt.Println("done move=1-2")
			case "nonsense":
				fmt.Println("done move=resign")
			case "nothing":
				fmt.Println("done")
			case "error":
				fmt.Println(`error message="no licence"`)
			case "late":
				// Answers when it is told to stop, and so too late.
			case "noise":
				fmt.Println("thinking...\ninfo depth=99 score=x pv=zz\npong\ninfo depth=4 score=0.5 nodes=7\nready")
				fmt.Println(strings.Repeat("x", 1<<17))
				answer(game)
			default:
				answer(game)
			}
		case "stop":
			answer(game)
		case "quit":
			return
		}
	}
}

func position(l hub.Line) *draughts.Game {
	text, _ := l.Get("pos")
	p, err := hub.ParsePosition(text)
	if err != nil {
		panic(err)
	}
	g := draughts.NewGame(p, draughts.NoDrawRules)
	moves, _ := l.Get("moves")
	for _, text := range strings.Fields(moves) {
		m, err := hub.ParseMove(g.Position(), text)
		if err != nil {
			panic(err)
		}
		if err := g.Play(m); err != nil {
			panic(err)
		}
	}
	return g
}

func answer(g *draughts.Game) {
	fmt.Printf("done move=%s ponder=1-2\n", hub.FormatMove(g.Position().AppendMoves(nil)[0]))
}

// TestPrograms plays against programs that misbehave at their third move: each
// loses the game for a reason that is told, and is there again for the next one.
func TestPrograms(t *testing.T) {
	for _, tt := range []struct{ habit, reason string }{
		{"crash", "breakdown: the engine is gone"},
		{"hang", "time forfeit: "},
		{"late", "time forfeit: "},
		{"illegal", `illegal move: illegal move "1-2"`},
		{"nonsense", `illegal move: not a move`},
		{"nothing", `illegal move: not a move`},
		{"error", "breakdown: the engine reports an error: no licence"},
		{"noise", "too long: too long"},
		{"no pong", "too long: too long"},
	} {
		t.Run(tt.habit, func(t *testing.T) {
			t.Parallel()
			cfg := match.Config{
				Games: 2, Adjudication: match.Adjudication{MaxMoves: 6},
				Players: [2]func() (match.Player, error){
					func() (match.Player, error) {
						return match.StartHub(t.Context(), match.HubOptions{
							Command: os.Args[0], Args: []string{"peer", tt.habit}, Dir: t.TempDir(), Params: map[string]string{"book": "true"},
							Patience: 2 * time.Second,
						})
					},
					always(first),
				},
			}
			if strings.HasPrefix(tt.reason, "time") {
				cfg.Time[0] = match.TimeControl{MoveTime: 2 * time.Second}
			}
			games := 0
			cfg.Played = func(g match.Game, _ match.Result) {
				games++
				got := g.Ending.String() + ": " + g.Detail
				if !strings.HasPrefix(got, tt.reason) {
					t.Errorf("game %d: %s, want %s", g.Number, got, tt.reason)
				}
				if wantPlies := 12; g.Ending == match.TooLong && g.Game.Plies() != wantPlies || g.Ending != match.TooLong && (g.Winner() != 1 || g.Game.Plies() > 6) {
					t.Errorf("game %d: player %d wins after %d plies", g.Number, g.Winner(), g.Game.Plies())
				}
			}
			if _, err := match.Run(context.Background(), cfg); err != nil || games != 2 {
				t.Errorf("%d games, %v", games, err)
			}
		})
	}
}

// TestNoProgram: a program that is not there, or speaks no Hub, ends the match.
func TestNoProgram(t *testing.T) {
	for _, o := range []match.HubOptions{
		{Command: "/no/such/program"},
		{Command: os.Args[0], Args: []string{"-test.run", "NoSuchTest"}},
		{Command: os.Args[0], Args: []string{"peer", "none"}, Params: map[string]string{"unknown": "1"}},
	} {
		if p, err := match.StartHub(t.Context(), o); err == nil {
			p.Close()
			t.Errorf("%+v was started", o)
		}
	}
}
