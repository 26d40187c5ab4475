// Package faults kills a site under load again and again, as a power cut would,
// and looks whether it has kept its word.
package faults

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/bolshak-draughts/bolshak/internal/load"
)

// Options say what to do.
type Options struct {
	// Command is the program of the site with its arguments, such as bolshak
	// serve; --addr and --data are added.
	Command []string
	// Env is added to the environment of the program.
	Env []string
	// Dir is an empty folder for the site.
	Dir string
	// Kills is how often the site is killed.
	Kills int
	// Up is how long the site is left alone between its start and its death, on
	// average.
	Up time.Duration
	// Games and Rate are those of the load.
	Games int
	Rate  float64
	// Seed chooses moves and moments.
	Seed uint64
	// Logger is told what goes on; nil means nobody is.
	Logger *slog.Logger
}

// Report is what came of it.
type Report struct {
	Kills        int
	Acknowledged int
	// Lost are acknowledged moves that are missing.
	Lost int
	// Stuck are games that did not go on.
	Stuck int
	// Refused and Clocks are moves that were refused and clocks that were wrong.
	Refused, Clocks int
	// Down is the longest time from a kill to the next start that listens.
	Down time.Duration
}

// String returns the line that scripts read.
func (r Report) String() string {
	return fmt.Sprintf("kills %d acknowledged %d lost %d stuck %d", r.Kills, r.Acknowledged, r.Lost, r.Stuck)
}

// Run plays against a site, kills and restarts it, and checks all games at the
// end. The error says why that could not be done.
func Run(ctx context.Context, opt Options) (Report, error) {
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}
	address, err := freeAddress()
	if err != nil {
		return Report{}, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s := &site{opt: opt, address: address}
	if err := s.start(ctx); err != nil {
		return Report{}, err
	}
	defer func() { s.kill() }()

	begun := make(chan struct{})
	playing, over := context.WithCancel(ctx)
	defer over()
	var report Report
	var killer sync.WaitGroup
	killer.Go(func() {
		defer over()
		select {
		case <-begun:
		case <-playing.Done():
			return
		}
		rng := rand.New(rand.NewPCG(opt.Seed, 1))
		for range opt.Kills {
			wait := time.Duration((0.5 + rng.Float64()) * float64(opt.Up))
			select {
			case <-time.After(wait):
			case <-ctx.Done():
				return
			}
			s.kill()
			down := time.Now()
			if err := s.start(ctx); err != nil {
				cancel(err)
				return
			}
			report.Kills++
			report.Down = max(report.Down, time.Since(down))
			opt.Logger.Info("killed and restarted", "kills", report.Kills, "down", time.Since(down))
		}
	})
	played, err := load.RunUntil(ctx, playing, load.Options{
		URL: "http://" + address, Games: opt.Games, Rate: opt.Rate, Time: time.Hour * 24, Seed: opt.Seed, Logger: opt.Logger,
		Ready: func() { close(begun) },
	})
	over()
	killer.Wait()
	if err == nil {
		err = context.Cause(ctx)
	}
	report.Acknowledged, report.Lost, report.Stuck = played.Acknowledged, played.Missing, played.Stuck
	report.Refused, report.Clocks = played.Refused, played.Clocks
	return report, err
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// site is the process of the site.
type site struct {
	opt     Options
	address string
	process *exec.Cmd
	said    *tail
}

// startTime is how long a start may take.
const startTime = 60 * time.Second

// start starts the site and waits until it listens.
func (s *site) start(ctx context.Context) error {
	args := append(append([]string{}, s.opt.Command[1:]...), "--addr", s.address, "--data", s.opt.Dir)
	s.process = exec.Command(s.opt.Command[0], args...)
	s.process.Env = append(os.Environ(), s.opt.Env...)
	s.said = &tail{}
	s.process.Stderr = s.said
	out, err := s.process.StdoutPipe()
	if err != nil {
		return err
	}
	if err := s.process.Start(); err != nil {
		return err
	}
	heard := make(chan error, 1)
	go func() { // ends with the process
		line, err := bufio.NewReader(out).ReadString('\n')
		if err == nil && !strings.HasPrefix(line, "listening on ") {
			err = fmt.Errorf("it said %q", line)
		}
		heard <- err
		_, _ = io.Copy(io.Discard, out)
	}()
	select {
	case err = <-heard:
	case <-time.After(startTime):
		err = errors.New("it does not listen")
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		s.kill()
		return fmt.Errorf("the site does not start: %w\n%s", err, s.said)
	}
	return nil
}

// kill ends the process as a power cut would.
func (s *site) kill() {
	if s.process == nil {
		return
	}
	_ = s.process.Process.Kill() // it may have ended already
	_ = s.process.Wait()
	s.process = nil
}

// tail keeps the last of what is written.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailSize = 4 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if len(t.text) > 2*tailSize {
		t.text = append(t.text[:0], t.text[len(t.text)-tailSize:]...)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
