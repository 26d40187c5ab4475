package eval

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"slices"
	"testing"
)

// TestPartMembers: each feature of a window is a member of its part, once.
func TestPartMembers(t *testing.T) {
	seen := make([]bool, featureBand)
	for part := range int32(NumParts) {
		for _, i := range partMembers(part) {
			if got, ok := PartOf(i); got != part || !ok || seen[i] {
				t.Fatalf("feature %d of part %d: its part is %d, %v, met before %v", i, part, got, ok, seen[i])
			}
			seen[i] = true
		}
	}
	if slices.Contains(seen, false) {
		t.Error("not all features of windows have a part")
	}
}

// FuzzParseWeights: what follows the head of a file, however it is made, is
// either refused or read as weights that give a file of the same meaning. The
// checksum is right, so that more than it is tried.
func FuzzParseWeights(f *testing.F) {
	whole := Default().Bytes()
	f.Add(uint32(0), []byte{})
	f.Add(uint32(1000), []byte{255, 1})
	f.Add(uint32(len(whole)-4-weightsHead), []byte{0})
	f.Add(uint32(len(whole)-4-weightsHead-1), []byte{255, 255, 255})
	f.Fuzz(func(t *testing.T, keep uint32, end []byte) {
		text := bytes.Clone(whole[:weightsHead+int(keep)%(len(whole)-3-weightsHead)])
		text = append(text, end...)
		text = binary.LittleEndian.AppendUint32(text, crc32.Checksum(text, crc32.MakeTable(crc32.Castagnoli)))
		w, err := ParseWeights(text)
		if err != nil {
			if !errors.Is(err, ErrWeights) {
				t.Fatal(err)
			}
			return
		}
		again, err := ParseWeights(w.Bytes())
		if err != nil || *again != *w {
			t.Fatalf("read, written and read again: %v", err)
		}
	})
}
