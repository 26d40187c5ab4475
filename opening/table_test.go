package opening

import (
	"bufio"
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// TestPositions replays every entry of every table and compares with the
// positions that were worked out from the printed tables apart from this
// program.
func TestPositions(t *testing.T) {
	file, err := os.Open("testdata/positions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	seen := map[Table]int{}
	in := bufio.NewScanner(file)
	in.Scan() // the names of the columns
	for in.Scan() {
		fields := strings.Split(in.Text(), "\t")
		table, err := ParseTable(fields[0])
		if err != nil {
			t.Fatal(err)
		}
		e, err := Lookup(table, fields[1])
		if err != nil {
			t.Error(err)
			continue
		}
		seen[table]++
		if e.Table != table || e.Code != fields[1] || e.Kind.String() != fields[2] {
			t.Errorf("%s %s: found %s %s %s", table, fields[1], e.Table, e.Code, e.Kind)
		}
		if want, err := draughts.ParsePosition(fields[3]); err != nil || e.Position != want {
			t.Errorf("%s %s %q leads to\n%s, expected\n%s (%v)", table, e.Code, e.Text, e.Position, want, err)
		}
		g := e.Game(draughts.FMJD64)
		if g.Position() != e.Position || g.Plies() != len(e.Moves) {
			t.Errorf("%s %s: the game has %d plies and stands at %s", table, e.Code, g.Plies(), g.Position())
		}
	}
	for table, want := range map[Table]int{FMJD64: 736, IDF64: 745, IDF150: 150} {
		if seen[table] != want || len(table.Entries()) != want {
			t.Errorf("table %s has %d entries, %d of them compared, expected %d", table, len(table.Entries()), seen[table], want)
		}
	}
}

func TestKinds(t *testing.T) {
	want := map[Table]map[Kind]int{
		FMJD64: {Played: 344, Flying: 392},
		IDF64:  {Played: 349, Flying: 396},
		IDF150: {Played: 149, Free: 1},
	}
	for _, table := range Tables() {
		got := map[Kind]int{}
		codes := map[string]bool{}
		for _, e := range table.Entries() {
			got[e.Kind]++
			if codes[e.Code] {
				t.Errorf("table %s has code %s twice", table, e.Code)
			}
			codes[e.Code] = true
			if e.Kind == Flying && (e.Position.Pieces(draughts.White).Count() != 12 || e.Position.Pieces(draughts.Black).Count() != 12) {
				t.Errorf("%s %s: a man was lost in flight", table, e.Code)
			}
		}
		for kind, n := range want[table] {
			if got[kind] != n {
				t.Errorf("table %s has %d entries of kind %s, expected %d", table, got[kind], kind, n)
			}
		}
	}
}

func TestLookupErrors(t *testing.T) {
	if _, err := Lookup(FMJD64, "99-I"); !errors.Is(err, ErrEntry) {
		t.Errorf("an unknown code gives %v", err)
	}
	if _, err := Lookup(Table(9), "1-I"); !errors.Is(err, ErrEntry) {
		t.Errorf("an unknown table gives %v", err)
	}
	if _, err := ParseTable("fide"); !errors.Is(err, ErrTable) {
		t.Errorf("an unknown name gives %v", err)
	}
	if e, err := Lookup(IDF64, "xx-18"); err != nil || e.Code != "XX-18" {
		t.Errorf("lower case finds %q, %v", e.Code, err)
	}
	if got := Table(9).Entries(); got != nil {
		t.Errorf("an unknown table has %d entries", len(got))
	}
}

// TestDrawIsFair draws from the smallest table often enough that an entry with
// more or less than its share would show: the chi-square statistic of a fair
// draw stays below 220 in all but one of ten thousand cases.
func TestDrawIsFair(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const rounds = 150 * 400
	count := map[string]int{}
	for range rounds {
		e, err := Draw(rng, IDF150, 0)
		if err != nil {
			t.Fatal(err)
		}
		count[e.Code]++
	}
	chi := 0.0
	for _, e := range IDF150.Entries() {
		d := float64(count[e.Code] - 400)
		chi += d * d / 400
	}
	if len(count) != 150 || chi > 220 {
		t.Errorf("%d entries were drawn, chi-square %.1f", len(count), chi)
	}
}

func TestDrawKinds(t *testing.T) {
	for _, kinds := range []Kind{Played, Flying, Played | Flying} {
		rng := rand.New(rand.NewPCG(7, 0))
		met := Kind(0)
		for range 200 {
			e, err := Draw(rng, FMJD64, kinds)
			if err != nil {
				t.Fatal(err)
			}
			met |= e.Kind
		}
		if met != kinds {
			t.Errorf("asked for %s, drew %s", kinds, met)
		}
	}
	if _, err := Draw(rand.New(rand.NewPCG(7, 0)), IDF150, Flying); !errors.Is(err, ErrEntry) {
		t.Errorf("a kind that the table lacks gives %v", err)
	}
}

func TestDrawIsRepeatable(t *testing.T) {
	draw := func() (codes []string) {
		rng := rand.New(rand.NewPCG(2026, 0))
		for range 20 {
			e, err := Draw(rng, IDF64, 0)
			if err != nil {
				t.Fatal(err)
			}
			codes = append(codes, e.Code)
		}
		return codes
	}
	if a, b := strings.Join(draw(), " "), strings.Join(draw(), " "); a != b {
		t.Errorf("one seed drew\n%s and\n%s", a, b)
	}
}

func TestParseTableErrors(t *testing.T) {
	for text, want := range map[string]string{
		"1-I":                 `line 1: opening "1-I": expected a code and moves`,
		"# head\n\n1-I ab4 x": `line 3: opening "1-I": not a move`,
		"1-I ab4 dc3":         `illegal move "dc3"`,
		"1-I a1-a5 b4-c5":     `"b4-c5": no man of black on b4`,
		"1-I a1-b2":           `"a1-b2": b2 is taken`,
		"1-I a1-a4":           `light square`,
		"1-I a1-a5 a7":        `"a7": expected two squares`,
		"1-I i1-a5":           `"i1-a5": `,
		"1-I a1-b8":           `b8 is taken`,
		"1-I a1-a5 a7-c1":     `c1 is taken`,
	} {
		_, err := parseTable(FMJD64, text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %v, expected %s", text, err, want)
		}
	}
}

func FuzzParseTable(f *testing.F) {
	f.Add("1-I ab4 ba5 ba3\n11-IV a1-a5 a7-h4\n5-VII Free\n# remark\n")
	f.Add("1-I a1-a5 a5-a1")
	f.Add(" - ")
	f.Fuzz(func(t *testing.T, text string) {
		entries, err := parseTable(FMJD64, text)
		if err != nil {
			return
		}
		for _, e := range entries {
			g := e.Game(draughts.NoDrawRules)
			if g.Position() != e.Position {
				t.Errorf("%q: the game stands at %s, the entry at %s", e.Text, g.Position(), e.Position)
			}
			again, err := parseEntry(e.Table, e.Code, e.Text)
			if err != nil || again.Position != e.Position || again.Kind != e.Kind {
				t.Errorf("%q is read again as %+v, %v", e.Text, again, err)
			}
		}
	})
}

func TestKindNames(t *testing.T) {
	for _, k := range []Kind{Played, Flying, Free} {
		if got, err := ParseKind(k.String()); err != nil || got != k {
			t.Errorf("%s is read as %s, %v", k, got, err)
		}
	}
	if _, err := ParseKind("thrown"); err == nil {
		t.Error("an unknown kind is read")
	}
	if got := Kind(0).String() + " " + (Played | Flying).String(); got != "any played,flying" {
		t.Errorf("kinds are %q", got)
	}
}
