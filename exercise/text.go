package exercise

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// magic is the first line of a file of exercises, with the version of the format.
const magic = "# bolshak exercises 1"

// ErrFormat: the text is no file of exercises, or an exercise in it is not
// well formed.
var ErrFormat = errors.New("not a file of exercises")

// Write writes a file of exercises: a first line that names the format, remarks
// behind #, then a line an exercise of five columns with tabs between them: id,
// FEN, rating, themes, solution.
//
// A solution is written turn by turn: the move that wins; for each other move
// '~' (the opponent draws) or '#' (he wins), the move and the defence; for each
// reply of the opponent '<', the reply, the next turn if there is one, and '>'.
//
//	c3-d4~c3-b4 a5:c3 d2:b4<a5-b4 d4-c5#d4-e5 f6:d4<b4-a3>><a5-b6>
func Write(w io.Writer, remarks []string, list []*Exercise) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, magic)
	for _, r := range remarks {
		fmt.Fprintf(out, "# %s\n", strings.ReplaceAll(r, "\n", " "))
	}
	for _, x := range list {
		fmt.Fprintf(out, "%s\t%s\t%d\t%s\t", x.ID, x.Start, x.Rating, x.Themes)
		writeTurn(out, x.Solution)
		fmt.Fprintln(out)
	}
	return out.Flush()
}

func writeTurn(w *bufio.Writer, t *Turn) {
	p := t.Position
	w.WriteString(notation.Format(p, t.Move))
	for _, try := range t.Tries {
		sign := byte('~')
		if try.Loses {
			sign = '#'
		}
		w.WriteByte(sign)
		w.WriteString(lineText(p, append([]draughts.Move{try.Move}, try.Line...)))
	}
	next := p.PlayUnchecked(t.Move)
	for _, r := range t.Replies {
		w.WriteByte('<')
		w.WriteString(notation.Format(next, r.Move))
		if r.Next != nil {
			w.WriteByte(' ')
			writeTurn(w, r.Next)
		}
		w.WriteByte('>')
	}
}

// longestExercise is the most that a line of a file may have, in bytes.
const longestExercise = 1 << 20

// Read reads what [Write] writes. All moves are checked to be legal; whether the
// solutions are right is for [Verify]. The error matches [ErrFormat] and names the
// line, or is that of r.
func Read(r io.Reader) ([]*Exercise, error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, longestExercise)
	var list []*Exercise
	seen := map[string]bool{}
	for number := 1; in.Scan(); number++ {
		line := in.Text()
		if number == 1 && line != magic {
			return nil, fmt.Errorf("%w: line 1 is not %q", ErrFormat, magic)
		}
		if strings.HasPrefix(line, "#") {
			continue
		}
		x, err := parse(line)
		if err == nil && seen[x.ID] {
			err = fmt.Errorf("exercise %s stands there twice", x.ID)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrFormat, number, err)
		}
		seen[x.ID] = true
		list = append(list, x)
	}
	switch err := in.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("%w: a line is longer than %d bytes", ErrFormat, longestExercise)
	case err != nil:
		return nil, err
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%w: no exercise", ErrFormat)
	}
	return list, nil
}

func parse(line string) (*Exercise, error) {
	columns := strings.Split(line, "\t")
	if len(columns) != 5 {
		return nil, fmt.Errorf("%d columns instead of 5", len(columns))
	}
	x := &Exercise{ID: columns[0]}
	var err error
	if x.Start, err = draughts.ParsePosition(columns[1]); err != nil {
		return nil, err
	}
	if id := idOf(x.Start); id != x.ID {
		return nil, fmt.Errorf("the position belongs to exercise %s, not %s", id, x.ID)
	}
	if x.Rating, err = strconv.Atoi(columns[2]); err != nil || x.Rating < MinRating || x.Rating > MaxRating {
		return nil, fmt.Errorf("rating %q is no number between %d and %d", columns[2], MinRating, MaxRating)
	}
	if x.Themes, err = parseThemes(columns[3]); err != nil {
		return nil, err
	}
	r := reader{text: columns[4]}
	if x.Solution, err = r.turn(x.Start, 1); err != nil {
		return nil, err
	}
	if r.at != len(r.text) {
		return nil, r.fault("the solution goes on after its end")
	}
	return x, nil
}

// reader reads the text of a solution.
type reader struct {
	text string
	at   int
}

func (r *reader) fault(format string, args ...any) error {
	return fmt.Errorf("solution, byte %d: %s", r.at+1, fmt.Sprintf(format, args...))
}

// take reports whether the next byte is c, and goes past it if so.
func (r *reader) take(c byte) bool {
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

// move reads a move of p.
func (r *reader) move(p draughts.Position) (draughts.Move, error) {
	word := r.text[r.at:]
	if i := strings.IndexAny(word, " ~#<>"); i >= 0 {
		word = word[:i]
	}
	m, err := notation.Parse(p, word)
	if err != nil {
		return m, r.fault("%v", err)
	}
	r.at += len(word)
	return m, nil
}

// deepest is the most turns that a line of a solution may have.
const deepest = 100

func (r *reader) turn(p draughts.Position, depth int) (*Turn, error) {
	if depth > deepest {
		return nil, r.fault("more than %d turns in a line", deepest)
	}
	t := &Turn{Position: p}
	var err error
	if t.Move, err = r.move(p); err != nil {
		return nil, err
	}
	for {
		loses := r.take('#')
		if !loses && !r.take('~') {
			break
		}
		try := Try{Loses: loses}
		if try.Move, err = r.move(p); err != nil {
			return nil, err
		}
		for q, m := p, try.Move; r.take(' '); try.Line = append(try.Line, m) {
			q = q.PlayUnchecked(m)
			if m, err = r.move(q); err != nil {
				return nil, err
			}
		}
		t.Tries = append(t.Tries, try)
	}
	next := p.PlayUnchecked(t.Move)
	for r.take('<') {
		var reply Reply
		if reply.Move, err = r.move(next); err != nil {
			return nil, err
		}
		if r.take(' ') {
			if reply.Next, err = r.turn(next.PlayUnchecked(reply.Move), depth+1); err != nil {
				return nil, err
			}
		}
		if !r.take('>') {
			return nil, r.fault("> is missing")
		}
		t.Replies = append(t.Replies, reply)
	}
	return t, nil
}
