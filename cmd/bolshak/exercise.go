package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/diagram"
	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine/eval"
	"github.com/bolshak-draughts/bolshak/exercise"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
	"github.com/bolshak-draughts/bolshak/internal/fleet"
	"github.com/bolshak-draughts/bolshak/pdn"
	"github.com/bolshak-draughts/bolshak/train"
)

type exerciseCmd struct {
	List   exerciseListCmd   `cmd:"" help:"List the exercises in the program."`
	Show   exerciseShowCmd   `cmd:"" help:"Show an exercise, or its solution."`
	Verify exerciseVerifyCmd `cmd:"" help:"Prove every exercise again."`
	Find   exerciseFindCmd   `cmd:"" help:"Make exercises from games."`
}

type exerciseListCmd struct {
	Theme []string `placeholder:"THEME" help:"Only those with this theme, such as shot; repeat for several."`
	Min   int      `placeholder:"R" help:"Only those rated R or more."`
	Max   int      `placeholder:"R" help:"Only those rated R or less."`
	File  string   `placeholder:"FILE" help:"A file of exercises instead of those in the program."`
	JSON  bool     `help:"Print JSON, a line an exercise, with the solutions."`
}

func (exerciseListCmd) Help() string {
	return `Prints identity, rating, moves to find, themes and position, with tabs between
them, the easiest first.

Example: bolshak exercise list --theme turkish-strike --min 1500`
}

func (c exerciseListCmd) Run(s streams) error {
	var themes exercise.Themes
	for _, name := range c.Theme {
		t, err := exercise.ParseTheme(name)
		if err != nil {
			return usageError{err}
		}
		themes |= t
	}
	list, err := exercises(c.File)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(s.out)
	for _, x := range list {
		if !x.Themes.Has(themes) || x.Rating < c.Min || c.Max > 0 && x.Rating > c.Max {
			continue
		}
		if c.JSON {
			err = json.NewEncoder(out).Encode(x)
		} else {
			_, err = fmt.Fprintf(out, "%s\t%d\t%d\t%s\t%s\n", x.ID, x.Rating, x.Moves(), x.Themes, x.Start)
		}
		if err != nil {
			return err
		}
	}
	return out.Flush()
}

