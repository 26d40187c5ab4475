package pdn

import (
	"bytes"
)

// comment takes a comment, which may hold moves that were not read before.
func (p *parser) comment(f *frame, t item) {
	text := p.s.bytes(t.value, t.til)
	if rest, ok := bytes.CutPrefix(bytes.TrimLeft(text, blanks+"\r"), []byte(unreadCommand)); ok && f.line.unread == "" {
		if f.line.unread = decodeComment(rest); f.line.unread != "" {
			p.report(t.start, UnreadMoves, shorten(f.line.unread))
		}
		return
	}
	if c := decodeComment(text); c != "" {
		p.remark(f, t.start, Comment(c))
	}
}

// remark puts a comment where it belongs: behind the last move, or before the
// next one if that has its number or a variation came between.
func (p *parser) remark(f *frame, at int64, c Comment) {
	plies := f.line.plies
	if len(plies) == 0 || f.numbered || f.branched || f.hasSetup {
		if f.from < 0 {
			f.from = at
		}
		f.pending = append(f.pending, c)
		return
	}
	last := &plies[len(plies)-1]
	if last.note == nil {
		last.note = new(Note)
	}
	last.note.After = append(last.note.After, c)
}

// words takes text among the moves, as far as it goes, as a comment; a number
// right before it is part of it.
func (p *parser) words(f *frame, t item, numbered bool) {
	end := t.end
	if numbered && f.numbered {
		t.start = f.numberAt
		f.numbered, f.black = false, false
		if f.from == f.numberAt {
			f.from = -1
		}
	}
	for p.inSentence(f, end) {
		next, _ := p.next()
		end = next.end
		if end-t.start > int64(p.opt.MaxToken) {
			break
		}
	}
	text := p.s.bytes(t.start, end)
	p.report(t.start, StrayText, shorten(string(text[:min(len(text), 100)])))
	if c := decodeComment(text); c != "" {
		p.remark(f, t.start, Comment(c))
	}
}

// inSentence reports whether the next token goes on with words that end at an
// offset: a word, a sign that touches them, or a sign or number before a word.
func (p *parser) inSentence(f *frame, end int64) bool {
	next, ok := p.next()
	if !ok {
		return false
	}
	defer p.back(next)
	switch next.kind {
	case KindWord:
		return !garbled(p.textOf(next), p.wordPlace(f, true))
	case KindMark, KindDots:
		return next.start == end || p.peek().kind == KindWord
	case KindNumber:
		text := p.textOf(next)
		dotted := !isDigit(text[len(text)-1])
		return !p.surelyNumber(f, int(next.number), dotted) && p.peek().kind == KindWord
	case KindUnknownMove:
		return p.peek().kind == KindWord
	}
	return false
}
