package arbiter

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/pdn"
)

// boundary is a row of testdata/boundaries.tsv: when a rule of a list ends a game.
type boundary struct {
	rules   draughts.DrawRules
	start   draughts.Position
	walk    string
	over    int // 0 for never
	article string
	counted string
}

func boundaries(t *testing.T) []boundary {
	t.Helper()
	text, err := os.ReadFile("testdata/boundaries.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var list []boundary
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if i == 0 || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, "\t")
		rules, err := draughts.ParseDrawRules(fields[0])
		if err != nil {
			t.Fatal(err)
		}
		b := boundary{rules: rules, start: position(t, fields[1]), walk: fields[2], article: fields[4], counted: fields[5]}
		if fields[3] != "-" {
			if b.over, err = strconv.Atoi(fields[3]); err != nil {
				t.Fatal(err)
			}
		}
		list = append(list, b)
	}
	return list
}

func (b boundary) String() string { return fmt.Sprintf("%s %s %s", b.rules, b.start, b.walk) }

// TestBoundaries asks of every rule of every list that it does not end a game one
// ply before its limit, ends it at the limit, and ends it there also if the
// players went on.
func TestBoundaries(t *testing.T) {
	for _, b := range boundaries(t) {
		if b.over == 0 {
			moves := walk(t, b.start, 130, b.walk)
			if v := adjudicate(t, record(b.start, 0, moves, pdn.NoResult), b.rules); v.Over() || v.Ply != 130 {
				t.Errorf("%s: %s", b, v.Log())
			}
			continue
		}
		moves := walk(t, b.start, b.over+1, b.walk)
		for plies := b.over - 1; plies <= b.over+1; plies++ {
			v := adjudicate(t, record(b.start, 0, moves[:plies], pdn.NoResult), b.rules)
			if plies < b.over {
				if v.Over() || v.Ply != plies || v.Count != nil {
					t.Errorf("%s, %d plies: %s", b, plies, v.Log())
				}
				continue
			}
			if !v.Over() || v.Ply != b.over || v.Outcome.Article != b.article || v.After != plies-b.over {
				t.Errorf("%s, %d plies: %s; expected %s at ply %d", b, plies, v.Log(), b.article, b.over)
				continue
			}
			if v.Count == nil || v.Count.Made != v.Count.Limit || !strings.Contains(v.Count.String(), b.counted) {
				t.Errorf("%s: counted %v, expected %s", b, v.Count, b.counted)
			}
			if want := after(b.start, moves[:b.over]); v.Position.White != want.Pieces(draughts.White) || v.Position.Turn != want.Turn() {
				t.Errorf("%s: ended in %s, expected %s", b, v.Position.FEN(), want)
			}
		}
	}
}

// TestBoundariesFromFEN begins the same walks in the middle, with the plies
// before in the :H of the first position, up to the last ply and beyond the end.
func TestBoundariesFromFEN(t *testing.T) {
	for _, b := range boundaries(t) {
		noMen := b.start.Kings(draughts.White)|b.start.Kings(draughts.Black) == b.start.Occupied()
		if b.over == 0 || b.article == "7.2.7" || b.article == "7.2.5" && !noMen {
			continue // :H does not tell how long a king has held the road, or who moved
		}
		moves := walk(t, b.start, b.over+1, b.walk)
		for _, h := range []int{1, b.over / 2, b.over - 1, b.over, b.over + 1} {
			v := adjudicate(t, record(after(b.start, moves[:h]), h, moves[h:], pdn.NoResult), b.rules)
			want := max(0, b.over-h)
			if !v.Over() || v.Ply != want || v.Outcome.Article != b.article {
				t.Errorf("%s, begun at ply %d: %s; expected %s at ply %d", b, h, v.Log(), b.article, want)
			}
			if v.Count == nil || v.Count.Made < v.Count.Limit || v.Count.Limit == 0 || h <= b.over && v.Count.Made != v.Count.Limit {
				t.Errorf("%s, begun at ply %d: counted %v", b, h, v.Count)
			}
		}
	}
}
