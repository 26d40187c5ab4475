package socket

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"github.com/bolshak-draughts/bolshak/internal/server/club"
	"github.com/bolshak-draughts/bolshak/internal/server/desk"
	"github.com/bolshak-draughts/bolshak/internal/server/feed"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
	"github.com/bolshak-draughts/bolshak/internal/server/work"
)

// What a client may send: so many messages at once, and so many a second later.
// One that goes on all the same is cut off.
const (
	burst     = 60
	perSecond = 20
	patience  = 200
)

var (
	errTooMany   = wire.NewProblem(http.StatusTooManyRequests, "too-many-requests", "too many messages; slow down")
	errSignedOut = wire.NewProblem(http.StatusUnauthorized, "not-signed-in", "only players act; become a guest or sign in, and connect again")
	errUnknown   = wire.NewProblem(http.StatusBadRequest, "bad-json", "there is no such message")
	errText      = wire.NewProblem(http.StatusBadRequest, "bad-json", "messages are text")
)

// session is a socket and what it hears of.
type session struct {
	hub  *Hub
	who  Who
	conn conn
	feed *feed.Feed
	// proved is when it was last asked who is there.
	proved time.Time
	// desk is the person at the desk, once it was asked, and key that of the
	// last request.
	desk, key string
}

// anonymous numbers those at the desk who are not signed in.
var anonymous atomic.Int64

// clientMessage is what a client may say.
type clientMessage struct {
	T       string          `json:"t"`
	Game    string          `json:"game"`
	Version int             `json:"version"`
	On      bool            `json:"on"`
	N       int64           `json:"n"`
	Action  json.RawMessage `json:"action"`
	Key     string          `json:"key"`
	FEN     string          `json:"fen"`
	Rules   string          `json:"rules"`
	Lines   int             `json:"lines"`
	Depth   int             `json:"depth"`
}

// Action is an action of a client: one of a game, or a line of its chat.
type Action struct {
	live.Action
	Text string `json:"text"`
}

type (
	ackJSON struct {
		T       string `json:"t"`
		ID      string `json:"id"`
		Game    string `json:"game"`
		Version int    `json:"version"`
	}
	refusedJSON struct {
		T       string        `json:"t"`
		ID      string        `json:"id"`
		Game    string        `json:"game"`
		Problem *wire.Problem `json:"problem"`
	}
	errorJSON struct {
		T       string        `json:"t"`
		Game    string        `json:"game,omitempty"`
		Key     string        `json:"key,omitempty"`
		Problem *wire.Problem `json:"problem"`
	}
	pongJSON struct {
		T   string `json:"t"`
		N   int64  `json:"n"`
		Now int64  `json:"now"`
	}
	byeJSON struct {
		T     string `json:"t"`
		Retry int64  `json:"retry"`
	}
)

// tell sends a message; its parts are texts and numbers.
func (s *session) tell(body any) {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	s.conn.send(text)
}

// run serves the socket until it ends.
func (s *session) run(ctx context.Context) {
	s.proved = time.Now()
	s.conn.seen.Store(s.proved.Unix())
	player := ""
	if s.who.Player != nil {
		player = s.who.Player.ID
	}
	s.feed = feed.New(s.hub.Club, s.hub.Bus, player, s.conn.send)
	s.feed.Mine(nil, func() { s.conn.finish(websocket.StatusPolicyViolation, whoAreYou) })
	defer func() {
		if s.desk != "" {
			s.hub.Desk.Stop(s.desk, s.key)
		}
		s.feed.Close()
		s.conn.end()
	}()
	if !s.hub.add(s) {
		s.tell(byeJSON{"bye", 1000})
		s.conn.finish(websocket.StatusGoingAway, "the server drains")
	}
	limit := rate.NewLimiter(perSecond, burst)
	over := 0
	for {
		kind, text, err := s.conn.ws.Read(ctx)
		if err != nil {
			return
		}
		now := time.Now()
		s.conn.seen.Store(now.Unix())
		switch {
		case !s.who.Exempt && !limit.AllowN(now, 1):
			if over++; over > patience {
				s.conn.finish(websocket.StatusPolicyViolation, "too many messages")
				continue
			}
			s.tell(errorJSON{T: "error", Problem: errTooMany})
		case kind != websocket.MessageText:
			s.tell(errorJSON{T: "error", Problem: errText})
		default:
			s.hear(ctx, text)
		}
	}
}

