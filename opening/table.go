package opening

import (
	"embed"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Table is a list of openings from which one is drawn by lot.
type Table uint8

const (
	// FMJD64 is the table of the FMJD, section 64.
	FMJD64 Table = iota
	// IDF64 is the table of the IDF with flying draughts.
	IDF64
	// IDF150 is the table of the IDF with 150 openings of up to three plies.
	IDF150
)

var tableNames = [...]string{FMJD64: "fmjd64", IDF64: "idf64", IDF150: "idf150"}

// Errors of a look-up, for errors.Is.
var (
	// ErrTable: no table has this name.
	ErrTable = errors.New("no such drawing table")
	// ErrEntry: the table has no such entry.
	ErrEntry = errors.New("no such opening")
)

// Tables returns all tables.
func Tables() []Table { return []Table{FMJD64, IDF64, IDF150} }

// ParseTable returns the table with a name: fmjd64, idf64 or idf150. Otherwise
// the error matches [ErrTable].
func ParseTable(name string) (Table, error) {
	if i := slices.Index(tableNames[:], name); i >= 0 {
		return Table(i), nil
	}
	return 0, fmt.Errorf("%w: %q, expected %s", ErrTable, name, strings.Join(tableNames[:], ", "))
}

// String returns the name of the table.
func (t Table) String() string {
	if int(t) < len(tableNames) {
		return tableNames[t]
	}
	return fmt.Sprintf("table %d", uint8(t))
}

// Entries returns the entries of the table in printed order, as a new slice.
func (t Table) Entries() []Entry {
	if int(t) >= len(tableNames) {
		return nil
	}
	return slices.Clone(tables()[t])
}

// Lookup returns the entry with a code such as "11-IV", in either case. If there
// is none the error matches [ErrEntry].
func Lookup(t Table, code string) (Entry, error) {
	if int(t) < len(tableNames) {
		for _, e := range tables()[t] {
			if strings.EqualFold(e.Code, code) {
				return e, nil
			}
		}
	}
	return Entry{}, fmt.Errorf("%w: %q in table %s", ErrEntry, code, t)
}

// Draw draws an entry of one of the kinds, each with the same chance; no kinds
// means any. The same state of rng gives the same entry. If the table has none
// of the kinds the error matches [ErrEntry].
func Draw(rng *rand.Rand, t Table, kinds Kind) (Entry, error) {
	if kinds == 0 {
		kinds = Played | Flying | Free
	}
	var eligible []int
	if int(t) < len(tableNames) {
		for i, e := range tables()[t] {
			if e.Kind&kinds != 0 {
				eligible = append(eligible, i)
			}
		}
	}
	if len(eligible) == 0 {
		return Entry{}, fmt.Errorf("%w: kind %s in table %s", ErrEntry, kinds, t)
	}
	return tables()[t][eligible[rng.IntN(len(eligible))]], nil
}

//go:embed tables/*.txt
var tableFiles embed.FS

// tables holds the entries of all tables. The files are part of the program: a
// fault in them is a fault of the program, which the tests would find.
var tables = sync.OnceValue(func() [][]Entry {
	all := make([][]Entry, len(tableNames))
	for t, name := range tableNames {
		text, err := tableFiles.ReadFile("tables/" + name + ".txt")
		if err == nil {
			all[t], err = parseTable(Table(t), string(text))
		}
		if err != nil {
			panic("opening: " + err.Error())
		}
	}
	return all
})

// parseTable reads the text of a table.
func parseTable(t Table, text string) ([]Entry, error) {
	var entries []Entry
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		code, moves, _ := strings.Cut(line, " ")
		e, err := parseEntry(t, code, moves)
		if err != nil {
			return nil, fmt.Errorf("table %s, line %d: %w", t, number, err)
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// byPosition holds the entries of all tables that lead to a position. Free ones
// lead nowhere and are left out.
var byPosition = sync.OnceValue(func() map[draughts.Position][]Entry {
	m := make(map[draughts.Position][]Entry)
	for _, t := range Tables() {
		for _, e := range tables()[t] {
			if e.Kind != Free {
				m[e.Position] = append(m[e.Position], e)
			}
		}
	}
	return m
})

// At returns the entries of all tables that lead to a position.
func At(p draughts.Position) []Entry { return slices.Clone(byPosition()[p]) }
