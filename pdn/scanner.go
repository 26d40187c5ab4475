package pdn

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// Scanner splits a source of games into tokens. It never fails on what it
// reads: what is no token of the notation is a word. Its time is linear in the
// length of the source and its memory bounded by the longest token allowed.
//
//	s := pdn.NewScanner(r, pdn.Options{})
//	for s.Scan() {
//		t := s.Token()
//		...
//	}
//	if err := s.Err(); err != nil { ... }
type Scanner struct {
	d     decoder
	buf   []byte // decoded text
	base  int64  // how much of it came before buf
	pos   int    // where the next token may begin
	mark  int    // what lies before may be forgotten
	hold  bool   // a reader moves the mark, not Scan
	eof   bool
	err   error
	ruler ruler // stands at mark
	limit int   // of tokens
	tok   item

	lines   uint8 // line ends in the white space just passed, at most 2
	within  byte  // '{' or ';' in the middle of a comment that was too long
	lastEnd int64 // the end of the last token
	marked  bool  // it may be followed by marks
}

// NewScanner returns a scanner of the source r. Of the options it uses File,
// Encoding and MaxToken.
func NewScanner(r io.Reader, opt Options) *Scanner {
	opt = opt.withDefaults()
	return &Scanner{
		d:     decoder{src: r, enc: opt.Encoding},
		limit: opt.MaxToken,
		ruler: ruler{place: Place{File: opt.File, Line: 1, Column: 1}},
	}
}

// Err returns the error of the source, if it was not io.EOF.
func (s *Scanner) Err() error { return s.err }

// Encoding returns the encoding of the source as far as it has been read: UTF8
// as long as all is ASCII.
func (s *Scanner) Encoding() Encoding { return s.d.encoding() }

// Token returns the token that [Scanner.Scan] has found.
func (s *Scanner) Token() Token {
	t := s.tok
	return Token{
		Place: s.ruler.place, Kind: t.kind, Fault: t.fault,
		Text: s.bytes(t.start, t.end), Name: s.bytes(t.name, t.nameEnd), Value: s.bytes(t.value, t.til),
		Number: int(t.number), Black: t.black,
	}
}

// bytes returns the text between two offsets.
func (s *Scanner) bytes(from, to int64) []byte {
	if from >= to {
		return nil
	}
	return s.buf[from-s.base : to-s.base : to-s.base]
}

// Scan finds the next token and reports whether there is one.
func (s *Scanner) Scan() bool {
	if s.within == 0 && s.spaces() {
		return true // a very long space
	}
	if !s.hold {
		s.keep(s.base + int64(s.pos))
	}
	if !s.has(s.pos) {
		return false
	}
	s.tok = item{start: s.base + int64(s.pos), lines: s.lines}
	switch c := s.buf[s.pos]; {
	case s.within != 0:
		if s.within == '{' {
			s.comment(s.pos)
		} else {
			s.lineComment(s.pos)
		}
	case c == ';' || c == '%':
		s.lineComment(s.pos + 1)
	case c == '<':
		s.markup()
	case c == '&' && s.noBreak(s.pos):
		s.finish(KindBoardCode, s.pos+len(noBreak))
	case runByte[c]:
		s.run()
	case c == '[':
		s.bracket()
	case c == '{':
		s.comment(s.pos + 1)
	case c == '(':
		s.open()
	case c == ')':
		s.finish(KindClose, s.pos+1)
	case c == '$':
		s.nag()
	case c == '!' || c == '?':
		s.strength()
	case c == '*':
		if s.marked && s.lastEnd == s.tok.start {
			s.finish(KindMark, s.pos+1)
		} else {
			s.finish(KindResult, s.pos+1)
		}
	case c == '+' || c == '=':
		s.finish(KindMark, s.span(s.pos, "+="))
	case c == '.':
		s.finish(KindDots, s.dots(s.pos))
	default:
		s.finish(KindWord, s.pos+1)
	}
	return true
}

// finish ends the token before buf[end].
func (s *Scanner) finish(k Kind, end int) {
	s.tok.kind = k
	s.tok.end = s.base + int64(end)
	s.pos = end
	s.lastEnd = s.tok.end
	s.marked = k == KindMove || k == KindUnknownMove || k == KindMark
}

