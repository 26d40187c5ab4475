package eval

import (
	"github.com/bolshak-draughts/bolshak/draughts"
)

// The board is looked at through windows on which only men count: six of four
// files by five ranks, ten dark squares, and four bands of two whole ranks,
// eight dark squares. They are half of all such places: each of the others is
// one of these with the board turned round, and there is no mirror symmetry,
// since the main road joins two fixed corners. (Windows like these were first
// used by F. Letouzey's program Scan for 10x10 draughts.)
//
// Window w looks at files a-d, c-f or e-h (w%3) of ranks 1-5 or 2-6 (w/3); band
// r at ranks r+1 and r+2.
const (
	windows    = 6
	windowSize = 59049 // 3^10: each square is free, white or black
	windowMask = 1<<10 - 1
	bands      = 4
	bandSize   = 6561
	bandMask   = 1<<8 - 1
	maxPhase   = 24 // men on the board at the start
)

// ternary turns bits into a number in base three, the lowest bit counting least.
// windowTurned and bandTurned do so the other way round, as a window of ten
// squares and a band are read when the board is turned.
var ternary, windowTurned, bandTurned = func() (t, w, b [windowMask + 1]uint16) {
	for x := range t {
		place := uint16(1)
		for i := range 10 {
			if x>>i&1 != 0 {
				t[x] += place
				w[x] += windowSize / 3 / place
				b[x] += bandSize / 3 / min(place, bandSize/3)
			}
			place *= 3
		}
	}
	return t, w, b
}()

// column returns the squares of the four files from file 2*i on, two bits for
// each rank.
func column(b draughts.Bitboard, i int) uint32 {
	x := uint32(b) >> i & 0x33333333
	x = (x | x>>2) & 0x0f0f0f0f
	x = (x | x>>4) & 0x00ff00ff
	return (x | x>>8) & 0xffff
}

// views are the indices of the windows and bands as the board stands, and as it
// stands when turned round.
type views struct {
	window, windowRound [windows]uint32
	band, bandRound     [bands]uint32
}

func (v *views) look(white, black draughts.Bitboard) {
	for i := range 3 {
		w, b := column(white, i), column(black, i)
		v.window[i] = uint32(ternary[w&windowMask]) + 2*uint32(ternary[b&windowMask])
		v.window[i+3] = uint32(ternary[w>>2&windowMask]) + 2*uint32(ternary[b>>2&windowMask])
		v.windowRound[2-i] = uint32(windowTurned[b>>6&windowMask]) + 2*uint32(windowTurned[w>>6&windowMask])
		v.windowRound[5-i] = uint32(windowTurned[b>>4&windowMask]) + 2*uint32(windowTurned[w>>4&windowMask])
	}
	for i := range bands {
		v.band[i] = uint32(ternary[white>>(4*i)&bandMask]) + 2*uint32(ternary[black>>(4*i)&bandMask])
		v.bandRound[i] = uint32(bandTurned[black>>(24-4*i)&bandMask]) + 2*uint32(bandTurned[white>>(24-4*i)&bandMask])
	}
}

// Feature is a weight that counts in a position: its place in the vector of all
// weights and how often it counts for White.
type Feature struct {
	Index int32
	Count int8
}

// Places of the features in the vector of all weights.
const (
	featureBand = windows * windowSize // after the windows
	featureMove = FeatureTurn + 1      // having the opposition, by the number of men of a side
	menCounts   = 13

	// FeatureMan is the place of the weight of a man more than the enemy's.
	FeatureMan = featureBand + bands*bandSize
	// FeatureTurn is that of the right to move.
	FeatureTurn = FeatureMan + 1
	// FeatureKing is that of a king more than the enemy's; the other features of
	// kings follow it.
	FeatureKing = featureMove + 2*menCounts
	// NumFeatures is the number of weights of one phase.
	NumFeatures = FeatureKing + kingFeatures

	// NumParts is the number of parts that windows have in common, see [PartOf].
	NumParts = windows * partSize
	partSize = 6561 // of eight squares
	// partMates is the number of features of windows that share a part.
	partMates = windowSize / partSize
)

