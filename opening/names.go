package opening

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Name is a named debut with one line of moves that leads to it. A debut with
// several lines has several values.
type Name struct {
	Russian         string // "Городская партия"
	Transliteration string // "Gorodskaya partiya"
	English         string // "Town Game", a translation
	// Source is where the moves stand under the name: a book by author and year,
	// else the kind of text.
	Source string
	// Moves lead from the start position to Position. They are shared: not to be
	// changed.
	Moves    []draughts.Move
	Position draughts.Position
}

//go:embed names.tsv
var nameFile string

// names is checked by the tests, as the tables are.
var names = sync.OnceValue(func() []Name {
	list, err := parseNames(nameFile)
	if err != nil {
		panic("opening: " + err.Error())
	}
	return list
})

// Names returns the named debuts, as a new slice.
func Names() []Name { return slices.Clone(names()) }

// parseNames reads lines of five fields with tabs between them: the moves, the
// name in Russian, transliterated and in English, the source. Lines that begin
// with # are remarks.
func parseNames(text string) ([]Name, error) {
	var list []Name
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 5 {
			return nil, fmt.Errorf("names, line %d: %d fields, expected 5", number, len(fields))
		}
		moves, p, err := play(strings.Fields(fields[0]))
		if err != nil {
			return nil, fmt.Errorf("names, line %d: %w", number, err)
		}
		list = append(list, Name{
			Russian: fields[1], Transliteration: fields[2], English: fields[3], Source: fields[4],
			Moves: moves, Position: p,
		})
	}
	return list, nil
}
