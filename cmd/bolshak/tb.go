package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/endgame/build"
	"github.com/bolshak-draughts/bolshak/endgame/file"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
	"github.com/bolshak-draughts/bolshak/internal/fleet"
)

type tbCmd struct {
	Build  tbBuildCmd  `cmd:"" help:"Build endgame tables, or what is missing of them."`
	Stats  tbStatsCmd  `cmd:"" help:"Count wins, draws and losses of each balance."`
	Probe  tbProbeCmd  `cmd:"" help:"Tell the value of a position and of its moves."`
	Verify tbVerifyCmd `cmd:"" help:"Check tables."`
}

type tbBuildCmd struct {
	natsFlags
	Pieces  int        `required:"" help:"Greatest number of pieces, 2 to 7."`
	Dir     string     `required:"" help:"Directory for the tables."`
	Threads int        `default:"0" help:"Threads; 0 for one a processor."`
	Lengths int        `default:"6" help:"Greatest number of pieces with plies to the end; above it win, draw and loss alone."`
	Changes int        `default:"5" help:"Greatest number of pieces with plies to the next change of the balance."`
	Memory  memorySize `placeholder:"SIZE" help:"Take no more: 8G, 500M; a number alone is MiB."`
	Part    int        `placeholder:"N" help:"With --nats: millions of positions a job, 16."`
}

// memorySize is an amount of memory as a flag.
type memorySize int64

// UnmarshalText reads a number of MiB, or one with a unit: K, M or G.
func (b *memorySize) UnmarshalText(text []byte) error {
	s, shift := string(text), 20
	for i, unit := range []string{"K", "M", "G"} {
		if rest, ok := strings.CutSuffix(strings.TrimSuffix(strings.ToUpper(s), "B"), unit); ok {
			s, shift = rest, 10*(i+1)
			break
		}
	}
	n, err := strconv.ParseUint(s, 10, 63-shift)
	if err != nil {
		return fmt.Errorf("%q is no amount of memory, such as 8G or 500M", text)
	}
	*b = memorySize(n << shift)
	return nil
}

func (tbBuildCmd) Help() string {
	return `Finished balances are kept whatever happens; run it again to go on. Five pieces
take about a minute and 25 MB of disk, six a quarter of an hour and half a GB;
seven, results alone, many hours.

With --nats the work is done by the workers of a cluster (bolshak worker) and
checked here; the files are the same. Only one such build at a time.

Example: bolshak tb build --pieces 5 --dir tables`
}

func (c tbBuildCmd) Validate() error {
	switch {
	case c.Pieces < 2 || c.Pieces > build.MaxPieces:
		return fmt.Errorf("--pieces %d is not between 2 and %d", c.Pieces, build.MaxPieces)
	case c.Threads < 0:
		return fmt.Errorf("--threads %d is less than 0", c.Threads)
	case c.Lengths < 1:
		return fmt.Errorf("--lengths %d is less than 1", c.Lengths)
	case c.Part < 0:
		return fmt.Errorf("--part %d is less than 0", c.Part)
	case c.Part > 0 && c.NATS == "":
		return errors.New("--part needs --nats")
	}
	return c.check()
}

func (c tbBuildCmd) Run(ctx context.Context, s streams) error {
	if c.Memory > 0 {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(c.Memory)))
	}
	if c.NATS != "" {
		return c.byCluster(ctx, s)
	}
	err := build.Run(ctx, build.Options{
		Dir: c.Dir, Pieces: c.Pieces, Lengths: c.Lengths, Changes: c.Changes, Workers: c.Threads, Memory: int64(c.Memory), Progress: showBuild(s),
	})
	if errors.Is(err, build.ErrMemory) {
		err = fmt.Errorf("%w; give more to --memory, or fewer --pieces, --lengths or --threads", err)
	}
	return err
}

// byCluster has the tables built by the workers of a cluster.
func (c tbBuildCmd) byCluster(ctx context.Context, s streams) error {
	return c.with(ctx, func(node *cluster.Node) error {
		return fleet.BuildTables(ctx, node, fleet.TablesConfig{
			Dir: c.Dir, Pieces: c.Pieces, Lengths: c.Lengths, Changes: c.Changes, Threads: c.Threads,
			PartSize: uint64(c.Part) << 20, Progress: showBuild(s), Logger: slog.New(slog.NewTextHandler(prefixed{s.err}, nil)),
		})
	})
}

// showBuild returns what shows the progress of building or verifying on a
// terminal, nil where there is none.
func showBuild(s streams) func(build.Progress) {
	w, ok := terminal(s.err)
	if !ok {
		return nil
	}
	return func(p build.Progress) {
		fmt.Fprintf(w, "\r%v: %d of %d positions, %v left\x1b[K", p.Balance, p.Done, p.Total, p.Left.Round(time.Second))
		if p.Done == p.Total {
			fmt.Fprint(w, "\r\x1b[K")
		}
	}
}

