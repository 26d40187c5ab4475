package pdn

import (
	"fmt"
	"slices"
	"strings"
)

// tag takes a tag of this game. A tag that stands already begins a new game if
// an empty line is before it.
func (p *parser) tag(t item) bool {
	name := p.s.bytes(t.name, t.nameEnd)
	again := t.lines >= 2 && slices.ContainsFunc(p.tags, func(s tagSpan) bool { return s.name == string(name) })
	if p.begun() || again {
		p.back(t)
		return false
	}
	f := p.top()
	p.g.Preamble = append(p.g.Preamble, f.pending...)
	f.pending, f.from = nil, -1
	kept, ok := p.names[string(name)]
	if !ok {
		kept = string(name)
		if len(p.names) < 1000 {
			p.names[kept] = kept
		}
	}
	start := len(p.text)
	p.text = appendUnescaped(p.text, p.s.bytes(t.value, t.til))
	p.tags = append(p.tags, tagSpan{name: kept, start: start, end: len(p.text), offset: t.start})
	return true
}

// tagAt returns the offset of a tag, that of the game if there is none.
func (p *parser) tagAt(name string) int64 {
	for _, t := range p.tags {
		if strings.EqualFold(t.name, name) {
			return t.offset
		}
	}
	return p.begin
}

func (p *parser) hasTag(name string) bool {
	return slices.ContainsFunc(p.tags, func(s tagSpan) bool { return strings.EqualFold(s.name, name) })
}

// finish builds the game of its draft.
func (p *parser) finish() *Game {
	g := p.g
	values := string(p.text)
	if len(p.tags) > 0 {
		g.Tags = make(Tags, len(p.tags))
		for i, t := range p.tags {
			g.Tags[i] = Tag{Name: t.name, Value: values[t.start:t.end]}
		}
	}
	p.builder.build(p, g)
	if !p.skip {
		p.trailing()
	}
	g.Encoding = p.s.d.encodingAt(p.end() - 1)
	if g.Encoding == UTF8 {
		p.told = UTF8
	} else if g.Encoding != p.told {
		p.told = g.Encoding
		p.add(report{at: p.begin, fault: OtherEncoding, found: g.Encoding.String(), expected: "utf-8"})
	}
	p.resultTag(g)
	if len(g.Tags) == 0 && len(g.Main.Plies) == 0 && g.Main.Unread == "" && g.ResultText == "" && p.first == 0 && p.fen == "" {
		p.report(p.begin, NoGame, "")
	}
	p.rawBytes()
	p.place(g)
	return g
}

// resultTag compares the Result tag with the result behind the moves, and with
// others of the name.
func (p *parser) resultTag(g *Game) {
	counts := g.Tags.resultTag()
	if counts < 0 || g.Tags[counts].Value == "" {
		return
	}
	r, ok := ParseResult(g.Tags[counts].Value)
	for i, t := range g.Tags {
		if i == counts || !strings.EqualFold(t.Name, "Result") || t.Value == "" {
			continue
		}
		if other, valid := ParseResult(t.Value); other != r || valid != ok {
			p.add(report{at: p.tags[i].offset, fault: ResultsDiffer, found: t.Value, expected: g.Tags[counts].Value + " as in the other Result tag"})
		}
	}
	switch {
	case !ok:
		p.report(p.tags[counts].offset, BadResult, shorten(g.Tags[counts].Value))
	case g.ResultText == "" || g.Result == NoResult:
		g.Result = r
	case r != g.Result && r != NoResult:
		p.add(report{at: p.tags[counts].offset, fault: ResultsDiffer, found: g.Tags[counts].Value, expected: g.ResultText + " as behind the moves"})
	}
}

// end returns the offset where the next game may begin: that of the first token
// not taken.
func (p *parser) end() int64 {
	if n := len(p.ahead); n > 0 {
		return p.ahead[n-1].start
	}
	return p.s.base + int64(p.s.pos)
}

// rawBytes reports the first byte of the game that means nothing.
func (p *parser) rawBytes() {
	if !p.s.d.raw {
		return
	}
	text := p.s.bytes(p.begin, p.end())
	for i, r := range string(text) {
		if b, ok := RawByte(r); ok {
			p.report(p.begin+int64(i), UndecodedBytes, fmt.Sprintf("0x%02X", b))
			return
		}
	}
}

// place turns the reports into problems, with places and in order.
func (p *parser) place(g *Game) {
	if len(p.problems) == 0 {
		return
	}
	slices.SortStableFunc(p.problems, func(a, b report) int {
		return int(min(max(a.at-b.at, -1), 1))
	})
	ruler, at := p.s.ruler, p.begin
	for _, r := range p.problems {
		if r.at > at {
			ruler.advance(at, p.s.bytes(at, r.at), p.s.d.width)
			at = r.at
		}
		hint := r.hint
		if hint == "" {
			hint = faults[r.fault].hint
		}
		g.Problems = append(g.Problems, &Problem{
			Place: ruler.place, Game: g.Number, Fault: r.fault, Warning: r.fault.warning(p.opt.Strict),
			Found: r.found, Expected: r.expected, Hint: hint, Err: r.err,
		})
	}
}
