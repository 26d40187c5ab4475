package pdn

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// knownTags are the names that make a tag even where its quotes are missing or
// a comment before it was not closed.
var knownTags = []string{
	"Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType", "FEN", "SetUp",
}

func isKnownTag(name []byte) bool {
	for _, known := range knownTags {
		if strings.EqualFold(string(name), known) {
			return true
		}
	}
	return false
}

// knownTag reports whether a tag with a well-known name begins at buf[i].
func (s *Scanner) knownTag(i int) bool { return opensTag(s.ahead(i, 16)) }

// opensTag reports whether b begins like a tag with a well-known name:
// [Event "
func opensTag(b []byte) bool {
	b = bytes.TrimPrefix(b, []byte{'['})
	name, value, _ := bytes.Cut(b, []byte{' '})
	return bytes.HasPrefix(value, []byte{'"'}) && isKnownTag(name)
}

// boardCodes are the wrappers of forums.
var boardCodes = []string{"pdn", "pgn", "code", "quote"}

// markupNames are the tags that forums leave in texts.
var markupNames = []string{
	"br", "p", "b", "i", "u", "s", "em", "strong", "small", "font", "span", "div", "center", "pre", "code", "tt",
	"blockquote", "hr", "a", "img", "ul", "ol", "li", "table", "tbody", "tr", "td", "th",
}

// noBreak is a space in such texts.
const noBreak = "&nbsp;"

// noBreak reports whether buf[i:] begins with a space of a forum's text.
func (s *Scanner) noBreak(i int) bool { return string(s.ahead(i, len(noBreak))) == noBreak }

// markup takes a tag such as <br>; else the bracket alone is a word.
func (s *Scanner) markup() {
	const most = 300
	i := s.pos + 1
	if s.at(i) == '/' {
		i++
	}
	name := i
	for i < name+12 && isLatin(s.at(i)) {
		i++
	}
	known := slices.ContainsFunc(markupNames, func(n string) bool { return strings.EqualFold(n, string(s.buf[name:i])) })
	if c := s.at(i); known && (c == '>' || c == '/' || c == ' ') {
		for ; s.has(i) && i < s.pos+most; i++ {
			switch s.buf[i] {
			case '>':
				s.finish(KindBoardCode, i+1)
				return
			case '<', '\n', '\r', '{', '}':
				i = s.pos + most
			}
		}
	}
	s.finish(KindWord, s.pos+1)
}

// bracket takes what begins with [: a tag, a forum's code, a command outside a
// comment; else the bracket alone is a word. It never looks beyond the line.
func (s *Scanner) bracket() {
	i := s.span(s.pos+1, " \t")
	if s.at(i) == '%' {
		s.command(i)
		return
	}
	closing := s.at(i) == '/'
	if closing {
		i++
	}
	name := i
	for s.nameByte(i) && i-name < s.limit {
		i++
	}
	switch {
	case i == name:
		s.finish(KindWord, s.pos+1)
		return
	case s.at(i) == ']':
		for _, code := range boardCodes {
			if strings.EqualFold(string(s.buf[name:i]), code) {
				s.tok.black = closing
				s.finish(KindBoardCode, i+1)
				return
			}
		}
		s.finish(KindWord, s.pos+1)
		return
	case closing || !validTagName(s.buf[name:i]):
		s.finish(KindWord, s.pos+1)
		return
	}
	s.tok.name, s.tok.nameEnd = s.base+int64(name), s.base+int64(i)
	i = s.span(i, " \t")
	if s.at(i) == '"' {
		s.quoted(i + 1)
		return
	}
	if !s.unquoted(i) {
		s.tok = item{start: s.tok.start, lines: s.tok.lines}
		s.finish(KindWord, s.pos+1)
	}
}

// nameByte reports whether buf[i] may stand in the name of a tag.
func (s *Scanner) nameByte(i int) bool {
	c := s.at(i)
	return c > ' ' && c != 0x7F && c != '"' && c != '[' && c != ']' && !(c >= 0x80 && s.wideSpace(i) > 0)
}

// validTagName reports whether a tag may have the name: a letter first, no
// spaces, quotes or brackets.
func validTagName(name []byte) bool {
	r, _ := utf8.DecodeRune(name)
	return isLetter(r) && !bytes.ContainsAny(name, " \t\r\n\v\f\"[]\x00\x7F")
}

func isLetter(r rune) bool {
	return r|0x20 >= 'a' && r|0x20 <= 'z' || r > 0xA0 && r != utf8.RuneError && r != '\uFEFF'
}

