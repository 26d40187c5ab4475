package draughts

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// PackedSize is the length of a packed position in bytes.
const PackedSize = 13

// ErrPacked says that bytes are no packed position.
var ErrPacked = errors.New("not a packed position")

// AppendBinary appends the packed form of p: the white pieces, the black
// pieces and the kings as little-endian uint32 sets in board order, then 0 for
// White to move or 1 for Black. It never fails.
func (p Position) AppendBinary(b []byte) ([]byte, error) {
	b = binary.LittleEndian.AppendUint32(b, uint32(p.white))
	b = binary.LittleEndian.AppendUint32(b, uint32(p.black))
	b = binary.LittleEndian.AppendUint32(b, uint32(p.kings))
	return append(b, byte(p.turn)), nil
}

// MarshalBinary returns the packed form of p.
func (p Position) MarshalBinary() ([]byte, error) {
	return p.AppendBinary(make([]byte, 0, PackedSize))
}

// UnmarshalBinary reads the packed form of a legal position. The error matches
// [ErrPacked] or is a *[SetupError], and p is then unchanged.
func (p *Position) UnmarshalBinary(b []byte) error {
	s, err := UnpackSetup(b)
	if err != nil {
		return err
	}
	q, err := s.Position(0)
	if err == nil {
		*p = q
	}
	return err
}

// UnpackSetup reads the packed form of any position, for callers who forgive
// faults. The error matches [ErrPacked].
func UnpackSetup(b []byte) (Setup, error) {
	if len(b) != PackedSize {
		return Setup{}, fmt.Errorf("%w: %d bytes instead of %d", ErrPacked, len(b), PackedSize)
	}
	if b[12] > 1 {
		return Setup{}, fmt.Errorf("%w: side to move %d", ErrPacked, b[12])
	}
	return Setup{
		White: Bitboard(binary.LittleEndian.Uint32(b)),
		Black: Bitboard(binary.LittleEndian.Uint32(b[4:])),
		Kings: Bitboard(binary.LittleEndian.Uint32(b[8:])),
		Turn:  Color(b[12]),
	}, nil
}
