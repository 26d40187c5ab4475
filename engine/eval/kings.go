package eval

import (
	"math/bits"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// The features that count where there are kings: a king more than the enemy's;
// how many kings each side has, with the difference in men; having the only king
// on the main road; for each king its square and the number of squares that it
// can reach in one move, which is another thing when the enemy has kings too.
const (
	kingsCounted  = 4 // 0, 1, 2, 3 and more
	menDiffs      = 7 // -3 and less to 3 and more
	kingMobility  = 14
	featureMatch  = 1
	featureRoad   = featureMatch + kingsCounted*kingsCounted*menDiffs
	featureSquare = featureRoad + 1
	featureReach  = featureSquare + draughts.Squares
	kingFeatures  = featureReach + 2*kingMobility

	// maxKingFeatures is the most that count in a position.
	maxKingFeatures = 4 + 2*24
)

// match returns the feature of so many kings against so many with a difference
// in men.
func match(own, enemy, men int) int32 {
	own, enemy = min(own, kingsCounted-1), min(enemy, kingsCounted-1)
	men = max(-(menDiffs/2), min(men, menDiffs/2)) + menDiffs/2
	return int32(featureMatch + (own*kingsCounted+enemy)*menDiffs + men)
}

// rays holds for each square the squares beyond it in the four directions, those
// to higher squares first.
var rays = func() (rays [draughts.Squares][4]uint32) {
	for s := range rays {
		file, rank := 2*(s%4)+s/4%2, s/4
		for d, step := range [4][2]int{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}} {
			for f, r := file+step[0], rank+step[1]; f >= 0 && f < 8 && r >= 0 && r < 8; f, r = f+step[0], r+step[1] {
				rays[s][d] |= 1 << (4*r + f/2)
			}
		}
	}
	return rays
}()

// reach returns the number of squares that a king on s can go to, captures
// aside.
func reach(s int, occupied draughts.Bitboard) int32 {
	n := 0
	for d, ray := range &rays[s&31] {
		if blocked := ray & uint32(occupied); blocked != 0 {
			if d < 2 { // towards higher squares
				ray &= blocked&-blocked - 1
			} else {
				ray &= ^uint32(0) << (32 - bits.LeadingZeros32(blocked))
			}
		}
		n += bits.OnesCount32(ray)
	}
	return int32(n)
}

func onRoad(kings draughts.Bitboard) int8 {
	if kings&draughts.MainRoad != 0 {
		return 1
	}
	return 0
}

// appendKingFeatures appends the features of kings that count in p for White;
// their indices begin with 0. men is how many men more White has.
func appendKingFeatures(dst []Feature, p draughts.Position, men int) []Feature {
	white, black, occupied := p.Kings(draughts.White), p.Kings(draughts.Black), p.Occupied()
	w, b := white.Count(), black.Count()
	dst = append(dst, Feature{0, int8(w - b)}, Feature{match(w, b, men), 1}, Feature{match(b, w, -men), -1},
		Feature{featureRoad, onRoad(white) - onRoad(black)})
	first := int32(featureReach)
	if b > 0 {
		first += kingMobility
	}
	for x := uint32(white); x != 0; x &= x - 1 {
		s := bits.TrailingZeros32(x)
		dst = append(dst, Feature{featureSquare + int32(s), 1}, Feature{first + reach(s, occupied), 1})
	}
	first = featureReach
	if w > 0 {
		first += kingMobility
	}
	for x := uint32(black); x != 0; x &= x - 1 {
		s := bits.TrailingZeros32(x)
		dst = append(dst, Feature{featureSquare + draughts.Squares - 1 - int32(s), -1}, Feature{first + reach(s, occupied), -1})
	}
	return dst
}

// kings returns what the kings of a position are worth.
func (w *Weights) kings(p draughts.Position, men int) (sum weight) {
	var buffer [maxKingFeatures]Feature
	for _, f := range appendKingFeatures(buffer[:0], p, men) {
		sum += weight(f.Count) * w.king[f.Index]
	}
	return sum
}