// command takes a command such as [%clk 0:01:02], whose % is buf[i].
func (s *Scanner) command(i int) {
	for start := i; s.has(i) && i-start < s.limit; i++ {
		switch s.buf[i] {
		case ']':
			s.finish(KindCommand, i+1)
			return
		case '[', '\n', '\r', '{', '}':
			s.finish(KindWord, s.pos+1)
			return
		}
	}
	s.finish(KindWord, s.pos+1)
}

// quoted takes the value of a tag, which begins at buf[from]. A quote ends it if
// a bracket follows; others are part of the value, as people forget to write \".
// If none ends it, the line does.
func (s *Scanner) quoted(from int) {
	end := 0 // a quote that may be the last
	i := from
	for ; s.has(i) && s.buf[i] != '\n' && s.buf[i] != '\r'; i++ {
		if i-s.pos >= s.limit {
			i = s.runeStart(i)
			s.part(from, i)
			s.tok.fault = TooLong
			s.finish(KindTag, i)
			return
		}
		switch c := s.buf[i]; {
		case c == '"':
			if end > 0 {
				s.tok.fault = BadTag
			}
			end = i
		case c == ' ' || c == '\t':
		case c == ']' && end > 0:
			s.part(from, end)
			s.finish(KindTag, i+1)
			return
		default:
			if end > 0 {
				s.tok.fault = BadTag
				end = 0
			}
			if c == '\\' && (s.at(i+1) == '"' || s.at(i+1) == '\\') {
				i++
			}
		}
	}
	s.tok.fault = BadTag
	value := bytes.TrimRight(s.buf[from:i], " \t")
	value = bytes.TrimSuffix(value, []byte{']'})
	value = bytes.TrimSuffix(bytes.TrimRight(value, " \t"), []byte{'"'})
	s.part(from, from+len(value))
	s.finish(KindTag, i)
}

// unquoted takes a value at buf[from] without quotes, or in those of a
// typographer; without quotes only behind a well-known name.
func (s *Scanner) unquoted(from int) bool {
	i := from
	for ; s.has(i) && s.buf[i] != ']'; i++ {
		if c := s.buf[i]; c == '\n' || c == '\r' || c == '[' || i-s.pos >= s.limit {
			return false
		}
	}
	if !s.has(i) {
		return false
	}
	value := bytes.TrimRight(s.buf[from:i], " \t")
	skip := 0
	for _, q := range []string{"“", "”", "„", "«", "'", "‘"} {
		if bytes.HasPrefix(value, []byte(q)) {
			skip = len(q)
		}
	}
	if skip == 0 && !isKnownTag(s.bytes(s.tok.name, s.tok.nameEnd)) {
		return false
	}
	value = value[skip:]
	if skip > 0 {
		for _, q := range []string{"”", "“", "»", "'", "’"} {
			if bytes.HasSuffix(value, []byte(q)) {
				value = value[:len(value)-len(q)]
				break
			}
		}
	}
	s.tok.fault = BadTag
	s.part(from+skip, from+skip+len(value))
	s.finish(KindTag, i+1)
	return true
}

// setupLimit is the most that a set-up among the moves may be long.
const setupLimit = 4096

// setup takes /FEN "W:..."/, the FEN also without its name or its quotes.
func (s *Scanner) setup() bool {
	head := bytes.ToUpper(bytes.TrimLeft(s.ahead(s.pos+1, 8), " \t"))
	if !bytes.HasPrefix(head, []byte("FEN")) && !bytes.HasPrefix(head, []byte("W:")) &&
		!bytes.HasPrefix(head, []byte("B:")) && !bytes.HasPrefix(head, []byte("\"")) {
		return false
	}
	i := s.pos + 1
	for ; s.at(i) != '/'; i++ {
		if !s.has(i) || i-s.pos > min(setupLimit, s.limit) || s.buf[i] == '\n' || s.buf[i] == '\r' {
			return false
		}
	}
	from := s.span(s.pos+1, " \t")
	if len(head) >= 3 && string(head[:3]) == "FEN" {
		from = s.span(from+3, " \t")
	}
	to := from + len(bytes.TrimRight(s.buf[from:i], " \t"))
	if to-from >= 2 && s.buf[from] == '"' && s.buf[to-1] == '"' {
		from, to = from+1, to-1
	}
	s.part(from, to)
	s.finish(KindSetup, i+1)
	return true
}

// Unescape returns the value of a tag with \" and \\ resolved. Other backslashes
// stand for themselves.
func Unescape(value []byte) string {
	if bytes.IndexByte(value, '\\') < 0 {
		return string(value)
	}
	return string(appendUnescaped(nil, value))
}

func appendUnescaped(dst, value []byte) []byte {
	for i := 0; i < len(value); i++ {
		if value[i] == '\\' && i+1 < len(value) && (value[i+1] == '"' || value[i+1] == '\\') {
			i++
		}
		dst = append(dst, value[i])
	}
	return dst
}
