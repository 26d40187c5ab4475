package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/bolshak-draughts/bolshak/diagram"
	"github.com/bolshak-draughts/bolshak/draughts"
)

type showCmd struct {
	FEN  string `arg:"" help:"Position, start, or - for one a line from standard input."`
	Flip bool   `help:"Put Black at the bottom."`
	JSON bool   `help:"Print JSON."`
}

func (showCmd) Help() string { return "Example: bolshak show start" }

func (c showCmd) Run(ctx context.Context, s streams) error {
	if c.FEN == "-" {
		return eachLine(ctx, s, c.JSON, func(w io.Writer, line string, _ draughts.Position) error {
			err := c.show(w, line)
			if err == nil && !c.JSON {
				_, err = io.WriteString(w, "\n") // between the positions
			}
			return err
		})
	}
	return c.show(s.out, c.FEN)
}

func (c showCmd) show(w io.Writer, fen string) error {
	setup, err := parseSetup(fen)
	if err != nil {
		return err
	}
	g, err := draughts.NewGameFrom(setup, draughts.FMJD64, 0)
	if err != nil {
		return err
	}
	p := g.Position()
	board := diagram.Text(p, diagram.TextOptions{Flip: c.Flip})
	moves := movesCmd{}.texts(p)
	if c.JSON {
		return json.NewEncoder(w).Encode(showJSON{
			FEN:     p.FEN(),
			Turn:    p.Turn().String(),
			Board:   strings.Split(strings.TrimRight(board, "\n"), "\n"),
			Moves:   append([]string{}, moves...),
			Outcome: g.Outcome().String(),
		})
	}
	text := board + "\n" + status(g)
	if len(moves) > 0 {
		text += "legal moves: " + strings.Join(moves, " ") + "\n"
	}
	_, err = io.WriteString(w, text)
	return err
}

type showJSON struct {
	FEN     string   `json:"fen"`
	Turn    string   `json:"turn"`
	Board   []string `json:"board"`
	Moves   []string `json:"moves"`
	Outcome string   `json:"outcome"`
}

// status tells in a few lines whose turn it is, how the draw counters stand, or
// how the game ended.
func status(g *draughts.Game) string {
	var b strings.Builder
	if o := g.Outcome(); o.Reason != draughts.NotOver {
		fmt.Fprintf(&b, "%s\n", o)
		return b.String()
	}
	p := g.Position()
	fmt.Fprintf(&b, "%s to move", p.Turn())
	if p.MustCapture() {
		b.WriteString(", and must take")
	}
	b.WriteByte('\n')
	for _, c := range g.Counters() {
		fmt.Fprintf(&b, "%s\n", c)
	}
	return b.String()
}
