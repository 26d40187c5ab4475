package draughts

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Notation is a way to write moves and to read numbers in them. The zero value
// writes full algebraic notation: the start, then for each captured piece the
// square where the piece lands (where it turns, else the one right behind the
// captured piece), such as h2:f4:h6:f8:b4:e1.
type Notation struct {
	// Numbers writes squares as numbers, "22-17" and "9x18".
	Numbers bool
	// Numbering says which square is 1, in reading and writing.
	Numbering Numbering
	// CaptureX writes "x" between the squares of a capture instead of ":".
	// Numbers always do.
	CaptureX bool
	// Short writes start and end only, where that names one legal move.
	Short bool
	// Exact adds the captured squares behind a text that would fit several
	// legal moves, so that what is written can always be read again. Rarely two
	// captures share even their full notation: a king takes one piece on its
	// way to a square which it may also reach by a longer chain.
	Exact bool
}

// MoveText returns the full notation of m, a legal move of p: what
// Notation{}.Format gives.
func (p Position) MoveText(m Move) string { return Notation{}.Format(p, m) }

// ParseMove reads a move in any notation: what Notation{}.Parse gives.
func (p Position) ParseMove(text string) (Move, error) { return Notation{}.Parse(p, text) }

// Format returns the text of m, which must be a legal move of p.
func (n Notation) Format(p Position, m Move) string {
	squares := []Square{m.From, m.To}
	if m.IsCapture() {
		if !n.Short || !p.names(squares, m) {
			squares = p.mainRoute(m)
		}
		if (n.Short || n.Exact) && !p.names(squares, m) {
			squares = slices.AppendSeq(squares, m.Captured.All())
		}
	}
	sep := byte('-')
	switch {
	case m.IsCapture() && (n.Numbers || n.CaptureX):
		sep = 'x'
	case m.IsCapture():
		sep = ':'
	}
	var text []byte
	for i, s := range squares {
		if i > 0 {
			text = append(text, sep)
		}
		if n.Numbers {
			text = strconv.AppendInt(text, int64(n.Numbering.Number(s)), 10)
		} else {
			text = append(text, s.String()...)
		}
	}
	return string(text)
}

// names reports whether the squares, read as a move, name m alone.
func (p Position) names(squares []Square, m Move) bool {
	if len(squares) < 2 {
		return false
	}
	by := squares[1 : len(squares)-1]
	for other := range p.Moves() {
		if other != m && other.From == m.From && other.To == m.To && p.passes(other, by) {
			return false
		}
	}
	return true
}

// SyntaxError says where the text of a move is no move in any notation. It
// matches [ErrSyntax].
type SyntaxError struct {
	Text   string
	Offset int    // in bytes
	Reason string // what is wrong there, such as "light square"
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("not a move %q: %s at %d", e.Text, e.Reason, e.Offset+1)
}

// Is makes errors.Is(err, ErrSyntax) true.
func (e *SyntaxError) Is(target error) bool { return target == ErrSyntax }

// AmbiguousError says that a text fits several legal moves. It matches
// [ErrAmbiguous].
type AmbiguousError struct {
	Text       string
	Candidates []Move   // at least two, in the order of their texts
	Texts      []string // each candidate's text, exact
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("ambiguous move %q: %s", e.Text, strings.Join(e.Texts, " or "))
}

// Is makes errors.Is(err, ErrAmbiguous) true.
func (e *AmbiguousError) Is(target error) bool { return target == ErrAmbiguous }

