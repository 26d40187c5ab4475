package pdn

import (
	"slices"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Game is a game as a file keeps it: tags, moves with variations and comments,
// result. [Read] makes games of text; a Game made by hand needs Tags, Start and
// Main, and FirstMove if it is not 1.
type Game struct {
	// Number is its place in the source, from 1, and Place where it begins.
	Number int
	Place  Place
	// Encoding is that of its text, or of the source as far as it was known.
	Encoding Encoding
	// Numbering says how the numbers of its squares were read, if it has any.
	Numbering draughts.Numbering

	// Preamble are the comments before the tags.
	Preamble []Comment
	// Tags are the tags as they stand in the file, in their order.
	Tags Tags
	// Start is the first position. Where the FEN tag gives none, or the game type
	// is another, it is the zero Position, and the moves are in Main.Unread.
	Start draughts.Position
	// SinceChange is the number of plies since the last capture or promotion
	// before Start (:H in the FEN), FirstMove the number of the first move.
	SinceChange, FirstMove int
	// Main is the main line.
	Main Line
	// Result is the result behind the moves or else in the Result tag, ResultText
	// the former as written, "" if there was none.
	Result     Result
	ResultText string
	// After are the comments behind the result, and text there that is no game.
	After []Comment

	// Problems is what was wrong or strange, in the order of the text.
	Problems []*Problem
}

// Err returns the first problem that is no warning, nil if the game is good.
func (g *Game) Err() error {
	for _, p := range g.Problems {
		if !p.Warning {
			return p
		}
	}
	return nil
}

// Tag is a tag pair of a game, such as White "Ivanov". Value has no escapes.
type Tag struct{ Name, Value string }

// Tags are the tags of a game in their order. A name may stand more than once.
type Tags []Tag

// Get returns the value of the first tag with a name in either case, "" if
// there is none.
func (t Tags) Get(name string) string {
	value, _ := t.Lookup(name)
	return value
}

// Lookup is [Tags.Get] that tells an empty tag from none.
func (t Tags) Lookup(name string) (value string, ok bool) {
	for _, tag := range t {
		if strings.EqualFold(tag.Name, name) {
			return tag.Value, true
		}
	}
	return "", false
}

// resultTag returns the index of the Result tag that counts, -1 if there is none:
// the last one that is a result, else the last one with a value.
func (t Tags) resultTag() int {
	found, valid := -1, false
	for i, tag := range t {
		if !strings.EqualFold(tag.Name, "Result") || strings.TrimSpace(tag.Value) == "" && found >= 0 {
			continue
		}
		if _, ok := ParseResult(tag.Value); ok || !valid {
			found, valid = i, ok
		}
	}
	return found
}

// TagResult returns the result in the Result tag, which may differ from that
// behind the moves. Of several such tags the last one counts. ok is false if
// there is none, or it is no result.
func (g *Game) TagResult() (r Result, ok bool) {
	i := g.Tags.resultTag()
	if i < 0 {
		return NoResult, false
	}
	return ParseResult(g.Tags[i].Value)
}

// Line is a sequence of moves: the main line of a game or a variation.
type Line struct {
	Plies []Ply
	// End are the comments that belong to no move: those of a line without
	// moves, or behind the variations of the last move.
	End []Comment
	// Unread is the text of the rest of the line, where a move could not be read.
	Unread string
}

// Ply is a move of a line with what was said about it.
type Ply struct {
	// Move is a legal move of the position before it, or the zero Move where the
	// move is not known.
	Move draughts.Move
	// Note is nil where there is nothing but the move.
	Note *Note
}

// Known reports whether the move is known. One that is not ("41. - -") passes
// the turn.
func (p Ply) Known() bool { return p.Move != draughts.Move{} }

// Note is what a file says about a move.
type Note struct {
	// Unknown is the text of an unknown move, such as "-".
	Unknown string
	// Setup is a position set up before the move by /FEN "..."/, else nil.
	Setup *draughts.Setup
	// Before are the comments between the number of the move and the move, or
	// before the first move of a line; After those behind it.
	Before, After []Comment
	// Marks are the annotator's marks as written: "!", "?!", "(?)", "+", "=", "*",
	// and behind them NAGs such as "$14".
	Marks []string
	// Variations are other moves that could have been played instead.
	Variations []Line
}

// FromGame returns the game with its moves and result; the tags come first, in
// their order. A game that ended off the board or was drawn by a rule gets a tag
// Termination with the reason in words, such as "resignation" or "main road held
// (7.2.7)", unless it is among them.
func FromGame(played *draughts.Game, tags ...Tag) *Game {
	g := &Game{
		Tags:   slices.Clone(tags),
		Start:  played.Start(),
		Result: resultOf(played.Outcome()),
	}
	if reason := termination(played.Outcome()); reason != "" {
		if _, ok := g.Tags.Lookup("Termination"); !ok {
			g.Tags = append(g.Tags, Tag{"Termination", reason})
		}
	}
	// The numbers and counts at the start, from those at the end.
	black := 0
	if g.Start.Turn() == draughts.Black {
		black = 1
	}
	g.FirstMove = played.MoveNumber() - (played.Plies()+black)/2
	for _, m := range played.Moves() {
		g.Main.Plies = append(g.Main.Plies, Ply{Move: m})
	}
	changes := func(ply int) bool {
		m, p := g.Main.Plies[ply].Move, played.PositionAt(ply)
		return m.IsCapture() || p.Crowns(m)
	}
	quiet := 0
	for quiet < played.Plies() && !changes(quiet) {
		quiet++
	}
	if quiet == played.Plies() {
		g.SinceChange = played.SinceChange() - quiet
	}
	return g
}

// termination returns the reason for the end of a game in words, "" for one that
// goes on or was won on the board, where the last position says it.
func termination(o draughts.Outcome) string {
	switch {
	case o.Reason == draughts.NotOver || o.Reason == draughts.NoPieces || o.Reason == draughts.Blocked:
		return ""
	case o.Article != "":
		return o.Reason.String() + " (" + o.Article + ")"
	}
	return o.Reason.String()
}

// Play returns the game under draw rules: the main line up to the first unknown
// move or set-up. The error is that of a move that comes after the end of the
// game under these rules (draughts.ErrGameOver, at a ply that the returned game
// tells by its length), or of a start that is no position; the game is then nil.
// How the game ended off the board stays in g.Result.
func (g *Game) Play(rules draughts.DrawRules) (*draughts.Game, error) {
	setup := g.Start.Setup()
	setup.SinceChange, setup.MoveNumber = g.SinceChange, g.FirstMove
	played, err := draughts.NewGameFrom(setup, rules, draughts.Forgivable&^draughts.EmptyBoard)
	if err != nil {
		return nil, err
	}
	for i, ply := range g.Main.Plies {
		if !ply.Known() || i > 0 && ply.Note != nil && ply.Note.Setup != nil {
			break
		}
		if err := played.Play(ply.Move); err != nil {
			return played, err
		}
	}
	return played, nil
}

// Plies returns the number of plies of the main line.
func (g *Game) Plies() int { return len(g.Main.Plies) }
