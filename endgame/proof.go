package endgame

import (
	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame/index"
)

// state is a position with its counters.
type state struct {
	position draughts.Position
	tally    draughts.Tally
}

func (s state) after(m draughts.Move) state {
	next := s.position.PlayUnchecked(m)
	return state{next, s.tally.After(s.position, m, next)}
}

type answer uint8

const (
	no answer = iota
	unsure
	yes
)

// judge searches whether a side can win before a draw rule strikes.
type judge struct {
	tables *Tables
	rules  draughts.DrawRules
	winner draughts.Color
	nodes  int // left
	seen   map[state]answer
	known  facts // not nil in a proof of such facts: those before
}

// soon is a number of plies in which no draw rule can strike, counted from the
// last change of the balance: the shortest one takes five moves of a side. All
// counters but those of repetitions begin anew with a change at the latest.
const soon = 8

// wins reports whether the winner-to-be can force the win.
func (j *judge) wins(s state) (answer, error) {
	if a, ok := j.seen[s]; ok {
		return a, nil
	}
	if j.nodes--; j.nodes < 0 {
		return unsure, nil
	}
	a, err := j.search(s)
	if err == nil && (a != unsure || j.nodes > 0) {
		j.seen[s] = a
	}
	return a, err
}

func (j *judge) search(s state) (answer, error) {
	p := s.position
	attacks := p.Turn() == j.winner
	if !p.HasMoves() {
		if attacks {
			return no, nil
		}
		return yes, nil
	}
	if j.rules.Met(p, s.tally) != draughts.NotOver {
		return no, nil
	}
	r, err := j.tables.Probe(p)
	switch {
	case err != nil:
		return unsure, err
	case r.Value == Unknown:
		return unsure, nil
	case r.Value == Draw || attacks != (r.Value == Win):
		return no, nil
	case r.Plies >= 0 && s.tally.SinceChange()+r.Plies <= soon:
		return yes, nil
	case s.tally.SinceChange() == 0 && j.wonAfresh(index.See(p).Balance()):
		return yes, nil
	}
	if a, err := j.byChange(s, r); a != unsure || err != nil {
		return a, err
	}
	moves, err := j.tables.Moves(p)
	if err != nil {
		return unsure, err
	}
	if attacks {
		return j.attack(s, moves)
	}
	return j.defend(s, moves)
}

// byChange answers by the plies to the next change: yes if no rule can strike
// before it and whatever it leads to is won, no if one strikes for certain.
func (j *judge) byChange(s state, r Result) (answer, error) {
	p := s.position
	n, err := j.tables.change(p, r)
	if err != nil || n < 0 {
		return unsure, err
	}
	left := j.rules.PliesLeft(p, s.tally)
	b := index.See(p).Balance()
	road := roadMatters(b)
	if n <= left && (!road || n <= roadPlies) && j.exitsWonAfresh(b) {
		return yes, nil
	}
	// Without men every count goes on until the change, but for those that ask
	// where the lone king stands; with men only that of 7.2.6.
	switch {
	case b.Men() == 0 && !(road && roadHeld(p)) && n > left,
		b.Pieces() > 3 && b.WhiteKings > 0 && b.BlackKings > 0 && n > balanceKept(b.Pieces())-s.tally.SinceChange():
		return no, nil
	}
	return unsure, nil
}

// balanceKept returns the limit of 7.2.6, the same in all lists of rules.
func balanceKept(pieces int) int {
	if pieces <= 5 {
		return 60
	}
	return 120
}

// roadPlies is a number of plies in which no rule on the main road can strike
// while the lone king is not yet there: its step and five moves of the others.
const roadPlies = 10

// roadHeld reports whether a lone king stands on the main road.
func roadHeld(p draughts.Position) bool {
	for _, c := range [2]draughts.Color{draughts.White, draughts.Black} {
		if king := p.Kings(c); king.Count() == 1 && p.Men(c) == 0 && king&draughts.MainRoad != 0 {
			return true
		}
	}
	return false
}

