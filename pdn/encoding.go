package pdn

import (
	"errors"
	"fmt"
	"strings"
)

// Encoding is a way to write text as bytes.
type Encoding uint8

// The encodings that are told apart. In [Options] AnyEncoding means to find out.
const (
	AnyEncoding Encoding = iota
	UTF8
	UTF16LE
	UTF16BE
	Windows1251
	KOI8R
	CP866
	ISO88595
	Windows1252
)

var encodingNames = [...]string{
	"any", "utf-8", "utf-16le", "utf-16be", "windows-1251", "koi8-r", "cp866",
	"iso-8859-5", "windows-1252",
}

// String returns the name of the encoding, such as "windows-1251".
func (e Encoding) String() string {
	if int(e) < len(encodingNames) {
		return encodingNames[e]
	}
	return "unknown encoding"
}

// ErrEncoding says that a name is none of an encoding.
var ErrEncoding = errors.New("no such encoding")

// ParseEncoding returns the encoding with a name, in either case.
func ParseEncoding(name string) (Encoding, error) {
	for e, n := range encodingNames {
		if strings.EqualFold(n, name) {
			return Encoding(e), nil
		}
	}
	return 0, fmt.Errorf("%w %q: expected one of %s", ErrEncoding, name, strings.Join(encodingNames[:], ", "))
}

// oneByte reports whether the encoding has a byte for each character.
func (e Encoding) oneByte() bool { return e >= Windows1251 && e <= Windows1252 }

// table returns the characters of the bytes from 0x80 on of a one-byte
// encoding, with private ones for bytes that mean nothing; the others are ASCII.
func (e Encoding) table() *[128]rune {
	t := upperHalf(e)
	for i, r := range t {
		if r == '\uFFFD' {
			t[i] = rawRune(byte(i + 128))
		}
	}
	return &t
}

// rawBase is the first of the 256 private characters that stand for bytes which
// mean nothing in their encoding.
const rawBase = 0xF700

func rawRune(b byte) rune { return rawBase + rune(b) }

// RawByte returns the byte that r stands for. A byte of the source that means
// nothing in its encoding (a stray byte in UTF-8, half a pair in UTF-16) is kept
// as the private character U+F700 plus the byte, so that no byte is lost and
// all text is valid UTF-8; ok is false for other characters. A source that has
// these private characters itself keeps them too, and nothing tells them apart.
func RawByte(r rune) (b byte, ok bool) {
	if r < rawBase || r > rawBase+255 {
		return 0, false
	}
	return byte(r - rawBase), true
}
