package build

import (
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame/file"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// Assembly is the tables of a balance and its mirror, put together from parts that
// others have solved. Goroutines may add parts of one stage at once.
type Assembly struct {
	balance index.Balance
	kind    file.Kind
	levels  [][]uint32
	values  *Values
}

// NewAssembly returns the tables of a balance that [Pairs] names, as yet empty.
func NewAssembly(b index.Balance, kind file.Kind) *Assembly {
	a := &Assembly{balance: b, kind: kind, levels: byAdvance(b), values: new(Values)}
	for _, b := range [2]index.Balance{b, b.Mirror()} {
		a.values.set(b, newTable(b, kind != file.Result))
	}
	return a
}

// Probe returns the value of a position of a balance that is finished, to the end
// of the game; without lengths it may be that of any win or loss.
type Probe func(draughts.Position) (Code, error)

// Add takes in the values of a part, after all parts of the stage before. It
// compares random positions, so many of them, with what the values after their
// moves give, by the moves of package draughts. If they do not agree it takes
// nothing, and the error matches [ErrWrong]; if the bytes are not the values of
// the part, it is [ErrPart], else that of r or probe.
func (a *Assembly) Add(p Part, r io.Reader, samples int, probe Probe) error {
	if p.Balance != a.balance || p.Kind != a.kind {
		return fmt.Errorf("%w: %v is of another balance", ErrPart, p)
	}
	slices, err := p.slices(a.levels)
	if err != nil {
		return err
	}
	err = a.values.readPart(r, a.balance, slices)
	for i := 0; err == nil && i < samples; i++ {
		level := slices[rand.IntN(len(slices))]
		if len(level) > 0 {
			err = a.check(level[rand.IntN(len(level))], probe)
		}
	}
	if err != nil {
		a.values.clear(a.balance, slices)
	}
	return err
}

// check checks a random position of a slice or its mirror.
func (a *Assembly) check(slice uint32, probe Probe) error {
	var list []span
	for s := range a.values.spans(a.balance, [][]uint32{{slice}}) {
		list = append(list, s)
	}
	k := rand.IntN(len(list))
	b := [2]index.Balance{a.balance, a.balance.Mirror()}[k]
	i := list[k].from + rand.Uint64N(b.SliceSize())
	p := b.Position(i)
	want, err := a.afterMoves(p, probe)
	if err != nil {
		return err
	}
	if got := a.values.table(b).at(i); got != want {
		return fmt.Errorf("%v: %w: code %d, the moves give %d", p, ErrWrong, got, want)
	}
	return nil
}

// afterMoves returns the value of a position by those after its moves.
func (a *Assembly) afterMoves(p draughts.Position, probe Probe) (Code, error) {
	var best best
	for m := range p.Moves() {
		next := p.PlayUnchecked(m)
		if c, ok := a.values.Code(next); ok && next.Pieces(next.Turn()) != 0 {
			if a.kind == file.Change {
				best.addQuiet(c)
			} else {
				best.add(c)
			}
			continue
		}
		c, err := probe(next)
		switch {
		case err != nil:
			return draw, err
		case a.kind == file.Change:
			best.addExit(c)
		default:
			best.add(c)
		}
	}
	if a.kind == file.Result {
		return best.code().result(), nil
	}
	return best.code(), nil
}

// Files returns the files of the balance and its mirror by name, when all parts
// have been added.
func (a *Assembly) Files(workers int) map[string][]byte {
	files := map[string][]byte{}
	for _, b := range [2]index.Balance{a.balance, a.balance.Mirror()} {
		t := a.values.table(b)
		if a.kind == file.Change {
			files[file.Name(b, file.Change)] = packChanges(b, t, workers)
		} else {
			results, distances := pack(b, t, workers)
			files[file.Name(b, file.Result)] = results
			if distances != nil {
				files[file.Name(b, file.Distance)] = distances
			}
		}
		if b == b.Mirror() {
			break
		}
	}
	return files
}

// Positions returns how many positions a part has.
func (a *Assembly) Positions(p Part) (n uint64) {
	slices, err := p.slices(a.levels)
	if err != nil {
		return 0
	}
	for s := range a.values.spans(a.balance, slices) {
		n += s.to - s.from
	}
	return n
}
