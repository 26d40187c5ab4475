package opening

import (
	"slices"
	"sync"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Class is what is known of the opening of a game.
type Class struct {
	// Name is the debut with the longest line whose last position stood in the
	// game; its Russian is empty if there is none.
	Name Name
	// NamePly is the number of plies after which that position stood.
	NamePly int
	// Transposed says that the game came to it by another order of moves than
	// that of the line.
	Transposed bool
	// Entries are those of the drawing tables that lead to the last position of
	// the game which is in any of them, EntryPly plies after its beginning.
	Entries  []Entry
	EntryPly int
}

// Named reports whether the debut has a name.
func (c Class) Named() bool { return c.Name.Russian != "" }

var nameByPosition = sync.OnceValue(func() map[draughts.Position]Name {
	m := make(map[draughts.Position]Name)
	for _, n := range names() {
		m[n.Position] = n
	}
	return m
})

// longest is the number of plies of the longest line of a table or a name: no
// position beyond can be known but by chance, and none is looked at.
const longest = 24

// Classify tells the debut of a game, and where it stands in the drawing tables.
// It goes by positions, so that an opening is known by any order of moves.
func Classify(g *draughts.Game) Class {
	var c Class
	moves := g.Moves()
	for ply := range min(len(moves), longest) + 1 {
		p := g.PositionAt(ply)
		if entries := byPosition()[p]; len(entries) > 0 {
			c.Entries, c.EntryPly = slices.Clone(entries), ply
		}
		n, known := nameByPosition()[p]
		if !known || len(n.Moves) < len(c.Name.Moves) {
			continue
		}
		c.Name, c.NamePly = n, ply
		c.Transposed = !slices.ContainsFunc(names(), func(line Name) bool {
			return line.Position == p && slices.Equal(line.Moves, moves[:ply])
		})
	}
	return c
}
