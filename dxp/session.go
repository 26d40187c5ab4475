package dxp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// Errors of a session, for errors.Is.
var (
	// ErrRefused: the other side does not want the game.
	ErrRefused = errors.New("the game was refused")
	// ErrGone: the connection has ended.
	ErrGone = errors.New("the other side is gone")
	// ErrOutOfTurn: the other side sent what does not belong there.
	ErrOutOfTurn = errors.New("message out of turn")
)

// Session is a connection on which both sides have agreed to play.
type Session struct {
	conn io.ReadWriteCloser
	in   <-chan received

	// Opponent is the other program's name.
	Opponent string
	// Game is what was agreed; Color is ours.
	Game  GameRequest
	Color draughts.Color
	// Chat, if not nil, is given what the other side says to people.
	Chat func(text string)
}

type received struct {
	message Message
	err     error
}

// Mover chooses the moves of one side. left is the time that remains for the
// game, 0 where there is no clock.
type Mover interface {
	Move(ctx context.Context, g *draughts.Game, left time.Duration) (draughts.Move, error)
}

// read gives the messages of a connection until it ends.
func read(ctx context.Context, conn io.Reader) <-chan received {
	in := make(chan received)
	go func() {
		defer close(in)
		r := bufio.NewReaderSize(conn, 256)
		for {
			text, err := r.ReadSlice(0)
			var got received
			switch {
			case errors.Is(err, bufio.ErrBufferFull) || err == nil && len(text) > maxMessage+1:
				got.err = fmt.Errorf("%w: longer than %d characters", ErrMessage, maxMessage)
			case err != nil:
				return
			default:
				got.message, got.err = Parse(string(text[:len(text)-1]))
			}
			select {
			case in <- got:
			case <-ctx.Done():
				return
			}
			if errors.Is(err, bufio.ErrBufferFull) {
				return
			}
		}
	}()
	return in
}

func newSession(ctx context.Context, conn io.ReadWriteCloser) *Session {
	var once sync.Once
	context.AfterFunc(ctx, func() { once.Do(func() { conn.Close() }) })
	return &Session{conn: conn, in: read(ctx, conn)}
}

func (s *Session) send(m Message) error {
	if _, err := io.WriteString(s.conn, m.Format()+"\x00"); err != nil {
		return fmt.Errorf("%w: %w", ErrGone, err)
	}
	return nil
}

// next returns the next message that is not chat. A request to take a move back
// is declined.
func (s *Session) next(ctx context.Context) (Message, error) {
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case got, ok := <-s.in:
			switch {
			case !ok && ctx.Err() != nil:
				return nil, ctx.Err()
			case !ok:
				return nil, ErrGone
			case got.err != nil:
				return nil, got.err
			}
			switch m := got.message.(type) {
			case Chat:
				if s.Chat != nil {
					s.Chat(m.Text)
				}
			case BackRequest:
				if err := s.send(BackAccept{Code: NotThisGame}); err != nil {
					return nil, err
				}
			default:
				return m, nil
			}
		}
	}
}

// Initiate asks the program at the other end of a connection for a game. The
// connection is closed when ctx ends.
func Initiate(ctx context.Context, conn io.ReadWriteCloser, request GameRequest) (*Session, error) {
	s := newSession(ctx, conn)
	s.Game, s.Color = request, request.Follower.Other()
	if err := s.send(request); err != nil {
		return nil, err
	}
	m, err := s.next(ctx)
	if err != nil {
		return nil, err
	}
	a, ok := m.(GameAccept)
	switch {
	case !ok:
		return nil, fmt.Errorf("%w: %q instead of an answer", ErrOutOfTurn, m.Format())
	case a.Code != OK:
		return nil, fmt.Errorf("%w: code %d", ErrRefused, a.Code)
	}
	s.Opponent = a.Name
	return s, nil
}

// Follow waits for a request at the other end of a connection and accepts it if
// accept says OK. The connection is closed when ctx ends.
func Follow(ctx context.Context, conn io.ReadWriteCloser, name string, accept func(GameRequest) Code) (*Session, error) {
	s := newSession(ctx, conn)
	for {
		m, err := s.next(ctx)
		if err != nil {
			return nil, err
		}
		request, ok := m.(GameRequest)
		if !ok {
			return nil, fmt.Errorf("%w: %q instead of a request", ErrOutOfTurn, m.Format())
		}
		code := accept(request)
		if err := s.send(GameAccept{Name: name, Code: code}); err != nil {
			return nil, err
		}
		if code == OK {
			s.Game, s.Color, s.Opponent = request, request.Follower, request.Name
			return s, nil
		}
	}
}

// Play plays the game that was agreed and returns it as far as it went. A game
// that the board or a draw rule ends is over for us; the other side may end it
// at any time, and what it says is then the outcome: it resigns (we win), claims
// a win (which is believed only on the board) or a draw.
func (s *Session) Play(ctx context.Context, mover Mover, rules draughts.DrawRules) (*draughts.Game, error) {
	start := draughts.Start()
	if s.Game.Start != nil {
		start = *s.Game.Start
	}
	g := draughts.NewGame(start, rules)
	left := time.Duration(s.Game.Minutes) * time.Minute
	for g.Outcome().Reason == draughts.NotOver {
		if g.Position().Turn() == s.Color {
			began := time.Now()
			m, err := mover.Move(ctx, g, left)
			if err != nil {
				return g, errors.Join(err, s.send(GameEnd{Reason: Unknown, Stop: true}))
			}
			took := time.Since(began)
			if left > 0 {
				left = max(left-took, time.Millisecond)
			}
			if err := g.Play(m); err != nil {
				return g, err
			}
			if err := s.send(Move{Seconds: int(took.Seconds()), Move: m}); err != nil {
				return g, err
			}
			continue
		}
		m, err := s.next(ctx)
		if err != nil {
			return g, err
		}
		switch m := m.(type) {
		case Move:
			if err := g.Play(m.Move); err != nil {
				return g, errors.Join(err, s.send(GameEnd{Reason: Unknown, Stop: true}))
			}
		case GameEnd:
			return g, errors.Join(s.ended(g, m.Reason), s.send(GameEnd{Reason: answer(m.Reason)}))
		default:
			return g, fmt.Errorf("%w: %q in a game", ErrOutOfTurn, m.Format())
		}
	}
	return g, s.finish(ctx, g)
}

// ended takes the other side's word for the end of a game that is not over on
// the board, where the word is against itself.
func (s *Session) ended(g *draughts.Game, reason End) error {
	switch reason {
	case ILose:
		return g.Resign(s.Color.Other())
	case Draw:
		return g.AgreeDraw()
	}
	return nil
}

func answer(reason End) End {
	switch reason {
	case ILose:
		return IWin
	case IWin:
		return ILose
	}
	return reason
}

// finish tells the other side how a game ended on the board and waits for its
// answer.
func (s *Session) finish(ctx context.Context, g *draughts.Game) error {
	reason := Draw
	switch g.Outcome().Winner {
	case s.Color:
		reason = IWin
	case s.Color.Other():
		reason = ILose
	}
	if err := s.send(GameEnd{Reason: reason}); err != nil {
		return err
	}
	m, err := s.next(ctx)
	switch {
	case errors.Is(err, ErrGone):
		return nil // some programs hang up instead
	case err != nil:
		return err
	}
	if _, ok := m.(GameEnd); !ok {
		return fmt.Errorf("%w: %q after the end", ErrOutOfTurn, m.Format())
	}
	return nil
}