type tbStatsCmd struct {
	Dir  string `help:"Directory of tables; without it those in the program."`
	JSON bool   `help:"Print JSON, a line a balance."`
}

func (tbStatsCmd) Help() string {
	return `Prints the balance (white men, white kings, black men, black kings), positions,
wins, draws and losses with White to move, and the longest win and loss in plies
to the end of the game, with tabs between them.

Example: bolshak tb stats --dir tables`
}

// openTables opens the tables of a directory, or those in the program.
func openTables(dir string) (*endgame.Tables, error) {
	if dir == "" {
		return endgame.Default(), nil
	}
	return endgame.OpenDir(dir)
}

type tbStatsJSON struct {
	Balance     string `json:"balance"`
	Positions   uint64 `json:"positions"`
	Wins        uint64 `json:"wins"`
	Draws       uint64 `json:"draws"`
	Losses      uint64 `json:"losses"`
	LongestWin  *tbEnd `json:"longestWin"` // null: no win, or no lengths
	LongestLoss *tbEnd `json:"longestLoss"`
}

// tbEnd is a position and the plies to the end of the game from there.
type tbEnd struct {
	Plies int    `json:"plies"`
	FEN   string `json:"fen"`
}

func (c tbStatsCmd) Run(s streams) error {
	tables, err := openTables(c.Dir)
	if err != nil {
		return err
	}
	defer tables.Close()
	out := bufio.NewWriter(s.out)
	for _, t := range tables.Files() {
		if t.Kind != file.Result {
			continue
		}
		if c.JSON {
			err = json.NewEncoder(out).Encode(statsJSON(t))
		} else {
			_, err = fmt.Fprintf(out, "%v\t%d\t%d\t%d\t%d\t%s\t%s\n", t.Balance, t.Stats.Positions(),
				t.Stats.Wins, t.Stats.Draws, t.Stats.Losses, longest(t.Stats.LongestWin), longest(t.Stats.LongestLoss))
		}
		if err != nil {
			return err
		}
	}
	return out.Flush()
}

// longest returns the length of a game for print: 0 where there is no such game,
// - where the table has no lengths.
func longest(plies int) string {
	if plies == file.NoLengths {
		return "-"
	}
	return strconv.Itoa(max(0, plies))
}

func statsJSON(t *file.Table) tbStatsJSON {
	end := func(plies int, at uint64) *tbEnd {
		if plies < 0 {
			return nil
		}
		return &tbEnd{plies, t.Balance.Position(at).FEN()}
	}
	return tbStatsJSON{
		Balance: t.Balance.String(), Positions: t.Stats.Positions(),
		Wins: t.Stats.Wins, Draws: t.Stats.Draws, Losses: t.Stats.Losses,
		LongestWin: end(t.Stats.LongestWin, t.Stats.AtWin), LongestLoss: end(t.Stats.LongestLoss, t.Stats.AtLoss),
	}
}

type tbVerifyCmd struct {
	Dir     string     `help:"Directory of tables; without it those in the program."`
	Full    bool       `help:"Check every position, which takes as long as building."`
	Threads int        `default:"0" help:"Threads for --full; 0 for one a processor."`
	Memory  memorySize `placeholder:"SIZE" help:"Memory for --full: 8G, 500M; a number alone is MiB."`
}

func (tbVerifyCmd) Help() string {
	return `Compares all checksums and checks random positions by search. With --full it
asks of every position whether its value follows from those after its moves.

Example: bolshak tb verify --dir tables --full`
}

func (c tbVerifyCmd) Validate() error {
	switch {
	case c.Full && c.Dir == "":
		return errors.New("--full needs --dir")
	case c.Threads < 0:
		return fmt.Errorf("--threads %d is less than 0", c.Threads)
	}
	return nil
}

// verifySamples is how many positions of each balance are checked by search.
const verifySamples = 100

func (c tbVerifyCmd) Run(ctx context.Context, s streams) error {
	tables, err := openTables(c.Dir)
	if err != nil {
		return err
	}
	defer tables.Close()
	how := strconv.Itoa(verifySamples) + " positions of each balance"
	if c.Full {
		how = "every position"
		if c.Memory > 0 {
			defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(c.Memory)))
		}
		err = build.Verify(ctx, build.Options{
			Dir: c.Dir, Pieces: tables.Pieces(), Workers: c.Threads, Memory: int64(c.Memory), Progress: showBuild(s),
		})
	} else {
		err = tables.Check(ctx, verifySamples, showCount(s))
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%d files of up to %d pieces are right: all checksums, %s\n", len(tables.Files()), tables.Pieces(), how)
	return err
}

// showCount returns what shows how many of how many parts are done on a
// terminal, nil where there is none.
func showCount(s streams) func(done, total int) {
	w, ok := terminal(s.err)
	if !ok {
		return nil
	}
	return func(done, total int) {
		fmt.Fprintf(w, "\r%d of %d", done, total)
		if done == total {
			fmt.Fprint(w, "\r\x1b[K")
		}
	}
}
