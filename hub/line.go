package hub

import (
	"fmt"
	"strings"
)

// Line is a line of the protocol: a command and its arguments, as in
//
//	info depth=12 score=0.05 pv="22-17 9-14"
type Line struct {
	Command string
	Args    []Arg
}

// Arg is an argument, name=value, or a bare word such as think in 'go think'.
type Arg struct {
	Name, Value string
	Bare        bool
}

func arg(name, value string) Arg { return Arg{Name: name, Value: value} }

func word(name string) Arg { return Arg{Name: name, Bare: true} }

// blanks stand between the words of a line.
const blanks = " \t\r\n"

// ParseLine reads a line. Anything is a line: a quote that is not closed ends
// with the line, a value without a name is passed over, and so is a value of the
// command.
func ParseLine(text string) Line {
	var l Line
	text = strings.Trim(text, blanks)
	for text != "" {
		var a Arg
		i := strings.IndexAny(text, "="+blanks)
		switch {
		case i < 0:
			a, text = word(text), ""
		case text[i] != '=':
			a, text = word(text[:i]), text[i:]
		default:
			a.Name = text[:i]
			a.Value, text = value(text[i+1:])
		}
		switch {
		case a.Name == "":
		case l.Command == "":
			l.Command = a.Name
		default:
			l.Args = append(l.Args, a)
		}
		text = strings.TrimLeft(text, blanks)
	}
	return l
}

// value reads a value, quoted or not, and returns what is left.
func value(text string) (value, rest string) {
	if quoted, ok := strings.CutPrefix(text, `"`); ok {
		value, rest, _ = strings.Cut(quoted, `"`)
		return value, rest
	}
	if i := strings.IndexAny(text, blanks); i >= 0 {
		return text[:i], text[i:]
	}
	return text, ""
}

// Get returns the value of an argument; ok tells whether it is there.
func (l Line) Get(name string) (value string, ok bool) {
	for _, a := range l.Args {
		if a.Name == name {
			return a.Value, true
		}
	}
	return "", false
}

// String writes the line. Values are quoted where they must be; quotes and line
// ends in them, which the protocol cannot carry, become apostrophes and spaces.
func (l Line) String() string {
	var b strings.Builder
	b.WriteString(l.Command)
	for _, a := range l.Args {
		b.WriteByte(' ')
		b.WriteString(a.Name)
		if a.Bare {
			continue
		}
		v := strings.NewReplacer(`"`, "'", "\n", " ", "\r", "").Replace(a.Value)
		if v == "" || strings.ContainsAny(v, blanks) {
			fmt.Fprintf(&b, `="%s"`, v)
		} else {
			b.WriteString("=" + v)
		}
	}
	return b.String()
}
