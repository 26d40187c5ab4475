package pdn

import "bytes"

// runByte marks the bytes that belong to a run: a move, a number, a result or a
// word. All others below 0x80 separate runs.
var runByte = func() (t [256]bool) {
	for c := range t {
		t[c] = c > ' ' && c != 0x7F && bytes.IndexByte([]byte(`{}()[]<>;"$!?+=*,.`), byte(c)) < 0
	}
	return t
}()

// isPlain reports whether six bytes are a move such as c3-d4 or c3:e5 and
// something that is no part of it.
func isPlain(b []byte) bool {
	return isFile(b[0]) && isRank(b[1]) && (b[2] == '-' || b[2] == ':' || b[2] == 'x') &&
		isFile(b[3]) && isRank(b[4]) && !runByte[b[5]]
}

func isFile(c byte) bool  { return c-'a' < 8 }
func isRank(c byte) bool  { return c-'1' < 8 }
func isDigit(c byte) bool { return c-'0' < 10 }

// run takes a move number, move, result or word.
func (s *Scanner) run() {
	start := s.pos
	if len(s.buf)-start > 5 && isPlain(s.buf[start:start+6]) {
		s.finish(KindMove, start+5)
		return
	}
	if s.buf[start] == '/' && s.setup() {
		return
	}
	i := start
	for s.has(i) && isDigit(s.buf[i]) && i-start < s.limit {
		i++
	}
	if i > start {
		if end := s.dots(i); end > i {
			s.tok.number = number(s.buf[start:i])
			s.tok.black = end > i+1
			s.finish(KindNumber, end)
			return
		}
	}
	for s.inRun(i) {
		if i-start >= s.limit {
			s.tok.fault = TooLong
			s.finish(KindWord, s.runeStart(i))
			return
		}
		i++
	}
	if i == start {
		s.finish(KindDots, s.dots(i)) // the character of three dots
		return
	}
	if end := s.spaced(start, i); end > 0 {
		return
	}
	kind, fault := classify(s.buf[start:i])
	if kind == KindNumber {
		s.tok.number = number(s.buf[start:i])
	}
	s.tok.fault = fault
	s.finish(kind, i)
}

// inRun reports whether a run goes on at buf[i].
func (s *Scanner) inRun(i int) bool {
	if !s.has(i) {
		return false
	}
	switch c := s.buf[i]; c {
	case '&':
		return !s.noBreak(i)
	case 0xC2, 0xEF:
		return s.wideSpace(i) == 0
	case 0xE2:
		return s.wideSpace(i) == 0 && !bytes.Equal(s.ahead(i, 3), []byte("…"))
	default:
		return runByte[c]
	}
}

// classify says what a run is.
func classify(run []byte) (Kind, Fault) {
	if isDigits(run) {
		if len(run) <= 4 {
			return KindNumber, NoFault
		}
		return KindWord, NoFault
	}
	if allDashes(run) {
		return KindUnknownMove, NoFault
	}
	if _, ok := parseResult(run); ok {
		return KindResult, NoFault
	}
	if w, ok := readWritten(run); ok {
		switch {
		case w.cyrillic:
			return KindMove, CyrillicLetters
		case w.half:
			return KindMove, LooseMove
		}
		return KindMove, NoFault
	}
	return KindWord, NoFault
}

func isDigits(b []byte) bool {
	for _, c := range b {
		if !isDigit(c) {
			return false
		}
	}
	return len(b) > 0
}

// dash returns the length of the dash that b begins with, 0 if there is none.
func dash(b []byte) int {
	if len(b) > 0 && b[0] == '-' {
		return 1
	}
	for _, d := range []string{"–", "—", "−", "‐", "‑", "‒", "―"} {
		if bytes.HasPrefix(b, []byte(d)) {
			return len(d)
		}
	}
	return 0
}

func allDashes(b []byte) bool {
	for len(b) > 0 {
		n := dash(b)
		if n == 0 {
			return false
		}
		b = b[n:]
	}
	return true
}

// spaced takes a move or a result with spaces round its dash: c3 - d4, 1 - 0.
// The first half is buf[start:i]. It returns 0 if there is none.
func (s *Scanner) spaced(start, i int) int {
	first := s.buf[start:i]
	if len(first) > 4 || !(isDigits(first) || isSquare(first) || string(first) == "1/2" || string(first) == "½") {
		return 0
	}
	const spaces, rest = 4, 8
	blank := func(j int) int {
		end := j
		for end < j+spaces && (s.at(end) == ' ' || s.at(end) == '\t') {
			end++
		}
		return end
	}
	j := blank(i)
	n := dash(s.ahead(j, 3))
	if c := s.at(j); n == 0 && (c == ':' || c == 'x') {
		n = 1
	}
	k := blank(j + n)
	if n == 0 || j == i && k == j+n {
		return 0
	}
	end := k
	for end < k+rest && s.inRun(end) {
		end++
	}
	if s.inRun(end) || end == k {
		return 0
	}
	joined := append(append(append(make([]byte, 0, 24), first...), s.buf[j:j+n]...), s.buf[k:end]...)
	kind, _ := classify(joined)
	if kind != KindMove && kind != KindResult {
		return 0
	}
	s.tok.fault = LooseMove
	s.finish(kind, end)
	return end
}

func isSquare(b []byte) bool {
	return len(b) == 2 && isFile(b[0]|0x20) && isRank(b[1])
}