// PartOf returns the part of a window's feature that it shares with others: what
// stands on eight of its ten squares, those of ranks 1-4 or 3-6. A fit learns
// the parts too, which are met more often; ok is false for other features.
func PartOf(index int32) (part int32, ok bool) {
	if index >= windows*windowSize {
		return 0, false
	}
	w, i := index/windowSize, index%windowSize
	if w < 3 {
		return w*partSize + i%partSize, true
	}
	return w*partSize + i/partMates, true
}

// partMembers returns the features that share a part.
func partMembers(part int32) (list [partMates]int32) {
	w, p := part/partSize, part%partSize
	for k := range int32(partMates) {
		if w < 3 {
			list[k] = w*windowSize + k*partSize + p
		} else {
			list[k] = w*windowSize + p*partMates + k
		}
	}
	return list
}

// Phase returns how far a position is from the board without men, 0 to 24.
func Phase(p draughts.Position) int {
	return min(p.Men(draughts.White).Count()+p.Men(draughts.Black).Count(), maxPhase)
}

// evenRanks are ranks 2, 4, 6 and 8.
const evenRanks = draughts.Bitboard(0xf0f0f0f0)

// opposition returns which feature of the opposition counts, where there are
// only men and equally many: whether the distances between them add up to an odd
// or an even number decides who will have to give way.
func opposition(white, black draughts.Bitboard, men int) int32 {
	return int32(2*min(men, menCounts-1) + ((white|black)&evenRanks).Count()&1)
}

// AppendFeatures appends what counts in p, from White's side.
func AppendFeatures(dst []Feature, p draughts.Position) []Feature {
	white, black := p.Men(draughts.White), p.Men(draughts.Black)
	var v views
	v.look(white, black)
	for i := range int32(windows) {
		dst = append(dst, Feature{i*windowSize + int32(v.window[i]), 1}, Feature{i*windowSize + int32(v.windowRound[i]), -1})
	}
	for i := range int32(bands) {
		first := featureBand + i*bandSize
		dst = append(dst, Feature{first + int32(v.band[i]), 1}, Feature{first + int32(v.bandRound[i]), -1})
	}
	men, enemies := white.Count(), black.Count()
	turn := int8(1)
	if p.Turn() == draughts.Black {
		turn = -1
	}
	dst = append(dst, Feature{FeatureMan, int8(men - enemies)}, Feature{FeatureTurn, turn})
	switch {
	case p.Occupied() != white|black:
		first := len(dst)
		dst = appendKingFeatures(dst, p, men-enemies)
		for i := range dst[first:] {
			dst[first+i].Index += FeatureKing
		}
	case men == enemies:
		dst = append(dst, Feature{featureMove + opposition(white, black, men), turn})
	}
	return dst
}

// Evaluate implements [Evaluator].
func (w *Weights) Evaluate(p draughts.Position) int {
	white, black := p.Men(draughts.White), p.Men(draughts.Black)
	var v views
	v.look(white, black)
	var sum weight
	for i := range windows {
		sum += w.window[i][v.window[i]] - w.window[i][v.windowRound[i]]
	}
	for i := range bands {
		sum += w.band[i][v.band[i]] - w.band[i][v.bandRound[i]]
	}
	men, enemies := white.Count(), black.Count()
	turn := 1 - 2*weight(p.Turn()&1)
	sum += weight(men-enemies)*w.man + turn*w.turn
	switch {
	case p.Occupied() != white|black:
		sum += w.kings(p, men-enemies)
	case men == enemies:
		sum += turn * w.opposition[opposition(white, black, men)]
	}
	full, bare := sum.both()
	phase := min(men+enemies, maxPhase)
	score := (full*phase + bare*(maxPhase-phase)) / maxPhase
	return max(-30000, min(30000, score)) * int(turn)
}
