package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/bolshak-draughts/bolshak/diagram"
	"github.com/bolshak-draughts/bolshak/draughts"
)

type showCmd struct {
	FEN  string `arg:"" help:"Position, or start."`
	Flip bool   `help:"Put Black at the bottom."`
	JSON bool   `help:"Print JSON."`
}

func (showCmd) Help() string { return "Example: bolshak show start" }

func (c showCmd) Run(s streams) error {
	setup, err := parseSetup(c.FEN)
	if err != nil {
		return err
	}
	g, err := draughts.NewGameFrom(setup, draughts.FMJD64, 0)
	if err != nil {
		return err
	}
	p := g.Position()
	if c.JSON {
		return json.NewEncoder(s.out).Encode(map[string]any{
			"fen":     p.FEN(),
			"turn":    p.Turn().String(),
			"board":   strings.Split(strings.TrimRight(diagram.Text(p, diagram.TextOptions{Flip: c.Flip}), "\n"), "\n"),
			"moves":   movesCmd{}.texts(p),
			"outcome": g.Outcome().String(),
		})
	}
	if _, err := io.WriteString(s.out, diagram.Text(p, diagram.TextOptions{Flip: c.Flip})+"\n"+status(g)); err != nil {
		return err
	}
	if moves := (movesCmd{}).texts(p); len(moves) > 0 {
		_, err = fmt.Fprintf(s.out, "legal moves: %s\n", strings.Join(moves, " "))
	}
	return err
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
