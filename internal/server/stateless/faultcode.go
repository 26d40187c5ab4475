package stateless

import "github.com/bolshak-draughts/bolshak/pdn"

// faultCodes are the stable names of the problems of a text of games.
var faultCodes = map[pdn.Fault]string{
	pdn.UnclosedComment:   "unclosed-comment",
	pdn.IllegalMove:       "illegal-move",
	pdn.AmbiguousMove:     "ambiguous-move",
	pdn.MalformedMove:     "malformed-move",
	pdn.BadSetup:          "bad-setup",
	pdn.BadFEN:            "bad-fen",
	pdn.WrongGameType:     "wrong-game-type",
	pdn.TooLong:           "too-long",
	pdn.TooDeep:           "too-deep",
	pdn.TooBig:            "too-big",
	pdn.NoGame:            "no-game",
	pdn.NestedComment:     "nested-comment",
	pdn.BadTag:            "bad-tag",
	pdn.UnclosedVariation: "unclosed-variation",
	pdn.StrayBracket:      "stray-bracket",
	pdn.StrayVariation:    "stray-variation",
	pdn.StrayText:         "stray-text",
	pdn.BareCommand:       "bare-command",
	pdn.BoardCode:         "board-code",
	pdn.CyrillicLetters:   "cyrillic-letters",
	pdn.LooseMove:         "loose-move",
	pdn.OtherEncoding:     "other-encoding",
	pdn.UndecodedBytes:    "undecoded-bytes",
	pdn.BlackFirst:        "black-first",
	pdn.OtherNumbering:    "other-numbering",
	pdn.UnknownMove:       "unknown-move",
	pdn.UnreadMoves:       "unread-moves",
	pdn.ResultsDiffer:     "results-differ",
	pdn.BadResult:         "bad-result",
	pdn.Misnumbered:       "misnumbered",
	pdn.MoreProblems:      "more-problems",
}

// FaultCode returns the stable name of a fault.
func FaultCode(f pdn.Fault) string {
	if code, known := faultCodes[f]; known {
		return code
	}
	return "other"
}
