package dxp

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Message is one of GameRequest, GameAccept, Move, GameEnd, Chat, BackRequest
// and BackAccept. Format gives its bytes without the NUL that ends it.
type Message interface{ Format() string }

// maxMessage is the most characters of a message.
const maxMessage = 127

// ErrMessage says that bytes are no message of the protocol.
var ErrMessage = errors.New("not a dxp message")

const nameLength = 32

// GameRequest (R) asks for a game.
type GameRequest struct {
	Name string
	// Follower is the color of the one who is asked.
	Follower draughts.Color
	// Minutes is the time of each side for Moves moves, which is 0 where the
	// time is for the whole game.
	Minutes, Moves int
	// Start is the first position, nil for the start position.
	Start *draughts.Position
}

// Code answers a request.
type Code uint8

// The answers to a game request, and to a request to take back.
const (
	OK          Code = 0
	BadVersion  Code = 1
	NotThisGame Code = 2
	Never       Code = 3
)

// GameAccept (A) answers a game request.
type GameAccept struct {
	Name string
	Code Code
}

// Move (M) is a move. Squares are numbered from b8; captured squares may come in
// any order.
type Move struct {
	Seconds int // that it took
	Move    draughts.Move
}

// End is why a game ends, as the sender sees it.
type End uint8

// The reasons.
const (
	Unknown End = 0
	ILose   End = 1
	Draw    End = 2
	IWin    End = 3
)

// GameEnd (E) ends a game; the other side answers with one of its own.
type GameEnd struct {
	Reason End
	// Stop means that no other game is wanted.
	Stop bool
}

// Chat (C) is text for the people.
type Chat struct{ Text string }

// BackRequest (B) asks to go back to the position before a move.
type BackRequest struct {
	Number int // of the full move
	Color  draughts.Color
}

// BackAccept (K) answers it.
type BackAccept struct{ Code Code }

// Format implements [Message].
func (m GameRequest) Format() string {
	text := "R01" + pad(m.Name) + letter(m.Follower) + digits(m.Minutes, 3) + digits(m.Moves, 3)
	if m.Start == nil {
		return text + "A"
	}
	return text + "B" + letter(m.Start.Turn()) + board(*m.Start)
}

// Format implements [Message].
func (m GameAccept) Format() string { return "A" + pad(m.Name) + digits(int(m.Code), 1) }

// Format implements [Message].
func (m Move) Format() string {
	number := draughts.FromTop.Number
	text := "M" + digits(m.Seconds, 4) + digits(number(m.Move.From), 2) + digits(number(m.Move.To), 2) +
		digits(m.Move.Captured.Count(), 2)
	for s := range m.Move.Captured.All() {
		text += digits(number(s), 2)
	}
	return text
}

// Format implements [Message].
func (m GameEnd) Format() string {
	stop := "0"
	if m.Stop {
		stop = "1"
	}
	return "E" + digits(int(m.Reason), 1) + stop
}

// Format implements [Message].
func (m Chat) Format() string {
	text := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, m.Text)
	return "C" + text[:min(len(text), maxMessage-1)]
}

// Format implements [Message].
func (m BackRequest) Format() string { return "B" + digits(m.Number, 3) + letter(m.Color) }

// Format implements [Message].
func (m BackAccept) Format() string { return "K" + digits(int(m.Code), 1) }

func pad(name string) string {
	name = Chat{name}.Format()[1:]
	return fmt.Sprintf("%-*s", nameLength, name[:min(len(name), nameLength)])
}

// digits writes a number in a field of fixed width, the largest that fits where
// it does not.
func digits(n, width int) string {
	most := 1
	for range width {
		most *= 10
	}
	return fmt.Sprintf("%0*d", width, min(max(n, 0), most-1))
}

func letter(c draughts.Color) string {
	if c == draughts.Black {
		return "Z"
	}
	return "W"
}

