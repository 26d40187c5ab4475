package pdn

import (
	"bytes"
	"io"
)

// parser makes drafts of games out of tokens; building then plays the moves.
type parser struct {
	s       *Scanner
	opt     Options
	ahead   []item // tokens given back, the next one last
	number  int    // of the game
	carry   []Comment
	names   map[string]string // of tags, kept once
	told    Encoding          // that was last told in a warning
	skip    bool              // up to the next tag, after a game too long
	builder builder

	// The game being read.
	g        *Game
	begin    int64 // where its text begins
	stack    []frame
	main     draftLine
	text     []byte // of the values of its tags
	tags     []tagSpan
	fen      string // of the first set-up, if no tag gives one
	blackDot bool   // the first move is numbered as Black's
	first    int    // its number
	ended    bool
	wrapped  bool // its end is that of a forum's wrapper
	last     Kind // of the token before
	problems []report
	once     [MoreProblems + 1]bool // faults that are told once for a game
	full     bool                   // an error was told behind as many problems as are told
}

func newParser(r io.Reader, opt Options) *parser {
	opt = opt.withDefaults()
	p := &parser{s: NewScanner(r, opt), opt: opt, names: map[string]string{}, told: UTF8}
	p.s.hold = true
	p.builder = builder{numbering: opt.Numbering, fixed: opt.FixedNumbering, forgive: opt.Forgive}
	return p
}

// next takes the next token; false at the end of the source.
func (p *parser) next() (item, bool) {
	if n := len(p.ahead); n > 0 {
		t := p.ahead[n-1]
		p.ahead = p.ahead[:n-1]
		return t, true
	}
	if !p.s.Scan() {
		return item{}, false
	}
	return p.s.tok, true
}

// back gives a token back.
func (p *parser) back(t item) { p.ahead = append(p.ahead, t) }

// peek returns the next token without taking it; its kind is 0 at the end.
func (p *parser) peek() item {
	t, ok := p.next()
	if ok {
		p.back(t)
	}
	return t
}

func (p *parser) textOf(t item) []byte { return p.s.bytes(t.start, t.end) }

// game reads the next game, nil at the end of the source.
func (p *parser) game() *Game {
	t, ok := p.start()
	if !ok {
		return nil
	}
	p.s.keep(t.start)
	p.number++
	p.begin = t.start
	p.g = &Game{Number: p.number, Place: p.s.ruler.place}
	p.main = draftLine{plies: p.main.plies[:0]}
	p.stack = append(p.stack[:0], frame{line: &p.main, from: -1, pending: p.carry})
	p.carry = nil
	p.text, p.tags = p.text[:0], p.tags[:0]
	p.fen, p.blackDot, p.first, p.ended, p.wrapped = "", false, 0, false, false
	p.last = 0
	p.problems = p.problems[:0]
	p.once, p.full = [MoreProblems + 1]bool{}, false
	end := t.start
	for {
		t, ok := p.next()
		if !ok || !p.token(t) {
			break
		}
		end = t.end
		if p.ended {
			break
		}
		if end-p.begin > int64(p.opt.MaxGame) {
			p.report(t.start, TooBig, "")
			p.skip = true
			break
		}
	}
	p.closeLines(end)
	return p.finish()
}

// start returns the first token of the next game, which is not taken. It passes
// over separators that belong to no game.
func (p *parser) start() (item, bool) {
	for {
		t, ok := p.next()
		if !ok {
			if len(p.carry) == 0 {
				return t, false
			}
			return item{start: p.s.base + int64(p.s.pos)}, true
		}
		switch {
		case p.skip && t.kind != KindTag, t.kind == KindSpace, t.kind == KindDots,
			t.kind == KindBoardCode && (t.black || p.markup(t)),
			t.kind == KindResult && bytes.Equal(p.textOf(t), []byte{'*'}) && len(p.carry) == 0:
			if len(p.ahead) == 0 {
				p.s.keep(t.end)
			}
			continue
		}
		p.skip = false
		p.back(t)
		return t, true
	}
}

func (p *parser) top() *frame { return &p.stack[len(p.stack)-1] }

// begun reports whether the moves of the game have begun, so that a tag belongs
// to the next one.
func (p *parser) begun() bool {
	f := &p.stack[0]
	return len(p.stack) > 1 || len(p.main.plies) > 0 || f.numbered || f.hasSetup || f.raw > 0 || p.fen != ""
}

// token takes a token and reports what is wrong with its form; false means that
// it belongs to the next game and was given back.
func (p *parser) token(t item) bool {
	if !p.take(t) {
		return false
	}
	p.form(t)
	return true
}

func (p *parser) take(t item) bool {
	f := p.top()
	if f.raw > 0 {
		return p.rawToken(f, t)
	}
	last := p.last
	p.last = t.kind
	switch t.kind {
	case KindTag:
		return p.tag(t)
	case KindNumber:
		return p.moveNumber(f, t)
	case KindDots:
		p.dots(f, t)
	case KindMove:
		p.move(f, t)
	case KindUnknownMove:
		if p.peek().kind == KindWord && !p.wordPlace(f, false).numbered {
			p.words(f, t, false)
			break
		}
		p.move(f, t)
	case KindMark, KindNAG:
		p.mark(f, t)
	case KindComment:
		p.comment(f, t)
	case KindCommand:
		p.report(t.start, BareCommand, shorten(string(p.textOf(t))))
		p.remark(f, t.start, Comment(decodeComment(p.textOf(t))))
	case KindOpen:
		p.open(f, t)
	case KindClose:
		if len(p.stack) == 1 {
			p.report(t.start, StrayBracket, "")
			break
		}
		p.close(t.start)
	case KindResult:
		p.result(f, t)
	case KindSetup:
		p.setup(f, t)
	case KindBoardCode:
		p.report(t.start, BoardCode, string(p.textOf(t)))
		p.ended = t.black && p.begun()
		p.wrapped = p.ended
	case KindWord:
		if garbled(p.textOf(t), p.wordPlace(f, false)) {
			p.garbledMove(f, t)
			break
		}
		p.words(f, t, last == KindNumber)
	}
	return true
}

// form reports what the scanner found wrong with a token.
func (p *parser) form(t item) {
	if t.fault == NoFault {
		return
	}
	found := shorten(string(p.s.bytes(t.start, min(t.end, t.start+100))))
	p.report(t.start, t.fault, found)
}

func (p *parser) report(at int64, f Fault, found string) {
	p.add(report{at: at, fault: f, found: found})
}

// maxProblems is how many problems of a game are told.
const maxProblems = 100

func (p *parser) add(r report) {
	switch r.fault {
	case LooseMove, CyrillicLetters, BoardCode, Misnumbered, BareCommand, MoreProblems:
		if p.once[r.fault] {
			return
		}
		p.once[r.fault] = true
	}
	if len(p.problems) >= maxProblems && r.fault != MoreProblems {
		p.add(report{at: r.at, fault: MoreProblems})
		// An error must not be lost among warnings.
		if r.fault.warning(p.opt.Strict) || p.full {
			return
		}
		p.full = true
	}
	p.problems = append(p.problems, r)
}
