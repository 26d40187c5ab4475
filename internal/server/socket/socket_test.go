package socket

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/internal/cluster"
	"github.com/bolshak-draughts/bolshak/internal/server/club"
	"github.com/bolshak-draughts/bolshak/internal/server/event"
	"github.com/bolshak-draughts/bolshak/internal/server/live"
	"github.com/bolshak-draughts/bolshak/internal/server/store"
	"github.com/bolshak-draughts/bolshak/internal/server/work"
)

// patienceOfTests is when a test gives up waiting for what should come.
const patienceOfTests = time.Minute

// house is a hub behind an address, with two players of a game. The header
// Player of a request says who one is.
type house struct {
	t     *testing.T
	hub   *Hub
	club  *club.Club
	base  string
	game  string
	names [2]store.Player
	still atomic.Bool
}

func newHouse(t *testing.T, cfg Config) *house {
	t.Helper()
	kept, err := store.Open(t.Context(), store.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := kept.Close(); err != nil {
			t.Error(err)
		}
	})
	h := &house{t: t}
	h.still.Store(true)
	quiet := slog.New(slog.DiscardHandler)
	bus := &event.Local{}
	h.club = club.New(club.Config{Store: kept, Bus: bus, Logger: quiet, Computers: 1})
	node, err := cluster.Open(t.Context(), cluster.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := node.Close(); err != nil {
			t.Error(err)
		}
	})
	if _, err := work.Start(t.Context(), node, 1, endgame.Default()); err != nil {
		t.Fatal(err)
	}
	d := work.NewDesk(node, 1, endgame.Default(), quiet)
	t.Cleanup(d.Close)
	cfg.Club, cfg.Bus, cfg.Desk, cfg.Logger = h.club, bus, d, quiet
	h.hub = NewHub(cfg)
	for i := range h.names {
		if h.names[i], err = kept.CreateGuest(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	seat, err := h.club.CreateSeat(t.Context(), h.names[0], club.SeatRequest{Terms: live.Terms{Clock: live.Clock{Kind: live.NoClock}}, Color: "white"})
	if err != nil {
		t.Fatal(err)
	}
	if h.game, err = h.club.Join(t.Context(), seat.ID, h.names[1]); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who := Who{Address: "here", Exempt: r.Header.Get("Limited") == "", Still: func(context.Context) bool { return h.still.Load() }}
		for i := range h.names {
			if h.names[i].ID == r.Header.Get("Player") {
				who.Player = &h.names[i]
			}
		}
		if err := h.hub.Serve(w, r, who); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
		}
	}))
	t.Cleanup(server.Close)
	h.base = server.URL
	return h
}

// client is a socket that is read when the test wants to.
type client struct {
	t  *testing.T
	ws *websocket.Conn
}

func (h *house) connect(player string) *client {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(h.t.Context(), patienceOfTests)
	defer cancel()
	ws, _, err := websocket.Dial(ctx, h.base, &websocket.DialOptions{HTTPHeader: http.Header{"Player": {player}}})
	if err != nil {
		h.t.Fatal(err)
	}
	ws.SetReadLimit(1 << 22)
	h.t.Cleanup(func() { _ = ws.CloseNow() })
	return &client{h.t, ws}
}

func (c *client) say(format string, values ...any) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), patienceOfTests)
	defer cancel()
	if err := c.ws.Write(ctx, websocket.MessageText, fmt.Appendf(nil, format, values...)); err != nil {
		c.t.Fatal(err)
	}
}

// hear waits for a message of a kind.
func (c *client) hear(kind string) map[string]any {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), patienceOfTests)
	defer cancel()
	for {
		_, text, err := c.ws.Read(ctx)
		if err != nil {
			c.t.Fatalf("waiting for %s: %v", kind, err)
		}
		var m map[string]any
		if err := json.Unmarshal(text, &m); err != nil {
			c.t.Fatal(err)
		}
		if m["t"] == kind {
			return m
		}
	}
}

// ended reads to the end and returns why it has come.
func (c *client) ended() error {
	ctx, cancel := context.WithTimeout(c.t.Context(), patienceOfTests)
	defer cancel()
	for {
		if _, _, err := c.ws.Read(ctx); err != nil {
			return err
		}
	}
}

// deaf is a client that has asked for a game many times and never reads.
func (h *house) deaf() net.Conn {
	h.t.Helper()
	conn, err := (&net.Dialer{Timeout: patienceOfTests}).DialContext(h.t.Context(), "tcp", strings.TrimPrefix(h.base, "http://"))
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = conn.Close() })
	_ = conn.(*net.TCPConn).SetReadBuffer(4096)
	_, err = fmt.Fprintf(conn, "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
	if err != nil {
		h.t.Fatal(err)
	}
	r, err := http.ReadResponse(bufio.NewReaderSize(conn, 16), nil)
	if err != nil || r.StatusCode != http.StatusSwitchingProtocols {
		h.t.Fatalf("%v, %v", r, err)
	}
	return conn
}

