package dxp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
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

// Ended is the error of [Session.Hear] when the other side has ended the game
// instead of moving. It has been answered.
type Ended struct {
	Reason End
	// Stop: the other side wants no other game.
	Stop bool
}

// Error says what the other side claims.
func (e *Ended) Error() string {
	words := [...]string{"breaks the game off", "resigns", "claims a draw", "claims a win"}
	return "the other side " + words[e.Reason%4]
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

// NewSession returns a connection on which nothing is agreed yet: [Session.Again]
// or [Session.Await] come next. The connection is closed when ctx ends.
func NewSession(ctx context.Context, conn io.ReadWriteCloser) *Session {
	context.AfterFunc(ctx, func() { conn.Close() })
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

// opening returns the next message before a game. The ends of the last one may
// cross on the wire: one that is late is passed over.
func (s *Session) opening(ctx context.Context) (Message, error) {
	for {
		m, err := s.next(ctx)
		if _, late := m.(GameEnd); !late || err != nil {
			return m, err
		}
	}
}

// Initiate asks the program at the other end of a connection for a game. The
// connection is closed when ctx ends.
func Initiate(ctx context.Context, conn io.ReadWriteCloser, request GameRequest) (*Session, error) {
	s := NewSession(ctx, conn)
	return s, s.Again(ctx, request)
}

// Again asks for another game on the same connection, when the last one is over.
func (s *Session) Again(ctx context.Context, request GameRequest) error {
	if err := s.send(request); err != nil {
		return err
	}
	m, err := s.opening(ctx)
	if err != nil {
		return err
	}
	a, ok := m.(GameAccept)
	switch {
	case !ok:
		return fmt.Errorf("%w: %q instead of an answer", ErrOutOfTurn, m.Format())
	case a.Code != OK:
		return fmt.Errorf("%w: code %d", ErrRefused, a.Code)
	}
	s.Game, s.Color, s.Opponent = request, request.Follower.Other(), a.Name
	return nil
}

// Follow waits for a request at the other end of a connection and accepts it if
// accept says OK. The connection is closed when ctx ends.
func Follow(ctx context.Context, conn io.ReadWriteCloser, name string, accept func(GameRequest) Code) (*Session, error) {
	s := NewSession(ctx, conn)
	return s, s.Await(ctx, name, accept)
}

// Await waits for a request for another game on the same connection, when the
// last one is over, and accepts it if accept says OK.
func (s *Session) Await(ctx context.Context, name string, accept func(GameRequest) Code) error {
	for {
		m, err := s.opening(ctx)
		if err != nil {
			return err
		}
		request, ok := m.(GameRequest)
		if !ok {
			return fmt.Errorf("%w: %q instead of a request", ErrOutOfTurn, m.Format())
		}
		code := accept(request)
		if err := s.send(GameAccept{Name: name, Code: code}); err != nil {
			return err
		}
		if code == OK {
			s.Game, s.Color, s.Opponent = request, request.Follower, request.Name
			return nil
		}
	}
}

// Tell sends our move, which took so long.
func (s *Session) Tell(m draughts.Move, took time.Duration) error {
	return s.send(Move{Seconds: int(took.Seconds()), Move: m})
}

// Hear waits for the other side's move in a game that goes on, and plays it. The
// error is an *[Ended], matches draughts.ErrIllegal (the other side has then been
// told that the game is over), ErrMessage, ErrOutOfTurn or ErrGone, or is that of
// ctx.
func (s *Session) Hear(ctx context.Context, g *draughts.Game) error {
	m, err := s.next(ctx)
	if err != nil {
		return err
	}
	switch m := m.(type) {
	case Move:
		if err := g.Play(m.Move); err != nil {
			return errors.Join(err, s.send(GameEnd{Reason: Unknown, Stop: true}))
		}
		return nil
	case GameEnd:
		return errors.Join(&Ended{m.Reason, m.Stop}, s.send(GameEnd{Reason: answer(m.Reason)}))
	}
	return fmt.Errorf("%w: %q in a game", ErrOutOfTurn, m.Format())
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
		if g.Position().Turn() != s.Color {
			err := s.Hear(ctx, g)
			if ended := (*Ended)(nil); errors.As(err, &ended) {
				return g, s.ended(g, ended.Reason)
			}
			if err != nil {
				return g, err
			}
			continue
		}
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
		if err := s.Tell(m, took); err != nil {
			return g, err
		}
	}
	reason := Draw
	switch g.Outcome().Winner {
	case s.Color:
		reason = IWin
	case s.Color.Other():
		reason = ILose
	}
	err := s.End(ctx, reason)
	if errors.Is(err, ErrGone) {
		return g, nil // some programs hang up instead
	}
	return g, err
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

// End tells the other side how a game ended for us and waits for its answer. A
// move that was under way meanwhile is passed over.
func (s *Session) End(ctx context.Context, reason End) error {
	if err := s.send(GameEnd{Reason: reason}); err != nil {
		return err
	}
	for {
		m, err := s.next(ctx)
		if err != nil {
			return err
		}
		switch m.(type) {
		case GameEnd:
			return nil
		case Move:
		default:
			return fmt.Errorf("%w: %q after the end", ErrOutOfTurn, m.Format())
		}
	}
}

// Close closes the connection.
func (s *Session) Close() error { return s.conn.Close() }
