package hub_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bolshak-draughts/bolshak/draughts"
	"github.com/bolshak-draughts/bolshak/engine"
	"github.com/bolshak-draughts/bolshak/hub"
	"github.com/bolshak-draughts/bolshak/hub/hubtest"
)

func TestLines(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"hub", "hub"},
		{"  go   think  ", "go think"},
		{`set-param name=hash value=64`, "set-param name=hash value=64"},
		{`id name="Two Words" country=""`, `id name="Two Words" country=""`},
		{`id name="open`, `id name=open`},
		{`level time=10 inc=0.1 infinite`, `level time=10 inc=0.1 infinite`},
		{`a =b c`, `a c`},
		{`a=b c`, `a c`},
		{`x y= z`, `x y="" z`},
		{"", ""},
		{"info\tdepth=3", "info depth=3"},
	} {
		if got := hub.ParseLine(tt.text).String(); got != tt.want {
			t.Errorf("%q is written %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestPositions(t *testing.T) {
	const start = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"
	if got := hub.FormatPosition(draughts.Start()); got != start {
		t.Errorf("start is %s", got)
	}
	for _, fen := range []string{draughts.StartFEN, "B:Wa1,Kc3:Bb4,Kd6", "W:W:Ba7"} {
		p, err := draughts.ParsePosition(fen)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := hub.ParsePosition(hub.FormatPosition(p)); err != nil || back != p {
			t.Errorf("%s: %v, %v", fen, back, err)
		}
	}
	var setup *draughts.SetupError
	for _, bad := range []string{"", start[:32], start + "e", "X" + start[1:], start[:5] + "x" + start[6:]} {
		if _, err := hub.ParsePosition(bad); !errors.Is(err, hub.ErrPosition) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if _, err := hub.ParsePosition("Ww" + strings.Repeat("e", 31)); !errors.As(err, &setup) {
		t.Errorf("a white man on b8: %v", err)
	}
}

func TestMoves(t *testing.T) {
	p, err := draughts.ParsePosition("W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8")
	if err != nil {
		t.Fatal(err)
	}
	for m := range p.Moves() {
		if back, err := hub.ParseMove(p, hub.FormatMove(m)); err != nil || back != m {
			t.Errorf("%s: %v, %v", hub.FormatMove(m), back, err)
		}
	}
	for text, want := range map[string]string{
		"3x17x8x16x15x14": "f8:h6:f4:d6:b4", "3x17x14": "f8:b4", "20x9": "h4:f6:d4:b6", "20x9x16x15x14": "h4:f6:d4:b6",
	} {
		m, err := hub.ParseMove(p, text)
		if err != nil || p.MoveText(m) != want {
			t.Errorf("%s: %v, %v", text, m, err)
		}
	}
	if _, err := hub.ParseMove(p, "3x17"); !errors.Is(err, draughts.ErrAmbiguous) {
		t.Errorf("3x17: %v", err)
	}
}

// session is a conversation with our own engine.
type session struct {
	t    *testing.T
	in   io.WriteCloser
	out  chan string // what the engine says; closed at its end
	done chan error
}

func start(t *testing.T) *session {
	t.Helper()
	in, w := io.Pipe()
	r, out := io.Pipe()
	s := &session{t: t, in: w, out: make(chan string, 1<<20), done: make(chan error, 1)}
	go func() {
		defer close(s.out)
		for lines := bufio.NewScanner(r); lines.Scan(); {
			s.out <- lines.Text()
		}
	}()
	go func() {
		s.done <- hub.Serve(t.Context(), in, out, hub.Identity{Name: "Bolshak", Version: "1", Author: "us"})
		in.Close()
		out.Close()
	}()
	t.Cleanup(func() { w.Close(); r.Close() })
	return s
}

func (s *session) say(lines ...string) {
	s.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(s.in, line+"\n"); err != nil {
			s.t.Fatal(err)
		}
	}
}

// hear reads lines until one begins with a word, and returns it.
func (s *session) hear(word string) string {
	s.t.Helper()
	for line := range s.out {
		if strings.HasPrefix(line, word) {
			return line
		}
		if !strings.HasPrefix(line, "info ") && !strings.HasPrefix(line, "id ") && !strings.HasPrefix(line, "param ") && line != "wait" && line != "ready" {
			s.t.Fatalf("heard %q instead of %s", line, word)
		}
	}
	s.t.Fatalf("the engine ended before %s", word)
	return ""
}

func TestServe(t *testing.T) {
	s := start(t)
	s.say("noise that means nothing", "hub")
	s.hear("wait")
	s.say("set-param name=hash value=1", "set-param name=unknown value=7", "init")
	s.hear("ready")
	s.say("set-param name=hash value=many")
	if got := s.hear("error"); got != `error message="parameter hash must be 1 to 65536, not 'many'"` {
		t.Error(got)
	}
	s.say("ping")
	s.hear("pong")

	s.say("new-game", "pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves=\"22-17 9-14\"", "level depth=5", "go think")
	if got := s.hear("done"); !strings.HasPrefix(got, "done move=") || !strings.Contains(got, "ponder=") {
		t.Error(got)
	}
	// A forced capture, with all that it takes.
	s.say("pos pos="+hubPos(t, "W:Wh2:Bd2,e7,g3,g5,g7"), "go think")
	if got := s.hear("done"); !strings.HasPrefix(got, "done move=28x31x26x24x16x7x8") {
		t.Error(got)
	}
	// A fault leaves the position as it was, and the next command works.
	for _, bad := range []string{
		"pos pos=W" + strings.Repeat("w", 25) + "eeeeeeb", "pos pos=W" + strings.Repeat("e", 32), "pos pos=nonsense", "pos moves=\"22-17 22-17\"", "pos moves=1-99", "level depth=x", "level time=-1",
	} {
		s.say(bad)
		s.hear("error")
	}
	s.say("level depth=1", "go think")
	if got := s.hear("done"); !strings.HasPrefix(got, "done move=28x31") {
		t.Error(got)
	}
	// A game that is over has no move.
	s.say("pos pos="+hubPos(t, "W:Wa3:Bb4,c5"), "go think")
	s.hear("error")
	if got := s.hear("done"); got != "done" {
		t.Error(got)
	}
	// A draw by our count that the other side plays on.
	s.say("pos pos="+hubPos(t, "W:WKa1:BKh4")+` moves="29-25 20-16 25-29 16-20 29-25 20-16 25-29 16-20"`, "go think")
	s.hear("done move=")
	s.say("quit")
	if err := <-s.done; err != nil {
		t.Error(err)
	}
}

func hubPos(t *testing.T, fen string) string {
	t.Helper()
	p, err := draughts.ParsePosition(fen)
	if err != nil {
		t.Fatal(err)
	}
	return hub.FormatPosition(p)
}

func TestPonderAnalyzeStop(t *testing.T) {
	s := start(t)
	s.say("hub", "set-param name=hash value=1", "init")
	s.hear("ready")
	s.say("level move-time=0.05", "go analyze")
	s.hear("info")
	s.say("ping")
	s.hear("pong")
	s.say("stop")
	s.hear("done move=")
	s.say("stop") // nothing runs: nothing is said
	s.say("go ponder")
	s.hear("info")
	s.say("ponder-hit")
	s.hear("done move=")
	s.say("ponder-hit", "go ponder", "stop")
	s.hear("done move=")
	// A proven result does not end an analysis before stop.
	s.say("pos pos="+hubPos(t, "W:Wc3:Bd4"), "go analyze", "ping")
	s.hear("pong")
	s.say("stop")
	s.hear("done move=22x15x18")
	s.say("level infinite", "pos", "go think", "go think") // the second stops the first
	s.hear("done move=")
	s.say("quit")
	s.hear("done move=")
	if err := <-s.done; err != nil {
		t.Error(err)
	}
}

func TestClosedInputIsQuit(t *testing.T) {
	s := start(t)
	s.say("hub", "init", "level infinite", "go think")
	s.hear("info")
	s.in.Close()
	s.hear("done move=")
	if err := <-s.done; err != nil {
		t.Error(err)
	}
}

// TestRestless starts, ponders, stops, hits and restarts at random, with two
// threads; every go has one done, in its place.
func TestRestless(t *testing.T) {
	steps := 12000
	if testing.Short() {
		steps = 1500
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for steps > 0 {
		s := start(t)
		s.say("hub", "set-param name=hash value=1", "set-param name=threads value=2", "init")
		s.hear("ready")
		started := 0
		for ; steps > 0; steps-- {
			switch rng.IntN(10) {
			case 0:
				s.say("level depth=2", "go think")
				started++
			case 1:
				s.say("level move-time=0.001", "go ponder")
				started++
			case 2:
				s.say("go analyze")
				started++
			case 3:
				s.say("ponder-hit")
			case 4:
				s.say("stop")
			case 5:
				s.say("ping")
			case 6:
				s.say(`pos moves="22-17 9-14"`)
			case 7:
				s.say("new-game", "pos pos="+hubPos(t, "B:Wa1,Kc3:Bb6,Kd8"))
			case 8:
				s.say("level time=0.05 inc=0.001", "go think", "ping")
				started++
			case 9:
				s.say("set-param name=contempt value=1")
			}
			if rng.IntN(500) == 0 {
				break // the engine is started anew
			}
		}
		if rng.IntN(2) == 0 {
			s.say("quit")
		} else {
			s.in.Close()
		}
		dones := 0
		for line := range s.out {
			if strings.HasPrefix(line, "done move=") {
				dones++
			} else if strings.HasPrefix(line, "error") || strings.HasPrefix(line, "done") {
				t.Fatal(line)
			}
		}
		if dones != started {
			t.Errorf("%d searches, %d results", started, dones)
		}
		if err := <-s.done; err != nil {
			t.Error(err)
		}
	}
}

// TestClientPlaysServer plays a whole game over the protocol.
func TestClientPlaysServer(t *testing.T) {
	in, w := io.Pipe()
	r, out := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- hub.Serve(t.Context(), in, out, hub.Identity{Name: "Bolshak"}) }()
	c, err := hub.Connect(t.Context(), r, w, map[string]string{"hash": "1"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if c.Identity().Name != "Bolshak" {
		t.Errorf("identity %+v", c.Identity())
	}
	g := draughts.NewGame(draughts.Start(), draughts.FMJD64)
	for g.Outcome().Reason == draughts.NotOver {
		res, err := c.Think(t.Context(), g, engine.Limits{Nodes: 300})
		if err != nil {
			t.Fatal(err)
		}
		if res.Last.Depth < 1 || len(res.Last.PV) == 0 {
			t.Fatalf("no line of search: %+v", res)
		}
		if err := g.Play(res.Move); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(c.Ping(t.Context()), c.NewGame(t.Context()), c.Quit(), <-served); err != nil {
		t.Error(err)
	}
	if _, err := hub.Connect(t.Context(), strings.NewReader("wait\n"), io.Discard, map[string]string{"hash": "1"}, 0); err == nil || !strings.Contains(err.Error(), `no parameter "hash"`) {
		t.Errorf("an unknown parameter: %v", err)
	}
}

// TestClientMeetsEngines lets the client meet engines that misbehave.
func TestClientMeetsEngines(t *testing.T) {
	talk := func(steps ...hubtest.Step) []hubtest.Step { return append(hubtest.Greeting[:2:2], steps...) }
	for _, tt := range []struct {
		name   string
		script []hubtest.Step
		want   string // the move, or what the error contains
	}{
		{"noise before the greeting", append([]hubtest.Step{{Say: []string{"welcome to my engine", "board:", " w w w", ""}}},
			talk(hubtest.Step{Expect: "go think", Say: []string{"info depth=1 pv=22-17", "done move=22-17"}})...), "c3-b4"},
		{"unknown lines and arguments", talk(hubtest.Step{Expect: "go think", Say: []string{
			"blah blah=1", "info depth=x score=NaN nodes=-5 time=1e99 pv=\"22-17 99-1\" zz", "done move=22-17 ponder=1-2 extra"}}), "c3-b4"},
		{"carriage returns", talk(hubtest.Step{Expect: "go think", Say: []string{"done move=22-18 ponder=9-13\r"}}), "c3-d4"},
		{"an illegal move", talk(hubtest.Step{Expect: "go think", Say: []string{"done move=22-22"}}), "illegal move"},
		{"no move", talk(hubtest.Step{Expect: "go think", Say: []string{"done"}}), "not a move"},
		{"an error", talk(hubtest.Step{Expect: "go think", Say: []string{`error message="out of cheese"`}}), "out of cheese"},
		{"a crash at the greeting", []hubtest.Step{{Expect: "hub", Crash: true}}, "the engine is gone"},
		{"a crash in thought", talk(hubtest.Step{Expect: "go think", Say: []string{"info depth=1"}, Crash: true}), "the engine is gone"},
		{"silence at the greeting", []hubtest.Step{{Expect: "hub", Hang: true}}, "does not answer"},
		{"silence in thought", talk(hubtest.Step{Expect: "go think", Hang: true}), "does not answer"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				in, out, _ := hubtest.Start(t, tt.script...)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				got, err := think(ctx, in, out)
				if err != nil {
					got = err.Error()
				}
				if got != tt.want && (err == nil || !strings.Contains(got, tt.want)) {
					t.Errorf("got %q, want %q", got, tt.want)
				}
			})
		})
	}
}

func think(ctx context.Context, in io.Reader, out io.Writer) (string, error) {
	c, err := hub.Connect(ctx, in, out, nil, time.Second)
	if err != nil {
		return "", err
	}
	g := draughts.NewGame(draughts.Start(), draughts.FMJD64)
	r, err := c.Think(ctx, g, engine.Limits{MoveTime: time.Second})
	if err != nil {
		return "", err
	}
	return g.Position().MoveText(r.Move), nil
}

// TestClientStops: when the caller gives up, the engine is told and its late
// answer is read, so that the next one is not taken for it.
func TestClientStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, out, lines := hubtest.Start(t, append(hubtest.Greeting[:2:2],
			hubtest.Step{Expect: "go think", Say: []string{"info depth=1"}},
			hubtest.Step{Expect: "stop", Say: []string{"done move=22-17"}},
			hubtest.Step{Expect: "go think", Say: []string{"done move=22-18"}})...)
		life, end := context.WithCancel(t.Context())
		defer end()
		c, err := hub.Connect(life, in, out, nil, time.Second)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(life, 100*time.Millisecond)
		defer cancel()
		g := draughts.NewGame(draughts.Start(), draughts.FMJD64)
		if _, err := c.Think(ctx, g, engine.Limits{}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("given up: %v", err)
		}
		r, err := c.Think(life, g, engine.Limits{Clock: engine.Clock{Left: time.Minute, Increment: time.Second, Moves: 40}})
		if err != nil || r.Move.To != draughts.D4 {
			t.Errorf("the next answer: %v, %v", r.Move, err)
		}
		want := "pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww|level infinite|go think|stop|pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww|level moves=40 time=60 inc=1|go think"
		if got := strings.Join(lines()[2:], "|"); got != want {
			t.Errorf("heard %s", got)
		}
	})
}

