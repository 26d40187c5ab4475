package load

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/coder/websocket"
)

// player is somebody with a socket: a guest who is one side of a game, or, with
// NoColor, a spectator.
type player struct {
	game *game
	side draughts.Color
	http *http.Client
	node atomic.Int32 // where to ask, by its number
	// heard is when the last answer to a heartbeat came.
	heard atomic.Pointer[time.Time]

	mu sync.Mutex
	ws *websocket.Conn
	// version and plies are what this player knows of the game; both are guarded
	// by the game's lock.
	version, plies int
}

func (g *game) newPlayer(side draughts.Color) *player {
	client := *g.run.http
	client.Jar = newJar()
	p := &player{game: g, side: side, http: &client}
	p.node.Store(int32((g.node + int(side)) % len(g.run.bases)))
	return p
}

// address returns an address of the node that the player is at, and its number.
func (p *player) address(path string) (*url.URL, int32) {
	node := p.node.Load()
	return p.game.run.bases[node].JoinPath(path), node
}

// leave goes to the next node, unless the player has left the one with the
// number already.
func (p *player) leave(node int32) {
	p.node.CompareAndSwap(node, (node+1)%int32(len(p.game.run.bases)))
}

// ask sends a request of the API and reads the answer. It tries again as long
// as nobody listens, as after a crash of the site.
func (p *player) ask(ctx context.Context, method, path string, body, answer any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	for wait := 20 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		err := p.askOnce(ctx, method, path, text, answer)
		if err == nil || !isTemporary(err) {
			return err
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// temporary is an error of the connection or of a site that is going down.
type temporary struct{ error }

func isTemporary(err error) bool {
	_, ok := err.(temporary)
	return ok
}

func (p *player) askOnce(ctx context.Context, method, path string, body []byte, answer any) (err error) {
	address, node := p.address(path)
	request, err := http.NewRequestWithContext(ctx, method, address.String(), bytes.NewReader(body))
	if err != nil {
		return err
	}
	defer func() {
		if isTemporary(err) {
			p.leave(node)
		}
	}()
	request.Header.Set("Content-Type", "application/json")
	response, err := p.http.Do(request)
	if err != nil {
		return temporary{err}
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, 4<<20))
	if err != nil {
		return temporary{err}
	}
	switch {
	case response.StatusCode == http.StatusServiceUnavailable, response.StatusCode == http.StatusBadGateway:
		return temporary{fmt.Errorf("%s %s: status %d: %.200s", method, path, response.StatusCode, text)}
	case response.StatusCode >= 300:
		return fmt.Errorf("%s %s: status %d: %.200s", method, path, response.StatusCode, text)
	case answer == nil:
		return nil
	}
	if err := json.Unmarshal(text, answer); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	return nil
}

// connect opens the socket.
func (p *player) connect(ctx context.Context) (*websocket.Conn, error) {
	address, node := p.address("/api/v1/socket")
	patience := 10 * time.Second
	if p.game.run.Heartbeat > 0 {
		patience = 3 * p.game.run.Heartbeat
	}
	dial, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	ws, _, err := websocket.Dial(dial, address.String(), &websocket.DialOptions{HTTPClient: &http.Client{Transport: p.http.Transport, Jar: p.http.Jar}})
	if err != nil {
		p.leave(node)
		return nil, err
	}
	ws.SetReadLimit(4 << 20)
	p.mu.Lock()
	p.ws = ws
	p.mu.Unlock()
	return ws, nil
}

// run reads the socket, and opens it again whenever it breaks, until ctx ends.
func (p *player) run(ctx context.Context, ws *websocket.Conn) {
	wait := 20 * time.Millisecond
	for ctx.Err() == nil {
		if ws == nil {
			var err error
			if ws, err = p.connect(ctx); err != nil {
				select {
				case <-time.After(wait):
				case <-ctx.Done():
				}
				wait = min(2*wait, time.Second)
				continue
			}
			wait = 20 * time.Millisecond
			p.game.resume(p)
		}
		_, node := p.address("")
		err := p.read(ctx, ws)
		_ = ws.CloseNow()
		ws = nil
		p.leave(node)
		if ctx.Err() == nil {
			p.game.run.drops.Add(1)
			p.game.run.Logger.Info("a connection broke", "error", err)
		}
	}
}

func (p *player) read(ctx context.Context, ws *websocket.Conn) error {
	if beat := p.game.run.Heartbeat; beat > 0 {
		now := time.Now()
		p.heard.Store(&now)
		beating, stop := context.WithCancel(ctx)
		var heart sync.WaitGroup
		defer heart.Wait()
		defer stop()
		heart.Go(func() { p.beat(beating, ws, beat) })
	}
	for {
		_, text, err := ws.Read(ctx)
		if err != nil {
			return err
		}
		p.game.hear(p, text, time.Now())
	}
}

// beat asks again and again whether the node is there, and closes the socket when
// it is not.
func (p *player) beat(ctx context.Context, ws *websocket.Conn, every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
		if time.Since(*p.heard.Load()) > 3*every {
			_ = ws.CloseNow() // the reader sees it
			return
		}
		p.send(pingMessage{"ping"})
	}
}

// send writes a message; when the connection is broken, resuming makes up for
// it.
func (p *player) send(body any) {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err) // texts and numbers only
	}
	p.mu.Lock()
	ws := p.ws
	p.mu.Unlock()
	if ws == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := ws.Write(ctx, websocket.MessageText, text); err != nil {
		_ = ws.CloseNow() // the reader sees it
	}
}
