package match

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/dxp"
	"github.com/bolshak-draughts/bolshak/engine"
)

// DXPOptions say which program plays over DamExchange, and how.
type DXPOptions struct {
	// Addr is HOST:PORT of the program, or, with Listen, where it is waited for.
	Addr string
	// Listen: the program connects and asks for each game, in which it must offer
	// the color, first position and time that are due; others are refused.
	// Without it we connect and ask.
	Listen bool
	// Name is what we call ourselves.
	Name string
	// Minutes and Moves are the time of each side, Moves 0 for the whole game.
	Minutes, Moves int
	// Patience is how long to wait for a connection and an agreement; 0 means
	// DefaultPatience.
	Patience time.Duration
	// Told, if not nil, is given what should be known: requests that were refused
	// and what the program says to people.
	Told func(text string)
}

// DefaultPatience is how long a DXP program may take to come to a game.
const DefaultPatience = time.Minute

const (
	// endPatience is how long it may take to answer the end of a game.
	endPatience = 5 * time.Second
	// redial is the time between two attempts to connect again.
	redial = 500 * time.Millisecond
)

// DXPPlayer is another program that plays over DamExchange. One connection
// serves for all games as long as it lasts.
type DXPPlayer struct {
	ctx      context.Context
	cancel   context.CancelFunc
	options  DXPOptions
	listener net.Listener // nil unless we listen
	session  *dxp.Session // nil without a connection
	opened   bool         // there has been a connection
	told     int          // plies that the program knows of
	answered time.Time    // when it has moved last, or the game began
	ended    bool         // it has ended the game itself
}

// NewDXP makes a player. Without Listen the program is connected to at the first
// game. The player ends with Close or ctx.
func NewDXP(ctx context.Context, options DXPOptions) (*DXPPlayer, error) {
	if options.Patience <= 0 {
		options.Patience = DefaultPatience
	}
	p := &DXPPlayer{options: options}
	p.ctx, p.cancel = context.WithCancel(ctx)
	if options.Listen {
		var config net.ListenConfig
		listener, err := config.Listen(ctx, "tcp", options.Addr)
		if err != nil {
			p.cancel()
			return nil, err
		}
		p.listener = listener
		context.AfterFunc(p.ctx, func() { listener.Close() })
		p.tell("waiting at %s", listener.Addr())
	}
	return p, nil
}

// Addr returns where the program is waited for, nil without Listen.
func (p *DXPPlayer) Addr() net.Addr {
	if p.listener == nil {
		return nil
	}
	return p.listener.Addr()
}

func (p *DXPPlayer) tell(format string, args ...any) {
	if p.options.Told != nil {
		p.options.Told(fmt.Sprintf(format, args...))
	}
}

// NewGame agrees on a game with the program. If the connection of the last game
// is gone, another one is made.
func (p *DXPPlayer) NewGame(ctx context.Context, g *draughts.Game, c draughts.Color) error {
	ctx, cancel := context.WithTimeout(ctx, p.options.Patience)
	defer cancel()
	agree := p.ask
	if p.options.Listen {
		agree = p.await
	}
	used := p.session != nil
	err := agree(ctx, g, c)
	if err != nil && used && ctx.Err() == nil && !errors.Is(err, dxp.ErrRefused) {
		p.drop()
		err = agree(ctx, g, c)
	}
	if err != nil {
		p.drop()
		return fmt.Errorf("dxp %s: %w", p.options.Addr, err)
	}
	p.told, p.ended, p.answered = 0, false, time.Now()
	return nil
}

// ask asks for a game.
func (p *DXPPlayer) ask(ctx context.Context, g *draughts.Game, c draughts.Color) error {
	request := dxp.GameRequest{Name: p.options.Name, Follower: c, Minutes: p.options.Minutes, Moves: p.options.Moves}
	if start := g.Start(); start != draughts.Start() {
		request.Start = &start
	}
	if p.session != nil {
		return p.session.Again(ctx, request)
	}
	conn, err := p.dial(ctx)
	if err != nil {
		return err
	}
	p.open(conn)
	return p.session.Again(ctx, request)
}

