package live

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// stateJSON is a state as the store keeps it: times in microseconds, what is not
// there left out.
type stateJSON struct {
	Version  int            `json:"version"`
	Terms    Terms          `json:"terms"`
	Status   Status         `json:"status"`
	Created  int64          `json:"created"`
	Ended    int64          `json:"ended,omitempty"`
	Plies    string         `json:"plies"` // one text, since that is read quickest
	Given    int            `json:"given,omitempty"`
	First    side           `json:"first"`
	Left     [2]int64       `json:"left"`
	Since    int64          `json:"since"`
	Draw     side           `json:"draw,omitempty"`
	Takeback side           `json:"takeback,omitempty"`
	Back     int            `json:"back,omitempty"`
	Rematch  side           `json:"rematch,omitempty"`
	Agreed   bool           `json:"agreed,omitempty"`
	Winner   side           `json:"winner,omitempty"`
	Reason   string         `json:"reason,omitempty"`
	Micro    *microJSON     `json:"micro,omitempty"`
	Next     string         `json:"next,omitempty"`
	Asked    *[2][2]int     `json:"asked,omitempty"` // of a draw, of taking back
	Done     *[2][]doneJSON `json:"done,omitempty"`
}

type microJSON struct {
	Game  int    `json:"game"`
	Other string `json:"other,omitempty"`
	White int    `json:"white"`
	Black int    `json:"black"`
}

type doneJSON struct {
	ID      string `json:"id"`
	Version int    `json:"v"`
}

// side is the name of a color, "" for neither.
type side string

func sideOf(c draughts.Color) side {
	if c > draughts.Black {
		return ""
	}
	return side(c.String())
}

func (s side) color() (draughts.Color, error) {
	switch s {
	case "":
		return draughts.NoColor, nil
	case "white":
		return draughts.White, nil
	case "black":
		return draughts.Black, nil
	}
	return draughts.NoColor, fmt.Errorf("no side %q", string(s))
}

