package file

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// Kind is what the values of a file are.
type Kind uint8

const (
	// Result: win, draw or loss.
	Result Kind = 1
	// Distance: how long it takes to the end of the game.
	Distance Kind = 2
	// Change: how long it takes to the next change of the balance.
	Change Kind = 3
)

// Ext returns the extension of the names of files: ".wdl", ".dtw" or ".dtc".
func (k Kind) Ext() string {
	switch k {
	case Result:
		return ".wdl"
	case Distance:
		return ".dtw"
	case Change:
		return ".dtc"
	}
	return ""
}

// String returns "results", "distances" or "changes".
func (k Kind) String() string {
	switch k {
	case Result:
		return "results"
	case Distance:
		return "distances"
	case Change:
		return "changes"
	}
	return fmt.Sprintf("kind %d", uint8(k))
}

// Value is the result for the side to move.
type Value uint8

const (
	Draw Value = iota
	Win
	Loss
)

// String returns "draw", "win" or "loss".
func (v Value) String() string {
	if v > Loss {
		return fmt.Sprintf("value %d", uint8(v))
	}
	return [...]string{"draw", "win", "loss"}[v]
}

// Name returns the name of the file for a balance and a kind, such as
// "1002.wdl".
func Name(b index.Balance, k Kind) string { return b.Name() + k.Ext() }

// Stats is what there is in a balance with White to move, captures included.
type Stats struct {
	Wins, Draws, Losses uint64
	// LongestWin and LongestLoss are plies to the end of the game with best
	// play, in a file of changes to the next change; -1 if there is no win or no
	// loss, [NoLengths] if there are and how long they take is not known.
	LongestWin, LongestLoss int
	// AtWin and AtLoss are the numbers of the first positions with them.
	AtWin, AtLoss uint64
}

// NoLengths stands for the longest win and loss of a table that was built without
// lengths.
const NoLengths = -2

// Positions returns the number of positions.
func (s Stats) Positions() uint64 { return s.Wins + s.Draws + s.Losses }

// Header is what a file says of itself.
type Header struct {
	Kind      Kind
	Balance   index.Balance
	BlockSize int // positions
	Stats     Stats
	// Values says what the symbols of a file of results are.
	Values []Value
}

const (
	magic      = "bolshtab"
	version    = 1
	rules      = 1
	headerSize = 96
	hashSize   = 32
	sumSize    = 4

	// constant marks a directory entry of a block with one symbol.
	constant = 0xff00

	// maxBlock is the greatest number of positions in a block: a packed symbol
	// takes two bytes at most.
	maxBlock = 1 << 14
)

// The kinds of fault in a file, for errors.Is; the error itself is an *[Error].
var (
	ErrFormat    = errors.New("not an endgame table")
	ErrVersion   = errors.New("an endgame table of another version")
	ErrRules     = errors.New("an endgame table of other rules")
	ErrTruncated = errors.New("shorter or longer than it says")
	ErrChecksum  = errors.New("checksum wrong: the file is damaged")
	ErrDamaged   = errors.New("damaged")
	ErrRead      = errors.New("cannot be read")
)

// Error says what is wrong with a file.
type Error struct {
	Name   string
	Detail string // where or what, may be empty
	Err    error  // the kind
}

func (e *Error) Error() string {
	text := e.Name + ": " + e.Err.Error()
	if e.Detail != "" {
		text += " (" + e.Detail + ")"
	}
	return text
}

func (e *Error) Unwrap() error { return e.Err }

// appendHeader writes the first bytes of a file.
func (h *Header) appendHeader(b []byte, model, data int) []byte {
	le := binary.LittleEndian
	b = append(b, magic...)
	b = le.AppendUint16(b, version)
	b = append(b, byte(h.Kind), rules)
	b = append(b, h.Balance.WhiteMen, h.Balance.WhiteKings, h.Balance.BlackMen, h.Balance.BlackKings)
	b = le.AppendUint64(b, h.Balance.Size())
	b = le.AppendUint32(b, uint32(h.BlockSize))
	b = le.AppendUint32(b, uint32(model))
	b = le.AppendUint64(b, uint64(data))
	for _, n := range []uint64{h.Stats.Wins, h.Stats.Draws, h.Stats.Losses} {
		b = le.AppendUint64(b, n)
	}
	b = le.AppendUint32(b, uint32(int32(h.Stats.LongestWin)))
	b = le.AppendUint32(b, uint32(int32(h.Stats.LongestLoss)))
	b = le.AppendUint64(b, h.Stats.AtWin)
	b = le.AppendUint64(b, h.Stats.AtLoss)
	for i := range 3 {
		if i < len(h.Values) {
			b = append(b, byte(h.Values[i]))
		} else {
			b = append(b, 255)
		}
	}
	return append(b, 0, 0, 0, 0, 0)
}

// readHeader reads the first headerSize bytes of a file.
func readHeader(b []byte) (h Header, model, data uint64, err error) {
	le := binary.LittleEndian
	switch {
	case string(b[:8]) != magic:
		return h, 0, 0, ErrFormat
	case le.Uint16(b[8:]) != version:
		return h, 0, 0, fmt.Errorf("%w: %d, this program reads %d", ErrVersion, le.Uint16(b[8:]), version)
	case b[11] != rules:
		return h, 0, 0, ErrRules
	}
	h.Kind = Kind(b[10])
	h.Balance = index.Balance{WhiteMen: b[12], WhiteKings: b[13], BlackMen: b[14], BlackKings: b[15]}
	h.BlockSize = int(le.Uint32(b[24:]))
	switch {
	case h.Kind < Result || h.Kind > Change,
		!h.Balance.Valid() || le.Uint64(b[16:]) != h.Balance.Size(),
		h.BlockSize < 1 || h.BlockSize > maxBlock:
		return h, 0, 0, ErrDamaged
	}
	h.Stats = Stats{
		Wins: le.Uint64(b[40:]), Draws: le.Uint64(b[48:]), Losses: le.Uint64(b[56:]),
		LongestWin: int(int32(le.Uint32(b[64:]))), LongestLoss: int(int32(le.Uint32(b[68:]))),
		AtWin: le.Uint64(b[72:]), AtLoss: le.Uint64(b[80:]),
	}
	for _, v := range b[88:91] {
		if v <= byte(Loss) {
			h.Values = append(h.Values, Value(v))
		}
	}
	return h, uint64(le.Uint32(b[28:])), le.Uint64(b[32:]), nil
}
