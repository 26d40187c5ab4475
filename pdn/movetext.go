package pdn

import (
	"bytes"
	"slices"
	"strconv"
)

// moveNumber takes a move number. The number 1 in the main line of a game that
// has got further begins a new game, where nobody wrote a result.
func (p *parser) moveNumber(f *frame, t item) bool {
	if t.number == 1 && !t.black && len(p.stack) == 1 && len(p.main.plies) >= 2 {
		if next := p.behindDots(); next == KindMove || next == KindUnknownMove {
			p.back(t)
			return false
		}
	}
	if f.from < 0 {
		f.from = t.start
	}
	f.numbered, f.black, f.number, f.numberAt = true, t.black, int(t.number), t.start
	text := p.textOf(t)
	f.dotted = !isDigit(text[len(text)-1])
	return true
}

// behindDots returns the kind of the next token that is no dots.
func (p *parser) behindDots() Kind {
	next := p.peek()
	if next.kind != KindDots {
		return next.kind
	}
	p.next()
	defer p.back(next)
	return p.peek().kind
}

// dots takes dots that stand apart. A single one is that of a number without;
// others make it Black's.
func (p *parser) dots(f *frame, t item) {
	if !f.numbered {
		return
	}
	own := !f.dotted && t.end-t.start == 1
	f.dotted = true
	if !own && f == &p.stack[0] && len(f.line.plies) == 0 {
		p.blackDot = true
	}
}

// move takes a move, or dashes in place of one.
func (p *parser) move(f *frame, t item) {
	line := f.line
	if line.unread != "" { // more moves behind those not read: it is a comment
		f.pending = append(f.pending, Comment(unreadCommand+line.unread))
		line.unread = ""
	}
	d := draft{from: f.from, start: t.start, end: t.end, unknown: t.kind == KindUnknownMove}
	if d.from < 0 {
		d.from = t.start
	}
	if len(f.pending) > 0 {
		d.note = &Note{Before: f.pending}
	}
	if f.hasSetup {
		d.setup, d.setupAt = f.setup, f.setupAt
		f.hasSetup = false
		p.once[Misnumbered] = true // no number follows from those before
	}
	if d.unknown {
		if d.note == nil {
			d.note = new(Note)
		}
		d.note.Unknown = string(p.textOf(t))
		p.report(t.start, UnknownMove, d.note.Unknown)
	}
	if line == &p.main {
		p.numbers(f)
	}
	line.plies = append(line.plies, d)
	f.pending, f.from, f.numbered, f.black, f.branched = nil, -1, false, false, false
}

// numbers notes the number of the first move and checks that of the others.
func (p *parser) numbers(f *frame) {
	plies := len(p.main.plies)
	if plies == 0 {
		p.blackDot = p.blackDot || f.black
		p.first = f.number
		return
	}
	if !f.numbered || f.number == 0 || p.first == 0 || p.once[Misnumbered] {
		return
	}
	if p.blackDot {
		plies++
	}
	if want := p.first + plies/2; f.number != want {
		p.add(report{at: f.numberAt, fault: Misnumbered, found: strconv.Itoa(f.number), expected: strconv.Itoa(want)})
	}
}

// mark takes a mark or NAG of the last move.
func (p *parser) mark(f *frame, t item) {
	text := string(p.textOf(t))
	if len(f.line.plies) == 0 {
		p.report(t.start, StrayText, text)
		p.remark(f, t.start, Comment(text))
		return
	}
	last := &f.line.plies[len(f.line.plies)-1]
	if last.note == nil {
		last.note = new(Note)
	}
	last.note.Marks = addMark(last.note.Marks, text)
}

// addMark adds a mark so that NAGs stand last and marks of the same characters
// are one.
func addMark(marks []string, m string) []string {
	if m[0] == '$' {
		return append(marks, m)
	}
	i := 0
	for i < len(marks) && marks[i][0] != '$' {
		i++
	}
	if i > 0 {
		last := marks[i-1]
		class := func(s string) int { return bytes.IndexAny([]byte("!?+="), s[:1]) / 2 }
		if m[0] != '*' && m[0] != '(' && last[0] != '*' && last[0] != '(' && class(last) == class(m) {
			marks[i-1] = last + m
			return marks
		}
	}
	return slices.Insert(marks, i, m)
}

// result takes a result. A star with more moves behind it is a mark.
func (p *parser) result(f *frame, t item) {
	text := string(p.textOf(t))
	if len(p.stack) > 1 {
		if p.insideVariation() {
			p.remark(f, t.start, Comment(text))
			return
		}
	} else if text == "*" && len(f.line.plies) > 0 {
		next := p.peek()
		if next.kind == KindMove || next.kind == KindUnknownMove || next.kind == KindNumber && (next.number > 1 || next.black) {
			p.mark(f, t)
			return
		}
	}
	p.g.Result, _ = ParseResult(text)
	p.g.ResultText = text
	p.closeLines(t.start)
	p.ended = true
}

// setup takes a position set up among the moves; before them it is the start.
func (p *parser) setup(f *frame, t item) {
	fen := string(p.s.bytes(t.value, t.til))
	if len(p.stack) == 1 && len(p.main.plies) == 0 && p.fen == "" && !f.hasSetup && !p.hasTag("FEN") {
		p.fen = fen
		return
	}
	if f.from < 0 {
		f.from = t.start
	}
	if f.hasSetup {
		p.report(t.start, StrayText, shorten(f.setup))
		f.pending = append(f.pending, Comment(decodeComment([]byte("/FEN \""+f.setup+"\"/"))))
	}
	f.setup, f.setupAt, f.hasSetup = fen, t.start, true
}
