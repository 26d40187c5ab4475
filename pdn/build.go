package pdn

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// builder plays the moves of a draft. A game with numbers that fails by one
// numbering is tried by the other.
type builder struct {
	numbering draughts.Numbering // tried first
	fixed     bool
	forgive   draughts.Faults
	resolver  resolver

	lastFEN   string // of the game before, which is often the same
	lastStyle draughts.Numbering
	lastSetup draughts.Setup

	// The attempt being made.
	p       *parser
	by      draughts.Numbering
	white   bool  // White begins, whatever the first number says
	numeric int64 // where the first number was read, -1 for none
	reports []report
}

// attempt is a game by one numbering.
type attempt struct {
	start   draughts.Position
	setup   draughts.Setup
	main    Line
	failed  bool
	numeric int64
	reports []report
}

// reach returns how much of the game could be read: nothing, the start, so many
// plies, or all of it.
func (a *attempt) reach() int {
	switch {
	case !a.failed:
		return math.MaxInt
	case a.start == draughts.Position{}:
		return 0
	}
	return 1 + len(a.main.Plies)
}

// build plays the moves of the game that p has drafted.
func (b *builder) build(p *parser, g *Game) {
	b.p = p
	g.FirstMove = 1
	value, typed := g.Tags.Lookup("GameType")
	by, told, err := b.numbering, false, error(nil)
	if typed && strings.TrimSpace(value) != "" && value != "25" && value != GameType {
		var n draughts.Numbering
		if n, told, err = parseGameType(value); told {
			by = n
		}
	}
	if err != nil {
		p.add(report{at: p.tagAt("GameType"), fault: WrongGameType, found: shorten(value), expected: "25 or " + GameType, err: err})
		g.Main = b.textOnly()
		return
	}
	best, first := b.try(by, false), by
	// Other readings, while something cannot be played: squares numbered the
	// other way, and White beginning where a number says Black.
	second := draughts.FromTop + draughts.FromA1 - first
	for _, c := range []struct {
		by    draughts.Numbering
		white bool
	}{{second, false}, {first, true}, {second, true}} {
		if !best.failed || c.by != first && (best.numeric < 0 || b.fixed) || c.white && !p.blackDot {
			continue
		}
		if other := b.try(c.by, c.white); other.reach() > best.reach() {
			best, by = other, c.by
		}
	}
	if by != first {
		b.numbering = by
	}
	if best.numeric >= 0 {
		g.Numbering = by
		if by == draughts.FromA1 {
			p.add(report{at: best.numeric, fault: OtherNumbering, hint: faults[OtherNumbering].hint})
		}
	}
	for _, r := range best.reports {
		p.add(r)
	}
	if best.start == (draughts.Position{}) && p.fen != "" && g.Tags.Get("FEN") == "" {
		g.Tags = append(g.Tags, Tag{Name: "FEN", Value: p.fen}) // so that it is not lost
	}
	g.Start, g.Main = best.start, best.main
	g.SinceChange, g.FirstMove = best.setup.SinceChange, best.setup.MoveNumber
	if g.FirstMove == 0 && len(g.Main.Plies) > 0 {
		g.FirstMove = p.first
	}
	g.FirstMove = max(g.FirstMove, 1)
}

// try plays the draft by one numbering; white says that White begins even where
// the first number is one of Black's.
func (b *builder) try(by draughts.Numbering, white bool) attempt {
	b.white = white
	b.by, b.numeric, b.reports = by, -1, b.reports[:0]
	a := attempt{}
	a.setup, a.failed = b.start()
	if !a.failed {
		a.start, _ = a.setup.Position(b.forgive)
		a.main = b.line(&b.p.main, a.start)
		a.failed = a.main.Unread != "" && a.main.Unread != b.p.main.unread
	} else {
		a.main = b.textOnly()
	}
	a.numeric, a.reports = b.numeric, slices.Clone(b.reports)
	return a
}

// start returns the start position with its counters.
func (b *builder) start() (draughts.Setup, bool) {
	fen, at, fault := b.p.fen, b.p.begin, BadSetup
	if value, ok := b.p.g.Tags.Lookup("FEN"); ok && strings.TrimSpace(value) != "" {
		fen, at, fault = value, b.p.tagAt("FEN"), BadFEN
	}
	if strings.TrimSpace(fen) == "" {
		setup := draughts.Start().Setup()
		if b.p.blackDot && b.white {
			number := strconv.Itoa(b.p.first)
			b.report(report{at: b.p.main.plies[0].from, fault: Misnumbered, found: number + "...", expected: number + "."})
		} else if b.p.blackDot && len(b.p.main.plies) > 0 {
			setup.Turn = draughts.Black
			b.report(report{at: b.p.main.plies[0].from, fault: BlackFirst})
		}
		return setup, false
	}
	if hasNumbers(fen) && b.numeric < 0 {
		b.numeric = at
	}
	if fen == b.lastFEN && b.by == b.lastStyle {
		return b.lastSetup, false
	}
	setup, err := b.readFEN(fen)
	if err != nil {
		b.badFEN(at, fault, fen, err)
		return setup, true
	}
	b.lastFEN, b.lastStyle, b.lastSetup = strings.Clone(fen), b.by, setup
	return setup, false
}

