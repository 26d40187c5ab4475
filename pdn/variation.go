package pdn

import (
	"strconv"
)

// open begins a variation of the last move.
func (p *parser) open(f *frame, t item) {
	switch {
	case len(f.line.plies) == 0:
		p.report(t.start, StrayVariation, "")
		f.raw, f.rawAt, f.rawReason = 1, t.start, StrayVariation
	case len(p.stack) > p.opt.MaxDepth:
		p.add(report{at: t.start, fault: TooDeep, expected: "at most " + strconv.Itoa(p.opt.MaxDepth)})
		f.raw, f.rawAt, f.rawReason = 1, t.end, TooDeep
	default:
		line := new(draftLine)
		last := &f.line.plies[len(f.line.plies)-1]
		last.variations = append(last.variations, line)
		// Comments since the last variation belong to this one.
		inner := frame{line: line, pending: f.pending, from: f.from}
		f.pending, f.from, f.numbered, f.branched = nil, -1, false, true
		p.stack = append(p.stack, inner)
	}
}

// rawToken takes a token of a variation that is kept as text.
func (p *parser) rawToken(f *frame, t item) bool {
	switch t.kind {
	case KindOpen:
		f.raw++
	case KindClose:
		if f.raw--; f.raw == 0 {
			p.endRaw(f, t.start, t.end)
		}
	case KindTag:
		p.back(t)
		return false
	case KindResult:
		if p.insideVariation() {
			return true
		}
		p.closeLines(t.start)
		p.result(&p.stack[0], t)
	}
	return true
}

// endRaw ends a variation that is kept as text.
func (p *parser) endRaw(f *frame, inner, end int64) {
	f.raw = 0
	if f.rawReason == TooDeep {
		line := &draftLine{unread: decodeComment(p.s.bytes(f.rawAt, inner)), to: inner}
		last := &f.line.plies[len(f.line.plies)-1]
		last.variations = append(last.variations, line)
		f.branched = true
		return
	}
	p.remark(f, f.rawAt, Comment(decodeComment(p.s.bytes(f.rawAt, end))))
}

// close ends the innermost variation, whose text ends at an offset.
func (p *parser) close(at int64) {
	p.endLine(p.top(), at)
	p.stack = p.stack[:len(p.stack)-1]
}

// endLine finishes a line: what waited for a next move stays at its end.
func (p *parser) endLine(f *frame, at int64) {
	line := f.line
	line.to = at
	if f.raw > 0 {
		p.report(f.rawAt, UnclosedVariation, "")
		p.endRaw(f, at, at)
	}
	if f.hasSetup {
		line.unread = decodeComment([]byte("/FEN \"" + f.setup + "\"/ " + line.unread))
	}
	if n := len(line.plies); n > 0 && !f.branched && len(f.pending) > 0 {
		last := &line.plies[n-1]
		if last.note == nil {
			last.note = new(Note)
		}
		last.note.After = append(last.note.After, f.pending...)
		return
	}
	line.end = append(line.end, f.pending...)
}

// closeLines ends all lines of the game.
func (p *parser) closeLines(at int64) {
	for len(p.stack) > 1 {
		p.report(at, UnclosedVariation, "")
		p.close(at)
	}
	if len(p.stack) == 1 {
		p.endLine(&p.stack[0], at)
		p.stack[0] = frame{line: &draftLine{}, from: -1}
	}
}

// insideVariation reports whether a result belongs to the variation in which it
// stands: something of it follows.
func (p *parser) insideVariation() bool {
	switch p.peek().kind {
	case KindClose, KindComment, KindNumber, KindMove:
		return true
	}
	return false
}
