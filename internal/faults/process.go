package faults

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// startTime is how long a start may take.
const startTime = 60 * time.Second

// process is a program that is started and killed again and again.
type process struct {
	command []string
	env     []string // added to the environment
	// says is how the first line of its output begins when it is ready; "" means
	// that it is when it runs.
	says string

	cmd   *exec.Cmd
	said  *tail
	ended chan struct{} // closed when cmd has ended
}

// start starts the program and waits until it is ready.
func (p *process) start(ctx context.Context) error {
	p.cmd = exec.Command(p.command[0], p.command[1:]...)
	p.cmd.Env = append(os.Environ(), p.env...)
	p.cmd.SysProcAttr = attributes()
	p.said = &tail{}
	p.cmd.Stderr = p.said
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := p.cmd.Start(); err != nil {
		p.cmd = nil
		return err
	}
	heard := make(chan error, 1)
	p.ended = make(chan struct{})
	go func(cmd *exec.Cmd, ended chan struct{}) { // ends with the process
		defer close(ended)
		line, err := bufio.NewReader(out).ReadString('\n')
		if err == nil && !strings.HasPrefix(line, p.says) {
			err = fmt.Errorf("it said %q", line)
		}
		heard <- err
		_, _ = io.Copy(io.Discard, out)
		_ = cmd.Wait() // how it ended is not asked
	}(p.cmd, p.ended)
	if p.says == "" {
		return nil
	}
	select {
	case err = <-heard:
	case <-time.After(startTime):
		err = errors.New("it does not get ready")
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		p.kill()
		return fmt.Errorf("%s does not start: %w\n%s", p.command[0], err, p.said)
	}
	return nil
}

// startAgain starts the program, however often that takes: what it needs may be
// away too.
func (p *process) startAgain(ctx context.Context) error {
	for end := time.Now().Add(startTime); ; {
		err := p.start(ctx)
		if err == nil || ctx.Err() != nil || time.Now().After(end) {
			return err
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
		}
	}
}

// runs reports whether the program has not ended.
func (p *process) runs() bool {
	if p.cmd == nil {
		return false
	}
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}

// signal sends a signal; a program that has ended does not mind.
func (p *process) signal(s os.Signal) {
	if p.cmd != nil {
		_ = p.cmd.Process.Signal(s)
	}
}

// kill ends the program as a power cut would.
func (p *process) kill() {
	if p.cmd == nil {
		return
	}
	p.signal(os.Kill)
	<-p.ended
	p.cmd = nil
}

// stopTime is how long a program may take to end in an orderly way.
const stopTime = 30 * time.Second

// stop ends the program in an orderly way, also when it is frozen.
func (p *process) stop() {
	if p.cmd == nil {
		return
	}
	p.signal(syscall.SIGTERM)
	p.signal(syscall.SIGCONT)
	select {
	case <-p.ended:
	case <-time.After(stopTime):
	}
	p.kill()
}

// freePort returns a port that was free just now, and that no system gives to
// whoever wants any, so that it stays free while its program is away.
func freePort() (int, error) {
	const first, last, tries = 15000, 30000, 100
	for range tries {
		l, err := net.Listen("tcp", local(first+rand.IntN(last-first)))
		if err == nil {
			return l.Addr().(*net.TCPAddr).Port, l.Close()
		}
	}
	return 0, errors.New("no port is free")
}

func local(port int) string { return fmt.Sprintf("127.0.0.1:%d", port) }

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
