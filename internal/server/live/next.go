package live

import (
	"math/rand/v2"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Score returns the points of the sides in their micro-match, with this game:
// two for a win, one for a draw.
func (s State) Score() (white, black int) {
	if s.Micro != nil {
		white, black = s.Micro.White, s.Micro.Black
	}
	if s.Status != StatusOver {
		return white, black
	}
	switch s.Outcome.Winner {
	case draughts.White:
		return white + 2, black
	case draughts.Black:
		return white, black + 2
	}
	return white + 1, black + 1
}

// Due reports whether another game must follow now: the second of a micro-match,
// or a rematch that was agreed on. [State.Follow] makes it.
func (s State) Due() bool {
	if s.Micro != nil && s.Micro.Game == 1 && s.Status == StatusOver {
		return s.Micro.Other == ""
	}
	return s.Offers.Agreed && s.Next == ""
}

// Follow returns the game that must follow s, and s with the link to it. The
// colors are always exchanged: White of s plays Black. The ids are those of s
// and of the next game. The second game of a micro-match has the opening of the
// first; for a rematch an opening that was drawn by lot is drawn anew, by rng.
// The error is [ErrNotOver] if no game is due.
func (s State) Follow(id, nextID string, now time.Time, rng *rand.Rand) (this, next State, err error) {
	if !s.Due() {
		return s, State{}, ErrNotOver.with("no other game follows yet")
	}
	t := s.Terms
	second := s.Micro != nil && s.Micro.Game == 1 && s.Status == StatusOver
	if !second && t.Opening != nil && t.Opening.Drawn {
		t.Opening = &Opening{Table: t.Opening.Table}
		if t, err = t.Draw(rng); err != nil {
			return s, State{}, err
		}
	}
	if next, err = New(t, now); err != nil {
		return s, State{}, err
	}
	s.Version++
	if second {
		white, black := s.Score()
		next.Micro = &Micro{Game: 2, Other: id, White: black, Black: white}
		micro := *s.Micro
		micro.Other = nextID
		s.Micro = &micro
	} else {
		s.Next = nextID
	}
	return s, next, nil
}
