package match

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/pdn"
)

// Record returns the game as a file keeps it, with the names of the first and
// the second player and what they had for time. Behind each move stand what its
// player said ([%eval], seen from White, with the depth), the time that it took
// ([%emt]) and what the clock showed then ([%clk]).
func (g *Game) Record(event string, names [2]string, controls [2]string) *pdn.Game {
	white, black := g.player(draughts.White), g.player(draughts.Black)
	tags := pdn.Tags{
		{Name: "Event", Value: event},
		{Name: "Date", Value: g.Ended.Format("2006.01.02")},
		{Name: "Round", Value: strconv.Itoa(g.Number)},
		{Name: "White", Value: names[white]},
		{Name: "Black", Value: names[black]},
	}
	if g.Opening.Name != "" {
		tags = append(tags, pdn.Tag{Name: "Opening", Value: g.Opening.Name})
	}
	if controls[0] == controls[1] {
		tags = append(tags, pdn.Tag{Name: "TimeControl", Value: controls[0]})
	} else {
		tags = append(tags, pdn.Tag{Name: "WhiteTimeControl", Value: controls[white]}, pdn.Tag{Name: "BlackTimeControl", Value: controls[black]})
	}
	if text := g.termination(); text != "" {
		tags = append(tags, pdn.Tag{Name: "Termination", Value: text})
	}
	record := pdn.FromGame(g.Game, tags...)
	for i := range record.Main.Plies {
		if i < len(g.Replies) {
			record.Main.Plies[i].Note = &pdn.Note{After: []pdn.Comment{g.comment(i)}}
		}
	}
	return record
}

// termination tells why the game ended, where its last position does not.
func (g *Game) termination() string {
	switch g.Ending {
	case OnBoard:
		return ""
	case ByTables, ByScore, TooLong:
		return "adjudication: " + g.Detail
	}
	return g.Ending.String() + ": " + g.Detail
}

func (g *Game) comment(ply int) pdn.Comment {
	text := ""
	if r := g.Replies[ply]; r.Depth > 0 {
		text = "[%eval " + value(r.Score, g.Game.PositionAt(ply).Turn()) + "," + strconv.Itoa(r.Depth) + "] "
	}
	text += "[%emt " + clockText(g.Times[ply]) + "]"
	if left := g.Left[ply]; left > 0 {
		text += " [%clk " + clockText(left) + "]"
	}
	return pdn.Comment(text)
}

// value returns a score of a side from White's view: in men, or the number of
// moves to a forced win.
func value(s engine.Score, c draughts.Color) string {
	sign := 1
	if c == draughts.Black {
		sign = -1
	}
	plies, ok := s.Plies()
	if moves := (max(plies, -plies) + 1) / 2; ok && moves > 0 {
		if plies < 0 {
			sign = -sign
		}
		return "#" + strconv.Itoa(sign*moves)
	}
	// Adding 0 makes nothing of minus nothing.
	return strconv.FormatFloat(float64(sign)*float64(s)/100+0, 'f', 2, 64)
}

// clockText returns a time as h:mm:ss.mmm.
func clockText(d time.Duration) string {
	ms := int64(math.Round(float64(d) / float64(time.Millisecond)))
	return fmt.Sprintf("%d:%02d:%02d.%03d", ms/3600000, ms/60000%60, ms/1000%60, ms%1000)
}
