package pdn

// Kind is a kind of [Token].
type Kind uint8

// The kinds of token.
const (
	// KindTag: [Name "value"]. Name and Value are set; Value still has its
	// escapes, see [Unescape].
	KindTag Kind = iota + 1
	// KindNumber: a move number such as 12. or 12...; Number is set, and Black if
	// it has more than one dot.
	KindNumber
	// KindMove: what has the form of a move: c3-d4, c3:e5, cd4, 22-17.
	KindMove
	// KindUnknownMove: dashes where a move should be.
	KindUnknownMove
	// KindMark: the annotator's mark behind a move: !, ?!, (?), +, =, or a * that
	// touches its move.
	KindMark
	// KindNAG: a numeric annotation glyph such as $1; Number is set.
	KindNAG
	// KindComment: {...}, ;... or %...; Value is the text within.
	KindComment
	// KindCommand: a command such as [%clk 0:01:02] outside a comment.
	KindCommand
	// KindOpen and KindClose: the brackets of a variation.
	KindOpen
	KindClose
	// KindResult: 1-0 and the like, or a * that stands alone.
	KindResult
	// KindSetup: /FEN "W:..."/; Value is the FEN.
	KindSetup
	// KindDots: dots without a number before them.
	KindDots
	// KindBoardCode: [pdn] or [/pdn] of a forum, Black being set for the closing
	// one; also what forums leave of their markup: <br>, &nbsp;.
	KindBoardCode
	// KindSpace: white space longer than the longest token. Other white space
	// makes no token.
	KindSpace
	// KindWord: anything else.
	KindWord
)

var kinds = [...]string{
	KindTag: "tag", KindNumber: "move number", KindMove: "move",
	KindUnknownMove: "unknown move", KindMark: "mark", KindNAG: "NAG",
	KindComment: "comment", KindCommand: "command", KindOpen: "(", KindClose: ")",
	KindResult: "result", KindSetup: "set-up", KindDots: "dots",
	KindBoardCode: "forum code", KindSpace: "white space", KindWord: "word",
}

// String returns the kind in words.
func (k Kind) String() string {
	if int(k) < len(kinds) && kinds[k] != "" {
		return kinds[k]
	}
	return "unknown kind"
}

// Token is an event of a [Scanner]. Its slices are valid until the next call of
// [Scanner.Scan].
type Token struct {
	Place
	Kind Kind
	// Fault is what is wrong with its form: one of UnclosedComment,
	// NestedComment, BadTag, TooLong, LooseMove, CyrillicLetters or NoFault.
	Fault Fault
	// Text is the whole token as it stands in the source, converted to UTF-8.
	Text []byte
	// Name and Value are parts of Text, see the kinds.
	Name, Value []byte
	// Number is a move number or that of a NAG, 0 if it is too large.
	Number int
	Black  bool
}

// item is a token by offsets in the decoded text, which stay true when the
// buffer moves.
type item struct {
	kind         Kind
	fault        Fault
	black        bool
	lines        uint8 // line ends before it, at most 2
	number       int32
	start, end   int64
	name, value  int64 // where they begin
	nameEnd, til int64 // where name and value end
}