// hear does what a message asks for.
func (s *session) hear(ctx context.Context, text []byte) {
	var m clientMessage
	if p := wire.Decode(text, &m); p != nil {
		s.tell(errorJSON{T: "error", Problem: p})
		return
	}
	var err error
	switch m.T {
	case "watch":
		err = s.feed.Watch(ctx, m.Game, m.Version)
	case "unwatch":
		s.feed.Unwatch(m.Game)
	case "lobby":
		err = s.feed.Lobby(ctx, m.On)
	case "act":
		s.act(ctx, m.Game, m.Action)
	case "ping":
		s.tell(pongJSON{"pong", m.N, time.Now().UnixMicro()})
	case "analyse":
		s.analyse(m)
	case "analyse-stop":
		if s.desk != "" {
			s.hub.Desk.Stop(s.desk, m.Key)
		}
	default:
		err = errUnknown
	}
	if err != nil {
		s.tell(errorJSON{T: "error", Game: m.Game, Problem: s.problem(ctx, err)})
	}
}

// problem returns how an error is told.
func (s *session) problem(ctx context.Context, err error) *wire.Problem {
	if errors.Is(err, feed.ErrTooMany) {
		return errTooMany
	}
	p, ok := club.Problem(err)
	if !ok {
		s.hub.Logger.ErrorContext(ctx, "a message failed", "error", err)
	}
	return p
}

// act carries out an action, and acknowledges it when it is committed.
func (s *session) act(ctx context.Context, game string, text json.RawMessage) {
	var named struct {
		ID string `json:"id"`
	}
	_ = json.Unmarshal(text, &named) // without it, the refusal has no id
	var a Action
	p := wire.Decode(text, &a)
	version := 0
	switch {
	case s.who.Player == nil:
		p = errSignedOut
	case p != nil:
	case !s.still(ctx):
		p = errSignedOut
		defer s.conn.finish(websocket.StatusPolicyViolation, whoAreYou)
	default:
		var err error
		if version, err = s.hub.Club.Do(ctx, *s.who.Player, game, a.Action, a.Text); err != nil {
			p = s.problem(ctx, err)
		}
	}
	if p != nil {
		s.tell(refusedJSON{"refused", named.ID, game, p})
		return
	}
	s.tell(ackJSON{"ack", a.ID, game, version})
}

// whoAreYou is why a socket is closed whose player may no longer act by it.
const whoAreYou = "prove again who you are"

// still reports whether the player is still who is at the other end.
func (s *session) still(ctx context.Context) bool {
	now := time.Now()
	if now.Sub(s.proved) < s.hub.ProveAfter {
		return true
	}
	s.proved = now
	return s.who.Still(ctx)
}

// analyse asks the desk about a position.
func (s *session) analyse(m clientMessage) {
	if s.desk == "" {
		s.desk = work.Local + strconv.FormatInt(anonymous.Add(1), 10)
		if s.who.Player != nil {
			s.desk = "player " + s.who.Player.ID
		}
	}
	s.key = m.Key
	req, p := desk.NewRequest(m.Key, m.FEN, m.Rules, m.Lines, m.Depth)
	if p == nil && !s.hub.Desk.Start(s.desk, req, func(found desk.Message) { s.conn.send(found.JSON()) }, nil) {
		p = wire.ErrBusy
	}
	if p != nil {
		s.tell(errorJSON{T: "error", Key: m.Key, Problem: p})
	}
}
