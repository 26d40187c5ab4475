package draughts_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"testing"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// TestStoredForms holds the forms that others may have stored: they must never
// change.
func TestStoredForms(t *testing.T) {
	for _, tt := range []struct {
		fen, packed string
		key         uint64
	}{
		{draughts.StartFEN, "ff0f00000000f0ff0000000000", 0x52a5403c2d2a2bd8},
		{"B:Wa1,Kc3:Bb4,Kd6", "01020000001020000002200001", 0x3ec8a50aeed3db01},
	} {
		p := position(t, tt.fen)
		b, err := p.MarshalBinary()
		if err != nil || hex.EncodeToString(b) != tt.packed {
			t.Errorf("%s: packed %x, %v, want %s", tt.fen, b, err, tt.packed)
		}
		var q draughts.Position
		if err := q.UnmarshalBinary(b); err != nil || q != p {
			t.Errorf("%s: unpacked %v, %v", tt.fen, q, err)
		}
		if got := p.Key(); got != tt.key {
			t.Errorf("%s: key %#x, want %#x", tt.fen, got, tt.key)
		}
	}
}

func TestUnpackErrors(t *testing.T) {
	good, _ := draughts.Start().MarshalBinary()
	change := func(i int, to byte) []byte {
		b := bytes.Clone(good)
		b[i] = to
		return b
	}
	var setup *draughts.SetupError
	p := draughts.Start()
	for _, b := range [][]byte{nil, good[:12], append(bytes.Clone(good), 0), change(12, 2)} {
		if err := p.UnmarshalBinary(b); !errors.Is(err, draughts.ErrPacked) {
			t.Errorf("%x: %v", b, err)
		}
	}
	for _, b := range [][]byte{change(4, 1), change(9, 0x80), change(3, 0x80)} {
		if err := p.UnmarshalBinary(b); !errors.As(err, &setup) {
			t.Errorf("%x: %v", b, err)
		}
	}
	if p != draughts.Start() {
		t.Errorf("a failed read changed the position to %v", p)
	}
}

// TestKeysDiffer: positions that differ in the turn, a color, a rank or a square
// have different keys.
func TestKeysDiffer(t *testing.T) {
	seen := make(map[uint64]string)
	for s := range draughts.Square(draughts.Squares) {
		for _, setup := range []draughts.Setup{
			{White: s.Bitboard()}, {White: s.Bitboard(), Kings: s.Bitboard()},
			{Black: s.Bitboard()}, {Black: s.Bitboard(), Kings: s.Bitboard()},
		} {
			p, err := setup.Position(draughts.Forgivable)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range []draughts.Position{p, p.WithTurn(draughts.Black)} {
				if other, ok := seen[p.Key()]; ok {
					t.Errorf("%s and %s have one key", p, other)
				}
				seen[p.Key()] = p.FEN()
			}
		}
	}
}
