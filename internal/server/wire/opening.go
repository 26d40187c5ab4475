package wire

import (
	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/opening"
)

// Opening is what is known of the opening of a game.
type Opening struct {
	Name *Debut `json:"name"`
	// Tables are the entries of the drawing tables for the last position of the
	// game that is in any.
	Tables []Entry `json:"tables"`
}

// Debut is a named debut and the plies after which the game had come to it.
type Debut struct {
	Russian         string `json:"russian"`
	Transliteration string `json:"transliteration"`
	English         string `json:"english"`
	Ply             int    `json:"ply"`
	Transposed      bool   `json:"transposed"`
}

// Entry is an entry of a drawing table.
type Entry struct {
	Table string `json:"table"`
	Code  string `json:"code"`
	Ply   int    `json:"ply"`
}

// NewOpening tells the opening of a game. That the players may open as they
// like is not told.
func NewOpening(g *draughts.Game) Opening {
	c := opening.Classify(g)
	j := Opening{Tables: []Entry{}}
	if c.Named() {
		j.Name = &Debut{c.Name.Russian, c.Name.Transliteration, c.Name.English, c.NamePly, c.Transposed}
	}
	for _, e := range c.Entries {
		if e.Kind != opening.Free {
			j.Tables = append(j.Tables, Entry{e.Table.String(), e.Code, c.EntryPly})
		}
	}
	return j
}
