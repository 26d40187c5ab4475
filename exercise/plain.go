package exercise

import (
	"fmt"

	"github.com/bolshak-draughts/bolshak/analysis/proof"
	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
)

// plain reports whether a won position, the solver to move, needs no more
// explaining.
func plain(p draughts.Position, tables *endgame.Tables) bool {
	solver, other := p.Turn(), p.Turn().Other()
	if p.Kings(other) == 0 {
		return worth(p, solver)-worth(p, other) > 0
	}
	if p.Occupied().Count() > tables.Pieces() {
		return false
	}
	r, err := tables.Probe(p)
	return err == nil && r.Value == endgame.Win && r.Plies > 0 && r.Plies <= plainPlies
}

// decided reports whether a won position, the solver to move, is so plain that the
// rest needs no care either: the opponent has no king and is far behind.
func decided(p draughts.Position) bool {
	solver, other := p.Turn(), p.Turn().Other()
	return p.Kings(other) == 0 && worth(p, solver)-worth(p, other) >= decisiveLead
}

const decisiveLead = 3

// plainPlies is how soon a win over a king must come to be plain.
const plainPlies = 9

// worth counts the pieces of a side, a king for three.
func worth(p draughts.Position, c draughts.Color) int {
	return p.Men(c).Count() + 3*p.Kings(c).Count()
}

// winner proves that a won position is won before a draw rule strikes.
type winner struct {
	short  *proof.Prover // with leaves of known length only
	full   *endgame.Tables
	bounds bounds
	seen   map[judged]error
}

type judged struct {
	position draughts.Position
	tally    draughts.Tally
}

// lengths is the number of pieces up to which the tables in the binary know
// lengths.
const lengths = 4

func newWinner(tables *endgame.Tables, solver draughts.Color, b bounds) *winner {
	return &winner{short: proof.New(tables, lengths, solver), full: tables, bounds: b, seen: map[judged]error{}}
}

// check returns nil if the position of a game is proven won under its draw
// rules, else ErrDrawRules or an error of the tables.
func (w *winner) check(g *draughts.Game) error {
	if o := g.Outcome(); o.Reason != draughts.NotOver {
		if o.Winner == w.short.Side() {
			return nil
		}
		return ErrDrawRules
	}
	key := judged{g.Position(), g.Tally()}
	err, ok := w.seen[key]
	if !ok {
		err = w.search(g)
		w.seen[key] = err
	}
	return err
}

// attacks reports whether it is the winner's turn.
func (w *winner) attacks(p draughts.Position) bool { return p.Turn() == w.short.Side() }

func (w *winner) search(g *draughts.Game) error {
	p := g.Position()
	if p.Occupied().Count() <= lengths {
		j, err := w.full.JudgeWithin(g, w.bounds.judge)
		if err != nil {
			return err
		}
		if want := map[bool]endgame.Verdict{true: endgame.VerdictWin, false: endgame.VerdictLoss}[w.attacks(p)]; j.Verdict != want || !j.Exact {
			return ErrDrawRules
		}
		return nil
	}
	verdict, err := w.short.Prove(p, w.bounds.nodes)
	if err != nil {
		return err
	}
	if verdict != proof.Won {
		return fmt.Errorf("%w: %v", ErrDrawRules, p)
	}
	return w.follow(g)
}

// follow walks the proof of a won position to its leaves.
func (w *winner) follow(g *draughts.Game) error {
	p := g.Position()
	if !w.attacks(p) {
		for m := range p.Moves() {
			if err := w.after(g, m); err != nil {
				return err
			}
		}
		return nil
	}
	best, at := draughts.Move{}, -1
	for m := range p.Moves() {
		verdict, height, err := w.short.Lookup(p.PlayUnchecked(m))
		if err != nil {
			return err
		}
		if verdict == proof.Won && (at < 0 || height < at) {
			best, at = m, height
		}
	}
	if at < 0 {
		return ErrDrawRules
	}
	return w.after(g, best)
}

func (w *winner) after(g *draughts.Game, m draughts.Move) error {
	if err := g.Play(m); err != nil {
		return err
	}
	defer g.TakeBack()
	return w.check(g)
}
