package opening

import (
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
)

func game(t testing.TB, moves string) *draughts.Game {
	t.Helper()
	g := draughts.NewGame(draughts.Start(), draughts.FMJD64)
	for _, m := range strings.Fields(moves) {
		if err := g.PlayText(m); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// TestNames asks of every line that it is known as what it is called, and that
// no position has two names.
func TestNames(t *testing.T) {
	at := map[draughts.Position]Name{}
	for _, n := range Names() {
		if n.Russian == "" || n.English == "" || n.Transliteration == "" || n.Source == "" {
			t.Errorf("%q lacks a field: %+v", n.Russian, n)
		}
		if strings.TrimFunc(n.Transliteration+n.English, func(r rune) bool { return r < 128 }) != "" {
			t.Errorf("%s: %s, %s is not in Latin letters", n.Russian, n.Transliteration, n.English)
		}
		if len(n.Moves) > longest {
			t.Errorf("%s: the line has %d plies, more than Classify looks at", n.Russian, len(n.Moves))
		}
		if other, ok := at[n.Position]; ok && other.Russian != n.Russian {
			t.Errorf("%s and %s have one position", n.Russian, other.Russian)
		}
		at[n.Position] = n
		g := draughts.NewGame(draughts.Start(), draughts.FMJD64)
		for _, m := range n.Moves {
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		if g.Position() != n.Position {
			t.Errorf("%s: the line ends at %s, not at %s", n.Russian, g.Position(), n.Position)
		}
		c := Classify(g)
		if c.Name.Russian != n.Russian || c.NamePly != len(n.Moves) || c.Transposed {
			t.Errorf("%s is known as %s at ply %d, transposed %v", n.Russian, c.Name.Russian, c.NamePly, c.Transposed)
		}
	}
	if len(at) < 30 {
		t.Errorf("%d names", len(at))
	}
}

func TestEntriesAreWithinReach(t *testing.T) {
	for _, table := range Tables() {
		for _, e := range table.Entries() {
			if len(e.Moves) > longest {
				t.Errorf("%s %s has %d plies, more than Classify looks at", table, e.Code, len(e.Moves))
			}
		}
	}
}

func codes(entries []Entry) string {
	var list []string
	for _, e := range entries {
		list = append(list, e.Table.String()+" "+e.Code)
	}
	return strings.Join(list, ", ")
}

func TestClassify(t *testing.T) {
	tests := []struct {
		moves      string
		english    string
		namePly    int
		transposed bool
		entries    string // of the last position in a table
		entryPly   int
	}{
		{"", "", 0, false, "", 0},
		{"ed4 dc5", "", 0, false, "idf150 9-V", 2},
		{"cd4 dc5 bc3 ed6 ab2", "Old Game", 4, false, "idf150 8-VIII", 2},
		{"cd4 dc5 dc3 fg5", "Town Game", 4, false, "idf150 8-V", 3},
		{"cd4 de5 bc3 ed6", "Crossroads", 4, false, "idf150 6-VI", 3},
		{"cd4 de5 bc3 ed6 gh4 dc5 cb2", "Crossroads Reversed", 6, false, "idf150 6-VI", 3},
		{"cd4 fg5 bc3 gh4 cb4 hg5 ab2", "Kiev Defence", 6, false, "fmjd64 42-XII, idf64 XV-7", 6},
		{"cb4 fg5 bc3 gh4 cd4 hg5", "Kiev Defence", 6, true, "fmjd64 42-XII, idf64 XV-7", 6},
	}
	for _, test := range tests {
		c := Classify(game(t, test.moves))
		if c.Name.English != test.english || c.NamePly != test.namePly || c.Transposed != test.transposed || c.Named() != (test.english != "") {
			t.Errorf("%q is %q at ply %d, transposed %v; expected %q at %d, %v",
				test.moves, c.Name.English, c.NamePly, c.Transposed, test.english, test.namePly, test.transposed)
		}
		if got := codes(c.Entries); got != test.entries || c.EntryPly != test.entryPly {
			t.Errorf("%q stands in %q at ply %d, expected %q at %d", test.moves, got, c.EntryPly, test.entries, test.entryPly)
		}
	}
}

func TestClassifyFlying(t *testing.T) {
	e, err := Lookup(FMJD64, "11-IV")
	if err != nil {
		t.Fatal(err)
	}
	g := e.Game(draughts.FMJD64)
	for p := range g.Position().Moves() {
		if err := g.Play(p); err != nil {
			t.Fatal(err)
		}
		break
	}
	c := Classify(g)
	if got := codes(c.Entries); got != "fmjd64 11-IV, idf64 II-2" || c.EntryPly != 0 || c.Named() {
		t.Errorf("a flying opening stands in %q at ply %d, name %q", got, c.EntryPly, c.Name.Russian)
	}
}