// roadMatters reports whether a rule may look at the main road: three pieces
// against a lone king.
func roadMatters(b index.Balance) bool {
	return b.Pieces() == 4 && (b.WhiteMen == 0 && b.WhiteKings == 1 || b.BlackMen == 0 && b.BlackKings == 1)
}

// attack tries the moves of the winner-to-be, one of which must do.
func (j *judge) attack(s state, moves []MoveResult) (answer, error) {
	best := no
	for _, m := range moves {
		if m.Value != Win {
			break // the best come first; the rest throw the win away
		}
		a, err := j.wins(s.after(m.Move))
		if err != nil || a == yes {
			return a, err
		}
		best = max(best, a)
	}
	return best, nil
}

// defend tries the moves of the other side, all of which must lose.
func (j *judge) defend(s state, moves []MoveResult) (answer, error) {
	worst := yes
	for _, m := range moves {
		a, err := j.wins(s.after(m.Move))
		if err != nil || a == no {
			return a, err
		}
		worst = min(worst, a)
	}
	return worst, nil
}

// line returns the rule that ends the line in which the winner takes the shortest
// way to the end of the game and the loser the longest; or if that is won or not
// known, the same with the next change of the balance for the end; or the rule of
// the first defence that the search found. NotOver if none tells.
func (j *judge) line(s state) (draughts.Reason, error) {
	reason, err := j.follow(s, func(moves []MoveResult, _ state) (int, error) {
		if moves[0].Plies < 0 {
			return -1, nil
		}
		return 0, nil
	})
	if reason != draughts.NotOver || err != nil {
		return reason, err
	}
	reason, err = j.follow(s, j.hurry)
	if reason != draughts.NotOver || err != nil || !j.lost(s) {
		return reason, err
	}
	return j.follow(s, j.escape)
}

// lost reports whether the search has found that there is no win in s.
func (j *judge) lost(s state) bool {
	a, ok := j.seen[s]
	return ok && a == no
}

// escape chooses the loser's first move for which the winner finds no win.
func (j *judge) escape(moves []MoveResult, s state) (int, error) {
	if s.position.Turn() == j.winner {
		return 0, nil // all are the same
	}
	for i, m := range moves {
		if a, err := j.wins(s.after(m.Move)); a == no || err != nil {
			return i, err
		}
	}
	return -1, nil
}

// follow plays the moves that choose finds until a rule strikes, or the game
// ends otherwise, or choose returns -1: then NotOver.
func (j *judge) follow(s state, choose func([]MoveResult, state) (int, error)) (draughts.Reason, error) {
	for {
		if !s.position.HasMoves() {
			return draughts.NotOver, nil
		}
		if reason := j.rules.Met(s.position, s.tally); reason != draughts.NotOver {
			return reason, nil
		}
		moves, err := j.tables.Moves(s.position)
		if err != nil {
			return draughts.NotOver, err
		}
		i, err := choose(moves, s)
		if err != nil || i < 0 {
			return draughts.NotOver, err
		}
		s = s.after(moves[i].Move)
	}
}

// hurry chooses the winner's move that leads to a change soonest, or the loser's
// that does so latest.
func (j *judge) hurry(moves []MoveResult, s state) (int, error) {
	wins := moves[0].Value == Win
	best, at := 0, -1
	for i, m := range moves {
		if m.Value != moves[0].Value {
			break
		}
		n := 0
		if !m.Move.IsCapture() && !s.position.Crowns(m.Move) {
			var err error
			next := s.position.PlayUnchecked(m.Move)
			after := Result{Value: m.Value.Turn(), Plies: max(-1, m.Plies-1)}
			if n, err = j.tables.change(next, after); err != nil || n < 0 {
				return -1, err
			}
		}
		if at < 0 || n < best == wins && n != best {
			best, at = n, i
		}
	}
	return at, nil
}
