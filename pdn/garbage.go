package pdn

import (
	"bytes"
	"errors"
	"unicode/utf8"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// shape says how much of a move a word shows.
type shape uint8

const (
	noShape   shape = iota
	oneSquare       // d4, Nf3
	pairShape       // d4-c9, d4-, 22-178
)

// wordPlace says where a word stands.
type wordPlace struct {
	due      bool // a move may stand here: moves or tags have come
	numbered bool // right behind what is a move number beyond doubt
	sentence bool // behind other words
}

// garbled decides whether a word that is no move was meant to be one, so that
// the line must end there and not go on as another game; else it is text.
//
// Right behind a move number any word is a move. Elsewhere it must have a
// square or numbers round a dash; among other words a square alone is prose.
func garbled(word []byte, at wordPlace) bool {
	switch {
	case !at.due:
		return false
	case at.numbered:
		return true
	case at.sentence:
		return shapeOf(word) == pairShape
	}
	return shapeOf(word) != noShape
}

// shapeOf returns the shape of a word. A file before any digit is a square, since
// digits are mistyped too.
func shapeOf(word []byte) shape {
	if bytes.IndexByte(word, '/') >= 0 || len(word) > 100 {
		return noShape // an address
	}
	squares := 0
	joined := false
	letters := 0 // how many stand before
	for i := 0; i < len(word); {
		r, size := utf8.DecodeRune(word[i:])
		next := byte(0)
		if i+size < len(word) {
			next = word[i+size]
		}
		file := byte(0)
		if r < 0x80 && isFile(byte(r)|0x20) {
			file = byte(r)
		} else if r >= 0x80 {
			file, _ = cyrillicFile(r)
		}
		switch {
		case file != 0 && isDigit(next) && letters <= 1:
			squares++
			letters = 0
			i += size + 1
			joined = joined || i < len(word) && joins(word[i:])
			continue
		case r < 0x80 && isDigit(byte(r)):
			end := i
			for end < len(word) && isDigit(word[end]) {
				end++
			}
			if rest := word[end:]; end-i <= 2 && letters == 0 && len(rest) > 0 && joins(rest) {
				_, n := utf8.DecodeRune(rest)
				joined = joined || len(rest) > n && isDigit(rest[n])
			}
			letters = 0
			i = end
			continue
		case isCaptureOrDash(r):
			letters = 0
		case isLetter(r):
			letters++
		default:
			letters = 0
		}
		i += size
	}
	switch {
	case squares > 1 || joined:
		return pairShape
	case squares == 1:
		return oneSquare
	}
	return noShape
}

// joins reports whether b begins with what may stand between squares.
func joins(b []byte) bool {
	r, _ := utf8.DecodeRune(b)
	return isCaptureOrDash(r)
}

// wordPlace says where a word of a line stands; sentence, that it is behind others.
func (p *parser) wordPlace(f *frame, sentence bool) wordPlace {
	at := wordPlace{sentence: sentence}
	at.due = len(p.tags) > 0 || len(p.stack) > 1 || len(f.line.plies) > 0 || f.numbered && f.dotted
	at.numbered = f.numbered && p.surelyNumber(f, f.number, f.dotted)
	return at
}

// surelyNumber reports whether a number before a word numbers a move, and is not
// one of a sentence, a year or a date. In a list without tags it must be the
// number that is due.
func (p *parser) surelyNumber(f *frame, number int, dotted bool) bool {
	if number == 0 || number > 999 {
		return false
	}
	main := f == &p.stack[0]
	plies := len(p.main.plies)
	if p.blackDot {
		plies++
	}
	due := max(p.first, 1) + plies/2
	if len(p.tags) > 0 {
		return dotted || main && number == due
	}
	return dotted && main && plies > 0 && (number == due || number == due+1)
}

// garbledMove takes a word that was meant to be a move, with all that touches it.
func (p *parser) garbledMove(f *frame, t item) {
	for next := p.peek(); next.start == t.end; next = p.peek() {
		switch next.kind {
		case KindWord, KindMark, KindDots, KindMove, KindNumber, KindUnknownMove:
			p.next()
			t.end = next.end
			if t.end-t.start <= int64(p.opt.MaxToken) {
				continue
			}
		}
		break
	}
	t.kind = KindMove
	p.move(f, t)
	f.line.plies[len(f.line.plies)-1].garbled = true
}

// notMove returns the error of a text that is no move.
func notMove(pos draughts.Position, text []byte) error {
	_, err := pos.ParseMove(string(text))
	if errors.Is(err, draughts.ErrSyntax) {
		return err
	}
	return &draughts.SyntaxError{Text: string(text), Reason: "no move has this form"}
}