func ExampleParseLine() {
	l := hub.ParseLine(`level moves=40 time=60 inc=0.5`)
	left, _ := l.Get("time")
	fmt.Println(l.Command, left)
	// Output: level 60
}

func FuzzParseLine(f *testing.F) {
	f.Add(`id name="Two Words" x y= "z"`)
	f.Add("info depth=3 pv=\"22-17 9-13\"")
	f.Fuzz(func(t *testing.T, text string) {
		once := hub.ParseLine(text).String()
		if again := hub.ParseLine(once).String(); again != once {
			t.Fatalf("%q is written %q, then %q", text, once, again)
		}
	})
}

// FuzzServe: whatever is said, the engine answers without a panic and ends when
// its input does.
func FuzzServe(f *testing.F) {
	f.Add("hub\ninit\npos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves=\"22-17\"\nlevel depth=2\ngo think\nquit\n")
	f.Add("go ponder\nponder-hit\nponder-hit\nstop\nlevel nodes=1\ngo analyze\nset-param name=hash value=1\n")
	f.Fuzz(func(t *testing.T, input string) {
		if len(input) > 4096 || strings.Contains(input, "hash") || strings.Contains(input, "threads") {
			return // tables and threads without end are not what is sought
		}
		err := hub.Serve(t.Context(), strings.NewReader("set-param name=hash value=1\nlevel depth=2\n"+input), io.Discard, hub.Identity{})
		if err != nil && !errors.Is(err, bufio.ErrTooLong) {
			t.Fatal(err)
		}
	})
}
