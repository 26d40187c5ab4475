package hub

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"
)

// Errors of a [Client], for errors.Is.
var (
	// ErrGone: the engine has ended, or closed its output.
	ErrGone = errors.New("the engine is gone")
	// ErrSilent: the engine has not answered in time.
	ErrSilent = errors.New("the engine does not answer")
	// ErrEngine: the engine has sent an error line.
	ErrEngine = errors.New("the engine reports an error")
)

// Client is the other side of the protocol: it drives an engine. It is for one
// goroutine at a time, but Stop may be called by any.
type Client struct {
	id     Identity
	params []string

	lines    <-chan received // closed when the engine's output ends
	patience time.Duration

	mu  sync.Mutex // guards writing
	out io.Writer
}

// received is a line with the time at which it came.
type received struct {
	text string
	at   time.Time
}

// DefaultPatience is how long a client waits for an answer that takes no
// thinking, and beyond the limits of a search for its move.
const DefaultPatience = 10 * time.Second

// Connect greets an engine that reads from out and writes to in, sets parameters
// (name to value; those that the engine does not know are an error) and waits
// until it is ready. The caller owns the engine; when in ends, every call fails
// with ErrGone. patience is how long to wait for an answer, 0 for
// [DefaultPatience].
func Connect(ctx context.Context, in io.Reader, out io.Writer, params map[string]string, patience time.Duration) (*Client, error) {
	if patience <= 0 {
		patience = DefaultPatience
	}
	lines := make(chan received, 64)
	c := &Client{lines: lines, out: out, patience: patience}
	go func() {
		defer close(lines)
		r := bufio.NewScanner(in)
		r.Buffer(nil, 1<<20)
		for r.Scan() {
			select {
			case lines <- received{r.Text(), time.Now()}:
			case <-ctx.Done():
				return
			}
		}
	}()
	if err := c.send(Line{Command: "hub"}); err != nil {
		return nil, err
	}
	// An engine may talk before it listens: everything up to wait is read over,
	// but for what introduces it.
	err := c.await(ctx, c.patience, func(l Line, _ time.Time) (bool, error) {
		switch l.Command {
		case "id":
			c.id.Name, _ = l.Get("name")
			c.id.Version, _ = l.Get("version")
			c.id.Author, _ = l.Get("author")
			c.id.Country, _ = l.Get("country")
		case "param":
			name, _ := l.Get("name")
			c.params = append(c.params, name)
		}
		return l.Command == "wait", nil
	})
	if err != nil {
		return nil, fmt.Errorf("greeting: %w", err)
	}
	for name, value := range params {
		if !slices.Contains(c.params, name) {
			return nil, fmt.Errorf("the engine has no parameter %q", name)
		}
		if err := c.send(Line{"set-param", []Arg{arg("name", name), arg("value", value)}}); err != nil {
			return nil, err
		}
	}
	if err := c.send(Line{Command: "init"}); err != nil {
		return nil, err
	}
	if err := c.await(ctx, c.patience, func(l Line, _ time.Time) (bool, error) { return l.Command == "ready", fault(l) }); err != nil {
		return nil, fmt.Errorf("init: %w", err)
	}
	return c, nil
}

// Identity returns what the engine says of itself.
func (c *Client) Identity() Identity { return c.id }

func (c *Client) send(l Line) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, err := io.WriteString(c.out, l.String()+"\n"); err != nil {
		return fmt.Errorf("%w: %w", ErrGone, err)
	}
	return nil
}

func fault(l Line) error {
	if l.Command != "error" {
		return nil
	}
	message, _ := l.Get("message")
	return fmt.Errorf("%w: %s", ErrEngine, message)
}

// await reads lines until one is what is waited for. Lines that mean nothing are
// passed over.
func (c *Client) await(ctx context.Context, patience time.Duration, wanted func(Line, time.Time) (bool, error)) error {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
			return ErrSilent
		case got, ok := <-c.lines:
			if !ok {
				return ErrGone
			}
			if done, err := wanted(ParseLine(got.text), got.at); done || err != nil {
				return err
			}
		}
	}
}

// NewGame tells the engine that another game begins.
func (c *Client) NewGame(context.Context) error { return c.send(Line{Command: "new-game"}) }

// Ping waits for the engine's answer; it may be thinking.
func (c *Client) Ping(ctx context.Context) error {
	if err := c.send(Line{Command: "ping"}); err != nil {
		return err
	}
	return c.await(ctx, c.patience, func(l Line, _ time.Time) (bool, error) { return l.Command == "pong", nil })
}

// Stop asks the engine to end its search.
func (c *Client) Stop() error { return c.send(Line{Command: "stop"}) }

// Quit asks the engine to end.
func (c *Client) Quit() error { return c.send(Line{Command: "quit"}) }
