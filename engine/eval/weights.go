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
// (uint32), for each of them the weight with many men and with none, and a
// CRC-32C of all that; numbers are little endian. A weight w is the number
// 2w or, if w is negative, -2w-1 in one byte if it is below 255, else the byte
// 255 and the number in two: most weights are small.
const (
	weightsMagic   = "BOLSHEVL"
	weightsVersion = 3
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
	for i := range int32(NumFeatures) {
		full, bare := w.Get(i)
		b = appendWeight(appendWeight(b, full), bare)
	}
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)))
}

func appendWeight(b []byte, w int16) []byte {
	folded := uint16(w<<1 ^ w>>15)
	if folded < 255 {
		return append(b, byte(folded))
	}
	return binary.LittleEndian.AppendUint16(append(b, 255), folded)
}

// cutWeight takes the first weight off b; ok is false if b is too short.
func cutWeight(b []byte) (w int16, rest []byte, ok bool) {
	if len(b) == 0 || b[0] == 255 && len(b) < 3 {
		return 0, nil, false
	}
	folded, rest := uint16(b[0]), b[1:]
	if folded == 255 {
		folded, rest = binary.LittleEndian.Uint16(rest), rest[2:]
	}
	return int16(folded>>1) ^ -int16(folded&1), rest, true
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
	var w Weights
	text = text[weightsHead:]
	for i := range int32(NumFeatures) {
		full, rest, ok := cutWeight(text)
		bare, rest, also := cutWeight(rest)
		if !ok || !also {
			return nil, fmt.Errorf("%w: it ends within feature %d", ErrWeights, i)
		}
		w.Set(i, full, bare)
		text = rest
	}
	if len(text) > 0 {
		return nil, fmt.Errorf("%w: %d bytes too many", ErrWeights, len(text))
	}
	return &w, nil
}

// Hash returns a hash of the weights, to tell one evaluation from another: 16
// hexadecimal digits.
func (w *Weights) Hash() string {
	sum := sha256.Sum256(w.Bytes())
	return hex.EncodeToString(sum[:8])
}
