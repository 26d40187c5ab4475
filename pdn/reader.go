package pdn

import (
	"io"
	"iter"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Options say how games are read. The zero value reads every dialect.
type Options struct {
	// File is the name of the source in places.
	File string
	// Strict makes errors of what the standard does not allow: see [Fault].
	Strict bool
	// Encoding is that of the whole source; AnyEncoding finds out.
	Encoding Encoding
	// Numbering is tried first where squares are numbers. A game that is legal
	// only, or longer, by the other one is read by that, and the other is then
	// tried first for the next games. FixedNumbering forbids it.
	Numbering      draughts.Numbering
	FixedNumbering bool
	// Forgive are faults of start positions to overlook, as composers want.
	Forgive draughts.Faults
	// MaxToken is the most bytes of a comment, tag or word, MaxGame of a game;
	// MaxDepth is how deep variations may be nested. 0 means 1 MiB, 8 MiB and
	// 100.
	MaxToken, MaxGame, MaxDepth int
}

func (o Options) withDefaults() Options {
	if o.MaxToken <= 0 {
		o.MaxToken = 1 << 20
	}
	o.MaxToken = max(o.MaxToken, 64)
	if o.MaxGame <= 0 {
		o.MaxGame = 8 << 20
	}
	if o.MaxDepth <= 0 {
		o.MaxDepth = 100
	}
	return o
}

// Read yields the games of a source as they are read, in memory that does not
// depend on how many there are. A game comes with the first of its errors
// ([Game.Err], a *[Problem]), or nil; it then holds what could be read. Nothing
// in a game stops the reading of the next. A source that cannot be read yields
// a nil game with its error and ends there.
func Read(r io.Reader, opt Options) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		p := newParser(r, opt)
		for {
			g := p.game()
			if g == nil {
				break
			}
			if !yield(g, g.Err()) {
				return
			}
		}
		if err := p.s.Err(); err != nil {
			yield(nil, err)
		}
	}
}