// readFEN reads a FEN that must give a position.
func (b *builder) readFEN(fen string) (draughts.Setup, error) {
	style := draughts.FENStyle{Numbering: b.by}
	setup, err := style.Parse(latinFEN(fen))
	if err != nil {
		return setup, err
	}
	if _, err = setup.Position(b.forgive); err == nil {
		if setup.SinceChange > 0 || setup.MoveNumber > 0 {
			setup.MoveNumber = max(setup.MoveNumber, 1)
		}
	}
	return setup, err
}

func (b *builder) badFEN(at int64, fault Fault, fen string, err error) {
	r := report{at: at, fault: fault, found: shorten(fen), err: err, hint: err.Error()}
	var e *draughts.FENError
	if errors.As(err, &e) && e.Detail != "" {
		if expected, ok := strings.CutPrefix(e.Detail, "expected "); ok {
			r.expected = fmt.Sprintf("%s at %d", expected, e.Offset+1)
			r.hint = ""
		}
	}
	b.report(r)
}

func (b *builder) report(r report) {
	if len(b.reports) <= maxProblems {
		b.reports = append(b.reports, r)
	}
}

// textOnly keeps the whole main line as text.
func (b *builder) textOnly() Line {
	d := &b.p.main
	if len(d.plies) == 0 {
		return Line{End: d.end, Unread: d.unread}
	}
	return Line{Unread: decodeComment(b.p.s.bytes(d.plies[0].from, d.to))}
}

// line plays a line from a position.
func (b *builder) line(d *draftLine, pos draughts.Position) Line {
	line := Line{End: d.end, Unread: d.unread}
	if len(d.plies) == 0 {
		return line
	}
	line.Plies = make([]Ply, 0, len(d.plies))
	stop := func(from int64) Line {
		line.End = nil
		line.Unread = decodeComment(b.p.s.bytes(from, d.to))
		return line
	}
	for i := range d.plies {
		q := &d.plies[i]
		ply := Ply{Note: q.note}
		if q.setup != "" || len(q.variations) > 0 {
			note := Note{}
			if q.note != nil {
				note = *q.note
			}
			ply.Note = &note
		}
		if q.setup != "" {
			if hasNumbers(q.setup) && b.numeric < 0 {
				b.numeric = q.setupAt
			}
			setup, err := b.readFEN(q.setup)
			if err != nil {
				b.badFEN(q.setupAt, BadSetup, q.setup, err)
				return stop(q.from)
			}
			ply.Note.Setup = &setup
			pos, _ = setup.Position(b.forgive)
		}
		next := pos
		if q.unknown {
			next = pos.WithTurn(pos.Turn().Other())
		} else {
			text := b.p.s.bytes(q.start, q.end)
			if q.garbled {
				b.badMove(q.start, text, pos, notMove(pos, text))
				return stop(q.from)
			}
			if b.numeric < 0 && isDigit(text[0]) {
				b.numeric = q.start
			}
			m, err := b.resolver.move(pos, text, b.by)
			if err != nil {
				b.badMove(q.start, text, pos, err)
				return stop(q.from)
			}
			ply.Move = m
			next = pos.PlayUnchecked(m)
		}
		for _, v := range q.variations {
			ply.Note.Variations = append(ply.Note.Variations, b.line(v, pos))
		}
		line.Plies = append(line.Plies, ply)
		pos = next
	}
	return line
}

// badMove reports a move that is none.
func (b *builder) badMove(at int64, text []byte, pos draughts.Position, err error) {
	r := report{at: at, fault: MalformedMove, found: shorten(string(text)), err: err}
	var syntax *draughts.SyntaxError
	var illegal *draughts.IllegalError
	var ambiguous *draughts.AmbiguousError
	switch {
	case errors.As(err, &ambiguous):
		r.fault = AmbiguousMove
		r.expected = strings.Join(ambiguous.Texts, " or ")
	case errors.As(err, &illegal):
		r.fault = IllegalMove
		r.hint = illegal.Hint
		r.expected = legalMoves(pos)
	case errors.As(err, &syntax):
		r.hint = syntax.Reason
		if _, written := readWritten(text); !written {
			r.expected = legalMoves(pos)
		}
	}
	b.report(r)
}

// legalMoves lists the moves of a position for a message, not too many.
func legalMoves(p draughts.Position) string {
	const most = 8
	var texts []string
	for m := range p.Moves() {
		texts = append(texts, p.MoveText(m))
	}
	switch {
	case len(texts) == 0:
		return "the end: " + p.Turn().String() + " has no move"
	case len(texts) > most:
		return "one of " + strings.Join(texts[:most], ", ") + " and " + strconv.Itoa(len(texts)-most) + " more"
	case len(texts) == 1:
		return texts[0]
	}
	return "one of " + strings.Join(texts, ", ")
}
