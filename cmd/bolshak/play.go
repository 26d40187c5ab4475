package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"github.com/bolshak-draughts/bolshak/diagram"
	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/opening"
	"github.com/bolshak-draughts/bolshak/pdn"
)

type playCmd struct {
	FEN     string `name:"fen" default:"start" help:"First position."`
	Opening string `placeholder:"CODE" help:"Begin with an opening of a drawing table."`
	Table   string `default:"fmjd64" help:"Drawing table of --opening: fmjd64, idf64 or idf150."`
	Side    string `enum:"white,black" default:"white" help:"Your side: white or black."`
	Level   int    `default:"4" help:"Strength of the computer, 1 to 10."`
	Rules   string `default:"fmjd64" help:"Draw rules: fmjd64, fshr, lidraughts or none."`
	Seed    uint64 `help:"Makes the computer play the same game again; 0 means a new one."`
}

func (playCmd) Help() string { return "Example: bolshak play --side black --level 3" }

func (c playCmd) Validate() error {
	if c.Level < 1 || c.Level > engine.Levels {
		return fmt.Errorf("--level %d is not between 1 and %d", c.Level, engine.Levels)
	}
	if c.Opening != "" && c.FEN != "start" {
		return errors.New("--opening and --fen cannot both say where to begin")
	}
	return nil
}

const playHelp = `Type a move: c3-d4, cd4, c3:e5, 22-18; a capture by its ends or by all its squares.
  moves   the legal moves        back    take your last move back
  board   the board again        flip    turn the board round
  fen     the position           pdn     the game so far
  resign  give up                quit    leave
`

func (c playCmd) Run(ctx context.Context, s streams) error {
	g, err := c.game()
	if err != nil {
		return err
	}
	side := draughts.White
	if c.Side == "black" {
		side = draughts.Black
	}
	if c.Seed == 0 {
		c.Seed = rand.Uint64()
	}
	t := &table{
		game: g, opening: g.Plies(), side: side, out: s.out, talk: s.err, level: engine.Level(c.Level, c.Seed),
		flip: side == draughts.Black, engine: engine.New(engine.Options{}),
	}
	return t.play(ctx, s.in)
}

// game returns the game at its beginning, or with the moves of the opening.
func (c playCmd) game() (*draughts.Game, error) {
	rules, err := draughts.ParseDrawRules(c.Rules)
	if err != nil {
		return nil, usageError{err}
	}
	if c.Opening == "" {
		setup, err := parseSetup(c.FEN)
		if err != nil {
			return nil, err
		}
		return draughts.NewGameFrom(setup, rules, 0)
	}
	table, _, err := parseTable(c.Table, "")
	if err != nil {
		return nil, err
	}
	e, err := opening.Lookup(table, c.Opening)
	if err != nil {
		return nil, err
	}
	return e.Game(rules), nil
}

// table is a game in the terminal.
type table struct {
	game    *draughts.Game
	side    draughts.Color
	level   engine.Limits
	engine  *engine.Engine
	flip    bool
	opening int       // plies that were played before the players began
	out     io.Writer // the game
	talk    io.Writer // the prompt, refusals
}

// play reads what the player types, to the end of the input. After the end of
// the game it may still be looked at and taken back.
func (t *table) play(ctx context.Context, in io.Reader) error {
	t.board()
	lines := bufio.NewScanner(in)
	for {
		over := t.game.Outcome().Reason != draughts.NotOver
		if !over && t.game.Position().Turn() != t.side {
			if err := t.reply(ctx); err != nil {
				return err
			}
			continue
		}
		prompt := t.side.String()
		if over {
			prompt = "back, pdn or quit"
		}
		fmt.Fprintf(t.talk, "%s> ", prompt)
		if !lines.Scan() || strings.TrimSpace(lines.Text()) == "quit" {
			fmt.Fprintln(t.talk)
			return lines.Err()
		}
		t.command(strings.TrimSpace(lines.Text()))
	}
}

func (t *table) board() {
	fmt.Fprintf(t.out, "\n%s\n%s", diagram.Text(t.game.Position(), diagram.TextOptions{Flip: t.flip}), status(t.game))
}

// reply plays the computer's move.
func (t *table) reply(ctx context.Context) error {
	best, err := t.engine.Best(ctx, t.game, t.level)
	if err != nil {
		return err
	}
	p := t.game.Position()
	m := best.PV[0]
	if err := t.game.Play(m); err != nil {
		return err
	}
	fmt.Fprintf(t.out, "%s plays %s\n", p.Turn(), p.MoveText(m))
	t.board()
	return nil
}

// command does what the player typed.
func (t *table) command(line string) {
	switch line {
	case "":
	case "help", "?":
		fmt.Fprint(t.talk, playHelp)
	case "moves":
		fmt.Fprintln(t.out, strings.Join(movesCmd{}.texts(t.game.Position()), " "))
	case "board":
		t.board()
	case "flip":
		t.flip = !t.flip
		t.board()
	case "fen":
		fmt.Fprintln(t.out, draughts.FENStyle{Counters: true}.Format(t.game.Setup()))
	case "pdn":
		if err := pdn.Write(t.out, t.game); err != nil {
			fmt.Fprintf(t.talk, "bolshak: %v\n", err)
		}
	case "resign":
		if err := t.game.Resign(t.side); err != nil {
			fmt.Fprintf(t.talk, "bolshak: %v\n", err)
			return
		}
		t.board()
	case "back":
		t.takeBack()
	default:
		p := t.game.Position()
		if err := t.game.PlayText(line); err != nil {
			fmt.Fprintf(t.talk, "bolshak: %v", err)
			if errors.Is(err, draughts.ErrSyntax) {
				fmt.Fprint(t.talk, " (type help)")
			}
			fmt.Fprintln(t.talk)
			return
		}
		last := t.game.Moves()[t.game.Plies()-1]
		fmt.Fprintf(t.out, "%s plays %s\n", p.Turn(), p.MoveText(last))
		t.board()
	}
}

// takeBack goes back to the player's last choice, but not into the opening.
func (t *table) takeBack() {
	plies := 2
	if t.game.Position().Turn() != t.side {
		plies = 1 // the player's move ended the game
	}
	if t.game.Plies()-plies < t.opening {
		fmt.Fprintln(t.talk, "bolshak: there is no move of yours to take back")
		return
	}
	for range plies {
		t.game.TakeBack()
	}
	t.board()
}
