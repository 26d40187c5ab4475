package live

import (
	"fmt"
	"slices"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Apply returns the state after an action at now. The error matches one of the
// errors of this package and says why the action was refused.
//
// A flag that has fallen by now falls first. The state returned may therefore be
// newer than s even when there is an error: store it whenever its version is not
// that of s. An action that was carried out before (by its side and id, see
// [State.Done]) changes nothing and is no error; neither is DoFlag, which just
// looks.
//
// When plies are taken back, the time used since stays used, and what the moves
// taken back have brought to the clocks is withdrawn, as far as that leaves a
// side [TakebackFloor] or what it has, if that is less. Time that the opponent
// added stays.
//
// After an action that ends a game, or agrees on a rematch, ask [State.Due].
func (s State) Apply(a Action, now time.Time) (State, error) {
	if err := a.check(); err != nil {
		return s, err
	}
	if _, known := s.Done(a.Side, a.ID); known {
		return s, nil
	}
	now = s.clamp(now)
	s, _ = s.Look(now)
	next, err := s.apply(a, now)
	if err != nil {
		return s, err
	}
	if a.Type == DoFlag {
		return s, nil
	}
	next.Version++
	list := next.done[a.Side]
	list = append(slices.Clone(list[max(0, len(list)-keptActions+1):]), done{a.ID, next.Version})
	next.done[a.Side] = list
	return next, nil
}

// apply carries an action out, all but the version.
func (s State) apply(a Action, now time.Time) (State, error) {
	switch a.Type {
	case DoFlag:
		return s, nil
	case DoRematchOffer, DoRematchAccept, DoRematchDecline:
		return s.rematch(a)
	}
	switch s.Status {
	case StatusOver:
		return s, ErrOver.with("the game is over: " + s.Outcome.String())
	case StatusAborted:
		return s, ErrOver.with("the game was aborted")
	}
	switch a.Type {
	case DoMove:
		return s.move(a, now)
	case DoResign:
		return s.finish((*draughts.Game).Resign, a.Side, now)
	case DoAbort:
		if !s.mayAbort() {
			return s, ErrAbort
		}
		return s.abort(now), nil
	case DoDrawOffer:
		return s.offerDraw(a, now)
	case DoDrawAccept:
		if s.Offers.Draw != a.Side.Other() {
			return s, ErrOffer
		}
		return s.agree(now)
	case DoDrawDecline:
		if s.Offers.Draw != a.Side.Other() {
			return s, ErrOffer
		}
		s.Offers.Draw = draughts.NoColor
		return s, nil
	case DoTakebackOffer, DoTakebackAccept, DoTakebackDecline:
		return s.takeback(a, now)
	case DoClaim:
		return s.claim(a, now)
	case DoAddTime:
		return s.addTime(a)
	}
	return s, ErrAction
}

// move plays a move.
func (s State) move(a Action, now time.Time) (State, error) {
	if a.Ply != len(s.Plies) {
		return s, ErrStale.with(fmt.Sprintf("the move is for ply %d, the game is at ply %d", a.Ply, len(s.Plies)))
	}
	if a.Side != s.Turn() {
		return s, ErrNotYourTurn
	}
	g, err := s.board()
	if err != nil {
		return s, err
	}
	if err := g.Play(draughts.Move(*a.Move)); err != nil {
		return s, &Error{Code: ErrIllegal.Code, Detail: ErrIllegal.Detail, Err: err}
	}
	ply := Ply{Move: draughts.Move(*a.Move), Used: now.Sub(s.since), Left: noTime}
	next := s.stop(now)
	next.Plies = append(slices.Clip(next.Plies), ply)
	if s.Terms.Clock.Timed() {
		last := &next.Plies[len(next.Plies)-1]
		if s.Status == StatusPlaying {
			last.Gain = next.gain(a.Side)
			next.left[a.Side] = min(next.left[a.Side]+last.Gain, max(next.left[a.Side], MaxTime))
		}
		last.Left = next.left[a.Side]
	}
	if len(next.Plies)-next.Given >= 2 {
		next.Status = StatusPlaying
	}
	if next.Offers.Draw == a.Side.Other() {
		next.Offers.Draw = draughts.NoColor // a move declines
	}
	next.Offers.Takeback, next.Offers.Plies = draughts.NoColor, 0
	if o := g.Outcome(); o.Reason != draughts.NotOver {
		return next.end(o, now), nil
	}
	if len(next.Plies) >= MaxPlies {
		return next.agree(now)
	}
	if a.Draw {
		return next.offerDraw(a, now)
	}
	return next, nil
}

// finish ends the game off the board.
func (s State) finish(how func(*draughts.Game, draughts.Color) error, loser draughts.Color, now time.Time) (State, error) {
	return s.endOffBoard(func(g *draughts.Game) error { return how(g, loser) }, now)
}

// agree ends the game as a draw by agreement.
func (s State) agree(now time.Time) (State, error) {
	return s.endOffBoard((*draughts.Game).AgreeDraw, now)
}

func (s State) endOffBoard(how func(*draughts.Game) error, now time.Time) (State, error) {
	g, err := s.board()
	if err != nil {
		return s, err
	}
	if err := how(g); err != nil {
		return s, &Error{Code: ErrState.Code, Detail: ErrState.Detail, Err: err}
	}
	return s.stop(now).end(g.Outcome(), now), nil
}

// mayAbort reports whether the game may still be aborted.
func (s State) mayAbort() bool {
	return s.Status == StatusNew && (s.Micro == nil || s.Micro.Game == 1)
}

// addTime adds to the clock of the opponent.
func (s State) addTime(a Action) (State, error) {
	added := time.Duration(a.MS) * time.Millisecond
	other := a.Side.Other()
	switch {
	case !s.Terms.Clock.Timed():
		return s, ErrTime.with("this game has no clock to add time to")
	case s.left[other]+added > MaxTime:
		return s, ErrTime.with(fmt.Sprintf("a clock shows at most %s", MaxTime))
	}
	s.left[other] += added
	return s, nil
}

// ClaimAfter returns how long a player must have been away before the opponent
// may claim the game; ok is false where there is nothing to claim, since nobody
// need be there.
func (t Terms) ClaimAfter() (gone time.Duration, ok bool) {
	switch {
	case t.Clock.Kind == InDays:
		return 0, false
	case t.Clock.Kind == NoClock:
		return 5 * time.Minute, true
	}
	gone, ok = claimAfter[t.Class()]
	return gone, ok
}

// claim ends a game that the opponent has left while to move.
func (s State) claim(a Action, now time.Time) (State, error) {
	switch in := s.claimIn(a.Side, a.Gone); {
	case in < 0:
		return s, ErrClaim
	case in > 0:
		return s, ErrClaim.with(fmt.Sprintf("the opponent may come back for another %s", in.Round(time.Second)))
	case a.As == "draw":
		return s.agree(now)
	}
	return s.finish((*draughts.Game).Forfeit, a.Side.Other(), now)
}
