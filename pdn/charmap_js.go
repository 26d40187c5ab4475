package pdn

import (
	"strings"
	"syscall/js"
)

// upperHalf returns the characters of the bytes from 0x80 on of a one-byte
// encoding, U+FFFD for those that mean nothing. The browser knows them, so that a
// program for it need not bring the tables of all encodings along.
func upperHalf(e Encoding) (t [128]rune) {
	name := strings.Replace(e.String(), "cp", "ibm", 1)
	bytes := make([]byte, len(t))
	for i := range bytes {
		bytes[i] = byte(i + 128)
	}
	array := js.Global().Get("Uint8Array").New(len(bytes))
	js.CopyBytesToJS(array, bytes)
	text := js.Global().Get("TextDecoder").New(name).Call("decode", array).String()
	copy(t[:], []rune(text))
	return t
}
