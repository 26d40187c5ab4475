package stateless

import (
	"errors"
	"slices"
	"strings"

	"github.com/bolshak-draughts/bolshak/arbiter"
	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
	"github.com/bolshak-draughts/bolshak/pdn"
)

// The most bytes of a tag and of a note that are told by themselves; the PDN has
// them whole.
const (
	maxTag  = 300
	maxNote = 3000
)

// Record is a game that was written down somewhere.
type Record struct {
	Number int    `json:"number"`
	Line   int    `json:"line"`
	White  string `json:"white"`
	Black  string `json:"black"`
	Event  string `json:"event"`
	Round  string `json:"round"`
	Date   string `json:"date"`
	Result string `json:"result"`
	// Start is the first position, "" if there is none.
	Start     string `json:"start"`
	Numbering string `json:"numbering"`
	// Plies are all that were written down; Moves are those up to the first that
	// is not known, and at most MaxMoves.
	Plies    int         `json:"plies"`
	Moves    []wire.Move `json:"moves"`
	Notes    []Note      `json:"notes"`
	Over     *Over       `json:"over"`
	Problems []Fault     `json:"problems"`
	PDN      string      `json:"pdn"`
	// Tags and Tree are told of the game that they were asked for.
	Tags []Tag `json:"tags,omitempty"`
	Tree *Line `json:"tree,omitempty"`
}

// Note is what a file says of the position after so many plies.
type Note struct {
	Ply   int    `json:"ply"`
	Marks string `json:"marks"`
	Text  string `json:"text"`
}

// Over tells where the board ended a game.
type Over struct {
	Ply     int          `json:"ply"`
	Outcome wire.Outcome `json:"outcome"`
	// After is the number of plies that were written down after the end.
	After int `json:"after"`
	// Conflict says that the recorded result is another.
	Conflict bool   `json:"conflict"`
	Log      string `json:"log"`
}

// Fault is a problem of a text of games.
type Fault struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Code    string `json:"code"`
	Warning bool   `json:"warning"`
	Found   string `json:"found"`
	Detail  string `json:"detail"`
}

func newRecord(g *pdn.Game, rules draughts.DrawRules) (Record, error) {
	j := Record{
		Number:    g.Number,
		Line:      g.Place.Line,
		White:     wire.Clip(g.Tags.Get("White"), maxTag),
		Black:     wire.Clip(g.Tags.Get("Black"), maxTag),
		Event:     wire.Clip(g.Tags.Get("Event"), maxTag),
		Round:     wire.Clip(g.Tags.Get("Round"), maxTag),
		Date:      wire.Clip(g.Tags.Get("Date"), maxTag),
		Result:    g.Result.String(),
		Numbering: "b8",
		Plies:     g.Plies(),
		Moves:     []wire.Move{},
		Notes:     notes(g),
		Problems:  make([]Fault, 0, len(g.Problems)),
	}
	if g.Numbering == draughts.FromA1 {
		j.Numbering = "a1"
	}
	for _, p := range g.Problems {
		j.Problems = append(j.Problems, Fault{p.Line, p.Column, FaultCode(p.Fault), p.Warning, p.Found, p.Error()})
	}
	var b strings.Builder
	if err := pdn.NewWriter(&b, pdn.WriteOptions{}).WriteGame(g); err != nil {
		return j, err
	}
	j.PDN = b.String()

	played, err := g.Play(draughts.NoDrawRules)
	if played == nil {
		return j, nil // it has no first position, as its problems tell
	}
	if err != nil {
		return j, err
	}
	j.Start = startFEN(g)
	moves := played.Moves()
	for _, m := range moves[:min(len(moves), MaxMoves)] {
		j.Moves = append(j.Moves, wire.NewMove(m))
	}
	v, err := arbiter.Adjudicate(g, rules)
	if err != nil && !errors.Is(err, arbiter.ErrStart) {
		return j, err
	}
	if v.Over() {
		j.Over = &Over{v.Ply, wire.NewOutcome(v.Outcome), v.After, v.Conflict != arbiter.NoConflict, v.Log()}
	}
	return j, nil
}

// startFEN writes the first position with what the game tells of its counters.
func startFEN(g *pdn.Game) string {
	setup := g.Start.Setup()
	setup.SinceChange, setup.MoveNumber = g.SinceChange, g.FirstMove
	return draughts.FENStyle{Counters: g.SinceChange > 0 || g.FirstMove > 1}.Format(setup)
}

// glyphs are the numbers that annotators write for their marks.
var glyphs = map[string]string{"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}

// notes returns what the file says of the positions of the main line.
func notes(g *pdn.Game) []Note {
	list := []Note{}
	add := func(ply int, marks []string, comments []pdn.Comment) {
		note := Note{Ply: ply}
		for _, mark := range marks {
			if !strings.HasPrefix(mark, "$") {
				note.Marks += mark
			} else {
				note.Marks += glyphs[mark]
			}
		}
		var texts []string
		for _, c := range comments {
			if text := strings.Join(strings.Fields(c.Text()), " "); text != "" {
				texts = append(texts, text)
			}
		}
		note.Text = wire.Clip(strings.Join(texts, " · "), maxNote)
		note.Marks = wire.Clip(note.Marks, maxTag)
		if note.Marks != "" || note.Text != "" {
			list = append(list, note)
		}
	}
	first := slices.Clone(g.Preamble)
	if len(g.Main.Plies) == 0 {
		first = append(first, g.Main.End...)
	}
	for i, ply := range g.Main.Plies[:min(len(g.Main.Plies), MaxMoves)] {
		if ply.Note == nil {
			continue
		}
		if i == 0 {
			first = append(first, ply.Note.Before...)
			add(1, ply.Note.Marks, ply.Note.After)
			continue
		}
		add(i+1, ply.Note.Marks, slices.Concat(ply.Note.Before, ply.Note.After))
	}
	add(0, nil, first)
	slices.SortFunc(list, func(a, b Note) int { return a.Ply - b.Ply })
	return list
}
