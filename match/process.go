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

// HubPlayer is another program that plays over the Hub protocol.
type HubPlayer struct {
	client *hub.Client
	limits engine.Limits
	cancel context.CancelFunc
	cmd    *exec.Cmd
	in     io.Closer
}

// StartHub starts a program and greets it. The parameters are those that the
// program offers; limits hold for each move, besides the clock. The program
// ends with Close, or is killed when ctx ends.
func StartHub(ctx context.Context, command string, args []string, params map[string]string, limits engine.Limits) (*HubPlayer, error) {
	ctx, cancel := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, command, args...)
	separate(cmd) // Ctrl-C is for us: we tell the program
	in, err := cmd.StdinPipe()
	if err == nil {
		var out io.Reader
		if out, err = cmd.StdoutPipe(); err == nil {
			if err = cmd.Start(); err == nil {
				p := &HubPlayer{limits: limits, cancel: cancel, cmd: cmd, in: in}
				if p.client, err = hub.Connect(ctx, out, in, params, 0); err == nil {
					return p, nil
				}
				_ = p.Close()
			}
		}
	}
	cancel()
	return nil, fmt.Errorf("%s: %w", command, err)
}

// NewGame tells the program that another game begins.
func (p *HubPlayer) NewGame(ctx context.Context) error { return p.client.NewGame(ctx) }

// Move asks the program for a move.
func (p *HubPlayer) Move(ctx context.Context, g *draughts.Game, clock engine.Clock) (Reply, error) {
	limits := p.limits
	limits.Clock = clock
	r, err := p.client.Think(ctx, g, limits)
	if err != nil && !errors.Is(err, draughts.ErrIllegal) && !errors.Is(err, draughts.ErrSyntax) && !errors.Is(err, draughts.ErrAmbiguous) {
		return Reply{}, err
	}
	// What is no move is passed on as one that the board refuses.
	return Reply{Move: r.Move, Score: r.Last.Score, Depth: r.Last.Depth, Nodes: r.Last.Nodes}, nil
}

// quitPatience is how long a program may take to end by itself.
const quitPatience = 2 * time.Second

// Close asks the program to quit, and kills it if it does not.
func (p *HubPlayer) Close() error {
	if p.client != nil {
		_ = p.client.Quit()
	}
	_ = p.in.Close()
	timer := time.AfterFunc(quitPatience, p.cancel)
	defer timer.Stop()
	defer p.cancel()
	return p.cmd.Wait()
}
