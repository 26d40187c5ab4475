//go:build !js

package pdn

import "golang.org/x/text/encoding/charmap"

// upperHalf returns the characters of the bytes from 0x80 on of a one-byte
// encoding, U+FFFD for those that mean nothing.
func upperHalf(e Encoding) (t [128]rune) {
	m := map[Encoding]*charmap.Charmap{
		Windows1251: charmap.Windows1251, KOI8R: charmap.KOI8R, CP866: charmap.CodePage866,
		ISO88595: charmap.ISO8859_5, Windows1252: charmap.Windows1252,
	}[e]
	for i := range t {
		t[i] = m.DecodeByte(byte(i + 128))
	}
	return t
}
