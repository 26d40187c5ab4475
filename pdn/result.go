package pdn

import (
	"bytes"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Result is how a game ended.
type Result uint8

// The results.
const (
	// NoResult: not over, or not known ("*").
	NoResult Result = iota
	WhiteWins
	BlackWins
	Drawn
	// BothLose is a double forfeit ("0-0").
	BothLose
)

// String returns the result as the standard writes it: "*", "1-0", "0-1",
// "1/2-1/2" or "0-0".
func (r Result) String() string {
	switch r {
	case WhiteWins:
		return "1-0"
	case BlackWins:
		return "0-1"
	case Drawn:
		return "1/2-1/2"
	case BothLose:
		return "0-0"
	}
	return "*"
}

// Points returns the result with two points for a win: "2-0", "0-2", "1-1".
func (r Result) Points() string {
	switch r {
	case WhiteWins:
		return "2-0"
	case BlackWins:
		return "0-2"
	case Drawn:
		return "1-1"
	}
	return r.String()
}

// ParseResult reads a result in any of its forms: 1-0, 2-0, 1-1, 1/2-1/2, ½-½,
// 1/2, 0-0, * and the like, with any dash or a colon, with spaces or without.
func ParseResult(text string) (r Result, ok bool) { return parseResult([]byte(text)) }

func parseResult(text []byte) (Result, bool) {
	if len(text) > 24 {
		return NoResult, false
	}
	var b [24]byte
	norm := b[:0]
	for len(text) > 0 {
		n := dash(text)
		switch {
		case n > 0 || text[0] == ':':
			norm = append(norm, '-')
			text = text[max(n, 1):]
		case text[0] == ' ':
			text = text[1:]
		case bytes.HasPrefix(text, []byte("½")):
			norm = append(norm, "1/2"...)
			text = text[len("½"):]
			if len(norm) > 7 {
				return NoResult, false
			}
		default:
			norm = append(norm, text[0])
			text = text[1:]
		}
		if len(norm) > 7 {
			return NoResult, false
		}
	}
	switch string(norm) {
	case "1-0", "2-0":
		return WhiteWins, true
	case "0-1", "0-2":
		return BlackWins, true
	case "1/2-1/2", "1-1", "1/2":
		return Drawn, true
	case "0-0":
		return BothLose, true
	case "*", "?-?":
		return NoResult, true
	}
	return NoResult, false
}

// resultOf returns the result of a game that was played.
func resultOf(o draughts.Outcome) Result {
	switch {
	case o.Reason == draughts.NotOver:
		return NoResult
	case o.Winner == draughts.White:
		return WhiteWins
	case o.Winner == draughts.Black:
		return BlackWins
	}
	return Drawn
}
