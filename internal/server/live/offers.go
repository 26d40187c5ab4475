package live

import (
	"fmt"
	"slices"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/rating"
)

// Why a draw may not be offered, in [May.DrawWhyNot].
const (
	DrawOver     = "over"            // the game has ended
	DrawNotBegun = "not-begun"       // a side has not made its first move
	DrawOffered  = "already-offered" // and the opponent has not moved since
	DrawEarly    = "too-early"       // a side has made fewer than ClubMoves moves
	DrawPieces   = "too-many-pieces" // a side has more than ClubPieces
)

// The limits of [ClubOffers].
const (
	ClubMoves  = 20
	ClubPieces = 6
)

var drawDetails = map[string]string{
	DrawNotBegun: "a draw may not be offered before both sides have moved",
	DrawOffered:  "one offer of a draw until the opponent has made a move",
	DrawEarly:    fmt.Sprintf("no offer of a draw before each side has made %d moves", ClubMoves),
	DrawPieces:   fmt.Sprintf("no offer of a draw before each side has %d pieces or fewer", ClubPieces),
}

// TakebackFloor is the time that taking back leaves on a clock, if it had so
// much.
const TakebackFloor = 10 * time.Second

// drawWhyNot returns why a side may not offer a draw, "" if it may.
func (s State) drawWhyNot(side draughts.Color) string {
	switch {
	case s.Status.Ended():
		return DrawOver
	case s.Status == StatusNew:
		return DrawNotBegun
	case s.Offers.Draw == side.Other():
		return "" // it would accept
	case s.asked[side].draw > 0 && !s.movedSince(side.Other(), s.asked[side].draw-1):
		return DrawOffered
	case s.Terms.Offers != ClubOffers:
		return ""
	case len(s.Plies)/2 < ClubMoves:
		return DrawEarly
	}
	if class := s.Terms.Class(); class == rating.Classical || class == rating.Correspondence {
		return ""
	}
	g, err := s.board()
	if err != nil {
		return DrawOver
	}
	p := g.Position()
	if max(p.Pieces(draughts.White).Count(), p.Pieces(draughts.Black).Count()) > ClubPieces {
		return DrawPieces
	}
	return ""
}

// movedSince reports whether a side has made a move after so many plies.
func (s State) movedSince(side draughts.Color, plies int) bool {
	for i := plies; i < len(s.Plies); i++ {
		if s.mover(i) == side {
			return true
		}
	}
	return false
}

func (s State) offerDraw(a Action, now time.Time) (State, error) {
	if why := s.drawWhyNot(a.Side); why != "" {
		return s, ErrDraw.with(drawDetails[why])
	}
	if s.Offers.Draw == a.Side.Other() {
		return s.agree(now)
	}
	s.Offers.Draw = a.Side
	s.asked[a.Side].draw = len(s.Plies) + 1
	return s, nil
}

// leastTakeback returns how many plies a side must take back to be at its last
// move again; ok is false if it has made none.
func (s State) leastTakeback(side draughts.Color) (plies int, ok bool) {
	plies = 1
	if s.Turn() == side {
		plies = 2
	}
	return plies, len(s.Plies)-plies >= s.Given
}

// mayTakeback reports whether a side may ask to take back.
func (s State) mayTakeback(side draughts.Color) error {
	_, ok := s.leastTakeback(side)
	switch {
	case !ok:
		return ErrTakeback.with("there is no move of yours to take back")
	case s.Offers.Takeback == side.Other():
		return ErrTakeback.with("the opponent asks for the same: answer first")
	case s.asked[side].takeback == len(s.Plies)+1:
		return ErrTakeback.with("you have asked in this position already")
	}
	return nil
}

func (s State) takeback(a Action, now time.Time) (State, error) {
	switch a.Type {
	case DoTakebackOffer:
		if err := s.mayTakeback(a.Side); err != nil {
			return s, err
		}
		least, _ := s.leastTakeback(a.Side)
		plies := a.Plies
		if plies == 0 {
			plies = least
		}
		if plies < least || (plies-least)%2 != 0 || len(s.Plies)-plies < s.Given {
			return s, ErrTakeback.with(fmt.Sprintf("%d plies do not lead back to a move of yours", plies))
		}
		s.Offers.Takeback, s.Offers.Plies = a.Side, plies
		s.asked[a.Side].takeback = len(s.Plies) + 1
		return s, nil
	case DoTakebackDecline:
		if s.Offers.Takeback == draughts.NoColor {
			return s, ErrOffer
		}
		s.Offers.Takeback, s.Offers.Plies = draughts.NoColor, 0
		return s, nil
	}
	if s.Offers.Takeback != a.Side.Other() {
		return s, ErrOffer
	}
	s = s.stop(now)
	keep := len(s.Plies) - s.Offers.Plies
	for i := keep; i < len(s.Plies); i++ {
		left := &s.left[s.mover(i)]
		*left = max(*left-s.Plies[i].Gain, min(*left, TakebackFloor))
	}
	if s.Plies = slices.Clip(s.Plies[:keep]); keep == 0 {
		s.Plies = nil // as in a new game
	}
	s.Offers = noOffers
	for c := range s.asked {
		s.asked[c].draw = min(s.asked[c].draw, keep+1)
		s.asked[c].takeback = min(s.asked[c].takeback, keep)
	}
	return s, nil
}

// mayRematch returns why a side may not offer a rematch.
func (s State) mayRematch() error {
	switch {
	case !s.Status.Ended():
		return ErrNotOver
	case s.Offers.Agreed || s.Next != "":
		return ErrOffer.with("the next game was agreed on already")
	case s.Due():
		return ErrOffer.with("the second game of the micro-match comes first")
	case s.Micro != nil && s.Micro.Game == 1 && s.Status == StatusOver:
		return ErrOffer.with("the micro-match goes on")
	}
	return nil
}

func (s State) rematch(a Action) (State, error) {
	if err := s.mayRematch(); err != nil {
		return s, err
	}
	switch a.Type {
	case DoRematchOffer:
		if s.Offers.Rematch == a.Side {
			return s, ErrOffer.with("you have offered a rematch already")
		}
		if s.Offers.Rematch == a.Side.Other() {
			s.Offers.Agreed = true
		} else {
			s.Offers.Rematch = a.Side
		}
	case DoRematchAccept:
		if s.Offers.Rematch != a.Side.Other() {
			return s, ErrOffer
		}
		s.Offers.Agreed = true
	case DoRematchDecline:
		if s.Offers.Rematch == draughts.NoColor {
			return s, ErrOffer
		}
		s.Offers.Rematch = draughts.NoColor
	}
	return s, nil
}
