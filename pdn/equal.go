package pdn

import (
	"slices"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Equal reports whether two games say the same: the same tags in the form in
// which a [Writer] writes them, start, moves, comments, marks and result. Where
// they were read and how they were written does not count.
func Equal(a, b *Game) bool {
	if a.Start != b.Start || a.SinceChange != b.SinceChange || a.Result != b.Result ||
		max(a.FirstMove, 1) != max(b.FirstMove, 1) {
		return false
	}
	var w Writer
	return slices.Equal(w.tags(a), w.tags(b)) && slices.Equal(a.Preamble, b.Preamble) &&
		slices.Equal(a.After, b.After) && equalLines(a.Main, b.Main)
}

func equalLines(a, b Line) bool {
	return a.Unread == b.Unread && slices.Equal(a.End, b.End) && slices.EqualFunc(a.Plies, b.Plies, equalPlies)
}

func equalPlies(a, b Ply) bool {
	if a.Move != b.Move {
		return false
	}
	m, n := a.Note, b.Note
	if m == nil {
		m = new(Note)
	}
	if n == nil {
		n = new(Note)
	}
	return m.Unknown == n.Unknown && equalSetups(m.Setup, n.Setup) &&
		slices.Equal(m.Before, n.Before) && slices.Equal(m.After, n.After) &&
		slices.Equal(m.Marks, n.Marks) && slices.EqualFunc(m.Variations, n.Variations, equalLines)
}

func equalSetups(a, b *draughts.Setup) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}
