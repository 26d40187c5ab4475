package dxp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/dxp"
)

func fen(t testing.TB, text string) *draughts.Position {
	t.Helper()
	p, err := draughts.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return &p
}

// TestMessages holds the bytes of every message.
func TestMessages(t *testing.T) {
	start := "zzzzzzzzzzzzeeeeeeeewwwwwwwwwwww"
	for _, tt := range []struct {
		message dxp.Message
		text    string
	}{
		{dxp.GameRequest{Name: "Bolshak", Follower: draughts.Black, Minutes: 5, Moves: 40},
			"R01Bolshak                         Z005040A"},
		{dxp.GameRequest{Name: "B", Follower: draughts.White, Minutes: 120, Start: fen(t, draughts.StartFEN)},
			"R01B                               W120000BW" + start},
		{dxp.GameRequest{Start: fen(t, "B:Wa1,Kc3:Bb4,Kd6"), Minutes: 1}, "R01" + strings.Repeat(" ", 32) + "W001000BZeeeeeeeeeZeeeeeezeeeeWeeeeeeweee"},
		{dxp.GameAccept{Name: "Other", Code: dxp.OK}, "AOther                           0"},
		{dxp.GameAccept{Name: "Other", Code: dxp.Never}, "AOther                           3"},
		{dxp.Move{Seconds: 7, Move: draughts.Move{From: draughts.C3, To: draughts.D4}}, "M0007221800"},
		{dxp.Move{Seconds: 12, Move: draughts.Move{From: draughts.C3, To: draughts.G7, Captured: 1<<draughts.D4 | 1<<draughts.F6}}, "M001222080218" + "11"},
		{dxp.GameEnd{Reason: dxp.ILose}, "E10"},
		{dxp.GameEnd{Reason: dxp.Draw, Stop: true}, "E21"},
		{dxp.Chat{Text: "well played"}, "Cwell played"},
		{dxp.BackRequest{Number: 12, Color: draughts.Black}, "B012Z"},
		{dxp.BackAccept{Code: dxp.BadVersion}, "K1"},
	} {
		if got := tt.message.Format(); got != tt.text {
			t.Errorf("%+v:\ngot  %q\nwant %q", tt.message, got, tt.text)
		}
		if got, err := dxp.Parse(tt.text); err != nil || !reflect.DeepEqual(got, tt.message) {
			t.Errorf("%q is read as %+v, %v", tt.text, got, err)
		}
	}
	if got := (dxp.Chat{Text: "é\n" + strings.Repeat("x", 300)}).Format(); len(got) != 127 || got[:3] != "C??" {
		t.Errorf("long chat is %d characters, %q", len(got), got[:5])
	}
	if got, err := dxp.Parse("M   72218 0"); err != nil {
		t.Errorf("filled with spaces: %+v, %v", got, err)
	}
}

func TestBadMessages(t *testing.T) {
	for _, text := range []string{
		"", "X", "R", "R02" + strings.Repeat(" ", 40), "R01short", "A", "M", "M000722", "M0007229900", "M00072218", "Mxxxx221800",
		"M-007221800", "M00072218000", "E", "E40", "E12", "B", "B01", "B012X", "Kx", "K12", "M0007221899",
		"R01" + strings.Repeat(" ", 32) + "W001000BW" + strings.Repeat("x", 32),
		"R01" + strings.Repeat(" ", 32) + "W001000BWw" + strings.Repeat("e", 31),
	} {
		if m, err := dxp.Parse(text); !errors.Is(err, dxp.ErrMessage) {
			t.Errorf("%q is read as %+v, %v", text, m, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("M001222080218" + "11")
	f.Add("R01Bolshak                         Z005040A")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := dxp.Parse(text)
		if err != nil {
			if !errors.Is(err, dxp.ErrMessage) {
				t.Fatal(err)
			}
			return
		}
		if again, err := dxp.Parse(m.Format()); err != nil || m.Format() != again.Format() {
			t.Fatalf("%q is %+v, written %q, read %+v, %v", text, m, m.Format(), again, err)
		}
	})
}

// wire is a connection on which all that the other side will say is there.
type wire struct{ io.Reader }

func (wire) Write(b []byte) (int, error) { return len(b), nil }
func (wire) Close() error                { return nil }

// FuzzSession: whatever the other side sends, both roles end with a game that is
// legal as far as it goes, and an error or a proper end.
func FuzzSession(f *testing.F) {
	f.Add("Apeer                            0\x00M0000091300\x00E10\x00", true)
	f.Add("R01peer                            Z005000A\x00M0000221700\x00Chi\x00B001W\x00M0001231800\x00", false)
	f.Fuzz(func(t *testing.T, said string, asks bool) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		s := dxp.NewSession(ctx, wire{strings.NewReader(said)})
		var err error
		if asks {
			err = s.Again(ctx, dxp.GameRequest{Name: "us", Follower: draughts.Black, Minutes: 5})
		} else {
			err = s.Await(ctx, "us", func(dxp.GameRequest) dxp.Code { return dxp.OK })
		}
		if err != nil {
			return
		}
		if g, err := s.Play(ctx, nth(1), draughts.FMJD64); err == nil && g.Outcome().Reason == draughts.NotOver && !strings.Contains(said, "E") {
			t.Fatalf("the game of %d plies is not over", g.Plies())
		}
	})
}

