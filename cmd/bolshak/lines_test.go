package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
)

// TestAnswersAtOnce asks a line at a time and waits for its answer, as another
// program does.
func TestAnswersAtOnce(t *testing.T) {
	asks, in := io.Pipe()
	out, answers := io.Pipe()
	var talk bytes.Buffer
	done := make(chan int)
	go func() {
		done <- run(context.Background(), []string{"perft", "-", "--depth", "2"}, streams{in: asks, out: answers, err: &talk})
	}()
	lines := bufio.NewScanner(out)
	for _, fen := range []string{"start", "W:Wa1:Bh8", "start"} {
		if _, err := fmt.Fprintln(in, fen); err != nil {
			t.Fatal(err)
		}
		if !lines.Scan() || !strings.HasPrefix(lines.Text(), fen+"\t") {
			t.Fatalf("%s is answered %q", fen, lines.Text())
		}
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if code := <-done; code != exitDone {
		t.Errorf("exit %d: %s", code, talk.String())
	}
}

func TestLongLines(t *testing.T) {
	input := "start\n" + strings.Repeat("x", 3*longestLine) + "\nstart"
	var out, talk bytes.Buffer
	code := run(context.Background(), []string{"perft", "-", "--depth", "1"}, streams{in: strings.NewReader(input), out: &out, err: &talk})
	lines := strings.Split(out.String(), "\n")
	if code != exitFault || len(lines) != 4 || lines[0] != "start\t7" || lines[2] != "start\t7" || !strings.Contains(lines[1], "longer than") {
		t.Errorf("exit %d, answers %.300q, talk %.300q", code, lines, talk.String())
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, talk bytes.Buffer
	code := run(ctx, []string{"perft", "start", "--depth", "30"}, streams{in: strings.NewReader(""), out: &out, err: &talk})
	if code != exitFault || talk.String() != "bolshak: interrupted\n" || out.Len() > 0 {
		t.Errorf("exit %d, out %q, talk %q", code, out.String(), talk.String())
	}
}

// TestInterruptedWhileWaiting: Ctrl-C works in every command that waits for
// input.
func TestInterruptedWhileWaiting(t *testing.T) {
	for _, args := range [][]string{
		{"moves", "-"}, {"perft", "-", "--depth", "2"}, {"show", "-"}, {"pdn", "check", "-"}, {"adjudicate", "-"}, {"hub"}, {"play"},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		stdin, in := io.Pipe()
		var out, talk bytes.Buffer
		done := make(chan int)
		go func() { done <- run(ctx, args, streams{in: stdin, out: &out, err: &talk}) }()
		if _, err := io.WriteString(in, "\n"); err != nil { // it reads
			t.Fatal(err)
		}
		cancel()
		if code := <-done; code != exitFault || !strings.HasSuffix(talk.String(), "bolshak: interrupted\n") {
			t.Errorf("%v: exit %d, talk %q", args, code, talk.String())
		}
		in.Close()
	}
}

func TestPlayLongLine(t *testing.T) {
	var out, talk bytes.Buffer
	code := run(context.Background(), []string{"play"}, streams{in: strings.NewReader(strings.Repeat("x", 1<<20)), out: &out, err: &talk})
	if code != exitFault || !strings.Contains(talk.String(), "token too long") {
		t.Errorf("exit %d, talk %q", code, talk.String())
	}
}

// TestHelp walks all commands: their help fits a screen and ends with an example
// that begins with the command.
func TestHelp(t *testing.T) {
	var walk func(args []string)
	walk = func(args []string) {
		var out, talk bytes.Buffer
		if code := run(context.Background(), append(args, "--help"), streams{in: strings.NewReader(""), out: &out, err: &talk}); code != exitDone {
			t.Fatalf("%v: exit %d, %s", args, code, talk.String())
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		if last := lines[len(lines)-1]; len(lines) > 30 || !strings.HasPrefix(last, "Example: bolshak ") {
			t.Errorf("%v: %d lines, the last %q", args, len(lines), last)
		}
		_, commands, _ := strings.Cut(out.String(), "\nCommands:\n")
		for line := range strings.Lines(commands) {
			words := strings.Fields(line)
			if len(words) < 2 || !strings.HasPrefix(line, "  ") {
				break
			}
			sub := strings.Fields(strings.TrimPrefix(strings.Join(words, " "), strings.Join(args, " ")))[0]
			walk(append(args[:len(args):len(args)], sub))
		}
	}
	walk(nil)
}
