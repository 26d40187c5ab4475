//go:build js

package main

import (
	"context"
	"syscall/js"
	"time"
)

// turn is how long a search keeps the worker to itself.
const turn = 40 * time.Millisecond

// turns lets the worker hear its messages while Go works: the event loop goes
// round only when all goroutines wait. A message to oneself comes after those
// that are there already, and without the delay of a timer.
type turns struct {
	port js.Value
	came chan struct{}
}

func newTurns() *turns {
	t := &turns{came: make(chan struct{}, 1)}
	channel := js.Global().Get("MessageChannel").New()
	t.port = channel.Get("port2")
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		t.came <- struct{}{}
		return nil
	}))
	return t
}

// pass waits until the event loop has gone round.
func (t *turns) pass() {
	t.port.Call("postMessage", nil)
	<-t.came
}

// context returns a context for a search: when it is asked whether it has ended,
// it passes the turn on once in a while.
func (t *turns) context(ctx context.Context) context.Context {
	return &patient{Context: ctx, turns: t, since: time.Now()}
}

type patient struct {
	context.Context
	turns *turns
	since time.Time
}

// Err returns the error of the context below, perhaps after a pause.
func (p *patient) Err() error {
	if time.Since(p.since) >= turn {
		p.turns.pass()
		p.since = time.Now()
	}
	return p.Context.Err()
}
