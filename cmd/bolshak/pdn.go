package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/bolshak-draughts/bolshak/pdn"
)

type pdnCmd struct {
	Check   pdnCheckCmd   `cmd:"" help:"Read files of games and list what is wrong in them."`
	Convert pdnConvertCmd `cmd:"" help:"Write a file of games anew in the standard's form."`
}

type pdnCheckCmd struct {
	Files  []string `arg:"" name:"file" help:"Files of games, or - for standard input."`
	Strict bool     `help:"Refuse what the standard does not allow."`
}

func (pdnCheckCmd) Help() string {
	return `Errors go to standard output as FILE:LINE:COLUMN, warnings to standard error.

Example: bolshak pdn check games.pdn club.pdn`
}

func (c pdnCheckCmd) Run(ctx context.Context, s streams) error {
	out := bufio.NewWriter(s.out)
	var total pdnCount
	for _, file := range c.Files {
		count, err := c.check(ctx, s, out, file)
		if err != nil {
			out.Flush()
			return err
		}
		fmt.Fprintf(out, "%s: %v\n", file, count)
		total.add(count)
	}
	fmt.Fprintln(out, total)
	if err := out.Flush(); err != nil {
		return err
	}
	if total.errors > 0 {
		return fmt.Errorf("%d errors in %d of %d games", total.errors, total.faulty, total.games)
	}
	return nil
}

// check reads a file and lists its errors.
func (c pdnCheckCmd) check(ctx context.Context, s streams, out io.Writer, file string) (pdnCount, error) {
	var count pdnCount
	progress, shown := terminal(s.err)
	err := eachGame(ctx, s, file, pdn.Options{Strict: c.Strict}, func(g *pdn.Game) error {
		count.game(g)
		for _, p := range g.Problems {
			if p.Warning {
				fmt.Fprintf(s.err, "bolshak: %v\n", p)
			} else if _, err := fmt.Fprintln(out, p); err != nil {
				return err
			}
		}
		if shown && count.games%10000 == 0 {
			fmt.Fprintf(progress, "\r%s: %d games", file, count.games)
		}
		return nil
	})
	if shown && count.games >= 10000 {
		fmt.Fprint(progress, "\r\x1b[K")
	}
	if len(count.encodings) == 0 {
		count.encodings = []string{pdn.UTF8.String()}
	}
	return count, err
}

// pdnCount counts what files hold.
type pdnCount struct {
	games, plies, errors int
	faulty               int      // games with errors
	encodings            []string // in the order in which they turned up
}

func (n *pdnCount) game(g *pdn.Game) {
	n.games++
	n.plies += g.Plies()
	for _, p := range g.Problems {
		if !p.Warning {
			n.errors++
		}
	}
	if g.Err() != nil {
		n.faulty++
	}
	e := g.Encoding.String()
	if len(n.encodings) == 1 && n.encodings[0] == pdn.UTF8.String() {
		n.encodings = n.encodings[:0] // a file is ASCII until it shows what else it is
	}
	if !slices.Contains(n.encodings, e) {
		n.encodings = append(n.encodings, e)
	}
}

func (n *pdnCount) add(m pdnCount) {
	n.games += m.games
	n.plies += m.plies
	n.errors += m.errors
	n.faulty += m.faulty
	for _, e := range m.encodings {
		if !slices.Contains(n.encodings, e) {
			n.encodings = append(n.encodings, e)
		}
	}
}

func (n pdnCount) String() string {
	return fmt.Sprintf("games %d plies %d errors %d encoding %s", n.games, n.plies, n.errors, strings.Join(n.encodings, ","))
}

type pdnConvertCmd struct {
	File    string `arg:"" help:"File of games, or - for standard input."`
	ToUTF8  bool   `name:"to-utf8" help:"Write UTF-8, whatever the file is in; it is always so."`
	Numeric bool   `help:"Write squares as numbers, 1 being b8."`
	Capture string `enum:":,x" default:":" help:"Sign of captures, : or x."`
	Results string `enum:"1-0,2-0" default:"1-0" help:"Form of results, 1-0 or 2-0."`
	Strict  bool   `help:"Refuse what the standard does not allow, as check does."`
}

func (pdnConvertCmd) Help() string {
	return `What is wrong in the file goes to standard error; games are written as far as
they could be read, the rest of their moves as a comment.

Example: bolshak pdn convert --results 2-0 old.pdn > new.pdn`
}

func (c pdnConvertCmd) Run(ctx context.Context, s streams) error {
	out := bufio.NewWriter(s.out)
	w := pdn.NewWriter(out, pdn.WriteOptions{
		CaptureX: c.Capture == "x",
		Points:   c.Results == "2-0",
		Numbers:  c.Numeric,
	})
	var count pdnCount
	err := eachGame(ctx, s, c.File, pdn.Options{Strict: c.Strict}, func(g *pdn.Game) error {
		count.game(g)
		for _, p := range g.Problems {
			fmt.Fprintf(s.err, "bolshak: %v\n", p)
		}
		return w.WriteGame(g)
	})
	if err = errors.Join(err, out.Flush()); err != nil {
		return err
	}
	if count.errors > 0 {
		return fmt.Errorf("%d errors in %d of %d games", count.errors, count.faulty, count.games)
	}
	return nil
}

// eachGame reads the games of a file, or of standard input for -.
func eachGame(ctx context.Context, s streams, file string, opt pdn.Options, f func(*pdn.Game) error) error {
	in := s.in
	if file != "-" {
		opened, err := os.Open(file)
		if err != nil {
			return err
		}
		defer opened.Close()
		in = opened
	}
	opt.File = file
	for g, err := range pdn.Read(in, opt) {
		if g == nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := f(g); err != nil {
			return err
		}
	}
	return nil
}
