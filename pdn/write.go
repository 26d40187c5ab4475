package pdn

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// WriteOptions are the dialects in which games may be written. The zero value is
// the standard: algebraic squares, ':' for captures, results such as 1-0.
type WriteOptions struct {
	// CaptureX writes 'x' between the squares of a capture.
	CaptureX bool
	// Points writes results as 2-0, 1-1 and 0-2.
	Points bool
	// Numbers writes squares as numbers, 1 being b8, and says so in GameType.
	Numbers bool
	// Width is where lines of moves are broken, in bytes; 0 means 80. A longer
	// comment stands on its own line.
	Width int
}

// ErrTagName says that a tag has a name that cannot be written.
var ErrTagName = errors.New("not a tag name")

// Writer writes games so that [Read] gives the same games again ([Equal]).
type Writer struct {
	w      io.Writer
	opt    WriteOptions
	games  int
	b      []byte
	column int  // 0 at the beginning of a line
	tight  bool // no space and no line end may come before the next word
}

// NewWriter returns a writer of games to w.
func NewWriter(w io.Writer, opt WriteOptions) *Writer {
	if opt.Width <= 0 {
		opt.Width = 80
	}
	return &Writer{w: w, opt: opt}
}

// Write writes a played game in the standard's form: the tags given, in their
// order; Termination, where no board tells why the game ended; Result, GameType
// and, where the game does not begin at the start position, FEN, unless given;
// the moves and the result. See [FromGame].
func Write(w io.Writer, g *draughts.Game, tags ...Tag) error {
	return NewWriter(w, WriteOptions{}).WriteGame(FromGame(g, tags...))
}

// WriteGame writes a game: its tags in their order, with Result, GameType and
// FEN brought up to date and added where they are needed, and of several Result
// tags only the one that counts ([Game.TagResult]); the moves, captures
// by start and end only where that names one move; the result. The error is
// that of the io.Writer, or ErrTagName, and then nothing is written.
func (w *Writer) WriteGame(g *Game) error {
	w.b, w.column = w.b[:0], 0
	if w.games > 0 {
		w.b = append(w.b, '\n')
	}
	for _, c := range g.Preamble {
		w.comment(c)
		w.line()
	}
	for _, t := range w.tags(g) {
		if !validTagName([]byte(t.Name)) {
			return fmt.Errorf("%w: %q", ErrTagName, t.Name)
		}
		w.b = append(w.b, '[')
		w.b = append(w.b, t.Name...)
		w.b = append(w.b, ' ', '"')
		for i := 0; i < len(t.Value); i++ {
			if t.Value[i] == '"' || t.Value[i] == '\\' {
				w.b = append(w.b, '\\')
			}
			w.b = append(w.b, t.Value[i])
		}
		w.b = append(w.b, "\"]\n"...)
	}
	w.b = append(w.b, '\n')
	w.moves(&g.Main, g.Start, max(g.FirstMove, 1))
	w.word(w.result(g.Result))
	for _, c := range g.After {
		w.b = append(w.b, ' ') // behind the result on its line, so that it stays with the game
		w.column = 0
		w.comment(c)
	}
	w.column = 1
	w.line()
	w.games++
	_, err := w.w.Write(w.b)
	return err
}

func (w *Writer) result(r Result) string {
	if w.opt.Points {
		return r.Points()
	}
	return r.String()
}

// tags returns the tags of a game as they are written.
func (w *Writer) tags(g *Game) Tags {
	known := func(name string) bool { _, ok := g.Tags.Lookup(name); return ok }
	lineEnds := strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")
	// A game that could not be read keeps the FEN that says why.
	unread := g.Start == draughts.Position{}
	fen := w.fen(g)
	gameType := GameType
	if w.opt.Numbers {
		gameType = gameTypeNumbers
	}
	tags := make(Tags, 0, len(g.Tags)+3)
	result := g.Tags.resultTag()
	for i, t := range g.Tags {
		t.Value = lineEnds.Replace(t.Value)
		switch {
		case strings.EqualFold(t.Name, "Result"):
			if i != result {
				continue // a game has one result
			}
			if r, ok := ParseResult(t.Value); ok && (r == g.Result || r == NoResult) || strings.TrimSpace(t.Value) == "" {
				t.Value = w.result(g.Result)
			}
		case strings.EqualFold(t.Name, "GameType"):
			if _, _, err := parseGameType(t.Value); err == nil || strings.TrimSpace(t.Value) == "" {
				t.Value = gameType
			}
		case strings.EqualFold(t.Name, "FEN") && !unread:
			t.Value = fen
		}
		tags = append(tags, t)
	}
	if !known("Result") {
		tags = append(tags, Tag{"Result", w.result(g.Result)})
	}
	if !known("GameType") {
		tags = append(tags, Tag{"GameType", gameType})
	}
	counted := g.SinceChange > 0 || g.FirstMove > 1 && len(g.Main.Plies) == 0
	if !unread && !known("FEN") && (g.Start != draughts.Start() || counted) {
		tags = append(tags, Tag{"FEN", fen})
	}
	return tags
}

