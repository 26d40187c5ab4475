package pdn

import (
	"math"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Detect finds the encoding of a piece of text without a byte order mark. ASCII
// counts as UTF8. Text that is UTF-8 but for a few bytes is UTF-8; else each
// one-byte encoding is tried, and the one in which letters follow each other as
// in Russian wins. Windows1252 stands for text in Latin letters with accents.
func Detect(b []byte) Encoding {
	if e := halfZero(b); e != AnyEncoding {
		return e
	}
	return detect(b)
}

// detect is Detect of a piece from the middle of a text.
func detect(b []byte) Encoding {
	good, bad := 0, 0
	for rest := b; len(rest) > 0; {
		n := asciiPrefix(rest)
		rest = rest[n:]
		if len(rest) == 0 {
			break
		}
		_, size := utf8.DecodeRune(rest)
		switch {
		case size > 1:
			good++
		case good > 0 && !utf8.FullRune(rest):
			// The text was cut here.
		default:
			bad++
		}
		rest = rest[size:]
	}
	if bad == 0 || good >= 4*bad {
		return UTF8
	}
	best, most := Windows1251, math.Inf(-1)
	for e := Windows1251; e <= Windows1252; e++ {
		if s := russianness(b, e); s > most {
			best, most = e, s
		}
	}
	return best
}

// Weights of russianness, as logarithms of likelihoods: they need only be in
// proportion to those of the pairs of letters, which are near -3.
const (
	oddCase    = -6.0 // a capital behind a small letter
	capital    = -0.3 // a capital behind a capital
	foreign    = -9.0 // a high byte that is no letter and no common sign
	sign       = -2.0 // a common sign, such as a quotation mark
	rare       = -7.0 // a letter of Ukrainian or Belarusian
	mixed      = -9.0 // a Cyrillic letter that touches a Latin one
	accent     = -4.0 // an accented letter in a word with plain ones
	accentOnly = -9.0 // an accented letter in a word without
	lowerWord  = -0.1 // a word in small letters, in favour of names
)

// russianness is the logarithm of how likely the text is when it is in
// encoding e, up to a constant.
func russianness(b []byte, e Encoding) float64 {
	table := e.table()
	pairs := russianPairs()
	score := 0.0
	last := 0 // the letter before, 0 for none
	lastUpper, lastLatin := false, false
	for i, c := range b {
		if c < 0x80 {
			latin := isLatin(c)
			if last > 0 {
				score += pairs[last][0]
				if latin {
					score += mixed
				}
			}
			last, lastLatin = 0, latin
			continue
		}
		r := table[c-0x80]
		if e == Windows1252 {
			switch {
			case !unicode.IsLetter(r):
				score += signScore(r, false)
			case inLatinWord(b, i):
				score += accent
			default:
				score += accentOnly
			}
			continue
		}
		letter := russianLetter(r)
		nextLatin := i+1 < len(b) && isLatin(b[i+1])
		if (r == 'х' || r == 'Х') && i > 0 && isDigit(b[i-1]) && (nextLatin || i+1 < len(b) && isDigit(b[i+1])) {
			score += sign // the x of a capture
			last, lastLatin = 0, false
			continue
		}
		if letter == 0 && (lastLatin && nextLatin) {
			score += foreign + mixed // a word with a sign in it
			last, lastLatin = 0, false
			continue
		}
		if letter == 0 {
			if last > 0 {
				score += pairs[last][0]
			}
			score += signScore(r, last > 0)
			last, lastLatin = 0, false
			continue
		}
		score += pairs[last][letter]
		upper := unicode.IsUpper(r)
		switch {
		case last > 0 && upper && lastUpper:
			score += capital
		case last > 0 && upper:
			score += oddCase
		case last == 0 && !upper:
			score += lowerWord
		}
		if lastLatin {
			score += mixed
		}
		last, lastUpper, lastLatin = letter, upper, false
	}
	if last > 0 {
		score += pairs[last][0]
	}
	return score
}

func isLatin(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// inLatinWord reports whether a plain letter stands near in the word of b[i], of
// which all other bytes above 0x7F are taken as letters.
func inLatinWord(b []byte, i int) bool {
	const near = 8
	for j := i - 1; j >= max(0, i-near) && (b[j] >= 0x80 || isLatin(b[j])); j-- {
		if b[j] < 0x80 {
			return true
		}
	}
	for j := i + 1; j < min(len(b), i+near) && (b[j] >= 0x80 || isLatin(b[j])); j++ {
		if b[j] < 0x80 {
			return true
		}
	}
	return false
}

// signScore weighs a character that is no Russian letter; behind says that it
// touches a letter before it.
func signScore(r rune, behind bool) float64 {
	switch r {
	case '«', '“', '„', '№', '½', '×', '°':
		if !behind {
			return sign
		}
	case '»', '”', '’', '—', '–', '…', '\u00A0':
		return sign
	case 'І', 'і', 'Ї', 'ї', 'Є', 'є', 'Ў', 'ў', 'Ґ', 'ґ':
		return rare
	}
	return foreign
}

// russianLetter numbers the letters from а (1) to я (32), ё being е; 0 for
// other characters.
func russianLetter(r rune) int {
	switch {
	case r >= 'А' && r <= 'Я':
		return int(r-'А') + 1
	case r >= 'а' && r <= 'я':
		return int(r-'а') + 1
	case r == 'ё' || r == 'Ё':
		return 6
	}
	return 0
}

// russianPairs returns the logarithms of how likely a letter is behind another,
// 0 standing for the edge of a word; learnt from sampleWords.
var russianPairs = sync.OnceValue(func() *[33][33]float64 {
	var pairs [33][33]float64
	for i := range pairs {
		for j := range pairs[i] {
			pairs[i][j] = 0.2 // what was never seen may still be
		}
	}
	last := 0
	for _, r := range sampleWords + " " {
		letter := russianLetter(r)
		if last != 0 || letter != 0 {
			pairs[last][letter]++
		}
		last = letter
	}
	for i := range pairs {
		sum := 0.0
		for _, n := range pairs[i] {
			sum += n
		}
		for j, n := range pairs[i] {
			pairs[i][j] = math.Log(n / sum)
		}
	}
	return &pairs
})
