package endgame

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame/file"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// Value is what a position is worth for the side to move, without draw rules.
type Value uint8

const (
	// Unknown: the position is not in the tables.
	Unknown Value = iota
	Win
	Draw
	Loss
)

// String returns "unknown", "win", "draw" or "loss".
func (v Value) String() string {
	if v > Loss {
		return fmt.Sprintf("value %d", uint8(v))
	}
	return [...]string{"unknown", "win", "draw", "loss"}[v]
}

// Turn returns the value for the opponent.
func (v Value) Turn() Value {
	switch v {
	case Win:
		return Loss
	case Loss:
		return Win
	}
	return v
}

// Result is a value and its length.
type Result struct {
	Value Value
	// Plies is the number of plies to the end of the game, when the winner takes
	// the shortest way and the loser the longest: odd for a win, even for a loss
	// (0: the side to move has no move). It is -1 for draws and where the tables
	// have no lengths.
	Plies int
}

// String returns "win 13", "win", "draw" or "unknown".
func (r Result) String() string {
	if r.Plies < 0 {
		return r.Value.String()
	}
	return fmt.Sprintf("%v %d", r.Value, r.Plies)
}

// before returns the value of a position by that of one after a move of it.
func (r Result) before() Result {
	r.Value = r.Value.Turn()
	if r.Plies >= 0 {
		r.Plies++
	}
	return r
}

// Better compares two moves by the results for the side that makes them, as
// the functions of package cmp do: the better one is less. Wins come first, the
// shortest first, then draws, then losses, the longest first, then what is
// unknown. Of equal values a win of unknown length comes after those of known
// length, a loss before them.
func Better(a, b Result) int {
	rank := [...]int{Win: 0, Draw: 1, Loss: 2, Unknown: 3}
	if c := cmp.Compare(rank[a.Value], rank[b.Value]); c != 0 || a.Value == Draw || a.Value == Unknown {
		return c
	}
	if (a.Plies < 0) != (b.Plies < 0) {
		c := 1
		if a.Plies < 0 == (a.Value == Loss) {
			c = -1
		}
		return c
	}
	if a.Value == Win {
		return cmp.Compare(a.Plies, b.Plies)
	}
	return cmp.Compare(b.Plies, a.Plies)
}

var (
	unknown = Result{Value: Unknown, Plies: -1}
	drawn   = Result{Value: Draw, Plies: -1}
	over    = Result{Value: Loss, Plies: 0}
)

// Probe returns the value of p for the side to move, with its length as far as
// the tables have it; Unknown if it is not in the tables. The error is that of a
// damaged or vanished file, an *[file.Error], and the value then means nothing.
func (t *Tables) Probe(p draughts.Position) (Result, error) { return t.probe(p, true) }

// Value is [Tables.Probe] without the length, and faster.
func (t *Tables) Value(p draughts.Position) (Value, error) {
	r, err := t.probe(p, false)
	return r.Value, err
}

func (t *Tables) probe(p draughts.Position, length bool) (Result, error) {
	turn := p.Turn()
	if p.Pieces(turn) == 0 {
		return over, nil
	}
	if p.Pieces(turn.Other()) == 0 {
		if !p.HasMoves() {
			return over, nil
		}
		return over.before(), nil
	}
	b, i, ok := index.Of(p)
	pair := t.pairs[b]
	if !ok || pair == nil || pair.result == nil {
		return unknown, nil
	}
	if p.MustCapture() {
		return t.afterCaptures(p, length)
	}
	return t.look(pair, i, length)
}

// look reads the value of a position without captures.
func (t *Tables) look(p *pair, i uint64, length bool) (Result, error) {
	size := uint64(p.result.BlockSize)
	symbol, err := t.cache.symbol(p.result, int(i/size), int(i%size))
	if err != nil {
		return unknown, err
	}
	r := Result{value(p.result.Values[symbol]), -1}
	if !length || r.Value == Draw || p.distance == nil {
		return r, nil
	}
	size = uint64(p.distance.BlockSize)
	symbol, err = t.cache.symbol(p.distance, int(i/size), int(i%size))
	if err != nil {
		return unknown, err
	}
	r.Plies = 2 * int(symbol)
	if r.Value == Win {
		r.Plies++
	}
	return r, nil
}

