package pdn

import (
	"github.com/bolshak-draughts/bolshak/draughts"
)

// trailing takes what stands behind the result and belongs to this game: comments
// that begin on the line where the last of it ended, or all up to the end of the
// source, and text that is no game of its own.
func (p *parser) trailing() {
	if p.g.ResultText == "" && !p.wrapped {
		return
	}
	var same, rest []Comment
	apart := false
	for {
		t := p.peek()
		if t.kind == KindDots || t.kind == KindBoardCode && (t.black || p.markup(t)) {
			t.kind = KindSpace
		}
		switch t.kind {
		case KindComment, KindCommand:
			p.next()
			p.form(t)
			apart = apart || t.lines > 0
			text := p.textOf(t)
			if t.kind == KindComment {
				text = p.s.bytes(t.value, t.til)
			}
			c := decodeComment(text)
			switch {
			case c == "":
			case apart:
				rest = append(rest, Comment(c))
			default:
				same = append(same, Comment(c))
			}
		case KindSpace:
			p.next()
		case 0:
			p.g.After, p.carry = append(same, rest...), nil
			return
		default:
			end := p.behind(t)
			if end == 0 {
				p.g.After, p.carry = same, rest
				return
			}
			same, rest, apart = append(same, rest...), nil, false
			text := p.s.bytes(t.start, end)
			p.report(t.start, StrayText, shorten(string(text[:min(len(text), 100)])))
			if c := decodeComment(text); c != "" {
				same = append(same, Comment(c))
			}
			t.end = end
		}
		if t.end-p.begin > int64(p.opt.MaxGame) {
			p.g.After, p.carry = same, rest
			return
		}
	}
}

// behind takes text behind the game that begins with the token t, which is next,
// and returns where it ends; 0 if another game begins there.
func (p *parser) behind(t item) int64 {
	switch t.kind {
	case KindNumber:
		if t.number > 1 {
			return p.restOfGame()
		}
	case KindMove:
		if p.goesOn(t) {
			return p.restOfGame()
		}
	case KindWord, KindMark, KindNAG, KindClose, KindUnknownMove:
		return p.wordsBehind()
	}
	return 0
}

// restOfGame takes moves and what is among them, up to the next result, tag or
// first move.
func (p *parser) restOfGame() (end int64) {
	for {
		t, ok := p.next()
		if !ok {
			return end
		}
		switch {
		case t.kind == KindTag, t.kind == KindSetup, t.kind == KindBoardCode && !p.markup(t),
			t.kind == KindNumber && t.number == 1 && !t.black && end > 0,
			t.end-p.begin > int64(p.opt.MaxGame) && end > 0:
			p.back(t)
			return end
		}
		p.form(t)
		end = t.end
		if t.kind == KindResult {
			return end
		}
	}
}

// wordsBehind takes words up to the end of the source, or a result that no moves come
// before; else they belong to the next game.
func (p *parser) wordsBehind() (end int64) {
	var taken []item
	keep := 0 // how many of them are taken
	for {
		t, ok := p.next()
		if !ok {
			keep = len(taken)
			break
		}
		taken = append(taken, t)
		known := false
		switch t.kind {
		case KindWord, KindMark, KindNAG, KindDots, KindClose, KindOpen, KindUnknownMove, KindComment, KindCommand, KindSpace:
			known = true
		case KindNumber:
			known = t.number != 1
		case KindBoardCode:
			known = t.black || p.markup(t)
		case KindResult:
			known, keep = true, len(taken)
		}
		if !known || t.end-p.begin > int64(p.opt.MaxGame) {
			break
		}
	}
	for len(taken) > keep {
		p.back(taken[len(taken)-1])
		taken = taken[:len(taken)-1]
	}
	for _, t := range taken {
		p.form(t)
		end = t.end
	}
	return end
}

// goesOn reports whether a move can only go on with the game.
func (p *parser) goesOn(t item) bool {
	text := p.textOf(t)
	r := &p.builder.resolver
	for _, by := range []draughts.Numbering{draughts.FromTop, draughts.FromA1} {
		if _, err := r.move(draughts.Start(), text, by); err == nil {
			return false
		}
	}
	g := p.g
	if g.Main.Unread != "" || g.Start == (draughts.Position{}) {
		return true
	}
	_, err := r.move(g.last(p.builder.forgive), text, g.Numbering)
	return err == nil
}

// last returns the position behind the main line.
func (g *Game) last(forgive draughts.Faults) draughts.Position {
	pos := g.Start
	for _, ply := range g.Main.Plies {
		if ply.Note != nil && ply.Note.Setup != nil {
			pos, _ = ply.Note.Setup.Position(forgive)
		}
		if ply.Known() {
			pos = pos.PlayUnchecked(ply.Move)
		} else {
			pos = pos.WithTurn(pos.Turn().Other())
		}
	}
	return pos
}

// markup reports whether a token of a forum is none of its wrappers.
func (p *parser) markup(t item) bool { return p.s.bytes(t.start, t.end)[0] != '[' }
