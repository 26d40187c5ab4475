package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
)

type movesCmd struct {
	FEN    string `arg:"" help:"Position, start, or - for one a line from standard input."`
	Routes bool   `help:"List every route of every move: each order of jumps with each choice of landing squares."`
	JSON   bool   `help:"Print JSON."`
}

func (movesCmd) Help() string { return "Example: bolshak moves 'W:Wh6:Bg7,c5,d2'" }

func (c movesCmd) Run(ctx context.Context, s streams) error {
	if c.FEN != "-" {
		p, err := parsePosition(c.FEN)
		if err != nil {
			return err
		}
		if c.JSON {
			return c.writeJSON(s.out, p)
		}
		for _, text := range c.texts(p) {
			if _, err := fmt.Fprintln(s.out, text); err != nil {
				return err
			}
		}
		return nil
	}
	return eachLine(ctx, s, c.JSON, func(w io.Writer, line string, p draughts.Position) error {
		if c.JSON {
			return c.writeJSON(w, p)
		}
		texts := c.texts(p)
		_, err := fmt.Fprintf(w, "%s\t%d\t%s\n", line, len(texts), strings.Join(texts, ";"))
		return err
	})
}

// texts returns the moves, or all their routes, in full notation, sorted.
func (c movesCmd) texts(p draughts.Position) []string {
	var texts []string
	for m := range p.Moves() {
		if !c.Routes {
			texts = append(texts, p.MoveText(m))
			continue
		}
		sep := "-"
		if m.IsCapture() {
			sep = ":"
		}
		for _, route := range p.Routes(m) {
			texts = append(texts, strings.Join(squareNames(route), sep))
		}
	}
	slices.Sort(texts)
	return texts
}

func squareNames(squares []draughts.Square) []string {
	names := make([]string, len(squares))
	for i, s := range squares {
		names[i] = s.String()
	}
	return names
}

type movesJSON struct {
	FEN   string     `json:"fen"`
	Turn  string     `json:"turn"`
	Moves []moveJSON `json:"moves"`
}

type moveJSON struct {
	Text     string     `json:"text"`
	From     string     `json:"from"`
	To       string     `json:"to"`
	Captured []string   `json:"captured"`
	Crowns   bool       `json:"crowns"`
	Routes   [][]string `json:"routes,omitempty"`
}

func (c movesCmd) writeJSON(w io.Writer, p draughts.Position) error {
	doc := movesJSON{FEN: p.FEN(), Turn: p.Turn().String(), Moves: []moveJSON{}}
	for m := range p.Moves() {
		j := moveJSON{
			Text:     p.MoveText(m),
			From:     m.From.String(),
			To:       m.To.String(),
			Captured: squareNames(slices.AppendSeq([]draughts.Square{}, m.Captured.All())),
			Crowns:   p.Crowns(m),
		}
		if c.Routes {
			for _, route := range p.Routes(m) {
				j.Routes = append(j.Routes, squareNames(route))
			}
		}
		doc.Moves = append(doc.Moves, j)
	}
	slices.SortFunc(doc.Moves, func(a, b moveJSON) int { return strings.Compare(a.Text, b.Text) })
	return json.NewEncoder(w).Encode(doc)
}
