package pdn

import (
	"strconv"
	"strings"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Clock is what the clocks show behind a move. A time that is not told is -1.
type Clock struct {
	White, Black time.Duration
	// Running is the side whose clock runs, NoColor if that is not told.
	Running draughts.Color
}

// Clock returns the times of the last command [%clk 0:01:02] or
// [%clock w0:00:10 B0:00:03] in the comment. A time without a letter is that of
// mover, the side that has made the move; a capital letter says whose clock
// runs. ok is false if there is no such command or it is malformed.
func (c Comment) Clock(mover draughts.Color) (clock Clock, ok bool) {
	for command := range c.Commands() {
		if command.Name != "clk" && command.Name != "clock" {
			continue
		}
		read, good := readClock(command.Value, mover)
		if good {
			clock, ok = read, true
		}
	}
	return clock, ok
}

func readClock(value string, mover draughts.Color) (Clock, bool) {
	clock := Clock{White: -1, Black: -1, Running: draughts.NoColor}
	// The letter may be separated from its time: "w 0:10 B 0:03".
	for _, letter := range []string{"w", "b", "W", "B"} {
		value = strings.ReplaceAll(value, letter+" ", letter)
	}
	fields := strings.Fields(value)
	if len(fields) == 0 || len(fields) > 2 {
		return clock, false
	}
	for _, field := range fields {
		side := mover
		switch field[0] {
		case 'w', 'W':
			side = draughts.White
		case 'b', 'B':
			side = draughts.Black
		}
		if field[0] == 'W' || field[0] == 'B' {
			clock.Running = side
		}
		d, ok := readTime(strings.TrimLeft(field, "wWbB"))
		if !ok {
			return clock, false
		}
		if side == draughts.Black {
			clock.Black = d
		} else {
			clock.White = d
		}
	}
	return clock, true
}

// readTime reads h:mm:ss, mm:ss or seconds, with a fraction.
func readTime(text string) (time.Duration, bool) {
	parts := strings.Split(text, ":")
	if len(parts) > 3 {
		return 0, false
	}
	seconds := 0.0
	for i, part := range parts {
		digits := "0123456789"
		if i == len(parts)-1 {
			digits += "."
		}
		n, err := strconv.ParseFloat(part, 64)
		if err != nil || n > 1e6 || strings.Trim(part, digits) != "" {
			return 0, false
		}
		seconds = seconds*60 + n
	}
	return time.Duration(seconds * float64(time.Second)), true
}

// Eval is what an engine said of the position behind a move.
type Eval struct {
	// Men is the value in men, above zero where White stands better.
	Men float64
	// Win is the number of moves to a forced win, below zero where Black wins; 0
	// means that none was told, and Men counts.
	Win int
	// Depth is how deep the engine looked, in plies, 0 if not told.
	Depth int
}

// Eval returns the value of the last command [%eval 0.35], [%eval -1.2,20] or
// [%eval #5] in the comment; ok is false if there is none or it is malformed.
func (c Comment) Eval() (eval Eval, ok bool) {
	for command := range c.Commands() {
		if command.Name != "eval" {
			continue
		}
		value, depth, deep := strings.Cut(command.Value, ",")
		var e Eval
		var err, depthErr error
		if win, found := strings.CutPrefix(value, "#"); found {
			e.Win, err = strconv.Atoi(win)
		} else if e.Men, err = strconv.ParseFloat(value, 64); strings.Trim(value, "+-.0123456789") != "" {
			err = strconv.ErrSyntax // NaN and the like
		}
		if deep {
			e.Depth, depthErr = strconv.Atoi(strings.TrimSpace(depth))
		}
		if err == nil && depthErr == nil {
			eval, ok = e, true
		}
	}
	return eval, ok
}

// Clock returns the clocks behind the move, which mover has made, from the
// comments behind it.
func (n *Note) Clock(mover draughts.Color) (clock Clock, ok bool) {
	if n != nil {
		for _, c := range n.After {
			if read, good := c.Clock(mover); good {
				clock, ok = read, true
			}
		}
	}
	return clock, ok
}

// Eval returns what an engine said, from the comments behind the move.
func (n *Note) Eval() (eval Eval, ok bool) {
	if n != nil {
		for _, c := range n.After {
			if read, good := c.Eval(); good {
				eval, ok = read, true
			}
		}
	}
	return eval, ok
}
