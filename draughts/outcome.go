package draughts

import (
	"fmt"
	"slices"
)

// Reason is why a game ended.
type Reason uint8

// The reasons. Those from Repetition on are draws by rule; the articles are
// those of the FMJD rules for draughts-64, section 7.2.
const (
	NotOver Reason = iota
	// NoPieces: the side to move has none left, and loses.
	NoPieces
	// Blocked: the side to move has no legal move, and loses.
	Blocked
	Resignation
	TimeOut
	Forfeit
	Agreement
	// Repetition: the same position, the same side to move, the third time (7.2.3).
	Repetition
	// ThreeKings: three or more kings have not caught a lone king (7.2.4).
	ThreeKings
	// KingsOnly: both sides have moved kings only (7.2.5).
	KingsOnly
	// BalanceKept: both sides have a king and the balance has not changed (7.2.6).
	BalanceKept
	// RoadHeld: three pieces have not beaten a lone king on the main road (7.2.7).
	RoadHeld
	// TwoPieces: one or two pieces have not beaten a lone king (7.2.8).
	TwoPieces
)

var reasonTexts = [...]string{
	NotOver:     "not over",
	NoPieces:    "no pieces left",
	Blocked:     "no legal move",
	Resignation: "resignation",
	TimeOut:     "time",
	Forfeit:     "forfeit",
	Agreement:   "agreement",
	Repetition:  "third repetition",
	ThreeKings:  "three kings against one",
	KingsOnly:   "only kings moved",
	BalanceKept: "balance unchanged",
	RoadHeld:    "main road held",
	TwoPieces:   "two pieces or fewer against a king",
}

// String returns the reason in words.
func (r Reason) String() string {
	if int(r) < len(reasonTexts) {
		return reasonTexts[r]
	}
	return fmt.Sprintf("reason %d", uint8(r))
}

var reasonCodes = [...]string{
	NotOver:     "",
	NoPieces:    "no-pieces",
	Blocked:     "blocked",
	Resignation: "resignation",
	TimeOut:     "time",
	Forfeit:     "forfeit",
	Agreement:   "agreement",
	Repetition:  "repetition",
	ThreeKings:  "three-kings",
	KingsOnly:   "kings-only",
	BalanceKept: "balance-kept",
	RoadHeld:    "road-held",
	TwoPieces:   "two-pieces",
}

// Code returns the stable name of the reason for data and interfaces, such as
// "three-kings"; "" for a game that goes on and for what is no reason.
func (r Reason) Code() string {
	if int(r) < len(reasonCodes) {
		return reasonCodes[r]
	}
	return ""
}

// ParseReason returns the reason of a code; the code "" is that of a game that
// goes on.
func ParseReason(code string) (Reason, error) {
	if i := slices.Index(reasonCodes[:], code); i >= 0 {
		return Reason(i), nil
	}
	return NotOver, fmt.Errorf("no reason %q", code)
}

// Article returns the article of the FMJD rules for draughts-64 by which the
// reason makes a draw, such as "7.2.4"; "" for reasons that are not such a rule.
func (r Reason) Article() string {
	if r < Repetition || r > TwoPieces {
		return ""
	}
	return "7.2." + string(byte('3'+r-Repetition))
}

// Outcome is how a game ended: who won, why, and by which article. The zero
// value is that of a game that goes on.
type Outcome struct {
	// Winner is NoColor for a draw; it means nothing while Reason is NotOver.
	Winner Color
	Reason Reason
	// Article is that of the rule that ended the game, as [Reason.Article].
	Article string
}

// Result returns the result as game files write it: "1-0", "0-1", "1/2-1/2", or
// "*" for a game that goes on.
func (o Outcome) Result() string {
	switch {
	case o.Reason == NotOver:
		return "*"
	case o.Winner == White:
		return "1-0"
	case o.Winner == Black:
		return "0-1"
	}
	return "1/2-1/2"
}

// String returns the outcome in words, such as "draw: main road held (7.2.7)".
func (o Outcome) String() string {
	if o.Reason == NotOver {
		return o.Reason.String()
	}
	text := "draw: "
	if o.Winner != NoColor {
		text = o.Winner.String() + " wins: "
	}
	text += o.Reason.String()
	if o.Article != "" {
		text += " (" + o.Article + ")"
	}
	return text
}
