package index

import "math/bits"

// Numbering is the numbering of one balance with all that can be known
// beforehand, for those who number many positions of it.
type Numbering struct {
	groups     [5]group
	slice      uint64 // positions of a slice
	blackKings uint64 // placements of the black kings
}

// group is the placements of men with so many white men on rank 1.
type group struct {
	first  uint64 // the number of the first slice
	away   uint64 // placements of the other white men
	blacks uint64 // placements of the black men
}

// Numbering returns the numbering of b.
func (b Balance) Numbering() *Numbering {
	n := &Numbering{
		slice:      b.SliceSize(),
		blackKings: choose[32-b.Men()-int(b.WhiteKings)][b.BlackKings],
	}
	var first uint64
	for home := range min(4, int(b.WhiteMen)) + 1 {
		away := int(b.WhiteMen) - home
		n.groups[home] = group{first, choose[24][away], choose[28-away][b.BlackMen]}
		first += b.group(home)
	}
	return n
}

// Index returns the same as [Balance.Index], for men and kings given apart.
func (n *Numbering) Index(whiteMen, whiteKings, blackMen, blackKings Set) uint64 {
	home, away := whiteMen&rank1, whiteMen&middleRanks
	g := &n.groups[min(4, bits.OnesCount32(home))]
	slice := g.first + rank(blackMen, rank1|away)
	slice += (rank(home, 0)*g.away + rank(away, rank1)) * g.blacks
	men := whiteMen | blackMen
	return slice*n.slice + rank(whiteKings, men)*n.blackKings + rank(blackKings, men|whiteKings)
}
