package endgame

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame/build"
	"github.com/bolshak-draughts/bolshak/endgame/file"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

func position(t testing.TB, fen string) draughts.Position {
	t.Helper()
	p, err := draughts.ParsePosition(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func ExampleTables_Probe() {
	tables := Default()
	p, _ := draughts.ParsePosition("W:WKe1,Kg1,Kd2:BKa3")
	r, err := tables.Probe(p)
	fmt.Println(r, err)
	// Output: win 19 <nil>
}

func ExampleTables_Moves() {
	tables := Default()
	p, _ := draughts.ParsePosition("W:Wc3,Kb4:Bb8")
	moves, err := tables.Moves(p)
	for _, m := range moves[:3] {
		fmt.Println(p.MoveText(m.Move), m.Result)
	}
	fmt.Println(err)
	// Output:
	// c3-d4 win 5
	// b4-c5 win 5
	// b4-d6 win 5
	// <nil>
}

// TestEmbedded compares the embedded tables of up to four pieces with new ones,
// every position of up to three and some of four.
func TestEmbedded(t *testing.T) {
	dir := t.TempDir()
	most := 4
	if testing.Short() {
		most = 3
	}
	if err := build.Run(t.Context(), build.Options{Dir: dir, Pieces: most, Changes: most}); err != nil {
		t.Fatal(err)
	}
	values, err := build.Solve(t.Context(), most, 0)
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer fresh.Close()
	if fresh.Pieces() != most || Default().Pieces() != 5 {
		t.Errorf("tables for %d and %d pieces", fresh.Pieces(), Default().Pieces())
	}
	for _, table := range fresh.Files() {
		embedded := Default().pairs[table.Balance].all()[table.Kind-1]
		got, err := embedded.Hash()
		want, err2 := table.Hash()
		if err != nil || err2 != nil || got != want {
			t.Errorf("the embedded %s is not what is built now (run go generate ./endgame)", table.Name())
		}
	}
	both := Default().With(fresh)
	check := func(b index.Balance, i uint64) {
		p := b.Position(i)
		code := values.Balance(b)[i]
		want := Result{Draw, -1}
		if code.Win() {
			want = Result{Win, code.Plies()}
		} else if code.Loss() {
			want = Result{Loss, code.Plies()}
		}
		for _, q := range [2]draughts.Position{p, p.Rotate()} {
			if got, err := both.Probe(q); got != want || err != nil {
				t.Fatalf("%v: %v, %v; want %v", q, got, err, want)
			}
			if got, err := Default().Value(q); got != want.Value || err != nil {
				t.Fatalf("%v: %v, %v; want %v", q, got, err, want.Value)
			}
		}
	}
	rng := rand.New(rand.NewPCG(1, 3))
	for _, b := range fresh.Balances() {
		if b.Pieces() <= 3 {
			for i := range b.Size() {
				check(b, i)
			}
			continue
		}
		for range 2000 {
			check(b, rng.Uint64N(b.Size()))
		}
	}
}

// TestStatistics adds up what the embedded files say of themselves.
func TestStatistics(t *testing.T) {
	for _, table := range Default().Files() {
		if s := table.Stats; s.Positions() != table.Balance.Size() {
			t.Errorf("%s: statistics of %d positions, want %d", table.Name(), s.Positions(), table.Balance.Size())
		}
	}
}

// TestCounts compares the statistics of the embedded tables, and those of the
// directory that BOLSHAK_TABLES names, with testdata/counts.tsv, which holds what
// bolshak tb stats prints.
func TestCounts(t *testing.T) {
	tables, err := Find("")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("testdata/counts.tsv")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		b, err := index.ParseBalance(line[:7])
		if err != nil {
			t.Fatal(err)
		}
		pair := tables.pairs[b]
		if pair == nil && b.Pieces() > 5 {
			continue // not in the binary
		}
		lines++
		s := pair.result.Stats
		if s.LongestWin == file.NoLengths || s.LongestLoss == file.NoLengths { // the counts alone
			fields := strings.Split(line, "\t")
			line = strings.Join(fields[:5], "\t") + "\t0\t0\n"
		}
		got := fmt.Sprintf("%v\t%d\t%d\t%d\t%d\t%d\t%d\n", b, s.Positions(), s.Wins, s.Draws, s.Losses, max(0, s.LongestWin), max(0, s.LongestLoss))
		if got != line {
			t.Errorf("got  %swant %s", got, line)
		}
	}
	if lines < 85 {
		t.Errorf("%d balances compared, want at least 85", lines)
	}
}

// TestFive asks of random positions of five pieces whether their value is what
// those after their moves give.
func TestFive(t *testing.T) {
	tables := Default()
	rng := rand.New(rand.NewPCG(5, 5))
	samples := 1000
	if testing.Short() {
		samples = 50
	}
	for b := range index.Balances(5) {
		for range samples {
			p := b.Position(rng.Uint64N(b.Size()))
			got, err := tables.Value(p)
			if err != nil {
				t.Fatal(err)
			}
			moves, err := tables.Moves(p)
			if err != nil {
				t.Fatal(err)
			}
			want := Loss
			if len(moves) > 0 {
				want = moves[0].Value
			}
			if got != want {
				t.Fatalf("%v: %v, its moves give %v", p, got, want)
			}
		}
	}
}

func TestOutside(t *testing.T) {
	for fen, want := range map[string]Result{
		draughts.StartFEN:                 {Unknown, -1},
		"W:Wa1,c1,e1:Bb8,d8,f8":           {Unknown, -1},
		"W:Wa1,c1,e1,g1,a3,c3:Bb8":        {Unknown, -1},
		"W:W:Bb8":                         {Loss, 0},
		"W:Wa1:B":                         {Win, 1},
		"B:Wa1:B":                         {Loss, 0},
		"W:WKa1,Kc1,Ke1:BKb8,Kd8,Kf8":     {Unknown, -1},
		"W:Wa3:Bb4,c5":                    {Loss, 0},
		"W:WKa1,c3:BKd4,Ke5,Kf6,Kg7,b6":   {Unknown, -1},
		"B:WKa1,Kc1:BKb2,Kd2,Kf2,Kb4,Kd4": {Unknown, -1},
	} {
		if got, err := Default().Probe(position(t, fen)); got != want || err != nil {
			t.Errorf("%s: %v, %v; want %v", fen, got, err, want)
		}
	}
	var none Tables
	if got, err := none.Probe(position(t, "W:WKa1:BKh2")); got != unknown || err != nil {
		t.Errorf("no tables: %v, %v", got, err)
	}
}

// TestLine plays the longest win of four pieces by the tables: its length falls
// by one with every ply.
func TestLine(t *testing.T) {
	longest := position(t, "W:WKa1:BKh2")
	length := 0
	for _, table := range Default().Files() {
		if table.Kind == file.Distance && table.Stats.LongestLoss > length {
			length, longest = table.Stats.LongestLoss, table.Balance.Position(table.Stats.AtLoss)
		}
	}
	if length != 86 {
		t.Errorf("the longest loss of four pieces takes %d plies, want 86", length)
	}
	for p := longest; length > 0; length-- {
		moves, err := Default().Moves(p)
		if err != nil || moves[0].Plies != length {
			t.Fatalf("%v: %v, %v; want %d plies", p, moves[0], err, length)
		}
		p = p.PlayUnchecked(moves[0].Move)
		if length == 1 && p.HasMoves() {
			t.Errorf("the game is not over in %v", p)
		}
	}
}

// TestShared probes from many goroutines with a cache that is far too small.
func TestShared(t *testing.T) {
	tables := Default().With(Default())
	tables.cache = newCache(1)
	var group sync.WaitGroup
	for g := range uint64(8) {
		group.Go(func() {
			rng := rand.New(rand.NewPCG(g, 1))
			balances := tables.Balances()
			for range 2000 {
				b := balances[rng.IntN(len(balances))]
				p := b.Position(rng.Uint64N(b.Size()))
				got, err := tables.Probe(p)
				want, err2 := Default().Probe(p)
				if got != want || err != nil || err2 != nil {
					t.Errorf("%v: %v, %v; want %v, %v", p, got, err, want, err2)
					return
				}
			}
		})
	}
	group.Wait()
}

func TestOpenDirRefuses(t *testing.T) {
	if _, err := OpenDir(t.TempDir()); err == nil {
		t.Error("an empty directory has tables")
	}
	if _, err := OpenDir(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a directory that is not there has tables")
	}
}

// samples returns random positions of five pieces, with or without captures.
func samples(captures bool) []draughts.Position {
	rng := rand.New(rand.NewPCG(6, 7))
	var list []draughts.Position
	for len(list) < 1<<14 {
		for b := range index.Balances(5) {
			if p := b.Position(rng.Uint64N(b.Size())); p.MustCapture() == captures {
				list = append(list, p)
			}
		}
	}
	return list
}

func benchmark(b *testing.B, tables *Tables, list []draughts.Position) {
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := tables.Value(list[i%len(list)]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkProbe(b *testing.B) {
	quiet, capturing := samples(false), samples(true)
	large := Default().With(Default())
	large.cache = newCache(512 << 20)
	for _, list := range [2][]draughts.Position{quiet, capturing} {
		for _, p := range list {
			large.Value(p)
		}
	}
	none := Default().With(Default())
	none.cache = newCache(1)
	b.Run("quiet/cached", func(b *testing.B) { benchmark(b, large, quiet) })
	b.Run("quiet/uncached", func(b *testing.B) { benchmark(b, none, quiet) })
	b.Run("captures/cached", func(b *testing.B) { benchmark(b, large, capturing) })
	b.Run("captures/uncached", func(b *testing.B) { benchmark(b, none, capturing) })
}
