package draughts

import (
	"errors"
	"fmt"
	"strings"
)

// DrawRules is a list of rules that end a game as a draw by themselves. All
// rules of a list run side by side; the first to be met ends the game; of
// several met by one ply the lowest article is named.
type DrawRules uint8

const (
	// FMJD64 is the FMJD rules for draughts-64, articles 7.2.3 to 7.2.8.
	FMJD64 DrawRules = iota
	// FSHR is the list of the Russian draughts federation: as FMJD64, but 7.2.8
	// counts ten plies in endings of two or three pieces in which both sides
	// have a king, and 7.2.7 also speaks of three men.
	FSHR
	// Lidraughts counts every limit in plies, whoever moves, as the site of that
	// name does; 7.2.5 works only with more than seven pieces and a king on each
	// side, and any three pieces with a king have 30 plies against a lone king.
	Lidraughts
	// NoDrawRules leaves only agreement.
	NoDrawRules
)

var drawRulesNames = [...]string{FMJD64: "fmjd64", FSHR: "fshr", Lidraughts: "lidraughts", NoDrawRules: "none"}

// ErrDrawRules says that a name is none of the lists of draw rules.
var ErrDrawRules = errors.New("no such draw rules")

// ParseDrawRules returns the list with a name: fmjd64, fshr, lidraughts, none.
func ParseDrawRules(name string) (DrawRules, error) {
	for i, n := range drawRulesNames {
		if n == name {
			return DrawRules(i), nil
		}
	}
	return FMJD64, fmt.Errorf("%w: %q, expected %s", ErrDrawRules, name, strings.Join(drawRulesNames[:], ", "))
}

// String returns the name of the list.
func (r DrawRules) String() string {
	if int(r) < len(drawRulesNames) {
		return drawRulesNames[r]
	}
	return fmt.Sprintf("rules %d", uint8(r))
}

// balance is what the rules ask of the pieces on the board.
type balance struct {
	total     int
	bothKings bool // each side has a king

	// lone is the side that has a king and nothing else, where there is one and
	// the other side is no such; NoColor otherwise. With a king each, duel is
	// set instead.
	lone  Color
	duel  bool
	men   int // of the stronger side, the opponent of lone
	kings int
}

func (p Position) balance() balance {
	b := balance{
		total:     p.Occupied().Count(),
		bothKings: p.Kings(White) != 0 && p.Kings(Black) != 0,
		lone:      NoColor,
	}
	loneWhite := p.Kings(White).Count() == 1 && p.Men(White) == 0
	loneBlack := p.Kings(Black).Count() == 1 && p.Men(Black) == 0
	switch {
	case loneWhite && loneBlack:
		b.duel = true
		return b
	case loneWhite:
		b.lone = White
	case loneBlack:
		b.lone = Black
	default:
		return b
	}
	b.men = p.Men(b.lone.Other()).Count()
	b.kings = p.Kings(b.lone.Other()).Count()
	return b
}

// Tally holds the counts that the draw rules compare with their limits, as far
// as they can be told from the moves alone: a search carries one along. A change
// is a capture or a promotion; the first position of a game counts as one.
type Tally struct {
	sinceChange int32 // plies
	quietKings  int32 // consecutive plies that were quiet moves of kings
	roadMoves   int32 // of the stronger side since the change, in a row, with the lone king on the main road
	roadPlies   int32 // since the change, in a row, that left the lone king on the main road
	seen        int32 // times that the position has stood, with the same turn
}

// SinceChange returns the number of plies since the last change.
func (t Tally) SinceChange() int { return int(t.sinceChange) }

// rule is one article of a list.
type rule struct {
	reason  Reason
	applies func(balance) bool
	count   func(Tally, Position, balance) int32
	limit   int32
	// step says which plies count: each one, or only those of the stronger side.
	step step
	road bool // works only while the lone king stands on the main road
}

type step uint8

const (
	everyPly step = iota
	strongerMoves
)

func plies(t Tally, _ Position, _ balance) int32 { return t.sinceChange }

// movesOfStronger counts the moves of the stronger side since the change. The
// sides took turns, so who is to move now tells who made the last one.
func movesOfStronger(t Tally, p Position, b balance) int32 {
	if p.turn == b.lone {
		return (t.sinceChange + 1) / 2
	}
	return t.sinceChange / 2
}

func always(balance) bool { return true }

