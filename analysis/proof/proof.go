// Package proof proves that a side wins a position, or that it does not, by search
// down to the end of the game or to the endgame tables.
//
// Start with [New] and [Prover.Prove]; [Prover.Step] then plays the proof out.
package proof

import (
	"errors"
	"math"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
)

// Verdict is what is proven of a position, without draw rules.
type Verdict uint8

// The verdicts, all seen from the side that the prover is for.
const (
	// Unproven: the search gave up.
	Unproven Verdict = iota
	// Won: the side wins whatever the opponent does.
	Won
	// NotWon: the opponent can hold at least a draw.
	NotWon
)

// String returns "unproven", "won" or "not won".
func (p Verdict) String() string {
	return [...]string{"unproven", "won", "not won"}[min(p, NotWon)]
}

// Prover proves who wins, by proof-number search (L. V. Allis, M. van der Meulen,
// H. J. van den Herik, 'Proof-number search', 1994). There is no guessing in it: a
// leaf is a position without moves or one that the endgame tables know. The tree
// holds every path by itself, so that a position which comes up a second time on
// its own path is known to bring the side nothing: a win that can be forced can be
// forced without coming back. A prover remembers what it has proven; it is not for
// use by several goroutines at once.
type Prover struct {
	tables *endgame.Tables
	pieces int // up to which the tables are asked
	side   draughts.Color
	// known are positions of which the proof does not depend on the path that
	// led there.
	known map[draughts.Position]fact
	nodes []node
	moves []draughts.Move
}

// New returns a prover of the wins of a side, which asks the tables of positions
// of so many pieces or fewer.
func New(tables *endgame.Tables, pieces int, side draughts.Color) *Prover {
	return &Prover{tables: tables, pieces: min(pieces, tables.Pieces()), side: side, known: map[draughts.Position]fact{}}
}

// Side returns the side whose wins are proven.
func (v *Prover) Side() draughts.Color { return v.side }

// fact is a proven value with the height of its proof: how many plies it goes on
// for at most until the game is over or in the tables.
type fact struct {
	won    bool
	height uint16
}

// node is a position of the tree. proof and disproof are the least numbers
// of leaves that must be proven for the one and the other; one of them is zero
// and the other infinite where the position is settled.
type node struct {
	position        draughts.Position
	proof, disproof uint32
	parent, child   int32 // child is the first one's place, 0 before there are any
	children        uint16
	height          uint16
	// repeats: the proof may depend on the path.
	repeats bool
}

const infinite = math.MaxUint32

// Prove tries to settle a position by looking at about so many others at most.
// The error is that of the tables.
func (v *Prover) Prove(p draughts.Position, nodes int) (Verdict, error) {
	v.nodes = append(v.nodes[:0], node{position: p, parent: -1})
	if err := v.evaluate(0); err != nil {
		return Unproven, err
	}
	root := &v.nodes[0]
	for root.proof != 0 && root.disproof != 0 && len(v.nodes) < nodes {
		i := v.frontier()
		if err := v.expand(i); err != nil {
			return Unproven, err
		}
		v.update(i)
		root = &v.nodes[0]
	}
	switch {
	case root.proof == 0:
		return Won, nil
	case root.disproof == 0:
		// Nothing lies before the root, so its own proof stands by itself.
		v.learn(p, fact{false, root.height})
		return NotWon, nil
	}
	return Unproven, nil
}

// learn keeps a fact. Of two proofs of a position it keeps the lower one, so that
// the facts after a position are lower than its own.
func (v *Prover) learn(p draughts.Position, f fact) {
	if old, ok := v.known[p]; !ok || f.height < old.height {
		v.known[p] = f
	}
}

// attacks reports whether it is the turn of the side to win.
func (v *Prover) attacks(p draughts.Position) bool { return p.Turn() == v.side }

// leaf returns the value of a position that can be told at once.
func (v *Prover) leaf(p draughts.Position) (won, ok bool, err error) {
	if p.Occupied().Count() > v.pieces {
		return false, false, nil
	}
	value, err := v.tables.Value(p)
	switch {
	case err != nil || value == endgame.Unknown:
		return false, false, err
	case v.attacks(p):
		return value == endgame.Win, true, nil
	}
	return value == endgame.Loss, true, nil
}

// evaluate gives a new node its numbers.
func (v *Prover) evaluate(i int32) error {
	n := &v.nodes[i]
	won, ok, err := v.leaf(n.position)
	if err != nil {
		return err
	}
	if f, seen := v.known[n.position]; !ok && seen {
		won, ok, n.height = f.won, true, f.height
	}
	if !ok && v.repeated(i) {
		won, ok, n.repeats = false, true, true
	}
	attacks := v.attacks(n.position)
	if !ok {
		v.moves = n.position.AppendMoves(v.moves[:0])
		if len(v.moves) == 0 {
			won, ok = !attacks, true
		}
	}
	switch {
	case ok && won:
		n.proof, n.disproof = 0, infinite
	case ok:
		n.proof, n.disproof = infinite, 0
	case attacks:
		n.proof, n.disproof = 1, uint32(len(v.moves))
	default:
		n.proof, n.disproof = uint32(len(v.moves)), 1
	}
	return nil
}

// repeated reports whether the position of a node stands before it on its path.
// A capture or a move of a man never comes back.
func (v *Prover) repeated(i int32) bool {
	p := v.nodes[i].position
	for j := v.nodes[i].parent; j >= 0; j = v.nodes[j].parent {
		q := v.nodes[j].position
		if q == p {
			return true
		}
		if q.Men(draughts.White) != p.Men(draughts.White) || q.Men(draughts.Black) != p.Men(draughts.Black) {
			return false
		}
	}
	return false
}

