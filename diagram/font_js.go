package diagram

import "unicode/utf8"

// letter is the width of a letter in the unit of its size, about.
const letter = 0.55

// measure returns about the width of a text in the unit of size: a program for
// browsers, which draws SVG alone, has no room for fonts.
func measure(s string, size float64, _ weight) float64 {
	return float64(utf8.RuneCountInString(s)) * size * letter
}
