package draughts

// Zobrist keys, after A. L. Zobrist, 'A new hashing method with application for
// game playing' (1970): a number for each kind of piece on each square, and one
// for Black to move, joined by exclusive or. The numbers come from the
// splitmix64 generator with seed 0, in the order white men, white kings, black
// men, black kings, turn; keys may be stored, they stay the same.
var (
	zobristPieces [4][Squares]uint64 // by 2*color, +1 for kings
	zobristTurn   uint64
)

var _ = func() bool {
	state := uint64(0)
	next := func() uint64 {
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	for kind := range zobristPieces {
		for s := range zobristPieces[kind] {
			zobristPieces[kind][s] = next()
		}
	}
	zobristTurn = next()
	return true
}()

// Key returns the Zobrist key of p.
func (p Position) Key() uint64 {
	var key uint64
	for kind, set := range [4]Bitboard{p.white &^ p.kings, p.white & p.kings, p.black &^ p.kings, p.black & p.kings} {
		for ; set != 0; set &= set - 1 {
			key ^= zobristPieces[kind][set.First()&31]
		}
	}
	if p.turn == Black {
		key ^= zobristTurn
	}
	return key
}

// KeyAfter returns the key of the position after m, a legal move of p, given
// the key of p. It is much faster than playing m and asking for the key.
func (p Position) KeyAfter(key uint64, m Move) uint64 {
	kind := int(p.turn) * 2
	after := kind
	if p.kings.Has(m.From) {
		kind++
		after = kind
	} else if p.crowned(m) {
		after++
	}
	key ^= zobristPieces[kind&3][m.From&31] ^ zobristPieces[after&3][m.To&31] ^ zobristTurn
	enemy := int(p.turn^1) * 2
	for taken := m.Captured &^ p.kings; taken != 0; taken &= taken - 1 {
		key ^= zobristPieces[enemy&3][taken.First()&31]
	}
	for taken := m.Captured & p.kings; taken != 0; taken &= taken - 1 {
		key ^= zobristPieces[(enemy+1)&3][taken.First()&31]
	}
	return key
}
