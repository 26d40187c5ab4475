package main

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// eachLine answers the positions on standard input, one line each, in order. A
// line that is no position is answered with 'error' and the reason; the others
// are answered all the same and the command ends with a fault.
func eachLine(ctx context.Context, s streams, answer func(w *bufio.Writer, line string, p draughts.Position) error) error {
	in := bufio.NewScanner(s.in)
	in.Buffer(nil, 1<<20)
	out := bufio.NewWriterSize(s.out, 1<<16)
	faulty := 0
	number := 0
	for in.Scan() {
		if err := ctx.Err(); err != nil {
			return err
		}
		number++
		line := strings.TrimRight(in.Text(), "\r")
		p, err := parsePosition(line)
		if err == nil {
			err = answer(out, line, p)
			if err != nil {
				return err
			}
			continue
		}
		if faulty++; faulty <= 10 {
			fmt.Fprintf(s.err, "bolshak: line %d: %v\n", number, err)
		}
		if _, err := fmt.Fprintf(out, "%s\terror\t%v\n", line, err); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if err := in.Err(); err != nil {
		return fmt.Errorf("line %d: %w", number+1, err)
	}
	if faulty > 0 {
		return fmt.Errorf("%d of %d lines are no legal position", faulty, number)
	}
	return nil
}
