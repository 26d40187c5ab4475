package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/bolshak-draughts/bolshak/diagram"
	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/pdn"
)

type diagramCmd struct {
	Source  string        `arg:"" help:"Position, start, or a file of games FILE.pdn."`
	Out     string        `short:"o" required:"" placeholder:"OUT" help:"Picture to write: .svg, .png, or .gif of a whole game."`
	Numbers bool          `help:"Number the squares instead of coordinates."`
	Flip    bool          `help:"Put Black at the bottom."`
	Theme   string        `default:"wood" help:"Colours: wood, green or slate."`
	Size    int           `default:"480" placeholder:"PIXELS" help:"Width in pixels."`
	Border  bool          `help:"Draw a border with coordinates and the side to move."`
	Caption string        `help:"Text under the board."`
	Mark    []string      `placeholder:"SHAPE:SQUARE" help:"Mark a square: circle, box, cross or dot."`
	Arrow   []string      `placeholder:"FROM-TO" help:"Draw an arrow."`
	Game    int           `default:"1" placeholder:"N" help:"Which game of the file."`
	Ply     int           `default:"-1" placeholder:"N" help:"Plies to play of it; all, if less than 0."`
	Delay   time.Duration `default:"1s" help:"How long a .gif shows each move."`
	Sheet   bool          `help:"Set a diagram of every game on pages for print, OUT-1.svg and so on."`
}

func (diagramCmd) Help() string {
	return "Example: bolshak diagram 'W:Wc3,Ka1:Bd6' -o position.svg --border --arrow c3-b4"
}

func (c diagramCmd) Run(ctx context.Context, s streams) error {
	opt, err := c.options()
	if err != nil {
		return usageError{err}
	}
	kind := strings.ToLower(filepath.Ext(c.Out))
	fromFile := strings.EqualFold(filepath.Ext(c.Source), ".pdn")
	switch {
	case kind != ".svg" && kind != ".png" && kind != ".gif":
		return usageError{fmt.Errorf("-o %s: expected a name that ends in .svg, .png or .gif", c.Out)}
	case c.Sheet && (kind != ".svg" || !fromFile):
		return usageError{errors.New("--sheet takes a file of games and writes .svg")}
	case kind == ".gif" && !fromFile:
		return usageError{errors.New("a .gif shows a game: give a file of games that ends in .pdn")}
	case c.Sheet:
		return c.sheet(ctx, s, opt)
	}

	var b bytes.Buffer
	if fromFile {
		err = c.drawGame(ctx, s, &b, kind, opt)
	} else {
		err = c.drawPosition(&b, kind, opt)
	}
	switch {
	case errors.Is(err, diagram.ErrSize):
		return usageError{fmt.Errorf("--size: %w", err)}
	case err != nil:
		return err
	}
	return os.WriteFile(c.Out, b.Bytes(), 0o644)
}

func (c diagramCmd) options() (diagram.Options, error) {
	opt := diagram.Options{Size: c.Size, Flip: c.Flip, Border: c.Border, Caption: c.Caption}
	if c.Numbers {
		opt.Labels = diagram.Numbers
	}
	var err error
	if opt.Theme, err = diagram.ParseTheme(c.Theme); err != nil {
		return opt, err
	}
	for _, text := range c.Mark {
		m, err := diagram.ParseMark(text)
		if err != nil {
			return opt, err
		}
		opt.Marks = append(opt.Marks, m)
	}
	for _, text := range c.Arrow {
		a, err := diagram.ParseArrow(text)
		if err != nil {
			return opt, err
		}
		opt.Arrows = append(opt.Arrows, a)
	}
	return opt, nil
}

func (c diagramCmd) drawPosition(w io.Writer, kind string, opt diagram.Options) error {
	p, err := parsePosition(c.Source)
	if err != nil {
		return err
	}
	return draw(w, kind, p, opt)
}

func draw(w io.Writer, kind string, p draughts.Position, opt diagram.Options) error {
	if kind == ".png" {
		return diagram.PNG(w, p, opt)
	}
	return diagram.SVG(w, p, opt)
}

// drawGame draws a position of the game asked for, or all of it.
func (c diagramCmd) drawGame(ctx context.Context, s streams, w io.Writer, kind string, opt diagram.Options) error {
	var g *draughts.Game
	err := eachGame(ctx, s, c.Source, pdn.Options{Forgive: draughts.Forgivable}, func(read *pdn.Game) error {
		if read.Number != c.Game {
			return nil
		}
		var err error
		if g, err = played(read); err != nil {
			return err
		}
		return errFound
	})
	switch {
	case err != nil && !errors.Is(err, errFound):
		return err
	case g == nil:
		return fmt.Errorf("%s has no game %d", c.Source, c.Game)
	case c.Ply > g.Plies():
		return fmt.Errorf("game %d has %d plies, not %d", c.Game, g.Plies(), c.Ply)
	}
	for c.Ply >= 0 && g.Plies() > c.Ply {
		g.TakeBack()
	}
	if kind == ".gif" {
		return diagram.GIF(w, g, diagram.Animation{Options: opt, Delay: c.Delay})
	}
	if moves := g.Moves(); len(moves) > 0 {
		opt.LastMove = &moves[len(moves)-1]
	}
	return draw(w, kind, g.Position(), opt)
}

// errFound ends the reading of a file.
var errFound = errors.New("found")

// played returns a game as it was played, whatever draw rule would have ended it.
func played(read *pdn.Game) (*draughts.Game, error) {
	if err := read.Err(); err != nil {
		return nil, err
	}
	return read.Play(draughts.NoDrawRules)
}

// sheet writes pages with a diagram of each game: its first position, or that
// after --ply.
func (c diagramCmd) sheet(ctx context.Context, s streams, opt diagram.Options) error {
	sheet := diagram.Sheet{Title: c.Caption}
	err := eachGame(ctx, s, c.Source, pdn.Options{Forgive: draughts.Forgivable}, func(read *pdn.Game) error {
		g, err := played(read)
		if err != nil {
			return err
		}
		d := diagram.Diagram{Position: g.PositionAt(max(0, c.Ply)), Options: opt}
		d.Options.Caption = strings.TrimSpace(fmt.Sprintf("%d. %s", read.Number, read.Tags.Get("Event")))
		sheet.Diagrams = append(sheet.Diagrams, d)
		return nil
	})
	if err != nil {
		return err
	}
	stem := strings.TrimSuffix(c.Out, filepath.Ext(c.Out))
	for page := 1; page <= sheet.Pages(); page++ {
		var b bytes.Buffer
		if err := diagram.WriteSheet(&b, sheet, page); err != nil {
			return err
		}
		if err := os.WriteFile(fmt.Sprintf("%s-%d.svg", stem, page), b.Bytes(), 0o644); err != nil {
			return err
		}
	}
	fmt.Fprintf(s.err, "bolshak: %d diagrams on %d pages\n", len(sheet.Diagrams), sheet.Pages())
	return nil
}
