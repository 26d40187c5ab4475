package draughts

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// StartFEN is the start position.
const StartFEN = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"

// Kinds of error in a FEN, for errors.Is; besides them there are
// [ErrLightSquare], [ErrOffBoard] and *[SetupError].
var (
	ErrFENSyntax       = errors.New("not a FEN")
	ErrDuplicateSquare = errors.New("square named twice")
)

// FENError says what is wrong in a FEN and where.
type FENError struct {
	Text   string
	Offset int    // in bytes
	Detail string // what was found or expected there, may be empty
	Err    error  // the kind
}

func (e *FENError) Error() string {
	text := fmt.Sprintf("fen: %v", e.Err)
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	return fmt.Sprintf("%s at %d", text, e.Offset+1)
}

func (e *FENError) Unwrap() error { return e.Err }

// FENStyle is a way to write a FEN and to read the numbers in it. The zero
// value writes the canonical form W:Wa1,Kc3:Bb4,Kd6 with squares in board
// order.
type FENStyle struct {
	// Numbers writes squares as numbers.
	Numbers bool
	// Numbering says which square is 1, in reading and writing.
	Numbering Numbering
	// Counters writes :H<plies since the last change>:F<move number>.
	Counters bool
}

// FEN returns the canonical FEN of p.
func (p Position) FEN() string { return FENStyle{}.Format(p.Setup()) }

// String returns the canonical FEN.
func (p Position) String() string { return p.FEN() }

// MarshalText returns the canonical FEN.
func (p Position) MarshalText() ([]byte, error) { return []byte(p.FEN()), nil }

// UnmarshalText reads a FEN as [ParsePosition] does.
func (p *Position) UnmarshalText(text []byte) error {
	q, err := ParsePosition(string(text))
	if err == nil {
		*p = q
	}
	return err
}

// FEN returns the canonical FEN of s.
func (s Setup) FEN() string { return FENStyle{}.Format(s) }

// Format returns the FEN of s.
func (f FENStyle) Format(s Setup) string {
	b := make([]byte, 0, 100)
	b = append(b, s.Turn.letter())
	for _, side := range []struct {
		letter byte
		pieces Bitboard
	}{{'W', s.White}, {'B', s.Black}} {
		b = append(b, ':', side.letter)
		first := true
		for sq := range side.pieces.All() {
			if !first {
				b = append(b, ',')
			}
			first = false
			if s.Kings.Has(sq) {
				b = append(b, 'K')
			}
			if f.Numbers {
				b = strconv.AppendInt(b, int64(f.Numbering.Number(sq)), 10)
			} else {
				b = append(b, sq.String()...)
			}
		}
	}
	if f.Counters {
		b = fmt.Appendf(b, ":H%d:F%d", s.SinceChange, max(s.MoveNumber, 1))
	}
	return string(b)
}

// ParsePosition reads a FEN that gives a legal position. See [FENStyle.Parse]
// for what it takes; the error is a *[FENError], which wraps a *[SetupError]
// where the text is well formed and the position is not.
func ParsePosition(text string) (Position, error) {
	_, p, err := parseLegal(text)
	return p, err
}

// ParseLegalSetup reads a FEN that gives a legal position and keeps its
// counters; the error is that of [ParsePosition].
func ParseLegalSetup(text string) (Setup, error) {
	s, _, err := parseLegal(text)
	return s, err
}

func parseLegal(text string) (Setup, Position, error) {
	r := fenReader{text: text}
	s, err := r.setup()
	if err != nil {
		return Setup{}, Position{}, err
	}
	p, err := s.Position(0)
	if err != nil {
		return Setup{}, Position{}, r.faulty(err)
	}
	return s, p, nil
}

// ParseSetup reads a FEN without asking whether the position is legal: what
// FENStyle{}.Parse gives.
func ParseSetup(text string) (Setup, error) { return FENStyle{}.Parse(text) }

// Parse reads a FEN, which need not be a legal position: [Setup.Position] tells.
// It takes squares as a1 or as numbers, ranges of numbers (W21-32), either case,
// the sides in either order, an empty, missing or repeated side, spaces, quotes
// around, a dot at the end, and the extensions :H (plies since the last capture
// or promotion) and :F (move number). The error is a *[FENError].
func (f FENStyle) Parse(text string) (Setup, error) {
	r := fenReader{text: text, numbering: f.Numbering}
	return r.setup()
}

// fenReader reads one FEN and remembers where each square stood.
type fenReader struct {
	text      string
	numbering Numbering
	at, end   int // what is left to read
	s         Setup
	offsets   [Squares]int
}

func (r *fenReader) fail(at int, err error, detail string) error {
	return &FENError{Text: r.text, Offset: at, Detail: detail, Err: err}
}

// faulty places the error of a setup at the first square it speaks of, in the
// order of the text.
func (r *fenReader) faulty(err error) error {
	var e *SetupError
	if !errors.As(err, &e) {
		return err
	}
	at := len(r.text)
	for s := range e.Squares.All() {
		at = min(at, r.offsets[s])
	}
	if e.Squares == 0 {
		at = 0
	}
	return r.fail(at, err, "")
}

