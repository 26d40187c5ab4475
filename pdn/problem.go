package pdn

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Problem is something wrong or strange in the text of a game. As an error it
// wraps Err, so that errors.Is(err, draughts.ErrIllegal) and the like work.
type Problem struct {
	Place
	// Game is the number of the game in its source, from 1.
	Game int
	// Fault is its kind.
	Fault Fault
	// Warning says that the game is good all the same.
	Warning bool
	// Found is what stands there, shortened; Expected is what could have stood
	// there; Hint is what to do. Each may be empty.
	Found, Expected, Hint string
	// Err is the error behind it, such as that of a move; it may be nil.
	Err error
}

// Error returns the problem on one line: place, game, fault, what was found and
// expected, hint.
func (p *Problem) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v: game %d: %v", p.Place, p.Game, p.Fault)
	if p.Found != "" {
		fmt.Fprintf(&b, " %q", p.Found)
	}
	if p.Expected != "" {
		b.WriteString(": expected " + p.Expected)
	}
	if p.Hint != "" {
		b.WriteString(" (" + p.Hint + ")")
	}
	return b.String()
}

// Unwrap returns Err.
func (p *Problem) Unwrap() error { return p.Err }

// shorten cuts text for a message.
func shorten(text string) string {
	const most = 40
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= most {
		return text
	}
	end := most
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "..."
}
