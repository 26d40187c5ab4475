package draughts

import (
	"strings"
)

// Setup is any arrangement of pieces, legal or not: what an editor holds and a
// FEN says. Kings are the squares of White and Black on which a king stands.
type Setup struct {
	White, Black, Kings Bitboard
	Turn                Color

	// SinceChange is the number of plies since the last capture or promotion
	// (the FEN extension :H), MoveNumber the number of the next full move
	// (:F). Zero means not told.
	SinceChange int
	MoveNumber  int
}

// Faults is a set of reasons why a setup is no legal position.
type Faults uint8

// The faults of a setup. All but Overlap, StrayKing and BadTurn may be forgiven
// in [Setup.Position], as composers sometimes want.
const (
	// TooManyWhite and TooManyBlack: more than 12 pieces of a side.
	TooManyWhite Faults = 1 << iota
	TooManyBlack
	// WhiteManOnFarRank and BlackManOnFarRank: a man stands where it would have
	// been crowned. When forgiven it has no quiet move, may take backward, and
	// is crowned when it arrives on the far rank again.
	WhiteManOnFarRank
	BlackManOnFarRank
	// EmptyBoard: no piece at all.
	EmptyBoard
	// Overlap: a white and a black piece on one square.
	Overlap
	// StrayKing: a king on a square without a piece.
	StrayKing
	// BadTurn: the side to move is neither White nor Black.
	BadTurn
)

// Forgivable is the set of all faults that [Setup.Position] can forgive.
const Forgivable = TooManyWhite | TooManyBlack | WhiteManOnFarRank | BlackManOnFarRank | EmptyBoard

var faultTexts = [...]string{
	"more than 12 white pieces",
	"more than 12 black pieces",
	"white man on its promotion rank",
	"black man on its promotion rank",
	"no pieces",
	"white and black on one square",
	"king without a piece",
	"no side to move",
}

// Has reports whether all of the faults in f2 are in f.
func (f Faults) Has(f2 Faults) bool { return f&f2 == f2 }

// String lists the faults in words.
func (f Faults) String() string {
	var words []string
	for i, text := range faultTexts {
		if f>>i&1 != 0 {
			words = append(words, text)
		}
	}
	return strings.Join(words, ", ")
}

// SetupError tells why a setup is no legal position.
type SetupError struct {
	// Faults are all the faults that were not forgiven.
	Faults Faults
	// Squares are those to which the faults belong, empty where a fault has no
	// place (EmptyBoard, BadTurn).
	Squares Bitboard
}

func (e *SetupError) Error() string {
	text := "not a legal position: " + e.Faults.String()
	if e.Squares != 0 && e.Squares.Count() <= 4 {
		text += " (" + e.Squares.String() + ")"
	}
	return text
}

// faults returns all faults of s and the squares to which they belong.
func (s Setup) faults() (f Faults, at Bitboard) {
	add := func(fault Faults, squares Bitboard, present bool) {
		if present {
			f |= fault
			at |= squares
		}
	}
	add(TooManyWhite, s.White, s.White.Count() > 12)
	add(TooManyBlack, s.Black, s.Black.Count() > 12)
	far := s.White &^ s.Kings & FarRank(White)
	add(WhiteManOnFarRank, far, far != 0)
	far = s.Black &^ s.Kings & FarRank(Black)
	add(BlackManOnFarRank, far, far != 0)
	add(EmptyBoard, 0, s.White|s.Black == 0)
	add(Overlap, s.White&s.Black, s.White&s.Black != 0)
	stray := s.Kings &^ (s.White | s.Black)
	add(StrayKing, stray, stray != 0)
	add(BadTurn, 0, s.Turn > Black)
	return f, at
}

// Position returns the position of the setup, or a *[SetupError] that names
// every fault which is not in forgive. Overlap, StrayKing and BadTurn are never
// forgiven. The counters SinceChange and MoveNumber are no part of a position;
// give the setup to [NewGameFrom] to keep them.
func (s Setup) Position(forgive Faults) (Position, error) {
	f, at := s.faults()
	if f &^= forgive & Forgivable; f != 0 {
		return Position{}, &SetupError{Faults: f, Squares: at}
	}
	return Position{white: s.White, black: s.Black, kings: s.Kings, turn: s.Turn}, nil
}
