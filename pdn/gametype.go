package pdn

import (
	"fmt"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// GameType is the PDN game type of Russian draughts in full: White begins, 8 by
// 8, algebraic squares from the lower left, no mirrored board. Plain "25" means
// the same.
const GameType = "25,W,8,8,A0,0"

// gameTypeNumbers is the type of a game whose moves are written as numbers from
// the upper left.
const gameTypeNumbers = "25,W,8,8,N2,0"

// parseGameType reads the value of a GameType tag. It takes 25 alone and 25 with
// all its parts spelled out: W, 8, 8, a notation (A0 or S0, or N2 or N0 for
// numbers from the upper left or the lower left), and 0. numbered says that the
// numbering was given.
func parseGameType(value string) (n draughts.Numbering, numbered bool, err error) {
	parts := strings.Split(value, ",")
	for i := range parts {
		parts[i] = strings.ToUpper(strings.TrimSpace(parts[i]))
	}
	if parts[0] != "25" {
		return 0, false, fmt.Errorf("game type %s", value)
	}
	for i, want := range []string{"25", "W", "8", "8", "", "0"} {
		if i < len(parts) && want != "" && parts[i] != want {
			return 0, false, fmt.Errorf("game type %s: %q at %d", value, parts[i], i+1)
		}
	}
	if len(parts) < 5 {
		return draughts.FromTop, false, nil
	}
	switch parts[4] {
	case "A0", "S0":
		return draughts.FromTop, false, nil
	case "N2":
		return draughts.FromTop, true, nil
	case "N0":
		return draughts.FromA1, true, nil
	}
	return 0, false, fmt.Errorf("game type %s: notation %s", value, parts[4])
}
