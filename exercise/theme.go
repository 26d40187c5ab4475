package exercise

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Themes is a set of themes.
type Themes uint32

// The themes. All speak of the main line.
const (
	// Shot: pieces are given up and more of them taken at a stroke (удар).
	Shot Themes = 1 << iota
	// TurkishStrike: a capture ends where it does because pieces already taken
	// still stand on the board (турецкий удар).
	TurkishStrike
	// PromotionInPassing: a man is crowned in the middle of a capture and goes on
	// as a king.
	PromotionInPassing
	// Exchange: as many pieces are given up as are taken at once (размен).
	Exchange
	// KingCaught: a king of the opponent is taken.
	KingCaught
	// MainRoad: a king takes the road a1-h8 (большак) by a move that offers
	// nothing.
	MainRoad
	// PetrovTriangle: three kings against a lone king (треугольник Петрова).
	PetrovTriangle
	// Opposition: men alone, no capture at first, and the opponent runs out of
	// good moves (оппозиция).
	Opposition
	// Breakthrough: men are given up for the way of another to the far rank
	// (прорыв).
	Breakthrough
	// Blocking: the opponent has pieces left and no move (запирание).
	Blocking
	// FreeChoice: the first move is a choice among captures.
	FreeChoice
	// QuietMove: the first move takes nothing and offers nothing (тихий ход).
	QuietMove
	// Sacrifice: the first move gives up a piece.
	Sacrifice
	// Promotion: a man is crowned.
	Promotion
	// Ending: five pieces or fewer.
	Ending
)

var themeNames = [...]string{
	"shot", "turkish-strike", "promotion-in-passing", "exchange", "king-caught", "main-road", "petrov-triangle",
	"opposition", "breakthrough", "blocking", "free-choice", "quiet-move", "sacrifice", "promotion", "ending",
}

// AllThemes returns every theme by itself.
func AllThemes() []Themes {
	list := make([]Themes, len(themeNames))
	for i := range list {
		list[i] = 1 << i
	}
	return list
}

// ErrTheme says that a name is none of the themes.
var ErrTheme = errors.New("no such theme")

// ParseTheme returns the theme with a name, such as "turkish-strike".
func ParseTheme(name string) (Themes, error) {
	for i, n := range themeNames {
		if n == name {
			return 1 << i, nil
		}
	}
	return 0, fmt.Errorf("%w: %q (there are %s)", ErrTheme, name, strings.Join(themeNames[:], ", "))
}

// Has reports whether all of u are in t.
func (t Themes) Has(u Themes) bool { return t&u == u }

// Names returns the names of the themes in the set.
func (t Themes) Names() []string {
	list := []string{}
	for ; t != 0; t &= t - 1 {
		if i := bits.TrailingZeros32(uint32(t)); i < len(themeNames) {
			list = append(list, themeNames[i])
		}
	}
	return list
}

// String returns the names with commas between them.
func (t Themes) String() string { return strings.Join(t.Names(), ",") }

// parseThemes reads what String writes.
func parseThemes(text string) (Themes, error) {
	var t Themes
	if text == "" {
		return 0, nil
	}
	for name := range strings.SplitSeq(text, ",") {
		u, err := ParseTheme(name)
		if err != nil {
			return 0, err
		}
		t |= u
	}
	return t, nil
}

// story is what happens in a line, as far as themes ask.
type story struct {
	given, taken int // pieces, of the solver and by him
	stroke       int // the most that he takes at once
	themes       Themes
	crowned      bool
}

// themesOf names the themes of an exercise.
func themesOf(x *Exercise) Themes {
	p, solver := x.Start, x.Start.Turn()
	line := x.MainLine()
	var s story
	var exchange bool
	for i, m := range line {
		s.see(p, m, solver)
		p = p.PlayUnchecked(m)
		if i == 2 && s.given > 0 && s.given == s.taken {
			exchange = true
		}
	}
	t := s.themes
	switch {
	case s.given > 0 && s.stroke >= 2 && s.taken > s.given:
		t |= Shot
	case s.given > 0 && s.crowned && s.stroke < 2 && !x.Solution.Move.IsCapture():
		t |= Breakthrough
	case exchange:
		t |= Exchange
	}
	if s.crowned {
		t |= Promotion
	}
	if !p.HasMoves() && p.Occupied() != p.Pieces(solver) {
		t |= Blocking
	}
	return t | first(x)
}

// see notes a move of the main line.
func (s *story) see(p draughts.Position, m draughts.Move, solver draughts.Color) {
	next := p.PlayUnchecked(m)
	if m.IsCapture() && blocked(next, m) {
		s.themes |= TurkishStrike
	}
	if p.Turn() != solver {
		s.given += m.Captured.Count()
		return
	}
	s.taken += m.Captured.Count()
	s.stroke = max(s.stroke, m.Captured.Count())
	if p.Crowns(m) {
		s.crowned = true
		if m.IsCapture() && passes(p, m) {
			s.themes |= PromotionInPassing
		}
	}
	if m.Captured&p.Kings(solver.Other()) != 0 {
		s.themes |= KingCaught
	}
	if !m.IsCapture() && p.Kings(solver).Has(m.From) && draughts.MainRoad.Has(m.To) && !draughts.MainRoad.Has(m.From) && !next.MustCapture() {
		s.themes |= MainRoad
	}
}

// blocked reports whether a piece could take more after its capture if the
// pieces taken had left the board at once.
func blocked(after draughts.Position, m draughts.Move) bool {
	again := after.WithTurn(after.Turn().Other())
	if !again.MustCapture() {
		return false
	}
	for c := range again.Moves() {
		if c.From == m.To {
			return true
		}
	}
	return false
}

// passes reports whether a capture that crowns goes on from the far rank.
func passes(p draughts.Position, m draughts.Move) bool {
	far := draughts.FarRank(p.Turn())
	for _, route := range p.Routes(m) {
		for _, sq := range route[1 : len(route)-1] {
			if far.Has(sq) {
				return true
			}
		}
	}
	return false
}

// first names the themes that the first position and move have.
func first(x *Exercise) Themes {
	p, m := x.Start, x.Solution.Move
	solver, other := p.Turn(), p.Turn().Other()
	var t Themes
	if p.Occupied().Count() <= 5 {
		t |= Ending
	}
	if p.Pieces(solver) == p.Kings(solver) && p.Kings(solver).Count() == 3 && p.Pieces(other).Count() == 1 && p.Pieces(other) == p.Kings(other) {
		t |= PetrovTriangle
	}
	next := p.PlayUnchecked(m)
	switch {
	case m.IsCapture():
		return t | FreeChoice
	case next.MustCapture():
		return t | Sacrifice
	}
	t |= QuietMove
	if line := x.MainLine(); p.Kings(solver)|p.Kings(other) == 0 && len(line) >= 3 && !line[1].IsCapture() && !line[2].IsCapture() {
		if !p.PlayUnchecked(m).PlayUnchecked(line[1]).PlayUnchecked(line[2]).MustCapture() {
			t |= Opposition
		}
	}
	return t
}
