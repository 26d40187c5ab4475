package load

import (
	"net/http"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// The messages of the site, as far as players need them; docs/openapi.yaml and
// docs/api.md have them whole.
type message struct {
	T       string   `json:"t"`
	ID      string   `json:"id"`
	Game    string   `json:"game"`
	Version int      `json:"version"`
	From    int      `json:"from"`
	Keep    int      `json:"keep"`
	Add     []move   `json:"add"`
	Status  string   `json:"status"`
	Clock   *clocks  `json:"clock"`
	Problem *problem `json:"problem"`
	Retry   int      `json:"retry"`
}

// whole is the message with all of a game.
type whole struct {
	Game view `json:"game"`
}

type view struct {
	ID      string  `json:"id"`
	Version int     `json:"version"`
	History []move  `json:"history"`
	Status  string  `json:"status"`
	Clock   *clocks `json:"clock"`
	Start   string  `json:"start"`
}

type clocks struct {
	White   int64   `json:"white"`
	Black   int64   `json:"black"`
	Running *string `json:"running"`
	Now     int64   `json:"now"`
}

func (c *clocks) of(side draughts.Color) int64 {
	if side == draughts.White {
		return c.White
	}
	return c.Black
}

type problem struct {
	Status int    `json:"status"`
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

// isTemporary reports whether the same may go well a little later.
func (p *problem) isTemporary() bool { return p != nil && p.Status == http.StatusServiceUnavailable }

func (p *problem) String() string {
	if p == nil {
		return "no reason"
	}
	return p.Code + ": " + p.Detail
}

type move struct {
	From     string   `json:"from"`
	To       string   `json:"to"`
	Captured []string `json:"captured"`
}

func newMove(m draughts.Move) move {
	j := move{From: m.From.String(), To: m.To.String(), Captured: []string{}}
	for s := range m.Captured.All() {
		j.Captured = append(j.Captured, s.String())
	}
	return j
}

// draughts returns the move; ok is false for one that names no squares.
func (m move) draughts() (d draughts.Move, ok bool) {
	from, err := draughts.ParseSquare(m.From)
	if err != nil {
		return d, false
	}
	to, err := draughts.ParseSquare(m.To)
	if err != nil {
		return d, false
	}
	d = draughts.Move{From: from, To: to}
	for _, name := range m.Captured {
		s, err := draughts.ParseSquare(name)
		if err != nil {
			return d, false
		}
		d.Captured |= s.Bitboard()
	}
	return d, true
}

type clock struct {
	Kind      string `json:"kind"`
	Base      int64  `json:"base,omitempty"`
	Increment int64  `json:"increment,omitempty"`
}

type terms struct {
	Clock  clock  `json:"clock"`
	Rated  bool   `json:"rated"`
	Rules  string `json:"rules"`
	Offers string `json:"offers"`
}

type seatRequest struct {
	Terms terms  `json:"terms"`
	Color string `json:"color"`
	Open  bool   `json:"open"`
	Level int    `json:"level"`
}

type action struct {
	ID   string `json:"id"`
	Type string `json:"type"`
	Ply  int    `json:"ply"`
	Move move   `json:"move"`
}

type actMessage struct {
	T      string `json:"t"`
	Game   string `json:"game"`
	Action action `json:"action"`
}

type pingMessage struct {
	T string `json:"t"`
}

type watchMessage struct {
	T       string `json:"t"`
	Game    string `json:"game"`
	Version int    `json:"version"`
}
