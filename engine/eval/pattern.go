package eval

import (
	"github.com/bolshak-draughts/bolshak/draughts"
)

// The board is looked at through windows of four files by four ranks, eight dark
// squares each, on which only men count. Five windows are enough: each of the
// other four is one of these with the board turned round, and there is no mirror
// symmetry, since the main road joins two fixed corners. (Windows like these
// were first used by F. Letouzey's program Scan for 10x10 draughts.)
const (
	windows     = 5
	windowSize  = 6561 // 3^8: each square is free, white or black
	windowMask  = 0x3333
	maxPhase    = 24 // men on the board at the start
	extraPieces = 4  // features besides the windows
)

// windowShift brings the squares of a window to the bits of windowMask: files
// a-d, c-f and e-h of ranks 1-4, a-d and c-f of ranks 3-6.
var windowShift = [windows]uint8{0, 1, 2, 8, 9}

// ternary turns the bits of windowMask into a number in base three.
var ternary = func() (t [windowMask + 1]uint16) {
	places := [16]uint16{0: 1, 1: 3, 4: 9, 5: 27, 8: 81, 9: 243, 12: 729, 13: 2187}
	for x := range t {
		for i, p := range places {
			if x>>i&1 != 0 {
				t[x] += p
			}
		}
	}
	return t
}()

// Weights are what an evaluation has learnt, in hundredths of a man, each for a
// board full of men and for one without any; between the two by their number.
type Weights struct {
	Window [windows][windowSize][2]int16
	// Extra are a man, a king, the only king, a king on the main road alone, for
	// each side; and the right to move.
	Extra [extraPieces][2]int16
	Turn  [2]int16
}

// Feature is a weight that counts in a position: its place in the vector of all
// weights ([Weights.Vector]) and how often it counts for White.
type Feature struct {
	Index int32
	Count int8
}

// NumFeatures is the number of weights of one phase.
const NumFeatures = windows*windowSize + extraPieces + 1

// windowIndex returns the index of window w for the men of two sides, the first
// going up the board.
func windowIndex(w int, up, down uint32) int {
	s := windowShift[w]
	return int(ternary[up>>s&windowMask]) + 2*int(ternary[down>>s&windowMask])
}

// extras returns how the features besides the windows count for White.
func extras(p draughts.Position) (counts [extraPieces]int) {
	wk, bk := p.Kings(draughts.White), p.Kings(draughts.Black)
	counts[0] = p.Men(draughts.White).Count() - p.Men(draughts.Black).Count()
	counts[1] = wk.Count() - bk.Count()
	if (wk == 0) != (bk == 0) {
		counts[2] = 1
		if wk == 0 {
			counts[2] = -1
		}
	}
	if white, black := wk&draughts.MainRoad != 0, bk&draughts.MainRoad != 0; white != black {
		counts[3] = 1
		if black {
			counts[3] = -1
		}
	}
	return counts
}

// Phase returns how far a position is from the board without men, 0 to 24.
func Phase(p draughts.Position) int {
	return min(p.Men(draughts.White).Count()+p.Men(draughts.Black).Count(), maxPhase)
}

// AppendFeatures appends what counts in p, from White's side.
func AppendFeatures(dst []Feature, p draughts.Position) []Feature {
	white, black := uint32(p.Men(draughts.White)), uint32(p.Men(draughts.Black))
	q := p.Rotate()
	turnedWhite, turnedBlack := uint32(q.Men(draughts.White)), uint32(q.Men(draughts.Black))
	for w := range windows {
		dst = append(dst, Feature{int32(w*windowSize + windowIndex(w, white, black)), 1},
			Feature{int32(w*windowSize + windowIndex(w, turnedWhite, turnedBlack)), -1})
	}
	for i, n := range extras(p) {
		if n != 0 {
			dst = append(dst, Feature{int32(windows*windowSize + i), int8(n)})
		}
	}
	turn := int8(1)
	if p.Turn() == draughts.Black {
		turn = -1
	}
	return append(dst, Feature{windows*windowSize + extraPieces, turn})
}

// at returns the weight of a feature.
func (w *Weights) at(i int32) *[2]int16 {
	switch {
	case i < windows*windowSize:
		return &w.Window[i/windowSize][i%windowSize]
	case i < windows*windowSize+extraPieces:
		return &w.Extra[i-windows*windowSize]
	}
	return &w.Turn
}

// Set sets the weight of a feature with many men and with few.
func (w *Weights) Set(i int32, full, bare int16) { *w.at(i) = [2]int16{full, bare} }

// Get returns the weight of a feature with many men and with few.
func (w *Weights) Get(i int32) (full, bare int16) {
	v := w.at(i)
	return v[0], v[1]
}

// Evaluate implements [Evaluator].
func (w *Weights) Evaluate(p draughts.Position) int {
	white, black := p.Men(draughts.White), p.Men(draughts.Black)
	up, down := uint32(white), uint32(black)
	turnedUp, turnedDown := uint32(black.Rotate()), uint32(white.Rotate())
	var full, bare int
	for i := range windows {
		a := &w.Window[i][windowIndex(i, up, down)]
		b := &w.Window[i][windowIndex(i, turnedUp, turnedDown)]
		full += int(a[0]) - int(b[0])
		bare += int(a[1]) - int(b[1])
	}
	for i, n := range extras(p) {
		full += n * int(w.Extra[i][0])
		bare += n * int(w.Extra[i][1])
	}
	if p.Turn() == draughts.White {
		full, bare = full+int(w.Turn[0]), bare+int(w.Turn[1])
	} else {
		full, bare = full-int(w.Turn[0]), bare-int(w.Turn[1])
	}
	phase := min(white.Count()+black.Count(), maxPhase)
	score := max(-30000, min(30000, (full*phase+bare*(maxPhase-phase))/maxPhase))
	if p.Turn() == draughts.Black {
		return -score
	}
	return score
}
