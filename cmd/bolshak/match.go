package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
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
	m := matchRun{words: words, err: s.err}
	if err := m.configure(ctx); err != nil {
		return err
	}
	if err := m.open(); err != nil {
		return err
	}
	defer m.close()
	return m.run(ctx, s.out)
}

// matchRun is a match under way.
type matchRun struct {
	words   match.Words
	cfg     match.Config
	err     io.Writer // talk
	pdn     *os.File  // nil without -pdnout
	endings [match.TooLong + 1]int
	fault   error // of writing games
}

// configure makes of the words what package match wants.
func (m *matchRun) configure(ctx context.Context) error {
	w := &m.words
	m.cfg = match.Config{
		Games: w.Games, Concurrency: w.Concurrency, SPRT: w.SPRT, Adjudication: w.Adjudication, Played: m.played,
	}
	var err error
	if w.Rules != "" {
		if m.cfg.Rules, err = draughts.ParseDrawRules(w.Rules); err != nil {
			return usageError{err}
		}
	}
	if m.cfg.Openings, err = matchOpenings(w.Openings, w.Seed); err != nil {
		return err
	}
	if w.Tables != match.NoTables {
		if m.cfg.Adjudication.Tables, err = endgame.Find(w.Tables); err != nil {
			return err
		}
	}
	for i := range w.Engines {
		m.cfg.Time[i] = w.Engines[i].Time
		if m.cfg.Players[i], err = m.starter(ctx, w.Engines[i]); err != nil {
			return usageError{err}
		}
	}
	return nil
}

// starter makes the players of one side.
func (m *matchRun) starter(ctx context.Context, e match.EngineWords) (func() (match.Player, error), error) {
	switch {
	case e.Command != "":
		o := match.HubOptions{Command: e.Command, Args: e.Args, Dir: e.Dir, Params: e.Params, Limits: e.Limits}
		return func() (match.Player, error) { return match.StartHub(ctx, o) }, nil
	case e.DXP != "":
		o := match.DXPOptions{
			Addr: e.DXP, Listen: e.Listen, Name: "Bolshak", Minutes: int(e.Time.Clock.Left.Minutes()), Moves: e.Time.Clock.Moves,
			Told: func(text string) { fmt.Fprintf(m.err, "bolshak: %s\n", text) },
		}
		return func() (match.Player, error) { return match.NewDXP(ctx, o) }, nil
	}
	options, err := match.EngineOptions(e.Params)
	return func() (match.Player, error) {
		limits := e.Limits
		if e.Level > 0 {
			limits = match.LevelLimits(e.Level, rand.Uint64(), limits)
		}
		return &match.EnginePlayer{Engine: engine.New(options), Limits: limits}, nil
	}, err
}

// open opens the files: the journal, and that of the games, which is brought to
// the state of the journal.
func (m *matchRun) open() error {
	w := &m.words
	var size int64
	if w.PDNOut != "" {
		file, err := os.OpenFile(w.PDNOut, os.O_WRONLY|os.O_CREATE, 0o666)
		if err != nil {
			return err
		}
		m.pdn = file
		info, err := file.Stat()
		if err != nil {
			return err
		}
		size = info.Size()
		if w.Resume == "" && info.Mode().IsRegular() {
			w.Resume = w.PDNOut + ".journal"
		}
	}
	if w.Resume == "" {
		return nil
	}
	params, err := m.params()
	if err != nil {
		return err
	}
	journal, err := match.OpenJournal(w.Resume, match.Header{Params: params, Offset: size})
	if err != nil {
		return fmt.Errorf("%w (remove it to begin anew, or name another with -resume)", err)
	}
	m.cfg.Journal = journal
	games := journal.Games()
	if len(games) > 0 {
		fmt.Fprintf(m.err, "bolshak: going on after %d games of %s\n", len(games), w.Resume)
	}
	if m.pdn != nil {
		// What is behind the offset is what the journal says, to the byte or not.
		offset := min(size, journal.Header().Offset)
		if err := m.pdn.Truncate(offset); err != nil && len(games) > 0 {
			return err
		}
		if _, err := m.pdn.Seek(offset, io.SeekStart); err != nil && len(games) > 0 {
			return err
		}
	}
	for i := range games {
		m.write(&games[i])
	}
	return m.fault
}

// close leaves what is needed to go on.
func (m *matchRun) close() {
	if m.pdn != nil {
		m.pdn.Close()
	}
	if m.cfg.Journal != nil {
		m.cfg.Journal.Close()
	}
}

