package pdn

import (
	"bytes"
	"encoding/binary"
	"io"
	"sort"
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
	fixed   bool     // the caller has told enc
	spans   []span   // where another encoding than enc begins, or enc again
	out     int64    // how much was decoded
	size    int      // of what is being appended to
	started bool
	bom     int    // length of the byte order mark
	context []byte // the last bytes passed on before the encoding was known
	raw     bool   // some bytes meant nothing
}

// span says that an encoding is used from an offset of the decoded text on.
type span struct {
	from int64
	enc  Encoding
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
	d.size = size
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
			d.out += int64(len(dst) - size)
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
	d.fixed = d.enc != AnyEncoding
	if d.fixed && d.enc != marked {
		d.bom = 0 // the caller knows better
	}
	if d.enc == AnyEncoding {
		d.enc = marked
	}
	d.take(d.bom)
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
	if d.enc.oneByte() { // what is UTF-8 says nothing of the rest
		rest := d.context
		for text := d.in; len(text) > 0; {
			n := firstParagraph(text)
			if d.encodingOf(text[:n]) != UTF8 {
				rest = append(rest, text[:n]...)
			}
			text = text[n:]
		}
		d.enc = detect(rest)
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
	case d.enc == UTF16LE || d.enc == UTF16BE:
		return d.utf16(dst)
	case !d.fixed:
		return d.paragraphs(dst)
	}
	end := len(d.in)
	if d.err == nil && d.enc == UTF8 {
		end -= incomplete(d.in)
	}
	dst = d.piece(dst, d.in[:end], d.enc)
	d.take(end)
	return dst
}

// paragraphs decodes as many whole paragraphs as wait. Files are put together of
// others, so that each paragraph may be in another encoding.
func (d *decoder) paragraphs(dst []byte) []byte {
	d.fill(window)
	end := len(d.in)
	if d.err == nil {
		if end = lastParagraph(d.in); end == 0 {
			end = len(d.in) - incomplete(d.in)
		}
	}
	text := d.in[:end]
	if d.enc == UTF8 && utf8.Valid(text) {
		dst = d.piece(dst, text, UTF8)
		d.take(end)
		return dst
	}
	for len(text) > 0 {
		n := firstParagraph(text)
		dst = d.piece(dst, text[:n], d.encodingOf(text[:n]))
		text = text[n:]
	}
	d.take(end)
	return dst
}

// piece decodes text of one encoding; ASCII does not change the one at work.
func (d *decoder) piece(dst, text []byte, e Encoding) []byte {
	n := asciiPrefix(text)
	dst = append(dst, text[:n]...)
	if text = text[n:]; len(text) == 0 {
		return dst
	}
	at := d.out + int64(len(dst)-d.size)
	if e != d.encodingAt(at) {
		d.spans = append(d.spans, span{at, e})
	}
	if e == UTF8 {
		return d.utf8(dst, text)
	}
	table := e.table()
	for len(text) > 0 {
		n := asciiPrefix(text)
		dst = append(dst, text[:n]...)
		text = text[n:]
		for len(text) > 0 && text[0] >= 0x80 {
			r := table[text[0]-0x80]
			if _, raw := RawByte(r); raw {
				d.raw = true
			}
			dst = utf8.AppendRune(dst, r)
			text = text[1:]
		}
	}
	return dst
}

func (d *decoder) utf8(dst, text []byte) []byte {
	if utf8.Valid(text) {
		return append(dst, text...)
	}
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if r == utf8.RuneError && size == 1 {
			r, d.raw = rawRune(text[0]), true
		}
		dst = utf8.AppendRune(dst, r)
		text = text[size:]
	}
	return dst
}

// encodingOf returns the encoding of a paragraph in a text of encoding d.enc.
func (d *decoder) encodingOf(paragraph []byte) Encoding {
	const enough = 3 // stray bytes do not make another encoding
	wide, bad, odd := 0, 0, 0
	for rest := paragraph; len(rest) > 0; {
		rest = rest[asciiPrefix(rest):]
		if len(rest) == 0 {
			break
		}
		r, size := utf8.DecodeRune(rest)
		switch {
		case size == 1:
			bad++
		case r < 0x0530 || r >= 0x2000 && r < 0x2200 || r == '\uFEFF':
			wide++
		default:
			odd++ // neither Latin nor Cyrillic
		}
		rest = rest[size:]
	}
	switch {
	case d.enc != UTF8 && wide > 0 && bad == 0 && odd == 0:
		return UTF8
	case d.enc == UTF8 && wide == 0 && bad >= enough:
		return detect(paragraph)
	}
	return d.enc
}

// lastParagraph returns the index behind the last empty line of b, 0 if there is
// none.
func lastParagraph(b []byte) int {
	end := 0
	for _, line := range []string{"\n\n", "\n\r\n", "\r\r"} {
		if i := bytes.LastIndex(b[end:], []byte(line)); i >= 0 {
			end += i + len(line)
		}
	}
	return end
}

// firstParagraph returns the index behind the first empty line of b, its length
// if there is none.
func firstParagraph(b []byte) int {
	for i := 0; i < len(b); {
		n := bytes.IndexAny(b[i:], "\r\n")
		if n < 0 {
			break
		}
		i += n
		if rest := b[i:]; bytes.HasPrefix(rest, []byte("\n\n")) || bytes.HasPrefix(rest, []byte("\r\r")) {
			return i + 2
		} else if bytes.HasPrefix(rest, []byte("\n\r\n")) {
			return i + 3
		}
		i++
	}
	return len(b)
}

// encodingAt returns the encoding at an offset of the decoded text.
func (d *decoder) encodingAt(at int64) Encoding {
	if n := d.spansTo(at); n > 0 {
		return d.spans[n-1].enc
	}
	return d.encoding()
}

// spansTo returns how many spans begin at an offset or before.
func (d *decoder) spansTo(at int64) int {
	return sort.Search(len(d.spans), func(i int) bool { return d.spans[i].from > at })
}

// forget drops what is only needed before an offset of the decoded text.
func (d *decoder) forget(before int64) {
	if n := d.spansTo(before); n > 1 {
		d.spans = append(d.spans[:0], d.spans[n-1:]...)
	}
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

// width returns how many bytes of the source a piece of decoded text at an offset
// stands for.
func (d *decoder) width(at int64, text []byte) int {
	e, n := d.encodingAt(at), 0
	for _, s := range d.spans[d.spansTo(at):] {
		if s.from >= at+int64(len(text)) {
			break
		}
		n += d.widthIn(e, text[:s.from-at])
		text, at, e = text[s.from-at:], s.from, s.enc
	}
	return n + d.widthIn(e, text)
}

func (d *decoder) widthIn(e Encoding, text []byte) int {
	wide := e == UTF16LE || e == UTF16BE
	switch {
	case e.oneByte():
		return utf8.RuneCount(text)
	case !wide && !d.raw:
		return len(text)
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