// trim passes over spaces.
func (r *fenReader) trim() {
	for r.at < r.end && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
}

// peek returns the next byte that is no space, in upper case for letters; 0 at
// the end, so that a 0 in the text must be another, which means nothing either.
func (r *fenReader) peek() byte {
	r.trim()
	if r.at >= r.end {
		return 0
	}
	switch c := r.text[r.at]; {
	case c >= 'a' && c <= 'z':
		return c - 'a' + 'A'
	case c == 0:
		return 1
	default:
		return c
	}
}

func (r *fenReader) setup() (Setup, error) {
	// Quotes, spaces and a dot around the text are none of its matter.
	r.end = len(strings.TrimRight(r.text, " \t\r\n\"'."))
	for r.peek() == '"' || r.peek() == '\'' {
		r.at++
	}
	switch r.peek() {
	case 'W':
		r.s.Turn = White
	case 'B':
		r.s.Turn = Black
	default:
		return Setup{}, r.fail(r.at, ErrFENSyntax, "expected the side to move, W or B")
	}
	r.at++
	for r.peek() != 0 {
		if r.peek() != ':' {
			return Setup{}, r.unexpected("expected ':'")
		}
		r.at++
		if err := r.section(); err != nil {
			return Setup{}, err
		}
	}
	return r.s, nil
}

func (r *fenReader) unexpected(expected string) error {
	if r.peek() == 0 {
		return r.fail(r.at, ErrFENSyntax, expected+", found the end")
	}
	c := []rune(r.text[r.at:])[0]
	return r.fail(r.at, ErrFENSyntax, fmt.Sprintf("%s, found %q", expected, c))
}

// section reads what stands between two colons.
func (r *fenReader) section() error {
	switch r.peek() {
	case 0, ':':
		return nil
	case 'W':
		r.at++
		return r.squares(&r.s.White)
	case 'B':
		r.at++
		return r.squares(&r.s.Black)
	case 'H':
		return r.counter(&r.s.SinceChange)
	case 'F':
		return r.counter(&r.s.MoveNumber)
	}
	return r.unexpected("expected W, B, H or F")
}

// counter reads the number of an extension.
func (r *fenReader) counter(value *int) error {
	r.at++
	at := r.at
	n, digits := r.number(6)
	if digits == 0 {
		return r.fail(at, ErrFENSyntax, "expected a number of at most six digits")
	}
	*value = n
	return nil
}

// number reads at most so many digits and returns how many there were, 0 also
// when there were more.
func (r *fenReader) number(most int) (n, digits int) {
	r.trim()
	for r.at < r.end && r.text[r.at] >= '0' && r.text[r.at] <= '9' {
		if digits++; digits > most {
			return 0, 0
		}
		n = n*10 + int(r.text[r.at]-'0')
		r.at++
	}
	return n, digits
}

// squares reads the pieces of a side.
func (r *fenReader) squares(side *Bitboard) error {
	if c := r.peek(); c == 0 || c == ':' {
		return nil
	}
	for {
		if err := r.piece(side); err != nil {
			return err
		}
		switch r.peek() {
		case 0, ':':
			return nil
		case ',':
			r.at++
			if c := r.peek(); c == 0 || c == ':' {
				return nil // a comma at the end
			}
		default:
			return r.unexpected("expected ',' or ':'")
		}
	}
}

// piece reads a square or a range of numbers, a king's with K before it.
func (r *fenReader) piece(side *Bitboard) error {
	king := r.peek() == 'K'
	if king {
		r.at++
	}
	c := r.peek()
	at := r.at
	switch {
	case c >= '0' && c <= '9':
		first, digits := r.number(2)
		last := first
		if r.peek() == '-' {
			r.at++
			last, digits = r.number(2)
		}
		switch {
		case digits == 0 || first < 1 || first > Squares || last < 1 || last > Squares:
			return r.fail(at, ErrOffBoard, "expected 1 to 32")
		case last < first:
			return r.fail(at, ErrFENSyntax, "a range of numbers that goes down")
		}
		for n := first; n <= last; n++ {
			s, _ := r.numbering.Square(n)
			if err := r.put(side, s, king, at); err != nil {
				return err
			}
		}
		return nil
	case c >= 'A' && c <= 'Z':
		r.at++
		if d := r.peek(); d < '0' || d > '9' {
			r.at = at
			return r.unexpected("expected a square")
		}
		s, err := SquareAt(int(c-'A'), int(r.peek())-'1')
		if err != nil {
			return r.fail(at, err, strings.ToLower(string(c))+string(r.peek()))
		}
		r.at++
		return r.put(side, s, king, at)
	}
	return r.unexpected("expected a square")
}

func (r *fenReader) put(side *Bitboard, s Square, king bool, at int) error {
	if (r.s.White | r.s.Black).Has(s) {
		return r.fail(at, ErrDuplicateSquare, s.String())
	}
	*side |= s.Bitboard()
	if king {
		r.s.Kings |= s.Bitboard()
	}
	r.offsets[s] = at
	return nil
}
