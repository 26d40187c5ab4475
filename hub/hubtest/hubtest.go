// Package hubtest has a scripted engine for tests of programs that talk to
// engines: it says what a test wants, noise and nonsense included.
//
// Start with [Start].
package hubtest

import (
	"bufio"
	"io"
	"strings"
	"testing"
)

// Step is one exchange: when a line that begins with Expect arrives, the lines
// of Say are sent. An empty Expect sends at once.
type Step struct {
	Expect string
	Say    []string
	// Hang stops reading and saying: the engine is stuck until the test ends.
	Hang bool
	// Crash ends the engine after Say.
	Crash bool
}

// Greeting is the exchange that every client begins with.
var Greeting = []Step{
	{Expect: "hub", Say: []string{`id name=fake version=1 author="A. Nobody" country=""`, "param name=threads value=1 type=int", "wait"}},
	{Expect: "init", Say: []string{"ready"}},
}

// Start runs a scripted engine. What a client reads from the engine comes from
// in, what it writes to the engine goes to out. A line that the script does not
// expect is passed over, as engines do; when the script has ended, so has the
// engine. Lines returns all lines that the engine has read so far.
func Start(t testing.TB, script ...Step) (in io.Reader, out io.Writer, lines func() []string) {
	t.Helper()
	in, say := io.Pipe()
	hear, out := io.Pipe()
	heard := make(chan string, 1000)
	done := make(chan struct{})
	stuck := make(chan struct{})
	go func() {
		defer close(done)
		defer say.Close()
		defer hear.Close()
		r := bufio.NewScanner(hear)
		for _, step := range script {
			for step.Expect != "" {
				if !r.Scan() {
					return
				}
				heard <- r.Text()
				if strings.HasPrefix(r.Text(), step.Expect) {
					break
				}
			}
			for _, line := range step.Say {
				if _, err := io.WriteString(say, line+"\n"); err != nil {
					return
				}
			}
			switch {
			case step.Crash:
				return
			case step.Hang:
				go func() { // a stuck engine's input fills unread
					for r.Scan() {
					}
				}()
				<-stuck
				return
			}
		}
		for r.Scan() {
			heard <- r.Text()
		}
	}()
	t.Cleanup(func() {
		close(stuck)
		hear.Close()
		say.Close()
		<-done
	})
	return in, out, func() []string {
		var all []string
		for {
			select {
			case line := <-heard:
				all = append(all, line)
			default:
				return all
			}
		}
	}
}
