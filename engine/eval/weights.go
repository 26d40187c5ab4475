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
// (uint32), for each of them the weight with many men and with none (int16), and
// a CRC-32C of all that; numbers are little endian.
const (
	weightsMagic   = "BOLSHEVL"
	weightsVersion = 2
	weightsHead    = len(weightsMagic) + 2 + 4
	weightsSize    = weightsHead + NumFeatures*4 + 4
)

// ErrWeights says that bytes are no weights, or damaged ones.
var ErrWeights = errors.New("not evaluation weights")

// Bytes returns the weights as a file holds them.
func (w *Weights) Bytes() []byte {
	b := make([]byte, 0, weightsSize)
	b = append(b, weightsMagic...)
	b = binary.LittleEndian.AppendUint16(b, weightsVersion)
	b = binary.LittleEndian.AppendUint32(b, NumFeatures)
	for i := range int32(NumFeatures) {
		full, bare := w.Get(i)
		b = binary.LittleEndian.AppendUint16(b, uint16(full))
		b = binary.LittleEndian.AppendUint16(b, uint16(bare))
	}
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)))
}

// ParseWeights reads what Bytes gives. The error matches [ErrWeights].
func ParseWeights(b []byte) (*Weights, error) {
	switch {
	case len(b) != weightsSize:
		return nil, fmt.Errorf("%w: %d bytes instead of %d", ErrWeights, len(b), weightsSize)
	case string(b[:len(weightsMagic)]) != weightsMagic, binary.LittleEndian.Uint16(b[len(weightsMagic):]) != weightsVersion,
		binary.LittleEndian.Uint32(b[len(weightsMagic)+2:]) != NumFeatures:
		return nil, fmt.Errorf("%w of version %d", ErrWeights, weightsVersion)
	case crc32.Checksum(b[:weightsSize-4], crc32.MakeTable(crc32.Castagnoli)) != binary.LittleEndian.Uint32(b[weightsSize-4:]):
		return nil, fmt.Errorf("%w: checksum", ErrWeights)
	}
	var w Weights
	for i := range int32(NumFeatures) {
		at := weightsHead + int(i)*4
		w.Set(i, int16(binary.LittleEndian.Uint16(b[at:])), int16(binary.LittleEndian.Uint16(b[at+2:])))
	}
	return &w, nil
}

// Hash returns a hash of the weights, to tell one evaluation from another: 16
// hexadecimal digits.
func (w *Weights) Hash() string {
	sum := sha256.Sum256(w.Bytes())
	return hex.EncodeToString(sum[:8])
}
