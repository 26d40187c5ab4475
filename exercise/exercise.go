package exercise

import (
	"crypto/sha256"
	"encoding/base32"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Exercise is a position with its solution. It is never changed once made, so
// goroutines may share it.
type Exercise struct {
	// ID is made from the position alone: eight letters and digits.
	ID string
	// Start has the solver to move, White or Black.
	Start draughts.Position
	// Rating is how hard it is on the scale of players' ratings, from MinRating
	// to MaxRating.
	Rating   int
	Themes   Themes
	Solution *Turn
}

// Turn is a position in which it is the solver's turn, with the one move that
// wins.
type Turn struct {
	Position draughts.Position
	Move     draughts.Move
	// Replies are all legal moves of the opponent, the most stubborn first; none
	// where Move ends the game.
	Replies []Reply
	// Tries are all other legal moves of the solver, in the order of their texts.
	Tries []Try
}

// Reply is a move of the opponent.
type Reply struct {
	Move draughts.Move
	// Next is the solver's turn after it; nil where the exercise is solved.
	Next *Turn
}

// Try is a move of the solver that does not win.
type Try struct {
	Move draughts.Move
	// Line is how the opponent saves himself: his move first, then best play into
	// an ending of the tables or to the end of the game. It is never empty.
	Line []draughts.Move
	// Loses says that the line ends in a lost position for the solver, not a
	// drawn one.
	Loses bool
}

// idEncoding has no letters that are taken for digits.
var idEncoding = base32.NewEncoding("abcdefghjkmnpqrstuvwxyz023456789").WithPadding(base32.NoPadding)

// idOf returns the identity of an exercise that begins with a position.
func idOf(p draughts.Position) string {
	sum := sha256.Sum256([]byte(p.FEN()))
	return idEncoding.EncodeToString(sum[:5])
}

// Moves returns how many moves the solver has to find against the most stubborn
// defence.
func (x *Exercise) Moves() int { return length(x.Solution) }

// Turns returns the number of the solver's turns in all lines together.
func (x *Exercise) Turns() int { return size(x.Solution) }

// MainLine returns the solver's moves and the most stubborn replies, up to the
// solver's last move.
func (x *Exercise) MainLine() []draughts.Move {
	var line []draughts.Move
	for t := x.Solution; t != nil; {
		line = append(line, t.Move)
		if len(t.Replies) == 0 || t.Replies[0].Next == nil {
			break
		}
		line = append(line, t.Replies[0].Move)
		t = t.Replies[0].Next
	}
	return line
}

// MainText returns the main line in full notation.
func (x *Exercise) MainText() string { return lineText(x.Start, x.MainLine()) }

// notation writes moves so that they can be read again.
var notation = draughts.Notation{Exact: true}

func lineText(p draughts.Position, line []draughts.Move) string {
	return strings.Join(texts(p, line), " ")
}

// texts writes a line move by move.
func texts(p draughts.Position, line []draughts.Move) []string {
	list := make([]string, len(line))
	for i, m := range line {
		list[i] = notation.Format(p, m)
		p = p.PlayUnchecked(m)
	}
	return list
}

// length returns how many turns the main line has.
func length(t *Turn) int {
	n := 0
	for ; t != nil; n++ {
		if len(t.Replies) == 0 {
			return n + 1
		}
		t = t.Replies[0].Next
	}
	return n
}

// size returns how many turns there are in all.
func size(t *Turn) int {
	if t == nil {
		return 0
	}
	n := 1
	for _, r := range t.Replies {
		n += size(r.Next)
	}
	return n
}
