package faults

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"sync/atomic"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// client is somebody who asks one node, and the next when that does not answer.
type client struct {
	urls []string
	node atomic.Int32
	http *http.Client
}

func newClient(urls []string, node int) *client {
	jar, err := cookiejar.New(nil)
	if err != nil {
		panic(err) // never: there are no options
	}
	c := &client{urls: urls, http: &http.Client{Jar: jar}}
	c.node.Store(int32(node % len(urls)))
	return c
}

// next goes to the next node, unless the client has left the one with the number
// already.
func (c *client) next(node int32) { c.node.CompareAndSwap(node, (node+1)%int32(len(c.urls))) }

// errAgain: the node could not answer; another may.
var errAgain = errors.New("no answer")

// silentTime is how long a node may say nothing.
const silentTime = 8 * time.Second

// ask asks until there is an answer.
func (c *client) ask(ctx context.Context, method, path string, body, answer any) error {
	for {
		var text []byte
		err := c.lines(ctx, method, path, body, func(line []byte) bool {
			text = append(append(text, line...), '\n')
			return true
		})
		if err == nil && answer != nil {
			err = json.Unmarshal(text, answer)
		}
		if !errors.Is(err, errAgain) {
			return err
		}
		if err := sleep(ctx, 50*time.Millisecond); err != nil {
			return err
		}
	}
}

// lines asks once and calls hear for each line of the answer, until that returns
// false. The error matches errAgain if it is worth asking the next node, where
// the client then is.
func (c *client) lines(ctx context.Context, method, path string, body any, hear func([]byte) bool) (err error) {
	node := c.node.Load()
	defer func() {
		if errors.Is(err, errAgain) {
			c.next(node)
		}
	}()
	var text []byte
	if body != nil {
		if text, err = json.Marshal(body); err != nil {
			return err
		}
	}
	ctx, hangUp := context.WithCancel(ctx)
	defer hangUp()
	silence := time.AfterFunc(silentTime, hangUp)
	defer silence.Stop()
	request, err := http.NewRequestWithContext(ctx, method, c.urls[node]+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := c.http.Do(request)
	if err != nil {
		return fmt.Errorf("%w: %w", errAgain, err)
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		problem, _ := io.ReadAll(io.LimitReader(response.Body, 1<<16))
		err := fmt.Errorf("%s %s: status %d: %.200s", method, path, response.StatusCode, problem)
		if response.StatusCode == http.StatusServiceUnavailable {
			err = fmt.Errorf("%w: %w", errAgain, err)
		}
		return err
	}
	in := bufio.NewScanner(response.Body)
	in.Buffer(nil, 4<<20)
	for in.Scan() {
		silence.Reset(silentTime)
		if !hear(in.Bytes()) {
			return nil
		}
	}
	if err := in.Err(); err != nil {
		return fmt.Errorf("%w: %w", errAgain, err)
	}
	return nil
}

// view is a game as a node tells it.
type view struct {
	Version int         `json:"version"`
	History []wire.Move `json:"history"`
	Status  string      `json:"status"`
	Turn    string      `json:"turn"`
	You     string      `json:"you"`
}

// moves returns the moves of the game; ok is false if one of them is none.
func (v view) moves() (list []draughts.Move, ok bool) {
	for _, m := range v.History {
		move, err := m.Draughts()
		if err != nil {
			return nil, false
		}
		list = append(list, move)
	}
	return list, true
}
