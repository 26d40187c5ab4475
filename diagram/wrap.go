package diagram

import "strings"

// fontFamily is what SVG text asks for: the font that pixels are drawn with,
// which hardly any machine has, then whatever is there.
const fontFamily = "Go, 'Noto Sans', 'DejaVu Sans', 'Helvetica Neue', Arial, sans-serif"

// wrap breaks a text into lines of a width at most, at spaces, and between
// letters where a word is longer. Line feeds in the text begin new lines. The
// lines are as even as they can be without becoming more.
func wrap(text string, size, width float64) []string {
	lines := fill(text, size, width)
	for narrow := width * 0.95; len(lines) > 1 && narrow > width/2; narrow -= float64(width * 0.05) {
		even := fill(text, size, narrow)
		if len(even) > len(lines) {
			break
		}
		lines = even
	}
	return lines
}

// fill breaks a text into lines, each as long as it can be.
func fill(text string, size, width float64) []string {
	var lines []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		line := ""
		for _, word := range strings.Fields(paragraph) {
			if joined := strings.TrimSpace(line + " " + word); measure(joined, size, regular) <= width {
				line = joined
				continue
			}
			if line != "" {
				lines = append(lines, line)
			}
			for line = word; measure(line, size, regular) > width; {
				head := fitting(line, size, width)
				lines, line = append(lines, line[:head]), line[head:]
			}
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// fitting returns the length in bytes of the longest beginning of a word that has
// a width at most; at least one letter.
func fitting(word string, size, width float64) int {
	head := len(word)
	for i := range word {
		if i > 0 && measure(word[:i], size, regular) > width {
			return head
		}
		if i > 0 {
			head = i
		}
	}
	return head
}
