package live

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/rating"
	"github.com/bolshak-draughts/bolshak/opening"
)

// Terms are what two players agree on before a game.
type Terms struct {
	Clock Clock `json:"clock"`
	Rated bool  `json:"rated"`
	// Rules names the draw rules as [draughts.ParseDrawRules] does; "" means
	// fmjd64.
	Rules string `json:"rules"`
	// Start is the FEN of the first position, "" for the start position.
	Start string `json:"start"`
	// Opening is the entry of a drawing table from which the game begins.
	Opening *Opening `json:"opening"`
	// Micro makes the game the first of a micro-match: two games from one
	// opening with the colors exchanged, two points for a win.
	Micro bool `json:"micro"`
	// Offers are the limits on offers of a draw: [FreeOffers], which is also "",
	// or [ClubOffers].
	Offers string `json:"offers"`
}

// The limits on offers of a draw.
const (
	// FreeOffers: one offer until the opponent has made a move.
	FreeOffers = "free"
	// ClubOffers: besides, none before each side has made 20 moves, and in
	// games quicker than classical only when each side has six pieces or fewer.
	ClubOffers = "club"
)

// Opening names an entry of a drawing table.
type Opening struct {
	Table string `json:"table"`
	// Code is that of the entry; "" means that it is yet to be drawn by lot.
	Code string `json:"code"`
	// Drawn says that the entry was drawn by lot: a rematch draws again.
	Drawn bool `json:"drawn"`
}

// The kinds of clock.
const (
	Fischer = "fischer" // Base, and Increment for every move made
	Delay   = "delay"   // Base, but at each move the clock waits for Delay before it runs
	InMoves = "moves"   // Base for so many Moves, then Again for each next so many
	InDays  = "days"    // so many Days for each move
	NoClock = "none"    // all the time in the world
)

// Clock is how much time the players have. Times are in milliseconds; those that
// a kind does not use are zero.
type Clock struct {
	Kind      string `json:"kind"`
	Base      int64  `json:"base,omitempty"`
	Increment int64  `json:"increment,omitempty"`
	Delay     int64  `json:"delay,omitempty"`
	Moves     int    `json:"moves,omitempty"`
	Again     int64  `json:"again,omitempty"`
	Days      int    `json:"days,omitempty"`
}

// The limits of a clock.
const (
	MinBase   = time.Second
	MaxBase   = 6 * time.Hour
	MaxPerPly = 5 * time.Minute // of an increment or a delay
	MaxMoves  = 100             // of a clock in moves
	MaxDays   = 30
)

// Timed reports whether the clock counts a time for the whole game, or for many
// moves of it.
func (c Clock) Timed() bool { return c.Kind == Fischer || c.Kind == Delay || c.Kind == InMoves }

// check returns what is wrong with the clock.
func (c Clock) check() error {
	between := func(name string, ms int64, least, most time.Duration) error {
		if ms < least.Milliseconds() || ms > most.Milliseconds() {
			return fmt.Errorf("clock: %s is %d ms, expected %d to %d", name, ms, least.Milliseconds(), most.Milliseconds())
		}
		return nil
	}
	only := Clock{Kind: c.Kind} // what the kind uses
	var err error
	switch c.Kind {
	case Fischer:
		only.Base, only.Increment = c.Base, c.Increment
		err = errors.Join(between("base", c.Base, MinBase, MaxBase), between("increment", c.Increment, 0, MaxPerPly))
	case Delay:
		only.Base, only.Delay = c.Base, c.Delay
		err = errors.Join(between("base", c.Base, MinBase, MaxBase), between("delay", c.Delay, 0, MaxPerPly))
	case InMoves:
		only.Base, only.Moves, only.Again = c.Base, c.Moves, c.Again
		err = errors.Join(between("base", c.Base, MinBase, MaxBase), between("again", c.Again, MinBase, MaxBase))
		if c.Moves < 1 || c.Moves > MaxMoves {
			err = errors.Join(err, fmt.Errorf("clock: moves is %d, expected 1 to %d", c.Moves, MaxMoves))
		}
	case InDays:
		only.Days = c.Days
		if c.Days < 1 || c.Days > MaxDays {
			err = fmt.Errorf("clock: days is %d, expected 1 to %d", c.Days, MaxDays)
		}
	case NoClock:
	default:
		return fmt.Errorf("clock: no kind %q, expected fischer, delay, moves, days or none", c.Kind)
	}
	if err == nil && c != only {
		err = fmt.Errorf("clock: a time that the kind %s does not use", c.Kind)
	}
	return err
}

// Class returns the time class of games with this clock.
func (c Clock) Class() rating.Class {
	const moves = 40 // of a game of usual length
	ms := c.Base
	switch c.Kind {
	case Fischer:
		ms += moves * c.Increment
	case Delay:
		ms += moves * c.Delay
	case InMoves:
		if c.Moves > 0 {
			ms += int64((moves-1)/c.Moves) * c.Again
		}
	default:
		return rating.Correspondence
	}
	return rating.ClassOf(time.Duration(ms) * time.Millisecond)
}

