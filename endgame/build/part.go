package build

import (
	"fmt"

	"github.com/bolshak-draughts/bolshak/endgame/file"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// Part is a share of the work on a balance and its mirror that one machine can do
// by itself, once the parts of the stages before are done.
type Part struct {
	Balance index.Balance
	// Kind is what is looked for: file.Distance for lengths, with which results
	// come; file.Result for results alone; file.Change for plies to the next
	// change.
	Kind file.Kind
	// From and To are the levels, from From to before To: the slices whose men
	// have advanced equally far, level 0 having the farthest.
	From, To int
	// First and Last are the slices, from First to before Last, of a level that is
	// shared by several parts; both are 0 if the part has all slices of its levels.
	First, Last int
}

// String names the part: "1203-2-4-5-0-100", the balance and the numbers.
func (p Part) String() string {
	return fmt.Sprintf("%s-%d-%d-%d-%d-%d", p.Balance.Name(), p.Kind, p.From, p.To, p.First, p.Last)
}

// valid reports whether there is such a balance and kind.
func (p Part) valid() bool {
	return p.Balance.Valid() && p.Balance.Pieces() <= MaxPieces && p.Balance == first(p.Balance) &&
		p.Kind >= file.Result && p.Kind <= file.Change
}

// metric returns what the codes of the part count.
func (p Part) metric() metric {
	switch p.Kind {
	case file.Distance:
		return byEnd
	case file.Change:
		return byChange
	}
	return noLengths
}

// slices returns the slices of a part, level by level. They are of its balance;
// their mirrors belong to the part too.
func (p Part) slices(levels [][]uint32) ([][]uint32, error) {
	if p.From < 0 || p.To > len(levels) || p.From >= p.To || p.First < 0 || p.Last < p.First {
		return nil, fmt.Errorf("%w: %v", ErrPart, p)
	}
	list := levels[p.From:p.To]
	if p.Last == 0 {
		return list, nil
	}
	if len(list) != 1 || p.Last > len(list[0]) {
		return nil, fmt.Errorf("%w: %v", ErrPart, p)
	}
	return [][]uint32{list[0][p.First:p.Last]}, nil
}

// Stages divides the work on a balance and its mirror, of which the balance must
// be the one that [Pairs] names. Parts of one stage do not need each other; those
// of the next need the stage before, and nothing earlier. A part has about so
// many positions, or if a slice has more, a slice.
func Stages(b index.Balance, kind file.Kind, positions uint64) [][]Part {
	levels := byAdvance(b)
	share := max(1, int(positions/(2*b.SliceSize()))) // slices of a part
	var stages [][]Part
	for from := 0; from < len(levels); {
		to, slices := from+1, len(levels[from])
		for to < len(levels) && slices+len(levels[to]) <= share {
			slices += len(levels[to])
			to++
		}
		var stage []Part
		if slices <= share {
			stage = []Part{{Balance: b, Kind: kind, From: from, To: to}}
		} else {
			for first := 0; first < slices; first += share {
				stage = append(stage, Part{b, kind, from, to, first, min(slices, first+share)})
			}
		}
		if slices > 0 {
			stages = append(stages, stage)
		}
		from = to
	}
	return stages
}

// Pairs returns the balances of so many pieces, one for each and its mirror, in
// groups that do not need each other; each group needs those before it and all
// balances of fewer pieces.
func Pairs(pieces int) (groups [][]index.Balance) {
	for _, b := range pairs(pieces) {
		if last := len(groups) - 1; last >= 0 && groups[last][0].Men() == b.Men() {
			groups[last] = append(groups[last], b)
			continue
		}
		groups = append(groups, []index.Balance{b})
	}
	return groups
}
