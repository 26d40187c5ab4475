package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/hub"
)

// HubOptions say which program plays over the Hub protocol, and how.
type HubOptions struct {
	Command string
	Args    []string
	// Dir is the working directory; "" means ours.
	Dir string
	// Params are parameters that the program offers.
	Params map[string]string
	// Limits hold for each move, besides the clock.
	Limits engine.Limits
	// Patience is how long the program may take for an answer that needs no
	// thinking; 0 means hub.DefaultPatience.
	Patience time.Duration
}

// HubPlayer is another program that plays over the Hub protocol. When it has
// crashed or does not answer it is started again for the next game.
type HubPlayer struct {
	ctx     context.Context
	options HubOptions
	process *process // nil when it has broken down
	// pings is false for a program that does not answer ping.
	pings bool
}

// process is a program that is running.
type process struct {
	client *hub.Client
	cancel context.CancelFunc
	cmd    *exec.Cmd
	in     io.Closer
}

// StartHub starts a program and greets it. The program ends with Close, or is
// killed when ctx ends.
func StartHub(ctx context.Context, options HubOptions) (*HubPlayer, error) {
	p := &HubPlayer{ctx: ctx, options: options}
	return p, p.start()
}

func (p *HubPlayer) start() error {
	o := p.options
	ctx, cancel := context.WithCancel(p.ctx)
	cmd := exec.CommandContext(ctx, o.Command, o.Args...)
	cmd.Dir = o.Dir
	separate(cmd) // Ctrl-C is for us: we tell the program
	in, err := cmd.StdinPipe()
	if err == nil {
		var out io.Reader
		if out, err = cmd.StdoutPipe(); err == nil {
			if err = cmd.Start(); err == nil {
				run := &process{cancel: cancel, cmd: cmd, in: in}
				if run.client, err = hub.Connect(ctx, out, in, o.Params, o.Patience); err == nil {
					p.process = run
					if err = p.tryPing(); err == nil {
						return nil
					}
				}
				p.process = nil
				run.close()
			}
		}
	}
	cancel()
	return fmt.Errorf("%s: %w", o.Command, err)
}

// tryPing finds out whether the program answers ping.
func (p *HubPlayer) tryPing() error {
	err := p.process.client.Ping(p.ctx)
	p.pings = err == nil
	if errors.Is(err, hub.ErrSilent) {
		return nil
	}
	return err
}

// NewGame tells the program that another game begins and waits until it is
// ready. A program that has broken down, or breaks down at that, is started
// again.
func (p *HubPlayer) NewGame(ctx context.Context, _ *draughts.Game, _ draughts.Color) error {
	if p.process != nil && p.greet(ctx) == nil {
		return nil
	}
	p.drop()
	if err := p.start(); err != nil {
		return err
	}
	return p.greet(ctx)
}

func (p *HubPlayer) greet(ctx context.Context) error {
	if err := p.process.client.NewGame(ctx); err != nil || !p.pings {
		return err
	}
	return p.process.client.Ping(ctx)
}

// Move asks the program for a move.
func (p *HubPlayer) Move(ctx context.Context, g *draughts.Game, clock engine.Clock) (Reply, error) {
	limits := p.options.Limits
	limits.Clock = clock
	r, err := p.process.client.Think(ctx, g, limits)
	if errors.Is(err, hub.ErrGone) || errors.Is(err, hub.ErrSilent) || errors.Is(err, hub.ErrEngine) {
		p.drop()
	}
	return Reply{Move: r.Move, Score: r.Last.Score, Depth: r.Last.Depth, Nodes: r.Last.Nodes, Time: r.Time}, err
}

// drop ends a program that is of no more use.
func (p *HubPlayer) drop() {
	if p.process != nil {
		p.process.cancel()
		p.process.close()
		p.process = nil
	}
}

// Close asks the program to quit, and kills it if it does not.
func (p *HubPlayer) Close() error {
	if p.process != nil {
		p.process.close()
		p.process = nil
	}
	return nil
}

// quitPatience is how long a program may take to end by itself.
const quitPatience = 2 * time.Second

// close asks the program to quit and waits for its end. How it ends is its own
// affair.
func (r *process) close() {
	timer := time.AfterFunc(quitPatience, r.cancel)
	defer timer.Stop()
	defer r.cancel()
	if r.client != nil {
		_ = r.client.Quit()
	}
	_ = r.in.Close()
	_ = r.cmd.Wait()
}
