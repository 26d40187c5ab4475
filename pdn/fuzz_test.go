package pdn

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
	"unicode/utf8"
)

// Every token lies behind the one before, between them is only white space, and
// its place tells where it stands in the source.
func FuzzScan(f *testing.F) {
	f.Add([]byte("[White \"A\"]\n\n1. c3-d4! {x} (1. e3-f4) b6:d4 $3 1/2-1/2\n"), false)
	f.Fuzz(func(t *testing.T, source []byte, small bool) {
		opt := Options{Encoding: UTF8}
		if small {
			opt.MaxToken = 64
		}
		s := NewScanner(bytes.NewReader(source), opt)
		source = bytes.TrimPrefix(source, []byte("\xEF\xBB\xBF"))
		bom := int64(s.d.bom)
		exact := utf8.Valid(source)
		end, last := int64(0), Place{Line: 1}
		for s.Scan() {
			tok := s.Token()
			if s.base == 0 && bom == 0 {
				bom = int64(s.d.bom)
			}
			at := tok.Offset - bom
			if len(tok.Text) == 0 && s.within == 0 && tok.Kind != KindComment {
				t.Fatalf("empty %v at %v", tok.Kind, tok.Place)
			}
			if len(tok.Text) > opt.withDefaults().MaxToken+nestedWindow+150 {
				t.Fatalf("%v of %d bytes at %v", tok.Kind, len(tok.Text), tok.Place)
			}
			if at < end || tok.Line < last.Line || tok.Line == last.Line && tok.Column < last.Column {
				t.Fatalf("%v goes back to %v", tok.Kind, tok.Place)
			}
			last = tok.Place
			if !exact {
				continue
			}
			if !bytes.HasPrefix(source[at:], tok.Text) {
				t.Fatalf("%v %q is not at %d", tok.Kind, tok.Text, at)
			}
			if gap := strings.Trim(string(source[end:at]), ", \t\r\n\v\f\u00A0\u0085\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u200B\u2028\u2029\u202F\uFEFF"); gap != "" {
				t.Fatalf("%q in no token", gap)
			}
			end = at + int64(len(tok.Text))
			lines := strings.Split(strings.NewReplacer("\r\n", "\r\n", "\r", "\r\n", "\n", "\r\n").Replace(string(source[:at])), "\r\n")
			before := source[:at]
			if i := bytes.LastIndexAny(before, "\r\n"); i >= 0 {
				before = before[i+1:]
			}
			if tok.Line != len(lines) || tok.Column != len(before)+1 {
				t.Fatalf("%v %q is at line %d, column %d, not %v", tok.Kind, tok.Text, len(lines), len(before)+1, tok.Place)
			}
		}
	})
}

// What was read, written and read again is the same, and so is its text.
func FuzzRead(f *testing.F) {
	f.Add([]byte("[White \"A\"]\n\n1. c3-d4! {x} (1. e3-f4) b6-c5 $3 1/2-1/2\n"), byte(0))
	f.Fuzz(func(t *testing.T, source []byte, flags byte) {
		opt := Options{Strict: flags&1 != 0}
		if flags&2 != 0 {
			opt.MaxToken, opt.MaxGame, opt.MaxDepth = 64, 500, 2
		}
		style := WriteOptions{CaptureX: flags&4 != 0, Points: flags&8 != 0, Numbers: flags&16 != 0, Width: int(flags>>5) * 20}
		checkRoundTrip(t, source, opt, style)
	})
}

func checkRoundTrip(t *testing.T, source []byte, opt Options, style WriteOptions) {
	t.Helper()
	var first, second bytes.Buffer
	w := NewWriter(&first, style)
	var games []*Game
	for g := range Read(bytes.NewReader(source), opt) {
		games = append(games, g)
		if err := w.WriteGame(g); err != nil {
			t.Fatal(err)
		}
	}
	w = NewWriter(&second, style)
	n := 0
	for g := range Read(bytes.NewReader(first.Bytes()), Options{}) {
		if n >= len(games) {
			t.Fatalf("%d games became more:\n%s", len(games), first.Bytes())
		}
		if !Equal(g, games[n]) {
			t.Fatalf("game %d was\n%s and became\n%s in\n%s", n+1, dump(games[n]), dump(g), first.Bytes())
		}
		n++
		if err := w.WriteGame(g); err != nil {
			t.Fatal(err)
		}
	}
	if n < len(games) {
		t.Fatalf("%d games became %d:\n%s", len(games), n, first.Bytes())
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Fatalf("written\n%s and again\n%s", first.Bytes(), second.Bytes())
	}
}

