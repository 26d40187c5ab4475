package pdn

// Fault is a kind of problem in a source of games.
type Fault uint8

// The faults. Whether one makes its game bad or is only told as a warning is
// said by [Problem.Warning]; those marked strict are errors in strict mode.
const (
	NoFault Fault = iota

	// Errors.

	// UnclosedComment: a { without a }. The comment is taken to end before the
	// next line that begins with a well-known tag, or with the source.
	UnclosedComment
	// IllegalMove: no legal move fits. The game is kept up to there, the rest
	// of the line as text in [Line.Unread]. So it is with the next three.
	IllegalMove
	// AmbiguousMove: several legal moves fit.
	AmbiguousMove
	// MalformedMove: squares that do not exist, or no move at all where one
	// should be.
	MalformedMove
	// BadSetup: the FEN of a set-up among the moves is wrong.
	BadSetup
	// BadFEN: the FEN tag gives no position; the moves are kept as text.
	BadFEN
	// WrongGameType: the GameType tag names another game than Russian draughts;
	// the moves are kept as text.
	WrongGameType
	// TooLong: a comment, tag or word longer than [Options.MaxToken], which is
	// cut into several.
	TooLong
	// TooDeep: variations nested deeper than [Options.MaxDepth]; those below
	// are kept as text.
	TooDeep
	// TooBig: a game longer than [Options.MaxGame]. It ends there, and all up to
	// the next tag is passed over.
	TooBig
	// NoGame: text without tags, moves and result.
	NoGame

	// Warnings, errors in strict mode.

	// NestedComment: a comment within a comment, kept as its text.
	NestedComment
	// BadTag: a tag whose value is not in proper quotes.
	BadTag
	// UnclosedVariation: a ( without a ).
	UnclosedVariation
	// StrayBracket: a ) without a (.
	StrayBracket
	// StrayVariation: a variation before any move, kept as a comment.
	StrayVariation
	// StrayText: words among the moves, or moves and words behind the result,
	// kept as a comment.
	StrayText
	// BareCommand: a command such as [%clk 0:01:02] outside a comment, kept as
	// one.
	BareCommand
	// BoardCode: a wrapper such as [pdn] from a forum, or markup such as <br>,
	// passed over.
	BoardCode
	// CyrillicLetters: squares written with Cyrillic letters.
	CyrillicLetters
	// LooseMove: a move or result with spaces in it, or a move in the short form
	// cd4.
	LooseMove
	// OtherEncoding: the source is not in UTF-8; it was converted.
	OtherEncoding
	// UndecodedBytes: bytes that mean nothing in the encoding; see [RawByte].
	UndecodedBytes
	// BlackFirst: the moves begin with Black's and no FEN says so.
	BlackFirst

	// Warnings.

	// OtherNumbering: numbers that only fit when a1 is square 1; they were
	// converted.
	OtherNumbering
	// UnknownMove: a move that was not recorded ("41. - -"), kept as text.
	UnknownMove
	// UnreadMoves: moves that an earlier reading could not take, in a comment
	// that begins with [%unread].
	UnreadMoves
	// ResultsDiffer: the Result tag and the result behind the moves say
	// different things.
	ResultsDiffer
	// BadResult: the Result tag is no result.
	BadResult
	// Misnumbered: a move number that does not follow from the one before; told
	// once for a game.
	Misnumbered
	// MoreProblems: the game has more problems than are told.
	MoreProblems
)

// faults holds what is said of each fault: what it is, and a hint where there is
// something to do.
var faults = [...]struct{ text, hint string }{
	NoFault:           {"no fault", ""},
	UnclosedComment:   {"comment without end", "close it with }"},
	IllegalMove:       {"illegal move", ""},
	AmbiguousMove:     {"ambiguous move", "write the whole route, or the captured squares behind it"},
	MalformedMove:     {"not a move", ""},
	BadSetup:          {"bad set-up", ""},
	BadFEN:            {"bad FEN tag", ""},
	WrongGameType:     {"not a game of Russian draughts", "GameType 25 is Russian draughts"},
	TooLong:           {"token too long", "is a closing bracket missing?"},
	TooDeep:           {"variations nested too deep", ""},
	TooBig:            {"game too long", "is a tag or a result missing?"},
	NoGame:            {"no game", ""},
	NestedComment:     {"comment within a comment", "the standard knows no nested comments"},
	BadTag:            {"badly written tag", `write [Name "value"], with \" for a quote in the value`},
	UnclosedVariation: {"variation without end", "close it with )"},
	StrayBracket:      {"closing bracket without an opening one", ""},
	StrayVariation:    {"variation before any move", ""},
	StrayText:         {"text among the moves", "put it in { }"},
	BareCommand:       {"command outside a comment", "put it in { }"},
	BoardCode:         {"forum code around the game", ""},
	CyrillicLetters:   {"Cyrillic letters in a move", ""},
	LooseMove:         {"loosely written move or result", "write both squares, without spaces"},
	OtherEncoding:     {"not in UTF-8", "the program can convert it"},
	UndecodedBytes:    {"bytes that mean nothing in this encoding", ""},
	BlackFirst:        {"Black moves first, and no FEN tag says so", ""},
	OtherNumbering:    {"squares are numbered from a1", "most programs number from b8"},
	UnknownMove:       {"unknown move", ""},
	UnreadMoves:       {"moves not read", ""},
	ResultsDiffer:     {"Result tag and result differ", ""},
	BadResult:         {"the Result tag is no result", "write 1-0, 0-1, 1/2-1/2, 0-0 or *"},
	Misnumbered:       {"move number out of order", "is a move missing?"},
	MoreProblems:      {"more problems than are told", ""},
}

// String returns the fault in words.
func (f Fault) String() string {
	if int(f) < len(faults) {
		return faults[f].text
	}
	return "unknown fault"
}

// warning reports whether the fault leaves its game good.
func (f Fault) warning(strict bool) bool {
	if strict {
		return f >= OtherNumbering
	}
	return f >= NestedComment
}