var (
	thirdTime = rule{reason: Repetition, applies: always, limit: 3,
		count: func(t Tally, _ Position, _ balance) int32 { return t.seen }}
	threeKings = rule{reason: ThreeKings, limit: 15, step: strongerMoves, count: movesOfStronger,
		applies: func(b balance) bool { return b.lone != NoColor && b.kings >= 3 && b.men == 0 }}
	kingsOnly = rule{reason: KingsOnly, limit: 30, applies: always,
		count: func(t Tally, _ Position, _ balance) int32 { return t.quietKings }}
	balance30 = rule{reason: BalanceKept, limit: 60, count: plies,
		applies: func(b balance) bool { return b.bothKings && b.total >= 4 && b.total <= 5 }}
	balance60 = rule{reason: BalanceKept, limit: 120, count: plies,
		applies: func(b balance) bool { return b.bothKings && b.total >= 6 && b.total <= 7 }}
	roadHeld = rule{reason: RoadHeld, limit: 5, step: strongerMoves, road: true,
		applies: func(b balance) bool { return b.lone != NoColor && b.kings >= 1 && b.kings+b.men == 3 },
		count:   func(t Tally, _ Position, _ balance) int32 { return t.roadMoves }}
	roadHeldAnyThree = rule{reason: RoadHeld, limit: 5, step: strongerMoves, road: true,
		applies: func(b balance) bool { return b.lone != NoColor && b.kings+b.men == 3 },
		count:   func(t Tally, _ Position, _ balance) int32 { return t.roadMoves }}
	twoPieces = rule{reason: TwoPieces, limit: 5, step: strongerMoves, count: movesOfStronger,
		applies: func(b balance) bool { return b.lone != NoColor && b.kings >= 1 && b.kings+b.men == 2 }}
	duel = rule{reason: TwoPieces, limit: 10, count: plies,
		applies: func(b balance) bool { return b.duel }}
	threePiecesBothKings = rule{reason: TwoPieces, limit: 10, count: plies,
		applies: func(b balance) bool { return b.bothKings && b.total <= 3 }}

	threeKingsPlies = rule{reason: ThreeKings, limit: 30, count: plies,
		applies: func(b balance) bool {
			return b.lone != NoColor && (b.kings >= 3 && b.men == 0 || b.kings >= 1 && b.kings+b.men == 3)
		}}
	kingsOnlyCrowded = rule{reason: KingsOnly, limit: 30,
		applies: func(b balance) bool { return b.bothKings && b.total > 7 },
		count:   func(t Tally, _ Position, _ balance) int32 { return t.quietKings }}
	roadHeldPlies = rule{reason: RoadHeld, limit: 10, road: true,
		applies: func(b balance) bool { return b.lone != NoColor && b.kings >= 1 && b.kings+b.men == 3 },
		count:   func(t Tally, _ Position, _ balance) int32 { return t.roadPlies }}
)

// drawRules holds the rules of each list by article, so that the first one met
// is the lowest.
var drawRules = [...][]rule{
	FMJD64:      {thirdTime, threeKings, kingsOnly, balance30, balance60, roadHeld, twoPieces, duel},
	FSHR:        {thirdTime, threeKings, kingsOnly, balance30, balance60, roadHeldAnyThree, threePiecesBothKings},
	Lidraughts:  {thirdTime, threeKingsPlies, kingsOnlyCrowded, balance30, balance60, roadHeldPlies, threePiecesBothKings},
	NoDrawRules: nil,
}

func (r DrawRules) rules() []rule {
	if int(r) < len(drawRules) {
		return drawRules[r]
	}
	return nil
}

// Met returns the reason of the rule by which a game is drawn in p with the
// counts in t, NotOver if there is none. It does not ask whether the side to
// move has a move, which comes before all draw rules.
func (r DrawRules) Met(p Position, t Tally) Reason {
	if p.kings == 0 && t.seen < thirdTime.limit {
		return NotOver // all rules but the repetition need a king
	}
	b := p.balance()
	for _, rule := range r.rules() {
		if rule.applies(b) && rule.count(t, p, b) >= rule.limit {
			return rule.reason
		}
	}
	return NotOver
}

// pliesLeft returns the least number of plies after which the rule is met.
func (r *rule) pliesLeft(t Tally, p Position, b balance) int32 {
	left := max(0, r.limit-r.count(t, p, b))
	switch {
	case r.step == everyPly:
		return left
	case p.turn == b.lone:
		return 2 * left
	}
	return max(0, 2*left-1)
}

// PliesLeft returns the least number of plies after which a game in p with the
// counts in t is a draw by a rule other than repetition; a large number where
// no such rule is at work.
func (r DrawRules) PliesLeft(p Position, t Tally) int {
	least := int32(1 << 20)
	if p.kings == 0 {
		return int(least)
	}
	b := p.balance()
	for i := range r.rules() {
		rule := &r.rules()[i]
		if rule.reason != Repetition && rule.works(p, b) {
			least = min(least, rule.pliesLeft(t, p, b))
		}
	}
	return int(least)
}

// firstTally returns the tally of a game's first position, sinceChange plies after
// its last change. With no man on the board those plies were quiet moves of
// kings.
func (p Position) firstTally(sinceChange int) Tally {
	t := Tally{sinceChange: int32(sinceChange), seen: 1}
	if p.Occupied()&^p.kings == 0 {
		t.quietKings = t.sinceChange
	}
	return t
}

// After returns the counts after m, a legal move of p that leads to next. It
// takes next for seen the first time: repetitions are for the caller to find.
func (t Tally) After(p Position, m Move, next Position) Tally {
	king := p.kings.Has(m.From)
	changed := m.IsCapture() || p.Crowns(m)
	n := Tally{sinceChange: t.sinceChange + 1, seen: 1}
	if changed {
		n.sinceChange = 0
	}
	if king && !m.IsCapture() {
		n.quietKings = t.quietKings + 1
	}
	if changed || next.kings == 0 {
		return n
	}
	b := next.balance()
	if b.lone == NoColor || next.Pieces(b.lone)&MainRoad == 0 {
		return n
	}
	n.roadPlies = t.roadPlies + 1
	n.roadMoves = t.roadMoves
	if p.turn != b.lone {
		n.roadMoves++
	}
	return n
}
