package pdn

import "unicode/utf8"

// written is a move as it stands in a text, taken apart: squares as numbers or
// by file and rank.
type written struct {
	norm     [96]byte // in Latin letters, squares joined by ':'
	size     int
	squares  int
	half     bool // the start is given by its file alone: cd4
	numbers  bool
	cyrillic bool
	// maybeKing: it begins with a capital Д that may be a file (d) or stand for
	// дамка, a king.
	maybeKing bool
}

func (w *written) text() string { return string(w.norm[:w.size]) }

func (w *written) put(c byte) bool {
	if w.size >= len(w.norm) {
		return false
	}
	w.norm[w.size] = c
	w.size++
	return true
}

// cyrillicFile returns the file that a Cyrillic letter stands for, by its sound
// in Russian notation (а б ц д е ф г х, also ж and э) or by its shape on the
// keyboard (а в с е н); no letter means two files. The second result tells х,
// which is also how people type the x of a capture.
func cyrillicFile(r rune) (file byte, x bool) {
	switch r {
	case 'а', 'А':
		return 'a', false
	case 'б', 'Б', 'в', 'В':
		return 'b', false
	case 'ц', 'Ц', 'с', 'С':
		return 'c', false
	case 'д', 'Д':
		return 'd', false
	case 'е', 'Е', 'э', 'Э':
		return 'e', false
	case 'ф', 'Ф':
		return 'f', false
	case 'г', 'Г', 'ж', 'Ж':
		return 'g', false
	case 'х', 'Х':
		return 'h', true
	case 'н', 'Н':
		return 'h', false
	}
	return 0, false
}

// readWritten takes a move apart; ok is false if the text has not the form of a
// move. A king's letter before the start (K, or К and Д in Cyrillic) is dropped.
func readWritten(text []byte) (w written, ok bool) {
	if len(text) < 3 || len(text) > 150 {
		return w, false
	}
	separated := true // the start, or a separator, lies right before
	for i := 0; i < len(text); {
		c := text[i]
		next := byte(0)
		r, size := rune(c), 1
		if c >= 0x80 {
			r, size = utf8.DecodeRune(text[i:])
		}
		if i+size < len(text) {
			next = text[i+size]
		}
		if isDigit(c) {
			if w.half || w.squares > 0 && !w.numbers || !separated {
				return w, false
			}
			w.numbers = true
			if w.squares > 0 {
				w.put(':')
			}
			w.put(c)
			i++
			if i < len(text) && isDigit(text[i]) {
				w.put(text[i])
				i++
			}
			w.squares++
			separated = false
			continue
		}
		file, x := byte(0), false
		if c < 0x80 && isFile(c|0x20) {
			file = c | 0x20
		} else if c >= 0x80 {
			file, x = cyrillicFile(r)
			if x && w.numbers {
				file = 0 // the x of a capture
			}
		}
		switch {
		case file != 0 && isRank(next):
			if w.numbers {
				return w, false
			}
			if w.squares > 0 || w.half {
				w.put(':')
			}
			w.put(file)
			if !w.put(next) {
				return w, false
			}
			w.squares++
			i += size + 1
			separated = false
		case file != 0 && w.squares == 0 && !w.half && !w.numbers:
			w.half = true
			w.maybeKing = r == 'Д'
			w.put(file)
			i += size
			separated = false
		case i == 0 && (c == 'K' || r == 'К'):
			i += size
			continue // no file, whatever the letter is
		case isCaptureOrDash(r):
			if w.squares == 0 && !w.half {
				return w, false
			}
			separated = true
			i += size
			continue
		default:
			return w, false
		}
		w.cyrillic = w.cyrillic || c >= 0x80
	}
	parts := w.squares
	if w.half {
		parts++
	}
	return w, parts >= 2 && w.squares >= 1 && !separated && w.size < len(w.norm)
}

// isCaptureOrDash reports whether r may stand between the squares of a move.
func isCaptureOrDash(r rune) bool {
	switch r {
	case '-', ':', 'x', 'X', 'х', 'Х', '×', '–', '—', '−', '‐', '‑', '‒', '―':
		return true
	}
	return false
}
