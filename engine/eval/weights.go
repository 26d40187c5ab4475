package eval

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"sync"

	_ "embed"
)

// weightsFile is made by 'bolshak train fit'; engine/HISTORY.md tells from what.
//
//go:embed weights.bin
var weightsFile []byte

// Default returns the learnt evaluation that is built in. It is shared: not to
// be changed.
var Default = sync.OnceValue(func() *Weights {
	w, err := ParseWeights(weightsFile)
	if err != nil {
		panic(err) // the program was built with a broken file
	}
	return w
})

// Weights are what an evaluation has learnt, in hundredths of a man, each for a
// board full of men and for one without any; between the two by their number.
type Weights struct {
	window     [windows][windowSize]weight
	band       [bands][bandSize]weight
	man        weight
	turn       weight
	opposition [2 * menCounts]weight
	king       [kingFeatures]weight
}

// weight is a weight for a full board and one for a bare board, the first times
// 65536 plus the second, so that both are added up at once. Sums of the second
// must stay within 16 bits, which maxWeight sees to.
type weight int32

// maxWeight bounds a weight: two dozen of them can be added up.
const maxWeight = 1300

// both takes a weight or a sum of weights apart.
func (w weight) both() (full, bare int) {
	low := int16(w)
	return int(w-weight(low)) >> 16, int(low)
}

// at returns the weight of a feature.
func (w *Weights) at(i int32) *weight {
	switch {
	case i < featureBand:
		return &w.window[i/windowSize][i%windowSize]
	case i < FeatureMan:
		return &w.band[(i-featureBand)/bandSize][(i-featureBand)%bandSize]
	case i == FeatureMan:
		return &w.man
	case i == FeatureTurn:
		return &w.turn
	case i < FeatureKing:
		return &w.opposition[i-featureMove]
	}
	return &w.king[i-FeatureKing]
}

// Set sets the weight of a feature with many men and with none; beyond 13 men
// either way it is cut.
func (w *Weights) Set(i int32, full, bare int16) {
	full, bare = max(-maxWeight, min(full, maxWeight)), max(-maxWeight, min(bare, maxWeight))
	*w.at(i) = weight(full)<<16 + weight(bare)
}

// Get returns the weight of a feature with many men and with none.
func (w *Weights) Get(i int32) (full, bare int16) {
	a, b := w.at(i).both()
	return int16(a), int16(b)
}

// A file of weights is the magic, the version (uint16), the number of features
// (uint32), the weights, and a CRC-32C of all that; numbers are little endian.
//
// The weights come in pairs, with many men and with none. First, for each part of
// the windows ([PartOf]), the pair that is most frequent among the windows that
// share it. Then, part by part, how far each of those is from that: where a fit
// has met only the part, all share its weight, so that packing programs find
// long runs of zeros. Then the pairs of the other features.
//
// A weight w is the number 2w or, if w is negative, -2w-1 in one byte if it is
// below 255, else the byte 255 and the number in two: most weights are small.
const (
	weightsMagic   = "BOLSHEVL"
	weightsVersion = 4
	weightsHead    = len(weightsMagic) + 2 + 4
)

// ErrWeights says that bytes are no weights, or damaged ones.
var ErrWeights = errors.New("not evaluation weights")

// Bytes returns the weights as a file holds them.
func (w *Weights) Bytes() []byte {
	b := make([]byte, 0, weightsHead+3*NumFeatures+4)
	b = append(b, weightsMagic...)
	b = binary.LittleEndian.AppendUint16(b, weightsVersion)
	b = binary.LittleEndian.AppendUint32(b, NumFeatures)
	add := func(full, bare int16) { b = appendWeight(appendWeight(b, full), bare) }
	for part := range int32(NumParts) {
		add(w.common(partMembers(part)))
	}
	for part := range int32(NumParts) {
		members := partMembers(part)
		commonFull, commonBare := w.common(members)
		for _, i := range members {
			full, bare := w.Get(i)
			add(full-commonFull, bare-commonBare)
		}
	}
	for i := int32(featureBand); i < NumFeatures; i++ {
		add(w.Get(i))
	}
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)))
}

// common returns the pair of weights that most of some features have.
func (w *Weights) common(features [partMates]int32) (full, bare int16) {
	most := 0
	for _, i := range features {
		n := 0
		for _, k := range features {
			if *w.at(k) == *w.at(i) {
				n++
			}
		}
		if n > most {
			most = n
			full, bare = w.Get(i)
		}
	}
	return full, bare
}

func appendWeight(b []byte, w int16) []byte {
	folded := uint16(w<<1 ^ w>>15)
	if folded < 255 {
		return append(b, byte(folded))
	}
	return binary.LittleEndian.AppendUint16(append(b, 255), folded)
}

// reader reads weights one by one.
type reader struct {
	text  []byte
	short bool // the text has ended before the weights
}

func (r *reader) weight() int16 {
	if len(r.text) == 0 || r.text[0] == 255 && len(r.text) < 3 {
		r.short = true
		return 0
	}
	folded, size := uint16(r.text[0]), 1
	if folded == 255 {
		folded, size = binary.LittleEndian.Uint16(r.text[1:]), 3
	}
	r.text = r.text[size:]
	return int16(folded>>1) ^ -int16(folded&1)
}

func (r *reader) pair() (full, bare int16) {
	full = r.weight()
	return full, r.weight()
}

// ParseWeights reads what Bytes gives. The error matches [ErrWeights].
func ParseWeights(b []byte) (*Weights, error) {
	if len(b) < weightsHead+4 {
		return nil, fmt.Errorf("%w: %d bytes only", ErrWeights, len(b))
	}
	text, sum := b[:len(b)-4], binary.LittleEndian.Uint32(b[len(b)-4:])
	switch {
	case string(b[:len(weightsMagic)]) != weightsMagic, binary.LittleEndian.Uint16(b[len(weightsMagic):]) != weightsVersion,
		binary.LittleEndian.Uint32(b[len(weightsMagic)+2:]) != NumFeatures:
		return nil, fmt.Errorf("%w of version %d", ErrWeights, weightsVersion)
	case crc32.Checksum(text, crc32.MakeTable(crc32.Castagnoli)) != sum:
		return nil, fmt.Errorf("%w: checksum", ErrWeights)
	}
	r := reader{text: text[weightsHead:]}
	var w Weights
	common := make([][2]int16, NumParts)
	for part := range common {
		common[part][0], common[part][1] = r.pair()
	}
	for part := range int32(NumParts) {
		full, bare := common[part][0], common[part][1]
		for _, i := range partMembers(part) {
			moreFull, moreBare := r.pair()
			w.Set(i, full+moreFull, bare+moreBare)
		}
	}
	for i := int32(featureBand); i < NumFeatures; i++ {
		full, bare := r.pair()
		w.Set(i, full, bare)
	}
	switch {
	case r.short:
		return nil, fmt.Errorf("%w: it ends too early", ErrWeights)
	case len(r.text) > 0:
		return nil, fmt.Errorf("%w: %d bytes too many", ErrWeights, len(r.text))
	}
	return &w, nil
}

// Hash returns a hash of the weights, to tell one evaluation from another: 16
// hexadecimal digits.
func (w *Weights) Hash() string {
	sum := sha256.Sum256(w.Bytes())
	return hex.EncodeToString(sum[:8])
}
