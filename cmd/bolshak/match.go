package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/match"
	"github.com/bolshak-draughts/bolshak/opening"
	"github.com/bolshak-draughts/bolshak/pdn"
)

type matchCmd struct {
	Words []string `arg:"" passthrough:"" optional:"" help:"The match, in words."`
}

func (matchCmd) Help() string {
	return match.WordsHelp + "\n\nExample: bolshak match -engine name=deep depth=6 -engine name=flat depth=4 -games 20"
}

func (c matchCmd) Run(ctx context.Context, s streams) error {
	if slices.Contains(c.Words, "--help") || slices.Contains(c.Words, "-h") {
		_, err := fmt.Fprintf(s.out, "Usage: bolshak match WORD ...\n\n%s\n", c.Help())
		return err
	}
	words, err := match.ParseWords(c.Words)
	if err != nil {
		return usageError{err}
	}
	cfg := match.Config{
		Games: words.Games, Concurrency: words.Concurrency, SPRT: words.SPRT, Clock: words.Engines[0].Clock,
	}
	if words.Rules != "" {
		if cfg.Rules, err = draughts.ParseDrawRules(words.Rules); err != nil {
			return usageError{err}
		}
	}
	if cfg.Openings, err = matchOpenings(words.Openings, words.Seed); err != nil {
		return err
	}
	for i := range words.Engines {
		cfg.Players[i] = starter(ctx, words.Engines[i])
	}
	out := io.Discard
	if words.PDNOut != "" {
		file, err := os.Create(words.PDNOut)
		if err != nil {
			return err
		}
		defer file.Close()
		out = file
	}
	progress, show := terminal(s.err)
	var writeErr error
	cfg.Played = func(g match.Game, r match.Result) {
		if err := writeGame(out, g, words); err != nil && writeErr == nil {
			writeErr = err
		}
		if show {
			fmt.Fprintf(progress, "\r\x1b[K%d games: %s%s", r.Games(), r, testState(words.SPRT, r))
		}
	}
	result, err := match.Run(ctx, cfg)
	if show {
		fmt.Fprint(progress, "\r\x1b[K")
	}
	if result.Games() == 0 {
		return err
	}
	if _, printErr := fmt.Fprintf(s.out, "%s%s\n", result, testState(words.SPRT, result)); err == nil {
		err = printErr
	}
	if err == nil {
		err = writeErr
	}
	return err
}

// testState tells how the sequential test stands.
func testState(test *match.SPRT, r match.Result) string {
	if test == nil {
		return ""
	}
	llr := test.LLR(r)
	lower, upper := test.Bounds()
	state := fmt.Sprintf(", LLR %.2f (%.2f to %.2f) for Elo %g to %g", llr, lower, upper, test.Elo0, test.Elo1)
	switch {
	case llr <= lower:
		state += ": refused"
	case llr >= upper:
		state += ": accepted"
	}
	return state
}

// starter makes the players of one side.
func starter(ctx context.Context, e match.EngineWords) func() (match.Player, error) {
	return func() (match.Player, error) {
		if e.Command == "" {
			return &match.EnginePlayer{Engine: engine.New(engine.Options{}), Limits: e.Limits}, nil
		}
		return match.StartHub(ctx, e.Command, e.Args, e.Params, e.Limits)
	}
}

// matchOpenings reads file=FILE, a FEN a line, or table=NAME, in an order that
// the seed chooses.
func matchOpenings(text string, seed uint64) ([]draughts.Position, error) {
	var list []draughts.Position
	kind, name, _ := strings.Cut(text, "=")
	switch kind {
	case "table":
		t, err := opening.ParseTable(name)
		if err != nil {
			return nil, usageError{err}
		}
		for _, e := range t.Entries() {
			list = append(list, e.Position)
		}
	case "file":
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		in := bufio.NewScanner(file)
		for number := 1; in.Scan(); number++ {
			p, err := parsePosition(in.Text())
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, number, err)
			}
			list = append(list, p)
		}
		if err := in.Err(); err != nil {
			return nil, err
		}
	default:
		return nil, usageError{fmt.Errorf("-openings takes file=FILE or table=NAME, not %q", text)}
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list, nil
}

// writeGame writes a game with the names of its players.
func writeGame(w io.Writer, g match.Game, words match.Words) error {
	white, black := words.Engines[0].Name, words.Engines[1].Name
	if g.First == draughts.Black {
		white, black = black, white
	}
	err := pdn.Write(w, g.Game, pdn.Tag{Name: "Event", Value: "match"}, pdn.Tag{Name: "Round", Value: fmt.Sprint(g.Number)},
		pdn.Tag{Name: "White", Value: white}, pdn.Tag{Name: "Black", Value: black})
	if err == nil {
		_, err = io.WriteString(w, "\n")
	}
	return err
}