// exercises returns those of a file, or those in the program.
func exercises(file string) ([]*exercise.Exercise, error) {
	if file == "" {
		return exercise.All(), nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list, err := exercise.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return list, nil
}

type exerciseShowCmd struct {
	ID       string `arg:"" help:"Identity of the exercise, or daily for today's."`
	Solution bool   `help:"Show how it is solved, and why other moves do not win."`
	JSON     bool   `help:"Print JSON, with the solution."`
}

func (exerciseShowCmd) Help() string { return "Example: bolshak exercise show daily --solution" }

func (c exerciseShowCmd) Run(s streams) error {
	x, ok := exercise.ByID(c.ID)
	if c.ID == "daily" {
		x, ok = exercise.Daily(time.Now()), true
	}
	if !ok {
		return fmt.Errorf("no exercise %s (see bolshak exercise list)", c.ID)
	}
	if c.JSON {
		return json.NewEncoder(s.out).Encode(x)
	}
	var b strings.Builder
	b.WriteString(diagram.Text(x.Start, diagram.TextOptions{Flip: x.Start.Turn() == draughts.Black}))
	fmt.Fprintf(&b, "\n%s\n%s to move and win in %d: %s, rated %d\n", x.Start, x.Start.Turn(), x.Moves(), x.Themes, x.Rating)
	if c.Solution {
		fmt.Fprintf(&b, "solution: %s\n", x.MainText())
		for _, t := range x.Solution.Tries {
			worth := "draws"
			if t.Loses {
				worth = "loses"
			}
			text := x.Start.MoveText(t.Move)
			fmt.Fprintf(&b, "%s %s: %s\n", text, worth, strings.Join(texts(x.Start.PlayUnchecked(t.Move), t.Line), " "))
		}
	}
	_, err := io.WriteString(s.out, b.String())
	return err
}

type exerciseVerifyCmd struct {
	File    string `placeholder:"FILE" help:"A file of exercises instead of those in the program."`
	Sample  int    `placeholder:"N" help:"Only N of them, drawn by lot."`
	Seed    uint64 `default:"1" help:"Draws the same sample again."`
	Threads int    `default:"1" help:"Threads."`
}

func (exerciseVerifyCmd) Help() string {
	return `Proves by search down to the endgame tables that one move wins at each of the
solver's turns, that no other does, and that every defence is answered. Names
each faulty exercise; the last line is 'exercises N faulty K'.

Example: bolshak exercise verify --threads 2`
}

func (c exerciseVerifyCmd) Validate() error {
	if c.Sample < 0 || c.Threads < 1 {
		return errors.New("sample and threads must be positive")
	}
	return nil
}

func (c exerciseVerifyCmd) Run(ctx context.Context, s streams) error {
	list, err := exercises(c.File)
	if err != nil {
		return err
	}
	if c.Sample > 0 && c.Sample < len(list) {
		list = slices.Clone(list)
		rand.New(rand.NewPCG(c.Seed, 0)).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		list = list[:c.Sample]
	}
	faults := verifyAll(ctx, list, c.Threads, showCount(s))
	if err := ctx.Err(); err != nil {
		return err
	}
	faulty := 0
	for _, err := range faults {
		if err != nil {
			faulty++
			fmt.Fprintf(s.err, "bolshak: %v\n", err)
		}
	}
	if _, err := fmt.Fprintf(s.out, "exercises %d faulty %d\n", len(list), faulty); err != nil {
		return err
	}
	if faulty > 0 {
		return fmt.Errorf("%d of %d exercises are faulty", faulty, len(list))
	}
	return nil
}

// verifyAll returns what is wrong with each exercise.
func verifyAll(ctx context.Context, list []*exercise.Exercise, threads int, progress func(done, total int)) []error {
	faults := make([]error, len(list))
	next := make(chan int)
	var workers sync.WaitGroup
	var mu sync.Mutex
	done := 0
	for range threads {
		workers.Go(func() {
			for i := range next {
				faults[i] = exercise.Verify(ctx, list[i])
				mu.Lock()
				if done++; progress != nil {
					progress(done, len(list))
				}
				mu.Unlock()
			}
		})
	}
	for i := range list {
		next <- i
	}
	close(next)
	workers.Wait()
	return faults
}

type exerciseFindCmd struct {
	natsFlags
	Files     []string `arg:"" optional:"" help:"Files of games FILE.pdn, or of positions of 'bolshak train selfplay'."`
	Games     int      `placeholder:"N" help:"Look through N games of the engine against itself."`
	Triangles int      `placeholder:"N" help:"Look through N positions of Petrov's triangle."`
	Seed      uint64   `default:"1" help:"Plays the same games again, and draws the same positions."`
	Count     int      `placeholder:"N" help:"Choose the N best for variety; without it all are kept that are not much alike."`
	Threads   int      `default:"1" help:"Threads; the result does not depend on them."`
	Out       string   `short:"o" placeholder:"FILE" help:"File to write instead of standard output."`
}

func (exerciseFindCmd) Help() string {
	return `Looks at every position of up to 14 pieces, and at those after each move that
could have been played there, for one move that is proven to win while no other is.
With --nats the workers of a cluster look (bolshak worker), and what they find is
proven again here; the result is the same.

Example: bolshak exercise find --games 100 --seed 7 -o exercises.tsv`
}

func (c exerciseFindCmd) Validate() error {
	switch {
	case c.Games < 0 || c.Triangles < 0 || c.Count < 0 || c.Threads < 1:
		return errors.New("games, triangles, count and threads must be positive")
	case c.Games == 0 && c.Triangles == 0 && len(c.Files) == 0:
		return errors.New("nothing to look through: name files or give --games or --triangles")
	}
	return c.check()
}

func (c exerciseFindCmd) Run(ctx context.Context, s streams) error {
	cfg := exercise.FindConfig{Games: c.Games, Seed: c.Seed, Threads: c.Threads, Count: c.Count}
	w, show := terminal(s.err)
	if show {
		cfg.Progress = func(games, found int) { fmt.Fprintf(w, "\r%d looked through, %d found", games, found) }
	}
	var broken error
	var list []*exercise.Exercise
	var err error
	if others := c.positions(ctx, s, &broken); c.NATS == "" {
		list, err = exercise.Find(ctx, cfg, others)
	} else {
		err = c.with(ctx, func(node *cluster.Node) (err error) {
			list, err = fleet.FindExercises(ctx, node, cfg, 0, others)
			return err
		})
	}
	if show {
		fmt.Fprint(w, "\r\x1b[K")
	}
	if err = cmp.Or(err, broken, ctx.Err()); err != nil {
		return err
	}
	if len(list) == 0 {
		return errors.New("no exercise found")
	}
	if c.Out == "" {
		return exercise.Write(s.out, c.remarks(), list)
	}
	f, err := os.Create(c.Out)
	if err != nil {
		return err
	}
	if err := cmp.Or(exercise.Write(f, c.remarks(), list), f.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "exercises %d\n", len(list))
	return err
}

// remarks tell how a file was made.
func (c exerciseFindCmd) remarks() []string {
	var b strings.Builder
	b.WriteString("made by: bolshak exercise find")
	for _, name := range c.Files {
		b.WriteString(" " + name)
	}
	if c.Games > 0 {
		fmt.Fprintf(&b, " --games %d", c.Games)
	}
	if c.Triangles > 0 {
		fmt.Fprintf(&b, " --triangles %d", c.Triangles)
	}
	if c.Games > 0 || c.Triangles > 0 {
		fmt.Fprintf(&b, " --seed %d", c.Seed)
	}
	if c.Count > 0 {
		fmt.Fprintf(&b, " --count %d", c.Count)
	}
	return []string{b.String(), "version " + version + ", weights " + eval.Default().Hash()}
}

// positions yields those of Petrov's triangle and of all files, game by game, and
// sets broken when a file ends with an error.
func (c exerciseFindCmd) positions(ctx context.Context, s streams, broken *error) iter.Seq[[]draughts.Position] {
	return func(yield func([]draughts.Position) bool) {
		for list := range exercise.Triangles(c.Seed, c.Triangles) {
			if !yield(list) {
				return
			}
		}
		for _, name := range c.Files {
			read := positionsOfRecords
			if strings.HasSuffix(strings.ToLower(name), ".pdn") {
				read = positionsOfGames
			}
			switch err := read(ctx, s, name, yield); {
			case errors.Is(err, errEnough):
				return
			case err != nil:
				*broken = err
				return
			}
		}
	}
}

// errEnough says that no more games are wanted.
var errEnough = errors.New("enough")

// positionsOfRecords yields the positions of a file of training positions, each by
// itself.
func positionsOfRecords(ctx context.Context, _ streams, name string, yield func([]draughts.Position) bool) error {
	more := true
	err := eachBlock(ctx, name, func(b train.Block) {
		for _, r := range b.Records {
			more = more && yield([]draughts.Position{r.Position})
		}
	})
	if err == nil && !more {
		err = errEnough
	}
	return err
}

// positionsOfGames yields the positions of the main lines of a file of games.
func positionsOfGames(ctx context.Context, s streams, name string, yield func([]draughts.Position) bool) error {
	number := 0
	return eachGame(ctx, s, name, pdn.Options{}, func(record *pdn.Game) error {
		number++
		g, err := record.Play(draughts.NoDrawRules)
		if err != nil {
			fmt.Fprintf(s.err, "bolshak: %s: game %d: %v\n", name, number, err)
		}
		if g == nil {
			return nil
		}
		var list []draughts.Position
		for i := range g.Plies() + 1 {
			list = append(list, g.PositionAt(i))
		}
		if !yield(list) {
			return errEnough
		}
		return nil
	})
}