// dump shows all of a game for a failed test.
func dump(g *Game) string {
	var b strings.Builder
	fmt.Fprintf(&b, "preamble %q tags %q start %v %d %d result %v after %q\n",
		g.Preamble, g.Tags, g.Start, g.SinceChange, g.FirstMove, g.Result, g.After)
	dumpLine(&b, g.Main, "")
	for _, p := range g.Problems {
		fmt.Fprintln(&b, p)
	}
	return b.String()
}

func dumpLine(b *strings.Builder, line Line, indent string) {
	for _, ply := range line.Plies {
		fmt.Fprintf(b, "%s%v", indent, ply.Move)
		if n := ply.Note; n != nil {
			fmt.Fprintf(b, " unknown %q setup %v before %q marks %q after %q", n.Unknown, n.Setup, n.Before, n.Marks, n.After)
			for _, v := range n.Variations {
				fmt.Fprintf(b, "\n%svariation\n", indent)
				dumpLine(b, v, indent+"  ")
			}
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(b, "%send %q unread %q\n", indent, line.End, line.Unread)
}

// No byte is lost: the source can be made again of what was decoded.
func FuzzDecode(f *testing.F) {
	f.Add([]byte("[White \"\xC8\xE2\xE0\xED\xEE\xE2\"]"))
	f.Fuzz(func(t *testing.T, source []byte) {
		d := decoder{src: iotest.HalfReader(bytes.NewReader(source))}
		var text []byte
		for {
			var err error
			if text, err = d.more(text); err != nil {
				break
			}
		}
		if !utf8.Valid(text) {
			t.Fatalf("%q is not UTF-8", text)
		}
		if private(source, d.encoding()) || len(d.spans) > 0 && private(source, UTF8) {
			return // private characters stand for themselves
		}
		var back []byte
		ends := append(slices.Clone(d.spans), span{from: int64(len(text))})
		for i, from := 0, int64(0); i < len(ends); i++ {
			back = append(back, encodeAs(t, d.encodingAt(from), string(text[from:ends[i].from]), d.raw)...)
			from = ends[i].from
		}
		if want := source[d.bom:]; !bytes.Equal(back, want) {
			t.Fatalf("%v: % x became %q, that is % x", d.encoding(), want, text, back)
		}
		if d.width(0, text) != len(back) {
			t.Fatalf("width %d of % x", d.width(0, text), back)
		}
	})
}

// private reports whether a source has characters that else stand for bytes.
func private(source []byte, e Encoding) bool {
	for i := range source {
		r, _ := utf8.DecodeRune(source[i:])
		if e == UTF16LE && i%2 == 1 || e == UTF16BE && i%2 == 0 {
			r = rune(source[i]) << 8
		}
		if _, ok := RawByte(r); ok && !e.oneByte() {
			return true
		}
	}
	return false
}

// encodeAs writes text in an encoding; raw says whether private characters stand
// for bytes.
func encodeAs(t testing.TB, e Encoding, text string, raw bool) []byte {
	t.Helper()
	var b []byte
	bytesOf := map[rune]byte{}
	if e.oneByte() {
		for i, r := range e.table() {
			bytesOf[r] = byte(i + 128)
		}
	}
	for _, r := range text {
		if c, ok := RawByte(r); ok && raw {
			b = append(b, c)
			continue
		}
		switch {
		case e == UTF8:
			b = utf8.AppendRune(b, r)
		case e.oneByte() && r < 0x80:
			b = append(b, byte(r))
		case e.oneByte():
			c, ok := bytesOf[r]
			if !ok {
				t.Fatalf("%v has no %q", e, r)
			}
			b = append(b, c)
		default:
			for _, u := range utf16.Encode([]rune{r}) {
				if e == UTF16LE {
					b = binary.LittleEndian.AppendUint16(b, u)
				} else {
					b = binary.BigEndian.AppendUint16(b, u)
				}
			}
		}
	}
	return b
}
