package arbiter

import (
	"fmt"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Log returns the verdict as one line: when the game was over, by whose move, by
// which article and count, the position with its counts, and what in the record
// does not fit. For a game that was not over it tells which counts run.
func (v Verdict) Log() string {
	var parts []string
	add := func(format string, a ...any) { parts = append(parts, fmt.Sprintf(format, a...)) }
	switch {
	case !v.Over():
		add("not over after %s%s under %s", plies(v.Ply), v.move(), v.Rules)
		for _, c := range v.Running {
			add("%s", c)
		}
	case v.Ply == 0:
		add("over in its first position under %s: %s", v.Rules, v.Outcome)
	default:
		add("over at ply %d%s under %s: %s", v.Ply, v.move(), v.Rules, v.Outcome)
	}
	if v.Count != nil {
		add("%s", v.Count)
	}
	add("position %s", draughts.FENStyle{Counters: true}.Format(v.Position))
	if v.After > 0 {
		add("%s recorded after the end", plies(v.After))
	}
	if v.Broken {
		add("the record breaks off")
	}
	for _, c := range v.Contradictions() {
		add("%s: %s", c, c.Conflict)
	}
	return strings.Join(parts, "; ")
}

// move returns the last ply in brackets, such as " (move 31, white e5-h8)".
func (v Verdict) move() string {
	if v.MoveText == "" {
		return ""
	}
	return fmt.Sprintf(" (move %d, %s %s)", v.MoveNumber, v.Mover, v.MoveText)
}

func plies(n int) string {
	if n == 1 {
		return "1 ply"
	}
	return fmt.Sprintf("%d plies", n)
}
