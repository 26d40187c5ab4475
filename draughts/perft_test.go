package draughts_test

import (
	"context"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// rows reads a table of testdata: tab-separated, the first line naming the
// columns, lines that begin with # passed over.
func rows(t testing.TB, name string) [][]string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var table [][]string
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		table = append(table, strings.Split(line, "\t"))
	}
	if len(table) < 2 {
		t.Fatalf("testdata/%s has no rows", name)
	}
	return table[1:]
}

func position(t testing.TB, fen string) draughts.Position {
	t.Helper()
	p, err := draughts.ParsePosition(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

func number(t testing.TB, text string) uint64 {
	t.Helper()
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestPerft checks the counts that independent generators agree on. Rows of up
// to five million positions are counted plainly, deeper ones with a table; the
// two deepest, of more than 15 billion, are left to the command (CONTRIBUTING.md).
func TestPerft(t *testing.T) {
	table := draughts.NewPerftTable(256)
	for _, row := range rows(t, "perft.tsv") {
		depth, want := int(number(t, row[1])), number(t, row[2])
		if want > 15e9 || testing.Short() && want > 1e8 {
			continue
		}
		t.Run(row[0]+" depth "+row[1], func(t *testing.T) {
			p := position(t, row[0])
			opt := draughts.PerftOptions{Threads: 2}
			if want > 5e6 {
				opt.Table = table
			}
			got, err := draughts.Perft(context.Background(), p, depth, opt)
			if err != nil || got != want {
				t.Errorf("by moves: got %d, %v, want %d", got, err, want)
			}
			if row[3] == "" {
				return
			}
			opt.Routes = true
			want := number(t, row[3])
			if got, err := draughts.Perft(context.Background(), p, depth, opt); err != nil || got != want {
				t.Errorf("by routes: got %d, %v, want %d", got, err, want)
			}
		})
	}
}

func TestPerftDivide(t *testing.T) {
	p := position(t, "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8")
	for _, opt := range []draughts.PerftOptions{{}, {Threads: 3}, {Threads: 2, Table: draughts.NewPerftTable(1)}, {Routes: true}} {
		for depth := 1; depth <= 6; depth++ {
			divided, err := draughts.PerftDivide(context.Background(), p, depth, opt)
			if err != nil {
				t.Fatal(err)
			}
			var sum uint64
			for _, d := range divided {
				next := p.PlayUnchecked(d.Move)
				want, _ := draughts.Perft(context.Background(), next, depth-1, draughts.PerftOptions{Routes: opt.Routes})
				if d.Nodes != want {
					t.Errorf("%+v depth %d move %s: %d, want %d", opt, depth, p.MoveText(d.Move), d.Nodes, want)
				}
				sum += d.Nodes
			}
			if want, _ := draughts.Perft(context.Background(), p, depth, draughts.PerftOptions{Routes: opt.Routes}); sum != want {
				t.Errorf("%+v depth %d: sum %d, want %d", opt, depth, sum, want)
			}
		}
	}
}

func TestPerftZeroAndLost(t *testing.T) {
	lost := position(t, "W:Wa3:Bb4,c5")
	for depth, want := range []uint64{1, 0, 0, 0} {
		got, err := draughts.Perft(context.Background(), lost, depth, draughts.PerftOptions{Threads: 2})
		if err != nil || got != want {
			t.Errorf("depth %d: got %d, %v, want %d", depth, got, err, want)
		}
	}
}

func TestPerftStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := draughts.Perft(ctx, draughts.Start(), 40, draughts.PerftOptions{Threads: 2})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}