// frame is a text of at most 125 bytes as a client sends it, masked with zeros.
func frame(text string) []byte {
	return append([]byte{0x81, 0x80 | byte(len(text)), 0, 0, 0, 0}, text...)
}

// TestASocketThatNeverReads asks for more than the system will hold for it: it
// is cut off, and meanwhile nobody waits for it.
func TestASocketThatNeverReads(t *testing.T) {
	h := newHouse(t, Config{})
	white, black := h.connect(h.names[0].ID), h.connect(h.names[1].ID)
	for _, c := range []*client{white, black} {
		c.say(`{"t":"watch","game":%q}`, h.game)
		c.hear("game")
	}
	conn := h.deaf()
	cut := make(chan struct{})
	go func() { // until it is cut off
		defer close(cut)
		for {
			_ = conn.SetWriteDeadline(time.Now().Add(patienceOfTests))
			if _, err := conn.Write(frame(fmt.Sprintf(`{"t":"watch","game":%q}`, h.game))); err != nil {
				return
			}
		}
	}()
	moves := []string{`"from":"c3","to":"d4"`, `"from":"d6","to":"c5"`}
	for ply, c := range []*client{white, black} {
		c.say(`{"t":"act","game":%q,"action":{"id":"m%d","type":"move","ply":%d,"move":{%s,"captured":[]}}}`, h.game, ply, ply, moves[ply])
		if m := c.hear("ack"); m["id"] != fmt.Sprintf("m%d", ply) {
			t.Errorf("%v", m)
		}
	}
	if u := white.hear("update"); u["version"] == nil {
		t.Errorf("%v", u)
	}
	<-cut
	for i := 0; ; i++ { // others are told all the time
		white.say(`{"t":"ping","n":%d}`, i)
		white.hear("pong")
		if h.hub.Len() == 2 {
			break
		}
	}
}

// TestDrainOfADeafSocket ends a hub in whose sockets nobody reads.
func TestDrainOfADeafSocket(t *testing.T) {
	h := newHouse(t, Config{})
	for range 5 {
		h.deaf()
	}
	reader := h.connect("")
	reader.say(`{"t":"ping","n":1}`)
	reader.hear("pong")
	for h.hub.Len() < 6 {
		runtime.Gosched()
	}
	ctx, cancel := context.WithCancel(t.Context())
	drained := make(chan struct{})
	go func() { h.hub.Drain(ctx); close(drained) }()
	reader.hear("bye")
	if err := reader.ended(); websocket.CloseStatus(err) != websocket.StatusGoingAway {
		t.Errorf("%v", err)
	}
	cancel()
	<-drained
	if n := h.hub.Len(); n != 0 {
		t.Errorf("%d sockets are left", n)
	}
	if _, response, err := websocket.Dial(t.Context(), h.base, nil); err == nil || response.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("another one is let in: %v", err)
	}
}

// TestWhoIsNoLongerThere takes a player's proof back while a socket is open.
func TestWhoIsNoLongerThere(t *testing.T) {
	h := newHouse(t, Config{ProveAfter: time.Nanosecond})
	white := h.connect(h.names[0].ID)
	offer := `{"t":"act","game":%q,"action":{"id":%q,"type":"flag"}}`
	white.say(offer, h.game, "a")
	white.hear("ack")
	h.still.Store(false)
	white.say(offer, h.game, "b")
	if m := white.hear("refused"); m["problem"].(map[string]any)["code"] != "not-signed-in" {
		t.Errorf("%v", m)
	}
	if err := white.ended(); websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
		t.Errorf("%v", err)
	}
}

// TestSocketsLeaveNothingBehind opens and closes many sockets.
func TestSocketsLeaveNothingBehind(t *testing.T) {
	h := newHouse(t, Config{})
	h.connect("").say(`{"t":"ping","n":1}`)
	for range 100 {
		c := h.connect(h.names[0].ID)
		c.say(`{"t":"watch","game":%q}`, h.game)
		c.hear("game")
		c.say(`{"t":"lobby","on":true}`)
		c.hear("lobby")
		c.say(`{"t":"analyse","key":"k"}`)
		_ = c.ws.CloseNow()
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	h.hub.Drain(gone)
	n, err := h.club.Numbers(t.Context())
	if err != nil || n.Online != 0 {
		t.Errorf("%+v, %v", n, err)
	}
	if h.hub.Len() != 0 || len(h.hub.at) != 0 || h.hub.Bus.(*event.Local).Topics() != 1 { // that of the club
		t.Errorf("%d sockets, %v, %d topics are left", h.hub.Len(), h.hub.at, h.hub.Bus.(*event.Local).Topics()-1)
	}
	if working, waiting := h.hub.Desk.Load(); working+waiting != 0 {
		t.Errorf("%d analyses at work, %d wait", working, waiting)
	}
}
