package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
)

type tbProbeCmd struct {
	FEN   string `arg:"" help:"Position, or - for one a line from standard input."`
	Dir   string `help:"Directory of more tables than those in the program ($BOLSHAK_TABLES)."`
	Rules string `placeholder:"RULES" help:"Add the verdict under draw rules: fmjd64, fshr, lidraughts or none."`
	JSON  bool   `help:"Print JSON."`
}

func (tbProbeCmd) Help() string {
	return `Prints win, draw or loss for the side to move, with the plies to the end of the
game where the tables have them, without draw rules; then each move with what it
is worth for the side that makes it, the best first. With --rules also what the draw
rules make of it, by the counters of the FEN (:H20). The program has results
through five pieces and lengths through four.

Example: bolshak tb probe 'W:WKe1,Kg1,Kd2:BKa3'`
}

func (c tbProbeCmd) Run(ctx context.Context, s streams) error {
	var rules *draughts.DrawRules
	if c.Rules != "" {
		list, err := draughts.ParseDrawRules(c.Rules)
		if err != nil {
			return usageError{err}
		}
		rules = &list
	}
	tables, err := endgame.Find(c.Dir)
	if err != nil {
		return err
	}
	if c.FEN != "-" {
		doc, err := probe(tables, c.FEN, rules)
		if err != nil {
			return err
		}
		if doc.value == endgame.Unknown {
			return fmt.Errorf("the position is not in the tables, which go up to %d pieces", tables.Pieces())
		}
		if c.JSON {
			return json.NewEncoder(s.out).Encode(doc)
		}
		return doc.print(s.out)
	}
	unknown := 0
	err = eachLine(ctx, s, c.JSON, func(w io.Writer, line string, p draughts.Position) error {
		if c.JSON || rules != nil {
			doc, err := probe(tables, line, rules)
			if err != nil {
				return err
			}
			if doc.value == endgame.Unknown {
				unknown++
			}
			if c.JSON {
				return json.NewEncoder(w).Encode(doc)
			}
			_, err = fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", line, doc.Value, plies(doc.Plies), doc.Verdict)
			return err
		}
		r, err := tables.Probe(p)
		if err != nil {
			return err
		}
		if r.Value == endgame.Unknown {
			unknown++
		}
		_, err = fmt.Fprintf(w, "%s\t%v\t%s\n", line, r.Value, plies(length(r)))
		return err
	})
	if err == nil && unknown > 0 {
		err = fmt.Errorf("%d positions are not in the tables, which go up to %d pieces", unknown, tables.Pieces())
	}
	return err
}

// probeJSON is a position and what the tables say of it.
type probeJSON struct {
	FEN     string      `json:"fen"`
	Value   string      `json:"value"`
	Plies   *int        `json:"plies"` // null: a draw, or not known
	Rules   string      `json:"rules,omitempty"`
	Verdict string      `json:"verdict,omitempty"`
	Article string      `json:"article,omitempty"`
	Exact   *bool       `json:"exact,omitempty"`
	Change  *int        `json:"change,omitempty"` // plies to the next change of the balance
	Moves   []probeMove `json:"moves"`

	value endgame.Value
}

type probeMove struct {
	Text  string `json:"text"`
	Value string `json:"value"`
	Plies *int   `json:"plies"`
	// Under draw rules, for the side that makes the move:
	Change  *int   `json:"change,omitempty"`
	Verdict string `json:"verdict,omitempty"`
	Article string `json:"article,omitempty"`
	Exact   *bool  `json:"exact,omitempty"`
}

func length(r endgame.Result) *int {
	if r.Plies < 0 {
		return nil
	}
	return &r.Plies
}

func plies(n *int) string {
	if n == nil {
		return "-"
	}
	return fmt.Sprint(*n)
}

func probe(tables *endgame.Tables, fen string, rules *draughts.DrawRules) (probeJSON, error) {
	setup, err := parseSetup(fen)
	if err != nil {
		return probeJSON{}, err
	}
	p, err := setup.Position(0)
	if err != nil {
		return probeJSON{}, err
	}
	r, err := tables.Probe(p)
	if err != nil {
		return probeJSON{}, err
	}
	doc := probeJSON{FEN: p.FEN(), Value: r.Value.String(), Plies: length(r), Moves: []probeMove{}, value: r.Value}
	moves, err := tables.Moves(p)
	if err != nil {
		return doc, err
	}
	exact := draughts.Notation{Exact: true} // two moves may share their full text
	for _, m := range moves {
		doc.Moves = append(doc.Moves, probeMove{Text: exact.Format(p, m.Move), Value: m.Value.String(), Plies: length(m.Result)})
	}
	if rules == nil {
		return doc, nil
	}
	doc.Rules = rules.String()
	game, err := draughts.NewGameFrom(setup, *rules, 0)
	if err != nil {
		return doc, err
	}
	if o := game.Outcome(); o.Reason != draughts.NotOver {
		doc.Verdict, doc.Article = "over: "+o.String(), o.Article
		return doc, nil
	}
	a, err := tables.Answer(game)
	if err != nil || a.Verdict == endgame.VerdictUnknown {
		return doc, err
	}
	doc.Verdict, doc.Article, doc.Exact, doc.Change = a.Verdict.String(), a.Article(), &a.Exact, known(a.Change)
	doc.Moves = doc.Moves[:0]
	for _, m := range a.Moves {
		article := m.Article()
		if m.Over != draughts.NotOver {
			article = m.Over.Article()
		}
		doc.Moves = append(doc.Moves, probeMove{
			Text: exact.Format(p, m.Move), Value: m.Result.Value.String(), Plies: length(m.Result),
			Change: known(m.Change), Verdict: m.Verdict.String(), Article: article, Exact: &m.Exact,
		})
	}
	return doc, nil
}

// known returns a number of plies, nil for -1.
func known(n int) *int {
	if n < 0 {
		return nil
	}
	return &n
}

// print prints the value, the verdict if asked for, and the moves.
func (d probeJSON) print(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, result(d.Value, d.Plies))
	if d.Verdict != "" {
		fmt.Fprintf(out, "%s: %s", d.Rules, d.Verdict)
		if d.Exact != nil {
			fmt.Fprint(out, remark(d.Article, *d.Exact))
		}
		fmt.Fprintln(out)
	}
	for _, m := range d.Moves {
		fmt.Fprintf(out, "%s: %s", m.Text, result(m.Value, m.Plies))
		// Only what the draw rules change.
		if m.Exact != nil && (m.Verdict != m.Value || !*m.Exact) {
			fmt.Fprintf(out, ", %s%s", strings.TrimPrefix(m.Verdict, m.Value+" "), remark(m.Article, *m.Exact))
		}
		fmt.Fprintln(out)
	}
	return out.Flush()
}

// remark returns what follows a verdict.
func remark(article string, exact bool) (text string) {
	if article != "" {
		text = " (" + article + ")"
	}
	if !exact {
		text += ", not proved"
	}
	return text
}

func result(value string, n *int) string {
	if n == nil {
		return value
	}
	return fmt.Sprintf("%s %d", value, *n)
}
