package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/dxp"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/pdn"
)

type dxpCmd struct {
	Listen  dxpListenCmd  `cmd:"" help:"Wait for programs that want to play."`
	Connect dxpConnectCmd `cmd:"" help:"Ask another program for a game."`
}

// dxpPlay is what both roles share.
type dxpPlay struct {
	Name    string `default:"Bolshak" help:"Our name."`
	Threads int    `default:"1" help:"Threads."`
	Hash    int    `default:"64" placeholder:"MB" help:"Table of the engine in MiB."`
	Rules   string `default:"fmjd64" help:"Draw rules: fmjd64, fshr, lidraughts or none."`
}

// dxpEngine plays with the engine on the clock of the session.
type dxpEngine struct {
	engine *engine.Engine
	moves  int // in the time; 0 for the whole game
}

func (e dxpEngine) Move(ctx context.Context, g *draughts.Game, left time.Duration) (draughts.Move, error) {
	limits := engine.Limits{Clock: engine.Clock{Left: left}}
	switch {
	case left == 0:
		limits = engine.Limits{MoveTime: 5 * time.Second}
	case e.moves > 0:
		limits.Clock.Moves = max(1, e.moves-g.Plies()/2)
	}
	best, err := e.engine.Best(ctx, g, limits)
	if err != nil {
		return draughts.Move{}, err
	}
	return best.PV[0], nil
}

// play plays the game of a session and writes it.
func (c dxpPlay) play(ctx context.Context, s streams, session *dxp.Session) error {
	rules, err := draughts.ParseDrawRules(c.Rules)
	if err != nil {
		return usageError{err}
	}
	fmt.Fprintf(s.err, "bolshak: playing %s against %s\n", session.Color, session.Opponent)
	session.Chat = func(text string) { fmt.Fprintf(s.err, "bolshak: %s says: %q\n", session.Opponent, text) }
	e := engine.New(engine.Options{HashMB: c.Hash, Threads: c.Threads})
	g, err := session.Play(ctx, dxpEngine{e, session.Game.Moves}, rules)
	white, black := c.Name, session.Opponent
	if session.Color == draughts.Black {
		white, black = black, white
	}
	writeErr := pdn.Write(s.out, g, pdn.Tag{Name: "White", Value: white}, pdn.Tag{Name: "Black", Value: black})
	return errors.Join(err, writeErr)
}

type dxpListenCmd struct {
	dxpPlay
	Addr  string `help:"Address to listen on; the default is port 27531 of this machine."`
	Games int    `help:"End after so many games; 0 means never."`
}

func (dxpListenCmd) Help() string {
	return "Games are written as PDN. Example: bolshak dxp listen --games 1"
}

func (c dxpListenCmd) Run(ctx context.Context, s streams) error {
	if c.Addr == "" {
		c.Addr = net.JoinHostPort("127.0.0.1", strconv.Itoa(dxp.Port))
	}
	var lc net.ListenConfig
	listener, err := lc.Listen(ctx, "tcp", c.Addr)
	if err != nil {
		return err
	}
	context.AfterFunc(ctx, func() { listener.Close() })
	fmt.Fprintf(s.err, "bolshak: listening on %s\n", listener.Addr())
	for games := 0; c.Games == 0 || games < c.Games; games++ {
		conn, err := listener.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		if err := c.serve(ctx, s, conn); err != nil && ctx.Err() == nil {
			fmt.Fprintf(s.err, "bolshak: %s: %v\n", conn.RemoteAddr(), err)
		}
	}
	return nil
}

// serve plays one game on a connection.
func (c dxpListenCmd) serve(ctx context.Context, s streams, conn net.Conn) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	session, err := dxp.Follow(ctx, conn, c.Name, func(dxp.GameRequest) dxp.Code { return dxp.OK })
	if err != nil {
		return err
	}
	return c.play(ctx, s, session)
}

type dxpConnectCmd struct {
	dxpPlay
	Addr    string `arg:"" help:"HOST:PORT of the other program."`
	Side    string `enum:"white,black" default:"white" help:"Our side: white or black."`
	Minutes int    `default:"5" help:"Minutes of each side."`
	Moves   int    `help:"Moves in that time; 0 means the whole game."`
	FEN     string `name:"fen" help:"First position."`
}

func (dxpConnectCmd) Help() string {
	return "The game is written as PDN. Example: bolshak dxp connect 127.0.0.1:27531 --minutes 1"
}

func (c dxpConnectCmd) Run(ctx context.Context, s streams) error {
	request := dxp.GameRequest{Name: c.Name, Follower: draughts.Black, Minutes: c.Minutes, Moves: c.Moves}
	if c.Side == "black" {
		request.Follower = draughts.White
	}
	if c.FEN != "" {
		p, err := parsePosition(c.FEN)
		if err != nil {
			return err
		}
		request.Start = &p
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", c.Addr)
	if err != nil {
		return fmt.Errorf("%w (is the other program listening?)", err)
	}
	session, err := dxp.Initiate(ctx, conn, request)
	if err != nil {
		return err
	}
	return c.play(ctx, s, session)
}