// afterCaptures returns the value of a position by those after its captures.
func (t *Tables) afterCaptures(p draughts.Position, length bool) (Result, error) {
	var buf [48]draughts.Move
	moves := p.AppendMoves(buf[:0])
	if !length {
		return t.valueAfter(p, moves)
	}
	best := unknown
	for i, m := range moves {
		r, err := t.probe(p.PlayUnchecked(m), true)
		if err != nil || r.Value == Unknown {
			return unknown, err
		}
		r = r.before()
		if i == 0 {
			best = r
			continue
		}
		best = join(best, r)
	}
	return best, nil
}

// valueAfter is afterCaptures without lengths: it begins with what costs least and
// stops at a win.
func (t *Tables) valueAfter(p draughts.Position, moves []draughts.Move) (Result, error) {
	best := Result{Value: Loss, Plies: -1}
	take := func(r Result) (over bool) {
		switch r.Value {
		case Loss:
			best.Value = Win
		case Draw:
			best.Value = Draw
		}
		return best.Value == Win
	}
	left := moves[:0]
	for _, m := range moves {
		switch r, ok := t.peek(p.PlayUnchecked(m)); {
		case !ok:
			left = append(left, m)
		case r.Value == Unknown:
			return unknown, nil
		case take(r):
			return best, nil
		}
	}
	for _, m := range left {
		r, err := t.probe(p.PlayUnchecked(m), false)
		if err != nil || r.Value == Unknown {
			return unknown, err
		}
		if take(r) {
			return best, nil
		}
	}
	return best, nil
}

// peek is probe without length where nothing needs to be unpacked and no captures
// be played out; else it reports false.
func (t *Tables) peek(p draughts.Position) (Result, bool) {
	turn := p.Turn()
	if p.Pieces(turn) == 0 {
		return over, true
	}
	if p.Pieces(turn.Other()) == 0 {
		return over.before(), p.HasMoves()
	}
	b, i, ok := index.Of(p)
	pair := t.pairs[b]
	if !ok || pair == nil || pair.result == nil {
		return unknown, true
	}
	size := uint64(pair.result.BlockSize)
	symbol, known := t.cache.peek(pair.result, int(i/size), int(i%size))
	if !known || p.MustCapture() {
		return unknown, false
	}
	return Result{value(pair.result.Values[symbol]), -1}, true
}

func value(v file.Value) Value {
	switch v {
	case file.Win:
		return Win
	case file.Loss:
		return Loss
	}
	return Draw
}

// join returns the value of a position of which two moves have the values a
// and b. If a move wins in an unknown time, so does the position, and if one
// loses so, the position does.
func join(a, b Result) Result {
	if Better(b, a) < 0 {
		a, b = b, a
	}
	if a.Value == Win && b.Value == Win && b.Plies < 0 {
		a.Plies = -1
	}
	return a
}

// MoveResult is a move and what it is worth for the side that makes it.
type MoveResult struct {
	Move draughts.Move
	Result
}

// Moves returns the legal moves of p with their results, the best first: see
// [Better]. Moves of equal result are in the order of [draughts.Position.Moves].
// Plies count from p, so that a move that ends the game has 1. The error is that
// of [Tables.Probe].
func (t *Tables) Moves(p draughts.Position) ([]MoveResult, error) {
	var list []MoveResult
	for m := range p.Moves() {
		r, err := t.Probe(p.PlayUnchecked(m))
		if err != nil {
			return nil, err
		}
		list = append(list, MoveResult{m, r.before()})
	}
	slices.SortStableFunc(list, func(a, b MoveResult) int { return Better(a.Result, b.Result) })
	return list, nil
}