// dial connects to the program. One that was there before may be starting anew:
// it is tried again and again.
func (p *DXPPlayer) dial(ctx context.Context) (net.Conn, error) {
	var d net.Dialer
	for {
		conn, err := d.DialContext(ctx, "tcp", p.options.Addr)
		if err == nil || !p.opened {
			return conn, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(redial):
		}
	}
}

// await waits for a request for the game.
func (p *DXPPlayer) await(ctx context.Context, g *draughts.Game, c draughts.Color) error {
	accept := func(r dxp.GameRequest) dxp.Code {
		start := draughts.Start()
		if r.Start != nil {
			start = *r.Start
		}
		if r.Follower == c.Other() && start == g.Start() && r.Minutes == p.options.Minutes && r.Moves == p.options.Moves {
			return dxp.OK
		}
		p.tell("refused a request of %s: due is a game in which it is %s, from %s, %d minutes for %d moves (0: the game)",
			r.Name, c, g.Start(), p.options.Minutes, p.options.Moves)
		return dxp.NotThisGame
	}
	if p.session != nil {
		return p.session.Await(ctx, p.options.Name, accept)
	}
	conn, err := p.accept(ctx)
	if err != nil {
		return err
	}
	p.open(conn)
	return p.session.Await(ctx, p.options.Name, accept)
}

// accept waits for a connection.
func (p *DXPPlayer) accept(ctx context.Context) (net.Conn, error) {
	if l, ok := p.listener.(*net.TCPListener); ok {
		deadline, _ := ctx.Deadline()
		if err := l.SetDeadline(deadline); err != nil {
			return nil, err
		}
		defer context.AfterFunc(ctx, func() { _ = l.SetDeadline(time.Unix(1, 0)) })()
	}
	conn, err := p.listener.Accept()
	if err != nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	return conn, err
}

func (p *DXPPlayer) open(conn net.Conn) {
	session := dxp.NewSession(p.ctx, conn)
	p.session, p.opened = session, true
	session.Chat = func(text string) { p.tell("%s says: %q", session.Opponent, text) }
}

// Move tells the program its opponent's move and waits for its own.
func (p *DXPPlayer) Move(ctx context.Context, g *draughts.Game, _ engine.Clock) (Reply, error) {
	if err := p.tellMove(g); err != nil {
		return Reply{}, err
	}
	// The game is the caller's: the program's move is played on a copy.
	next := draughts.NewGame(g.Position(), draughts.NoDrawRules)
	err := p.session.Hear(ctx, next)
	p.answered = time.Now()
	ended := (*dxp.Ended)(nil)
	switch {
	case err == nil:
		p.told = g.Plies() + 1
		return Reply{Move: next.Moves()[0]}, nil
	case errors.As(err, &ended):
		p.ended = true
		if ended.Stop {
			p.drop()
		}
		switch ended.Reason {
		case dxp.ILose:
			return Reply{}, ErrResigns
		case dxp.Draw:
			return Reply{}, ErrClaimsDraw
		}
	case ctx.Err() == nil:
		p.drop()
	}
	return Reply{}, err
}

// tellMove tells the program the last move, if it does not know it.
func (p *DXPPlayer) tellMove(g *draughts.Game) error {
	if g.Plies() <= p.told {
		return nil
	}
	p.told = g.Plies()
	if err := p.session.Tell(g.Moves()[g.Plies()-1], time.Since(p.answered)); err != nil {
		p.drop()
		return err
	}
	return nil
}

// GameOver tells the program how the game ended.
func (p *DXPPlayer) GameOver(ctx context.Context, g *draughts.Game) error {
	if p.session == nil || p.ended {
		return nil
	}
	if err := p.tellMove(g); err != nil {
		return err
	}
	reason := dxp.Draw
	switch g.Outcome().Winner {
	case p.session.Color:
		reason = dxp.IWin
	case p.session.Color.Other():
		reason = dxp.ILose
	}
	ctx, cancel := context.WithTimeout(ctx, endPatience)
	defer cancel()
	err := p.session.End(ctx, reason)
	if err != nil {
		p.drop()
	}
	return err
}

// drop closes the connection.
func (p *DXPPlayer) drop() {
	if p.session != nil {
		_ = p.session.Close()
		p.session = nil
	}
}

// Close closes the connection and ends listening.
func (p *DXPPlayer) Close() error {
	p.drop()
	p.cancel()
	return nil
}