func board(p draughts.Position) string {
	b := make([]byte, 0, draughts.Squares)
	for n := 1; n <= draughts.Squares; n++ {
		s, _ := draughts.FromTop.Square(n)
		c, king := p.At(s)
		switch {
		case c == draughts.NoColor:
			b = append(b, 'e')
		case king:
			b = append(b, "WZ"[c])
		default:
			b = append(b, "wz"[c])
		}
	}
	return string(b)
}

// Parse reads a message without its NUL. The error matches [ErrMessage].
func Parse(text string) (Message, error) {
	f := fields{text: text}
	var m Message
	switch f.take(1) {
	case "R":
		m = f.request()
	case "A":
		m = GameAccept{Name: strings.TrimRight(f.take(nameLength), " "), Code: Code(f.number(1))}
	case "M":
		m = f.move()
	case "E":
		m = GameEnd{Reason: End(f.choice("0123")), Stop: f.choice("01") == 1}
	case "C":
		m = Chat{f.take(len(text) - 1)}
	case "B":
		m = BackRequest{Number: f.number(3), Color: draughts.Color(f.choice("WZ"))}
	case "K":
		m = BackAccept{Code(f.number(1))}
	default:
		f.at = 0
		f.fail("unknown kind of message")
	}
	if f.err == nil && f.at < len(text) {
		f.fail("more than the message holds")
	}
	if f.err != nil {
		return nil, f.err
	}
	return m, nil
}

// fields reads the fields of a message one after another; after a fault it gives
// zeros.
type fields struct {
	text string
	at   int
	err  error
}

func (f *fields) fail(reason string) {
	if f.err == nil {
		f.err = fmt.Errorf("%w: %s at %d in %q", ErrMessage, reason, f.at+1, f.text)
	}
}

func (f *fields) take(n int) string {
	if f.err != nil || f.at+n > len(f.text) {
		f.fail("cut off")
		return ""
	}
	f.at += n
	return f.text[f.at-n : f.at]
}

func (f *fields) number(width int) int {
	text := f.take(width)
	if f.err != nil {
		return 0
	}
	// Some programs fill with spaces.
	n, err := strconv.Atoi(strings.TrimLeft(text, " "))
	if err != nil || n < 0 {
		f.at -= width
		f.fail("no number")
	}
	return n
}

// choice reads one character and returns its place among those that may stand.
func (f *fields) choice(chars string) int {
	text := f.take(1)
	if f.err != nil {
		return 0
	}
	i := strings.Index(chars, text)
	if i < 0 {
		f.at--
		f.fail("not one of " + chars)
		return 0
	}
	return i
}

func (f *fields) square() draughts.Square {
	s, ok := draughts.FromTop.Square(f.number(2))
	if !ok {
		f.at -= 2
		f.fail("no such square")
		return draughts.A1
	}
	return s
}

func (f *fields) move() Move {
	m := Move{Seconds: f.number(4), Move: draughts.Move{From: f.square(), To: f.square()}}
	for range f.number(2) {
		m.Move.Captured |= f.square().Bitboard()
		if f.err != nil {
			break
		}
	}
	return m
}

func (f *fields) request() GameRequest {
	if version := f.take(2); f.err == nil && version != "01" {
		f.fail("version " + version)
	}
	r := GameRequest{
		Name: strings.TrimRight(f.take(nameLength), " "), Follower: draughts.Color(f.choice("WZ")),
		Minutes: f.number(3), Moves: f.number(3),
	}
	if f.choice("AB") == 0 {
		return r
	}
	setup := draughts.Setup{Turn: draughts.Color(f.choice("WZ"))}
	for n := 1; n <= draughts.Squares; n++ {
		s, _ := draughts.FromTop.Square(n)
		switch kind := f.choice("ewzWZ"); kind {
		case 1, 3:
			setup.White |= s.Bitboard()
			if kind == 3 {
				setup.Kings |= s.Bitboard()
			}
		case 2, 4:
			setup.Black |= s.Bitboard()
			if kind == 4 {
				setup.Kings |= s.Bitboard()
			}
		}
	}
	p, err := setup.Position(0)
	if err != nil {
		f.fail(err.Error())
	}
	r.Start = &p
	return r
}
