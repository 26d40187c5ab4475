package pdn

import (
	"bytes"
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// window is how many bytes of the source are looked at to find its encoding,
// counted from the first one that is not ASCII.
const window = 64 << 10

// decoder turns a source into UTF-8. It passes ASCII on as it comes and decides
// on an encoding when something else turns up.
type decoder struct {
	src     io.Reader
	err     error // of src, told when all before it is decoded
	in      []byte
	enc     Encoding // AnyEncoding: nothing but ASCII so far
	table   *[128]rune
	started bool
	bom     int    // length of the byte order mark
	context []byte // the last bytes passed on before the encoding was known
	raw     bool   // some bytes meant nothing
}

// encoding returns the encoding found, UTF8 as long as all is ASCII.
func (d *decoder) encoding() Encoding {
	if d.enc == AnyEncoding {
		return UTF8
	}
	return d.enc
}

// fill reads until at least n bytes wait in d.in, or the source ends.
func (d *decoder) fill(n int) {
	for len(d.in) < n && d.err == nil {
		if cap(d.in) < window {
			d.in = append(make([]byte, 0, window), d.in...)
		}
		var k int
		k, d.err = d.src.Read(d.in[len(d.in):cap(d.in)])
		d.in = d.in[:len(d.in)+k]
	}
}

// take removes the first n waiting bytes.
func (d *decoder) take(n int) {
	d.in = d.in[:copy(d.in, d.in[n:])]
}

// more appends decoded text to dst, at least a byte of it unless there is an
// error, which is io.EOF at the end.
func (d *decoder) more(dst []byte) ([]byte, error) {
	if !d.started {
		d.start()
	}
	size := len(dst)
	for {
		d.fill(1)
		if len(d.in) == 0 {
			return dst, d.err
		}
		if d.enc == AnyEncoding {
			dst = d.passASCII(dst)
		} else {
			dst = d.decode(dst)
		}
		if len(dst) > size {
			return dst, nil
		}
		if len(d.in) == cap(d.in) || d.err != nil {
			continue
		}
		d.fill(len(d.in) + 1) // part of a character waits for the rest
	}
}

// start looks for a byte order mark, and for UTF-16 without one.
func (d *decoder) start() {
	d.started = true
	d.fill(64)
	marked := AnyEncoding
	switch {
	case bytes.HasPrefix(d.in, []byte{0xEF, 0xBB, 0xBF}):
		marked, d.bom = UTF8, 3
	case bytes.HasPrefix(d.in, []byte{0xFF, 0xFE}):
		marked, d.bom = UTF16LE, 2
	case bytes.HasPrefix(d.in, []byte{0xFE, 0xFF}):
		marked, d.bom = UTF16BE, 2
	default:
		marked = halfZero(d.in)
	}
	if d.enc != AnyEncoding && d.enc != marked {
		d.bom = 0 // the caller knows better
	}
	if d.enc == AnyEncoding {
		d.enc = marked
	}
	d.take(d.bom)
	if d.enc.oneByte() {
		d.table = d.enc.table()
	}
}

// halfZero finds UTF-16 at the beginning of a text by its zero bytes: text of
// games begins with ASCII and has plenty of it.
func halfZero(b []byte) Encoding {
	b = b[:min(len(b), 64)]
	var zeros [2]int
	for i, c := range b {
		if c == 0 {
			zeros[i%2]++
		}
	}
	switch enough := len(b) / 8; {
	case len(b) < 2:
	case b[1] == 0 && zeros[1] > enough && zeros[0] == 0:
		return UTF16LE
	case b[0] == 0 && zeros[0] > enough && zeros[1] == 0:
		return UTF16BE
	}
	return AnyEncoding
}

// passASCII passes ASCII on; at the first other byte it decides.
func (d *decoder) passASCII(dst []byte) []byte {
	n := asciiPrefix(d.in)
	if n > 0 {
		dst = append(dst, d.in[:n]...)
		d.context = append(d.context, d.in[max(0, n-16):n]...)
		d.context = d.context[max(0, len(d.context)-16):]
		d.take(n)
		return dst
	}
	d.fill(window)
	d.enc = detect(append(d.context, d.in...))
	if d.enc.oneByte() {
		d.table = d.enc.table()
	}
	return dst
}

// asciiPrefix returns the length of the ASCII that b begins with.
func asciiPrefix(b []byte) int {
	n := 0
	for ; len(b)-n >= 8; n += 8 {
		if binary.LittleEndian.Uint64(b[n:])&0x8080808080808080 != 0 {
			break
		}
	}
	for n < len(b) && b[n] < 0x80 {
		n++
	}
	return n
}

// decode decodes what waits, but for part of a character at its end.
func (d *decoder) decode(dst []byte) []byte {
	switch {
	case d.enc == UTF8:
		return d.utf8(dst)
	case d.enc == UTF16LE || d.enc == UTF16BE:
		return d.utf16(dst)
	}
	for rest := d.in; len(rest) > 0; {
		n := asciiPrefix(rest)
		dst = append(dst, rest[:n]...)
		rest = rest[n:]
		for len(rest) > 0 && rest[0] >= 0x80 {
			dst = utf8.AppendRune(dst, d.table[rest[0]-0x80])
			rest = rest[1:]
		}
	}
	d.in = d.in[:0]
	return dst
}

func (d *decoder) utf8(dst []byte) []byte {
	end := len(d.in)
	if d.err == nil {
		end -= incomplete(d.in)
	}
	text := d.in[:end]
	if utf8.Valid(text) {
		dst = append(dst, text...)
		d.take(end)
		return dst
	}
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if r == utf8.RuneError && size == 1 {
			r, d.raw = rawRune(text[0]), true
		}
		dst = utf8.AppendRune(dst, r)
		text = text[size:]
	}
	d.take(end)
	return dst
}

