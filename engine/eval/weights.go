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

// A file of weights is the magic, the version (uint16), the number of features
// (uint32), for each of them the weight with many men and with none (int16), and
// a CRC-32C of all that; numbers are little endian.
const (
	weightsMagic   = "BOLSHEVL"
	weightsVersion = 1
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