// part sets the value of the token.
func (s *Scanner) part(from, to int) {
	s.tok.value, s.tok.til = s.base+int64(from), s.base+int64(to)
}

// has makes sure that buf[i] is there; false at the end of the source.
func (s *Scanner) has(i int) bool { return i < len(s.buf) || s.load(i) }

// load reads on until buf[i] is there.
func (s *Scanner) load(i int) bool {
	for i >= len(s.buf) {
		if s.eof {
			return false
		}
		if cap(s.buf)-len(s.buf) < window {
			// A one-byte encoding may grow to three times its length.
			s.buf = append(make([]byte, 0, 2*cap(s.buf)+8*window), s.buf...)
		}
		first := !s.d.started
		var err error
		s.buf, err = s.d.more(s.buf)
		if first {
			s.ruler.place.Offset = int64(s.d.bom)
		}
		if err != nil {
			s.eof = true
			if err != io.EOF {
				s.err = err
			}
		}
	}
	return true
}

// at returns buf[i], 0 at the end of the source.
func (s *Scanner) at(i int) byte {
	if !s.has(i) {
		return 0
	}
	return s.buf[i]
}

// keep lets go of all before an offset, which the ruler passes.
func (s *Scanner) keep(offset int64) {
	i := int(offset - s.base)
	s.ruler.advance(s.base+int64(s.mark), s.buf[s.mark:i], s.d.width)
	s.mark = i
	if i > cap(s.buf)/2 {
		s.buf = s.buf[:copy(s.buf, s.buf[i:])]
		s.base += int64(i)
		s.d.forget(s.base)
		s.pos -= i
		s.mark = 0
	}
}

// spaces passes white space, and commas, which separate nothing. While a reader
// holds the mark, more of it than the longest token makes a token, so that the
// reader sees how much it holds; spaces then returns true.
func (s *Scanner) spaces() bool {
	s.lines = 0
	start := s.pos
	for s.has(s.pos) {
		n := 1
		switch c := s.buf[s.pos]; {
		case c == '\n' || c == '\r':
			if c == '\n' || s.at(s.pos+1) != '\n' {
				s.lines = min(s.lines+1, 2)
			}
		case c == ' ' || c == '\t' || c == ',' || c == '\v' || c == '\f':
		case c >= 0x80:
			if n = s.wideSpace(s.pos); n == 0 {
				return false
			}
		default:
			return false
		}
		s.pos += n
		if s.pos-start >= s.limit {
			if s.hold {
				s.tok = item{start: s.base + int64(start), lines: s.lines}
				s.finish(KindSpace, s.pos)
				return true
			}
			s.keep(s.base + int64(s.pos))
			start = s.pos
		}
	}
	return false
}

// wideSpace returns the length of a space beyond ASCII at buf[i], 0 if there is
// none: the no-break space, those of typographers, the byte order mark.
func (s *Scanner) wideSpace(i int) int {
	switch s.buf[i] {
	case 0xC2:
		if c := s.at(i + 1); c == 0xA0 || c == 0x85 {
			return 2
		}
	case 0xE2:
		if c, d := s.at(i+1), s.at(i+2); c == 0x80 && (d >= 0x80 && d <= 0x8B || d == 0xA8 || d == 0xA9 || d == 0xAF) {
			return 3
		}
	case 0xEF:
		if s.at(i+1) == 0xBB && s.at(i+2) == 0xBF {
			return 3
		}
	}
	return 0
}

// span returns the index behind the bytes of set that begin at buf[i].
func (s *Scanner) span(i int, set string) int {
	for start := i; s.has(i) && i-start < s.limit && bytes.IndexByte([]byte(set), s.buf[i]) >= 0; i++ {
	}
	return i
}