// incomplete returns how many bytes at the end of b may be the beginning of a
// character of UTF-8.
func incomplete(b []byte) int {
	for n := 1; n <= min(3, len(b)); n++ {
		if tail := b[len(b)-n:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return n
			}
			return 0
		}
	}
	return 0
}

func (d *decoder) utf16(dst []byte) []byte {
	unit := func(b []byte) rune {
		if d.enc == UTF16LE {
			return rune(binary.LittleEndian.Uint16(b))
		}
		return rune(binary.BigEndian.Uint16(b))
	}
	rest := d.in
	for len(rest) >= 2 {
		r := unit(rest)
		size := 2
		if utf16.IsSurrogate(r) {
			if len(rest) < 4 && d.err == nil {
				break
			}
			pair := rune(utf8.RuneError)
			if len(rest) >= 4 {
				pair = utf16.DecodeRune(r, unit(rest[2:]))
			}
			if pair == utf8.RuneError {
				dst = d.appendRaw(dst, rest[:2])
				rest = rest[2:]
				continue
			}
			r, size = pair, 4
		}
		dst = utf8.AppendRune(dst, r)
		rest = rest[size:]
	}
	if d.err != nil {
		dst = d.appendRaw(dst, rest)
		rest = nil
	}
	d.take(len(d.in) - len(rest))
	return dst
}

// appendRaw keeps bytes that mean nothing.
func (d *decoder) appendRaw(dst, b []byte) []byte {
	for _, c := range b {
		d.raw = true
		dst = utf8.AppendRune(dst, rawRune(c))
	}
	return dst
}

// width returns how many bytes of the source a piece of decoded text stands for.
func (d *decoder) width(text []byte) int {
	wide := d.enc == UTF16LE || d.enc == UTF16BE
	switch {
	case !wide && !d.raw && !d.enc.oneByte():
		return len(text)
	case d.enc.oneByte():
		return utf8.RuneCount(text)
	}
	n := 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		switch _, raw := RawByte(r); {
		case raw && d.raw:
			n++
		case !wide:
			n += size
		case r >= 0x10000:
			n += 4
		default:
			n += 2
		}
	}
	return n
}
