package pdn

import (
	"iter"
	"strings"
)

// Comment is the text of a comment, with its commands and line ends (\n).
//
// A comment cannot hold a closing brace, and braces and space at its ends
// would not come back. They are written as [%char 7D], with the number of the
// character in hexadecimal, and read back from that.
type Comment string

// Command is a command in a comment, such as [%clk 0:01:02].
type Command struct {
	Name, Value string
}

// Commands yields the commands of the comment in their order.
func (c Comment) Commands() iter.Seq[Command] {
	return func(yield func(Command) bool) {
		rest := string(c)
		for {
			_, inside, ok := strings.Cut(rest, "[%")
			if !ok {
				return
			}
			inside, after, ok := strings.Cut(inside, "]")
			if !ok {
				return
			}
			name, value, _ := strings.Cut(inside, " ")
			if !yield(Command{Name: name, Value: strings.TrimSpace(value)}) {
				return
			}
			rest = after
		}
	}
}

// Text returns the comment without its commands.
func (c Comment) Text() string {
	var b strings.Builder
	rest := string(c)
	for {
		before, inside, ok := strings.Cut(rest, "[%")
		b.WriteString(before)
		if !ok {
			break
		}
		_, after, ok := strings.Cut(inside, "]")
		if !ok {
			b.WriteString("[%" + inside)
			break
		}
		rest = after
	}
	return strings.TrimSpace(b.String())
}

const (
	charCommand   = "[%char "
	unreadCommand = "[%unread]"
	blanks        = " \t\n\v\f"
)

// decodeComment returns the text of a comment as it is kept: without the space
// around it, with \n at the end of each line, [%char ..] resolved.
func decodeComment(text []byte) string {
	s := string(text)
	if strings.IndexByte(s, '\r') >= 0 {
		s = strings.ReplaceAll(s, "\r\n", "\n")
		s = strings.ReplaceAll(s, "\r", "\n")
	}
	s = strings.Trim(s, blanks)
	if !strings.Contains(s, charCommand) {
		return s
	}
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(s, charCommand)
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		if c, ok := hexByte(after); ok {
			b.WriteByte(c)
			s = after[3:]
		} else {
			b.WriteString(charCommand)
			s = after
		}
	}
}

// hexByte reads the two digits and the bracket of [%char 7D].
func hexByte(s string) (c byte, ok bool) {
	if len(s) < 3 || s[2] != ']' {
		return 0, false
	}
	for _, d := range []byte(s[:2]) {
		switch {
		case isDigit(d):
			c = c<<4 | (d - '0')
		case d >= 'A' && d <= 'F':
			c = c<<4 | (d - 'A' + 10)
		default:
			return 0, false
		}
	}
	return c, c < 0x80
}

// encodeComment is the inverse of decodeComment.
func encodeComment(s string) string {
	trimmed := strings.Trim(s, blanks)
	if trimmed == s && !strings.ContainsAny(s, "{}\r[\x00") {
		return s
	}
	const hex = "0123456789ABCDEF"
	first := strings.Index(s, trimmed)
	last := first + len(trimmed)
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		special := c == '{' || c == '}' || c == '\r' || c == 0 || i < first || i >= last ||
			c == '[' && strings.HasPrefix(s[i:], charCommand) ||
			c == '[' && i == 0 && strings.HasPrefix(s, unreadCommand) ||
			c == '[' && i > 0 && s[i-1] == '\n' && opensTag([]byte(s[i:min(i+16, len(s))]))
		if special {
			b.WriteString(charCommand + string([]byte{hex[c>>4], hex[c&15], ']'}))
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
