package club

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/event"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// Bounds of a chat.
const (
	maxChat   = 300 // characters of a line
	lastChats = 100 // lines that a watcher is told

	// A player says so many lines at once, and so many a second later.
	chatBurst     = 10
	chatPerSecond = 0.5
	maxChatters   = 20000 // players that are told apart
)

var errChatter = wire.NewProblem(http.StatusTooManyRequests, "too-many-requests", "so much at once is not read; wait a little")

type chatJSON struct {
	By   *PlayerJSON `json:"by"`
	Side *string     `json:"side"`
	Text string      `json:"text"`
	At   int64       `json:"at"`
	N    int64       `json:"n"`
}

func newChat(line store.Chat, side draughts.Color) chatJSON {
	j := chatJSON{Side: sideName(side), Text: line.Text, At: line.At.UnixMicro(), N: line.N}
	if line.By != "" {
		j.By = &PlayerJSON{ID: line.By, Name: line.Name, Ratings: map[string]RatingJSON{}}
	}
	return j
}

// DoChat is the action that says something.
const DoChat live.Type = "chat"

// Do carries out a player's action, one of the game or of its chat, in which the
// text is said.
func (c *Club) Do(ctx context.Context, by store.Player, game string, a live.Action, text string) (version int, err error) {
	if a.Type == DoChat {
		return c.Say(ctx, by, game, a.ID, text)
	}
	return c.Act(ctx, by.ID, game, a)
}

// Say says something in a game, as a player or a spectator. It returns the
// version of the game, which it does not change. The same id says a thing once.
func (c *Club) Say(ctx context.Context, by store.Player, game, id, text string) (version int, err error) {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if n := utf8.RuneCountInString(text); n == 0 || n > maxChat || !utf8.ValidString(text) {
		return 0, wire.NewProblem(http.StatusUnprocessableEntity, "bad-chat", fmt.Sprintf("a line has 1 to %d characters", maxChat))
	}
	if err := live.CheckID(id); err != nil {
		return 0, err
	}
	if err := c.welcome(ctx, by.ID); err != nil {
		return 0, err
	}
	if !c.chatter.Allow(by.ID, c.now()) {
		return 0, errChatter
	}
	g, err := c.Game(ctx, game)
	if err != nil {
		return 0, err
	}
	e := c.games.acquire(game, c.now())
	defer c.games.release(e) // until it is published, so that lines are told in their order
	line, again, err := c.store.AddChat(ctx, game, store.Chat{By: by.ID, Action: id, Text: text})
	if err != nil || again {
		return g.State.Version, err
	}
	line.Name = by.Name
	c.bus.Publish(event.Game(game), event.Event{Kind: KindChat, Game: game, All: message(struct {
		T    string `json:"t"`
		Game string `json:"game"`
		chatJSON
	}{"chat", game, newChat(line, g.Side(by.ID))})})
	return g.State.Version, nil
}

// Chats returns the message with what was last said in a game.
func (c *Club) Chats(ctx context.Context, game string) ([]byte, error) {
	g, err := c.cached(ctx, game)
	if err != nil {
		return nil, err
	}
	lines, err := c.store.Chats(ctx, game, lastChats)
	if err != nil {
		return nil, err
	}
	list := make([]chatJSON, 0, len(lines))
	for _, line := range lines {
		list = append(list, newChat(line, g.Side(line.By)))
	}
	return message(struct {
		T     string     `json:"t"`
		Game  string     `json:"game"`
		Chats []chatJSON `json:"chats"`
	}{"chats", game, list}), nil
}
