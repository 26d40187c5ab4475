package pdn

import (
	"bytes"
	"fmt"
)

// Place is a place in the source of games, to the byte.
type Place struct {
	File string // as given in [Options], may be empty
	Line int    // from 1; \n, \r\n and a lone \r end a line
	// Column counts the bytes of the line from 1, in the encoding of the source.
	Column int
	// Offset is the number of bytes of the source before the place, a byte order
	// mark included.
	Offset int64
}

// String returns file:line:column, or line:column where the file has no name.
func (p Place) String() string {
	if p.File == "" {
		return fmt.Sprintf("%d:%d", p.Line, p.Column)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// ruler measures places along the decoded text.
type ruler struct {
	place Place
	cr    bool // the text so far ends in \r: a \n that follows is of the same line end
}

// advance moves over text at an offset; width says how many bytes of the source
// it stands for.
func (r *ruler) advance(at int64, text []byte, width func(int64, []byte) int) {
	if len(text) == 0 {
		return
	}
	r.place.Offset += int64(width(at, text))
	line := text // what stands on the last line
	if r.cr && text[0] == '\n' {
		line = text[1:]
	}
	breaks := bytes.Count(line, []byte{'\n'})
	last := bytes.LastIndexByte(line, '\n')
	if bytes.IndexByte(line, '\r') >= 0 {
		breaks += bytes.Count(line, []byte{'\r'}) - bytes.Count(line, []byte("\r\n"))
		last = max(last, bytes.LastIndexByte(line, '\r'))
	}
	r.cr = text[len(text)-1] == '\r'
	if breaks > 0 {
		r.place.Line += breaks
		r.place.Column = 1
		line = line[last+1:]
	}
	r.place.Column += width(at+int64(len(text)-len(line)), line)
}