// MarshalJSON writes the state for the store.
func (s State) MarshalJSON() ([]byte, error) {
	j := stateJSON{
		Version: s.Version, Terms: s.Terms, Status: s.Status, Created: s.Created.UnixMicro(),
		Plies: writePlies(s.Plies), Given: s.Given, First: sideOf(s.first),
		Left:  [2]int64{s.left[0].Microseconds(), s.left[1].Microseconds()},
		Since: s.since.UnixMicro(),
		Draw:  sideOf(s.Offers.Draw), Takeback: sideOf(s.Offers.Takeback), Back: s.Offers.Plies,
		Rematch: sideOf(s.Offers.Rematch), Agreed: s.Offers.Agreed,
		Next: s.Next,
	}
	if s.Status.Ended() {
		j.Ended = s.Ended.UnixMicro()
	}
	if s.Status == StatusOver {
		j.Winner, j.Reason = sideOf(s.Outcome.Winner), s.Outcome.Reason.Code()
	}
	if s.Micro != nil {
		m := microJSON(*s.Micro)
		j.Micro = &m
	}
	if s.asked != [2]asked{} {
		j.Asked = &[2][2]int{}
		for c, a := range s.asked {
			j.Asked[c] = [2]int{a.draw, a.takeback}
		}
	}
	if len(s.done[0])+len(s.done[1]) > 0 {
		j.Done = &[2][]doneJSON{{}, {}}
		for c, list := range s.done {
			for _, d := range list {
				j.Done[c] = append(j.Done[c], doneJSON{d.id, d.version})
			}
		}
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads a state. The error matches [ErrState]; whether the moves
// are legal is told by [State.Game].
func (s *State) UnmarshalJSON(b []byte) error {
	read, err := readState(b)
	if err != nil {
		return &Error{Code: ErrState.Code, Detail: ErrState.Detail, Err: err}
	}
	*s = read
	return nil
}

func readState(b []byte) (State, error) {
	var j stateJSON
	if err := json.Unmarshal(b, &j); err != nil {
		return State{}, err
	}
	s := State{
		Version: j.Version, Terms: j.Terms, Status: j.Status, Created: time.UnixMicro(j.Created).UTC(),
		Given: j.Given, since: time.UnixMicro(j.Since).UTC(), Next: j.Next,
	}
	if err := s.Terms.Check(); err != nil {
		return State{}, err
	}
	var err error
	if s.Plies, err = readPlies(j.Plies); err != nil {
		return State{}, err
	}
	color := func(from side, to *draughts.Color) {
		c, e := from.color()
		if err == nil {
			err = e
		}
		*to = c
	}
	color(j.First, &s.first)
	color(j.Draw, &s.Offers.Draw)
	color(j.Takeback, &s.Offers.Takeback)
	color(j.Rematch, &s.Offers.Rematch)
	s.Offers.Plies, s.Offers.Agreed = j.Back, j.Agreed
	for c, us := range j.Left {
		s.left[c] = time.Duration(us) * time.Microsecond
	}
	switch j.Status {
	case StatusNew, StatusPlaying:
	case StatusAborted:
		s.Ended = time.UnixMicro(j.Ended).UTC()
	case StatusOver:
		s.Ended = time.UnixMicro(j.Ended).UTC()
		color(j.Winner, &s.Outcome.Winner)
		reason, e := draughts.ParseReason(j.Reason)
		if err == nil {
			err = e
		}
		s.Outcome.Reason, s.Outcome.Article = reason, reason.Article()
	default:
		return State{}, fmt.Errorf("no status %q", j.Status)
	}
	if err != nil {
		return State{}, err
	}
	if j.Micro != nil {
		m := Micro(*j.Micro)
		s.Micro = &m
	}
	if j.Asked != nil {
		for c, a := range j.Asked {
			s.asked[c] = asked{a[0], a[1]}
		}
	}
	if j.Done != nil {
		for c, list := range j.Done {
			for _, d := range list {
				s.done[c] = append(s.done[c], done{d.ID, d.Version})
			}
		}
	}
	return s, s.checkNumbers()
}

// checkNumbers returns what is impossible in a state that was read.
func (s State) checkNumbers() error {
	switch {
	case s.Version < 1:
		return fmt.Errorf("version %d", s.Version)
	case s.first > draughts.Black:
		return fmt.Errorf("nobody begins")
	case len(s.Plies) > MaxPlies || s.Given < 0 || s.Given > len(s.Plies):
		return fmt.Errorf("%d plies, %d given", len(s.Plies), s.Given)
	case s.Offers.Plies < 0 || s.Offers.Plies > len(s.Plies)-s.Given:
		return fmt.Errorf("%d plies to take back", s.Offers.Plies)
	case s.Terms.Opening != nil && s.Terms.Opening.Code == "":
		return fmt.Errorf("the opening was not drawn")
	case s.Micro != nil && s.Micro.Game != 1 && s.Micro.Game != 2:
		return fmt.Errorf("game %d of a micro-match", s.Micro.Game)
	}
	for _, d := range s.left {
		if d < 0 || d > MaxTime {
			return fmt.Errorf("%s on a clock", d)
		}
	}
	for _, a := range s.asked {
		if min(a.draw, a.takeback) < 0 || max(a.draw, a.takeback) > len(s.Plies)+1 {
			return fmt.Errorf("an offer at ply %d", max(a.draw, a.takeback)-1)
		}
	}
	return nil
}

// writePlies writes plies such as "c3:e5:d4 1500000 58500000 0": start, end and
// taken squares, then Used, Left (-1 for none) and Gain in microseconds; with
// semicolons between them.
func writePlies(plies []Ply) string {
	b := make([]byte, 0, 32*len(plies))
	for i, p := range plies {
		if i > 0 {
			b = append(b, ';')
		}
		b = append(append(b, p.Move.From.String()...), ':')
		b = append(b, p.Move.To.String()...)
		for s := range p.Move.Captured.All() {
			b = append(append(b, ':'), s.String()...)
		}
		left := int64(noTime)
		if p.Left != noTime {
			left = p.Left.Microseconds()
		}
		for _, us := range [...]int64{p.Used.Microseconds(), left, p.Gain.Microseconds()} {
			b = strconv.AppendInt(append(b, ' '), us, 10)
		}
	}
	return string(b)
}

// maxMicros is the longest time of a ply that is read, in microseconds: more than
// two centuries.
const maxMicros = 1 << 53

// readPlies reads what writePlies writes.
func readPlies(text string) ([]Ply, error) {
	if text == "" {
		return nil, nil
	}
	plies := make([]Ply, 0, strings.Count(text, ";")+1)
	for word := range strings.SplitSeq(text, ";") {
		p, err := readPly(word)
		if err != nil {
			return nil, fmt.Errorf("ply %d, %q: %w", len(plies), word, err)
		}
		plies = append(plies, p)
	}
	return plies, nil
}

func readPly(text string) (Ply, error) {
	var p Ply
	squares, rest, _ := strings.Cut(text, " ")
	n := 0
	for name := range strings.SplitSeq(squares, ":") {
		sq, err := draughts.ParseSquare(name)
		switch {
		case err != nil:
			return p, err
		case n == 0:
			p.Move.From = sq
		case n == 1:
			p.Move.To = sq
		default:
			p.Move.Captured |= sq.Bitboard()
		}
		n++
	}
	if n < 2 {
		return p, errors.New("no move")
	}
	for i, to := range [...]*time.Duration{&p.Used, &p.Left, &p.Gain} {
		var word string
		word, rest, _ = strings.Cut(rest, " ")
		us, err := strconv.ParseInt(word, 10, 64)
		switch {
		case err != nil || us > maxMicros || us < noTime || us < 0 && i != 1:
			return p, fmt.Errorf("%q is no time", word)
		case us == noTime:
			*to = noTime
		default:
			*to = time.Duration(us) * time.Microsecond
		}
	}
	if rest != "" {
		return p, fmt.Errorf("%q behind it", rest)
	}
	return p, nil
}