// params are what determines the games of the match, for its journal.
func (m *matchRun) params() (map[string]string, error) {
	w := &m.words
	var openings bytes.Buffer
	for _, o := range m.cfg.Openings {
		fmt.Fprintf(&openings, "%s\n", o.Position)
	}
	params := map[string]string{
		"openings": digest(openings.Bytes()),
		"games":    fmt.Sprint(w.Games),
		"rules":    m.cfg.Rules.String(),
		"tables":   w.Tables,
		"sprt":     "none",
		"adjudication": fmt.Sprintf("pieces %d, resign %+v, draw %+v, moves %d",
			w.Adjudication.TablePieces, w.Adjudication.Resign, w.Adjudication.Draw, w.Adjudication.MaxMoves),
	}
	if w.SPRT != nil {
		params["sprt"] = fmt.Sprintf("%+v", *w.SPRT)
	}
	for i := range w.Engines {
		e := &w.Engines[i]
		params[fmt.Sprintf("engine %d", i+1)] = fmt.Sprintf("name=%s cmd=%s arg=%q dir=%s dxp=%s listen=%t option=%v limits=%s timemargin=%v",
			e.Name, e.Command, e.Args, e.Dir, e.DXP, e.Listen, e.Params, e.Control(), e.Time.Margin)
		if e.DXP != "" {
			continue
		}
		program, err := programOf(*e)
		if err != nil {
			return nil, err
		}
		data, err := os.ReadFile(program)
		if err != nil {
			return nil, err
		}
		params[fmt.Sprintf("program %d", i+1)] = digest(data)
	}
	return params, nil
}

// programOf returns the file of a player's program.
func programOf(e match.EngineWords) (string, error) {
	switch {
	case e.Command == "":
		return os.Executable()
	case e.Dir != "" && strings.ContainsRune(e.Command, filepath.Separator) && !filepath.IsAbs(e.Command):
		return filepath.Join(e.Dir, e.Command), nil
	}
	return exec.LookPath(e.Command)
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

// run plays and prints the result.
func (m *matchRun) run(ctx context.Context, out io.Writer) error {
	result, err := match.Run(ctx, m.cfg)
	if progress, show := terminal(m.err); show {
		fmt.Fprint(progress, "\r\x1b[K")
	}
	if result.Games() > 0 {
		if printErr := m.print(out, result); err == nil {
			err = printErr
		}
	}
	if err == nil {
		err = m.fault
	}
	if err == nil && m.cfg.Journal != nil {
		err = m.cfg.Journal.Remove()
		m.cfg.Journal = nil
	}
	return err
}

// print tells how the match has ended.
func (m *matchRun) print(out io.Writer, r match.Result) error {
	var ends []string
	for e, n := range m.endings {
		if n > 0 {
			ends = append(ends, fmt.Sprintf("%s %d", match.Ending(e), n))
		}
	}
	p := r.Pairs
	_, err := fmt.Fprintf(out, "games %d, ended by: %s\npairs with 0, 1/2, 1, 3/2, 2 points: %d %d %d %d %d, LOS %.1f %%\n%s%s\n",
		r.Games(), strings.Join(ends, ", "), p[0], p[1], p[2], p[3], p[4], 100*r.LOS(), r, testState(m.words.SPRT, r))
	return err
}

// played is told of each game.
func (m *matchRun) played(g match.Game, r match.Result) {
	m.write(&g)
	progress, show := terminal(m.err)
	if show {
		fmt.Fprint(progress, "\r\x1b[K")
	}
	switch g.Ending {
	case match.OnTime, match.Illegal, match.Breakdown:
		loser := 1 - g.Winner()
		fmt.Fprintf(m.err, "bolshak: game %d: %s loses: %s: %s\n", g.Number, m.words.Engines[loser].Name, g.Ending, g.Detail)
	}
	state := func() string {
		return fmt.Sprintf("%d games: %s, LOS %.1f %%, pairs %v%s", r.Games(), r, 100*r.LOS(), r.Pairs, testState(m.words.SPRT, r))
	}
	switch {
	case m.words.Interval > 0 && r.Games()%m.words.Interval == 0:
		fmt.Fprintf(m.err, "bolshak: %s\n", state())
	case show:
		fmt.Fprint(progress, state())
	}
}

// write counts a game and appends it to the file of games.
func (m *matchRun) write(g *match.Game) {
	m.endings[g.Ending]++
	if m.pdn == nil || m.fault != nil {
		return
	}
	event := m.words.Event
	if event == "" {
		event = "match"
	}
	e := m.words.Engines
	record := g.Record(event, [2]string{e[0].Name, e[1].Name}, [2]string{e[0].Control(), e[1].Control()})
	var text bytes.Buffer
	if m.fault = pdn.NewWriter(&text, pdn.WriteOptions{}).WriteGame(record); m.fault == nil {
		text.WriteByte('\n')
		_, m.fault = m.pdn.Write(text.Bytes())
	}
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

// matchOpenings reads file=FILE, a FEN a line, or table=NAME, in an order that
// the seed chooses.
func matchOpenings(text string, seed uint64) ([]match.Opening, error) {
	var list []match.Opening
	kind, name, _ := strings.Cut(text, "=")
	switch kind {
	case "table":
		t, err := opening.ParseTable(name)
		if err != nil {
			return nil, usageError{err}
		}
		for _, e := range t.Entries() {
			list = append(list, match.Opening{Name: t.String() + " " + e.Code + ": " + e.Text, Position: e.Position})
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
			list = append(list, match.Opening{Name: fmt.Sprintf("%s:%d", filepath.Base(name), number), Position: p})
		}
		if err := in.Err(); err != nil {
			return nil, err
		}
		if len(list) == 0 {
			return nil, fmt.Errorf("%s: no opening in it", name)
		}
	default:
		return nil, usageError{fmt.Errorf("-openings takes file=FILE or table=NAME, not %q", text)}
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list, nil
}
