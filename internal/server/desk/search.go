// Package desk searches positions for people who study them, and tells what it
// finds. Who is served when is a matter of package work.
package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// Longest is how long a position is searched; while others wait, a person gets a
// slice of it only.
const (
	Longest = 2 * time.Minute
	Slice   = 5 * time.Second
)

// Bounds of a request.
const (
	MaxLines = 5
	MaxDepth = 60
)

// Request is a position to search.
type Request struct {
	// Key is the asker's name for the request; every answer has it.
	Key  string
	Game *draughts.Game
	// Lines is the number of first moves to tell, 1 to MaxLines.
	Lines int
	// Depth is where to end, in plies; 0 means MaxDepth.
	Depth int
}

// maxFEN and maxKey bound what a client may send, in bytes.
const (
	maxFEN = 500
	maxKey = 100
)

// NewRequest checks a request; without a FEN it is about the start position. What
// composers may forgive in a position is forgiven.
func NewRequest(key, fen, rules string, lines, depth int) (Request, *wire.Problem) {
	bad := func(code, detail string) (Request, *wire.Problem) {
		return Request{}, wire.Refuse(code, detail)
	}
	list := draughts.FMJD64
	if rules != "" {
		var err error
		if list, err = draughts.ParseDrawRules(rules); err != nil {
			return bad("bad-rules", err.Error())
		}
	}
	switch {
	case len(key) > maxKey:
		return bad("bad-query", fmt.Sprintf("a key has at most %d bytes", maxKey))
	case len(fen) > maxFEN:
		return bad("bad-fen", "the FEN is too long")
	case lines < 0 || lines > MaxLines:
		return bad("bad-query", fmt.Sprintf("lines is a number from 1 to %d", MaxLines))
	case depth < 0 || depth > MaxDepth:
		return bad("bad-query", fmt.Sprintf("depth is a number from 1 to %d", MaxDepth))
	}
	if fen == "" {
		fen = draughts.StartFEN
	}
	setup, err := draughts.ParseSetup(fen)
	if err != nil {
		return bad("bad-fen", err.Error())
	}
	g, err := draughts.NewGameFrom(setup, list, wire.Forgiven)
	if err != nil {
		return bad("bad-fen", err.Error())
	}
	return Request{Key: key, Game: g, Lines: max(1, lines), Depth: depth}, nil
}

// Message is an answer: the place in the queue, or what was found so far.
type Message struct {
	Key string
	// Queued is how many searches come before this one; 0 means that it is at
	// work.
	Queued int
	Found  Analysis
	// Problem says why there is no answer; nil if there is.
	Problem *wire.Problem
}

// Analysis is what was found so far.
type Analysis struct {
	FEN     string        `json:"fen"`
	Depth   int           `json:"depth"`
	Nodes   int64         `json:"nodes"`
	NPS     int64         `json:"nps"`
	Threads int           `json:"threads"`
	Lines   []Line        `json:"lines"`
	Done    bool          `json:"done"`
	Verdict *wire.Verdict `json:"verdict"`
}

// Line is a line of best play. The score is in men, the chances are of the
// side to move.
type Line struct {
	Score float64     `json:"score"`
	Win   float64     `json:"win"`
	Draw  float64     `json:"draw"`
	Loss  float64     `json:"loss"`
	Plies *int        `json:"plies"` // to a proven end: above 0 a win, else a loss
	PV    []string    `json:"pv"`
	Moves []wire.Move `json:"moves"`
}

// JSON returns the message as sockets and streams tell it.
func (m Message) JSON() []byte {
	var body any
	if m.Problem != nil {
		body = struct {
			T       string        `json:"t"`
			Key     string        `json:"key"`
			Problem *wire.Problem `json:"problem"`
		}{"error", m.Key, m.Problem}
	} else if m.Queued > 0 {
		body = struct {
			T      string `json:"t"`
			Key    string `json:"key"`
			Before int    `json:"before"`
		}{"queued", m.Key, m.Queued}
	} else {
		body = struct {
			T   string `json:"t"`
			Key string `json:"key"`
			Analysis
		}{"analysis", m.Key, m.Found}
	}
	text, err := json.Marshal(body)
	if err != nil {
		panic(err) // numbers and texts only
	}
	return text
}

// Search searches a position until ctx ends or the depth is reached, and tells
// what it finds; the last message is done.
func Search(ctx context.Context, e *engine.Engine, tables *endgame.Tables, req Request, tell func(Message)) {
	g := req.Game
	found := Analysis{FEN: g.Position().FEN(), Threads: e.Threads(), Lines: []Line{}}
	found.Verdict, _ = wire.NewVerdict(tables, g) // a damaged table has no verdict
	depth := req.Depth
	if depth <= 0 {
		depth = MaxDepth
	}
	want := min(req.Lines, len(g.Position().AppendMoves(nil)))
	lines := make([]Line, 0, want)
	for info := range e.Search(ctx, g, engine.Limits{Depth: depth, MultiPV: req.Lines}) {
		if info.Line == 1 {
			lines = make([]Line, 0, want)
		}
		lines = append(lines, newLine(g.Position(), info))
		if len(lines) < want {
			continue
		}
		found.Depth, found.Nodes, found.Lines = info.Depth, info.Nodes, lines
		if info.Time > 0 {
			found.NPS = int64(float64(info.Nodes) / max(info.Time, time.Millisecond).Seconds())
		}
		tell(Message{Key: req.Key, Found: found})
	}
	found.Done = true
	tell(Message{Key: req.Key, Found: found})
}

func newLine(p draughts.Position, info engine.Info) Line {
	win, draw, loss := info.Score.Chances()
	l := Line{Score: float64(info.Score) / 100, Win: win, Draw: draw, Loss: loss, PV: []string{}, Moves: []wire.Move{}}
	if plies, ok := info.Score.Plies(); ok {
		l.Plies = &plies
	}
	for _, m := range info.PV {
		next, err := p.Play(m)
		if err != nil {
			break // the rest of a line from the table may fit another position
		}
		l.PV = append(l.PV, wire.Text(p, m))
		l.Moves = append(l.Moves, wire.NewMove(m))
		p = next
	}
	return l
}