// lineComment takes the rest of the line, whose text begins at buf[from].
func (s *Scanner) lineComment(from int) {
	i := from
	s.within = 0
	for s.has(i) && s.buf[i] != '\n' && s.buf[i] != '\r' {
		if i-s.pos >= s.limit {
			i = s.runeStart(i)
			s.tok.fault, s.within = TooLong, ';'
			break
		}
		i++
	}
	s.part(from, i)
	s.finish(KindComment, i)
}

// runeStart moves i back to the beginning of a character.
func (s *Scanner) runeStart(i int) int {
	for !utf8.RuneStart(s.buf[i]) {
		i--
	}
	return i
}

// nestedWindow is how far behind the first closing brace a comment within a
// comment is looked for its end.
const nestedWindow = 1024

// comment takes a comment whose text begins at buf[from]. The standard ends it
// at the first closing brace. Where another comment was opened within, and the
// braces balance a little further on, it goes on to there.
func (s *Scanner) comment(from int) {
	inner := false
	s.within = 0
	for i := from; ; i++ {
		if !s.has(i) {
			s.tok.fault = UnclosedComment
			s.part(from, i)
			s.finish(KindComment, i)
			return
		}
		switch c := s.buf[i]; {
		case i-s.pos >= s.limit:
			i = s.runeStart(i)
			s.tok.fault, s.within = TooLong, '{'
			s.part(from, i)
			s.finish(KindComment, i)
			return
		case c == '{':
			inner = true
		case c == '}':
			if inner {
				if end := s.balanced(from, i); end > 0 {
					s.tok.fault = NestedComment
					i = end
				}
			}
			s.part(from, i)
			s.finish(KindComment, i+1)
			return
		case (c == '\n' || c == '\r') && s.at(i+1) == '[' && s.knownTag(i+1):
			s.tok.fault = UnclosedComment
			s.part(from, i)
			s.finish(KindComment, i)
			return
		}
	}
}

// balanced returns the index of the brace that closes a comment when the braces
// within are counted, 0 if it is not near.
func (s *Scanner) balanced(from, i int) int {
	depth := 1 + bytes.Count(s.buf[from:i], []byte{'{'})
	for j, c := range s.ahead(i, nestedWindow) {
		switch c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + j
			}
		}
	}
	return 0
}

// open takes an opening bracket, or a mark in brackets.
func (s *Scanner) open() {
	i := s.pos + 1
	for i < s.pos+16 && (s.at(i) == '!' || s.at(i) == '?') {
		i++
	}
	if i > s.pos+1 && s.at(i) == ')' {
		s.finish(KindMark, i+1)
		return
	}
	s.finish(KindOpen, s.pos+1)
}

func (s *Scanner) nag() {
	end := s.span(s.pos+1, "0123456789")
	if end == s.pos+1 {
		s.finish(KindWord, end)
		return
	}
	s.part(s.pos+1, end)
	s.tok.number = number(s.buf[s.pos+1 : end])
	s.finish(KindNAG, end)
}

// number returns the value of digits, 0 if there are more than six.
func number(digits []byte) int32 {
	if len(digits) > 6 {
		return 0
	}
	n := int32(0)
	for _, c := range digits {
		n = n*10 + int32(c-'0')
	}
	return n
}

// strength takes a mark such as ?!, or a result that nobody knew: ?-?.
func (s *Scanner) strength() {
	if s.buf[s.pos] == '?' {
		if n := dash(s.ahead(s.pos+1, 3)); n > 0 && s.at(s.pos+1+n) == '?' {
			s.finish(KindResult, s.pos+2+n)
			return
		}
	}
	s.finish(KindMark, s.span(s.pos, "!?"))
}

// ahead returns up to n bytes from buf[i] on.
func (s *Scanner) ahead(i, n int) []byte {
	s.has(i + n - 1)
	i = min(i, len(s.buf))
	return s.buf[i:min(i+n, len(s.buf))]
}

// dots returns the index behind the dots at buf[i], the character of three dots
// among them.
func (s *Scanner) dots(i int) int {
	for start := i; i-start < s.limit; {
		switch {
		case s.at(i) == '.':
			i++
		case s.at(i) == 0xE2 && bytes.Equal(s.ahead(i, 3), []byte("…")):
			i += 3
		default:
			return i
		}
	}
	return i
}
