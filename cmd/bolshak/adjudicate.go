package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/bolshak-draughts/bolshak/arbiter"
	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/pdn"
)

type adjudicateCmd struct {
	File  string `arg:"" help:"File of games, or - for standard input."`
	Rules string `default:"fmjd64" help:"Draw rules: fmjd64, fshr, lidraughts or none."`
	Log   bool   `help:"Print for each game a line to file: move, count, position."`
	JSON  bool   `help:"Print JSON, a line a game."`
}

func (adjudicateCmd) Help() string {
	return `Prints a line a game: number, ply after which the board ended it (- if it did
not: then the result is the recorded one), result, reason, article.

Standard error lists what is wrong or strange in the file, as pdn check does;
moves recorded after the end; and results that the board does not bear out,
behind the moves or in the Result tag.

The exit code is 0 if every game could be adjudicated, even where results
contradict the board, and 1 if the file or a game in it is at fault.

Example: bolshak adjudicate --rules fshr games.pdn`
}

func (c adjudicateCmd) Run(ctx context.Context, s streams) error {
	rules, err := draughts.ParseDrawRules(c.Rules)
	if err != nil {
		return usageError{err}
	}
	out := bufio.NewWriter(s.out)
	games, broken, conflicts := 0, 0, 0
	err = eachGame(ctx, s, c.File, pdn.Options{}, func(g *pdn.Game) error {
		games++
		if g.Err() != nil {
			broken++
		}
		for _, p := range g.Problems {
			fmt.Fprintf(s.err, "bolshak: %v\n", p)
		}
		v, err := arbiter.Adjudicate(g, rules)
		if errors.Is(err, arbiter.ErrStart) { // told above
			v = arbiter.Verdict{Rules: rules, Broken: true, Recorded: g.Result}
		} else if err != nil {
			return err
		}
		if v.After > 0 && v.Conflict == arbiter.NoConflict { // else told below
			fmt.Fprintf(s.err, "bolshak: game %d: over at ply %d, with %d more recorded\n", g.Number, v.Ply, v.After)
		}
		if v.Conflict != arbiter.NoConflict {
			conflicts++
		}
		for _, claim := range v.Contradictions() {
			fmt.Fprintf(s.err, "bolshak: game %d: %s, but the game was over at ply %d: %s\n", g.Number, claim, v.Ply, v.Outcome)
		}
		return c.print(out, g, v)
	})
	if err = errors.Join(err, out.Flush()); err != nil {
		return err
	}
	if conflicts > 0 {
		fmt.Fprintf(s.err, "bolshak: %d of %d recorded results contradict the board\n", conflicts, games)
	}
	if broken > 0 {
		return fmt.Errorf("%d of %d games could not be read whole", broken, games)
	}
	return nil
}

type verdictJSON struct {
	Game     int        `json:"game"`
	Over     bool       `json:"over"`
	Ply      int        `json:"ply"` // the last that could be followed where the game was not over
	Result   string     `json:"result"`
	Reason   string     `json:"reason"`
	Article  string     `json:"article,omitempty"`
	Count    *countJSON `json:"count,omitempty"`
	Position string     `json:"position"`
	After    int        `json:"after"`
	Broken   bool       `json:"broken"`
	Recorded string     `json:"recorded"`
	Tag      string     `json:"tag,omitempty"` // the Result tag's
	Conflict string     `json:"conflict,omitempty"`
	Log      string     `json:"log"`
}

type countJSON struct {
	Unit  string `json:"unit"`
	Made  int    `json:"made"`
	Limit int    `json:"limit"`
	Of    string `json:"of,omitempty"`
	Since int    `json:"since"`
}

func (c adjudicateCmd) print(w io.Writer, g *pdn.Game, v arbiter.Verdict) error {
	number := g.Number
	ply, result, article := "-", v.Recorded.String(), "-"
	if v.Over() {
		ply, result = fmt.Sprint(v.Ply), v.Outcome.Result()
	}
	if v.Outcome.Article != "" {
		article = v.Outcome.Article
	}
	switch {
	case c.JSON:
		doc := verdictJSON{
			Game: number, Over: v.Over(), Ply: v.Ply, Result: result, Reason: v.Outcome.Reason.String(), Article: v.Outcome.Article,
			Position: draughts.FENStyle{Counters: true}.Format(v.Position), After: v.After, Broken: v.Broken,
			Recorded: v.Recorded.String(), Log: v.Log(),
		}
		if _, ok := g.TagResult(); ok {
			doc.Tag = v.Tagged.String()
		}
		if v.Conflict != arbiter.NoConflict {
			doc.Conflict = v.Conflict.String()
		}
		if n := v.Count; n != nil {
			doc.Count = &countJSON{Unit: n.Unit.String(), Made: n.Made, Limit: n.Limit, Since: n.Since}
			if n.Of != draughts.NoColor {
				doc.Count.Of = n.Of.String()
			}
		}
		return json.NewEncoder(w).Encode(doc)
	case c.Log:
		_, err := fmt.Fprintf(w, "%d\t%s\n", number, v.Log())
		return err
	}
	_, err := fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\n", number, ply, result, v.Outcome.Reason, article)
	return err
}