// Class returns the time class of the game.
func (t Terms) Class() rating.Class { return t.Clock.Class() }

// Check returns what is wrong with the terms, an error that matches [ErrTerms].
// An opening may be yet to be drawn.
func (t Terms) Check() error {
	if err := t.check(); err != nil {
		return &Error{Code: ErrTerms.Code, Detail: ErrTerms.Detail, Err: err}
	}
	return nil
}

func (t Terms) check() error {
	if err := t.Clock.check(); err != nil {
		return err
	}
	switch {
	case t.Offers != "" && t.Offers != FreeOffers && t.Offers != ClubOffers:
		return fmt.Errorf("offers: %q, expected %s or %s", t.Offers, FreeOffers, ClubOffers)
	case t.Rated && t.Clock.Kind == NoClock:
		return errors.New("rated: a rated game needs a clock")
	case t.Rated && t.Start != "":
		return errors.New("rated: a rated game begins at the start position or an opening of a drawing table")
	case t.Start != "" && t.Opening != nil:
		return errors.New("start: a game cannot begin at a position and at an opening")
	}
	if t.Opening != nil {
		if _, err := opening.ParseTable(t.Opening.Table); err != nil {
			return fmt.Errorf("opening: %w", err)
		}
		if t.Opening.Code == "" {
			_, err := t.rules()
			return err
		}
	}
	g, err := t.game()
	if err != nil {
		return err
	}
	if o := g.Outcome(); o.Reason != draughts.NotOver {
		return fmt.Errorf("start: the game is over there (%s)", o)
	}
	return nil
}

func (t Terms) rules() (draughts.DrawRules, error) {
	if t.Rules == "" {
		return draughts.FMJD64, nil
	}
	r, err := draughts.ParseDrawRules(t.Rules)
	if err != nil {
		return 0, fmt.Errorf("rules: %w", err)
	}
	return r, nil
}

// maxFEN is the length of the longest FEN that is read, in bytes.
const maxFEN = 400

// game returns a game that has come to where the players begin.
func (t Terms) game() (*draughts.Game, error) {
	rules, err := t.rules()
	if err != nil {
		return nil, err
	}
	switch {
	case t.Opening != nil:
		table, err := opening.ParseTable(t.Opening.Table)
		if err != nil {
			return nil, fmt.Errorf("opening: %w", err)
		}
		entry, err := opening.Lookup(table, t.Opening.Code)
		if err != nil {
			return nil, fmt.Errorf("opening: %w", err)
		}
		return entry.Game(rules), nil
	case t.Start == "":
		return draughts.NewGame(draughts.Start(), rules), nil
	case len(t.Start) > maxFEN:
		return nil, fmt.Errorf("start: a FEN of %d bytes, expected at most %d", len(t.Start), maxFEN)
	}
	setup, err := draughts.ParseLegalSetup(t.Start)
	if err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	g, err := draughts.NewGameFrom(setup, rules, 0)
	if err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	return g, nil
}

// Draw returns the terms, as a player asks for them, with their opening drawn by
// lot, if that is yet to be done. The error matches [ErrTerms].
func (t Terms) Draw(rng *rand.Rand) (Terms, error) {
	if err := t.Check(); err != nil {
		return t, err
	}
	if t.Opening == nil {
		return t, nil
	}
	if t.Opening.Code != "" {
		t.Opening = &Opening{Table: t.Opening.Table, Code: t.Opening.Code}
		return t, nil
	}
	table, err := opening.ParseTable(t.Opening.Table)
	if err == nil {
		var entry opening.Entry
		if entry, err = opening.Draw(rng, table, 0); err == nil {
			t.Opening = &Opening{Table: table.String(), Code: entry.Code, Drawn: true}
			return t, nil
		}
	}
	return t, &Error{Code: ErrTerms.Code, Detail: ErrTerms.Detail, Err: err}
}

// normal returns the terms, which must have passed Check, in the form in which
// a game keeps them.
func (t Terms) normal() Terms {
	rules, _ := t.rules()
	t.Rules = rules.String()
	if t.Offers == "" {
		t.Offers = FreeOffers
	}
	if t.Start != "" {
		if setup, err := draughts.ParseLegalSetup(t.Start); err == nil {
			style := draughts.FENStyle{Counters: setup.SinceChange > 0 || setup.MoveNumber > 1}
			t.Start = style.Format(setup)
		}
		if t.Start == draughts.StartFEN {
			t.Start = ""
		}
	}
	if t.Opening != nil {
		o := *t.Opening
		if table, err := opening.ParseTable(o.Table); err == nil {
			o.Table = table.String()
			if entry, err := opening.Lookup(table, o.Code); err == nil {
				o.Code = entry.Code
			}
		}
		t.Opening = &o
	}
	return t
}