// TestSecondGame: the ends of a game may cross; the late one does not disturb the
// next game on the connection, nor does a move that was under way.
func TestSecondGame(t *testing.T) {
	a, b := net.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		p := peer{t, b}
		for range 2 {
			p.hear("R01us                              Z001000A")
			p.say("Apeer                            0")
			p.hear("E30")
			p.say("M0000091300")
			p.say("E10")
			p.say("E10")
		}
		p.hear("R01us                              Z001000A")
		p.say("Apeer                            3")
	}()
	s := dxp.NewSession(t.Context(), a)
	request := dxp.GameRequest{Name: "us", Follower: draughts.Black, Minutes: 1}
	for range 2 {
		if err := errors.Join(s.Again(t.Context(), request), s.End(t.Context(), dxp.IWin)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Again(t.Context(), request); !errors.Is(err, dxp.ErrRefused) {
		t.Errorf("error %v", err)
	}
	<-done
}

// mover plays what it is told.
type mover func(g *draughts.Game) (draughts.Move, error)

func (m mover) Move(_ context.Context, g *draughts.Game, _ time.Duration) (draughts.Move, error) {
	return m(g)
}

func nth(n int) mover {
	return func(g *draughts.Game) (draughts.Move, error) {
		moves := g.Position().AppendMoves(nil)
		return moves[(g.Plies()*n)%len(moves)], nil
	}
}

// TestWholeGame plays games between the two roles.
func TestWholeGame(t *testing.T) {
	for n := 1; n <= 7; n++ {
		a, b := net.Pipe()
		type end struct {
			g   *draughts.Game
			err error
		}
		followed := make(chan end, 1)
		go func() {
			s, err := dxp.Follow(t.Context(), b, "follower", func(dxp.GameRequest) dxp.Code { return dxp.OK })
			if err != nil {
				followed <- end{err: err}
				return
			}
			g, err := s.Play(t.Context(), nth(n), draughts.FMJD64)
			followed <- end{g, err}
		}()
		s, err := dxp.Initiate(t.Context(), a, dxp.GameRequest{Name: "initiator", Follower: draughts.Color(n % 2), Minutes: 5})
		if err != nil {
			t.Fatal(err)
		}
		if s.Opponent != "follower" || s.Color != draughts.Color(n%2).Other() {
			t.Errorf("session %+v", s)
		}
		// Over a pipe without room both ends could wait for the other to read.
		g, err := s.Play(t.Context(), nth(n+1), draughts.FMJD64)
		other := <-followed
		if err != nil && !errors.Is(err, io.ErrClosedPipe) || other.err != nil {
			t.Fatalf("game %d: %v, %v", n, err, other.err)
		}
		if g.Outcome().Reason == draughts.NotOver || g.Outcome() != other.g.Outcome() || fmt.Sprint(g.Moves()) != fmt.Sprint(other.g.Moves()) {
			t.Errorf("game %d: %v after %d, %v after %d", n, g.Outcome(), g.Plies(), other.g.Outcome(), other.g.Plies())
		}
	}
}

// peer is the other end of a connection, by hand.
type peer struct {
	t    *testing.T
	conn net.Conn
}

func (p peer) say(text string) {
	p.t.Helper()
	if _, err := io.WriteString(p.conn, text+"\x00"); err != nil {
		p.t.Fatal(err)
	}
}

func (p peer) hear(want string) {
	p.t.Helper()
	b := make([]byte, len(want)+1)
	if _, err := io.ReadFull(p.conn, b); err != nil || string(b) != want+"\x00" {
		p.t.Fatalf("heard %q, %v, want %q", b, err, want)
	}
}

func TestSession(t *testing.T) {
	const accept = "Apeer                            0"
	const request = "R01us                              Z005000A"
	for _, tt := range []struct {
		name  string
		talk  func(p peer)
		error error
		end   string
	}{
		{"resigns", func(p peer) { p.say(accept); p.hear("M0000221700"); p.say("E10"); p.hear("E30") }, nil, "white wins: resignation"},
		{"draw", func(p peer) { p.say(accept); p.hear("M0000221700"); p.say("E20"); p.hear("E20") }, nil, "draw: agreement"},
		{"claims a win", func(p peer) { p.say(accept); p.hear("M0000221700"); p.say("E31"); p.hear("E10") }, nil, "not over"},
		{"refuses", func(p peer) { p.say("Apeer                            2") }, dxp.ErrRefused, ""},
		{"answers with nonsense", func(p peer) { p.say("hello") }, dxp.ErrMessage, ""},
		{"answers with a move", func(p peer) { p.say("M0000091300") }, dxp.ErrOutOfTurn, ""},
		{"hangs up", func(p peer) { p.conn.Close() }, dxp.ErrGone, ""},
		{"an illegal move", func(p peer) { p.say(accept); p.hear("M0000221700"); p.say("M0000091400"[:7] + "1800"); p.hear("E01") }, draughts.ErrIllegal, ""},
		{"a wrong captured set", func(p peer) { p.say(accept); p.hear("M0000221700"); p.say("M000009130118"); p.hear("E01") }, draughts.ErrIllegal, ""},
		{"chat and take back", func(p peer) {
			p.say(accept)
			p.hear("M0000221700")
			p.say("Chello")
			p.say("B001Z")
			p.hear("K2")
			p.say("E10")
			p.hear("E30")
		}, nil, "white wins: resignation"},
		{"a message without end", func(p peer) { _, _ = io.WriteString(p.conn, strings.Repeat("x", 1000)) }, dxp.ErrMessage, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a, b := net.Pipe()
			done := make(chan struct{})
			go func() {
				defer close(done)
				p := peer{t, b}
				p.hear(request)
				tt.talk(p)
			}()
			var chat []string
			g, err := play(t, a, &chat)
			if !errors.Is(err, tt.error) {
				t.Errorf("error %v, want %v", err, tt.error)
			}
			if tt.end != "" && g.Outcome().String() != tt.end {
				t.Errorf("end %v, want %s", g.Outcome(), tt.end)
			}
			a.Close()
			<-done
		})
	}
}

func play(t *testing.T, conn net.Conn, chat *[]string) (*draughts.Game, error) {
	s, err := dxp.Initiate(t.Context(), conn, dxp.GameRequest{Name: "us", Follower: draughts.Black, Minutes: 5})
	if err != nil {
		return nil, err
	}
	s.Chat = func(text string) { *chat = append(*chat, text) }
	return s.Play(t.Context(), mover(func(g *draughts.Game) (draughts.Move, error) { return g.Position().ParseMove("c3-b4") }), draughts.FMJD64)
}

func TestContextEnds(t *testing.T) {
	a, b := net.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		buf := make([]byte, 200)
		_, _ = b.Read(buf)
		cancel()
	}()
	if _, err := dxp.Initiate(ctx, a, dxp.GameRequest{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func ExampleMove() {
	p, _ := draughts.ParsePosition("W:Wc3:Bd4,f6")
	m, _ := p.ParseMove("c3:g7")
	fmt.Println(dxp.Move{Seconds: 3, Move: m}.Format())
	// Output: M00032208021811
}
