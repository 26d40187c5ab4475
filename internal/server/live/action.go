package live

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Type is a kind of action.
type Type string

// The actions. Those of a chat are none of the game's.
const (
	DoMove            Type = "move"
	DoResign          Type = "resign"
	DoDrawOffer       Type = "draw-offer"
	DoDrawAccept      Type = "draw-accept"
	DoDrawDecline     Type = "draw-decline"
	DoTakebackOffer   Type = "takeback-offer"
	DoTakebackAccept  Type = "takeback-accept"
	DoTakebackDecline Type = "takeback-decline"
	DoAbort           Type = "abort"
	DoClaim           Type = "claim"
	DoAddTime         Type = "add-time"
	DoRematchOffer    Type = "rematch-offer"
	DoRematchAccept   Type = "rematch-accept"
	DoRematchDecline  Type = "rematch-decline"
	DoFlag            Type = "flag" // asks to look at the clock
)

// Action is what a player wants to do.
type Action struct {
	// ID is made by the client: the same one sent again does nothing. 1 to
	// MaxID characters of printable ASCII without space.
	ID   string `json:"id"`
	Type Type   `json:"type"`
	// Ply and Move are of a move: the number of plies before it, those of an
	// opening included, and the move with everything it takes. Draw offers a
	// draw with it.
	Ply  int   `json:"ply,omitempty"`
	Move *Move `json:"move,omitempty"`
	Draw bool  `json:"draw,omitempty"`
	// Plies is how many plies to take back; 0 means to the player's last move.
	Plies int `json:"plies,omitempty"`
	// As is "draw" where a draw is claimed, else "" or "win".
	As string `json:"as,omitempty"`
	// MS is the time to add to the opponent's clock, in milliseconds.
	MS int64 `json:"ms,omitempty"`

	// Side is the player, Gone for how long the opponent has been away, 0 if
	// present. Both are what the server knows, never what a client says.
	Side draughts.Color `json:"-"`
	Gone time.Duration  `json:"-"`
}

// MaxID is the length of the longest id of an action.
const MaxID = 64

// The time that may be added at once, and how much a clock may then show.
const (
	MinAdded = time.Second
	MaxAdded = 5 * time.Minute
	MaxTime  = 12 * time.Hour
)

// CheckID returns what is wrong with the id of an action, an error that matches
// [ErrAction].
func CheckID(id string) error {
	if id == "" || len(id) > MaxID {
		return ErrAction.with(fmt.Sprintf("an action has an id of 1 to %d characters", MaxID))
	}
	for _, c := range []byte(id) {
		if c <= ' ' || c > '~' {
			return ErrAction.with("the id of an action has letters, digits and signs only")
		}
	}
	return nil
}

// check returns what is wrong with the form of the action.
func (a Action) check() error {
	if err := CheckID(a.ID); err != nil {
		return err
	}
	if a.Side > draughts.Black {
		return ErrAction.with("only players act in a game")
	}
	switch a.Type {
	case DoMove:
		if a.Move == nil {
			return ErrAction.with(`a move has "move": {"from", "to", "captured"}`)
		}
	case DoTakebackOffer:
		if a.Plies < 0 || a.Plies > MaxPlies {
			return ErrAction.with(fmt.Sprintf("plies is %d, expected at least 1", a.Plies))
		}
	case DoClaim:
		if a.As != "" && a.As != "win" && a.As != "draw" {
			return ErrAction.with(fmt.Sprintf("as is %q, expected win or draw", a.As))
		}
	case DoAddTime:
		if a.MS < MinAdded.Milliseconds() || a.MS > MaxAdded.Milliseconds() {
			return ErrAction.with(fmt.Sprintf("ms is %d, expected %d to %d", a.MS, MinAdded.Milliseconds(), MaxAdded.Milliseconds()))
		}
	case DoResign, DoDrawOffer, DoDrawAccept, DoDrawDecline, DoTakebackAccept, DoTakebackDecline,
		DoAbort, DoRematchOffer, DoRematchAccept, DoRematchDecline, DoFlag:
	default:
		return ErrAction.with(fmt.Sprintf("no action %q in a game", a.Type))
	}
	return nil
}

// Move is a move in JSON: {"from":"c3","to":"e5","captured":["d4"]}.
type Move draughts.Move

type moveJSON struct {
	From     string   `json:"from"`
	To       string   `json:"to"`
	Captured []string `json:"captured"`
}

// MarshalJSON writes the move.
func (m Move) MarshalJSON() ([]byte, error) {
	j := moveJSON{From: m.From.String(), To: m.To.String(), Captured: []string{}}
	for s := range m.Captured.All() {
		j.Captured = append(j.Captured, s.String())
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads a move, which need not be legal. The error matches
// [ErrAction].
func (m *Move) UnmarshalJSON(b []byte) error {
	var j moveJSON
	if err := json.Unmarshal(b, &j); err != nil {
		return &Error{Code: ErrAction.Code, Detail: "not a move", Err: err}
	}
	read := Move{}
	var err error
	if read.From, err = draughts.ParseSquare(j.From); err != nil {
		return &Error{Code: ErrAction.Code, Detail: "from", Err: err}
	}
	if read.To, err = draughts.ParseSquare(j.To); err != nil {
		return &Error{Code: ErrAction.Code, Detail: "to", Err: err}
	}
	for _, name := range j.Captured {
		s, err := draughts.ParseSquare(name)
		if err != nil {
			return &Error{Code: ErrAction.Code, Detail: "captured", Err: err}
		}
		if read.Captured.Has(s) {
			return &Error{Code: ErrAction.Code, Detail: "captured", Err: fmt.Errorf("%s: %w", s, draughts.ErrDuplicateSquare)}
		}
		read.Captured |= s.Bitboard()
	}
	*m = read
	return nil
}
