// Command bolshak is the system for Russian draughts: rules, engine, site.
// Run it without arguments for help.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/bolshak-draughts/bolshak/draughts"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr})
	stop()
	os.Exit(code)
}

// Exit codes, which scripts rely on.
const (
	exitDone  = 0
	exitFault = 1 // the input or the answer is at fault
	exitUsage = 2 // wrong usage
)

// streams are where a command reads and writes: data to out, talk to err.
type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

// commands are all subcommands; each has a file of its own.
type commands struct {
	Moves      movesCmd      `cmd:"" help:"List the legal moves of a position."`
	Perft      perftCmd      `cmd:"" help:"Count the ways to play so many plies."`
	Show       showCmd       `cmd:"" help:"Show a position as text."`
	Play       playCmd       `cmd:"" help:"Play a game in the terminal."`
	Pdn        pdnCmd        `cmd:"" help:"Check and convert files of games."`
	Adjudicate adjudicateCmd `cmd:"" help:"Tell where and why games were over."`
	Opening    openingCmd    `cmd:"" help:"Look up and draw openings."`
	Diagram    diagramCmd    `cmd:"" help:"Draw a position or a game."`
	Tb         tbCmd         `cmd:"" help:"Build and look up endgame tables."`
	Analyze    analyzeCmd    `cmd:"" help:"Search a position, or report on games."`
	Hub        hubCmd        `cmd:"" help:"Serve the engine over the Hub protocol."`
	Dxp        dxpCmd        `cmd:"" help:"Play other programs over DamExchange."`
	Bench      benchCmd      `cmd:"" help:"Measure the engine's search."`
	Match      matchCmd      `cmd:"" passthrough:"" help:"Let engines play a match."`
	Exercise   exerciseCmd   `cmd:"" help:"Positions to solve, with proofs."`
	Train      trainCmd      `cmd:"" help:"Learn the evaluation's weights."`
	Serve      serveCmd      `cmd:"" help:"Run the site."`
	Worker     workerCmd     `cmd:"" help:"Search and judge for the nodes of a site."`
	Backup     backupCmd     `cmd:"" help:"Copy the site's database while it runs."`
	Admin      adminCmd      `cmd:"" help:"Work on the players of a site."`
	Load       loadCmd       `cmd:"" help:"Play many games at once against a site, to measure it."`
	Version    versionCmd    `cmd:"" help:"Tell the version."`
}

const about = "Russian draughts. A position is a FEN (W:Wa1,Kc3:Bb4), start, or - for stdin."

// terminal returns w if it is a terminal, where long work shows its progress.
func terminal(w io.Writer) (io.Writer, bool) {
	f, ok := w.(*os.File)
	if !ok {
		return nil, false
	}
	info, err := f.Stat()
	return w, err == nil && info.Mode()&os.ModeCharDevice != 0
}

// usageError is a fault in how the command was called.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// run is main without its process.
func run(ctx context.Context, args []string, s streams) int {
	var cmd commands
	exit := -1
	out := &output{w: s.out}
	s.out = out
	s.in = &input{ctx: ctx, r: s.in}
	parser, err := kong.New(&cmd,
		kong.Name("bolshak"),
		kong.Description(about),
		kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}),
		kong.Help(printHelp),
		kong.Writers(s.out, s.err),
		kong.Exit(func(code int) { exit = code }),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(s),
	)
	if err != nil {
		fmt.Fprintf(s.err, "bolshak: %v\n", err)
		return exitUsage
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parsed, err := parser.Parse(args)
	if exit >= 0 { // help has been shown
		return exit
	}
	if err != nil {
		fmt.Fprintf(s.err, "bolshak: %v (see bolshak --help)\n", err)
		return exitUsage
	}
	err = parsed.Run()
	var usage usageError
	switch {
	case err == nil:
		return exitDone
	case out.gone:
		return exitDone // the reader has had enough
	case errors.As(err, &usage):
		fmt.Fprintf(s.err, "bolshak: %v\n", err)
		return exitUsage
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(s.err, "bolshak: interrupted")
	default:
		fmt.Fprintf(s.err, "bolshak: %v\n", err)
	}
	return exitFault
}

// parsePosition reads a position argument.
func parsePosition(text string) (draughts.Position, error) {
	text, err := fenText(text)
	if err != nil {
		return draughts.Position{}, err
	}
	return draughts.ParsePosition(text)
}

// parseSetup reads a position argument with its counters.
func parseSetup(text string) (draughts.Setup, error) {
	text, err := fenText(text)
	if err != nil {
		return draughts.Setup{}, err
	}
	return draughts.ParseLegalSetup(text)
}

// fenText returns the FEN that a position argument means.
func fenText(text string) (string, error) {
	switch strings.TrimSpace(text) {
	case "start":
		return draughts.StartFEN, nil
	case "-":
		return "", usageError{errors.New("a position is wanted here, not -")}
	}
	return text, nil
}
