package match_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/dxp"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/match"
)

// firstMover plays the first move in a DXP session.
type firstMover struct{}

func (firstMover) Move(_ context.Context, g *draughts.Game, _ time.Duration) (draughts.Move, error) {
	return first(g, engine.Clock{})
}

// opening of games over DXP, and the time of both sides.
var (
	dxpOpening = match.Opening{Name: "c3-d4", Position: draughts.Start().PlayUnchecked(draughts.Move{From: draughts.C3, To: draughts.D4})}
	dxpTime    = match.TimeControl{Clock: engine.Clock{Left: time.Minute}}
)

// playDXP plays a match of a DXP player against one that plays the first move.
func playDXP(t *testing.T, options match.DXPOptions, games int, played func(match.Game)) error {
	t.Helper()
	options.Name, options.Minutes = "us", 1
	_, err := match.Run(t.Context(), match.Config{
		Games: games, Openings: []match.Opening{dxpOpening, {Position: draughts.Start()}}, Time: [2]match.TimeControl{dxpTime, {}},
		Players: [2]func() (match.Player, error){
			func() (match.Player, error) { return match.NewDXP(t.Context(), options) },
			always(func(g *draughts.Game, _ engine.Clock) (draughts.Move, error) {
				moves := g.Position().AppendMoves(nil)
				return moves[len(moves)-1], nil
			}),
		},
		Played: func(g match.Game, _ match.Result) { played(g) },
	})
	return err
}

// TestDXPFollower: the other program follows, over one connection.
func TestDXPFollower(t *testing.T) {
	listener := listen(t)
	done := make(chan string, 1)
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			done <- err.Error()
			return
		}
		s := dxp.NewSession(t.Context(), conn)
		var log strings.Builder
		for range 4 {
			if err := s.Await(t.Context(), "peer", func(dxp.GameRequest) dxp.Code { return dxp.OK }); err != nil {
				done <- err.Error()
				return
			}
			g, err := s.Play(t.Context(), firstMover{}, draughts.FMJD64)
			fmt.Fprintln(&log, s.Color, s.Game.Minutes, g.Start(), g.Moves(), g.Outcome(), err)
		}
		done <- log.String()
	}()
	var want strings.Builder
	err := playDXP(t, match.DXPOptions{Addr: listener.Addr().String()}, 4, func(g match.Game) {
		fmt.Fprintln(&want, g.First, 1, g.Game.Start(), g.Game.Moves(), g.Game.Outcome(), nil)
		if g.Ending != match.OnBoard {
			t.Errorf("game %d: %v %s", g.Number, g.Ending, g.Detail)
		}
	})
	if got := <-done; err != nil || got != want.String() {
		t.Errorf("%v\nwe saw\n%s\nthey saw\n%s", err, want.String(), got)
	}
}

// TestDXPInitiator: the other program asks, at first for what is not due.
func TestDXPInitiator(t *testing.T) {
	var told []string
	addr := make(chan string, 1)
	done := make(chan error, 1)
	go func() { done <- ask(t.Context(), <-addr) }()
	games := 0
	err := playDXP(t, match.DXPOptions{Addr: "127.0.0.1:0", Listen: true, Told: func(text string) {
		if where, ok := strings.CutPrefix(text, "waiting at "); ok {
			addr <- where
			return
		}
		told = append(told, text)
	}}, 2, func(g match.Game) {
		games++
		if g.Ending != match.OnBoard {
			t.Errorf("game %d: %v %s", g.Number, g.Ending, g.Detail)
		}
	})
	if asked := <-done; err != nil || asked != nil || games != 2 {
		t.Errorf("%d games, %v, %v", games, err, asked)
	}
	if len(told) != 1 || !strings.HasPrefix(told[0], "refused a request of peer: due is a game in which it is white, from B:W") {
		t.Errorf("told %q", told)
	}
}

