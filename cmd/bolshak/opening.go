package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/opening"
)

type openingCmd struct {
	List openingListCmd `cmd:"" help:"List the entries of a drawing table."`
	Show openingShowCmd `cmd:"" help:"Show the entry with a code."`
	Draw openingDrawCmd `cmd:"" help:"Draw an entry by lot."`
}

const openingHelp = `Prints the code, the moves as the federation prints them, and the position,
with tabs between them. a1-a5 among the moves is a man lifted from a1 and
dropped on a5, --- one that stays.

`

type openingListCmd struct {
	Table string `default:"fmjd64" help:"Drawing table: fmjd64, idf64 or idf150."`
	Kind  string `placeholder:"KIND" help:"Only entries of a kind: played or flying."`
	JSON  bool   `help:"Print JSON, a line an entry."`
}

func (openingListCmd) Help() string {
	return openingHelp + "Example: bolshak opening list --table idf64 --kind flying"
}

func (c openingListCmd) Run(s streams) error {
	table, kinds, err := parseTable(c.Table, c.Kind)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(s.out)
	for _, e := range table.Entries() {
		if kinds != 0 && e.Kind&kinds == 0 {
			continue
		}
		if err := printEntry(out, e, c.JSON); err != nil {
			return err
		}
	}
	return out.Flush()
}

type openingShowCmd struct {
	Table string `default:"fmjd64" help:"Drawing table: fmjd64, idf64 or idf150."`
	Code  string `arg:"" help:"Code of the entry, such as 11-IV."`
	JSON  bool   `help:"Print JSON."`
}

func (openingShowCmd) Help() string {
	return openingHelp + "Example: bolshak opening show --table fmjd64 11-IV"
}

func (c openingShowCmd) Run(s streams) error {
	table, _, err := parseTable(c.Table, "")
	if err != nil {
		return err
	}
	e, err := opening.Lookup(table, c.Code)
	if err != nil {
		return err
	}
	return printEntry(s.out, e, c.JSON)
}

type openingDrawCmd struct {
	Table string `default:"fmjd64" help:"Drawing table: fmjd64, idf64 or idf150."`
	Kind  string `placeholder:"KIND" help:"Only entries of a kind: played or flying."`
	Seed  uint64 `help:"Draws the same entry again; 0 means a new one, which is told."`
	JSON  bool   `help:"Print JSON."`
}

func (openingDrawCmd) Help() string {
	return openingHelp + "Example: bolshak opening draw --table idf64 --seed 2026"
}

func (c openingDrawCmd) Run(s streams) error {
	table, kinds, err := parseTable(c.Table, c.Kind)
	if err != nil {
		return err
	}
	if c.Seed == 0 {
		c.Seed = rand.Uint64()
		fmt.Fprintf(s.err, "bolshak: drawn with --seed %d\n", c.Seed)
	}
	e, err := opening.Draw(rand.New(rand.NewPCG(c.Seed, 0)), table, kinds)
	if err != nil {
		return err
	}
	return printEntry(s.out, e, c.JSON)
}

// parseTable reads the names of a table and of a kind of entry, which may be
// empty.
func parseTable(table, kind string) (t opening.Table, kinds opening.Kind, err error) {
	t, err = opening.ParseTable(table)
	if err == nil && kind != "" {
		kinds, err = opening.ParseKind(kind)
	}
	if err != nil {
		return 0, 0, usageError{err}
	}
	return t, kinds, nil
}

type openingJSON struct {
	Table string `json:"table"`
	Code  string `json:"code"`
	Kind  string `json:"kind"`
	Text  string `json:"text"`
	// Moves are those of a played entry in full notation.
	Moves []string `json:"moves"`
	FEN   string   `json:"fen"`
}

func printEntry(w io.Writer, e opening.Entry, asJSON bool) error {
	if !asJSON {
		_, err := fmt.Fprintf(w, "%s\t%s\t%s\n", e.Code, e.Text, e.Position)
		return err
	}
	doc := openingJSON{Table: e.Table.String(), Code: e.Code, Kind: e.Kind.String(), Text: e.Text, Moves: []string{}, FEN: e.Position.FEN()}
	p := draughts.Start()
	for _, m := range e.Moves {
		doc.Moves = append(doc.Moves, p.MoveText(m))
		p = p.PlayUnchecked(m)
	}
	return json.NewEncoder(w).Encode(doc)
}
