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
