package server

import "github.com/bolshak-draughts/bolshak/opening"

// openingJSON is what is known of the opening of a game.
type openingJSON struct {
	Name *debutJSON `json:"name"`
	// Tables are the entries of the drawing tables for the last position of the
	// game that is in any.
	Tables []entryJSON `json:"tables"`
}

// debutJSON is a named debut and the plies after which the game had come to it.
type debutJSON struct {
	Russian         string `json:"russian"`
	Transliteration string `json:"transliteration"`
	English         string `json:"english"`
	Ply             int    `json:"ply"`
	Transposed      bool   `json:"transposed"`
}

type entryJSON struct {
	Table string `json:"table"`
	Code  string `json:"code"`
	Ply   int    `json:"ply"`
}

// newOpening tells the opening of a game. That the players may open as they
// like is not told.
func newOpening(g *game) openingJSON {
	c := opening.Classify(g.Game)
	j := openingJSON{Tables: []entryJSON{}}
	if c.Named() {
		j.Name = &debutJSON{c.Name.Russian, c.Name.Transliteration, c.Name.English, c.NamePly, c.Transposed}
	}
	for _, e := range c.Entries {
		if e.Kind != opening.Free {
			j.Tables = append(j.Tables, entryJSON{e.Table.String(), e.Code, c.EntryPly})
		}
	}
	return j
}
