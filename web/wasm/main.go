//go:build js

// Command wasm is the rules, the exercises and the engine for a worker of the
// page: what the server answers from the request alone, by the same code.
//
// It puts three functions into the worker's global scope and then calls
// bolshakReady:
//
//	bolshakAnswer(method, address, body, tell)    tell(status, text)
//	bolshakAnalyse(wish, tell)                    tell(json) of each message
//	bolshakStop()                                 of the analysis, if there is one
//
// A search lets the worker hear other messages every few milliseconds.
package main

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"sync"
	"syscall/js"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/endgame"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/internal/server/desk"
	"github.com/bolshak-draughts/bolshak/internal/server/stateless"
)

// The memory of the engines, in MiB.
const (
	replyHash    = 16
	analysisHash = 8 // WebAssembly has no huge pages: with more the search is a tenth slower
)

// worker is what the page asks.
type worker struct {
	service *stateless.Service
	turns   *turns
	tables  *endgame.Tables
	// engine analyses; whoever has locked analysing may use it.
	engine    *engine.Engine
	analysing sync.Mutex
	// stop ends the analysis that was begun last.
	stop context.CancelFunc
}

func main() {
	w := newWorker()
	global := js.Global()
	global.Set("bolshakAnswer", js.FuncOf(w.answer))
	global.Set("bolshakAnalyse", js.FuncOf(w.analyse))
	global.Set("bolshakStop", js.FuncOf(func(js.Value, []js.Value) any {
		w.stop()
		return nil
	}))
	global.Call("bolshakReady")
	select {} // the functions are called from outside
}

func newWorker() *worker {
	w := &worker{turns: newTurns(), tables: endgame.Default(), stop: func() {}}
	var replying sync.Mutex
	var replies *engine.Engine
	w.service = &stateless.Service{
		Tables: w.tables,
		Best: func(ctx context.Context, g *draughts.Game, level int) (draughts.Move, error) {
			replying.Lock()
			defer replying.Unlock()
			if replies == nil {
				replies = engine.New(engine.Options{HashMB: replyHash, Tables: w.tables})
			}
			info, err := replies.Best(w.turns.context(ctx), g, engine.Level(level, rand.Uint64()))
			if err != nil {
				return draughts.Move{}, err
			}
			return info.PV[0], nil
		},
		Chore: func(_ context.Context, work func() error) error { return work() },
	}
	return w
}

// answer is bolshakAnswer.
func (w *worker) answer(_ js.Value, args []js.Value) any {
	method, address, body, tell := args[0].String(), args[1].String(), bytesOf(args[2]), args[3]
	go func() {
		status, text := w.service.Answer(context.Background(), method, address, body)
		tell.Invoke(status, string(text))
	}()
	return nil
}

// bytesOf returns a string's bytes, or those of a Uint8Array.
func bytesOf(body js.Value) []byte {
	if body.Type() == js.TypeString {
		return []byte(body.String())
	}
	text := make([]byte, body.Length())
	js.CopyBytesToGo(text, body)
	return text
}

// analyse is bolshakAnalyse. The wish has key, fen, rules, lines and depth; the
// messages are those of the server's socket.
func (w *worker) analyse(_ js.Value, args []js.Value) any {
	wish, tell := args[0], args[1]
	w.stop()
	key := wish.Get("key").String()
	req, problem := desk.NewRequest(key, wish.Get("fen").String(), wish.Get("rules").String(), wish.Get("lines").Int(), wish.Get("depth").Int())
	if problem != nil {
		text, err := json.Marshal(map[string]any{"t": "error", "key": key, "problem": problem})
		if err != nil {
			panic(err) // texts only
		}
		tell.Invoke(string(text))
		return nil
	}
	ctx, stop := context.WithCancel(context.Background())
	w.stop = stop
	go func() {
		w.analysing.Lock() // the one before ends soon
		defer w.analysing.Unlock()
		if w.engine == nil {
			w.engine = engine.New(engine.Options{HashMB: analysisHash, Tables: w.tables})
		}
		limited, cancel := context.WithTimeout(ctx, desk.Longest)
		defer cancel()
		desk.Search(w.turns.context(limited), w.engine, w.tables, req, func(m desk.Message) {
			if ctx.Err() == nil {
				tell.Invoke(string(m.JSON()))
			}
		})
	}()
	return nil
}
