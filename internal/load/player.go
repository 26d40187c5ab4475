package load

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/coder/websocket"
)

// player is a guest with a socket, one side of a game.
type player struct {
	game *game
	side draughts.Color
	http *http.Client

	mu sync.Mutex
	ws *websocket.Conn
	// version and plies are what this player knows of the game; both are guarded
	// by the game's lock.
	version, plies int
}

func (g *game) newPlayer(side draughts.Color) *player {
	client := *g.run.http
	client.Jar = newJar()
	return &player{game: g, side: side, http: &client}
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

func (p *player) askOnce(ctx context.Context, method, path string, body []byte, answer any) error {
	request, err := http.NewRequestWithContext(ctx, method, p.game.run.base.JoinPath(path).String(), bytes.NewReader(body))
	if err != nil {
		return err
	}
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
	address := p.game.run.base.JoinPath("/api/v1/socket")
	dial, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	ws, _, err := websocket.Dial(dial, address.String(), &websocket.DialOptions{HTTPClient: &http.Client{Transport: p.http.Transport, Jar: p.http.Jar}})
	if err != nil {
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
		err := p.read(ctx, ws)
		_ = ws.CloseNow()
		ws = nil
		if ctx.Err() == nil {
			p.game.run.drops.Add(1)
			p.game.run.Logger.Info("a connection broke", "error", err)
		}
	}
}

func (p *player) read(ctx context.Context, ws *websocket.Conn) error {
	for {
		_, text, err := ws.Read(ctx)
		if err != nil {
			return err
		}
		p.game.hear(p, text, time.Now())
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
