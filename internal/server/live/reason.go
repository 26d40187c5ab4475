package live

import (
	"fmt"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// reasonCodes are the stable names of the reasons why games end.
var reasonCodes = [...]string{
	draughts.NoPieces:    "no-pieces",
	draughts.Blocked:     "blocked",
	draughts.Resignation: "resignation",
	draughts.TimeOut:     "time",
	draughts.Forfeit:     "forfeit",
	draughts.Agreement:   "agreement",
	draughts.Repetition:  "repetition",
	draughts.ThreeKings:  "three-kings",
	draughts.KingsOnly:   "kings-only",
	draughts.BalanceKept: "balance-kept",
	draughts.RoadHeld:    "road-held",
	draughts.TwoPieces:   "two-pieces",
}

// ReasonCode returns the stable name of a reason, "" while a game goes on.
func ReasonCode(r draughts.Reason) string {
	if int(r) < len(reasonCodes) {
		return reasonCodes[r]
	}
	return ""
}

func parseReason(code string) (draughts.Reason, error) {
	for r, c := range reasonCodes {
		if c != "" && c == code {
			return draughts.Reason(r), nil
		}
	}
	return draughts.NotOver, fmt.Errorf("no reason %q", code)
}