// frontier returns the node whose expansion helps both the proof and the
// disproof of the root.
func (v *Prover) frontier() int32 {
	i := int32(0)
	for v.nodes[i].child != 0 {
		n := &v.nodes[i]
		attacks := v.attacks(n.position)
		for j := n.child; j < n.child+int32(n.children); j++ {
			c := &v.nodes[j]
			if attacks && c.proof == n.proof || !attacks && c.disproof == n.disproof {
				i = j
				break
			}
		}
	}
	return i
}

func (v *Prover) expand(i int32) error {
	p := v.nodes[i].position
	moves := p.AppendMoves(nil)
	first := int32(len(v.nodes))
	for _, m := range moves {
		v.nodes = append(v.nodes, node{position: p.PlayUnchecked(m), parent: i})
	}
	v.nodes[i].child, v.nodes[i].children = first, uint16(len(moves))
	for j := range moves {
		if err := v.evaluate(first + int32(j)); err != nil {
			return err
		}
	}
	return nil
}

// update gives the nodes from an expanded one to the root their new numbers.
func (v *Prover) update(i int32) {
	for ; i >= 0; i = v.nodes[i].parent {
		n := &v.nodes[i]
		proof, disproof := n.proof, n.disproof
		v.sum(n)
		if n.proof == proof && n.disproof == disproof {
			return
		}
		if (n.proof == 0 || n.disproof == 0) && !n.repeats {
			v.learn(n.position, fact{n.proof == 0, n.height})
		}
	}
}

// sum gives a node the numbers that follow from its children. The side to move
// needs one of them, the other side needs all.
func (v *Prover) sum(n *node) {
	attacks := v.attacks(n.position)
	one, all := uint32(infinite), uint64(0)          // numbers of the side to move and of the other
	best, worst := uint16(math.MaxUint16), uint16(0) // heights of the shortest proof and the longest
	bestRepeats, anyRepeats := false, false
	for j := n.child; j < n.child+int32(n.children); j++ {
		c := &v.nodes[j]
		mine, theirs := c.proof, c.disproof
		if !attacks {
			mine, theirs = theirs, mine
		}
		one = min(one, mine)
		all = min(all+uint64(theirs), infinite)
		if mine == 0 && (best == math.MaxUint16 || bestRepeats && !c.repeats || bestRepeats == c.repeats && c.height < best) {
			best, bestRepeats = c.height, c.repeats
		}
		worst = max(worst, c.height)
		anyRepeats = anyRepeats || c.repeats
	}
	n.proof, n.disproof = one, uint32(all)
	if !attacks {
		n.proof, n.disproof = n.disproof, n.proof
	}
	switch {
	case one == 0:
		n.height, n.repeats = best+1, bestRepeats
	case all == 0:
		n.height, n.repeats = worst+1, anyRepeats
	}
}

// Lookup returns what is proven of a position already, and the height of the
// proof: in how many plies at most it reaches the tables or the end of the game.
func (v *Prover) Lookup(p draughts.Position) (verdict Verdict, height int, err error) {
	won, ok, err := v.leaf(p)
	if err != nil {
		return Unproven, 0, err
	}
	if !ok && !p.HasMoves() {
		won, ok = !v.attacks(p), true
	}
	if f, seen := v.known[p]; !ok && seen {
		won, ok, height = f.won, true, int(f.height)
	}
	switch {
	case !ok:
		return Unproven, 0, nil
	case won:
		return Won, height, nil
	}
	return NotWon, height, nil
}

// Step returns the move that plays out the proof of a settled position: for the
// side that the verdict favors the quickest way to the tables or the end of the
// game, for the other the slowest if it is to be stubborn, else the quickest too.
// In the tables it is the best move. Steps that are not known are proven with so
// many nodes. What is not won because positions come back may be played out
// without end. The error is [ErrNoStep] or that of the tables.
func (v *Prover) Step(p draughts.Position, nodes int, stubborn bool) (draughts.Move, error) {
	if p.Occupied().Count() <= v.pieces {
		moves, err := v.tables.Moves(p)
		if err == nil && len(moves) == 0 {
			err = ErrNoStep
		}
		if err != nil {
			return draughts.Move{}, err
		}
		return moves[0].Move, nil
	}
	verdict, err := v.verdict(p, nodes)
	if err == nil && verdict == Unproven {
		err = ErrNoStep
	}
	if err != nil {
		return draughts.Move{}, err
	}
	favored := v.attacks(p) == (verdict == Won)
	slow := stubborn && !favored
	best, at := draughts.Move{}, -1
	for m := range p.Moves() {
		next, height, err := v.Lookup(p.PlayUnchecked(m))
		if err == nil && next == Unproven && !favored {
			if next, err = v.verdict(p.PlayUnchecked(m), nodes); err == nil {
				_, height, err = v.Lookup(p.PlayUnchecked(m))
			}
		}
		if err != nil {
			return best, err
		}
		if next == verdict && (at < 0 || !slow && height < at || slow && height > at) {
			best, at = m, height
		}
	}
	if at >= 0 {
		return best, nil
	}
	for m := range p.Moves() {
		if next, err := v.verdict(p.PlayUnchecked(m), nodes); err != nil || next == verdict {
			return m, err
		}
	}
	return best, ErrNoStep
}

// verdict returns what is proven of a position, proving it if need be.
func (v *Prover) verdict(p draughts.Position, nodes int) (Verdict, error) {
	verdict, _, err := v.Lookup(p)
	if err == nil && verdict == Unproven {
		verdict, err = v.Prove(p, nodes)
	}
	return verdict, err
}

// ErrNoStep says that a position is not settled, or that the game is over there.
var ErrNoStep = errors.New("no step of a proof")
