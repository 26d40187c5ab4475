package live

import (
	"fmt"
	"strconv"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/opening"
	"github.com/bolshak-draughts/bolshak/pdn"
)

// Names are what a game's text says of who played where.
type Names struct {
	Event, Site  string
	White, Black string
	// WhiteRating and BlackRating are those before the game, 0 for none.
	WhiteRating, BlackRating int
}

// PDN returns the game as text is made of it: with the clock behind each move,
// and with the tags Event, Site, Date, White, Black, ratings, TimeControl, the
// opening and where it was drawn from, the draw rules, and how it ended. The
// error matches [ErrState].
//
// TimeControl is the time in seconds: 180+2 with an increment, 180d2 with a
// delay, 45/5400:45/3600 in moves, 1/259200 by the day, - without a clock.
func PDN(s State, n Names) (*pdn.Game, error) {
	g, err := s.Game()
	if err != nil {
		return nil, err
	}
	tags := []pdn.Tag{}
	add := func(name, value string) {
		if value != "" {
			tags = append(tags, pdn.Tag{Name: name, Value: value})
		}
	}
	add("Event", n.Event)
	add("Site", n.Site)
	add("Date", s.Created.Format("2006.01.02"))
	add("White", n.White)
	add("Black", n.Black)
	add("Result", g.Outcome().Result())
	add("WhiteRating", numeral(n.WhiteRating))
	add("BlackRating", numeral(n.BlackRating))
	add("GameType", pdn.GameType)
	add("TimeControl", s.Terms.Clock.control())
	add("Time", s.Created.Format("15:04:05"))
	if s.Micro != nil {
		add("Round", fmt.Sprintf("1.%d", s.Micro.Game))
	}
	debut := s.Debut()
	add("Opening", debut.Name)
	add("OpeningTable", debut.Table)
	add("OpeningCode", debut.Code)
	add("DrawRules", g.Rules().String())
	if s.Status == StatusAborted {
		add("Termination", "aborted")
	}
	text := pdn.FromGame(g, tags...)
	if setup, err := draughts.ParseLegalSetup(s.Terms.Start); err == nil {
		text.SinceChange = setup.SinceChange
	}
	for i, p := range s.Plies {
		if p.Left != noTime {
			text.Main.Plies[i].Note = &pdn.Note{After: []pdn.Comment{pdn.Comment("[%clk " + clockText(p.Left) + "]")}}
		}
	}
	return text, nil
}

func numeral(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// clockText writes what a clock shows, to the tenth of a second.
func clockText(d time.Duration) string {
	tenths := d.Milliseconds() / 100
	seconds := tenths / 10
	text := fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	if tenths%10 != 0 {
		text += fmt.Sprintf(".%d", tenths%10)
	}
	return text
}

// control returns the clock as the tag TimeControl.
func (c Clock) control() string {
	seconds := func(ms int64) string { return strconv.FormatFloat(float64(ms)/1000, 'f', -1, 64) }
	switch c.Kind {
	case Fischer:
		return seconds(c.Base) + "+" + seconds(c.Increment)
	case Delay:
		return seconds(c.Base) + "d" + seconds(c.Delay)
	case InMoves:
		return fmt.Sprintf("%d/%s:%d/%s", c.Moves, seconds(c.Base), c.Moves, seconds(c.Again))
	case InDays:
		return fmt.Sprintf("1/%d", c.Days*24*3600)
	}
	return "-"
}

// Debut is how a game began, for searching.
type Debut struct {
	// Table and Code are the entry of a drawing table from which the game began,
	// "" if it began from none.
	Table, Code string
	// Name, in Latin letters, and Russian are the name of the debut that was
	// played, "" if it has none.
	Name, Russian string
}

// Debut returns how the game began.
func (s State) Debut() Debut {
	var d Debut
	if s.Terms.Opening != nil {
		d.Table, d.Code = s.Terms.Opening.Table, s.Terms.Opening.Code
	}
	g, err := s.board()
	if err != nil || g.Start() != draughts.Start() {
		return d
	}
	if c := opening.Classify(g); c.Named() {
		d.Name, d.Russian = c.Name.Transliteration, c.Name.Russian
	}
	return d
}
