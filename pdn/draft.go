package pdn

// report is a problem by its offset.
type report struct {
	at              int64
	fault           Fault
	found, expected string
	hint            string
	err             error
}

// draft is a move not yet played.
type draft struct {
	from       int64 // where what belongs to it begins: its number, comments before it
	start, end int64
	setup      string // a FEN set up before it
	setupAt    int64
	unknown    bool
	garbled    bool // it only looks like a move
	note       *Note
	variations []*draftLine
}

type draftLine struct {
	plies  []draft
	end    []Comment
	unread string
	to     int64 // where its text ends
}

// frame is a line that is being read.
type frame struct {
	line      *draftLine
	pending   []Comment // for the next move
	from      int64     // where they, or the number of the next move, begin; -1 for none
	numbered  bool      // the number of the next move has come
	dotted    bool      // with a dot
	number    int       // its number
	black     bool      // it is numbered as Black's
	numberAt  int64
	branched  bool // a variation has come since the last move
	setup     string
	setupAt   int64
	hasSetup  bool
	raw       int   // open brackets of text that is only kept, 0 for none
	rawAt     int64 // where it begins
	rawReason Fault
}

// tagSpan is a tag by its place in the text of the tags.
type tagSpan struct {
	name       string
	start, end int
	offset     int64
}
