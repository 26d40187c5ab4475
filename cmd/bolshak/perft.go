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

type perftCmd struct {
	FEN     string `arg:"" help:"Position, start, or - for one a line from standard input."`
	Depth   int    `required:"" help:"Plies to play."`
	Routes  bool   `help:"Count every order of jumps of a capture as a move, wherever a king lands between."`
	Divide  bool   `help:"Print the count of each first move."`
	Threads int    `default:"1" help:"Threads."`
	Hash    int    `placeholder:"MB" help:"Keep counts in a table of so many MiB."`
	JSON    bool   `help:"Print JSON."`
}

func (perftCmd) Help() string {
	return "Example: bolshak perft start --depth 12 --threads 2 --hash 256"
}

func (c perftCmd) Validate() error {
	switch {
	case c.Depth < 0:
		return fmt.Errorf("--depth %d is less than 0", c.Depth)
	case c.Threads < 1:
		return fmt.Errorf("--threads %d is less than 1", c.Threads)
	case c.Hash < 0 || c.Hash > 1<<20:
		return fmt.Errorf("--hash %d is not between 0 and %d", c.Hash, 1<<20)
	case c.Divide && c.FEN == "-":
		return fmt.Errorf("--divide takes one position, not -")
	}
	return nil
}

func (c perftCmd) options() draughts.PerftOptions {
	opt := draughts.PerftOptions{Routes: c.Routes, Threads: c.Threads}
	if c.Hash > 0 {
		opt.Table = draughts.NewPerftTable(c.Hash)
	}
	return opt
}

type perftJSON struct {
	FEN   string            `json:"fen"`
	Depth int               `json:"depth"`
	Nodes uint64            `json:"nodes"`
	Moves map[string]uint64 `json:"moves,omitempty"`
}

func (c perftCmd) Run(ctx context.Context, s streams) error {
	opt := c.options()
	if c.FEN == "-" {
		return eachLine(ctx, s, c.JSON, func(w io.Writer, line string, p draughts.Position) error {
			nodes, err := draughts.Perft(ctx, p, c.Depth, opt)
			if err != nil {
				return err
			}
			if c.JSON {
				return json.NewEncoder(w).Encode(perftJSON{FEN: p.FEN(), Depth: c.Depth, Nodes: nodes})
			}
			_, err = fmt.Fprintf(w, "%s\t%d\n", line, nodes)
			return err
		})
	}
	p, err := parsePosition(c.FEN)
	if err != nil {
		return err
	}
	if w, ok := terminal(s.err); ok {
		opt.Progress = func(done, total int) {
			fmt.Fprintf(w, "\r%d of %d", done, total)
			if done == total {
				fmt.Fprint(w, "\r\x1b[K")
			}
		}
	}
	doc := perftJSON{FEN: p.FEN(), Depth: c.Depth}
	var lines []string
	if c.Divide && c.Depth > 0 {
		divided, err := draughts.PerftDivide(ctx, p, c.Depth, opt)
		if err != nil {
			return err
		}
		doc.Moves = make(map[string]uint64, len(divided))
		exact := draughts.Notation{Exact: true} // two moves may share their full text
		for _, d := range divided {
			text := exact.Format(p, d.Move)
			doc.Moves[text] = d.Nodes
			doc.Nodes += d.Nodes
			lines = append(lines, fmt.Sprintf("%s: %d\n", text, d.Nodes))
		}
		slices.Sort(lines)
	} else if doc.Nodes, err = draughts.Perft(ctx, p, c.Depth, opt); err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(s.out).Encode(doc)
	}
	_, err = fmt.Fprintf(s.out, "%snodes %d\n", strings.Join(lines, ""), doc.Nodes)
	return err
}