// fen returns the FEN of the start, with the counters where nothing else tells
// them.
func (w *Writer) fen(g *Game) string {
	setup := g.Start.Setup()
	setup.SinceChange, setup.MoveNumber = g.SinceChange, g.FirstMove
	counters := g.SinceChange > 0 || g.FirstMove > 1 && len(g.Main.Plies) == 0
	return draughts.FENStyle{Numbers: w.opt.Numbers, Counters: counters}.Format(setup)
}

// moves writes a line of moves from a position.
func (w *Writer) moves(line *Line, pos draughts.Position, number int) {
	notation := draughts.Notation{Short: true, CaptureX: w.opt.CaptureX, Numbers: w.opt.Numbers}
	told := false // the number of a move of Black's follows from what stands before
	for i := range line.Plies {
		ply := &line.Plies[i]
		note := ply.Note
		if note == nil {
			note = &Note{}
		}
		black := pos.Turn() == draughts.Black
		if note.Setup != nil {
			pos = w.setup(note.Setup, pos)
			black, told = pos.Turn() == draughts.Black, false
		}
		head := ""
		if !black {
			head = strconv.Itoa(number) + "."
		} else if !told || len(note.Before) > 0 {
			head = strconv.Itoa(number) + "..."
		}
		if len(note.Before) > 0 {
			if i > 0 { // else the comments stand first
				w.word(head)
				head = ""
			}
			w.comments(note.Before)
		}
		var text string
		next := pos
		if ply.Known() {
			text = notation.Format(pos, ply.Move)
			next = pos.PlayUnchecked(ply.Move)
		} else {
			text = cmp.Or(note.Unknown, "-")
			next = pos.WithTurn(pos.Turn().Other())
		}
		if head != "" {
			text = head + " " + text
		}
		w.marked(text, note.Marks)
		w.comments(note.After)
		for v := range note.Variations {
			w.word("(")
			w.tight = true
			w.moves(&note.Variations[v], pos, number)
			w.tight = true
			w.word(")")
		}
		told = len(note.After) == 0 && len(note.Variations) == 0
		if black {
			number++
		}
		pos = next
	}
	w.comments(line.End)
	if line.Unread != "" {
		w.word("{" + unreadCommand + encodeComment(line.Unread) + "}")
	}
}

// setup writes a position set up before a move and returns it.
func (w *Writer) setup(s *draughts.Setup, pos draughts.Position) draughts.Position {
	style := draughts.FENStyle{Numbers: w.opt.Numbers, Counters: s.SinceChange > 0 || s.MoveNumber > 0}
	w.word("/FEN \"" + style.Format(*s) + "\"/")
	if p, err := s.Position(draughts.Forgivable); err == nil {
		return p
	}
	return pos
}

// marked writes a move with its marks; NAGs stand apart.
func (w *Writer) marked(text string, marks []string) {
	for _, m := range marks {
		if !strings.HasPrefix(m, "$") {
			text += m
		}
	}
	w.word(text)
	for _, m := range marks {
		if strings.HasPrefix(m, "$") {
			w.word(m)
		}
	}
}

func (w *Writer) comments(comments []Comment) {
	for _, c := range comments {
		w.comment(c)
	}
}

// comment writes a comment, which is never broken.
func (w *Writer) comment(c Comment) {
	if c != "" {
		w.word("{" + encodeComment(string(c)) + "}")
	}
}

// word writes a word behind a space, or on the next line if there is no room.
func (w *Writer) word(text string) {
	switch {
	case w.column == 0 || w.tight:
	case w.column+1+len(text) > w.opt.Width:
		w.b = append(w.b, '\n')
		w.column = 0
	default:
		w.b = append(w.b, ' ')
		w.column++
	}
	w.tight = false
	w.b = append(w.b, text...)
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		w.column = len(text) - i - 1
	} else {
		w.column += len(text)
	}
}

// line ends a line that is not empty.
func (w *Writer) line() {
	if w.column > 0 {
		w.b = append(w.b, '\n')
		w.column = 0
	}
}