// Parse reads the text of a legal move of p. It takes
//
//   - squares as a1 or A1, or as numbers; the start also by its file alone (cd4, b:d4);
//   - between them '-', ':', 'x', '×', dashes, spaces or nothing (not between numbers);
//   - the whole route of a capture, any part of its landing squares in their
//     order, or just start and end; behind or between them also captured
//     squares, which must then be all that the move takes, in any order;
//   - marks of the annotator (! ? + = *) at the end, which it passes over.
//
// The error is a *[SyntaxError], an *[IllegalError] or an *[AmbiguousError].
func (n Notation) Parse(p Position, text string) (Move, error) {
	w, err := n.scan(text)
	if err != nil {
		return Move{}, err
	}
	enemies := p.Pieces(p.turn.Other())
	var route []Square
	var captured Bitboard
	for _, s := range w.squares {
		if enemies.Has(s) {
			captured |= s.Bitboard()
		} else {
			route = append(route, s)
		}
	}
	illegal := func(from, to Square) (Move, error) {
		return Move{}, &IllegalError{Position: p, Text: text, Hint: p.hint(from, to)}
	}
	first := w.squares[0]
	if w.file >= 0 {
		if len(route) < 1 {
			return illegal(p.starter(w.file), first)
		}
	} else if len(route) < 2 || route[0] != first {
		return illegal(first, w.squares[len(w.squares)-1])
	}
	by, to := route[:len(route)-1], route[len(route)-1]
	if w.file < 0 {
		by = by[1:]
	}
	var fits []Move
	for m := range p.Moves() {
		if m.To != to || w.file < 0 && m.From != first || w.file >= 0 && m.From.File() != w.file {
			continue
		}
		if captured != 0 && m.Captured != captured || !p.passes(m, by) {
			continue
		}
		fits = append(fits, m)
	}
	switch len(fits) {
	case 0:
		if w.file >= 0 {
			return illegal(p.starter(w.file), to)
		}
		return illegal(first, to)
	case 1:
		return fits[0], nil
	}
	e := &AmbiguousError{Text: text, Candidates: fits}
	exact := Notation{Numbers: n.Numbers, Numbering: n.Numbering, Exact: true}
	slices.SortFunc(fits, func(a, b Move) int {
		return strings.Compare(exact.Format(p, a), exact.Format(p, b))
	})
	for _, m := range fits {
		e.Texts = append(e.Texts, exact.Format(p, m))
	}
	return Move{}, e
}

// starter returns a square of the file from which a hint may speak: one where
// the side to move has a piece.
func (p Position) starter(file int) Square {
	for s := range p.Pieces(p.turn).All() {
		if s.File() == file {
			return s
		}
	}
	return NoSquare
}

// written is the text of a move taken apart.
type written struct {
	file    int // of the start, when that is all the text says; else -1
	squares []Square
}

func (n Notation) scan(text string) (written, error) {
	w := written{file: -1}
	fail := func(at int, reason string) (written, error) {
		return w, &SyntaxError{Text: text, Offset: at, Reason: reason}
	}
	end := len(strings.TrimRight(text, " \t\r\n!?+=*"))
	numbers, letters := false, false
	separated := true // a separator, or the start, lies right before
	i := 0
	for i < end {
		c := text[i]
		r, size := utf8.DecodeRuneInString(text[i:])
		lower := c | 0x20
		switch {
		case isSeparator(r):
			if len(w.squares) == 0 && w.file < 0 && r != ' ' {
				return fail(i, "no square before the separator")
			}
			separated = true
			i += size
		case lower >= 'a' && lower <= 'h':
			if numbers {
				return fail(i, "letters and numbers mixed")
			}
			letters = true
			if i+1 < end && text[i+1] >= '1' && text[i+1] <= '8' {
				s, err := SquareAt(int(lower-'a'), int(text[i+1]-'1'))
				if err != nil {
					return fail(i, err.Error())
				}
				w.squares = append(w.squares, s)
				i += 2
			} else if len(w.squares) == 0 && w.file < 0 {
				w.file = int(lower - 'a')
				i++
			} else {
				return fail(i, "no rank after the file")
			}
			separated = false
		case c >= '0' && c <= '9':
			if letters {
				return fail(i, "no file before the rank")
			}
			if !separated {
				return fail(i, ErrOffBoard.Error())
			}
			numbers = true
			j := i + 1
			for j < end && j < i+2 && text[j] >= '0' && text[j] <= '9' {
				j++
			}
			number, _ := strconv.Atoi(text[i:j])
			s, ok := n.Numbering.Square(number)
			if !ok {
				return fail(i, ErrOffBoard.Error())
			}
			w.squares = append(w.squares, s)
			i = j
			separated = false
		default:
			return fail(i, fmt.Sprintf("unexpected %q", r))
		}
	}
	if len(w.squares) == 0 || len(w.squares) == 1 && w.file < 0 {
		return fail(end, "a square is missing")
	}
	if separated {
		return fail(end, "no square after the separator")
	}
	return w, nil
}

// isSeparator reports whether r may stand between squares: the Latin and the
// Cyrillic x, the multiplication sign, colons and all sorts of dashes and
// spaces.
func isSeparator(r rune) bool {
	switch r {
	case ':', 'x', 'X', 'х', 'Х', '×', '-', '−':
		return true
	}
	return unicode.Is(unicode.Pd, r) || r == ' ' || r == '\t'
}
