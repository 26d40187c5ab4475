package pdn

import "strings"

// latinFEN returns a FEN with the letters of Russian books replaced: Б and Ч for
// the sides, Д or К before kings, Cyrillic files.
func latinFEN(fen string) string {
	ascii := true
	for i := 0; i < len(fen); i++ {
		ascii = ascii && fen[i] < 0x80
	}
	if ascii {
		return fen
	}
	var b strings.Builder
	runes := []rune(strings.TrimSpace(fen))
	section := true // the letter of a side may stand here
	for i, r := range runes {
		rank := i+1 < len(runes) && runes[i+1] < 0x80 && isRank(byte(runes[i+1]))
		file, _ := cyrillicFile(r)
		switch {
		case section && strings.ContainsRune("Бб", r):
			b.WriteByte('W')
		case section && strings.ContainsRune("Чч", r):
			b.WriteByte('B')
		case r == 'К' || r == 'к' || (r == 'Д' || r == 'д') && !rank:
			b.WriteByte('K')
		case file != 0 && rank:
			b.WriteByte(file)
		default:
			b.WriteRune(r)
		}
		if r != ' ' && r != '"' {
			section = r == ':'
		}
	}
	return b.String()
}

// hasNumbers reports whether a FEN gives a square as a number.
func hasNumbers(fen string) bool {
	fen = strings.ToUpper(latinFEN(fen))
	last, before := byte(':'), byte(':') // what stands before, without spaces
	for i := 0; i < len(fen); i++ {
		c := fen[i]
		if c == ' ' || c == '\t' {
			continue
		}
		if isDigit(c) && (last == ',' || last == 'K' || last == 'W' || last == 'B' && before == ':') {
			return true
		}
		last, before = c, last
	}
	return false
}
