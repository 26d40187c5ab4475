package opening

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Kind is a way in which an entry gives an opening; kinds can be joined to a set
// by |.
type Kind uint8

const (
	// Played: by moves from the start position.
	Played Kind = 1 << iota
	// Flying: by men lifted from the start position and dropped elsewhere.
	Flying
	// Free: the start position, the players open as they like.
	Free
)

var kindNames = []string{"played", "flying", "free"}

// ParseKind returns the kind with a name.
func ParseKind(name string) (Kind, error) {
	if i := slices.Index(kindNames, name); i >= 0 {
		return 1 << i, nil
	}
	return 0, fmt.Errorf("no such kind of opening: %q, expected %s", name, strings.Join(kindNames, ", "))
}

// String returns the name of the kind; of a set, the names with commas between
// them; "any" of the empty one.
func (k Kind) String() string {
	if k == 0 {
		return "any"
	}
	var names []string
	for i, name := range kindNames {
		if k&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}

// Entry is an opening of a drawing table.
type Entry struct {
	Table Table
	Code  string // as printed, unique in its table
	Kind  Kind
	// Text is the entry as printed: "ab4 ba5 ba3", "a1-a5 a7-h4" or "Free".
	Text string
	// Moves are the moves of a played entry. They are shared: not to be changed.
	Moves []draughts.Move
	// Position is where the players begin.
	Position draughts.Position
}

// Game returns a game that has come to the opening: with the moves of a played
// entry, else beginning at its position.
func (e Entry) Game(rules draughts.DrawRules) *draughts.Game {
	if e.Kind != Played {
		return draughts.NewGame(e.Position, rules)
	}
	g := draughts.NewGame(draughts.Start(), rules)
	for _, m := range e.Moves {
		if err := g.Play(m); err != nil {
			return draughts.NewGame(e.Position, rules) // an entry that no table made
		}
	}
	return g
}

// parseEntry reads an entry as printed.
func parseEntry(t Table, code, text string) (Entry, error) {
	e := Entry{Table: t, Code: code, Text: text, Position: draughts.Start()}
	words := strings.Fields(text)
	var err error
	switch {
	case code == "" || len(words) == 0:
		err = fmt.Errorf("expected a code and moves")
	case strings.EqualFold(text, "free"):
		e.Kind = Free
	case strings.Contains(words[0], "-"):
		e.Kind = Flying
		e.Position, err = fly(words)
	default:
		e.Kind = Played
		e.Moves, e.Position, err = play(words)
	}
	if err != nil {
		return Entry{}, fmt.Errorf("opening %q: %w", code, err)
	}
	return e, nil
}

// play plays moves from the start position.
func play(words []string) ([]draughts.Move, draughts.Position, error) {
	p := draughts.Start()
	moves := make([]draughts.Move, 0, len(words))
	for _, word := range words {
		m, err := p.ParseMove(word)
		if err != nil {
			return nil, p, err
		}
		moves = append(moves, m)
		p = p.PlayUnchecked(m)
	}
	return moves, p, nil
}

// fly lifts a man of White and one of Black from the start position, then drops
// both elsewhere, so that one may take the place of the other. Dashes alone mean
// that a side leaves its men as they are. A lone word is White's, with Black to
// move.
func fly(words []string) (draughts.Position, error) {
	s := draughts.Start().Setup()
	if len(words) > 2 {
		return draughts.Position{}, fmt.Errorf("%q: expected one man of each side", words[2])
	}
	men := [2]*draughts.Bitboard{draughts.White: &s.White, draughts.Black: &s.Black}
	dropped := [2]draughts.Square{draughts.NoSquare, draughts.NoSquare}
	for i, word := range words {
		s.Turn = s.Turn.Other()
		if strings.Trim(word, "-") == "" {
			continue
		}
		from, to, found := strings.Cut(word, "-")
		if !found {
			return draughts.Position{}, fmt.Errorf("%q: expected two squares with a dash between them", word)
		}
		lifted, err := draughts.ParseSquare(from)
		if err != nil {
			return draughts.Position{}, fmt.Errorf("%q: %w", word, err)
		}
		if dropped[i], err = draughts.ParseSquare(to); err != nil {
			return draughts.Position{}, fmt.Errorf("%q: %w", word, err)
		}
		if !men[i].Has(lifted) {
			return draughts.Position{}, fmt.Errorf("%q: no man of %s on %s", word, draughts.Color(i), lifted)
		}
		*men[i] &^= lifted.Bitboard()
	}
	for i, to := range dropped {
		if !to.Valid() {
			continue
		}
		if (s.White | s.Black).Has(to) {
			return draughts.Position{}, fmt.Errorf("%q: %s is taken", words[i], to)
		}
		*men[i] |= to.Bitboard()
	}
	return s.Position(0)
}
