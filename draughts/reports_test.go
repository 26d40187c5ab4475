package draughts_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// TestReports asks what public reports of faults in other programs were about.
// B07 (no leg of a capture passes over a piece that it does not take) is
// TestLegs.
func TestReports(t *testing.T) {
	for i, row := range rows(t, "reports.tsv") {
		t.Run(fmt.Sprintf("%s-%d", row[0], i+1), func(t *testing.T) {
			if got := answer(t, row[1], row[2], row[3]); got != row[4] {
				t.Errorf("%s %s %s:\ngot  %s\nwant %s", row[1], row[2], row[3], got, row[4])
			}
		})
	}
}

func answer(t *testing.T, ask, fen, with string) string {
	t.Helper()
	if ask == "fen" {
		return fenOutcome(draughts.ParsePosition(fen))
	}
	p := position(t, fen)
	var list []string
	switch ask {
	case "moves":
		list = keys(p)
	case "orders":
		n, err := draughts.Perft(context.Background(), p, 1, draughts.PerftOptions{Routes: true})
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(n)
	case "routes":
		for m := range p.Moves() {
			for _, route := range p.Routes(m) {
				list = append(list, routeText(route, m.IsCapture()))
			}
		}
	case "short":
		for m := range p.Moves() {
			list = append(list, draughts.Notation{Short: true}.Format(p, m))
		}
		slices.Sort(list)
	case "parse":
		return parsed(draughts.Notation{Numbers: with[0] <= '9'}.Parse(p, with))
	case "after":
		m, err := p.ParseMove(with)
		if err != nil {
			return err.Error()
		}
		return p.PlayUnchecked(m).FEN()
	case "counters", "over":
		setup, err := draughts.ParseSetup(fen)
		if err != nil {
			t.Fatal(err)
		}
		g, err := draughts.NewGameFrom(setup, draughts.FMJD64, 0)
		if err != nil {
			t.Fatal(err)
		}
		if ask == "over" {
			return g.Outcome().String()
		}
		for _, c := range g.Counters() {
			list = append(list, c.String())
		}
	default:
		t.Fatalf("unknown question %q", ask)
	}
	return strings.Join(list, ";")
}
