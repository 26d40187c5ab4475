package club

import (
	"context"
	"encoding/json"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/event"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// Kinds of events.
const (
	KindUpdate   = "update"
	KindChat     = "chat"
	KindPresence = "presence"
	KindLobby    = "lobby"
	KindStarted  = "started"
	// KindLeave tells the connections of a player to end and prove again who they
	// are.
	KindLeave = "leave"
	// KindLook says that a game has a version of which its watchers may not have
	// been told, KindGap that this may be so of anything.
	KindLook = "look"
	KindGap  = "gap"
)

// update makes the event of a change of a game. The JSON is made once for all
// who watch.
func (c *Club) update(ctx context.Context, before, after *store.Game, now time.Time) (event.Event, error) {
	played, err := after.State.Game()
	if err != nil {
		return event.Event{}, err
	}
	a := c.attendance(after, now)
	board, err := c.board(ctx, after, played, a, now)
	if err != nil {
		return event.Event{}, err
	}
	keep := common(before.State.Plies, after.State.Plies)
	rest, err := json.Marshal(updateJSON{
		Game:      after.ID,
		From:      before.State.Version,
		Version:   after.State.Version,
		Keep:      keep,
		Add:       wire.History(played, keep),
		boardJSON: board,
	})
	if err != nil {
		return event.Event{}, err
	}
	e := event.Event{Kind: KindUpdate, Game: after.ID, From: before.State.Version, Version: after.State.Version}
	for side, to := range map[draughts.Color]*[]byte{draughts.White: &e.White, draughts.Black: &e.Black, draughts.NoColor: &e.All} {
		front, err := json.Marshal(may(&after.State, side, a))
		if err != nil {
			return e, err
		}
		*to = concat(`{"t":"update","may":`, front, `,`, rest[1:])
	}
	return e, nil
}

func concat(a string, b []byte, c string, d []byte) []byte {
	text := make([]byte, 0, len(a)+len(b)+len(c)+len(d))
	return append(append(append(append(text, a...), b...), c...), d...)
}

// common returns how many plies two games have in common from the first on.
func common(a, b []live.Ply) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i].Move != b[i].Move {
			return i
		}
	}
	return n
}

// message marshals a message; its parts are texts, numbers and the like.
func message(body any) []byte {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	return text
}
