package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/bolshak-draughts/bolshak/draughts"
)

// longestLine is the most that a line of standard input may have, in bytes.
const longestLine = 64 << 10

var errLongLine = fmt.Errorf("the line is longer than %d bytes", longestLine)

// eachLine answers the positions on standard input, one line each, in order; as
// soon as the input has nothing more to give, so that another program may ask
// and wait. A line that is no position is answered with 'error' and the reason;
// the others are answered all the same and the command ends with a fault.
func eachLine(ctx context.Context, s streams, asJSON bool, answer func(w io.Writer, line string, p draughts.Position) error) error {
	in := bufio.NewReaderSize(s.in, longestLine)
	out := bufio.NewWriterSize(s.out, 64<<10)
	faulty, number := 0, 0
	for {
		if in.Buffered() == 0 {
			if err := out.Flush(); err != nil {
				return err
			}
		}
		line, err := readLine(in)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil && !errors.Is(err, errLongLine) {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		number++
		var p draughts.Position
		if err == nil {
			p, err = parsePosition(line)
		}
		if err != nil {
			if faulty++; faulty <= 10 {
				fmt.Fprintf(s.err, "bolshak: line %d: %v\n", number, err)
			}
			err = answerFault(out, asJSON, line, err)
		} else {
			err = answer(out, line, p)
		}
		if err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if faulty > 0 {
		return fmt.Errorf("%d of %d lines are no legal position", faulty, number)
	}
	return nil
}

func answerFault(w io.Writer, asJSON bool, line string, fault error) error {
	if asJSON {
		return json.NewEncoder(w).Encode(map[string]string{"input": line, "error": fault.Error()})
	}
	_, err := fmt.Fprintf(w, "%s\terror\t%v\n", line, fault)
	return err
}

// readLine returns the next line without its end. Of a line that is too long it
// returns the beginning, and an error that matches errLongLine.
func readLine(in *bufio.Reader) (string, error) {
	line, err := in.ReadSlice('\n')
	text := strings.TrimRight(string(line), "\r\n")
	switch {
	case err == nil, errors.Is(err, io.EOF) && len(line) > 0:
		return text, nil
	case !errors.Is(err, bufio.ErrBufferFull):
		return "", err
	}
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = in.ReadSlice('\n')
	}
	return text[:100] + "...", errLongLine
}
