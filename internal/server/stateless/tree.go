package stateless

import (
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
	"github.com/bolshak-draughts/bolshak/pdn"
)

// maxTreePlies is how many plies of a game with its variations are told.
const maxTreePlies = 5000

// Line is a line of a recorded game with its variations. It stops before a
// move that is not known.
type Line struct {
	Plies  []Ply    `json:"plies"`
	End    []string `json:"end"`
	Unread string   `json:"unread"`
}

// Ply is a move with what the text says about it, comments with their
// commands.
type Ply struct {
	wire.Played
	Marks      []string `json:"marks"`
	Before     []string `json:"before"`
	After      []string `json:"after"`
	Variations []Line   `json:"variations"`
}

// Tag is a tag of a recorded game.
type Tag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// newTree tells all lines of a game.
func newTree(g *pdn.Game) Line {
	left := maxTreePlies
	line := newTreeLine(g.Start, g.Main, &left)
	preamble := comments(g.Preamble)
	if len(line.Plies) > 0 {
		line.Plies[0].Before = append(preamble, line.Plies[0].Before...)
	} else {
		line.End = append(preamble, line.End...)
	}
	return line
}

// newTreeLine tells a line that begins in p, as long as plies are left.
func newTreeLine(p draughts.Position, line pdn.Line, left *int) Line {
	j := Line{Plies: []Ply{}, End: comments(line.End), Unread: line.Unread}
	for i, ply := range line.Plies {
		if !ply.Known() || ply.Note != nil && ply.Note.Setup != nil && i > 0 || *left == 0 {
			j.Unread = strings.TrimSpace("… " + j.Unread)
			break
		}
		next, err := p.Play(ply.Move)
		if err != nil {
			break // a tree that was read has legal moves only
		}
		*left--
		told := Ply{Played: wire.NewPlayed(p, ply.Move), Marks: []string{}, Before: []string{}, After: []string{}, Variations: []Line{}}
		if note := ply.Note; note != nil {
			told.Marks = append(told.Marks, note.Marks...)
			told.Before, told.After = comments(note.Before), comments(note.After)
			for _, variation := range note.Variations {
				told.Variations = append(told.Variations, newTreeLine(p, variation, left))
			}
		}
		j.Plies = append(j.Plies, told)
		p = next
	}
	return j
}

func comments(list []pdn.Comment) []string {
	texts := make([]string, 0, len(list))
	for _, c := range list {
		texts = append(texts, string(c))
	}
	return texts
}

func tagsOf(g *pdn.Game) []Tag {
	tags := make([]Tag, 0, len(g.Tags))
	for _, t := range g.Tags {
		tags = append(tags, Tag{t.Name, t.Value})
	}
	return tags
}