// ask plays the two games of a pair, after a request with the wrong color.
func ask(ctx context.Context, addr string) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	s := dxp.NewSession(ctx, conn)
	request := dxp.GameRequest{Name: "peer", Follower: draughts.White, Minutes: 1, Start: &dxpOpening.Position}
	if err := s.Again(ctx, request); !errors.Is(err, dxp.ErrRefused) {
		return fmt.Errorf("the wrong color: %w", err)
	}
	for _, c := range []draughts.Color{draughts.Black, draughts.White} {
		request.Follower = c
		if err := s.Again(ctx, request); err != nil {
			return err
		}
		if _, err := s.Play(ctx, firstMover{}, draughts.FMJD64); err != nil {
			return err
		}
	}
	return nil
}

// TestDXPPeers lets a program end a game in every way but the proper one; the
// next game is another connection.
func TestDXPPeers(t *testing.T) {
	for _, tt := range []struct{ says, want string }{
		{"E10", "player: resignation 0-1"},
		{"E20", "player: claim of a draw 1/2-1/2"},
		{"E30", "breakdown: the other side claims a win 0-1"},
		{"E00", "breakdown: the other side breaks the game off 0-1"},
		{"E11", "player: resignation 0-1"},
		{"M0000010200", "illegal move: illegal move \"b8-d8\" 0-1"},
		{"hello", "breakdown: not a dxp message: unknown kind of message at 1 in \"hello\" 0-1"},
		{"R01", "breakdown: not a dxp message: cut off at 4 in \"R01\" 0-1"},
		{"Aother                           0", "breakdown: message out of turn: \"Aother                           0\" in a game 0-1"},
		{"", "breakdown: the other side is gone 0-1"},
		{strings.Repeat("x", 300), "breakdown: not a dxp message: longer than 127 characters 0-1"},
	} {
		t.Run(tt.says[:min(len(tt.says), 4)], func(t *testing.T) {
			listener := listen(t)
			go func() {
				for {
					conn, err := listener.Accept()
					if err != nil {
						return
					}
					misbehave(t.Context(), conn, tt.says)
				}
			}()
			var got []string
			err := playDXP(t, match.DXPOptions{Addr: listener.Addr().String()}, 2, func(g match.Game) {
				got = append(got, fmt.Sprint(g.Ending, ": ", g.Detail, " ", g.Game.Outcome().Result()))
			})
			// In the second game the program is Black.
			second := strings.Replace(tt.want, " 0-1", " 1-0", 1)
			if strings.HasPrefix(tt.want, "illegal") {
				second = got[len(got)-1] // another move is meant by the same numbers
			}
			if err != nil || len(got) != 2 || got[0] != tt.want && !strings.HasPrefix(tt.want, "illegal") || got[1] != second {
				t.Errorf("%v %q, want %q", err, got, tt.want)
			}
			if strings.HasPrefix(tt.want, "illegal") && !strings.HasPrefix(got[0], "illegal move: ") {
				t.Errorf("got %q", got)
			}
		})
	}
}

// misbehave accepts games on a connection and says the same at its first move in
// each.
func misbehave(ctx context.Context, conn net.Conn, says string) {
	defer conn.Close()
	s := dxp.NewSession(ctx, conn)
	for s.Await(ctx, "peer", func(dxp.GameRequest) dxp.Code { return dxp.OK }) == nil {
		start := draughts.Start()
		if s.Game.Start != nil {
			start = *s.Game.Start
		}
		g := draughts.NewGame(start, draughts.FMJD64)
		if g.Position().Turn() != s.Color && s.Hear(ctx, g) != nil {
			return
		}
		if says == "" {
			return
		}
		if _, err := fmt.Fprintf(conn, "%s\x00", says); err != nil {
			return
		}
		if !strings.HasPrefix(says, "E") {
			// What is answered is of no interest.
			_ = s.Hear(ctx, g)
			return
		}
	}
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	return listener
}
